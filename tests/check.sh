#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests one after the other, shows each closing line, and closes with the sum of all:
# N passed, N failed[, N skipped]. Each argument is a command; its last line counts. What a program tried inside its tests by chance or
# word by word it says in the lines before, NAME: N tests, N trials (tests/test.h); they are added up apart.
passed=0 failed=0 skipped=0 trials=0
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
    more=$(sed -n 's/^[a-z-]*: [0-9]* tests, \([0-9]*\) trials$/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
    if [ "$more" -gt 0 ]; then
        line="$line; $more trials"
    fi
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + ${3:-0})) trials=$((trials + more))
    printf '%-44s %s  (%s s)\n' "$(printf '%.44s' "$command")" "$line" $(($(date +%s) - start))
done
if [ "$trials" -gt 0 ]; then
    echo "all: $((passed + failed)) tests, $trials trials"
fi
if [ "$skipped" -ne 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
