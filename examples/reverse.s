// Turns the 128 words of each work-group around, through LDS, and forgets that two waves do so.
//
//   gisa run examples/reverse.s -g 128 -l 128 --check buf:512
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl reverse
	.p2align 8
	.type reverse,@function
reverse:                                // s[0:1] the arguments, s2 the group, v0 the work-item
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0         // where a word is, in bytes
	v_lshl_or_b32 v2, s2, 9, v1
	v_sub_u32 v3, 0x1fc, v1         // where it goes
	s_waitcnt lgkmcnt(0)
	global_load_dword v4, v2, s[4:5]
	s_waitcnt vmcnt(0)
	ds_write_b32 v3, v4
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v4, v1              // a barrier is missing
	s_waitcnt lgkmcnt(0)
	global_store_dword v2, v4, s[4:5]
	s_endpgm
	.size reverse, .-reverse

	.rodata
	.p2align 6
	.amdhsa_kernel reverse
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 8
		.amdhsa_group_segment_fixed_size 512
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel
