#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the program of many threads as it is, and under the thread sanitizer where the compiler has it (then make has
# built it). usage: run.sh B
passed=0 failed=0 skipped=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
for program in "$1/tests/threads" "$1/tsan/threads"; do
    pieces=
    if [ "$program" = "$1/tsan/threads" ]; then
        pieces=4 # of 64: seconds, not a minute
        if [ ! -x "$program" ]; then
            skipped=$((skipped + 1))
            continue
        fi
    fi
    if "$program" $pieces >"$log" 2>&1 && grep -q '^[1-9][0-9]* passed, 0 failed$' "$log"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$program:"
        head -n 60 "$log"
    fi
done
if [ "$skipped" -ne 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
