#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa objdump: its layout for llvm-objdump is llvm-objdump's, line by line, but for what
# differences.txt lists; in the other one Compiler Explorer's parser finds the same; sections and
# symbols are GNU objdump's. usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")
OBJDUMP=${OBJDUMP:-llvm-objdump-19}
CLANG=${CLANG:-clang-19}
LLD=${LLD:-ld.lld-19}

# ---- Files: what gisa assembles, and what clang compiles.
mkdir "$dir/objects"
for source in examples/*.s tests/*/*/*.s; do
    name=$(echo "$source" | tr / _)
    "$gisa" asm -a gfx900 -f co "$source" -o "$dir/objects/$name.co" 2>/dev/null && echo "$source" >"$dir/objects/$name.co.source"
    "$gisa" asm -a gfx803 "$source" -o "$dir/objects/$name.o" 2>/dev/null && echo "$source" >"$dir/objects/$name.o.source"
done
for name in calls lds tables; do
    for chip in gfx803 gfx900 gfx906; do
        for level in 0 3; do
            object=$dir/objects/$name-$chip-$level.o
            command -v "$CLANG" >/dev/null &&
                "$CLANG" -x cl -cl-std=CL2.0 -Xclang -finclude-default-header --target=amdgcn-amd-amdhsa -mcpu=$chip -nogpulib \
                    -O$level -c "tests/files/real/$name.cl" -o "$object" 2>/dev/null && echo "$name.cl" >"$object.source"
        done
    done
done
cp demo/saxpy.co "$dir/objects"
echo demo/saxpy.co >"$dir/objects/saxpy.co.source"
sed 's/^#.*//; s/ .*//' "$here/differences.txt" | grep . >"$dir/listed"

# same_as_llvm NAME WORDS...: both print the same.
same_as_llvm() {
    name=$1
    shift
    "$OBJDUMP" "$@" >"$dir/llvm" 2>&1 && "$gisa" objdump --layout=llvm "$@" >"$dir/got" 2>&1
    cmp -s "$dir/llvm" "$dir/got"
    status=$?
    diff "$dir/llvm" "$dir/got" >"$dir/diff"
    ok "llvm-objdump, $name" $status "$dir/diff"
}

if command -v "$OBJDUMP" >/dev/null; then
    for object in "$dir"/objects/*o; do
        source=$(cat "$object.source")
        [ -s "$object" ] || continue
        if grep -qxF "$source" "$dir/listed"; then
            "$OBJDUMP" -d "$object" >"$dir/llvm" 2>/dev/null
            "$gisa" objdump --layout=llvm -d "$object" | cmp -s - "$dir/llvm" || echo "$source" >>"$dir/differ"
        else
            same_as_llvm "$source, ${object##*/}" -d "$object"
        fi
    done
    sort -u "$dir/differ" >"$dir/got"
    sort "$dir/listed" | diff - "$dir/got" >"$dir/diff"
    ok 'what differences.txt lists differs' $? "$dir/diff"
    for options in -dz '-d -j .text' '-d --no-show-raw-insn' '-d --start-address=0x1610 --stop-address=0x1650' -t -td; do
        same_as_llvm "saxpy.co $options" $options demo/saxpy.co
    done
else
    skip 100 "$OBJDUMP is not here"
fi

# ---- Lines of the source.
if command -v "$CLANG" >/dev/null && command -v "$LLD" >/dev/null && command -v "$OBJDUMP" >/dev/null && ! "$gisa" dis -S demo/saxpy.co 2>&1 | grep -q 'without libdw'; then
    "$CLANG" -x cl -Xclang -finclude-default-header --target=amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -g -O2 \
        -c "$PWD/$here/lines.cl" -o "$dir/lines.o" && "$LLD" -shared "$dir/lines.o" -o "$dir/lines.co"
    ok 'lines.cl compiles' $?
    same_as_llvm 'lines' -d -l "$dir/lines.co"
    same_as_llvm 'lines with their text' -d -l -S "$dir/lines.co"
    same_as_llvm 'text of lines' -S "$dir/lines.co"
    "$OBJDUMP" -d -l "$dir/lines.co" >"$dir/llvm"
    "$gisa" objdump -d "$dir/lines.co" -l --insn-width=16 >"$dir/gnu" # Compiler Explorer's command line
    python3 "$here/parse.py" "$dir/gnu" "$dir/llvm" -l >"$dir/out"
    ok "Compiler Explorer's parser, with lines" $? "$dir/out"
    "$gisa" objdump -d -l "$dir/lines.o" >"$dir/out" 2>&1
    grep -q 'warning: .*lines.o: lines are shown of linked files only' "$dir/out" && ! grep -q 'cl:[0-9]' "$dir/out"
    ok 'no wrong lines of a relocatable object' $? "$dir/out"
else
    skip 6 'lines: needs clang-19, lld-19, llvm-19 and libdw'
fi

# ---- The layout of GNU objdump. Where llvm-objdump differs, it is not the layout's fault.
if command -v "$OBJDUMP" >/dev/null; then
    for object in "$dir"/objects/saxpy.co "$dir"/objects/calls-*.o; do
        [ -s "$object" ] || continue
        "$OBJDUMP" -d "$object" >"$dir/llvm"
        "$gisa" objdump -d "$object" -l --insn-width=16 >"$dir/gnu" 2>/dev/null
        python3 "$here/parse.py" "$dir/gnu" "$dir/llvm" >"$dir/out"
        ok "Compiler Explorer's parser: ${object##*/}" $? "$dir/out"
    done
else
    skip 1
fi
if command -v objdump >/dev/null && objdump -h demo/saxpy.co >/dev/null 2>&1; then
    for object in "$dir"/objects/*o; do
        # It takes the kernels of version 2 for STT_GNU_IFUNC; gisa.h does not tell common symbols
        # from absolute ones.
        case $object in *versions_counts.s* | *object_bindings.s*) continue ;; esac
        objdump -h -t "$object" 2>/dev/null | sed 's/file format elf64-little/file format elf64-amdgpu/' >"$dir/expected"
        "$gisa" objdump -h -t "$object" >"$dir/got"
        same "GNU objdump -h -t, ${object##*/}" "$dir/expected" "$dir/got"
    done
else
    skip 1 'GNU objdump does not read foreign ELF files here'
fi

cat >"$dir/expected" <<END

$dir/raw:     file format binary


Disassembly of section .data:

0000000000000000 <.data>:
   0:	00 00 80 bf             	s_nop 0
   4:	05 00 85 bf             	s_cbranch_scc1 5	// 1c <.data+0x1c>
   8:	ff 02 00 7e db 0f 49 40 	v_mov_b32_e32 v0, 0x40490fdb
	...
  1c:	00 00 81 bf             	s_endpgm
  20:	01                      	.byte 0x01
END
printf '\000\000\200\277\005\000\205\277\377\002\000\176\333\017\111\100\000\000\000\000\000\000\000\000\000\000\000\000\000\000\201\277\001' >"$dir/raw"
"$gisa" objdump -D -b binary -m gfx900 "$dir/raw" >"$dir/got"
same 'raw code' "$dir/expected" "$dir/got"
"$gisa" objdump -Dz -m tahiti --insn-width=4 -Mclrx,intel "$dir/raw" >"$dir/got" 2>"$dir/errors"
grep -q '^   8:	ff 02 00 7e 	v_mov_b32 v0, 0x40490fdb$' "$dir/got" && grep -q '^   c:	db 0f 49 40 $' "$dir/got" &&
    grep -q '^  10:	00 00 00 00 	' "$dir/got" && grep -q 'unknown disassembler option: intel' "$dir/errors"
ok "--insn-width, -z, -M" $? "$dir/got"
"$gisa" objdump -d --no-show-raw-insn demo/saxpy.co | grep -qx '    1664:	s_endpgm'
ok '--no-show-raw-insn' $?

# Shaders of the PS Vita: the bytes are the file's, and all of them.
"$gisa" asm -f gxp tests/files/gxp/fragment.s -o "$dir/f.gxp" && "$gisa" objdump -dz "$dir/f.gxp" >"$dir/got"
grep -q 'file format gxp' "$dir/got" && grep -q '^0000000000000000 <primary>:$' "$dir/got" &&
    python3 - "$dir/f.gxp" "$dir/got" <<'END'
import re, sys
lines = [re.match(r"^ *[0-9a-f]+:\t((?:[0-9a-f]{2} )+)", line) for line in open(sys.argv[2])]
code = b"".join(bytes.fromhex(m[1]) for m in lines if m)
sys.exit(not code or code not in open(sys.argv[1], "rb").read())
END
ok 'a .gxp file' $? "$dir/got"

# Names of C++, where libiberty is there.
cat >"$dir/names.s" <<'END'
.text
.globl _Z4kernIfEvPT_i
.type _Z4kernIfEvPT_i,@function
_Z4kernIfEvPT_i:
    s_cbranch_scc0 _Z4kernIfEvPT_i+4
    s_endpgm
END
"$gisa" asm -a gfx900 -f co "$dir/names.s" -o "$dir/names.co" && "$gisa" objdump -d -C "$dir/names.co" >"$dir/got" 2>"$dir/errors"
if grep -q 'without libiberty' "$dir/errors"; then
    skip 1 'this gisa has no libiberty'
else
    grep -q '^[0-9a-f]* <void kern<float>(float\*, int)>:$' "$dir/got" && grep -q '// [0-9a-f]*8 <void kern<float>(float\*, int)+0x4>$' "$dir/got"
    ok '-C' $? "$dir/got"
fi

# ---- Arguments.
head -c 300 demo/saxpy.co >"$dir/cut"
expect 1 'cut: the section headers lie outside the file' "$gisa" objdump -d "$dir/cut"
expect 1 'name one' "$gisa" objdump -d "$dir/raw"
expect 1 'No such file' "$gisa" objdump -d "$dir/none"
expect 2 'expected what to print' "$gisa" objdump demo/saxpy.co
expect 2 'expected the name of a file' "$gisa" objdump -d
expect 2 'unknown layout' "$gisa" objdump -d --layout=bsd demo/saxpy.co
expect 2 'expected 1 to 64 after --insn-width' "$gisa" objdump -d --insn-width=0 demo/saxpy.co
expect 2 'must be after --start-address' "$gisa" objdump -d --start-address=8 --stop-address=8 demo/saxpy.co
expect 0 'warning: relocations are not shown' "$gisa" objdump -dr demo/saxpy.co
expect 0 '<saxpy>:' "$gisa" objdump --disassemble=saxpy demo/saxpy.co
expect 0 'file format' "$gisa" objdump --disassemble=other demo/saxpy.co
"$gisa" objdump --disassemble=other demo/saxpy.co | grep -q s_endpgm
[ $? -eq 1 ]
ok '--disassemble=SYMBOL prints no other' $?
trials=0
for object in demo/saxpy.co "$dir/f.gxp"; do # damaged files: an answer, whatever it is
    size=$(wc -c <"$object")
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        cp "$object" "$dir/bad"
        printf '\377\377\377\177' | dd of="$dir/bad" bs=1 seek=$((i * size / 21 / 4 * 4)) conv=notrunc 2>/dev/null
        "$gisa" objdump -htD -l "$dir/bad" >"$dir/got" 2>&1
        [ $? -le 1 ] || ok "a damaged $object, $i" 1 "$dir/got"
        trials=$((trials + 1))
    done
done
ok 'damaged files' 0
finish
