#!/bin/sh
# SPDX-License-Identifier: MIT
# isagen refuses every faulty spec (err_NAME.isa) with the message in err_NAME.txt as its first one, and takes the
# others (succ_NAME.isa). usage: run.sh [ISAGEN]   (build/isagen)
export ASAN_OPTIONS=detect_leaks=0 # isagen leaves its memory to the system
isagen=${1:-${B:-build}/isagen}
here=$(dirname "$0")
passed=0 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
    failed=$((failed + 1))
    [ $failed -le 50 ] && printf '%s\n    expected  %s\n    got       %s\n' "$1" "$2" "$3"
}
for spec in "$here"/err_*.isa "$here"/succ_*.isa; do
    name=$(basename "$spec" .isa)
    mkdir "$work/$name" && cp "$spec" "$work/$name/"
    # isagen takes a folder; the messages begin with the path of the file in it
    "$isagen" "$work/$name" "$work/tables.c" "$work/bodies.c" >"$work/log" 2>&1
    status=$?
    first=$(sed -e "s|$work/$name/||g" -e 1q "$work/log")
    case $name in
    succ_*) expected= wanted=0 ;;
    *) expected=$(cat "$here/$name.txt") wanted=1 ;;
    esac
    if [ "$first" != "$expected" ]; then
        fail "$name" "$expected" "$first"
    elif [ $status -ne $wanted ]; then
        fail "$name" "exit status $wanted" "$status"
    elif [ $wanted -eq 1 ] && [ -e "$work/tables.c" ]; then
        fail "$name" "no output of a faulty spec" "tables.c"
    elif [ $wanted -eq 0 ] && ! ${CC:-cc} -std=c11 -fsyntax-only -Wall -Werror -Isrc -Iinclude "$work/tables.c" >"$work/log" 2>&1; then
        fail "$name" "tables that compile" "$(head -n 3 "$work/log")"
    else
        passed=$((passed + 1))
    fi
    rm -f "$work/tables.c" "$work/bodies.c"
done
# a folder without its main file, and no folder
for folder in "$work" "$work/none"; do
    "$isagen" "$folder" >"$work/log" 2>&1
    if [ $? -ne 1 ] || ! grep -q '^isagen: .*: No such file or directory$' "$work/log"; then
        fail "$folder" "isagen: ...: No such file or directory" "$(cat "$work/log")"
    else
        passed=$((passed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
