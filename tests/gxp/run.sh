#!/bin/sh
# SPDX-License-Identifier: MIT
# Shader files on the command line: gisa asm -f gxp, gisa dis, gisa info. usage: run.sh GISA
gisa=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(dirname "$0")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

ok() { # ok STATUS WHAT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $2"
    fi
}

# expect STATUS PATTERN COMMAND...: the exit status, and a pattern in what it prints
expect() {
    want=$1 pattern=$2
    shift 2
    "$@" >"$dir/out" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$want" ] && grep -q -e "$pattern" "$dir/out"
    ok $? "$* (status $got, expected $want and '$pattern')"
}

# Each source has the name of its file and of what `gisa info` prints for it, in the folder of this test.
for source in "$here"/*.s; do
    name=$(basename "$source" .s)
    cp "$source" "$dir/$name.s"
    "$gisa" asm -f gxp "$dir/$name.s" && [ -s "$dir/$name.gxp" ]
    ok $? "$name: asm"
    "$gisa" dis "$dir/$name.gxp" -o "$dir/again.s" && "$gisa" asm -f gxp "$dir/again.s" -o "$dir/again.gxp" &&
        cmp "$dir/$name.gxp" "$dir/again.gxp"
    ok $? "$name: there and back"
    "$gisa" dis -f gxp - <"$dir/$name.gxp" | cmp - "$dir/again.s"
    ok $? "$name: dis -f gxp from a pipe"
    (cd "$dir" && COLUMNS=80 "$gisa" info "$name.gxp") >"$dir/info" 2>&1
    diff "$here/$name.info" "$dir/info"
    ok $? "$name: gisa info (< expected, > real)"
done

expect 0 '^	\.primary' "$gisa" dis "$dir/fragment.gxp"
"$gisa" dis --hex "$dir/fragment.gxp" >"$dir/hex.s" && "$gisa" asm -f gxp "$dir/hex.s" -o "$dir/hex.gxp" &&
    cmp "$dir/hex.gxp" "$dir/fragment.gxp"
ok $? 'dis --hex comes back'

# What is wrong, and where; no output.
head -c 120 "$dir/vertex.gxp" >"$dir/short.gxp"
expect 1 'short.gxp: error: 0x0: the file is shorter than the header' "$gisa" dis "$dir/short.gxp"
expect 1 'short.gxp: error: 0x0: the file is shorter than the header' "$gisa" info "$dir/short.gxp"
printf '.gxp vertex\n.varying colour0\n' >"$dir/bad.s"
expect 1 "bad.s:2:10: error: 'colour0' is no output; did you mean 'color0'" "$gisa" asm -f gxp "$dir/bad.s"
[ ! -e "$dir/bad.gxp" ]
ok $? 'no output after errors'
expect 1 'shader files are for the PS Vita' "$gisa" asm -a gfx900 -f gxp "$dir/vertex.s"
expect 1 'belongs to shader files' "$gisa" asm -a gfx900 "$dir/vertex.s" -o "$dir/x.o"
expect 1 "is not known" "$gisa" info "$dir/none.gxp"
expect 1 'not a .gxp file' "$gisa" dis -f gxp "$dir/vertex.s"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
