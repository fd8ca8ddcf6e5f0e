// Sums pairs of work-items through LDS, but the first half of a work-group alone writes its part:
// `gisa run --check` says so, docs/checking.md explains it.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl pairs
	.p2align 8
	.type pairs,@function
pairs:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	v_cmp_gt_u32 vcc, 32, v0
	s_and_saveexec_b64 s[2:3], vcc
	ds_write_b32 v1, v0
	s_mov_b64 exec, s[2:3]
	v_xor_b32 v2, 0x80, v1
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)
	v_add_u32 v4, v3, v0
	global_store_dword v1, v4, s[4:5]
	s_endpgm
	.p2align 6
	.amdhsa_kernel pairs
	.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.amdhsa_kernarg_size 8
	.amdhsa_group_segment_fixed_size 256
	.amdhsa_next_free_vgpr 5
	.amdhsa_next_free_sgpr 6
	.end_amdhsa_kernel
