#!/bin/sh
# SPDX-License-Identifier: MIT
# What `make docs` and `make vim` made, and the man page. usage: run.sh BUILD-DIRECTORY
build=${1:-build}
here=$(dirname "$0")
passed=0 failed=0 skipped=0
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

# part COMMAND...: its output without the last line, which is added to the sum.
part() {
    "$@" >"$log" 2>&1
    line=$(tail -n 1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed\(, \([0-9]*\) skipped\)\{0,1\}$/\1 \2 \4/p')
    if [ -z "$line" ]; then
        cat "$log"
        echo "failed: $* did not finish"
        line='0 1 0'
    else
        sed '$d' "$log"
    fi
    set -- $line
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + ${3:-0}))
}

part python3 "$here/check.py" "$build/manual" "$build/gisa"
part sh "$here/man.sh" "$build/gisa"
part sh "$here/vim.sh" "$build"

if [ "$skipped" -ne 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
