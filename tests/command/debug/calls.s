// Two waves that meet at a barrier, a call, lanes that are off, private memory: v2 = 2 * the number
// of the work-item, but 7 in the first five, goes to y.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl calls
	.p2align 8
	.type calls,@function
calls:
	s_load_dwordx2 s[8:9], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 m0, -1
	ds_write_b32 v1, v0 offset:16
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v2, v1 offset:16
	s_waitcnt lgkmcnt(0)
	s_getpc_b64 s[12:13]
	s_add_u32 s12, s12, double - calls - 0x30
	s_addc_u32 s13, s13, 0
	s_swappc_b64 s[30:31], s[12:13]
	v_cmp_gt_u32 vcc, 5, v0
	s_and_saveexec_b64 s[14:15], vcc
	v_mov_b32 v2, 7
	s_mov_b64 exec, s[14:15]
	s_mov_b32 s16, 0
loop:
	s_add_u32 s16, s16, 1
	s_cmp_lt_u32 s16, 3
	s_cbranch_scc1 loop
	global_store_dword v1, v2, s[8:9]
	s_endpgm
	.size calls, .-calls
	.type double,@function
double:
	v_add_u32 v2, v2, v2
	s_setpc_b64 s[30:31]
	.size double, .-double

	.rodata
	.p2align 6
	.amdhsa_kernel calls
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 40
	.end_amdhsa_kernel

	.amdgpu_metadata
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: calls
    .symbol: calls.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 40
    .vgpr_count: 4
    .max_flat_workgroup_size: 128
    .args:
      - { .name: 'y', .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
	.end_amdgpu_metadata
