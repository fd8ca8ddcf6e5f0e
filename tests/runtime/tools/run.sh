#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks, profiles and the debugger for programs of the host: HIP programs under gisa-hsa.
# usage: run.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
build=$(cd "${1:-build}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -e "$build/hsa/libgisa-tools.so" ] || ! command -v hipcc >/dev/null; then
    skip 1 'the HSA runtime has not been built, or hipcc is not installed'
    finish
fi
unset GISA_AGENTS GISA_CHECK GISA_CHECK_EXIT GISA_FINDINGS GISA_SUPPRESS GISA_PROFILE GISA_DEBUG GISA_DEBUG_SCRIPT
hsa=$build/gisa-hsa

# compile SOURCE PROGRAM [FLAG...]: for the chips of the tests.
compile() {
    source=$1 program=$2
    shift 2
    (cd "$here" && hipcc -x hip -w -g -O1 --offload-arch=gfx900 "$@" "$source" -o "$dir/$program") >"$dir/log" 2>&1
    ok "hipcc $*: $source" $? "$dir/log"
}

# line TEXT FILE: the number of the line that has the text.
line() {
    grep -n -F "$1" "$2" | head -n 1 | cut -d : -f 1
}

# ---- the command ---------------------------------------------------------------------------------

expect 2 'there is no option' "$hsa" --chekc true
expect 2 'missing value after --findings' "$hsa" --findings
expect 2 'cannot be read' "$hsa" --suppress "$dir/none" true
expect 0 '^races all 1$' "$hsa" --check=races sh -c 'echo $GISA_CHECK all $GISA_CHECK_EXIT'
expect 0 '^all 7$' env GISA_CHECK_EXIT=7 "$hsa" --check sh -c 'echo $GISA_CHECK $GISA_CHECK_EXIT'
expect 0 '^--check$' "$hsa" -- echo --check

# ---- checks --------------------------------------------------------------------------------------

compile race.hip race
compile race.hip repaired -DREPAIRED
reads=$(line 'out[blockIdx.x] += part[n]' "$here/race.hip")
writes=$(line 'part[i] = in[' "$here/race.hip")
# The first wave adds before the second one has written: 0 + ... + 63, 128 + ... + 191.
expect 1 "gisa-hsa: check: .*race.hip:$writes: races: " "$hsa" --check "$dir/race"
grep -q "work-group 0,0,0 read LDS .* at .*race.hip:$reads\$" "$dir/out"
ok 'both sides of a race by their lines' $? "$dir/out"
grep -q "race.hip:$reads: undefined: the output depends on LDS bytes 256-259" "$dir/out"
ok 'what the second wave has not written yet' $? "$dir/out"
grep -q '^2016 10208$' "$dir/out"
ok 'the program goes on' $? "$dir/out"
expect 0 '^8128 24512$' "$hsa" --check "$dir/repaired"
[ "$(wc -l <"$dir/out")" -eq 1 ]
ok 'nothing is found in the right one' $? "$dir/out"
expect 0 '^2016 10208$' "$hsa" --check=bounds "$dir/race"
expect 0 "there is no check 'racing'; expected some of all, undefined" "$hsa" --check=racing "$dir/race"

echo "races run *race.hip:$writes" >"$dir/known"
expect 0 '^2016 10208$' "$hsa" --check=races --suppress "$dir/known" "$dir/race"
! grep -q races "$dir/out"
ok 'a finding that is known is left out' $? "$dir/out"
echo "races run *race.hip:$reads" >"$dir/known"
expect 1 "race.hip:$writes: races: " "$hsa" --check --suppress="$dir/known" "$dir/race"

# findings FILE EXPRESSION: what an expression in Python says of the document d.
findings() {
    python3 -c "import json, sys; d = json.load(open(sys.argv[1])); print(($2))" "$1" 2>&1
}
for processes in '' 3; do
    echo 'not JSON' >"$dir/found.json"
    "$hsa" --check=races --findings "$dir/found.json" "$dir/race" $processes >/dev/null 2>&1
    ok "race $processes: its status" $((! $?))
    got=$(findings "$dir/found.json" 'len(d["findings"]), {(f["kind"], f["at"]["line"]) for f in d["findings"]}, d["complete"]')
    [ "$got" = "(${processes:-1}, {('races', $writes)}, True)" ]
    ok "findings of ${processes:-1} processes: $got" $?
    "$hsa" --check=races --findings="$dir/found.sarif" "$dir/race" $processes >/dev/null 2>&1
    got=$(findings "$dir/found.sarif" 'd["version"], len(d["runs"]), {r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in d["runs"][-1]["results"]}')
    [ "$got" = "('2.1.0', ${processes:-1}, {$writes})" ]
    ok "SARIF of ${processes:-1} processes: $got" $?
done
expect 0 '"findings"' sh -c '"$0" --check --findings "$1" "$2" && cat "$1"' "$hsa" "$dir/found.json" "$dir/repaired"
[ "$(findings "$dir/found.json" 'len(d["findings"])')" = 0 ]
ok 'a file without findings' $?
echo 'not JSON' >"$dir/found.json"
expect 0 'not a file of findings; nothing is added to it' env GISA_CHECK=all GISA_FINDINGS="$dir/found.json" "$hsa" "$dir/race"
expect 0 'gisa-hsa: /none/found.json: No such file' "$hsa" --check=races --findings /none/found.json "$dir/repaired"

finish
