#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the program of many threads as it is, and under the thread sanitizer where the compiler has
# it (then make has built it). usage: run.sh B
. "$(dirname "$0")/../../lib.sh"
for program in "$1/tests/threads" "$1/tsan/threads"; do
    pieces=
    if [ "$program" = "$1/tsan/threads" ]; then
        pieces=4 # of 64: seconds, not a minute
        if [ ! -x "$program" ]; then
            skip 1 'no thread sanitizer'
            continue
        fi
    fi
    "$program" $pieces >"$dir/out" 2>&1 && grep -q '^[1-9][0-9]* passed, 0 failed$' "$dir/out"
    ok "$program" $? "$dir/out"
done
finish
