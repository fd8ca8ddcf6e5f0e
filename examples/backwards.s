// Should turn 128 numbers round through LDS, y[i] = 127 - i, but does so for the last 64 alone:
// docs/debugging.md finds out why.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl backwards
	.p2align 8
	.type backwards,@function
backwards:                              // s[0:1] the arguments, v0 the work-item
	s_load_dwordx2 s[4:5], s[0:1], 0x0 // y
	v_lshlrev_b32 v1, 2, v0         // its place, here and there
	v_sub_u32 v2, 0x1fc, v1         // and that from the end
	s_mov_b32 m0, -1
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v3, s[4:5]
	s_endpgm
	.size backwards, .-backwards

	.rodata
	.p2align 6
	.amdhsa_kernel backwards
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_group_segment_fixed_size 512
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel

	.amdgpu_metadata
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: backwards
    .symbol: backwards.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 4
    .max_flat_workgroup_size: 128
    .args:
      - { .name: 'y', .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
	.end_amdgpu_metadata
