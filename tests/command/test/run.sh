#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa test: what it reads, compares, reports and refuses; gisa run --case, which writes what it
# reads.
# usage: sh tests/command/test/run.sh build/gisa
. "$(dirname "$0")/../../lib.sh"
gisa=${1:-build/gisa}
explains=$dir/out
program=$(cd "$(dirname "$gisa")" && pwd)/$(basename "$gisa")

# a case on gfx900: write NAME, the lines from stdin after the head
write() {
    printf 'case-file 1\narch gfx900\norigin derived: by hand\n' >"$dir/$1"
    cat >>"$dir/$1"
}

# verdict WHAT STATUS PATTERN LINES: a case that computes v0 = v1 + v2 with 1.5 and 2.5, and these
# lines
verdict() {
    { printf 'case sum\ncode text\nv_add_f32 v0, v1, v2\nend\nset v1 = 1.5\nset v2 = 2.5\n%b\n' "$4"; } | write sum.case
    "$gisa" test "$dir/sum.case" >"$dir/out" 2>&1
    [ $? -eq "$2" ] && grep -q -e "$3" "$dir/out"
    ok "$1" $?
}
good='^1 passed, 0 failed$'

# ---- what is compared

verdict 'a float' 0 "$good" 'expect v0:f32 = 4'
verdict 'bits' 0 "$good" 'expect v0 = 0x40800000'
verdict 'an untyped float' 0 "$good" 'expect v0 = 4.0'
verdict 'another value' 1 'v0, lane 0: 4 (0x40800000), expected 4.5 (0x40900000)' 'expect v0:f32 = 4.5'
verdict 'how many differ' 1 'expect v0:f32 = 4.5 (64 values differ)' 'expect v0:f32 = 4.5'
verdict 'lanes' 0 "$good" 'set v1 = 1.5 63*-2.5\nexpect v0 = 4.0 63*0.0'
verdict 'the last lane' 1 'v0, lane 63: 0x00000000, expected 0x3f800000' 'set v1 = 1.5 63*-2.5\nexpect v0 = 4.0 62*0.0 1.0'
verdict 'lanes after a list are free' 0 "$good" 'set v1 = 1.5 63*-2.5\nexpect v0 = 4.0 0.0'
verdict 'a value that is free' 0 "$good" 'set v1 = 1.5 7.5 0.5\nexpect v0 = 4.0 ? 3.0'
verdict 'within a distance' 0 "$good" 'expect v0:f32 = 4.4 within 0.5'
verdict 'outside a distance' 1 'expected 4.5' 'expect v0:f32 = 4.5 within 0.4'
verdict 'within units of the last place' 0 "$good" 'expect v0 = 0x40800003 within 3ulp'
verdict 'outside units of the last place' 1 '1 case\|1 of 1' 'expect v0 = 0x40800004 within 3ulp'
verdict 'ulps across zero' 0 "$good" 'set v1 = -2.5\nexpect v0:f32 = 0x80000001 within 1ulp'
verdict 'within a part' 0 "$good" 'expect v0:f32 = 4.03 within 1%'
verdict 'outside a part' 1 'expected 4.0' 'expect v0:f32 = 4.05 within 1%'
verdict 'any NaN' 0 "$good" 'set v1 = 0x7fc12345\nexpect v0:f32 = nan'
verdict 'a NaN is not a number' 1 'nan' 'set v1 = nan\nexpect v0:f32 = 4 within 1000'
verdict 'a NaN by its bits' 1 '0x7fc12345' 'set v1 = 0x7fc12345\nexpect v0 = 0x7fc00000'
verdict 'a zero has a sign' 1 '0x80000000' 'set v1 = -2.5\nset v0 = 1\nexpect v0:f32 = -0.0'
verdict 'a pair' 0 "$good" 'set s[4:5] = 0x123456789a\nexpect s[4:5] = 0x123456789a'
verdict 'half a pair differs' 1 '0x000000123456789a, expected 0x000000023456789a' 'set s[4:5] = 0x123456789a\nexpect s[4:5] = 0x23456789a'
verdict 'registers in a row' 0 "$good" 'set s4-7 = 1 2 3 4\nset v4-5 = 8 9\nexpect s5-6 = 2 3\nexpect v4-5 = 8 9'
verdict 'a lane of registers in a row' 1 'v5, lane 1: 0x00000007' 'set v5 = 9 7\nset v4 = 8\nexpect v4-5 = 8 9'
verdict 'flags and parts' 0 "$good" 'set scc = 1\nset mode.denorm_f32 = 3\nexpect scc = 1\nexpect mode.denorm_f32 = 3\nexpect exec = 0xffffffffffffffff'
verdict 'LDS' 1 'lds\[8\], word 0: 0x00000007, expected' 'set lds[8] = 7\nexpect lds[8] = 8'
verdict 'memory' 0 "$good" 'memory 0x1000:u8 = 1 2 3 4\nexpect memory 0x1001:u16 = 0x0302'
verdict 'other memory' 1 'memory, address 4097: 2, expected 9' 'memory 0x1000:u8 = 1 2 3 4\nexpect memory 0x1000:u8 = ? 9 3'
printf '\001\002\003\004' >"$dir/four"
verdict 'memory from a file beside the case' 0 "$good" 'memory 0x1000 = file four\nexpect memory 0x1000 = 0x04030201'

# A sampler whose border is entry 2 of the palette, outside of an image of one texel.
{
    printf 'case palette\ncode text\nimage_sample_lz v[4:7], v[0:1], s[0:7], s[8:11] dmask:0xf\ns_waitcnt vmcnt(0)\nend\n'
    printf 'memory 0x2000:f32 = 8*0 0.5 -3 7 1\nset border_palette = 0x2000\nset v0-1 = -5.0 0.5\n'
    printf 'set s0-7 = 0x30 0x1c400000 0 0x90000fac 0 0 0 0\nmemory 0x3000:f32 = 64*0\nset s8-11 = 0x1b6 0xfff000 0 0xc0000002\n'
    printf 'expect v4 = 0.5\nexpect v5 = -3.0\nexpect v6 = 7.0\nexpect v7 = 1.0\n'
} | write palette.case
"$gisa" test "$dir/palette.case" >"$dir/out" 2>&1
ok 'a border colour of a palette' $?

# ---- how a run ends

# ends WHAT STATUS PATTERN CODE LINES
ends() {
    printf 'case end\ncode text\n%b\nend\n%b\n' "$4" "$5" | write end.case
    timeout 60 "$gisa" test "$dir/end.case" >"$dir/out" 2>&1
    [ $? -eq "$2" ] && grep -q -e "$3" "$dir/out"
    ok "$1" $?
}
null='s_load_dword s0, s[2:3], 0x0'
ends 'a fault' 0 "$good" "$null" 'expect fault'
ends 'its cause' 0 "$good" "$null" 'expect fault address'
ends 'another cause' 1 'ended with: address, .*null pointer' "$null" 'expect fault trap'
ends 'a fault that is not expected' 1 'ended with: address' "$null" 'expect s0 = 0'
ends 'a fault that does not come' 1 'ended with: end' 's_nop 0' 'expect fault'
ends 'registers after a fault' 1 's1, word 0: 0x00000005, expected 0x00000006' "s_mov_b32 s1, 5\n$null" 'expect fault\nexpect s1 = 6'
ends 'a trap' 0 "$good" 's_trap 4' 'expect fault trap'
ends 'halted for ever' 0 "$good" 's_sethalt 1' 'expect fault stuck'
ends 'without an end' 0 "$good" 'x: s_branch x' 'expect fault limit'
ends 'a limit' 0 "$good" 's_mov_b32 s0, 1\ns_mov_b32 s0, 2' 'limit 1\nexpect fault limit\nexpect s0 = 1'

# ---- code, architectures, models, families

printf 'case words\ncode hex\n7e000281 # one\nend\nexpect v0 = 1\ncase file\ncode file code.bin\nexpect v0 = 1\ncase clrx\ncode clrx\nv_mov_b32 v0, 1 # one\nend\nexpect v0 = 1\n' | write code.case
printf '\201\002\000\176' >"$dir/code.bin"
expect 0 '^3 passed, 0 failed$' "$gisa" test "$dir/code.case"
cat >"$dir/two.case" <<'END'
case-file 1
arch gfx600 gfx900 gfx1200
origin derived: by hand
set v1 = 7       # for all cases
code text
    v_mov_b32 v0, v1
end

case the common code
expect v0 = 7
case code and a value of its own
arch sgx543
code text
    mov.i32 r0, pa1
end
set pa1 = 8
expect r0 = 8
END
expect 1 "line 4: 'v1 = 7': v1: there is no such register" "$gisa" test "$dir/two.case"
sed -i 's/^set v1.*/set pc = 0x400000000000/; s/v0, v1/v0, 7/' "$dir/two.case"
sed -i '/^set pc/d' "$dir/two.case"
expect 0 '^3 passed, 0 failed, 1 skipped$' "$gisa" test "$dir/two.case"
expect 0 'does not execute gfx1200' "$gisa" test "$dir/two.case"
expect 0 '^1 passed, 0 failed$' "$gisa" test -a gfx600 "$dir/two.case"
for option in keep:1 flush:0; do
    printf 'case-file 1\ncase %s\narch sgx543\norigin derived: isa/usse/models.isa\nmodel subnormals=%s\ncode text\nmul.f32 r0.x, pa0.x, {1}\nend\nset pa0 = 1\nexpect r0 = %s\n' \
        "$option" "${option%:*}" "${option#*:}" >"$dir/model.case"
    expect 0 "$good" "$gisa" test "$dir/model.case"
done

# ---- reports

printf 'case good & <well>\ncode hex\n7e000281\nend\nexpect v0 = 1\ncase bad\ncode hex\n7e000281\nend\nexpect v0 = 2\ncase broken\ncode text\nv_nothing\nend\nexpect v0 = 1\ncase elsewhere\narch gfx1200\ncode text\nv_nothing\nend\nexpect v0 = 1\n' | write all.case
expect 1 '^1 passed, 2 failed, 1 skipped$' "$gisa" test "$dir/all.case"
expect 1 '^passed: .*all.case:4: good & <well> (gfx900)$' "$gisa" test --all "$dir/all.case"
expect 1 "line 16: .*v_nothing" "$gisa" test "$dir/all.case"
"$gisa" test --tap "$dir/all.case" 2>"$dir/err" | sed 's,- [^ ]*/,- ,' >"$dir/out"
grep -v '^#' "$dir/out" >"$dir/lines"
cat >"$dir/tap" <<'END'
TAP version 13
ok 1 - all.case:4: good & <well> (gfx900)
not ok 2 - all.case:9: bad (gfx900)
not ok 3 - all.case:14: broken (gfx900)
ok 4 - all.case:19: elsewhere (gfx1200) # SKIP gisa does not execute gfx1200
1..4
END
same 'TAP' "$dir/tap" "$dir/lines"
grep -q '^#  *v0, lane 0: 0x00000001, expected 0x00000002$' "$dir/out"
ok 'TAP says what differs' $?
if command -v prove >/dev/null; then
    "$gisa" test --tap "$dir/sum.case" >"$dir/one.tap" 2>/dev/null
    "$gisa" test --tap "$dir/all.case" >"$dir/all.tap" 2>/dev/null
    prove -e cat "$dir/all.tap" >"$dir/out" 2>&1
    grep -q 'Failed 2/4 subtests' "$dir/out" && grep -q '1 skipped subtest' "$dir/out"
    ok 'prove reads it' $?
else
    skip 1 'prove is not installed (perl)'
fi
if command -v python3 >/dev/null; then
    "$gisa" test --junit "$dir/all.xml" "$dir/all.case" >"$dir/out" 2>&1
    python3 - "$dir/all.xml" >"$dir/out" 2>&1 <<'END'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
assert (suite.tag, suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")) == ("testsuite", "4", "1", "1", "1"), suite.attrib
kinds = [[c.tag for c in test] for test in suite]
assert kinds == [[], ["failure"], ["error"], ["skipped"]], kinds
assert suite[0].get("name") == "good & <well> (gfx900)" and suite[0].get("classname").endswith("all.case")
assert "expected 0x00000002" in suite[1][0].text
END
    ok 'JUnit' $?
else
    skip 1 'python3 is not installed'
fi

# ---- shards: each case in one of them

for shards in 1 2 3 7; do
    for i in $(seq $shards); do
        "$gisa" test --all --shard "$i/$shards" "$dir/all.case" "$dir/code.case" "$dir/nothing.case" 2>/dev/null
    done | grep -E '^(passed|failed|skipped): ' | sort >"$dir/shards"
    "$gisa" test --all "$dir/all.case" "$dir/code.case" "$dir/nothing.case" 2>/dev/null | grep -E '^(passed|failed|skipped): ' | sort >"$dir/whole"
    [ "$(wc -l <"$dir/whole")" -eq 8 ]
    ok 'all cases' $? "$dir/whole"
    same "$shards shards" "$dir/whole" "$dir/shards"
done
for shard in 0/2 3/2 1 /2 1/ 1/0 -1/2 x/2; do
    expect 2 'expected I/N after --shard' "$gisa" test --shard "$shard" "$dir/all.case"
done

# ---- minimize: the same failure with less

cat <<'END' | write long.case
case long
code hex
7e060280 7e080281     # v_mov_b32 v3, 0; v_mov_b32 v4, 1
02000501              # v_add_f32 v0, v1, v2
7e0a0282
end
memory 0x1000:u8 = 64*1
set v1 = 1.5 2.5 3.5
set v2 = 64*2.0
set v9 = 3
limit 100
expect v4 = 1
expect v0:f32 = 3.5 4.75
expect memory 0x1000:u8 = 2
END
cat >"$dir/small" <<'END'
case-file 1
case long
arch gfx900
origin derived: by hand
code hex
    02000501 // v_add_f32_e32 v0, v1, v2
end
set v1 = 1.5 2.5 3.5
expect v0:f32 = 3.5 4.75
END
expect 1 'lane 1: 4.5 (0x40900000), expected 4.75' "$gisa" test "$dir/long.case"
"$gisa" test --minimize "$dir/long.case" -o "$dir/small.case" >"$dir/out" 2>&1
ok 'minimize' $?
expect 1 '0 passed, 1 failed' "$gisa" test "$dir/small.case"
[ "$(grep -c -e '//' "$dir/small.case")" -le 1 ] && [ "$(grep -c '^set' "$dir/small.case")" -le 1 ] && [ "$(grep -c '^expect' "$dir/small.case")" -eq 1 ] &&
    ! grep -q '^memory\|^limit\|v9\|v4' "$dir/small.case" && grep -q '^expect v0:f32 = 3.5 4.75' "$dir/small.case"
ok 'what the failure does not need is gone' $? "$dir/small.case"
expect 1 'no case fails' "$gisa" test --minimize "$dir/sum.case" "$dir/code.case"
ends 'a fault' 1 'ended with: address' "s_mov_b32 s0, 3\ns_mov_b32 s1, 4\n$null\ns_nop 0" 'expect s0 = 0'
expect 0 's_load_dword' "$gisa" test --minimize "$dir/end.case"
[ "$(sed -n '/^code/,/^end/p' "$dir/out" | wc -l)" -eq 3 ]
ok 'the faulting instruction alone' $?

# ---- cases from runs

# There and back: the run's values; another value fails.
run_case() { # run_case NAME CODE ARGUMENT...
    name=$1
    printf '%b\n' "$2" >"$dir/in.s"
    shift 2
    "$gisa" run "$@" --case "$dir/run.case" - <"$dir/in.s" >"$dir/out" 2>&1
    expect 0 "$good" "$gisa" test "$dir/run.case"
    sed '/^expect [^f]/s/\(= .*\)[0-8]$/\19/; /^expect [^f]/s/\(= .*\)[a-f]$/\19/' "$dir/run.case" >"$dir/other.case"
    if cmp -s "$dir/run.case" "$dir/other.case"; then
        ok "$name: a value that the test can change" 1 "$dir/run.case"
    else
        expect 1 'expected' "$gisa" test "$dir/other.case"
    fi
}
run_case 'lanes' 'v_add_f32 v0, v1, v2' -a gfx900 --set v1=1.0,2.0 --set v2=2.5 --dump v0:f32
run_case 'what has changed' 's_add_u32 s0, s1, s2' -a gfx600 --set s1=-1 --set s2=2
run_case 'memory' 'global_store_dword v[4:5], v0, off offset:8' -a gfx900 --set v0=0x12345678 --set 'v[4:5]=0x1000' --mem 0x1000,64 --dump exec
run_case 'a NaN' 'v_mul_f32 v0, v1, v2' -a gfx803 --set v1=0x7fc12345 --dump v0:f32,v1
run_case 'a fault' "s_mov_b32 s5, 5\n$null" -a gfx700 --dump s5
: >"$dir/empty"
run_case 'settings and a limit' 's_mov_b32 s0, 5' -a gfx700 --settings "$dir/empty" --max-insns 10 --dump s0
grep -q '^origin emulated: gisa' "$dir/run.case" && grep -q '^limit 10' "$dir/run.case"
ok 'the origin is the emulator' $? "$dir/run.case"
expect 1 'changed nothing' "$gisa" run -a gfx900 "$dir/code.bin" --set v0=1 --case "$dir/run.case"

# ---- faulty files: a message with a place, and a failed case

# refuses PATTERN TEXT
refuses() {
    printf '%b' "$2" >"$dir/faulty.case"
    timeout 60 "$gisa" test "$dir/faulty.case" >"$dir/out" 2>&1
    [ $? -eq 1 ] && grep -q -e "$1" "$dir/out" && grep -q '^0 passed, 1 failed$' "$dir/out"
    ok "refuses: $1" $?
}
head='case-file 1\narch gfx900\norigin derived: by hand\n'
code='case a\ncode text\ns_nop 0\nend\n'
refuses "faulty.case:1: error: expected 'case-file 1'" 'case a\n'
refuses "expected 'case-file 1'" 'case-file 2\n'
refuses 'there is no case' ''
refuses 'there is no case' "$head"
refuses ':4: error: the case has no line code' "${head}case a\nexpect s0 = 1\n"
refuses 'the case has no line expect' "$head$code"
refuses 'the case has no line origin' "case-file 1\narch gfx900\n${code}expect s0 = 0\n"
refuses 'expected measured, documented, derived or emulated' 'case-file 1\norigin somewhere\n'
refuses ':6: error: expected case, arch' "${head}case a\n\nexpects s0 = 1\n"
refuses ":5: error: there is no 'end'" "${head}case a\ncode hex\n7e000281\nexpect v0 = 1\n"
refuses "expected 'code hex'" "${head}case a\ncode binary\n"
refuses 'nothing follows expect' "${head}case a\nexpect\n"
refuses 'expected the name of the case' "${head}case\n"
refuses 'bytes 0' "$head\\0000$code"
for line in 'set x5 = 1:no such register' 'set s0:not there' 'set s0 = :not a number' 'set s0 = 1 2:too many values' 'set v0 = ?:expected a number' 'set border_palette = 0x1010:a multiple of 256' 'set border_palette = x:a multiple of 256' \
    'set v0 = 1;2:not a number' 'set v0\:f99 = 1:unknown type' 'set v0 = 99999999*1:too many' 'set v0 = 99999999999999999999*1:too many' \
    'memory 0x1000:expected ADDRESS' 'memory x = 1:expected an address' 'memory 0x1000 = file nothing:cannot be read' 'memory 0xffffffffffffffff = 1 2:does not fit' \
    'memory 0x400000000000 = 1:overlaps' 'model rounding = up:gisa list --models' 'limit many:number of instructions' 'expect v0 = 1 within:expected a number' \
    'expect v0\:u32 = 1 within 1:is for floats' 'expect v0\:f32 = 1 within 1mm:expected a number, ulp or %' 'expect memory 0x1000 = 1:no memory there' 'expect v0:expected REGISTERS' \
    'code file nothing:cannot be read' 'code hex\nxyz\nend:whole instructions'; do
    text=$(printf '%s' "$line" | sed 's/\(.*[^\\]\):[^:]*$/\1/; s/\\:/:/g')
    pattern=${line##*:}
    [ "$pattern" = 'not there' ] && pattern="there is no '='"
    refuses "$pattern" "$head$code$text\nexpect s0 = 0\n"
done
expect 1 'No such file' "$gisa" test "$dir/nothing.case"
expect 2 'expected case files' "$gisa" test
expect 2 '-o is for --minimize' "$gisa" test -o x "$dir/sum.case"
expect 1 'Is a directory' "$gisa" test "$dir"

# ---- stages and pictures

stage_code='case stage\ncode text\ns_mov_b32 m0, s0\nv_interp_p1_f32 v2, v0, attr0.x\nv_interp_p2_f32 v2, v1, attr0.x\nv_interp_mov_f32 v3, p0, attr0.y\nv_mov_b32_e32 v4, 0.5\nv_mov_b32_e32 v5, 1.0\nexp mrt0 v2, v3, v4, v5 done vm\ns_endpgm\nend\nstage ps\noption size 2x1\n'
attr='option attr 0=0,0/1,0/0,0\n'
# picture WHAT STATUS PATTERN LINES: red is 0.25 and 0.75 in a picture of two pixels, green 0
picture() {
    printf "$stage_code$attr%b\n" "$4" | write stage.case
    "$gisa" test "$dir/stage.case" >"$dir/out" 2>&1
    [ $? -eq "$2" ] && grep -q -e "$3" "$dir/out"
    ok "$1" $?
}
picture 'pixels in the case' 0 "$good" 'expect picture 0,0 = 0.25 0 0.5 1 0.75 0 0.5 1'
picture 'the second pixel' 0 "$good" 'expect picture 1,0 = 0.75 ? 0.5'
picture 'another pixel' 1 'picture, pixel 1,0, component 2: 0.5 (0x3f000000), expected 0.25' 'expect picture 0,0 = 0.25 0 0.5 1 0.75 0 0.25 1'
picture 'near a pixel' 0 "$good" 'expect picture 0,0 = 0.26 0 within 0.011'
picture 'not so near' 1 'pixel 0,0, component 0' 'expect picture 0,0 = 0.26 0 within 0.009'
printf 'P6\n2 1\n255\n\100\000\200\277\000\200' >"$dir/two.ppm" # 64 0 128, 191 0 128
picture 'a file' 0 "$good" 'expect picture = file two.ppm'
printf 'P6\n2 1\n255\n\100\000\200\276\000\200' >"$dir/two.ppm"
picture 'another file' 1 'picture, pixel 1,0, component 0: 0.75 (0x3f400000), expected 0.745' 'expect picture = file two.ppm'
picture 'near a file' 0 "$good" 'expect picture = file two.ppm within 0.006'
picture 'not so near a file' 1 '(1 value differs)' 'expect picture = file two.ppm within 0.004'
printf 'P6\n1 1\n255\n\100\000\200' >"$dir/one.ppm"
picture 'a file of another size' 1 'another size' 'expect picture = file one.ppm'
picture 'no such file' 1 'cannot be read' 'expect picture = file nothing.ppm'
picture 'a register of a stage' 1 'expected picture = file NAME' 'expect v0 = 1'
picture 'a pixel outside' 1 'expected a pixel X,Y' 'expect picture 2,0 = 1'
picture 'too many pixels' 1 'too many values' 'expect picture 1,0 = 1 2 3 4 5'
picture 'settings of a stage' 1 'what .option. says' 'set v0 = 1\nexpect picture 0,0 = 1'
for option in 'image x.png' 'arch gfx803' 'stage vs' 'user-data 0-3=V#:64,out=x' 'case x'; do
    picture "option $option" 1 'not an option of a stage in a case' "option $option\nexpect picture 0,0 = 1"
done
picture 'an option that does not exist' 1 'cannot be run' 'option colour 3\nexpect picture 0,0 = 1'
picture 'a stage that does not exist' 1 'cannot be run' 'stage xs\nexpect picture 0,0 = 1'
picture 'a limit' 0 "$good" 'limit 3\nexpect fault limit'
picture 'no fault' 1 'the run ended with: end' 'expect fault'
printf 'case stage\ncode text\ns_mov_b64 s[0:1], 0\ns_load_dword s2, s[0:1], 0x0\ns_endpgm\nend\nstage ps\noption size 2x1\nexpect fault address\n' | write stage.case
"$gisa" test "$dir/stage.case" >"$dir/out" 2>&1
ok 'a fault in a stage' $?
mkdir -p "$dir/there"
printf '1,1,9,9\n1,1,9,9\n1,1,9,9\n' >"$dir/there/attr.csv"
printf "$stage_code%s\n%s\n" 'option attr 0=there/attr.csv' 'expect picture 0,0 = 1 1 0.5 1 1 1 0.5 1' | write stage.case
"$gisa" test "$dir/stage.case" >"$dir/out" 2>&1
ok 'files are beside the case' $?

# what gisa run --stage --case writes, also into another folder; large pictures are files
printf 's_mov_b32 m0, s4\nv_interp_p1_f32 v2, v0, attr0.x\nv_interp_p2_f32 v2, v1, attr0.x\ns_buffer_load_dword s5, s[0:3], 0x0\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v3, s5\nexp mrt0 v2, v3, v3, v3 done vm\ns_endpgm\n' >"$dir/stage.s"
printf '\000\000\200\077' >"$dir/there/one.bin"
for size in 2x2 8x4; do
    (cd "$dir" && "$program" run --stage ps -a gfx900 stage.s --user-data 0-3=V#:there/one.bin --attr 0=0,0/1,0/0,0 --size $size -q --case there/new.case) >"$dir/out" 2>&1 &&
        "$gisa" test "$dir/there/new.case" >"$dir/out" 2>&1 && grep -q "^option user-data 0-3=V#:../there/one.bin" "$dir/there/new.case"
    ok "a case of a picture, $size" $? "$dir/out"
done
grep -q '^expect picture = file new.p' "$dir/there/new.case"
ok 'a large picture is a file beside the case' $?
sed 's|attr 0=0,0/1|attr 0=0,0/0.9|' "$dir/there/new.case" >"$dir/there/other.case"
expect 1 'picture, pixel' "$gisa" test "$dir/there/other.case"
expect 2 '--case is for a stage that draws' "$gisa" run --stage cs -a gfx900 "$dir/stage.s" --case "$dir/no.case"
finish
