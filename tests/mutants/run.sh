#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests mutants.py: the list that follows from a seed, its shards, and the verdicts of four mutants (sample.txt), in a copy of
# what has been built. usage: run.sh BUILD-DIRECTORY   (python3)
build=${1:-build}
here=$(dirname "$0")
if ! python3 -c '' 2>/dev/null || [ -n "$SANITIZE" ]; then
    echo 'no python3, or a build with sanitizers'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
passed=0 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

ok() { # ok WHAT STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $1"
    fi
}

list() {
    python3 "$here/mutants.py" --list --count 40 --room gcn-rows --room usse-bodies --room gcn-facts --room core "$@"
}

# mutants FILE: one in a line, in any order
mutants() {
    paste -d '\t' - - - <"$1" | sort
}

list >"$work/one"
ok 'the entries of survivors.txt are of lines that exist' $?
list >"$work/again"
cmp -s "$work/one" "$work/again" && [ "$(mutants "$work/one" | uniq | wc -l)" -eq 40 ]
ok 'a seed gives 40 mutants, the same ones each time' $?
list --seed 2 >"$work/other"
! cmp -s "$work/one" "$work/other"
ok 'another seed gives others' $?
for i in 0 1 2; do
    list --shard $i/3
done >"$work/shards"
mutants "$work/one" >"$work/one.sorted"
mutants "$work/shards" >"$work/shards.sorted"
cmp -s "$work/one.sorted" "$work/shards.sorted"
ok 'the shards are the whole' $?

python3 "$here/mutants.py" --again --survivors "$here/sample.txt" --tests golden --sample "$build" --folder "$work/tree" \
    --room core --room emu --room gcn-rows >"$work/log" 2>&1
for file in $(sed -n '/^[a-z].*\/.*\./p' "$here/sample.txt"); do
    verdict=$(awk -v file="$file" '$0 == file { here = 1 } here && /^why:/ { print $2; exit }' "$here/sample.txt")
    grep -q "^$verdict .* $file:" "$work/log"
    ok "$file: $verdict" $?
done
[ $failed -eq 0 ] || tail -n 40 "$work/log"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
