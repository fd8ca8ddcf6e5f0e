#!/bin/sh
# SPDX-License-Identifier: MIT
# Lines, inlined functions and variables from the DWARF that clang writes: chains of inlined
# functions against llvm-symbolizer, values of variables against the arguments of the kernel; in
# faults, findings of checks, listings and the debugger; lines that gisa asm -g writes.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(cd "$(dirname "$0")" && pwd)
explains=$dir/out

if "$gisa" dis -S demo/saxpy.co 2>&1 | grep -q 'built without libdw'; then
    skip 1 'gisa was built without libdw'
    finish source
fi
if ! command -v llvm-symbolizer-19 >/dev/null ||
    ! clang-19 -x cl -g -O0 -nogpulib -cl-kernel-arg-info -target amdgcn--amdhsa -mcpu=gfx900 "$here/put.cl" -o "$dir/0.co" 2>"$dir/log"; then
    skip 1 'no clang-19 that links for amdgcn, or no llvm-symbolizer-19'
    finish source
fi
for level in 1 2; do
    clang-19 -x cl -g -O$level -nogpulib -cl-kernel-arg-info -target amdgcn--amdhsa -mcpu=gfx900 "$here/put.cl" -o "$dir/$level.co" 2>"$dir/log"
    ok "put.cl at -O$level" $? "$dir/log"
done

# says TEXT: a whole line of what was printed last (a pattern)
says() {
    grep -q -x -e "$1" "$dir/out"
    ok "$name says '$1'" $?
}
# 64 work-items; work-item i has 1.5 and comes to out[i] and out[i + 100].
run() {
    name="$*"
    timeout 60 "$gisa" run -q -g 64 -l 64 "$@" >"$dir/out" 2>&1
}
debug() {
    name="debug $*"
    timeout 60 "$gisa" debug "$@" >"$dir/out" 2>&1
}

# ---- inlined functions: "PLACE CHAIN" of each address that gisa dis -S puts a line at ------------

for level in 0 1 2; do
    "$gisa" dis -S --hex "$dir/$level.co" >"$dir/out" 2>&1
    ok "dis -S at -O$level" $?
    awk '/^\t\/\/ put\.cl:/ { line = $2; sub(/:$/, "", line); chain = ""
            if (match($0, /\([a-z_]*, inlined into .*\)$/)) chain = substr($0, RSTART + 1, RLENGTH - 2); next }
        line && match($0, /\/\/ [0-9A-F]*:/) { print substr($0, RSTART + 3, RLENGTH - 4), line, chain; line = "" }' \
        "$dir/out" >"$dir/got"
    awk '{ print "0x" $1 }' "$dir/got" | llvm-symbolizer-19 --obj="$dir/$level.co" --inlines --basenames >"$dir/frames" 2>"$dir/log"
    awk -v got="$dir/got" 'BEGIN { RS = ""; FS = "\n" }
        { split($2, at, ":"); text = at[1] ":" at[2] " "; chain = $1
          for (i = 3; i < NF; i += 2) { split($(i + 1), at, ":"); chain = chain ", inlined into " $i " at " at[1] ":" at[2] }
          print text (NF > 2 ? chain : "") }' "$dir/frames" >"$dir/want"
    cut -d' ' -f2- "$dir/got" >"$dir/chains"
    [ "$(wc -l <"$dir/want")" -ge 10 ]
    ok "-O$level has ten lines or more" $?
    same "lines and inlined functions at -O$level" "$dir/want" "$dir/chains"
done
[ "$(grep -c 'into put_both at put.cl:7, inlined into inlined at put.cl:13' "$dir/chains")" -ge 1 ]
ok 'two functions are inlined at -O2' $?

# ---- faults: out has room for 100 numbers, so work-item 0's second one is the first outside ------

run "$dir/2.co" -k inlined buf:400 buf:256:f32=1.5 i32:1
says '  put.cl:3: to\[at\] = value \* 2.0f;'
says '  in put, inlined into put_both at put.cl:7, inlined into inlined at put.cl:13'
run "$dir/2.co" -k calls buf:4 buf:256:f32=1.5 i32:0
says '  put.cl:16: to\[at\] = value + 3.0f;'
! grep -q inlined "$dir/out"
ok 'nothing is inlined there' $?

# ---- checks --------------------------------------------------------------------------------------

name='races'
timeout 60 "$gisa" run -q -g 128 -l 128 "$dir/2.co" -k races --check=races --findings="$dir/findings" buf:512 >"$dir/out" 2>&1
grep -q 'put.cl:23 (mark, inlined into races at put.cl:27)' "$dir/out"
ok 'a finding names the line and the inlined function' $?
"${PYTHON:-python3}" -c '
import json, sys
at = json.load(open(sys.argv[1]))["findings"][0]["at"]
print(at["line"], [(f["name"], f.get("inlined_at_line")) for f in at["functions"]])' "$dir/findings" >"$dir/got" 2>&1
printf "23 [('mark', 27), ('races', None)]\n" >"$dir/want"
same 'a finding in JSON' "$dir/want" "$dir/got"

# ---- the debugger --------------------------------------------------------------------------------

# Without optimisation variables are in private memory.
debug "$dir/0.co" -k inlined -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:3 -e 'break put.cl:3' -e run -e 'lane 5' -e 'info locals' \
    -e 'print value' -e 'continue 1' -e 'print value' -e 'p at' -e where
says 'put:'
says '  at = 5  \[private\[s33 / 64 + 8\]:i32\]'
says '  value = 1.5  \[private\[s33 / 64 + 12\]:f32\]'
says 'value = 1.5'
says 'value = 2.5'
says 'at = 105'
# Parameters of a function that is called come in registers.
debug "$dir/2.co" -k calls -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:3 -e 'break far' -e run -e 'lane 7' -e 'info locals' -e 'p at' \
    -e 'print nothing'
says 'far:'
says '  to = 0x[0-9a-f]*  [0-9]*  \[v\[0:1\]:x64\]'
says '  at = 10  \[v2:i32\]'
says '  value = 1.5  \[v3:f32\]'
says 'at = 10'
says '.*there is no register, argument or symbol named nothing.*'
# A register and an argument of the kernel go by their names, whatever became of variables.
debug "$dir/2.co" -k inlined -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:3 -e 'print v0@9:i32'
says 'v0@9:i32 = 9'
debug "$dir/2.co" -k inlined -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:3 -e 'print n'
says 'n = 0x3 .*'
# A variable that the compiler has removed is shown as "optimized out".
debug "$dir/2.co" -k inlined -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:3 -e 'break put.cl:13' -e run -e 'info locals'
grep -q -e 'optimized out' "$dir/out"
ok 'optimized out' $?
# A breakpoint stops in each copy of its line: put.cl:3 is in put, twice in put_both, and twice in
# the kernel, which has no more than two stores.
debug "$dir/2.co" -k inlined -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:1 -e 'break put.cl:3' -e run -e where -e continue -e where \
    -e continue
says 'Breakpoint 1: .* at put.cl:3 and in 4 other copies'
says '#0  .* in put, inlined into put_both at put.cl:6, inlined into inlined at put.cl:13'
says '#0  .* in put, inlined into put_both at put.cl:7, inlined into inlined at put.cl:13'
says 'The kernel has ended.*'
# Conditions with variables: in private memory, of a loop; in registers, by lane.
debug "$dir/0.co" -k inlined -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:3 -e 'break put.cl:13 if i == 2' -e run -e 'print i + id * 10' \
    -e 'tbreak put.cl:3 if at == 107, value > 2' -e continue -e 'print lane' -e 'print value:hex' -e 'delete 1' -e continue
says 'Breakpoint 1: .* at put.cl:13, if i == 2'
says 'i + id \* 10 = 2'
says 'lane = 5'
says 'value:hex = 0x40200000 .*'
says 'The kernel has ended.*'
debug "$dir/2.co" -k calls -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:3 -e 'break far if at == 10' -e run -e 'print lane' \
    -e 'break far if nothing == 1'
says 'lane = 7'
says ".*'nothing == 1', column 1: there is no register, argument or symbol named nothing"
# A watchpoint on a variable, with a condition on another one.
debug "$dir/0.co" -k inlined -g 64 -l 64 -q buf:4096 buf:256:f32=1.5 i32:3 -e 'tbreak put.cl:13' -e run -e 'watch i if id == 0' \
    -e continue -e 'print i'
says 'Watchpoint 2: i, if id == 0'
says 'i = 1'
debug demo/saxpy.co buf:4 buf:4 f32:1 -e 'info locals'
says '.*error: no variable is known here; compile with -g'

if "$gisa" dap </dev/null 2>&1 | grep -q jansson; then
    skip 1 'gisa was built without jansson'
else
    timeout 60 "${PYTHON:-python3}" "$here/dap.py" "$gisa" "$dir/0.co" "$here/put.cl" >"$dir/got" 2>&1
    printf 'at = 0\nvalue = 1.5\nvalue is 1.5\n' >"$dir/want"
    same 'the scope Locals' "$dir/want" "$dir/got"
fi

# ---- gisa asm -g: the rows that llvm-mc -g writes, read by llvm-dwarfdump ------------------------

cat >"$dir/g.s" <<'END'
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	.cfi_startproc
	s_nop 0
	s_load_dword s0, s[0:1], 0x0
	.cfi_def_cfa 64, 16
	s_waitcnt lgkmcnt(0)

again:	v_add_u32 v0, s0, v0
	s_sub_u32 s0, s0, 1
	s_cbranch_scc0 again
	.cfi_endproc
	s_endpgm
	.section .text.more,"ax",@progbits
more:	v_mov_b32 v1, 0
	s_setpc_b64 s[30:31]
	.rodata
	.p2align 6
	.amdhsa_kernel k
	.amdhsa_next_free_vgpr 8
	.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
END
rows() { # rows FILE: addresses and lines, a section each
    llvm-dwarfdump-19 --debug-line "$1" | awk '/^0x/ { print $1, $2, $NF }'
}
if command -v llvm-mc-19 >/dev/null && command -v llvm-dwarfdump-19 >/dev/null; then
    "$gisa" asm -a gfx900 -g "$dir/g.s" -o "$dir/g.o" >"$dir/out" 2>&1 &&
        llvm-mc-19 -triple amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj -g "$dir/g.s" -o "$dir/llvm.o" >>"$dir/out" 2>&1
    ok 'asm -g' $?
    rows "$dir/g.o" >"$dir/got"
    rows "$dir/llvm.o" >"$dir/want"
    same 'asm -g: the rows are those of llvm-mc -g' "$dir/want" "$dir/got"
    llvm-dwarfdump-19 --verify "$dir/g.o" >"$dir/out" 2>&1
    ok 'asm -g: llvm-dwarfdump --verify' $?
    "$gisa" asm -a gfx900 -g -f co "$dir/g.s" -o "$dir/g.co" >"$dir/out" 2>&1
    llvm-symbolizer-19 --obj="$dir/g.co" --basenames "0x$(llvm-nm-19 "$dir/g.co" | sed -n 's/ . again$//p')" >"$dir/out" 2>&1
    name='llvm-symbolizer on what asm -g made'
    says 'g.s:12:0'
    "$gisa" dis -S "$dir/g.co" >"$dir/out" 2>&1
    name='dis -S of what asm -g made'
    says '	// g.s:12: again: v_add_u32 v0, s0, v0'
    # nothing else of the file changes, and a source that has lines of its own keeps these
    for option in '' -g; do
        "$gisa" asm -a gfx900 $option -f raw "$dir/g.s" -o "$dir/raw$option"
    done
    cmp -s "$dir/raw" "$dir/raw-g"
    ok 'asm -g -f raw: the same bytes' $?
    printf '.file 1 "other.c"\n.text\nk:\n.loc 1 7\ns_nop 0\ns_endpgm\n' >"$dir/own.s"
    for option in '' -g; do
        "$gisa" asm -a gfx900 $option "$dir/own.s" -o "$dir/own$option.o"
    done
    cmp -s "$dir/own.o" "$dir/own-g.o"
    ok 'asm -g: .loc of the source goes before' $?
    printf '.text\nk: s_nop 0\n.file 1 "other.c"\n.loc 1 7\ns_nop 0\ns_endpgm\n' >"$dir/own.s"
    "$gisa" asm -a gfx900 -g "$dir/own.s" -o "$dir/own.o" 2>"$dir/out"
    [ "$(rows "$dir/own.o" | awk 'NR == 1 { print $2 }')" = 7 ]
    ok 'also where it stands later' $?
else
    skip 1 'there is no llvm-mc-19'
fi

# ---- damaged DWARF is not an error ---------------------------------------------------------------

size=$(wc -c <"$dir/2.co")
for i in $(seq 1 60); do
    awk -v seed="$i" -v size="$size" 'BEGIN { srand(seed); for (i = 0; i < 20; i++) printf "%d %d\n", int(rand() * size), int(rand() * 256) }' >"$dir/places"
    cp "$dir/2.co" "$dir/bad.co"
    while read -r at byte; do
        printf "\\$(printf %o "$byte")" | dd of="$dir/bad.co" bs=1 seek="$at" conv=notrunc 2>/dev/null
    done <"$dir/places"
    timeout 20 "$gisa" dis -S "$dir/bad.co" >"$dir/out" 2>&1
    [ $? -le 2 ] || break
done
ok 'damaged files are listed or refused' $?

finish source
