#!/bin/sh
# SPDX-License-Identifier: MIT
# What `gisa run` says of a launch that failed, besides its message: the line, registers of an
# address and what wrote them, where a jump came from, which instructions an unknown word
# resembles, which wave waits where, loops and what they read. Each kernel is written so that the
# answer is seen in its source.
# usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
explains=$dir/out

# kernel NAME: a file of one kernel, code from stdin; s[0:1] are the arguments, v0 the work-item
kernel() {
    {
        printf '\t.text\n\t.globl %s\n\t.p2align 8\n\t.type %s,@function\n%s:\n' "$1" "$1" "$1"
        cat
        printf '\ts_endpgm\n\t.rodata\n\t.p2align 6\n\t.amdhsa_kernel %s\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n' "$1"
        printf '\t.amdhsa_kernarg_size 16\n\t.amdhsa_next_free_vgpr 8\n\t.amdhsa_next_free_sgpr 16\n\t.end_amdhsa_kernel\n'
    } >"$dir/$1.s"
}

# fails KERNEL ARGUMENT...: runs it; the exit status must be 1
fails() {
    name=$1
    shift
    timeout 60 "$gisa" run -a gfx900 "$dir/$name.s" "$@" >"$dir/out" 2>&1
    [ $? -eq 1 ]
    ok "$name $* fails" $?
}

# says TEXT: a whole line of what the last run printed (a pattern); not TEXT: no line has it
says() {
    grep -q -x -e "$1" "$dir/out"
    ok "$name says '$1'" $?
}
silent() {
    ! grep -q -e "$1" "$dir/out"
    ok "$name does not say '$1'" $?
}

# ---- bad addresses -------------------------------------------------------------------------------

# Work-item 32 stores at byte 128 of 128. Code begins in line 6 of the file.
kernel past <<'END'
s_load_dwordx2 s[4:5], s[0:1], 0x0
v_lshlrev_b32 v1, 2, v0
s_waitcnt lgkmcnt(0)
v_mov_b32 v3, s5
v_add_co_u32 v2, vcc, s4, v1
v_addc_co_u32 v3, vcc, 0, v3, vcc
global_store_dword v[2:3], v0, off
END
fails past -g 64 -l 64 buf:128
says '.*0 bytes past the end of argument 1 (128 bytes)); past+0x1c: .*; work-item 32,0,0 of group 0,0,0'
says '  past.s:12'
says '  registers: v\[2:3\]=0x[0-9a-f]*80'
says '  v2 was last written at past+0x14 (past.s:10): v_add_co_u32_e32 v2, vcc, s4, v1'
says '  v3 was last written at past+0x18 (past.s:11): v_addc_co_u32_e32 v3, vcc, 0, v3, vcc'
silent 'branch'
# The address in the message is that of the registers.
address=$(sed -n 's/.* bytes at \(0x[0-9a-f]*\),.*/\1/p' "$dir/out")
grep -q -F -e "v[2:3]=$address" "$dir/out"
ok 'the registers and the message have one address' $?

# The same from a pipe, which cannot be read twice: the message and the registers are there.
head -c 128 /dev/zero | fails past -g 64 -l 64 in:/dev/stdin
says '  registers: v\[2:3\]=0x[0-9a-f]*80'
silent 'last written'

# A scalar base and an offset in a vector register.
kernel base <<'END'
s_mov_b32 s4, 0x100
s_mov_b32 s5, 0
v_mov_b32 v1, 16
global_load_dword v2, v1, s[4:5] offset:4
END
fails base
says '.*4 bytes at 0x114, which may not be touched (a null pointer).*'
says '  registers: v1=0x10 s\[4:5\]=0x100'
says '  s4 was last written at base+0x0 (base.s:6): s_mov_b32 s4, 0x100'
says '  v1 was last written at .* (base.s:8): v_mov_b32_e32 v1, 16'

# ---- bad jumps -----------------------------------------------------------------------------------

kernel jump <<'END'
s_mov_b32 s4, 0x1000
s_mov_b32 s5, 0
s_setpc_b64 s[4:5]
END
fails jump
says '.*a jump to 0x1000, where there is no code; 0x1000; work-item 0,0,0 of group 0,0,0 of kernel jump'
says '  came here by jump+0xc (jump.s:8): s_setpc_b64 s\[4:5\]'
says '  s4 was last written at jump+0x0 (jump.s:6): s_mov_b32 s4, 0x1000'
says '  s5 was last written at jump+0x8 (jump.s:7): s_mov_b32 s5, 0'

# Data is not code; opcode 0x7f of VOP1 (bits 31:25 = 0x3f, 16:9 the opcode) is defined nowhere.
kernel data <<'END'
s_branch skip
s_nop 0
skip: v_mov_b32 v0, 0
.long 0x7e00fe00
END
fails data
says '.*an instruction that gfx900 does not have; data+0xc: word 0x7e00fe00; work-item 0,0,0 of group 0,0,0'
says '  The word begins like VOP1 .*, but opcode 0x7f of VOP1 is not defined on gfx900.'
says '  the last branch: data+0x0 (data.s:6): s_branch data+0x8 to data+0x8 (data.s:8)'

# An opcode that another chip has: v_swap_b32 is opcode 0x51 of VOP1 from gfx9 on.
kernel other <<'END'
.long 0x7e00a200
END
timeout 60 "$gisa" run -a gfx803 "$dir/other.s" >"$dir/out" 2>&1
name=other
says '  The word begins like VOP1 .* is not defined on gfx803; there, .*gfx900 has v_swap_b32.*'

# ---- waiting -------------------------------------------------------------------------------------

# Wave 1 is halted, wave 0 waits for it.
kernel halted <<'END'
v_cmp_gt_u32 vcc, 64, v0
s_cbranch_vccz other
s_barrier
s_endpgm
other: s_sethalt 1
s_nop 0
END
fails halted -g 128 -l 128
says '  wave 0 of group 0,0,0 waits at halted+0x8 (halted.s:8): s_barrier'
says '  wave 1 of group 0,0,0 is at halted+0x14 (halted.s:11)'

# Work-items look at a word that none of them sets.
kernel loop <<'END'
s_load_dwordx2 s[4:5], s[0:1], 0x0
v_mov_b32 v1, 0
s_waitcnt lgkmcnt(0)
again: global_load_dword v2, v1, s[4:5] offset:8 glc
s_waitcnt vmcnt(0)
v_cmp_eq_u32 vcc, 7, v2
s_cbranch_vccnz again
END
fails loop -q --check --max-insns 100000 buf:16:u32=7
says '    goes back at loop+0x20 (loop.s:12): s_cbranch_vccnz loop+0x10'
fails loop -q --max-insns 100000 buf:16:u32=7
says '  wave 0 of group 0,0,0 is in a loop of 4 instructions, from loop+0x10 (loop.s:9) to loop+0x20 (loop.s:12)'
says '    goes back at loop+0x20 (loop.s:12): s_cbranch_vccnz loop+0x10'
says '    reads 4 bytes of memory at 0x[0-9a-f]* (8 bytes into argument 1), which is 0x7 now; loop+0x10 (loop.s:9): global_load_dword .*'

# A run that ends, and one that the limit does not reach, say nothing of the kind.
timeout 60 "$gisa" run -q -a gfx900 "$dir/loop.s" --max-insns 100000 buf:16 >"$dir/out" 2>&1
ok 'a loop that ends' $?
[ ! -s "$dir/out" ]
ok 'says nothing' $?

finish fault
