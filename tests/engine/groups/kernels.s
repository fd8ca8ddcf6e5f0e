// SPDX-License-Identifier: MIT
// Kernels for the tests of work-groups that wait for each other, for every architecture. Each has groups of two waves and gets a
// buffer, and how many groups there are, n. In the buffer: a counter, 15 words, twice n words, n results. Three times a group
// publishes its value, waits until all have done so, and adds that of the next group. The value is in LDS at 4; the second wave adds
// to it what the first one has put at 0. How often is still to be done is in private memory meanwhile.
	.set KIND_NONE, 0
	.set KIND_SPIN, 1
	.set KIND_GWS, 2

// Waits until the first word of the buffer is s15 at least.
	.macro spin sleeps, counts
spin\@:
	.if \sleeps
	s_sleep 1
	.endif
	.if \counts
	s_add_u32 s20, s20, 1
	s_addc_u32 s21, s21, 0
	.endif
	buffer_load_dword v1, off, s[8:11], 0 glc
	s_waitcnt vmcnt(0)
	v_readfirstlane_b32 s18, v1
	s_cmp_lt_u32 s18, s15
	s_cbranch_scc1 spin\@
	.endm

// kernel NAME KIND SLEEPS COUNTS MISSING PRIVATE: MISSING: arrivals that a barrier needs besides those of the groups
	.macro kernel name, kind, sleeps, counts, missing, private
	.text
	.globl \name
	.p2align 8
	.type \name,@function
\name:
	s_load_dwordx4 s[12:15], s[4:5], 0x0
	s_mov_b32 m0, -1
	v_readfirstlane_b32 s19, v0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s8, s12
	s_mov_b32 s9, s13
	s_mov_b32 s10, -1
	s_mov_b32 s11, 0x24000
	s_mov_b32 s12, s14	// n
	s_add_u32 s13, s12, \missing
	s_mov_b32 s14, 64	// where values are
	s_mov_b32 s15, 0	// arrivals that are awaited
	s_mov_b32 s16, 3	// rounds left
	s_mov_b64 s[20:21], 0
	s_mov_b64 exec, 1
	v_mov_b32 v0, 0
	s_cmp_lg_u32 s19, 0
	s_cbranch_scc1 second\@
	v_mov_b32 v2, s6
	ds_write_b32 v0, v2 offset:4
	.if \kind == KIND_GWS
	// The first group sets up the barrier, and says so in the second word.
	s_cmp_lg_u32 s6, 0
	s_cbranch_scc1 set_up\@
	s_sub_u32 s17, s13, 1
	v_mov_b32 v3, s17
	s_mov_b32 m0, 0
	ds_gws_init v3 gds
	s_mov_b32 m0, -1
	v_mov_b32 v3, 1
	buffer_store_dword v3, off, s[8:11], 0 offset:4
set_up\@:
	buffer_load_dword v3, off, s[8:11], 0 offset:4 glc
	s_waitcnt vmcnt(0)
	v_readfirstlane_b32 s17, v3
	s_cmp_eq_u32 s17, 0
	s_cbranch_scc1 set_up\@
	.endif
next\@:
	// Publish.
	ds_read_b32 v2, v0 offset:4
	s_lshl_b32 s17, s6, 2
	s_add_u32 s17, s17, s14
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, off, s[8:11], s17
	v_mov_b32 v2, s16
	buffer_store_dword v2, off, s[0:3], s7 offset:8
	s_mov_b32 s16, 0
	s_waitcnt vmcnt(0)
	// Wait.
	.if \kind == KIND_GWS
	s_sub_u32 s17, s13, 1
	v_mov_b32 v3, s17
	s_mov_b32 m0, 0
	ds_gws_barrier v3 gds
	s_waitcnt lgkmcnt(0)
	s_mov_b32 m0, -1
	.endif
	.if \kind == KIND_SPIN
	v_mov_b32 v2, 1
	buffer_atomic_add v2, off, s[8:11], 0
	s_add_u32 s15, s15, s13
	spin \sleeps, \counts
	.endif
	// The next group's, which is 0 after the last one. Without a barrier it is computed.
	buffer_load_dword v2, off, s[0:3], s7 offset:8
	s_waitcnt vmcnt(0)
	v_readfirstlane_b32 s16, v2
	s_add_u32 s17, s6, 1
	s_cmp_lt_u32 s17, s12
	s_cselect_b32 s17, s17, 0
	s_lshl_b32 s17, s17, 2
	s_add_u32 s17, s17, s14
	buffer_load_dword v2, off, s[8:11], s17 glc
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v2
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_barrier
	// The other place for values.
	s_lshl_b32 s17, s12, 2
	s_add_u32 s17, s17, 128
	s_sub_u32 s14, s17, s14
	s_sub_u32 s16, s16, 1
	s_cmp_lg_u32 s16, 0
	s_cbranch_scc1 next\@
	ds_read_b32 v2, v0 offset:4
	s_lshl_b32 s17, s12, 3
	s_add_u32 s17, s17, 64
	s_lshl_b32 s18, s6, 2
	s_add_u32 s17, s17, s18
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, off, s[8:11], s17
	s_endpgm
second\@:
	s_barrier
	ds_read_b32 v2, v0
	s_waitcnt lgkmcnt(0)
	ds_add_u32 v0, v2 offset:4
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_sub_u32 s16, s16, 1
	s_cmp_lg_u32 s16, 0
	s_cbranch_scc1 second\@
	s_endpgm
	descriptor \name, \private
	.endm

	.macro descriptor name, private
	.size \name, .-\name
	.rodata
	.p2align 6
	.amdhsa_kernel \name
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_private_segment_fixed_size \private
		.amdhsa_kernarg_size 16
		.amdhsa_group_segment_fixed_size 8
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 32
	.end_amdhsa_kernel
	.endm

	kernel spin, KIND_SPIN, 0, 0, 0, 16
	kernel sleep, KIND_SPIN, 1, 0, 0, 16
	kernel count, KIND_SPIN, 0, 1, 0, 16
	kernel sleep_and_count, KIND_SPIN, 1, 1, 0, 16
	kernel gws, KIND_GWS, 0, 0, 0, 16
	kernel never, KIND_SPIN, 0, 0, 1, 16
	kernel gws_never, KIND_GWS, 0, 0, 1, 16
	kernel private, KIND_SPIN, 0, 0, 0, 1048576

// No group waits for another: its value is what it would be.
	.text
	.globl alone
	.p2align 8
	.type alone,@function
alone:
	s_load_dwordx4 s[12:15], s[4:5], 0x0
	s_mov_b64 exec, 1
	s_mov_b32 s16, 3
	s_mov_b32 s10, -1
	s_mov_b32 s11, 0x24000
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s8, s12
	s_mov_b32 s9, s13
	s_mov_b32 s20, s6	// g, then (g + 1) % n, ...
	s_mov_b32 s21, s6	// the sum
	s_mov_b32 s22, 3	// 1 3 3 1
alone_next:
	s_add_u32 s20, s20, 1
	s_cmp_lt_u32 s20, s14
	s_cselect_b32 s20, s20, 0
	s_cmp_eq_u32 s16, 1
	s_cselect_b32 s22, 1, s22
	s_mul_i32 s23, s20, s22
	s_add_u32 s21, s21, s23
	s_sub_u32 s16, s16, 1
	s_cmp_lg_u32 s16, 0
	s_cbranch_scc1 alone_next
	s_lshl_b32 s17, s14, 3
	s_add_u32 s17, s17, 64
	s_lshl_b32 s18, s6, 2
	s_add_u32 s17, s17, s18
	v_mov_b32 v2, s21
	buffer_store_dword v2, off, s[8:11], s17
	s_endpgm
	descriptor alone, 16
