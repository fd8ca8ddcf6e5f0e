#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests, JOBS of them at a time (as many as there are processors), shows each closing line
# in the order of the arguments, and closes with the sum of all: N passed, N failed[, N skipped].
# Each argument is a command; its last line counts. Tests that run side by side write into files of
# their own. What a program tried inside its tests by chance or word by word it says in the lines
# before, NAME: N tests, N trials (tests/test.h); they are added up apart.
. "$(dirname "$0")/lib.sh"
here=$(dirname "$0") work=$dir
trap 'rm -rf "$work"; trap - INT; kill -s INT 0' INT # the tests, too: what runs in the background does not hear the keyboard

number=0
for command; do
    number=$((number + 1))
    printf '%s\n' "$command" >"$work/$number.command"
    echo "$number"
done >"$work/numbers"
xargs -P "${JOBS:-$(nproc 2>/dev/null || echo 1)}" -n 1 sh "$here/one.sh" "$work" <"$work/numbers" &
tests=$!

number=0
for command; do
    number=$((number + 1))
    log=$work/$number.log status=none seconds=0
    while [ ! -e "$work/$number.done" ] && kill -0 "$tests" 2>/dev/null; do sleep 0.2; done
    [ -e "$work/$number.done" ] && read -r status seconds <"$work/$number.done"
    [ -e "$log" ] || : >"$log"
    line=$(tail -n 1 "$log")
    numbers=$(closing "$log")
    if [ -z "$numbers" ] || [ "$status" = none ]; then
        cat "$log"
        numbers="0 1 0"
        line="did not finish (status $status)"
    fi
    set -- $numbers
    if [ "$2" -ne 0 ]; then
        cat "$log"
    elif [ "$status" != 0 ]; then
        cat "$log"
        failed=$((failed + 1))
        line="$line, but status $status"
    fi
    more=$(sed -n 's/^[a-z-]*: [0-9]* tests, \([0-9]*\) trials$/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
    if [ "$more" -gt 0 ]; then
        line="$line; $more trials"
    fi
    count "$@"
    trials=$((trials + more))
    printf '%-44s %s  (%s s)\n' "$(printf '%.44s' "$command")" "$line" "$seconds"
done
finish all
