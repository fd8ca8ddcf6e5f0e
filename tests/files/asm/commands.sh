# SPDX-License-Identifier: MIT
# Part of run.sh: options, files, formats, exit statuses of `gisa asm`.

run() { # NAME STATUS COMMAND...: runs in the work directory; output in $dir/stdout and $dir/stderr
    name=$1
    wanted=$2
    shift 2
    (cd "$dir" && "$@" >stdout 2>stderr </dev/null)
    [ $? = "$wanted" ]
    ok "$name: status $wanted" $?
}

has() { # NAME FILE PATTERN
    grep -q -e "$3" "$dir/$2" || { head -5 "$dir/$2"; false; }
    ok "$1: $3" $?
}

printf '.amdgcn_target "amdgcn-amd-amdhsa--gfx803"\ns_nop 0\ns_mov_b32 s0, 0x12345678\n.long 1, 2\ns_endpgm\n' \
    >"$dir/good.s"
printf 's_nop 0\n.byte 256\n' >"$dir/bad.s"
printf '.long N, M\n' >"$dir/defines.s"
mkdir -p "$dir/dir/sub" "$dir/path"
printf '.include "sub/one.inc"\n.include "two.inc"\n' >"$dir/dir/top.s"
printf '.byte 1\n.include "beside.inc"\n' >"$dir/dir/sub/one.inc"
printf '.byte 2\n' >"$dir/dir/sub/beside.inc"
printf '.short 3\n' >"$dir/path/two.inc"

run 'no arguments' 2 "$gisa" asm
has 'no arguments' stderr 'expected the name of a source file'
run 'help' 0 "$gisa" asm --help
has 'help' stdout 'Examples:'
run 'help beside others' 0 "$gisa" asm -f co -h
run 'unknown option' 2 "$gisa" asm --wrong good.s
has 'unknown option' stderr 'unknown option --wrong'
run 'unknown format' 2 "$gisa" asm -f exe good.s
has 'unknown format' stderr 'expected elf, co, raw, hex or gxp'
run 'unknown syntax' 2 "$gisa" asm --syntax intel good.s
run 'unknown architecture' 2 "$gisa" asm -a gfx999 good.s
run 'no value' 2 "$gisa" asm good.s -o
run 'two files' 2 "$gisa" asm good.s bad.s
run 'wrong number' 2 "$gisa" asm --error-limit=x good.s
run 'source as output' 2 "$gisa" asm good.s -o good.s
has 'source as output' good.s 's_endpgm'

run 'no such file' 1 "$gisa" asm nothing.s
run 'a directory' 1 "$gisa" asm dir -o out
run 'errors' 1 "$gisa" asm -a gfx803 bad.s
has 'errors' stderr '^bad.s:2:7: error: 256 does not fit 8 bits$'
[ ! -e "$dir/bad.o" ]
ok 'errors: no output' $?
echo old >"$dir/kept.o"
run 'errors with old output' 1 "$gisa" asm -a gfx803 bad.s -o kept.o
has 'errors with old output' kept.o '^old$'

for format in elf:o co:co raw:bin hex:hex; do
    run "format $format" 0 "$gisa" asm -f ${format%:*} good.s
    [ -s "$dir/good.${format#*:}" ]
    ok "format $format: output named after the source" $?
done
has 'hex' good.hex '^0xbe8000ff 0x12345678$'
has 'hex' good.hex '^0x00000001 0x00000002$'
run 'other architecture' 1 "$gisa" asm -a gfx900 good.s
run 'architecture by another name' 0 "$gisa" asm --arch=fiji good.s -o -
run 'standard output' 0 "$gisa" asm -f raw good.s -o -
cmp -s "$dir/stdout" "$dir/good.bin"
ok 'standard output: same bytes' $?
(cd "$dir" && "$gisa" asm -f raw - -o - <good.s >piped)
cmp -s "$dir/piped" "$dir/good.bin"
ok 'standard input' $?
(cd "$dir" && "$gisa" asm -a gfx803 - <bad.s 2>stderr)
has 'standard input' stderr '^<stdin>:2:7: error'
run 'closed pipe' 0 sh -c "'$gisa' asm good.s -o - | true"
[ ! -s "$dir/stderr" ]
ok 'closed pipe: quiet' $?
run 'full device' 1 sh -c "'$gisa' asm good.s -o - >/dev/full"

run 'defines' 0 "$gisa" asm -a gfx803 -f hex -D N -DM=N+4 defines.s -o -
has 'defines' stdout '^0x00000001 0x00000005$'
run 'wrong define' 1 "$gisa" asm -a gfx803 -D N=1+ defines.s -o -
has 'wrong define' stderr '^<command line>:1:5: error: expected an expression$'
run 'include' 0 "$gisa" asm -a gfx803 -f hex -I path dir/top.s -o -
has 'include' stdout '^0x00030201$'
run 'include not found' 1 "$gisa" asm -a gfx803 dir/top.s -o -
has 'include not found' stderr "^dir/top.s:2:10: error: cannot read 'two.inc'$"

# texts.txt: words of texts in both syntaxes, and what is refused
while IFS= read -r line; do
    case $line in '#'* | '') continue ;; esac
    head=${line%% = *} text=${line#* = } back=
    case $head in *' == '*) back=1 head=${line%% == *} text=${line#* == } ;; esac
    on=${head%% *} head=${head#* }
    syntax=${head%% *} want=${head#* }
    got=$(printf "%b\n" "$text" | "$gisa" asm -a "$on" --syntax "$syntax" -f elf - -o "$dir/texts.o" 2>&1)
    case $want in
    '! '*)
        case $got in *"${want#! }"*) true ;; *) echo "$got" && false ;; esac
        ok "$on, $syntax, refused: $text" $?
        continue
        ;;
    esac
    got=$(printf "%b\n" "$text" | "$gisa" asm -a "$on" --syntax "$syntax" -f hex - -o - 2>&1)
    [ "$got" = "$want" ] || { echo "$got" && false; }
    ok "$on, $syntax: $text" $?
    [ "$back" ] || continue
    got=$(echo "$want" | "$gisa" dis -a "$on" --syntax "$syntax" -f hex -)
    [ "$got" = "$text" ] || { echo "$got" && false; }
    ok "$on, $syntax, dis: $text" $?
done <texts.txt

# What the header's flags say of XNACK and SRAMECC: two bits each from version 4 on, one before
# (LLVM's "AMDGPU ELF Header"; for versions 4 and 5 llvm-mc-19 writes the same).
while read -r version target flags; do
    printf '.amdgcn_target "amdgcn-amd-amdhsa--%s"\n.amdhsa_code_object_version %s\ns_endpgm\n' "$target" "$version" >"$dir/flags.s"
    run "$target, version $version" 0 "$gisa" asm flags.s -o flags.o
    [ "$(od -An -tx4 -j48 -N4 "$dir/flags.o" | tr -d ' ')" = "$flags" ]
    ok "$target, version $version: flags $flags" $?
done <<END
3 gfx900:xnack+ 0000012c
3 gfx900:xnack- 0000002c
4 gfx900 0000012c
4 gfx900:xnack+ 0000032c
4 gfx900:xnack- 0000022c
5 gfx900 0000012c
5 gfx900:xnack- 0000022c
END

# A symbol with a name that the assembler has a symbol of its own for comes back as a label, and
# registers are counted on.
printf '.amdgcn.next_free_vgpr = .\n.amdgcn.gfx_generation_number = .\nv_mov_b32 v7, 0\n' >"$dir/own.s"
run 'own names' 0 "$gisa" asm -a gfx900 own.s -o own.o
run 'own names: dis' 0 "$gisa" dis own.o -o again.s
has 'own names: dis' again.s '^\.amdgcn\.next_free_vgpr:$'
run 'own names: again' 0 "$gisa" asm again.s -o again.o
cmp -s "$dir/own.o" "$dir/again.o"
ok 'own names: same object' $?

# Symbols at one place have entries of their own in the GOT, which come back.
cat >"$dir/aliases.s" <<'END'
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.irp n, one, two, three
.globl \n
.hidden \n
\n:
.endr
s_endpgm
.irp n, two, one, two, three
s_getpc_b64 s[0:1]
s_add_u32 s0, s0, \n@gotpcrel32@lo+4
s_addc_u32 s1, s1, \n@gotpcrel32@hi+12
.endr
s_getpc_b64 s[0:1]
s_endpgm
END
run 'aliases' 0 "$gisa" asm -f co aliases.s -o aliases.co
run 'aliases: dis' 0 "$gisa" dis aliases.co -o again.s
run 'aliases: again' 0 "$gisa" asm -f co again.s -o again.co
cmp -s "$dir/aliases.co" "$dir/again.co"
ok 'aliases: same file' $?

# Lines of a large source that repeat are read once (src/asm/known.c). With a comment behind each,
# none does; what the comment of a block holds is no instruction.
awk 'BEGIN {
    for (i = 0; i < 3000; i++) {
        print "\ts_mov_b32 s" i % 90 ", s1\n\tv_add_f32_e32 v" i % 250 ", 0x3f8" i % 10 "0000, v1\nl" i ": s_nop " i % 8
        if (i % 7 == 0) print "/*\n\ts_mov_b32 s1, s1\n\ts_nop 1\n*/\n\ts_nop 2"
        if (i % 11 == 0) print ".if " i % 2 "\n\ts_nop 3\n\ts_mov_b32 s2, s1\n.else\n\ts_nop 4\n.endif"
        if (i % 13 == 0) print ".set x, " i % 50 "\n\ts_movk_i32 s3, x\n\ts_branch l" i
        if (i % 17 == 0) print ".rept 3\n\ts_nop 5\n\ts_mov_b32 s3, s1\n.endr\n\n\ts_nop 6; s_nop 7"
        if (i % 19 == 0) print ".irp n, 1, 2, 3\n\ts_mov_b32 s4, \\n\n\ts_nop 5\n.endr"
    }
}' >"$dir/repeats.s"
sed '/^\/\*/,/^\*\//!s,$, // read,' "$dir/repeats.s" >"$dir/read.s"
run 'repeats' 0 "$gisa" asm -a gfx900 -f raw repeats.s -o repeats.bin
run 'repeats: read' 0 "$gisa" asm -a gfx900 -f raw read.s -o read.bin
cmp "$dir/repeats.bin" "$dir/read.bin" && [ "$(wc -c <"$dir/repeats.bin")" -gt 50000 ]
ok 'repeats: the same code' $?
echo 's_nop x y' >>"$dir/repeats.s"
run 'repeats: an error' 1 "$gisa" asm -a gfx900 -f raw repeats.s -o repeats.bin
has 'repeats: its line' stderr "^repeats.s:$(wc -l <"$dir/repeats.s"):"
