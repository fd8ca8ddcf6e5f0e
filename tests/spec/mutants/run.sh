#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests mutants.py: the list that follows from a seed, its shards, and the verdicts of four mutants
# (sample.txt), in a copy of what has been built. usage: run.sh BUILD-DIRECTORY (python3)
. "$(dirname "$0")/../../lib.sh"
build=${1:-build}
here=$(dirname "$0")
if ! python3 -c '' 2>/dev/null || [ -n "$SANITIZE" ]; then
    skip 1 'no python3, or a build with sanitizers'
    finish
fi

list() {
    python3 "$here/mutants.py" --list --count 40 --room gcn-rows --room usse-bodies --room gcn-facts --room core "$@"
}

# mutants FILE: one in a line, in any order
mutants() {
    paste -d '\t' - - - <"$1" | sort
}

list >"$dir/one"
ok 'the entries of survivors.txt are of lines that exist' $?
list >"$dir/again"
cmp -s "$dir/one" "$dir/again" && [ "$(mutants "$dir/one" | uniq | wc -l)" -eq 40 ]
ok 'a seed gives 40 mutants, the same ones each time' $?
list --seed 2 >"$dir/other"
! cmp -s "$dir/one" "$dir/other"
ok 'another seed gives others' $?
for i in 0 1 2; do
    list --shard $i/3
done >"$dir/shards"
mutants "$dir/one" >"$dir/one.sorted"
mutants "$dir/shards" >"$dir/shards.sorted"
cmp -s "$dir/one.sorted" "$dir/shards.sorted"
ok 'the shards are the whole' $?

python3 "$here/mutants.py" --again --survivors "$here/sample.txt" --tests golden --sample "$build" --folder "$dir/tree" \
    --room core --room emu --room gcn-rows >"$dir/log" 2>&1
for file in $(sed -n '/^[a-z].*\/.*\./p' "$here/sample.txt"); do
    verdict=$(awk -v file="$file" '$0 == file { here = 1 } here && /^why:/ { print $2; exit }' "$here/sample.txt")
    grep -q "^$verdict .* $file:" "$dir/log"
    ok "$file: $verdict" $?
done
[ $failed -eq 0 ] || tail -n 40 "$dir/log"
finish
