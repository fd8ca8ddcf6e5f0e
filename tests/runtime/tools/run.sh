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

while IFS='|' read -r words answer; do
    eval "\"\$hsa\" --complete $words" | cut -f 1 | tr '\n' ' ' >"$dir/got"
    [ "$(cat "$dir/got")" = "$answer" ]
    ok "gisa-hsa --complete $words: $(cat "$dir/got")" $?
done <<'END'
--c|--check --command 
--check --f|--findings 
--findings a.json --s|--suppress 
--findings a|:files 
./program --c|:files 
--check=r|
''|:files 
END
for option in check suppress findings profile debug command libdir help; do
    "$hsa" --complete -- | grep -q "^--$option	[a-z]"
    ok "gisa-hsa --complete: --$option with what it does" $?
done

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

# ---- profiles ------------------------------------------------------------------------------------

# Ten waves in three launches: six of them in the first groups, four in the others.
compile counts.hip counts
info=$dir/counts.info
# ran LINE-TEXT: how often that line ran, of the tracefile.
ran() {
    sed -n "s/^DA:$(line "$1" "$here/counts.hip"),//p" "$info"
}
# sums NAME FACTOR: the counts of the file are those of so many processes.
sums() {
    got="$(ran '// every wave') $(ran '// those of') $(ran '// the others') $(ran '// no launch') $(grep -c '^SF:' "$info")"
    [ "$got" = "$((10 * $2)) $((6 * $2)) $((4 * $2)) 0 1" ]
    ok "$1: $got" $?
    [ "$(grep '^FNDA:.*half' "$info")" = "FNDA:$((10 * $2)),_Z4halfPii" ] && [ "$(grep '^FNDA:.*never' "$info")" = 'FNDA:0,_Z5neverPi' ]
    ok "$1: calls of functions" $? "$info"
    # That of the compiler into the other side, which is always taken.
    sides=$(sed -n "s/^BRDA:$(line '// the others' "$here/counts.hip"),0,[01],//p" "$info" | tr '\n' ' ')
    [ "$sides" = "$((4 * $2)) 0 " ]
    ok "$1: both sides of a branch: $sides" $? "$info"
}
expect 0 '^7$' "$hsa" --profile="$info" "$dir/counts"
sums 'three launches' 1
expect 0 '^7$' "$hsa" --profile="$info" "$dir/counts" 2
sums 'and two processes more, at once' 3
"$hsa" --profile="$info" "$dir/counts" 8 >/dev/null 2>&1
sums 'and eight' 11
if command -v genhtml >/dev/null && command -v lcov >/dev/null; then
    lcov -q -a "$info" -a "$info" -o "$dir/twice.info" >"$dir/out" 2>&1
    grep -qx "DA:$(line '// the others' "$here/counts.hip"),88" "$dir/twice.info"
    ok 'lcov adds it up' $? "$dir/out"
    genhtml -q -o "$dir/html" "$info" >"$dir/out" 2>&1 && grep -rq 's_sleep' "$dir/html"
    ok 'genhtml shows the source' $? "$dir/out"
else
    skip 2 'lcov is not installed'
fi
NEVER=1 "$hsa" --profile="$info" "$dir/counts" >/dev/null 2>&1
[ "$(ran '// no launch') $(ran '// every wave')" = '1 120' ]
ok 'a line that only one of the runs has reached' $?
(cd "$dir" && "$hsa" --profile=here.info ./counts >/dev/null 2>&1 && [ -s here.info ])
ok 'a file in the folder where gisa-hsa was started' $?
echo 'something else' >"$dir/other.info"
expect 0 'other.info: not a tracefile that gisa has written; nothing is added to it' "$hsa" --profile="$dir/other.info" "$dir/counts"
[ "$(cat "$dir/other.info")" = 'something else' ]
ok 'such a file stays as it is' $?
expect 0 '/none/x.info: No such file' "$hsa" --profile=/none/x.info "$dir/counts"
(cd "$here" && hipcc -x hip -w -O1 --offload-arch=gfx900 counts.hip -o "$dir/plain") >"$dir/log" 2>&1
expect 0 'no line of a source is known: compile with -g' "$hsa" --profile="$dir/plain.info" "$dir/plain"

"$hsa" --profile "$dir/counts" >/dev/null 2>"$dir/out"
grep -q '^ *6 .* s_sleep 1' "$dir/out" && grep -q '^ *4 .* 1024 .* global_store_dword ' "$dir/out" && ! grep -q '_Z5never' "$dir/out"
ok 'the disassembly of what ran: waves, bytes' $? "$dir/out"
rm -f "$dir/text"
"$hsa" --profile="$dir/text" "$dir/counts" 2 >/dev/null 2>&1
[ "$(grep -c '/counts on gfx900:' "$dir/text")" -eq 2 ] && [ "$(grep -c ' global_store_dword ' "$dir/text")" -eq 2 ]
ok 'that of two processes in a file' $? "$dir/text"
expect 0 'are for one run each: the profile is left out' "$hsa" --profile --check "$dir/counts"

# ---- the debugger: scripts -----------------------------------------------------------------------

compile steps.hip steps
product=$(line '// the product' "$here/steps.hip")
store=$(line '// the store' "$here/steps.hip")
# By hand: fill makes all 1; the launches 10 + i, then 2 * (10 + i) + i; the sum of that is 7328.
result='^read 42, sum 7328, total 12$'
# debugged STATUS PATTERN WHICH: the program with the script, as `expect`.
debugged() {
    expect "$1" "$2" sh -c 'echo 42 | "$0" --debug="$1" --command "$2" "$3"' "$hsa" "$3" "$dir/script" "$dir/steps"
}
cat >"$dir/script" <<END
break steps.hip:$store
continue
print v0@5
print mem[s[2:3] + 12]:i32
stepi
print mem[s[2:3] + 12]:i32
reverse-stepi
print mem[s[2:3] + 12]:i32
reverse-step
stepi
END
debugged 0 "$result" 2
grep '^Launch\|^Breakpoint 1, \|^mem\|^v0@5\|^[0-9]' "$dir/out" >"$dir/got"
cat >"$dir/expected" <<END
Launch 2: _Z5stepsPii on gfx900
Breakpoint 1, group 0,0,0 wave 0 lane 0, _Z5stepsPii+0x30 at steps.hip:$store [8]
$store	    numbers[i] = after;                                // the store
v0@5 = 0x5  5  7.00649232e-45
mem[s[2:3] + 12]:i32 = 1
$store	    numbers[i] = after;                                // the store
mem[s[2:3] + 12]:i32 = 13
Breakpoint 1, group 0,0,0 wave 0 lane 0, _Z5stepsPii+0x30 at steps.hip:$store [8]
$store	    numbers[i] = after;                                // the store
mem[s[2:3] + 12]:i32 = 1
$product	    const int after = before * factor + i;             // the product
$product	    const int after = before * factor + i;             // the product
END
same 'a line, a register, memory before and after, back' "$dir/expected" "$dir/got"

# At each launch of a kernel the script begins anew. The variable is put back as well.
cat >"$dir/script" <<END
info arguments
break steps.hip:$(line 'a variable' "$here/steps.hip")
continue
next
print mem[total]:i32
reverse-next
print mem[total]:i32
goto 0
run
continue
END
debugged 0 "$result" steps
[ "$(grep -c '^Launch [23]: _Z5stepsPii' "$dir/out")" -eq 2 ] && [ "$(grep '^2 by_value' "$dir/out" | tr '\n' ' ')" = '2 by_value = 0xa, 4 bytes 2 by_value = 0x2, 4 bytes ' ]
ok 'both launches of a kernel, with their arguments' $? "$dir/out"
sed -n 's/^mem.total.:i32 = //p' "$dir/out" | tr '\n' ' ' >"$dir/got"
[ "$(cat "$dir/got")" = '10 0 12 10 ' ]
ok "a variable of the device goes back: $(cat "$dir/got")" $? "$dir/out"
debugged 0 "$result" _Z4fillPi
grep -q '^Launch 1: _Z4fillPi' "$dir/out"
ok 'a kernel by its whole name' $? "$dir/out"
debugged 0 "$result" all
[ "$(grep -c '^Launch' "$dir/out")" -eq 3 ]
ok 'all launches' $?
debugged 0 "$result" 9
! grep -q '^Launch' "$dir/out"
ok 'there is no ninth launch' $?
debugged 0 "$result" step
! grep -q '^Launch' "$dir/out"
ok 'part of a name is not a name' $?
printf 'stepi 2\nquit\nprint 1\n' >"$dir/script"
GISA_CHECK=all debugged 0 "$result" steps
grep -q 'are for one run each: checks and the profile are left out' "$dir/out"
ok 'the debugger and checks' $? "$dir/out"
[ "$(grep -c '^Launch' "$dir/out")" -eq 1 ]
ok 'quit: the program goes on alone' $?
echo 'print nothing' >"$dir/script"
debugged 1 "$dir/script:1: error: 'nothing', column 1: there is no" 1
grep -q "$result" "$dir/out"
ok 'a command that fails: the status, and the program goes on' $?
printf 'continue\ncontinue\n' >"$dir/script"
(cd "$here" && hipcc -w -O1 --offload-arch=gfx900 ../rocm/hip_race.cpp -o "$dir/freed") >"$dir/log" 2>&1
"$hsa" --debug --command "$dir/script" "$dir/freed" freed >"$dir/out" 2>&1
[ $? -eq 134 ] && grep -q '^Fault: .* may not be touched' "$dir/out" && grep -q HSA_STATUS_ERROR_MEMORY_FAULT "$dir/out"
ok 'a fault stops there, and the program hears of it' $? "$dir/out"

# What has been asked of the host is not asked again.
compile says.hip says
cat >"$dir/script" <<END
break says.hip:$(line '// before' "$here/says.hip")
break says.hip:$(line '// after' "$here/says.hip")
continue
stepi
reverse-stepi
continue
reverse-stepi
END
expect 1 'script:7: error: the kernel has asked the host for something' "$hsa" --debug --command "$dir/script" "$dir/says"
[ "$(grep -c '^hello 40$' "$dir/out")" -eq 1 ] && grep -q '^5 68$' "$dir/out"
ok 'it goes back before it asks, not after' $? "$dir/out"

# ---- the debugger: a terminal --------------------------------------------------------------------

printf 'break steps.hip:%s\ncontinue\ninfo line\ncontinue\ncontinue\ncontinue\ncontinue\ncontinue\n' $store >"$dir/lines"
expect 0 '^output: read 42, sum 7328, total 12$' timeout 60 python3 "$here/terminal.py" 42 "$dir/lines" "$hsa" --debug=steps "$dir/steps"
[ "$(grep -c "^Breakpoint 1, .* at steps.hip:$store" "$dir/out")" -eq 2 ] && grep -q "is line $store of .*steps.hip" "$dir/out"
ok 'at a terminal: the breakpoint holds in the second launch' $? "$dir/out"
echo stepi >"$dir/lines"
expect 0 '^output: read 42, sum 7328, total 12$' timeout 60 python3 "$here/terminal.py" 42 "$dir/lines" "$hsa" --debug=all "$dir/steps"
expect 0 'there is no terminal; GISA_DEBUG_SCRIPT names a file' sh -c 'echo 42 | timeout 60 setsid -w "$0" --debug "$1"' "$hsa" "$dir/steps"

# ---- the debugger: an editor ---------------------------------------------------------------------

if grep -q libjansson "$build/hsa/libgisa-tools.so"; then
    timeout 120 python3 "$here/dap.py" "$build/gisa" "$dir" >"$dir/out" 2>&1
    count $(closing "$dir/out")
    sed '$d' "$dir/out"
    [ -n "$(closing "$dir/out")" ]
    ok 'gisa dap with a program of the host ends' $? "$dir/out"
    # With NODE_PATH=DIRECTORY/node_modules after `npm install @vscode/debugadapter-testsupport`.
    if node -e 'require("@vscode/debugadapter-testsupport")' 2>/dev/null; then
        timeout 60 node "$here/client.js" "$build/gisa" "$dir/steps" "$here/steps.hip" $store >"$dir/out" 2>&1
        ok "VS Code's client" $? "$dir/out"
    else
        skip 1
    fi
else
    skip 1 'gisa was built without jansson'
fi

finish
