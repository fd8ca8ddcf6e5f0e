#!/bin/sh
# SPDX-License-Identifier: MIT
# What `gisa dis` lists of a file: parts by address and by symbol. Each part is compared with the
# lines of the whole listing, whose addresses --hex writes.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")

# lines BEGIN END: the instructions of a --hex listing at these addresses (hexadecimal, 12 digits).
lines() {
    awk -v begin="$1" -v end="$2" '{ at = $0; sub(/.*\/\/ /, "", at); at = substr(at, 1, 12) }
        /\/\/ [0-9A-F]*: [0-9A-F]/ && at >= begin && at < end'
}
all=000000000000 none=FFFFFFFFFFFF

# part NAME BEGIN END ARGUMENTS...: the lines that gisa dis ARGUMENTS writes are those of
# $dir/whole.
part() {
    name=$1 begin=$2 end=$3
    shift 3
    "$gisa" dis --hex "$@" >"$dir/part"
    lines $all $none <"$dir/part" >"$dir/got"
    lines "$begin" "$end" <"$dir/whole" >"$dir/want"
    [ -s "$dir/want" ] && cmp -s "$dir/want" "$dir/got"
    ok "$name" $? "$dir/part"
}

# ---- A code object: addresses, symbols, both. first is at 1000 to 1018, second to 1028, 12 bytes
# of numbers, last at 1034: llvm-objdump says so below, where it is installed.
"$gisa" asm -f co "$here/parts.s" -o "$dir/parts.co" && "$gisa" dis --hex "$dir/parts.co" >"$dir/whole"
ok 'parts.s is assembled and listed' $?
base=$("$gisa" dis --json "$dir/parts.co" | sed -n '1s/.*"address":\([0-9]*\).*/\1/p')
at() { printf '%012X' $((base + $1)); }
[ "${base:-0}" -gt 0 ]
ok 'the code has an address' $?
part '--start' "$(at 8)" $none --start $((base + 8)) "$dir/parts.co"
part '--stop' $all "$(at 8)" --stop=$((base + 8)) "$dir/parts.co"
part '--start --stop' "$(at 4)" "$(at 40)" --start "$((base + 4))" --stop "0x$(at 40)" "$dir/parts.co"
part '--symbol of a function with a size' "$(at 0)" "$(at 24)" --symbol first "$dir/parts.co"
part '--symbol of a symbol without a size' "$(at 32)" "$(at 40)" --symbol inner "$dir/parts.co"
part '--symbol twice' "$(at 0)" "$(at 40)" --symbol second --symbol first "$dir/parts.co"
part '--symbol and --start' "$(at 12)" "$(at 24)" --symbol first --start $((base + 12)) "$dir/parts.co"
"$gisa" dis --json --symbol second "$dir/parts.co" >"$dir/got"
"$gisa" dis --json "$dir/parts.co" | sed -n '7,9p' >"$dir/want"
same '--json --symbol' "$dir/want" "$dir/got"

# Names of what is not listed are those of the whole listing; what is not listed has no label here.
"$gisa" dis --symbol second "$dir/parts.co" >"$dir/got"
grep -q '^second:$' "$dir/got" && grep -q '^inner:$' "$dir/got" && grep -q '	s_branch last$' "$dir/got" &&
    ! grep -q '^last:\|^first:\|size first' "$dir/got" && grep -q '	\.size second, \.-second$' "$dir/got"
ok '--symbol: labels and sizes of the part, names of others' $? "$dir/got"
"$gisa" dis --start $((base + 12)) --stop $((base + 20)) "$dir/parts.co" >"$dir/got"
grep -q '^	// loop+0x8:$' "$dir/got" && grep -q 's_cbranch_scc1 loop$' "$dir/got" && grep -q 's_cbranch_vccz inner$' "$dir/got" &&
    ! grep -q '^[a-z]*:$' "$dir/got"
ok 'a part that begins inside a symbol says where' $? "$dir/got"
"$gisa" dis --symbol table "$dir/parts.co" | tail -n 6 | tr -s '\n\t' '  ' >"$dir/got"
grep -q 'table: .quad 0x600000005 .quad second .size table, .-table' "$dir/got"
ok '--symbol of data' $? "$dir/got"
"$gisa" dis --symbol numbers "$dir/parts.co" >"$dir/got"
grep -q '^numbers:$' "$dir/got" && [ "$(grep -c '	\.long 0x1, 0x2, 0x3' "$dir/got")" -eq 1 ] && ! grep -q s_ "$dir/got"
ok '--symbol of data in code' $? "$dir/got"
"$gisa" dis --symbol saxpy.kd demo/saxpy.co >"$dir/got"
grep -q '^	\.amdhsa_kernel saxpy$' "$dir/got" && ! grep -q s_endpgm "$dir/got"
ok '--symbol of a kernel descriptor' $? "$dir/got"

# Another program's opinion of what lies where.
words() {
    sed -n 's|^.*// \([0-9A-F]*: [0-9A-F ]*[0-9A-F]\).*$|\1|p'
}
if command -v llvm-objdump-19 >/dev/null; then
    for symbol in first second; do
        llvm-nm-19 -S "$dir/parts.co" | sed -n "s/^\([0-9a-f]*\) \([0-9a-f]*\) . $symbol\$/0x\1 0x\2/p" >"$dir/place"
        read -r begin size <"$dir/place"
        llvm-objdump-19 -d --start-address="$begin" --stop-address=$((begin + size)) "$dir/parts.co" | words >"$dir/want"
        "$gisa" dis --hex --symbol $symbol "$dir/parts.co" | words >"$dir/got"
        [ -s "$dir/want" ] && cmp -s "$dir/want" "$dir/got"
        ok "--symbol $symbol: the words that LLVM finds there" $? "$dir/got"
    done
    llvm-objdump-19 -d --start-address=$((base + 4)) --stop-address=$((base + 24)) "$dir/parts.co" | words >"$dir/want"
    "$gisa" dis --hex --start $((base + 4)) --stop $((base + 24)) "$dir/parts.co" | words >"$dir/got"
    [ -s "$dir/want" ]
    ok 'llvm-objdump lists the range' $?
    same '--start --stop: the words that llvm-objdump lists' "$dir/want" "$dir/got"
else
    skip 4 'no llvm-objdump-19 here'
fi

# ---- A relocatable object: addresses begin at 0 in each section.
"$gisa" asm "$here/parts.s" -o "$dir/parts.o" && "$gisa" dis --hex "$dir/parts.o" >"$dir/whole"
part '--start --stop in a relocatable object' 000000000008 000000000010 --start 8 --stop 16 "$dir/parts.o"

# ---- Many instructions, on several threads.
awk 'BEGIN { for (i = 0; i < 60000; i++) print "s_mov_b32 s" i % 100 ", s1"; print "s_branch 7" }' >"$dir/many.s"
"$gisa" asm -a gfx900 -f raw "$dir/many.s" -o "$dir/many.bin" && "$gisa" dis -a gfx900 -f raw --hex "$dir/many.bin" >"$dir/whole"
for jobs in 1 4; do
    part "raw code, -j $jobs" 000000000100 000000038000 -a gfx900 -f raw -j $jobs --start 0x100 --stop 0x38000 "$dir/many.bin"
done
"$gisa" dis -a gfx900 -f raw --json --start 8 --stop 16 "$dir/many.bin" >"$dir/got"
[ "$(grep -c '"address":\(8\|12\),' "$dir/got")" -eq 2 ] && [ "$(wc -l <"$dir/got")" -eq 2 ]
ok 'raw code as JSON' $? "$dir/got"
# What begins in the middle of the file's words is decoded from there, as headers before raw
# code want it.
echo 'ffffffff be8000ff 00000001' | "$gisa" dis -a gfx900 -f hex --start 4 - >"$dir/got"
echo 's_mov_b32 s0, lit(0x1)' >"$dir/want"
same '-f hex --start' "$dir/want" "$dir/got"

# ---- A shader.
"$gisa" asm -f gxp tests/files/gxp/vertex.s -o "$dir/s.gxp" 2>"$dir/err" || "$gisa" asm -f gxp examples/lit.frag.s -o "$dir/s.gxp"
"$gisa" dis --hex "$dir/s.gxp" | awk '/^\t\.primary/ { on = 1 } on' >"$dir/whole"
part '--symbol primary' $all $none --symbol primary "$dir/s.gxp"
part '.gxp --start --stop' 000000000008 000000000018 --symbol primary --start 8 --stop 24 "$dir/s.gxp"
expect 1 "the file has no program 'main'; expected primary or secondary" "$gisa" dis --symbol main "$dir/s.gxp"
expect 1 'not a multiple of 8' "$gisa" dis --start 4 "$dir/s.gxp"

# ---- Graphs: edges between blocks, which are called by their offsets; b: a block, x: a place that
# is not drawn, s: a symbol or a register.
edges() {
    sed -n 's/^	\([a-z]\)[0-9]*\(_[0-9a-f]*\) -> \([a-z]\)[0-9]*\(_[0-9a-f]*\) \[\(.*\)\];$/\1\2 \3\4 \5/p' |
        sed 's/color="#0b5fa5", label="taken".*/taken/; s/color="#8a4b08", style=dashed/call/; s/color="#888888", style=dotted/phase/; s/color="#000000"/jump/; s/color="#888888"/next/' | sort
}
clusters() {
    sed -n 's/^		label="\(.*\)";$/\1/p'
}
# drawn NAME: dot takes what is in $dir/graph, and its edges are those of the standard input.
drawn() {
    sort >"$dir/want"
    edges <"$dir/graph" >"$dir/got"
    same "$1: edges" "$dir/want" "$dir/got"
    if command -v dot >/dev/null; then
        dot -Tsvg "$dir/graph" >"$dir/svg" 2>"$dir/log" && grep -q '</svg>' "$dir/svg" && [ ! -s "$dir/log" ]
        ok "$1: dot -Tsvg" $? "$dir/log"
    else
        skip 1 'no dot here'
    fi
}
"$gisa" dis --graph "$dir/parts.co" >"$dir/graph"
drawn '--graph' <<'END'
b_0 b_4 next
b_4 b_4 taken
b_4 b_10 next
b_10 b_20 taken
b_10 b_14 next
b_14 s_14 jump
b_18 b_20 next
b_20 b_34 jump
END
[ "$(clusters <"$dir/graph" | tr '\n' ' ')" = 'first second ' ] && grep -q 'label="inner:.lv_add_f32_e32 v1, v0, v1.ls_branch last.l"' "$dir/graph"
ok '--graph: a cluster for each function, without data' $? "$dir/graph"
"$gisa" dis --graph --symbol first "$dir/parts.co" >"$dir/graph"
drawn '--graph --symbol' <<'END'
b_0 b_4 next
b_4 b_4 taken
b_4 b_10 next
b_10 x_20 taken
b_10 b_14 next
b_14 s_14 jump
END
cat >"$dir/calls.s" <<'END'
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl "a \"b\" \\"
"a \"b\" \\":
    s_call_b64 s[30:31], helper
    s_swappc_b64 s[30:31], s[4:5]
    s_endpgm
helper:
    .rept 40
    s_nop 0
    .endr
    s_setpc_b64 s[30:31]
END
"$gisa" asm "$dir/calls.s" -o "$dir/calls.o" && "$gisa" dis --graph "$dir/calls.o" >"$dir/graph"
drawn '--graph of calls' <<'END'
b_0 b_4 next
b_0 b_c call
b_4 b_8 next
b_4 s_4 call
b_c s_c jump
END
grep -q '\.\.\. 25 more' "$dir/graph" && [ "$(grep -o 's_nop 0' "$dir/graph" | wc -l)" -eq 15 ]
ok '--graph: long blocks are cut' $? "$dir/graph"
printf '.amdgcn_target "amdgcn-amd-amdhsa--gfx900"\n.globl far, f\nf:\ns_cbranch_scc0 far\ns_endpgm\n.section .far,"ax",@progbits\nfar:\ns_endpgm\n' >"$dir/far.s"
"$gisa" asm "$dir/far.s" -o "$dir/far.o" && "$gisa" dis --graph "$dir/far.o" >"$dir/graph"
drawn '--graph: a branch that a linker completes' <<'END'
b_0 b_4 next
b_0 s_0 taken
END
grep -q '^	s[0-9]*_0 \[shape=plaintext, label="far"\]' "$dir/graph"
ok '--graph: the name of its target' $? "$dir/graph"
echo 'bf820001 bf810000 bf850003 bf820000 bf810000' | "$gisa" dis -a gfx900 --graph - >"$dir/graph"
drawn '--graph of words' <<'END'
b_0 b_8 jump
b_8 x_18 taken
b_8 b_c next
b_c b_10 jump
END
printf '.gxp vertex\n.primary\n  mov.f32 r0.x, pa0.x\n  p0 br done\n  mov.f32 r0.x, pa0.x\ndone:\n  mov.f32 o0.x, r0.x\n' >"$dir/br.s"
"$gisa" asm -f gxp "$dir/br.s" -o "$dir/br.gxp" 2>"$dir/log" && "$gisa" dis --graph "$dir/br.gxp" >"$dir/graph"
ok '--graph of a shader' $? "$dir/log"
drawn '--graph of a shader' <<'END'
b_0 b_18 taken
b_0 b_10 next
b_10 b_18 next
END
[ "$(clusters <"$dir/graph")" = primary ]
ok '--graph of a shader: a cluster for the program' $? "$dir/graph"
head -c 4096 /dev/urandom >"$dir/noise"
"$gisa" dis -a gfx900 -f raw --graph "$dir/noise" >"$dir/graph"
edges <"$dir/graph" >"$dir/dots" && drawn '--graph of noise' <"$dir/dots"
expect 2 'exclude each other' "$gisa" dis --graph --json "$dir/parts.co"

# ---- Lines of the source, from line tables that gisa asm makes of .loc, and from clang's.
cat >"$dir/f.cl" <<'END'
kernel void f(global int *x, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * 3;
    x[0] = sum;
}
END
cat >"$dir/loc.s" <<END
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.file 1 "$dir/f.cl"
.text
.globl g
g:
.loc 1 2
    s_mov_b32 s0, 0
    s_nop 0
.loc 1 4 3
    s_add_u32 s0, s0, 1
.loc 1 4 9
    s_nop 1
.loc 1 99
    s_endpgm
END
cat >"$dir/want" <<'END'
g:
// f.cl:2: int sum = 0;
s_mov_b32 s0, 0
s_nop 0
// f.cl:4: sum += x[i] * 3;
s_add_u32 s0, s0, 1
s_nop 1
// f.cl:99
s_endpgm
END
"$gisa" asm -f co "$dir/loc.s" -o "$dir/loc.co" && "$gisa" dis -S "$dir/loc.co" >"$dir/all" 2>"$dir/log"
ok 'dis -S' $(($? && ! $(grep -c 'built without libdw' "$dir/log"))) "$dir/log"
if grep -q 'built without libdw, .*install libdw-dev' "$dir/log"; then
    skip 8 'gisa was built without libdw'
else
    sed -n '/^g:/,/s_endpgm/p' "$dir/all" | tr -d '\t' >"$dir/got"
    same 'dis -S: lines of the source' "$dir/want" "$dir/got"
    "$gisa" asm -f co "$dir/all" -o "$dir/back.co" && cmp "$dir/back.co" "$dir/loc.co" >"$dir/log"
    ok 'dis -S: the listing is still the same file' $? "$dir/log"
    "$gisa" dis -S --hex -j 1 "$dir/loc.co" | grep -v '^	// f.cl' >"$dir/got"
    "$gisa" dis --hex "$dir/loc.co" >"$dir/want"
    same 'dis -S: the other lines are those without it' "$dir/want" "$dir/got"
    "$gisa" asm "$dir/loc.s" -o "$dir/loc.o"
    expect 1 "loc.o: -S needs a linked code object: 'gisa asm -f co'" "$gisa" dis -S "$dir/loc.o"
    expect 1 'no line table in it (-S); compile with -g' "$gisa" dis -S demo/saxpy.co
    expect 1 '-S needs a code object (ELF)' "$gisa" dis -a gfx900 -f raw -S "$dir/noise"
    expect 2 'exclude each other' "$gisa" dis -S --json "$dir/loc.co"
    # clang's, compared with what llvm-objdump says of the same file
    if command -v clang-19 >/dev/null && command -v llvm-objdump-19 >/dev/null &&
        clang-19 -g -O2 -x cl -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib "$dir/f.cl" -o "$dir/f.co" 2>"$dir/log"; then
        llvm-objdump-19 -d --line-numbers "$dir/f.co" | sed -n 's/^; .*\(f\.cl:[1-9][0-9]*\)$/\1/p' | uniq >"$dir/want"
        "$gisa" dis -S "$dir/f.co" | sed -n 's,^	// \(f\.cl:[0-9]*\): .*,\1,p' | uniq >"$dir/got"
        [ "$(wc -l <"$dir/want")" -ge 3 ] && same 'dis -S: the lines that llvm-objdump finds' "$dir/want" "$dir/got"
    else
        skip 1 'no clang-19 that links for amdgcn'
    fi
fi

# ---- What cannot be listed.
expect 1 "the file has no symbol 'frist'; did you mean 'first'?" "$gisa" dis --symbol frist "$dir/parts.co"
expect 1 "the file has no symbol 'nonsense'; it has " "$gisa" dis --symbol first --symbol nonsense "$dir/parts.co"
expect 1 'nothing to list at these addresses; the code is at 0x' "$gisa" dis --start 0x100000 "$dir/parts.co"
expect 1 'nothing to list at these addresses; the code is at 0x0 to 0x8' sh -c "echo bf810000 bf810000 | '$gisa' dis -a gfx900 --start 8 -"
expect 1 'not a multiple of 4' "$gisa" dis --start $((base + 2)) "$dir/parts.co"
expect 1 'raw code has no symbols; name addresses instead' sh -c "echo bf810000 | '$gisa' dis -a gfx900 --symbol f -"
expect 2 'stop must be an address after --start' "$gisa" dis --start 8 --stop 8 "$dir/parts.co"
for value in x 1a4 -4 0x 99999999999999999999; do
    expect 2 "expected an address such as 0x100 after --start, not $value" "$gisa" dis --start="$value" "$dir/parts.co"
done
finish
