#!/bin/sh
# SPDX-License-Identifier: MIT
# gisa debug: every command, on small kernels whose states are known; going back compared with going
# forward, position by position; scripts and command lines that it refuses; gisa dap by dap.py.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
here=$(dirname "$0")
root=$here/../../..
saxpy="$root/examples/saxpy.s -g 256 -l 64 -q f32:2 buf:1024:f32=3 buf:1024:f32=1"
calls="$here/calls.s -g 256 -l 128 -q buf:1024:u32"

# script KERNEL NAME: runs the commands on standard input; what they print is in $dir/out.
script() {
    cat >"$dir/script"
    "$gisa" debug $1 -x "$dir/script" >"$dir/out" 2>&1 </dev/null
    ok "$2: all commands work" $? "$dir/out"
}

# says PATTERN...: lines with these patterns were printed, in this order.
says() {
    : >"$dir/missing"
    for pattern; do
        echo "$pattern"
    done >"$dir/patterns"
    awk 'NR == FNR { want[++n] = $0; next } at < n && $0 ~ want[at + 1] { at++ }
        END { if (at < n) print "not printed in this place: " want[at + 1] }' "$dir/patterns" "$dir/out" >"$dir/missing"
    [ ! -s "$dir/missing" ]
    ok "$*" $? "$dir/missing"
}

# ---- Breakpoints, conditions, registers and memory: 7 = 2 * 3 + 1.
script "$saxpy" 'breakpoints' <<'END'
info kernel
info arguments
break saxpy.s:19 if lane 5, v2:f32 > 1
tbreak *saxpy+0x3c
info breakpoints
run
print v2:f32 * s3:f32 + v3:f32
print/x s3
print v[2:3]
print x[3]:f32
print lane
info registers v2:f32
info registers
continue
continue
print group.x
info line
list 19
disassemble saxpy
disable 1
continue
END
says 'saxpy, gfx900' 'grid 256,1,1 in groups of 64,1,1' '^2 x buf:1024:f32=3' \
    'Breakpoint 1: saxpy[+]0x34 at saxpy.s:19' 'Breakpoint 2: saxpy[+]0x3c at saxpy.s:20' '^2 .*once' \
    'Breakpoint 1, group 0,0,0 wave 0 lane 5, saxpy[+]0x34 at saxpy.s:19' '^=> saxpy[+]0x34: v_fma_f32 v2, s3, v2, v3  .lanes all' \
    '= 7$' 's3 = 0x40000000' '= 0x3f80000040400000' 'x.3.:f32 = 3$' '^lane = 5$' '^v2 .* 3  .* 3$' '^s0 .*0x' '^exec .*0xffffffffffffffff' \
    'Breakpoint 2, .*saxpy[+]0x3c' 'Breakpoint 1, group 1,0,0' 'group.x = 1' 'is line 19 of' '^19.*v_fma' '^   saxpy: s_load_dword' \
    'The kernel has ended, after 44 instructions'

# ---- Where does a value come from? Watchpoints forwards and backwards.
script "$saxpy" 'watchpoints' <<'END'
watch y[3]:f32
run
print y[3]:f32
reverse-continue
print y[3]:f32
delete 1
watch v2@5
reverse-continue
print v2@5:f32
reverse-continue
reverse-continue
print number
rwatch x[70]
delete 2
continue
continue
delete
awatch y[200]
wwatch y[200]
run
continue
info watchpoints
END
says 'changed by saxpy[+]0x3c' '0x3f800000 -> 0x40e00000' '^y.3.:f32 = 7$' 'wave 0 lane 3, saxpy[+]0x3c' '^y.3.:f32 = 1$' \
    'changed by saxpy[+]0x34' '0x40400000 -> 0x40e00000' 'v2@5:f32 = 3' 'changed by saxpy[+]0x20' 'There is nothing earlier' 'number = 0' \
    'touched by saxpy[+]0x20' 'group 1,0,0' 'The kernel has ended' 'touched by saxpy[+]0x28' 'group 3,0,0' 'changed by saxpy[+]0x3c' \
    '^5 .*watch'

script "$calls" 'registers of all kinds' <<'END'
goto 17
watch vcc
watch exec
watch scc
watch v2@*
watch s[12:13]
watch mode
continue
continue
continue
continue
reverse-continue
reverse-continue
info breakpoints
delete
set exec = 5
print exec
info registers v1
set scc = 1
print scc
END
says '^Watchpoint 4, v2@' 'changed by double: v_add' '0x40 -> 0x80' '^Watchpoint 2, exec' '0xffffffffffffffff -> 0x0' '^=> .*lanes none' \
    '0x0 -> 0xffffffffffffffff' '^Watchpoint 3, scc' 'changed by calls[+]0x58: s_cmp' '^Watchpoint 3, scc' '^Watchpoint 2, exec' 'changed by calls[+]0x4c' \
    'exec, hits: 2' '^exec = 0x5 ' '^v1 .*0:    0x00000100  .0x00000104.    0x00000108  .0x0000010c.' '^scc = 0x1 '

# ---- Steps, calls, waves, LDS, divergence, edits.
script "$calls" 'steps' <<'END'
catch group 1
catch wave
info breakpoints
continue
delete
goto 0
break double
continue
backtrace
finish
reverse-stepi
delete
reverse-finish
nexti
reverse-nexti
step
where
reverse-step
next
reverse-next
delete
tbreak calls+0x4c if wave 0
continue
info registers v2
info waves
goto 10
info waves
info groups
wave 0
lane 7
print lds[16 + 4 * lane]
print lds[20]
x/4dw lds:16
x/2i calls
stepi 2
until
group 0
advance calls+0x60
goto 0
tbreak calls+0x60 if wave 0
continue
set v2@9 = 1000
set s16 = 5
set lds[16] = 77
print lds[16]
print s16
set y[9] = 3
print y[9]
stepi
print y[9]
reverse-stepi
print v2@9
print y[9]
stepi
print y[9]
continue
END
says 'Breakpoint 1: group 1' 'Breakpoint 2: wave' 'Breakpoint 2, group 0,0,0 wave 1 .*calls' 'Breakpoint 3: double' 'Breakpoint 3, .*double' '^#0  double' \
    '^#1  calls[+]0x3c' '^=> calls[+]0x40' '^=> double[+]0x4' '^=> calls[+]0x3c' '^=> calls[+]0x40' '^=> calls[+]0x3c' '^=> double:' '^#0  double' \
    '^=> calls[+]0x3c' '^=> calls[+]0x40' '^=> calls[+]0x3c' 'Breakpoint 4, .*calls[+]0x4c' '^v2 .* 0x00000007 .*[(]0x0000000a[)]' 'wave 0  calls[+]0x4c  lanes 0-4' '^  group 0,0,0 wave 0  calls[+]0x1c  lanes all, waits' '^[*] group 0,0,0 wave 1' \
    'group 0,0,0: 128x1x1 work-items, 2 waves, 1024 bytes' 'wave 0 lane' 'lane 7' '= 0x7 ' 'lds.20. = 0x1 ' '^0x10:  0  1  2  3$' \
    's_load_dwordx2' 'calls[+]0x60' 'Breakpoint 5,.*calls[+]0x60' 'lds.16. = 0x4d ' 's16 = 0x5 ' '^y.9. = 0x3 ' \
    '^y.9. = 0x3e8 ' '^v2@9 = 0x3e8 ' '^y.9. = 0x3 ' '^y.9. = 0x3e8 ' 'ended'

# ---- An ignore count, a condition that comes later, commands by -e and on standard input.
script "$saxpy" 'conditions' <<'END'
break saxpy+0x34
ignore 1 2
run
print group
condition 1 group 3
continue
print group
condition 1
enable 1
info breakpoints
run
continue 2
print group
help
help break
quit
never reached
END
says '^group = 2$' '^group = 3$' '^1 .*hit' '^group = 2$' 'reverse-continue' 'break, b'
expect 0 '^s3 = 2$' "$gisa" debug $saxpy -e 'break 19' -e run -e 'print/f s3'
echo 'print number' | "$gisa" debug $saxpy >"$dir/out" 2>&1
ok 'commands on standard input' $?
says '^number = 0$'
awk 'BEGIN { for (i = 0; i < 3; i++) printf "stepi\r\n# a comment\n\n  \n"; print "print number" }' >"$dir/script"
expect 0 '^number = 3$' "$gisa" debug $saxpy -x "$dir/script"

# ---- Faults stop at the instruction, with its state before it.
sed 's/global_store_dword v1, v2, s\[8:9\]/global_store_dword v1, v2, s[10:11]/' "$here/calls.s" >"$dir/fault.s"
expect 0 '^Fault: .*may not be touched' "$gisa" debug "$dir/fault.s" -g 64 -l 64 -q buf:1024 -e run -e 'print s16'
says 'calls[+]0x60' '^s16 = 0x3 '
sed 's/s_cmp_lt_u32 s16, 3/s_cmp_lg_u32 s16, -1/' "$here/calls.s" >"$dir/loop.s"
expect 0 '^Fault: .*instructions' "$gisa" debug "$dir/loop.s" -g 64 -l 64 -q --max-insns 1000 buf:1024 -e run -e 'print number'
says '^number = 999'
expect 0 '^s16 = 0x44 ' "$gisa" debug "$dir/loop.s" -g 64 -l 64 -q --max-insns 1000 buf:1024 -e 'b loop if s16 == 100' -e run -e 'rsi 96' -e 'p s16'

# ---- Going back is what going forward was: all registers, LDS and memory, at every position.
common='print number
info waves
info registers
info registers v
print pc
x/1024xb y'
# states NAME: a file for each position of what was printed.
states() {
    mkdir -p "$dir/$1"
    awk -v to="$dir/$1" '/^number = / { file = to "/" $3 } file { print > file }' "$dir/out"
}
same_states() {
    dump="$common
$4"
    last=$(($2 - 1))
    for n in $(seq 0 "$last"); do
        echo "goto $n"
        echo "$dump"
    done >"$dir/script"
    "$gisa" debug $1 -x "$dir/script" >"$dir/out" 2>&1 </dev/null
    ok "$3: forward" $? "$dir/out"
    states forward
    for n in $(seq "$last" -1 0); do
        echo "goto $n"
        echo "$dump"
    done >"$dir/script"
    "$gisa" debug $1 -x "$dir/script" >"$dir/out" 2>&1 </dev/null
    ok "$3: back" $? "$dir/out"
    states back
    for file in "$dir"/forward/* "$dir"/back/*; do # a stop shows where it came to, which is the same
        sed -i '/^=> /d; /^[0-9]*\t/d; /^group /d' "$file"
    done
    [ "$(ls "$dir/forward" | wc -l)" -eq "$2" ]
    ok "$3: a state for each of $2 positions" $?
    diff -r "$dir/forward" "$dir/back" >"$dir/diff"
    ok "$3: going back, the states are the same" $? "$dir/diff"
    trials=$((trials + $2))
    rm -rf "$dir/forward" "$dir/back"
}
"$gisa" debug $calls -e run >"$dir/out" 2>&1
count=$(sed -n 's/^The kernel has ended, after \([0-9]*\) .*/\1/p' "$dir/out")
same_states "$saxpy" 44 'saxpy' 'x/1024xb x'
same_states "$calls" "${count:-1}" 'calls' 'x/1024xb lds:0'

# Instructions of a wave, one by one, are those backwards in the other order.
{
    for n in $(seq 1 10); do echo stepi; done
    echo 'print number + 1000'
    for n in $(seq 1 10); do echo reverse-stepi; done
} >"$dir/script"
"$gisa" debug $saxpy -x "$dir/script" >"$dir/out" 2>&1
sed '/= 1010/,$d' "$dir/out" | grep '^=>' | head -n 9 >"$dir/there"
sed '1,/= 1010/d' "$dir/out" | grep '^=>' | head -n 9 | sed '1!G;h;$!d' >"$dir/back"
[ "$(wc -l <"$dir/there")" -eq 9 ]
ok 'nine steps' $? "$dir/out"
same 'reverse-stepi is stepi backwards' "$dir/there" "$dir/back"

# ---- Lines of a compiled kernel.
if command -v clang-19 >/dev/null; then
    cat >"$dir/k.cl" <<'END'
__attribute__((noinline)) int twice(int n) {
    return 2 * n;
}
__kernel void k(__global int *y) {
    int i = __builtin_amdgcn_workitem_id_x();
    int a = i + 3;
    y[i] = twice(a);
}
END
    cat >"$dir/script" <<'END'
break k.cl:6
run
list
next
lane 5
x/4dw private:0
step
step
where
finish
break 2
run
reverse-step
continue
delete
continue
END
    for chip in gfx700 gfx803 gfx900 gfx906; do
        clang-19 -x cl -O0 -g -target amdgcn-amd-amdhsa -mcpu=$chip -nogpulib "$dir/k.cl" -o "$dir/k.co" 2>"$dir/err"
        ok "clang compiles the kernel for $chip" $? "$dir/err"
        expect 0 'has ended' "$gisa" debug "$dir/k.co" -g 64 -l 64 buf:256:i32 -x "$dir/script"
        says 'Breakpoint 1: k[+].* at k.cl:6' 'Breakpoint 1, .* at k.cl:6' '^6.*int a' '^7.*y.i. = twice' '^0x0: .* 8$' \
            'k.cl:[12]' '^#0  twice' '^#1  k[+].*k.cl:7' 'at k.cl:7' 'Breakpoint 2: twice.* k.cl:2' 'Breakpoint 1' 'has ended' '0: 6 8 10 12'
        # Which instruction gave a its value: the store to private memory before line 7.
        at=$(awk '/^0x0:/ { for (i = 2; i <= 5; i++) if ($i == 8) { print 4 * (i - 2); exit } }' "$dir/out")
        expect 0 'changed by k[+]0x' "$gisa" debug "$dir/k.co" -g 64 -l 64 -q buf:256:i32 -e 'break k.cl:7' -e run -e 'lane 5' \
            -e "print private[$at]" -e "watch private[$at]" -e reverse-continue -e "print private[$at]:i32 + 1000"
        says '^private.* = 0x8 ' '0x0 -> 0x8' 'k.cl:6' '= 1000$'
    done
else
    skip 20 'clang-19 is not installed: no lines of compiled kernels'
fi

# ---- What is refused.
# wrong TEXT PATTERN: the command fails with this message, at its place.
wrong() {
    printf 'print number\n%s\nprint number + 1\n' "$1" >"$dir/script"
    expect 1 "script:2: error: .*$2" "$gisa" debug $saxpy -x "$dir/script"
    ! grep -q '^number + 1' "$dir/out"
    ok "nothing runs after: $1" $? "$dir/out"
}
wrong frobnicate 'unknown command .frobnicate'
wrong 'print' 'expected an expression'
wrong 'print v2 +' 'column 5'
wrong 'print v2 + )' 'column'
wrong 'print v300' 'no register, argument or symbol named v300'
wrong 'print v2@64' 'lane from 0 to 63'
wrong 'print 1 / 0' 'division by zero'
wrong 'print mem[0]' 'no memory'
wrong 'print lds[999999999999]' 'past the end'
wrong 'print v2:f31' 'unknown type'
wrong 'print 12monkeys' 'not a number'
wrong 'print 1.5 & 2' 'does not take floats'
wrong "print $(printf '(%.0s' $(seq 200))1" 'too many brackets'
wrong "print $(printf -- '-%.0s' $(seq 200))1" 'too many brackets'
wrong "print $(printf '1+%.0s' $(seq 2000))1" 'longer than'
wrong 'break nowhere' 'named nowhere'
wrong 'break *0' 'no code'
wrong 'break 100000' 'no code belongs'
wrong 'break other.cl:7' 'no code belongs'
wrong 'break saxpy if v3 >' 'column'
wrong 'watch 5' 'expected a register or memory'
wrong 'rwatch v3' 'watched for changes'
wrong 'delete 7' 'no breakpoint or watchpoint'
wrong 'condition 7 1' 'no breakpoint'
wrong 'ignore x 1' 'no breakpoint'
wrong 'catch fish' 'catch group'
wrong 'catch group 1,2,3,4' 'expected X'
wrong 'info fish' 'expected info'
wrong 'finish' 'in no call'
wrong 'wave 7' 'no such wave'
wrong 'group 9' 'no such wave'
wrong 'lane 64' 'lane from 0 to 63'
wrong 'goto' 'expected a position'
wrong 'x/99999xw y' 'count from 1'
wrong 'x/4q y' 'unknown format letter'
wrong 'x/4xw 16' 'no memory'
wrong 'x/4i 16' 'no code'
wrong 'set v3' 'expected REGISTER = VALUE'
wrong 'set 5 = 6' 'expected a register or memory'
wrong 'set pc = 6' 'cannot be set'
wrong 'set mem[16] = 6' 'cannot be written'
wrong 'run fast' 'takes none'
wrong 'help fish' 'unknown command'
wrong 'stepi fish' 'named fish'
wrong 'list 100000' 'no code belongs'
expect 1 'error: .*has ended' "$gisa" debug $saxpy -e run -e stepi
expect 1 'no wave' "$gisa" debug $saxpy -e run -e 'info registers'
expect 0 '[[]43[]]' "$gisa" debug $saxpy -e run -e reverse-stepi
printf 'print 1\0\n' >"$dir/script"
expect 1 'a byte of 0' "$gisa" debug $saxpy -x "$dir/script"
head -c 5000 /dev/urandom | tr '\000' x >"$dir/script"
"$gisa" debug $saxpy -x "$dir/script" >"$dir/out" 2>&1
[ $? -le 1 ]
ok 'bytes at random are no reason to crash' $?
expect 2 'usage: gisa debug' "$gisa" debug
expect 2 'unknown option' "$gisa" debug --frobnicate
expect 1 'nothing.co: No such file' "$gisa" debug "$dir/nothing.co"
expect 1 'there is no kernel in it' "$gisa" debug "$0"
expect 1 'gisa debug: argument 2 is missing' "$gisa" debug "$root/examples/saxpy.s" f32:2
expect 1 'takes at most 64' "$gisa" debug "$root/examples/saxpy.s" -g 256 -l 128 f32:2 buf:1024 buf:1024
expect 0 'usage: gisa debug' "$gisa" debug --help

# Likewise at a barrier, and with a breakpoint elsewhere, where the way back is searched for.
for points in 'delete' 'break calls+0x68 if s4 == 77'; do
    printf '%s\n' "$points" 'goto 40' 'wave' 'stepi 3' 'reverse-stepi 3' 'print pc - calls' 'reverse-stepi 40' 'print number' >"$dir/script"
    expect 0 '^number = ' "$gisa" debug $calls -x "$dir/script"
    grep '^=> \|^number\|^pc' "$dir/out" >"$dir/with.$(echo "$points" | cut -c1-3)"
done
same 'reverse-stepi with and without breakpoints' "$dir/with.del" "$dir/with.bre"

# ---- Code without a kernel: the same states as gisa run -a leaves, as source, words and raw.
cat >"$dir/wave.s" <<'END'
begin: v_add_f32 v0, v1, v2 // on the first line
	s_load_dword s4, s[2:3], 0x0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s4, s4, 1
	v_mov_b32 v3, s4
	ds_write_b32 v5, v3
	v_readlane_b32 s5, v1, 3
	v_cmp_lt_u32 vcc, 2, v1
	s_mov_b32 s97, s5
END
printf '\005\000\000\000\001\000\000\000' >"$dir/wave.mem"
printf 's[2:3]=0x1000 # the memory\nm0=-1\n' >"$dir/wave.set"
set_all="--set v1=1,2,3,4 --set v2=2.5 --set v5=16 --set exec=0xff --settings $dir/wave.set --mem 0x1000=$dir/wave.mem"
for chip in gfx600 gfx700 gfx803 gfx900 gfx906; do
    "$gisa" asm -a $chip -f raw "$dir/wave.s" -o "$dir/wave.bin"
    od -An -v -tx4 "$dir/wave.bin" >"$dir/wave.hex"
    end=$(wc -c <"$dir/wave.bin")
    "$gisa" run -a $chip "$dir/wave.s" $set_all --dump v3,s4,s5,s97,vcc,exec,mode,lds[16] |
        awk '{ print $1, $2 }' >"$dir/all"
    for form in s bin hex; do
        for part in v3@7 v3@8 s4 s5 s97 vcc exec mode lds[16]; do
            echo "print/x $part"
        done | cat - >"$dir/prints"
        { echo "break *code+$end"; echo run; cat "$dir/prints"; } >"$dir/script"
        "$gisa" debug -a $chip "$dir/wave.$form" $set_all -x "$dir/script" >"$dir/out" 2>&1 </dev/null
        ok "$chip, $form: debugged without a kernel" $? "$dir/out"
        says 'v3@7 = 0x0*6$' 'v3@8 = 0x0*$' 's4 = 0x0*6$' 's5 = 0x0*4$' 's97 = 0x0*4$' 'vcc = 0x0*c$' 'exec = 0x0*ff$' 'lds.16. = 0x0*6$'
        mode=$(sed -n 's/^mode *0x0*//p' "$dir/all")
        [ -n "$mode" ] && grep -q "^mode = 0x0*$mode\$" "$dir/out"
        ok "$chip, $form: MODE is that of gisa run" $? "$dir/out" "$dir/all"
    done
done
script "-a gfx900 $dir/wave.s $set_all" 'lines, memory by its address and going back without a kernel' <<'END'
break 5
run
print v0@0:f32
print s4
set mem[0x1000] = 41
print mem[0x1000]
run
print s4
reverse-stepi
print s4
reverse-stepi
reverse-stepi
print mem[0x1004]
END
says 'Breakpoint 1: code[+]0x14 at wave.s:5' '^v0@0:f32 = 2.5' '^s4 = 0x6' '^mem.0x1000. = 0x29' '^s4 = 0x6' '^4.*s_add_u32' \
    '^s4 = 0x5' '^2.*s_load_dword' '= 0x1 '
expect 1 'which arguments, -g, -l, -k and --offset are for' "$gisa" debug -a gfx900 "$dir/wave.s" -g 64 -e run
expect 1 'are for code without a kernel' "$gisa" debug $saxpy --set v1=1 -e run
expect 1 'what --set names cannot be set here' "$gisa" debug -a gfx900 "$dir/wave.s" --set border_palette=0x1000 -e run
expect 1 "gisa debug: 'v1': there is no '='" "$gisa" debug -a gfx900 "$dir/wave.s" --set v1 -e run
expect 1 'memory of --mem that overlaps' "$gisa" debug -a gfx900 "$dir/wave.s" --mem 0x1000,64 --mem 0x1010,64 -e run
expect 1 'or -a and code without a kernel' "$gisa" debug "$dir/wave.bin" -e run

# ---- Shader stages: a vertex stage and the pixel stage after it, in several waves.
cat >"$dir/mesh.s" <<'END'
  v_cvt_f32_u32 v4, v0
  buffer_load_format_xyzw v[8:11], v0, s[0:3], 0 idxen
  s_waitcnt vmcnt(0)
  exp pos0 v8, v9, v10, v11 done
  v_mul_f32 v12, 0.5, v4
  exp param0 v4, v12, v4, v4
  s_endpgm
END
cat >"$dir/wall.s" <<'END'
  s_mov_b32 m0, s0
  v_interp_p1_f32 v2, v0, attr0.x
  v_interp_p2_f32 v2, v1, attr0.x
  v_interp_p1_f32 v3, v0, attr0.y
  v_interp_p2_f32 v3, v1, attr0.y
shade:
  v_mov_b32 v4, 1.0
  v_mul_f32 v5, v2, v3
  exp mrt0 v2, v3, v5, v4 done vm
  s_endpgm
END
# x y z w of a triangle over all of the picture: -1 -1 0 1, 3 -1 0 1, -1 3 0 1.
printf '\000\000\200\277\000\000\200\277\000\000\000\000\000\000\200\077\000\000\100\100\000\000\200\277\000\000\000\000\000\000\200\077\000\000\200\277\000\000\100\100\000\000\000\000\000\000\200\077' >"$dir/corners.bin"
stage="--stage vs -a gfx900 $dir/mesh.s --user-data 0-3=V#:$dir/corners.bin,stride=16,fmt=32_32_32_32f --pixel $dir/wall.s --size 16x16"
cat >"$dir/script" <<'END'
break mesh.s:5
break shade
continue
print v8@1:f32
delete 1
continue
print v2@0:f32
print v3@0:f32
stepi 2
print v5@0:f32
reverse-stepi
continue
continue
continue
reverse-continue
info waves
reverse-stepi 2
delete
goto 3
continue
END
expect 0 '^The stage has ended, after 43 instructions' "$gisa" debug $stage --command "$dir/script" --image "$dir/debugged.png"
# x there is the number of the vertex: at the middle of the first pixel 1/64 + 2/64, by hand; y is
# half of that.
says 'Breakpoint 1, group 0,1,0 wave 0 .* vs[+]0x18 at mesh.s:5 ' '^v8@1:f32 = 3' \
    'Breakpoint 2, group 0,0,0 wave 0 .* ps[+]0x14 at wall.s:7 ' '^v2@0:f32 = 0.046875' '^v3@0:f32 = 0.0234375' '^v5@0:f32 = 0.00109863' \
    'ps[+]0x18 at wall.s:8 ' 'Breakpoint 2, group 3,0,0 wave 0' 'Breakpoint 2, group 2,0,0 wave 0' '^[*] group 2,0,0 wave 0' 'vs[+]0x10 at mesh.s:4 '
"$gisa" run $stage --image "$dir/run.png"
cmp "$dir/run.png" "$dir/debugged.png" >"$dir/out" 2>&1
ok 'the picture is that of gisa run' $? "$dir/out"
printf '  v_mov_b32 v1, 2\n  s_nop 0\n  s_endpgm\n' >"$dir/nothing.s"
expect 0 'Fault: the pixel stage ended without an export' "$gisa" debug --stage ps -a gfx900 "$dir/nothing.s" --size 8x8 --execute continue
cat >"$dir/fill.s" <<'END'
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 1
  buffer_atomic_add v2, v1, s[0:3], 0 offen
  s_endpgm
END
expect 0 '' "$gisa" debug --stage cs -a gfx803 "$dir/fill.s" --user-data "0-3=V#:256,out=$dir/filled" -g 128 -l 64 \
    --execute 'break 4' --execute continue --execute continue --execute 'reverse-continue' --execute 'delete' --execute continue
says 'group 1,0,0 wave 0 .*fill.s:4 ' 'group 0,0,0 wave 0 .*fill.s:4 ' '^The stage has ended, after 8 instructions'
[ "$(od -An -tu4 -v "$dir/filled" | tr -s ' ' '\n' | sort -u | tr '\n' ' ')" = ' 2 ' ]
ok 'each of two groups has added 1, once' $? "$dir/out"
expect 2 'gisa debug: expected -a ARCH' "$gisa" debug --stage ps "$dir/wall.s" --size 8x8
expect 1 'gisa debug: this chip does not have such a stage' "$gisa" debug --stage es -a gfx900 "$dir/wall.s" --execute run
sed 's/s_mov_b32/s_mav_b32/' "$dir/wall.s" >"$dir/misspelled.s"
expect 1 'misspelled.s:1:.*error' "$gisa" debug --stage ps -a gfx900 "$dir/misspelled.s" --size 8x8 --execute run
expect 1 'gisa debug: --user-data 0=V#:/none,fmt=9x: unknown format' "$gisa" debug --stage ps -a gfx900 "$dir/wall.s" --size 8x8 --user-data 0=V#:/none,fmt=9x --execute run
expect 0 'usage: gisa debug --stage' "$gisa" debug --stage ps --help

# ---- Shaders of the PS Vita: a loop in two batches, values by hand. A batch has 2 instructions
# before the loop, 3 rounds of 5, 2 that leave it, and 2 after it.
cat >"$dir/rounds.s" <<'END'
  mov.f32 r0.x, pa0.x
  mov.f32 r2.x, {0}
next:
  test.sub.f32.gt p0, r16, r0, c0
  !p0 br done
  add.f32 r0.x, r0.x, sa4.x
  add.f32 r2.x, r2.x, sa0.x
  br next
done:
  sta32.fetch1 pa2, #0, r2
  mov.f32 o0.x, r2.x
END
i=0
while [ $i -lt 70 ]; do
    echo "pa0=$((i % 4)).0 pa2=$((8192 + 4 * i))"
    i=$((i + 1))
done >"$dir/rounds.settings"
cat >"$dir/script" <<'END'
break 7 if lane 3, r0:f32 < 1
continue
print r0@3:f32
print r2@3:f32
info registers r2
stepi
print r2@3:f32
reverse-stepi
print r2@3:f32
info registers
watch r2@3
continue
delete 1
delete 2
break program+0x38 if group 1
continue
print r2@5:f32
print mem[8192 + 12]:f32
set r2@5 = 9.0
continue
END
rounds="-a sgx543 $dir/rounds.s --settings $dir/rounds.settings --set sa4=-1.0 --set sa0=1.0 --mem 0x2000,280"
expect 0 '^The shader has ended, after 42 instructions' "$gisa" debug $rounds --command "$dir/script" --dump-mem "0x2000,280=$dir/stored" --quiet
says 'Breakpoint 1, group 0,0,0 wave 0 lane 3, program.0x28 at rounds.s:7' '^r0@3:f32 = 0' '^r2@3:f32 = 2' '^r2@3:f32 = 3' \
    '=> program.0x28: add.f32 r2.x, r2.x, sa0.x' '^r2     0x40000000   pa0    0x40400000' '^pc     0x10028  program.0x28' 'Watchpoint 2, r2@3' \
    'Breakpoint 3, group 1,0,0 .* program.0x38 at rounds.s:10' '^r2@5:f32 = 1' '^mem.8192 . 12.:f32 = 3'
[ "$(od -An -tf4 -v -j 276 -N 4 "$dir/stored" | tr -d ' ')" = 9 ] && [ "$(od -An -tf4 -v -j 12 -N 4 "$dir/stored" | tr -d ' ')" = 3 ]
ok 'what a shader has stored, with a register that was set' $?
expect 0 '^Fault: nothing is mapped at address 0x2000' "$gisa" debug -a sgx543 "$dir/rounds.s" --set pa2=8192 -e continue -e continue
expect 1 'it is a shader, not a kernel' "$gisa" debug $rounds -e 'info kernel'
expect 2 'unknown option --trace' "$gisa" debug $rounds --trace -e run
expect 0 'usage: gisa debug FILE.gxp' "$gisa" debug -a sgx543 --help
sed 's/mov.f32 o0/muv.f32 o0/' "$dir/rounds.s" >"$dir/wrong.s"
expect 1 'wrong.s:11:.*error' "$gisa" debug -a sgx543 "$dir/wrong.s" -e run

# A vertex program and a fragment program: from one into the other, and back; the picture is that
# of gisa run.
"$gisa" asm -f gxp "$root/examples/lit.vert.s" -o "$dir/vert.gxp" && "$gisa" asm -f gxp "$root/examples/lit.frag.s" -o "$dir/frag.gxp"
printf -- '-1,-1,0,1\n1,-1,0,1\n-1,1,0,1\n1,1,0,1\n' >"$dir/corners.csv"
printf 'P6 2 2 255\n\377\0\0\0\377\0\0\0\377\377\377\377' >"$dir/four.ppm"
pair="$dir/vert.gxp --attr position=$dir/corners.csv --attr normal=0,0,1 --attr coordinate=.5,.5
    --uniform matrix=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 --uniform light=0,0,1,0 --uniform colour=1,1,1,1 --fragment $dir/frag.gxp
    --fragment-uniform faintest=0,0,0,0 --fragment-texture 0=$dir/four.ppm --primitive strip --size 10x10"
cat >"$dir/script" <<'END'
where
break fragment
continue
info waves
reverse-stepi
where
stepi
delete
continue
END
expect 0 '^The shader has ended' "$gisa" debug $pair --command "$dir/script" --image "$dir/debugged.ppm"
says '^#0  vertex' 'Breakpoint 1, group 0,1,0 wave 0' '^. group 0,1,0 wave 0  fragment  lanes' 'group 0,0,0 wave 0 lane 0, vertex.0x'
"$gisa" run $pair --image "$dir/run.ppm"
cmp -s "$dir/debugged.ppm" "$dir/run.ppm"
ok 'the picture of a pair that was debugged' $?

# ---- The manifest for VS Code has what gisa dap takes.
sed -n 's/^ *"\([a-zA-Z]*\)": { "type": .*/\1/p' "$root/editors/vscode/package.json" | sort >"$dir/offered"
{
    launch="$root/cmd/debug/dap_launch.c"
    grep -o '{"[a-zA-Z]*", .[a-zA-Z]., "[a-z ]*"}' "$launch" | cut -d'"' -f2
    cat "$launch" "$root/cmd/debug/dap_program.c" | grep -o '(\(d, \)*arguments, "[a-zA-Z]*"' | cut -d'"' -f2 |
        grep -v -e linesStartAt1 -e granularity -e threadId
} | sort -u >"$dir/taken"
[ -s "$dir/taken" ]
ok 'gisa dap takes members' $?
same 'editors/vscode: members of launch' "$dir/taken" "$dir/offered"

# ---- A person at a terminal.
if command -v python3 >/dev/null; then
    add python3 "$here/terminal.py" "$gisa" "$dir/loop.s"
else
    skip 8 'the terminal: python3, which types, is not installed'
fi

# ---- gisa dap.
if ! command -v python3 >/dev/null; then
    skip 99 'python3 is not installed: no client for gisa dap'
elif "$gisa" dap </dev/null 2>&1 | grep -q jansson; then
    skip 99 'this gisa was built without jansson'
else
    add python3 "$here/dap.py" "$gisa" "$root/examples" "$dir/loop.s" "$dir/wave.s"
fi
expect 0 'usage: gisa dap' "$gisa" dap --help
expect 2 'unexpected argument' "$gisa" dap file
finish
