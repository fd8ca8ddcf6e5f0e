// SPDX-License-Identifier: MIT
// Kernels for the tests of the HSA runtime, on gfx900 and gfx803: `-D gfx=900` or 803. Each gets the dispatch packet in s[0:1], the
// queue in s[2:3], its arguments in s[4:5], its group in s6, its work-item in v0.
	.if gfx == 900
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.else
	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.endif

	.macro kernel name
	.globl \name
	.p2align 8
	.type \name,@function
\name:
	.endm

	.macro ends name, lds
	.size \name, .-\name
	.pushsection .rodata
	.p2align 6
	.amdhsa_kernel \name
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 24
		.amdhsa_group_segment_fixed_size \lds
		.amdhsa_next_free_vgpr 16
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
	.popsection
	.endm

	.text
	kernel empty
	s_endpgm
	ends empty, 0

// out[i] = in[i] + addend: {out, in, addend}, groups of 64.
	kernel add
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dword s12, s[4:5], 0x10
	s_lshl_b32 s7, s6, 8
	v_lshlrev_b32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s8, s8, s7
	s_addc_u32 s9, s9, 0
	s_add_u32 s10, s10, s7
	s_addc_u32 s11, s11, 0
	v_mov_b32 v2, s11
	.if gfx == 900
	v_add_co_u32 v1, vcc, s10, v0
	v_addc_co_u32 v2, vcc, 0, v2, vcc
	.else
	v_add_u32 v1, vcc, s10, v0
	v_addc_u32 v2, vcc, 0, v2, vcc
	.endif
	flat_load_dword v3, v[1:2]
	v_mov_b32 v2, s9
	.if gfx == 900
	v_add_co_u32 v1, vcc, s8, v0
	v_addc_co_u32 v2, vcc, 0, v2, vcc
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_add_co_u32 v3, vcc, s12, v3
	.else
	v_add_u32 v1, vcc, s8, v0
	v_addc_u32 v2, vcc, 0, v2, vcc
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_add_u32 v3, vcc, s12, v3
	.endif
	flat_store_dword v[1:2], v3
	s_endpgm
	ends add, 0

// Waits until the dword at the first argument is not 0. A plain load would do on a GPU, but it is no atomic operation, and so a race
// with the host's store.
	kernel await
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, s8
	v_mov_b32 v2, s9
	v_mov_b32 v4, 0
again:
	s_sleep 1
	flat_atomic_or v3, v[1:2], v4 glc
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_cmp_eq_u32 vcc, 0, v3
	s_cbranch_vccnz again
	s_endpgm
	ends await, 0

// Adds s[10:11] to the signal that is in s[8:9], as device libraries do: the value, the mailbox, an interrupt.
	.macro notify
	s_add_u32 s12, s8, 8
	s_addc_u32 s13, s9, 0
	v_mov_b32 v1, s12
	v_mov_b32 v2, s13
	v_mov_b32 v3, s10
	v_mov_b32 v4, s11
	flat_atomic_add_x2 v[1:2], v[3:4]
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	s_load_dwordx2 s[14:15], s[8:9], 0x10
	s_load_dword s16, s[8:9], 0x18
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, s14
	v_mov_b32 v2, s15
	v_mov_b32 v3, s16
	v_mov_b32 v4, 0
	flat_store_dwordx2 v[1:2], v[3:4]
	s_and_b32 m0, s16, 0xff
	s_sendmsg sendmsg(MSG_INTERRUPT)
	.endm

// Adds the second argument to the signal that is the first.
	kernel tell
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_mov_b64 exec, 1
	s_waitcnt lgkmcnt(0)
	notify
	s_endpgm
	ends tell, 0

// Sends an agent dispatch packet of type 0x8001 to the queue that is the first argument: to return 30 + 12 where the second says, and
// to complete the third. It takes a place (write_dispatch_id, at 56), fills that (base address at 8, size at 24), writes the header
// last, and rings (the doorbell signal, at 16, becomes the number of the place).
	kernel ask
	s_load_dwordx4 s[16:19], s[4:5], 0x0
	s_load_dwordx2 s[20:21], s[4:5], 0x10
	s_mov_b64 exec, 1
	s_waitcnt lgkmcnt(0)
	s_add_u32 s12, s16, 56
	s_addc_u32 s13, s17, 0
	s_load_dwordx2 s[24:25], s[16:17], 0x8
	s_load_dword s26, s[16:17], 0x18
	s_load_dwordx2 s[28:29], s[16:17], 0x10
	v_mov_b32 v1, s12
	v_mov_b32 v2, s13
	v_mov_b32 v3, 1
	v_mov_b32 v4, 0
	flat_atomic_add_x2 v[5:6], v[1:2], v[3:4] glc
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_readfirstlane_b32 s22, v5
	s_sub_u32 s26, s26, 1
	s_and_b32 s23, s22, s26
	s_lshl_b32 s23, s23, 6
	s_add_u32 s24, s24, s23
	s_addc_u32 s25, s25, 0
	.macro put offset, low, high
	s_add_u32 s12, s24, \offset
	s_addc_u32 s13, s25, 0
	v_mov_b32 v1, s12
	v_mov_b32 v2, s13
	v_mov_b32 v3, \low
	v_mov_b32 v4, \high
	flat_store_dwordx2 v[1:2], v[3:4]
	.endm
	put 8, s18, s19
	put 16, 30, 0
	put 24, 12, 0
	put 56, s20, s21
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_mov_b32 v1, s24
	v_mov_b32 v2, s25
	v_mov_b32 v3, 0x80010004
	flat_store_dword v[1:2], v3
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	s_mov_b64 s[8:9], s[28:29]
	s_load_dwordx2 s[10:11], s[8:9], 0x8
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s10, s22, s10
	s_subb_u32 s11, 0, s11
	notify
	s_endpgm
	ends ask, 0

// Writes to the first argument: the packet's and the queue's addresses, and the bytes of LDS that the packet has.
	kernel about
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_load_dword s10, s[0:1], 0x1c
	s_mov_b64 exec, 1
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, s8
	v_mov_b32 v2, s9
	v_mov_b32 v3, s0
	v_mov_b32 v4, s1
	v_mov_b32 v5, s2
	v_mov_b32 v6, s3
	flat_store_dwordx4 v[1:2], v[3:6]
	s_add_u32 s8, s8, 16
	s_addc_u32 s9, s9, 0
	v_mov_b32 v1, s8
	v_mov_b32 v2, s9
	v_mov_b32 v3, s10
	flat_store_dword v[1:2], v3
	s_endpgm
	ends about, 1024

	kernel traps
	s_trap 2
	s_endpgm
	ends traps, 0

	kernel illegal
	.long 0xbfff0000
	s_endpgm
	ends illegal, 0

// What hostile kernels are made of (test_hostile.c).

// Writes the third argument from the first one to the second.
	kernel fill
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx2 s[12:13], s[4:5], 0x10
	s_mov_b64 exec, 1
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v3, s12
	v_mov_b32 v4, s13
fill_next:
	v_mov_b32 v1, s8
	v_mov_b32 v2, s9
	flat_store_dwordx2 v[1:2], v[3:4]
	s_add_u32 s8, s8, 8
	s_addc_u32 s9, s9, 0
	s_cmp_lg_u64 s[8:9], s[10:11]
	s_cbranch_scc1 fill_next
	s_endpgm
	ends fill, 0

// Writes the second argument and the third one to the first in turns, until the dword at the fourth is not 0.
	kernel toggle
	s_load_dwordx8 s[8:15], s[4:5], 0x0
	s_mov_b64 exec, 1
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, s8
	v_mov_b32 v2, s9
	v_mov_b32 v3, s10
	v_mov_b32 v4, s11
	v_mov_b32 v5, s12
	v_mov_b32 v6, s13
	v_mov_b32 v7, s14
	v_mov_b32 v8, s15
	v_mov_b32 v9, 0
toggle_next:
	flat_store_dwordx2 v[1:2], v[3:4]
	flat_store_dwordx2 v[1:2], v[5:6]
	flat_atomic_or v10, v[7:8], v9 glc
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_cmp_eq_u32 vcc, 0, v10
	s_cbranch_vccnz toggle_next
	s_endpgm
	ends toggle, 0

// Reads the dword at the first argument, with all lanes.
	kernel peek
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, s8
	v_mov_b32 v2, s9
	flat_load_dword v3, v[1:2]
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	s_endpgm
	ends peek, 0

// Writes by the scalar unit, and by an atomic operation: the second argument to where the first one says.
	kernel poke_scalar
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_store_dwordx2 s[10:11], s[8:9], 0x0
	s_endpgm
	ends poke_scalar, 0

	kernel poke_atomic
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_mov_b64 exec, 1
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, s8
	v_mov_b32 v2, s9
	v_mov_b32 v3, s10
	v_mov_b32 v4, s11
	flat_atomic_swap_x2 v[1:2], v[3:4]
	s_endpgm
	ends poke_atomic, 0

// Goes on at the first argument.
	kernel leap
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	s_setpc_b64 s[8:9]
	ends leap, 0

// Writes where its private memory is to the first argument, and waits until the dword at the second is not 0.
	kernel publish
	s_load_dwordx4 s[12:15], s[8:9], 0x0
	s_mov_b64 exec, 1
	s_and_b32 s1, s1, 0xffff
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, s12
	v_mov_b32 v2, s13
	v_mov_b32 v3, s0
	v_mov_b32 v4, s1
	flat_atomic_swap_x2 v[1:2], v[3:4]
	v_mov_b32 v1, s14
	v_mov_b32 v2, s15
	v_mov_b32 v4, 0
publish_next:
	s_sleep 1
	flat_atomic_or v3, v[1:2], v4 glc
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_cmp_eq_u32 vcc, 0, v3
	s_cbranch_vccnz publish_next
	s_endpgm
	.size publish, .-publish
	.pushsection .rodata
	.p2align 6
	.amdhsa_kernel publish
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 16
		.amdhsa_private_segment_fixed_size 256
		.amdhsa_next_free_vgpr 16
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
	.popsection

// Work-groups that wait for each other (test_groups.c). The arguments: a counter, which is 64 bytes in front of an element for each
// group and of as many results; the number of groups.
	.macro store_own		// element[group] = group + 1, for all to see
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_load_dword s10, s[4:5], 0x8
	s_mov_b64 exec, 1
	s_lshl_b32 s11, s6, 2
	s_add_u32 s11, s11, 64
	s_add_u32 s16, s6, 1
	v_mov_b32 v3, s16
	v_mov_b32 v4, 0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s12, s8, s11
	s_addc_u32 s13, s9, 0
	v_mov_b32 v1, s12
	v_mov_b32 v2, s13
	flat_atomic_swap v[1:2], v3
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	.endm

	.macro store_sum		// of all elements, behind them
	s_mov_b32 s16, 0
	s_mov_b32 s17, s10
	s_add_u32 s14, s8, 64
	s_addc_u32 s15, s9, 0
store_next\@:
	v_mov_b32 v1, s14
	v_mov_b32 v2, s15
	flat_atomic_or v3, v[1:2], v4 glc
	s_add_u32 s14, s14, 4
	s_addc_u32 s15, s15, 0
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_readfirstlane_b32 s18, v3
	s_add_u32 s16, s16, s18
	s_sub_u32 s17, s17, 1
	s_cmp_lg_u32 s17, 0
	s_cbranch_scc1 store_next\@
	s_lshl_b32 s11, s10, 2
	s_add_u32 s12, s12, s11
	s_addc_u32 s13, s13, 0
	v_mov_b32 v1, s12
	v_mov_b32 v2, s13
	v_mov_b32 v3, s16
	flat_store_dword v[1:2], v3
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	s_endpgm
	.endm

	kernel sum
	store_own
	v_mov_b32 v1, s8
	v_mov_b32 v2, s9
	v_mov_b32 v3, 1
	flat_atomic_add v[1:2], v3
	s_waitcnt vmcnt(0) & lgkmcnt(0)
sum_wait:
	flat_atomic_or v3, v[1:2], v4 glc
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_readfirstlane_b32 s11, v3
	s_cmp_lt_u32 s11, s10
	s_cbranch_scc1 sum_wait
	store_sum
	ends sum, 0

	kernel gws_set_up
	s_load_dword s10, s[4:5], 0x8
	s_mov_b64 exec, 1
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s10, s10, 1
	v_mov_b32 v3, s10
	s_mov_b32 m0, 0
	ds_gws_init v3 offset:0 gds
	s_waitcnt lgkmcnt(0)
	s_endpgm
	ends gws_set_up, 0

	kernel gws_sum
	store_own
	s_sub_u32 s11, s10, 1
	v_mov_b32 v3, s11
	s_mov_b32 m0, 0
	ds_gws_barrier v3 offset:0 gds
	s_waitcnt lgkmcnt(0)
	store_sum
	ends gws_sum, 0

	.data
	.globl table
	.p2align 3
	.type table,@object
table:
	.quad empty, table, 12
	.size table, 24
