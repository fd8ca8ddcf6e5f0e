// A loop on LDS, of which half is never written: what bench/checks.sh measures besides the kernels.
//
//   gisa run bench/lds.s -g 65536 -l 256 buf:262144
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl lds
	.p2align 8
	.type lds,@function
lds:                                    // s[0:1] the arguments, s2 the group, v0 the work-item
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	v_lshl_or_b32 v2, s2, 10, v1
	v_mov_b32 v3, v0
	s_movk_i32 s3, 1024
next:
	ds_write_b32 v1, v3
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v4, v1
	s_waitcnt lgkmcnt(0)
	v_add_u32 v3, v3, v4
	s_sub_u32 s3, s3, 1
	s_cmp_lg_u32 s3, 0
	s_cbranch_scc1 next
	global_store_dword v2, v3, s[4:5]
	s_endpgm
	.size lds, .-lds

	.rodata
	.p2align 6
	.amdhsa_kernel lds
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_group_segment_fixed_size 2048
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel
