#!/bin/sh
# SPDX-License-Identifier: MIT
# The wait states that LLVM 19 puts between the pairs of pairs.mir are those of hazards.txt, which
# the program of this folder holds the library to. usage: llvm.sh   (llc-19)
. "$(dirname "$0")/../../lib.sh"
here=$(dirname "$0")
if ! command -v llc-19 >/dev/null; then
    skip 1 "there is no llc-19 (Debian: llvm-19)"
    finish
fi

# states CPU: lines of a name and the states that LLVM inserts.
states() {
    llc-19 -mtriple=amdgcn -mcpu="$1" -run-pass post-RA-hazard-rec -o - "$here/pairs.mir" 2>"$dir/log" |
        awk '/^name:/ { if (name) print name, n; name = $2; n = 0 } $1 == "S_NOP" { n += $2 + 1 } END { print name, n }'
}

column=0
for cpu in tahiti bonaire gfx803 gfx900; do
    column=$((column + 1))
    states $cpu >"$dir/states"
    [ -s "$dir/states" ]
    ok "llc-19 reads pairs.mir for $cpu" $? "$dir/log"
    while read -r name found; do
        wanted=$(awk -v name="# $name" -v column=$column '$0 == name { getline; print $column }' "$here/hazards.txt")
        echo "$wanted in hazards.txt, $found by LLVM" >"$dir/why"
        [ "$wanted" = "$found" ]
        ok "$name on $cpu" $? "$dir/why"
    done <"$dir/states"
done
finish
