// y = a * x + y on gfx900, by hand: groups of 64 work-items.
//
//   gisa asm -f co examples/saxpy.s -o saxpy.co
//   gisa run saxpy.co -g 256 -l 64 f32:2 buf:1024:f32=3 buf:1024:f32=1
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl saxpy
	.p2align 8
	.type saxpy,@function
saxpy:                                  // s[0:1] the arguments, s2 the group, v0 the work-item
	s_load_dword s3, s[0:1], 0x0    // a
	s_load_dwordx4 s[4:7], s[0:1], 0x8 // x, y
	v_lshl_add_u32 v0, s2, 6, v0    // the element, and its offset in bytes
	v_lshlrev_b32 v0, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_dword v2, v0, s[4:5]
	global_load_dword v3, v0, s[6:7]
	s_waitcnt vmcnt(0)
	v_fma_f32 v2, s3, v2, v3
	global_store_dword v0, v2, s[6:7]
	s_endpgm
	.size saxpy, .-saxpy

	.rodata
	.p2align 6
	.amdhsa_kernel saxpy
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 24
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel

	.amdgpu_metadata
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx900
amdhsa.kernels:
  - .name: saxpy
    .symbol: saxpy.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 4
    .max_flat_workgroup_size: 64
    .args:
      - { .name: a, .offset: 0, .size: 4, .value_kind: by_value }
      - { .name: 'x', .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: 'y', .offset: 16, .size: 8, .value_kind: global_buffer, .address_space: global }
	.end_amdgpu_metadata
