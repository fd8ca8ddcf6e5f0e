// SPDX-License-Identifier: MIT
// A kernel with arguments that metadata describe, LDS, private memory, buffers and floats, for allocations that fail.
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_load_dwordx2 s[10:11], s[4:5], 0x0
	v_lshlrev_b32 v1, 2, v0
	v_mov_b32 v2, 0x40490fdb
	v_rcp_f32 v2, v2
	ds_write_b32 v1, v2
	buffer_store_dword v2, off, s[0:3], s7 offset:4
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v2, s[10:11]
	s_endpgm
	.p2align 6
	.amdhsa_kernel k
	.amdhsa_user_sgpr_private_segment_buffer 1
	.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.amdhsa_system_sgpr_private_segment_wavefront_offset 1
	.amdhsa_group_segment_fixed_size 256
	.amdhsa_private_segment_fixed_size 16
	.amdhsa_kernarg_size 16
	.amdhsa_next_free_vgpr 8
	.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.version:
  - 1
  - 1
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 256
    .private_segment_fixed_size: 16
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 256
    .args:
      - .name: "out"
        .type_name: "float*"
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .offset: 8
        .size: 8
        .value_kind: hidden_global_offset_x
...
	.end_amdgpu_metadata
