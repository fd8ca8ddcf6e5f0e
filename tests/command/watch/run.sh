#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa run --check: kernels with one bug each and their repaired twins (*.s: what must be found is
# marked there by hand); what the command prints, reads and refuses.
# usage: run.sh GISA; FULL=1: each on all chips, not on one of them in turn
. "$(dirname "$0")/../../lib.sh"
. "$(dirname "$0")/found.sh"
gisa=$1
here=$(dirname "$0")
heads=$(wc -l <"$here/head.inc") # lines before each file

# found FILE CHIP KERNEL ARGUMENT...: its findings.
found() {
    source=$1 chip=$2 name=$3
    shift 3
    rm -f "$dir/json"
    case $chip in
    gfx600 | gfx700) words='s/SECOND/0x2/; s/ADDC/v_addc_u32/; s/ADD/v_add_i32/' ;;
    gfx803) words='s/SECOND/0x8/; s/ADDC/v_addc_u32/; s/ADD/v_add_u32/' ;;
    *) words='s/SECOND/0x8/; s/ADDC/v_addc_co_u32/; s/ADD/v_add_co_u32/' ;;
    esac
    sed "$words" "$source" >"$dir/k.s"
    "$gisa" run -a "$chip" "$dir/k.s" -k "$name" -q --check --findings "$dir/json" "$@" >"$dir/out" 2>"$dir/err"
    [ -s "$dir/json" ] || { cat "$dir/err"; return; }
    findings "$dir/json" | awk -v heads="$heads" '{ print $1 - heads, $2 }'
}

# ---- Bugs and their twins.
bugs=0 turn=0
for file in "$here"/*.s; do
    base=$(basename "$file" .s)
    cat "$here/head.inc" "$file" >"$dir/$base.s"
    # Lines keep their numbers.
    sed 's,^\([ 	]*\)//+ ,\1,; s,^.*//-.*$,,' "$dir/$base.s" >"$dir/twin.s"
    sed -n 's,^// run ,,p' "$file" >"$dir/kernels"
    while IFS=: read -r kernel arguments; do
        marked "$file" "$kernel" >"$dir/bugs"
        bugs=$((bugs + $(wc -l <"$dir/bugs")))
        [ -s "$dir/bugs" ] || case $kernel in right_*) ;; *) ok "$base.s: $kernel has a bug" 1 ;; esac
        chips=$(sed -n 's,^// chips: ,,p' "$file")
        turn=$((turn + 1))
        [ -n "$FULL" ] || chips=$(echo "$chips" | cut -d ' ' -f $((turn % $(echo "$chips" | wc -w) + 1)))
        for chip in $chips; do
            found "$dir/$base.s" "$chip" "$kernel" $arguments >"$dir/got"
            same "$base.s: $kernel on $chip: its bugs, and nothing else" "$dir/bugs" "$dir/got"
            found "$dir/twin.s" "$chip" "$kernel" $arguments >"$dir/got"
            : >"$dir/none"
            same "$base.s: the twin of $kernel on $chip" "$dir/none" "$dir/got"
        done
    done <"$dir/kernels"
done
[ "$bugs" -ge 100 ]
ok "at least 100 bugs, $bugs" $?

# ---- What is printed, and the exit status.
reverse='examples/reverse.s -g 128 -l 128'
gisa_run() {
    "$gisa" run $reverse "$@"
}
expect 1 '^examples/reverse.s:17: races: writes LDS that another work-item of the group has read' \
    gisa_run --check buf:512
expect 1 '^  work-item 63,0,0 of work-group 0,0,0 read LDS byte 0xfc here: ds_read_b32 v4, v1 at .*:19$' \
    gisa_run --check buf:512
expect 1 '^gisa run: examples/reverse.s: 2 findings$' gisa_run --check=all buf:512
expect 1 '1 finding$' gisa_run --check=barriers,races buf:512
gisa_run --check=barriers,bounds,waits,hazards buf:512 >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
ok 'nothing is said where there is no finding' $? "$dir/out"
gisa_run buf:512 >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
ok 'nothing is checked where it is not asked for' $? "$dir/out"
expect 2 "there is no check 'racing'; expected some of all, undefined, bounds, races" gisa_run --check=racing buf:512
expect 1 'instructions' gisa_run --check --max-insns 5 buf:512

# A code object has functions; lines are there where it has a line table.
"$gisa" asm -f co examples/reverse.s -o "$dir/reverse.co"
expect 1 '^reverse+0x2c: races: ' "$gisa" run "$dir/reverse.co" -g 128 -l 128 --check buf:512

# ---- Who is missing at a barrier: lanes, a wave that ended before and one that ends later, a wave
# that waits elsewhere.
barrier() {
    "$gisa" run -a gfx900 "$dir/barriers.s" -k "$1" -q --check=barriers -g 128 -l 128 buf:512 buf:512
}
expect 1 "of the wave's 64 work-items 54 are missing: 10,0,0 to 63,0,0" barrier divergent
expect 1 "  wave 0 (work-items 0,0,0 to 63,0,0) ends here: s_endpgm" barrier never
expect 1 "  wave 1 (work-items 64,0,0 to 127,0,0) ends here: s_endpgm" barrier ends_later
expect 1 "  wave 0 (work-items 0,0,0 to 63,0,0) waits here: s_barrier" barrier mismatched
four_waves() {
    "$gisa" run -a gfx900 "$dir/barriers.s" -k never -q --check=barriers -g 40,8 -l 40,8 buf:2048 buf:2048
}
expect 1 "  wave 0 (work-items 0,0,0 to 23,1,0) ends here: s_endpgm" four_waves

# ---- The calls that a finding is in, and no call that has returned; the code around it.
sed 's/SECOND/0x8/' "$dir/bounds.s" >"$dir/calls.s"
in_a_call() {
    "$gisa" run -a gfx900 "$dir/calls.s" -k in_a_call -q --check=bounds -g 64 -l 64 buf:512 buf:512 "$@"
}
in_a_call --findings "$dir/calls.json" >"$dir/out" 2>&1
for call in outer inner; do
    echo "  called at $dir/calls.s:$(grep -n "// the $call call" "$dir/calls.s" | cut -d : -f 1)"
done | tac >"$dir/wanted"
grep called "$dir/out" >"$dir/got"
same 'the stack of calls, the innermost first' "$dir/wanted" "$dir/got"
grep -q '"calls": \[{.*"text": "s_swappc_b64 s\[20:21\].*"text": "s_swappc_b64 s\[22:23\]' "$dir/calls.json"
ok 'likewise in JSON' $? "$dir/calls.json"
in_a_call --findings "$dir/calls.sarif" >"$dir/out" 2>&1
grep -q '"stacks": \[{"frames": \[{"location": {.*ds_write_b32.*s_swappc_b64 s\[20:21\].*s_swappc_b64 s\[22:23\]' "$dir/calls.sarif"
ok 'likewise in SARIF' $? "$dir/calls.sarif"
printf '       s_setpc_b64 s[22:23]\n    => ds_write_b32 v2, v0\n       s_waitcnt lgkmcnt(0)\n' >"$dir/wanted"
sed -n 3,5p "$dir/out" >"$dir/got"
same 'the instructions around it' "$dir/wanted" "$dir/got"
address='"address": "0x[0-9a-f]*"'
grep -q "{$address, \"text\": \"s_setpc_b64 s\[22:23\]\"}, {$address, \"text\": \"ds_write_b32 v2, v0\"}, {$address, \"text\": \"s_waitcnt lgkmcnt(0)\"}\]" "$dir/calls.json"
ok 'likewise in JSON, with addresses' $? "$dir/calls.json"

# ---- Known findings.
printf 'races run reverse+0x*\nwait vmcnt reverse\n' >"$dir/known"
gisa_run --check=races,bounds,barriers --suppress "$dir/known" buf:512 >"$dir/out" 2>&1 && [ ! -s "$dir/out" ]
ok 'a known finding is left out; kinds of gisa check are not looked at' $? "$dir/out"
printf 'races * examples/reverse.s:17\nbounds * reverse\n' >"$dir/known"
expect 0 'known:2: note: there is no such finding any more' gisa_run --check=races,bounds,barriers --suppress "$dir/known" buf:512
echo 'racing * *' >"$dir/known"
expect 1 'known:1: error: expected wait, hazard, undefined' gisa_run --check=races,bounds,barriers --suppress "$dir/known" buf:512
expect 1 'cannot be written' gisa_run --check --findings "$dir/none/x.json" buf:512

# ---- Documents.
gisa_run --check --findings "$dir/found.json" buf:512 2>/dev/null
grep -q '"kind": "races", "message": "writes LDS.*"line": 17,.*"line": 19,.*"group": \[0, 0, 0\], "item": \[64, 0, 0\]' "$dir/found.json"
ok 'JSON' $? "$dir/found.json"
gisa_run --check --findings "$dir/found.sarif" buf:512 2>/dev/null
grep -q '"ruleId": "races/run", "level": "warning".*"startLine": 17,.*"startLine": 19,' "$dir/found.sarif"
ok 'SARIF' $? "$dir/found.sarif"
if command -v python3 >/dev/null; then
    for name in json sarif; do
        python3 -m json.tool "$dir/found.$name" >"$dir/out" 2>&1
        ok "found.$name is JSON" $? "$dir/out"
    done
else
    skip 2 'there is no python3'
fi
finish
