; SPDX-License-Identifier: MIT
; The kernel that gcn-run starts as main, for GCC's calling convention: the stack begins at the wave's private memory, taken as plain
; memory; s[8:9] stay the kernel's arguments, which newlib looks for there; the program gets argc in s24, argv in s[26:27] and
; gives its result in s24. The other registers are those of GCC's own kernels, _init_array for one (crt0.o).
	.text
	.p2align 8
	.globl main
	.type main,@function
main:
	s_mov_b32 s14, s0
	s_and_b32 s15, s1, 0xffff
	s_add_u32 s14, s14, s11
	s_addc_u32 s15, s15, 0
	s_mov_b64 s[16:17], s[14:15]
	s_mov_b32 m0, 0x10000
	s_load_dword s24, s[8:9], 0x0
	s_load_dwordx2 s[26:27], s[8:9], 0x8
	s_waitcnt lgkmcnt(0)
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, program_main@rel32@lo+4
	s_addc_u32 s3, s3, program_main@rel32@hi+4
	s_swappc_b64 s[18:19], s[2:3]
	s_load_dwordx2 s[2:3], s[8:9], 0x10
	s_waitcnt lgkmcnt(0)
	s_mov_b64 exec, 1
	v_mov_b32 v4, s2
	v_mov_b32 v5, s3
	v_mov_b32 v6, s24
	flat_store_dword v[4:5], v6
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	s_dcache_wb
	s_endpgm
	.size main, .-main

	.rodata
	.p2align 6
	.amdhsa_kernel main
		.amdhsa_next_free_vgpr 64
		.amdhsa_next_free_sgpr 96
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_user_sgpr_queue_ptr 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 1
		.amdhsa_system_vgpr_workitem_id 2
		.amdhsa_group_segment_fixed_size 65536
		.amdhsa_private_segment_fixed_size 16384
	.end_amdhsa_kernel
