	.text
	.globl loops
	.p2align 8
	.type loops,@function
loops:                                  // every number below is counted by hand: two waves, 100 work-items
	s_movk_i32 s4, 5
again:
	v_add_u32 v1, 1, v0
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 again
	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[6:7], vcc
	s_cbranch_execz none
	v_mov_b32 v2, 1
none:
	s_mov_b64 exec, s[6:7]
	s_endpgm
	v_mov_b32 v3, 1
	s_endpgm

	.globl banks
	.p2align 8
	.type banks,@function
banks:
	v_lshlrev_b32 v1, 2, v0
	v_lshlrev_b32 v2, 3, v0
	v_lshlrev_b32 v3, 7, v0
	v_lshlrev_b32 v4, 4, v0
	v_mov_b32 v5, 0
	ds_read_b32 v6, v1
	ds_read_b32 v6, v2
	ds_read_b32 v6, v3
	ds_read_b32 v6, v5
	ds_read_b64 v[6:7], v2
	ds_read_b128 v[6:9], v4
	ds_read2_b32 v[6:7], v1 offset1:64
	s_endpgm

	.p2align 6
	.amdhsa_kernel loops
	.amdhsa_next_free_vgpr 10
	.amdhsa_next_free_sgpr 10
	.end_amdhsa_kernel
	.p2align 6
	.amdhsa_kernel banks
	.amdhsa_next_free_vgpr 10
	.amdhsa_next_free_sgpr 10
	.amdhsa_group_segment_fixed_size 16384
	.end_amdhsa_kernel
