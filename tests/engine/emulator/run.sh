#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernels that do what programs rarely do: traps, halts, changed code, registers that are not
# theirs; files and launches that are refused. usage: run.sh GISA
. "$(dirname "$0")/../../lib.sh"
gisa=$1
explains=$dir/out

# kernel ARCH LDS: code from stdin, whose arguments' address is in s[0:1], as $dir/k.co
kernel() {
    {
        printf '\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\nk:\n'
        cat
        printf '\t.p2align 6\n\t.amdhsa_kernel k\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 8\n'
        printf '\t.amdhsa_next_free_vgpr 12\n\t.amdhsa_next_free_sgpr 30\n\t.amdhsa_reserve_vcc 0\n'
        printf '\t.amdhsa_group_segment_fixed_size %s\n\t.end_amdhsa_kernel\n' "$2"
    } >"$dir/k.s"
    "$gisa" asm -a "$1" -f co "$dir/k.s" -o "$dir/k.co"
}

# expect NAME STATUS PATTERN COMMAND...: the exit status, and a line of what it prints
expect() {
    name=$1 want=$2 pattern=$3
    shift 3
    timeout 60 "$@" >"$dir/out" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$want" ] && grep -q -e "$pattern" "$dir/out"
    ok "$name (status $got, expected $want and '$pattern')" $?
}

run() { # run NAME STATUS PATTERN OPTION-OR-ARGUMENT...: runs $dir/k.co
    name=$1 want=$2 pattern=$3
    shift 3
    expect "$arch: $name" "$want" "$pattern" "$gisa" run "$dir/k.co" -j 1 "$@"
}

# Behind what the kernel does: stores s4 where the argument says.
store() {
    cat
    printf '\ts_load_dwordx2 s[8:9], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\ts_mov_b32 s10, -1\n\ts_mov_b32 s11, 0x24000\n'
    printf '\tv_mov_b32 v1, s4\n\tbuffer_store_dword v1, off, s[8:11], 0\n\ts_endpgm\n'
}

for arch in gfx600 gfx700 gfx803 gfx900 gfx904 gfx906; do
    # Traps without a handler.
    printf '\ts_mov_b32 s4, 0x77\n\ts_trap 3\n' | store | kernel $arch 0
    run "the debugger's trap" 0 '\<119$' buf:4:u32
    printf '\ts_trap 2\n' | store | kernel $arch 0
    run 'the trap of abort' 1 'trap 2, the program gives up; k+0x0: s_trap 2; work-item' buf:4
    printf '\ts_trap 1\n' | store | kernel $arch 0
    run 'another trap' 1 'trap 1; k+0x0: s_trap 1; work-item' buf:4
    printf '\ts_sendmsg sendmsg(MSG_INTERRUPT)\n' | store | kernel $arch 0
    run 'a message' 1 'a message that has no receiver (1); k+0x0: s_sendmsg' buf:4

    # Trap temporaries belong to trap handlers.
    printf '\ts_mov_b32 ttmp5, 3\n\ts_mov_b32 s4, ttmp5\n\ts_add_u32 s4, s4, 0x40\n' | store | kernel $arch 0
    run 'trap temporaries' 0 '\<64$' buf:4:u32
    printf '\ts_movk_i32 s5, 7\n\tv_mov_b32 v2, ttmp5\n\tv_readfirstlane_b32 ttmp5, v0\n\tv_readfirstlane_b32 s4, v2\n\ts_or_b32 s4, s4, 0x50\n' | store | kernel $arch 0
    run 'trap temporaries in vector instructions' 0 '\<80$' buf:4:u32

    # Waves that stand still.
    printf '\ts_sethalt 1\n' | store | kernel $arch 0
    run 'a halt' 1 'the wave stands still (STATUS.HALT), and nothing lets it go on; k+0x4' buf:4
    run 'a halt, several threads' 1 'the wave stands still' -j 2 buf:4
    # One wave waits for the other at the barrier, which stands still: that one is to blame.
    printf '\tv_cmp_gt_u32 vcc, 64, v0\n\ts_cbranch_vccnz wait\n\ts_sethalt 1\nwait:\ts_barrier\n' | store | kernel $arch 0
    run 'a halt that another wave waits for' 1 'STATUS.HALT.*work-item 64,0,0' -g 128 -l 128 buf:4
    printf '\tv_cmp_gt_u32 vcc, 64, v0\n\ts_cbranch_vccnz wait\n\ts_mov_b32 s5, 9\nagain:\ts_barrier\n\ts_sub_u32 s5, s5, 1\n\ts_cmp_lg_u32 s5, 0\n\ts_cbranch_scc1 again\n\ts_endpgm\nwait:\ts_mov_b32 s5, 9\nmore:\ts_barrier\n\ts_sub_u32 s5, s5, 1\n\ts_cmp_lg_u32 s5, 0\n\ts_cbranch_scc1 more\n\ts_mov_b32 s4, 0x33\n' | store | kernel $arch 0
    run 'two loops with barriers' 0 '\<51$' -g 128 -l 128 buf:4:u32
    printf '\ts_barrier\n\ts_barrier\nl:\ts_barrier\n\ts_branch l\n' | kernel $arch 0
    run 'barriers for ever' 1 'limit of instructions was reached; .*+0x[8c]: s_b[ar][ra].*; work-item [06]4*,0,0' -g 128 -l 128 --max-insns 1000
    # Of waves that wait at a barrier and one that does not come, the latter is told.
    printf '\tv_cmp_gt_u32 vcc, 64, v0\n\ts_cbranch_vccnz wait\nl:\ts_branch l\nwait:\ts_barrier\n' | kernel $arch 0
    run 'a wave that does not come' 1 's_branch.*work-item 64,0,0' -g 192 -l 192 --max-insns 100000

    # Where the wave is, as it can read it: 12 vector registers, 32 scalar ones, 1024 bytes of LDS,
    # two waves, the first one.
    printf '\ts_getreg_b32 s4, hwreg(HW_REG_GPR_ALLOC, 8, 6)\n' | store | kernel $arch 1000
    run GPR_ALLOC.vgpr_size 0 '\<2$' buf:4:u32
    printf '\ts_getreg_b32 s4, hwreg(HW_REG_LDS_ALLOC, 12, 9)\n' | store | kernel $arch 1000
    run LDS_ALLOC.lds_size 0 '\<4$' buf:4:u32
    printf '\ts_getreg_b32 s4, hwreg(HW_REG_STATUS, 11, 6)\n\ts_and_b32 s4, s4, 0x21\n' | store | kernel $arch 0
    run STATUS 0 '\<33$' -g 128 -l 128 buf:4:u32
    run 'STATUS of one wave' 0 '\<32$' buf:4:u32

    # What the kernel changes in its own code it executes: s_mov_b32 s4, 5 becomes s_mov_b32 s4, 6.
    printf '\ts_mov_b32 s6, 2\nagain:\ts_mov_b32 s4, 5\n\ts_getpc_b64 s[8:9]\nhere:\ts_sub_u32 s8, s8, 8\n\ts_subb_u32 s9, s9, 0\n\ts_mov_b32 s10, -1\n\ts_mov_b32 s11, 0x24000\n\tbuffer_load_dword v1, off, s[8:11], 0\n\ts_waitcnt vmcnt(0)\n\tv_or_b32 v1, 3, v1\n\tv_and_b32 v1, -2, v1\n\tbuffer_store_dword v1, off, s[8:11], 0\n\ts_waitcnt vmcnt(0)\n\ts_icache_inv\n\ts_sub_u32 s6, s6, 1\n\ts_cmp_lg_u32 s6, 0\n\ts_cbranch_scc1 again\n' | store | kernel $arch 0
    run 's_icache_inv' 0 '\<6$' buf:4:u32

    # Who is to blame for what a whole wave does: its first active work-item.
    while IFS="|" read -r what code says; do
        printf '\ts_mov_b64 exec, 0x60\n\ts_mov_b64 s[20:21], 16\n\t%s\n\ts_endpgm\n' "$code" | kernel $arch 0
        run "who: $what" 1 "$says.*work-item 5,0,0 of group 0,0,0" -g 64 -l 64
        printf '\tv_cmp_gt_u32 vcc, 64, v0\n\ts_cbranch_vccnz done\n\ts_mov_b64 exec, 0x60\n\ts_mov_b64 s[20:21], 16\n\t%s\ndone:\ts_endpgm\n' "$code" | kernel $arch 0
        run "who: $what, second wave" 1 "$says.*work-item 69,0,0 of group 0,0,0" -g 128 -l 128
    done <<END
a trap|s_trap 2|trap 2
a message|s_sendmsg sendmsg(MSG_INTERRUPT)|a message that has no receiver
a scalar load|s_load_dword s4, s[20:21], 0x0|4 bytes at 0x10
a jump|s_setpc_b64 s[20:21]|a jump to 0x10
a halt|s_sethalt 1|STATUS.HALT
an unknown instruction|.long 0xbfff0000|an instruction that
END
    # LDS comes in granules of 64 dwords on gfx6, of 128 from gfx7 on: 600 bytes are 768 or 1024;
    # past them zeros are read.
    [ $arch = gfx600 ] && lds='764 0x9|768 0' || lds='764 0x9|1020 0x9|1024 0'
    for at in $(echo "$lds" | tr ' |' ': '); do
        printf '\ts_mov_b32 m0, -1\n\tv_mov_b32 v2, %s\n\tv_mov_b32 v3, 9\n\tds_write_b32 v2, v3\n\tds_read_b32 v3, v2\n\ts_waitcnt lgkmcnt(0)\n\tv_readfirstlane_b32 s4, v3\n' "${at%:*}" | store | kernel $arch 600
        run "600 bytes of LDS, at ${at%:*}" 0 "\\<$((${at#*:}))\$" buf:4:u32
    done

    # Launches that are refused.
    printf '\ts_endpgm\n' | kernel $arch 0
    run 'more groups than there are numbers' 1 '^gisa run: .*: 4194304 x 4194304 x 4194304 work-groups; at most 2^64 - 1 are possible$' -g 4194304,4194304,4194304 -l 1
    run 'more groups, whose product modulo 2^64 is not 0' 1 'work-groups; at most 2^64 - 1' -g 4294967040,4294967040,4294967040 -l 1
    run 'nearly as many groups' 1 'limit of instructions' -g 4294967295,4294967295,1 -l 1 --max-insns 100
    { printf '\ts_endpgm\n' | kernel $arch 0; } && {
        cat "$dir/k.s"
        printf '\t.amdgpu_metadata\n---\namdhsa.version:\n  - 1\n  - 1\namdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n    .kernarg_segment_size: 8\n'
        printf '    .kernarg_segment_align: 8\n    .group_segment_fixed_size: 0\n    .private_segment_fixed_size: 0\n    .wavefront_size: 64\n    .sgpr_count: 30\n    .vgpr_count: 12\n'
        printf '    .max_flat_workgroup_size: 128\n'
    } >"$dir/most.s"
    { cat "$dir/most.s" && printf '    .reqd_workgroup_size:\n      - 8\n      - 4\n      - 2\n...\n\t.end_amdgpu_metadata\n'; } >"$dir/required.s"
    printf '...\n\t.end_amdgpu_metadata\n' >>"$dir/most.s"
    "$gisa" asm -a $arch -f co "$dir/most.s" -o "$dir/k.co"
    run 'as many work-items as it takes' 0 '\<0$' -g 256 -l 128 buf:4:u32
    run 'more than it takes' 1 '^gisa run: .*: work-groups of 16x16x1 work-items, 256 in all; the kernel takes at most 128 (.max_flat_workgroup_size)$' -g 64,64 -l 16,16
    run 'no group: as many as it takes' 0 '\<0$' -g 1024 buf:4:u32
    "$gisa" asm -a $arch -f co "$dir/required.s" -o "$dir/k.co"
    run 'the group it requires' 0 '\<0$' -g 64,4,2 -l 8,4,2 buf:4:u32
    run 'another group' 1 '^gisa run: .*: work-groups of 64x1x1 work-items; the kernel requires 8x4x2 (.reqd_workgroup_size)$' -g 64 -l 64
    run 'no group: the one it requires' 0 '\<0$' -g 64,4,2 buf:4:u32
    printf '\ts_endpgm\n' | kernel $arch 70000
    run 'too much LDS' 1 '^gisa run: .*: 70000 bytes of LDS; a work-group has at most [36]'
    printf '\ts_endpgm\n' | kernel $arch 0
    run 'a group too large' 1 'work-group of 2048 work-items or more; at most 1024' -g 2048 -l 2048
    run 'no such kernel' 1 'no such kernel; it has k' -k other
    run 'an argument too many' 1 'one argument too many' i64:1 i64:2

    # Signs of integer sources, which no assembler takes, as a PS4 changed them.
    if [ $arch = gfx900 ]; then
        while read -r a b c first second want; do
            printf '\ts_mov_b32 s5, %s\n\ts_mov_b32 s6, %s\n\ts_mov_b32 s7, %s\n\tv_mov_b32 v5, s5\n\tv_mov_b32 v6, s6\n\tv_mov_b32 v7, s7\n\t.long %s, %s\n\tv_readfirstlane_b32 s4, v4\n' $a $b $c $first $second | store | kernel $arch 0
            run "signs of integers: $first $second" 0 "\<$((want))\$" buf:4:u32
        done <<END
0x77359400 0x77359400 0x77359400 0xd1ff0004 0x041e0d05 0x65a0bc00
0 1 2 0xd1ff0004 0x241e0d05 0x80000003
0x07070707 0x11111111 0x40404040 0xd2020004 0x841e0d05 0xd7575757
0x07070707 0x11111111 0xf0f0f0f0 0xd2010004 0x241e0d05 0xf1f1f1f1
0x77777777 0xb0b0b0b0 0x11111111 0xd2010104 0x241e0d05 0xb1313131
END
    fi

    # A fence is one for lanes that are not active as well.
    [ $arch = gfx600 ] && fences=buffer_wbinvl1 || fences='buffer_wbinvl1 buffer_wbinvl1_vol'
    for fence in $fences; do
        printf '%s\n' "$fence" | "$gisa" asm -a $arch -f hex - -o - | "$gisa" dis -a $arch --hex --json - >"$dir/out" 2>&1
        grep -q "\"$fence\"" "$dir/out" && ! grep -q exec "$dir/out"
        ok "$arch: $fence does not read exec" $?
    done

    # The trace is a text that does not change from run to run.
    printf '\ts_mov_b32 s4, 5\n\tv_mov_b32 v1, s4\n\ts_cmp_eq_u32 s4, 5\n\ts_mov_b64 exec, 3\n\tv_add_f32 v2, 1.0, v0\n\tv_cmp_eq_u32 vcc, 1, v0\n\ts_branch l\n\ts_nop 0\nl:\ts_endpgm\n' | kernel $arch 0
    cat >"$dir/trace" <<END
0,0,0 w0 k+0x0 s_mov_b32 s4, 5 | s4=5
0,0,0 w0 k+0x4 v_mov_b32_e32 v1, s4 | v1: 0-63=5
0,0,0 w0 k+0x8 s_cmp_eq_u32 s4, 5 | scc=1
0,0,0 w0 k+0xc s_mov_b64 exec, 3 | exec=3
0,0,0 w0 k+0x10 v_add_f32_e32 v2, 1.0, v0 | v2: 0-1=3f800000(1)
0,0,0 w0 k+0x14 v_cmp_eq_u32_e32 vcc, 1, v0 | vcc=2
0,0,0 w0 k+0x18 s_branch 1 | to k+0x20
0,0,0 w0 k+0x20 s_endpgm
END
    "$gisa" run "$dir/k.co" --trace -g 64 -l 64 >"$dir/out" 2>&1
    diff "$dir/trace" "$dir/out" >"$dir/difference"
    status=$?
    cat "$dir/difference" >>"$dir/out"
    ok "$arch: --trace" $status
done

# ---- the most LDS that a work-group can have: 32 KiB on gfx6, 64 KiB on the others (AMD's
# "Southern Islands" and "Sea Islands" ISA)

for limit in 'tahiti 32768' 'bonaire 65536' 'fiji 65536' 'gfx900 65536'; do
    arch=${limit% *}
    echo s_endpgm | kernel "$arch" "${limit#* }"
    "$gisa" run "$dir/k.co" -j 1 -g 64 >"$dir/out" 2>&1
    ok "$arch: the most LDS" $?
    echo s_endpgm | kernel "$arch" $((${limit#* } + 1))
    run 'a byte of LDS too many' 1 'LDS' -g 64
done

# v_swap_b32 with a scalar register that lanes would have to write.
for swap in 7e0ea215 7e0ea26a; do
    printf '\t.long 0x%s\n\ts_endpgm\n' $swap | kernel gfx900 0
    expect "operand that lanes cannot write ($swap)" 1 'that gfx900 does not have; k+0x0: v_swap_b32 v7' "$gisa" run "$dir/k.co"
done

# Files that are not code objects that can be run.
printf '\ts_endpgm\n' | kernel gfx900 0
"$gisa" asm -a gfx900 -f elf "$dir/k.s" -o "$dir/k.o" || "$gisa" asm -a gfx900 "$dir/k.s" -o "$dir/k.o"
expect 'not linked' 1 'not linked; expected a loadable code object' "$gisa" run "$dir/k.o"
expect 'a source that does not name its target' 1 'the architecture is not known' "$gisa" run "$dir/k.s"
# Byte 48 is the architecture, byte 8 the version of the object's form.
cp "$dir/k.co" "$dir/other.co"
printf '\377' | dd of="$dir/other.co" bs=1 seek=48 conv=notrunc 2>/dev/null
expect 'unknown architecture' 1 'for AMDGPU machine 0xff, which is not executed' "$gisa" run "$dir/other.co"
cp "$dir/k.co" "$dir/old.co"
printf '\0' | dd of="$dir/old.co" bs=1 seek=8 conv=notrunc 2>/dev/null
# What is a kernel in version 3 is none in version 2.
expect 'a kernel of version 3 in an object of version 2' 1 'there is no kernel in it' "$gisa" run "$dir/old.co"
head -c $(($(wc -c <"$dir/k.co") / 2)) "$dir/k.co" >"$dir/cut.co"
expect 'half a file' 1 'cut.co: ' "$gisa" run "$dir/cut.co"

finish
