# SPDX-License-Identifier: MIT
# What all runners of tests share. A runner sources this file, tests, and ends with `finish`:
#
#     . "$(dirname "$0")/../lib.sh"
#     expect 0 'usage: gisa' "$gisa" --help
#     cmp -s "$dir/out" "$dir/expected"
#     ok 'gisa prints what is expected' $?
#     finish
#
# $dir is a temporary folder, which is removed when the runner ends. A runner may set $explains to
# the file that explains a failure. What a runner tries inside its tests, word by word or by chance,
# it adds to $trials.
passed=0 failed=0 skipped=0 trials=0 explains=
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# ok NAME STATUS [FILE]: a test, which passes if STATUS is 0. After a failure the first lines of
# FILE ($explains) are shown.
ok() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "failed: $1"
    set -- "${3:-$explains}"
    [ -s "$1" ] && awk 'NR <= 20 { print "    " substr($0, 1, 300) }' "$1"
}

# same NAME EXPECTED GOT: the files are equal.
same() {
    diff "$2" "$3" >"$dir/diff" 2>&1
    ok "$1 (< expected, > got)" $? "$dir/diff"
}

# expect STATUS PATTERN COMMAND...: the command ends with this status and prints a line with this
# pattern. What it prints is in $dir/out.
expect() {
    want=$1 pattern=$2
    shift 2
    "$@" >"$dir/out" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$want" ] && grep -q -e "$pattern" "$dir/out"
    ok "$* (status $got, expected $want and '$pattern')" $? "$dir/out"
}

# skip COUNT [WHY]: tests that cannot run here.
skip() {
    skipped=$((skipped + $1))
    [ -z "$2" ] || echo "skipped: $2"
}

# closing FILE: passed, failed and skipped of its last line; nothing if that is not the closing line
# of tests.
closing() {
    tail -n 1 "$1" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed\(, \([0-9]*\) skipped\)\{0,1\}$/\1 \2 \4/p'
}

# count PASSED FAILED [SKIPPED]: adds tests that something else ran.
count() {
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + ${3:-0}))
}

# add COMMAND...: runs other tests, shows what they print, and adds their numbers.
add() {
    "$@" >"$dir/log" 2>&1 </dev/null
    if [ -z "$(closing "$dir/log")" ]; then
        cat "$dir/log"
        ok "$*: did not finish" 1
    else
        sed '$d' "$dir/log"
        count $(closing "$dir/log")
    fi
}

# finish [NAME]: prints the sums and ends the runner. NAME is its folder.
finish() {
    [ "$trials" -eq 0 ] || echo "${1:-$(basename "$(dirname "$0")")}: $((passed + failed)) tests, $trials trials"
    if [ "$skipped" -ne 0 ]; then
        echo "$passed passed, $failed failed, $skipped skipped"
    else
        echo "$passed passed, $failed failed"
    fi
    [ "$failed" -eq 0 ]
    exit
}
