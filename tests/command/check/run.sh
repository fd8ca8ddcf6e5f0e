#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa check, gisa asm -W and --fix: kernels with one bug each and their repaired twins, on all
# chips (*.s: what must be reported is marked there by hand); what the command prints, reads and
# refuses.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")

# found FILE...: `LINE KIND RULE` of each finding, in the order of lines.
found() {
    "$gisa" check --json "$@" 2>"$dir/err" | awk '
        { text = $0 }
        match(text, /"kind": "[a-z]*"/) { kind = substr(text, RSTART + 9, RLENGTH - 10) }
        match(text, /"rule": "[a-z_0-9]*"/) { rule = substr(text, RSTART + 9, RLENGTH - 10) }
        match(text, /"consumer": [{][^}]*"line": [0-9]*/) {
            line = substr(text, RSTART, RLENGTH); sub(/.*"line": /, "", line); print line, kind, rule }' | sort -n
}

# ---- Bugs and their twins.
for file in "$here"/*.s; do
    base=$(basename "$file" .s)
    awk '/\/\/ BUG / { sub(/.*BUG /, NR " "); print }' "$file" >"$dir/bugs"
    [ -s "$dir/bugs" ]
    ok "$base.s has bugs" $?
    sed 's,^\([ 	]*\)//+ ,\1,' "$file" >"$dir/twin.s"
    for chip in $(sed -n 's,^// chips: ,,p' "$file"); do
        cp "$file" "$dir/$base.s"
        found -a $chip "$dir/$base.s" >"$dir/got"
        same "$base.s on $chip: its bugs, and nothing else" "$dir/bugs" "$dir/got"
        expect 0 'no findings' "$gisa" check -a $chip "$dir/twin.s"
        # What --fix makes of it has no findings, is the source but for new lines, and can be
        # assembled; what needs other code is left.
        rm -f "$dir/fixed.s"
        "$gisa" asm -a $chip --fix "$file" -o "$dir/fixed.s" 2>"$dir/err"
        found -a $chip "$dir/fixed.s" | sed 's/^[0-9]* //' | sort >"$dir/got"
        grep -e vcc_half_vccz -e scalar_store_end -e smem_vccz "$dir/bugs" | sed 's/^[0-9]* //' | sort >"$dir/left"
        same "$base.s on $chip: --fix leaves what no wait helps against" "$dir/left" "$dir/got"
        diff "$file" "$dir/fixed.s" | grep '^[<>]' | grep -v '^>[ 	]*s_nop [0-9]*$' |
            grep -v '^>[ 	]*s_waitcnt [a-z]*([0-9]*)$' >"$dir/changed"
        [ ! -s "$dir/changed" ]
        ok "$base.s on $chip: --fix adds lines alone" $? "$dir/changed"
    done
done
[ "$(cat "$here"/*.s | grep -c '// BUG ')" -ge 40 ]
ok 'at least forty bugs' $?

# ---- What is printed, and the exit status.
cat >"$dir/k.s" <<'END'
	.text
	.globl kernel
kernel:
	buffer_load_dword v1, off, s[8:11], 0
again:	v_mov_b32 v2, v1
	v_readfirstlane_b32 s0, v0
	v_readlane_b32 s4, v1, s0
	s_cbranch_scc1 again
	s_endpgm
END
expect 1 'k.s:5: wait: reads v1 before it has arrived; wait for vmcnt(0)$' "$gisa" check -a gfx900 "$dir/k.s"
expect 1 '^  after buffer_load_dword v1, off, s\[8:11\], 0 at .*k.s:4$' "$gisa" check -a gfx900 "$dir/k.s"
expect 1 '^  put before it: s_nop 3$' "$gisa" check -a gfx900 "$dir/k.s"
expect 1 ': 2 findings$' "$gisa" check -a gfx900 "$dir/k.s"
"$gisa" asm -a gfx900 "$dir/k.s" -o "$dir/k.o" && "$gisa" asm -a gfx900 -f raw "$dir/k.s" -o "$dir/k.bin"
ok 'k.s is assembled' $?
expect 1 '^kernel+0x8: wait: ' "$gisa" check "$dir/k.o"
expect 1 '^0x8: wait: ' "$gisa" check -a gfx900 "$dir/k.bin"
expect 1 '^0x8: wait: ' "$gisa" check -a gfx900 -f raw "$dir/k.bin"
expect 2 'error' "$gisa" check -a gfx900 -f source "$dir/k.bin"
expect 2 'with -a\|without an architecture\|architecture' "$gisa" check "$dir/k.bin"
expect 2 'cannot\|No such file' "$gisa" check "$dir/missing.o"
expect 2 'knows no waits' "$gisa" check -a sgx543 -f raw "$dir/k.bin"
expect 2 'exclude each other' "$gisa" check --json --sarif "$dir/k.o"
expect 2 'expected the name of a file' "$gisa" check
printf 's_endpgm\nnonsense v0\n' >"$dir/bad.s"
expect 2 'bad.s:2:1: error' "$gisa" check -a gfx900 "$dir/bad.s"
head -c 100 "$dir/k.o" >"$dir/cut.o"
expect 2 'cut.o: ' "$gisa" check "$dir/cut.o"

# ---- Advice: FLAT where compilers may know better, a hazard that a document alone has.
printf 'flat_load_dword v2, v[0:1]\ns_waitcnt vmcnt(0)\nv_mov_b32 v3, v2\ns_endpgm\n' >"$dir/flat.s"
expect 0 'no findings' "$gisa" check -a gfx803 "$dir/flat.s"
expect 1 ':3: advice, wait: .*lgkmcnt(0)' "$gisa" check -a gfx803 --advice "$dir/flat.s"
printf 'v_readfirstlane_b32 s8, v0\nbuffer_load_dword v1, off, s[8:11], 0\ns_endpgm\n' >"$dir/advice.s"
expect 0 'no findings' "$gisa" check -a gfx700 "$dir/advice.s"
expect 1 ':2: advice, hazard: valu_sgpr_vmem of s8: 5 more' "$gisa" check -a gfx700 -A "$dir/advice.s"
expect 1 ':2: hazard: valu_sgpr_vmem' "$gisa" check -a gfx900 -A "$dir/advice.s"

# ---- Suppressions.
suppress() { # suppress STATUS PATTERN LINE...
    want=$1 pattern=$2
    shift 2
    printf '%s\n' "$@" >"$dir/known"
    expect "$want" "$pattern" "$gisa" check -a gfx900 -x "$dir/known" "$dir/k.s"
}
suppress 0 'no findings' '* * kernel   # both are known'
suppress 1 ': 1 finding$' 'wait vmcnt kernel'
suppress 1 ': 1 finding$' '# nothing' '' 'hazard valu_* kernel+0x*'
suppress 1 ': 1 finding$' 'wait * *k.s:5'
suppress 1 ': 1 finding$' 'wait * 0x8'
suppress 1 ': 2 findings$' 'wait * 0x800'
suppress 1 'known:1: note: there is no such finding any more' 'wait * 0x800'
suppress 2 'known:2: error: expected' '* * *' 'wait vmcnt'
suppress 2 'known:1: error: expected' 'any vmcnt *'
expect 2 'none' "$gisa" check -a gfx900 -x "$dir/none" "$dir/k.s"

# ---- JSON and SARIF are what other programs read.
if command -v python3 >/dev/null; then
    "$gisa" check -a gfx900 --json "$dir/k.s" 2>/dev/null | python3 -c '
import json, sys
d = json.load(sys.stdin)
f = d["findings"][1]
assert len(d["findings"]) == 2 and d["bytes"] == 32 and d["complete"], d
assert (f["kind"], f["rule"], f["states"], f["remedy"]) == ("hazard", "valu_sgpr_lane", 4, ["s_nop 3"]), f
assert (f["consumer"]["line"], f["producer"]["line"], f["consumer"]["symbol"]) == (7, 6, "kernel"), f
' 2>"$dir/why"
    ok '--json' $? "$dir/why"
    echo 'wait * *' >"$dir/known"
    "$gisa" check -a gfx900 --sarif -x "$dir/known" "$dir/k.s" 2>/dev/null | python3 -c '
import json, sys
d = json.load(sys.stdin)
r = d["runs"][0]
assert d["version"] == "2.1.0" and r["tool"]["driver"]["name"] == "gisa", d
assert [x["id"] for x in r["tool"]["driver"]["rules"]] == ["wait/vmcnt", "hazard/valu_sgpr_lane"], r
first, second = r["results"]
assert first["suppressions"] == [{"kind": "external"}] and "suppressions" not in second, r
assert second["locations"][0]["physicalLocation"]["region"]["startLine"] == 7, second
' 2>"$dir/why"
    ok '--sarif' $? "$dir/why"
else
    skip 2 'there is no python3'
fi

# ---- Several code objects in a file: all, or those that are asked for.
if command -v clang-offload-bundler-19 >/dev/null; then
    "$gisa" asm -a gfx803 "$dir/k.s" -o "$dir/k8.o"
    clang-offload-bundler-19 -type=o -targets=host-x86_64-unknown-linux,hip-amdgcn-amd-amdhsa--gfx803,hip-amdgcn-amd-amdhsa--gfx900 \
        -input=/dev/null -input="$dir/k8.o" -input="$dir/k.o" -output="$dir/bundle" 2>"$dir/why"
    ok 'a bundle is made' $? "$dir/why"
    expect 1 ': 4 findings$' "$gisa" check "$dir/bundle"
    expect 1 '^object 2, .*gfx900: kernel+0x8: wait' "$gisa" check "$dir/bundle"
    expect 1 ': 2 findings$' "$gisa" check -a gfx803 "$dir/bundle"
    expect 1 ': 2 findings$' "$gisa" check --object 2 "$dir/bundle"
    expect 2 'none of the file' "$gisa" check -a gfx700 "$dir/bundle"
else
    skip 6 'there is no clang-offload-bundler-19 (Debian: clang-19)'
fi

# ---- The assembler: warnings do not stop it; --fix writes source.
expect 0 'k.s:5:8: warning: reads v1 before' "$gisa" asm -a gfx900 -W "$dir/k.s" -o "$dir/w.o"
cmp -s "$dir/k.o" "$dir/w.o"
ok 'the output of -W is that without' $?
expect 0 'k.s:7:2: warning: valu_sgpr_lane' "$gisa" asm -a gfx900 -W "$dir/k.s" -o "$dir/w.o"
expect 0 'flat.s:3:1: warning: .*(advice)' "$gisa" asm -a gfx803 -A "$dir/flat.s" -o "$dir/w.o"
"$gisa" asm -a gfx900 --fix - <"$dir/k.s" >"$dir/got"
awk '/^again:/ { print "again:\ts_waitcnt vmcnt(0)"; sub(/^again:/, "") } /v_readlane/ { print "\ts_nop 3" } { print }' "$dir/k.s" >"$dir/want"
same '--fix puts lines after labels, and goes to standard output' "$dir/want" "$dir/got"
printf 's_load_dword s4, s[0:1], 0x0\r\n  s_mov_b32 s5, s4\r\ns_endpgm\r\n' | "$gisa" asm -a gfx900 --fix - >"$dir/got"
printf 's_load_dword s4, s[0:1], 0x0\r\n  s_waitcnt lgkmcnt(0)\r\n  s_mov_b32 s5, s4\r\ns_endpgm\r\n' >"$dir/want"
same '--fix keeps ends of lines and indents' "$dir/want" "$dir/got"
printf 'buffer_load_dword v1, off, s[8:11], 0\ns_cbranch_scc0 1\nv_mov_b32 v2, v1\ns_endpgm\n' >"$dir/count.s"
expect 1 'count.s:2:1: error: this branch counts instructions' "$gisa" asm -a gfx900 --fix "$dir/count.s"
cat >"$dir/macro.s" <<'END'
.macro use reg
	v_mov_b32 v2, \reg
.endm
	buffer_load_dword v1, off, s[8:11], 0
	use v1
	s_endpgm
END
expect 1 'macro.s:5:2: warning: reads v1' "$gisa" asm -a gfx900 --fix "$dir/macro.s"
expect 1 '1 finding is left that --fix cannot help' "$gisa" asm -a gfx900 --fix "$dir/macro.s" -o "$dir/out.s"
expect 1 'bad.s:2:1: error' "$gisa" asm -a gfx900 --fix "$dir/bad.s"
expect 2 'would replace the source' "$gisa" asm -a gfx900 --fix "$dir/k.s" -o "$dir/k.s"
finish
