#!/bin/sh
# SPDX-License-Identifier: MIT
# Work-groups that wait for each other: more of them than threads, in all the ways in which kernels
# wait. What they compute is known beforehand. usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
explains=$dir/out
here=$(dirname "$0")

# run KERNEL GROUPS OPTION...: groups of two waves; the buffer is a counter and 15 words more, then
# three words for each group.
run() {
    kernel=$1 groups=$2
    shift 2
    timeout 60 "$gisa" run "$dir/$arch.co" -k "$kernel" -g $((128 * groups)) -l 128 "$@" "out:$dir/memory:$((64 + 12 * groups))" \
        "i32:$groups" >"$dir/out" 2>&1 </dev/null
}

# Each group begins with its number and adds what its neighbour has, three times: that is (1 +
# next)^3.
results() {
    awk -v n="$1" 'BEGIN { for (g = 0; g < n; g++) print g + 3 * ((g + 1) % n) + 3 * ((g + 2) % n) + (g + 3) % n }'
}

# ends WHAT KERNEL GROUPS OPTION...: and every group has the right number at the end
ends() {
    what=$1
    shift
    rm -f "$dir/memory"
    run "$@" && od -An -v -t u4 -w4 -j $((64 + 8 * groups)) "$dir/memory" | tr -d ' ' >"$dir/numbers"
    [ -s "$dir/numbers" ] && results "$groups" | cmp -s - "$dir/numbers"
    ok "$arch: $what: $*" $?
    rm -f "$dir/numbers"
}

# fails PATTERN KERNEL GROUPS OPTION...
fails() {
    pattern=$1
    shift
    run "$@"
    [ $? -eq 1 ] && grep -q -e "$pattern" "$dir/out"
    ok "$arch: '$pattern': $*" $?
}

for arch in gfx600 gfx700 gfx803 gfx900; do
    "$gisa" asm -a $arch -f co "$here/kernels.s" -o "$dir/$arch.co" >"$dir/out" 2>&1
    ok "$arch: kernels.s" $?
    for kernel in spin sleep count sleep_and_count gws; do
        for jobs in 1 2 4; do
            for groups in 1 7 40; do
                ends 'a barrier of the grid' $kernel $groups -j $jobs
            done
        done
    done
    # One thread holds all of them, and says so; and does the same each time.
    ends 'told' spin 7 -j 1 --report
    grep -q '^work-groups waited for each other: set aside [1-9][0-9]* times, at most 7 resident at once$' "$dir/out"
    ok "$arch: --report tells of groups that waited" $?
    for i in 1 2; do
        run spin 7 -j 1 --stats
        cp "$dir/out" "$dir/stats$i"
    done
    cmp "$dir/stats1" "$dir/stats2" >"$dir/out" 2>&1
    ok "$arch: one thread does the same each time" $?
    ends 'none waits' alone 7 -j 2 --report
    ! grep -q waited "$dir/out"
    ok "$arch: --report tells nothing of groups that did not wait" $?

    # A barrier that is never complete.
    fails 'the limit of instructions was reached; work-groups waited, at most 7 of 7 were resident at once; .*work-item' never 7 -j 1 --max-insns 1000000
    fails 'all waves of the work-group wait for something that does not come; gws_never+0x.*: ds_gws_barrier' gws_never 7 -j 1
    fails 'all waves of the work-group wait for something that does not come' gws_never 7 -j 3

    # Two waves of 1 MiB for each work-item are 128 MiB: 31 groups have less than 4 GiB.
    ends 'as many as fit' private 31 -j 2
    fails 'work-groups wait for each other: 31 of 32 are resident, and no more fit; private+0x' private 32 -j 1
    fails 'work-groups wait for each other: 31 of 32 are resident, and no more fit; private+0x' private 32 -j 4
done
# 2560 waves are 1280 groups.
ends 'as many as fit' spin 1280 -j 2
fails 'work-groups wait for each other: 1280 of 1281 are resident, and no more fit; spin+0x' spin 1281 -j 2
fails 'work-groups wait for each other: 1280 of 1281 are resident, and no more fit; sleep+0x' sleep 1281 -j 2

finish
