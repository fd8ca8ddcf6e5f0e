#!/bin/sh
# SPDX-License-Identifier: MIT
# Binary traces and gisa trace-diff: what a reader of our own (trace.py) finds in a trace against
# the text of the same run; where two runs part, in kernels whose answer is seen in their source;
# damaged files.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")
explains=$dir/out

# Each work-item of each group adds up i * k + n, in a loop of n rounds, and stores it twice: in LDS
# and in memory. Code begins in line 6.
{
    printf '\t.text\n\t.globl sum\n\t.p2align 8\n\t.type sum,@function\nsum:\n'
    cat <<'END'
s_load_dwordx2 s[4:5], s[0:1], 0x0
s_load_dwordx2 s[6:7], s[0:1], 0x8
v_lshl_add_u32 v1, s2, 7, v0
v_mov_b32 v2, 0
s_waitcnt lgkmcnt(0)
again: v_mad_u32_u24 v2, v1, s7, v2
v_add_u32 v2, s6, v2
s_sub_u32 s6, s6, 1
s_cmp_lg_u32 s6, 0
s_cbranch_scc1 again
v_cvt_f32_u32 v3, v2
v_lshlrev_b32 v4, 2, v0
ds_write_b32 v4, v3
s_waitcnt lgkmcnt(0)
s_barrier
v_lshlrev_b32 v5, 2, v1
v_cmpx_ne_u32 vcc, 5, v0
global_store_dword v5, v2, s[4:5]
s_endpgm
END
    printf '\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel sum\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 16\n'
    printf '\t.amdhsa_group_segment_fixed_size 512\n\t.amdhsa_next_free_vgpr 8\n\t.amdhsa_next_free_sgpr 16\n\t.end_amdhsa_kernel\n'
} >"$dir/sum.s"

# trace NAME ARGUMENT...: two groups of two waves, n rounds of k
trace() {
    name=$1
    shift
    timeout 60 "$gisa" run -q -a gfx900 -g 256 -l 128 "$dir/sum.s" buf:1024 "$@" "--trace=file=$dir/$name" >"$dir/out" 2>&1
    ok "trace $*" $?
}
# diff STATUS OPTION... A B
diff_status() {
    want=$1
    shift
    timeout 60 "$gisa" trace-diff "$@" >"$dir/out" 2>&1
    got=$?
    [ $got -eq "$want" ]
    ok "trace-diff $* (status $got, expected $want)" $?
}
says() {
    grep -q -x -e "$1" "$dir/out"
    ok "says '$1'" $?
}

trace a.trace i32:3 i32:5
trace same.trace i32:3 i32:5
trace b.trace i32:3 i32:6
trace longer.trace i32:4 i32:5
head -c 8 "$dir/a.trace" | grep -q GISATRC1
ok 'the first bytes of a trace' $?

# ---- what is in it -------------------------------------------------------------------------------

trace a.text i32:3 i32:5
"${PYTHON:-python3}" "$here/trace.py" "$dir/a.trace" "$dir/a.text" >"$dir/out" 2>&1
ok 'a reader of docs/traces.md finds what the text says' $?
[ "$(sed -n 's/^parts that agree: //p' "$dir/out")" -ge 90 ]
ok 'in ninety places or more' $?
timeout 60 "$gisa" run -q -a gfx900 -g 256 -l 128 "$dir/sum.s" buf:1024 i32:3 i32:5 "--trace=group=1,item=70,file=$dir/item.trace" >"$dir/out" 2>&1
timeout 60 "$gisa" run -q -a gfx900 -g 256 -l 128 "$dir/sum.s" buf:1024 i32:3 i32:5 "--trace=group=1,item=70,file=$dir/item.text" >"$dir/out" 2>&1
"${PYTHON:-python3}" "$here/trace.py" "$dir/item.trace" "$dir/item.text" >"$dir/out" 2>&1
ok 'the same of one work-item' $?
# 1000 rounds: many blocks, in a tenth of the text.
trace long.trace i32:1000 i32:5
trace long.text i32:1000 i32:5
[ $(($(wc -c <"$dir/long.trace") * 5)) -lt "$(wc -c <"$dir/long.text")" ]
ok 'a trace has less than a fifth of the size of its text' $?
"${PYTHON:-python3}" "$here/trace.py" "$dir/long.trace" "$dir/long.text" >"$dir/out" 2>&1
ok 'a long trace' $?
diff_status 0 "$dir/long.trace" "$dir/long.trace"

# ---- where runs part -----------------------------------------------------------------------------

diff_status 0 "$dir/a.trace" "$dir/same.trace"
says 'the same: 4 waves, 116 instructions'
# k: the second load differs; of the rest nothing is told.
diff_status 1 "$dir/a.trace" "$dir/b.trace"
says 'group 0,0,0 wave 0 parts after 1 equal instruction'
says 'group 1,0,0 wave 1 parts after 1 equal instruction'
says '    sum+0x0 (.*/sum.s:6): s_load_dwordx2 s\[4:5\], s\[0:1\], 0x0'
says '  sum+0x8 (.*/sum.s:7): s_load_dwordx2 s\[6:7\], s\[0:1\], 0x8'
says '    s7: 0x5 in A, 0x6 in B'
says 'gisa trace-diff: 4 of 4 waves differ'
diff_status 0 --flow "$dir/a.trace" "$dir/b.trace"
# n: three rounds against four. Each has five instructions, after five of the beginning.
diff_status 1 --flow -n 2 "$dir/a.trace" "$dir/longer.trace"
says 'group 1,0,0 wave 0 parts after 20 equal instructions'
[ "$(grep -c '^    sum' "$dir/out")" -eq 8 ]
ok 'two equal instructions before each' $?
says '  in A sum+0x38 (.*/sum.s:16): v_cvt_f32_u32_e32 v3, v2'
says '  in B sum+0x20 (.*/sum.s:11): v_mad_u32_u24 v2, v1, s7, v2'
# One lane of one wave: what a buffer held before is read by one work-item alone.
sed -e 's/^v_mov_b32 v2, 0$/v_lshlrev_b32 v5, 2, v1\ns_waitcnt lgkmcnt(0)\nglobal_load_dword v2, v5, s[4:5]\ns_waitcnt vmcnt(0)/' "$dir/sum.s" >"$dir/reads.s"
head -c 1024 /dev/zero >"$dir/zeros"
{ head -c 840 "$dir/zeros" && printf '\007\000\000\000' && head -c 180 "$dir/zeros"; } >"$dir/seven"
for input in zeros seven; do
    timeout 60 "$gisa" run -q -a gfx900 -g 256 -l 128 "$dir/reads.s" "in:$dir/$input" i32:3 i32:5 "--trace=file=$dir/$input.trace" >"$dir/out" 2>&1
    ok "trace of $input" $?
done
diff_status 1 "$dir/zeros.trace" "$dir/seven.trace"
says 'group 1,0,0 wave 1 parts after 5 equal instructions'
says '    v2 lane 18: nothing in A, 0x7 in B'
says 'gisa trace-diff: 1 of 4 waves differ'
# JSON
timeout 60 "$gisa" trace-diff --json "$dir/zeros.trace" "$dir/seven.trace" 2>/dev/null >"$dir/diff.json"
"${PYTHON:-python3}" -c '
import json, sys
d = json.load(open(sys.argv[1]))
w = d["waves"]
print(len(w), w[0]["group"], w[0]["wave"], w[0]["kind"], w[0]["equal"], w[0]["a"]["text"], w[0]["differences"], d["same"], d["different"])' "$dir/diff.json" >"$dir/out" 2>&1
says "1 \[1, 0, 0\] 1 effects 5 global_load_dword v2, v5, s\[4:5\] \[{'what': 'v2 lane 18', 'a': None, 'b': '0x7'}\] 3 1"
# Waves that only one of them has, and one that ends early.
timeout 60 "$gisa" run -q -a gfx900 -g 128 -l 128 "$dir/sum.s" buf:1024 i32:3 i32:5 "--trace=file=$dir/half.trace" >"$dir/out" 2>&1
diff_status 1 "$dir/a.trace" "$dir/half.trace"
says 'group 1,0,0 wave 0 is only in A'
diff_status 1 "$dir/half.trace" "$dir/a.trace"
says 'group 1,0,0 wave 1 is only in B'
timeout 60 "$gisa" run -q -a gfx900 -g 128 -l 128 "$dir/sum.s" buf:1024 i32:3 i32:5 --max-insns 20 "--trace=wave=0,file=$dir/short.trace" >"$dir/out" 2>&1
diff_status 1 "$dir/short.trace" "$dir/half.trace"
says '  in A the wave has no more instructions'

# ---- what is refused -----------------------------------------------------------------------------

diff_status 2
diff_status 2 "$dir/a.trace"
diff_status 2 "$dir/a.trace" "$dir/a.trace" "$dir/a.trace"
diff_status 2 --steps=x "$dir/a.trace" "$dir/a.trace"
diff_status 2 "$dir/a.trace" "$dir/none.trace"
diff_status 2 "$dir/a.trace" "$dir/sum.s"
says '.*sum.s: at byte 0: not a binary trace of gisa, or one of another version.*'
echo 's_nop 0' | "$gisa" run -a gfx900 - "--trace=file=$dir/wave.trace" >"$dir/out" 2>&1
[ $? -ne 0 ]
ok 'a wave without a kernel' $?
says '.*binary traces are written of kernels only.*'
# Cut at each byte: what is there is compared, and the rest is said to be missing.
size=$(wc -c <"$dir/half.trace")
status=0
for n in $(seq 8 $((size / 60 + 1)) $((size - 1))); do
    head -c "$n" "$dir/half.trace" >"$dir/cut.trace"
    timeout 20 "$gisa" trace-diff "$dir/cut.trace" "$dir/half.trace" >"$dir/out" 2>&1
    [ $? -le 2 ] && grep -q 'cut.trace: its end is missing' "$dir/out" || status=1
done
ok 'traces that are cut' $status
status=0
for i in $(seq 1 100); do
    cp "$dir/half.trace" "$dir/bad.trace"
    awk -v seed="$i" -v size="$size" 'BEGIN { srand(seed); for (i = 0; i < 5; i++) printf "%d %d\n", int(rand() * size), int(rand() * 256) }' >"$dir/places"
    while read -r at byte; do
        printf "\\$(printf %o "$byte")" | dd of="$dir/bad.trace" bs=1 seek="$at" conv=notrunc 2>/dev/null
    done <"$dir/places"
    timeout 20 "$gisa" trace-diff "$dir/bad.trace" "$dir/half.trace" >"$dir/out" 2>&1
    [ $? -le 2 ] || status=1
done
ok 'damaged traces' $status

finish trace
