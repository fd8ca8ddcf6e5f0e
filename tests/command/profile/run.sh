#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa run --profile: counts of kernels whose loops, branches and conflicts between banks of LDS are
# counted by hand; the files that it writes, as lcov reads them; what is refused.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")
source=$here/kernels.s
: >"$dir/out"
explains=$dir/out

# Each instruction as `WAVES LANES MNEMONIC [; MORE]`.
listing() { # listing KERNEL GRID OPTION...
    kernel=$1 grid=$2
    shift 2
    "$gisa" run -a gfx900 "$source" -k "$kernel" -g "$grid" -l "$grid" "$@" --profile >"$dir/out" 2>&1 || return
    awk '$2 ~ /^[0-9.]*$/ && $1 ~ /^[0-9]+$/ && NF > 2 || $1 == "-" {
        waves = $1; lanes = $1 == "-" ? "-" : $2
        more = index($0, "; ") ? substr($0, index($0, "; ")) : ""
        for (i = 2; i <= NF; i++) if ($i ~ /^[a-z]/) { print waves, lanes, $i (more ? " " more : ""); break } }' "$dir/out"
}

# Two waves: of 64 work-items and of 36. The loop runs five times; only the first wave has
# work-items below 16.
cat >"$dir/expected" <<'END'
2 50.0 s_movk_i32
10 50.0 v_add_u32_e32
10 50.0 s_sub_u32
10 50.0 s_cmp_lg_u32
10 50.0 s_cbranch_scc1 ; taken 8 of 10
2 50.0 v_cmp_gt_u32_e32
2 50.0 s_and_saveexec_b64
2 8.0 s_cbranch_execz ; taken 1 of 2
1 16.0 v_mov_b32_e32
2 8.0 s_mov_b64
2 50.0 s_endpgm
- - v_mov_b32_e32
- - s_endpgm
END
listing loops 100 | grep -v '^[0-9]* of' >"$dir/got"
same 'loops: waves, lanes, branches' "$dir/expected" "$dir/got"
grep -q '^11 of 13 instructions and 4 of 4 sides of branches were reached; 53 instructions ran' "$dir/out"
ok 'loops: the sum' $?

# 32 banks of a dword. Steps of one dword, of two (two lanes to a bank), of 32 (all to one bank), no
# step; eight and sixteen bytes side by side.
cat >"$dir/expected" <<'END'
ds_read_b32 256
ds_read_b32 256 ; bank conflicts: 4 passes in place of 2
ds_read_b32 256 ; bank conflicts: 64 passes in place of 2
ds_read_b32 256
ds_read_b64 512
ds_read_b128 1024
ds_read2_b32 512
END
listing banks 64 >/dev/null
awk '/ ds_/ { print $4, $3 (index($0, ";") ? " " substr($0, index($0, ";")) : "") }' "$dir/out" >"$dir/got"
same 'banks: bytes and conflicts' "$dir/expected" "$dir/got"

# A file with lines of the source.
"$gisa" run -a gfx900 "$source" -k loops -g 100 -l 100 "--profile=$dir/loops.info" >"$dir/out" 2>&1
ok '--profile=FILE.info' $?
line_of() { grep -n "$1" "$source" | head -n 1 | cut -d: -f1; }
says() { # says WHAT LINE
    grep -qx "$2" "$dir/loops.info"
    ok "$1: $2" $? "$dir/loops.info"
}
says 'a line of the loop' "DA:$(line_of 'v_add_u32 v1'),10"
says 'a line behind a branch' "DA:$(line_of 'v_mov_b32 v2, 1'),1"
says 'a line that is never reached' "DA:$(line_of 'v_mov_b32 v3, 1'),0"
says 'a branch, taken' "BRDA:$(line_of 's_cbranch_scc1'),0,0,8"
says 'a branch, not taken' "BRDA:$(line_of 's_cbranch_scc1'),0,1,2"
says 'a function that ran' 'FNDA:2,loops'
says 'one that did not' 'FNDA:0,banks'
if command -v lcov >/dev/null; then
    lcov --rc lcov_branch_coverage=1 --summary "$dir/loops.info" >"$dir/out" 2>&1
    grep -q 'lines.*(11 of [0-9]* lines)' "$dir/out" && grep -q 'branches.*100.0% (4 of 4' "$dir/out" && grep -q '(1 of 2 functions)' "$dir/out"
    ok 'lcov reads it' $?
    (genhtml -q --branch-coverage -o "$dir/html" "$dir/loops.info") >"$dir/out" 2>&1 && grep -q 'v_mov_b32 v3' "$dir"/html/*/*/*/kernels.s.gcov.html "$dir"/html/*/kernels.s.gcov.html 2>/dev/null ||
        grep -rq 'v_mov_b32 v3' "$dir/html"
    ok 'genhtml shows it' $?
else
    skip 2 'lcov: it is not installed'
fi

# The results are the same, and without lines there are no lines.
"$gisa" run examples/saxpy.s -a gfx900 -g 64 f32:2 buf:256:f32=3 buf:256:f32=4 >"$dir/expected" 2>&1
"$gisa" run examples/saxpy.s -a gfx900 -g 64 "--profile=$dir/p" f32:2 buf:256:f32=3 buf:256:f32=4 >"$dir/got" 2>&1
same 'results are those without a profile' "$dir/expected" "$dir/got"
grep -q 'v_fma_f32' "$dir/p"
ok '--profile=FILE' $?
"$gisa" asm -a gfx900 -f co examples/saxpy.s -o "$dir/k.co" &&
    ! "$gisa" run "$dir/k.co" -g 64 "--profile=$dir/no.info" f32:2 buf:256 buf:256 >"$dir/out" 2>&1 &&
    grep -q 'no line of a source is known: compile with -g' "$dir/out" && [ ! -e "$dir/no.info" ]
ok 'no lines: says so, and leaves no file' $?
! "$gisa" run "$dir/k.co" -g 64 --profile=/nowhere/p f32:2 buf:256 buf:256 >"$dir/out" 2>&1 && grep -q '/nowhere/p' "$dir/out"
ok 'a file that cannot be written' $?
# A kernel that stops before anything has run.
sed 's/^loops:.*/loops: .long 0xbfff0000/' "$source" >"$dir/stops.s"
"$gisa" run -a gfx900 "$dir/stops.s" -k loops -g 64 --profile >"$dir/out" 2>&1
[ $? -eq 1 ] && grep -q '^0 of 0 instructions' "$dir/out" && grep -q 'an instruction that gfx900 does not have' "$dir/out"
ok 'a kernel that stops at once' $?
"$gisa" run "$dir/k.co" -g 64 --profile --check f32:2 buf:256 buf:256 >"$dir/out" 2>&1
[ $? -eq 2 ] && grep -q 'for one run each' "$dir/out"
ok '--profile with --check' $?
finish
