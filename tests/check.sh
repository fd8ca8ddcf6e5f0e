#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests one after the other, shows each closing line, and closes with the sum of all:
# N passed, N failed[, N skipped]. Each argument is a command; its last line counts.
passed=0 failed=0 skipped=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
for command; do
    start=$(date +%s)
    sh -c "$command" >"$log" 2>&1 </dev/null
    status=$?
    line=$(tail -n 1 "$log")
    numbers=$(printf '%s\n' "$line" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed\(, \([0-9]*\) skipped\)\{0,1\}$/\1 \2 \4/p')
    if [ -z "$numbers" ]; then
        cat "$log"
        numbers="0 1 0"
        line="did not finish (status $status)"
    fi
    set -- $numbers
    if [ "$2" -ne 0 ]; then
        cat "$log"
    elif [ "$status" -ne 0 ]; then
        cat "$log"
        failed=$((failed + 1))
        line="$line, but status $status"
    fi
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + ${3:-0}))
    printf '%-44s %s  (%s s)\n' "$(printf '%.44s' "$command")" "$line" $(($(date +%s) - start))
done
if [ "$skipped" -ne 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
