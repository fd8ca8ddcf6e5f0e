// chips: gfx801 gfx803 gfx900 gfx904 gfx906
// What gfx8 and gfx9 ask for. Marked as in waits.s.
	.text
resource_from_lane:
	v_readfirstlane_b32 s8, v0
	//+ s_nop 4
	buffer_load_dword v1, off, s[8:11], 0	// BUG hazard valu_sgpr_vmem
	s_waitcnt vmcnt(0)
	s_endpgm

resource_from_comparison:
	v_cmp_eq_u32 s[10:11], v0, v1
	s_mov_b32 s4, 0
	s_mov_b32 s5, 0
	//+ s_nop 2
	buffer_store_dword v1, off, s[8:11], 0	// BUG hazard valu_sgpr_vmem
	s_endpgm

message:
	s_mov_b32 m0, s4
	//+ s_nop 0
	s_sendmsg sendmsg(MSG_INTERRUPT)	// BUG hazard m0_message
	s_endpgm

gds_offset:
	s_mov_b32 m0, s4
	//+ s_nop 0
	ds_read_b32 v1, v0 gds			// BUG hazard m0_message
	s_waitcnt lgkmcnt(0)
	s_endpgm

other_lanes:
	v_mov_b32 v0, v3
	//+ s_nop 1
	v_mov_b32_dpp v1, v0 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf	// BUG hazard valu_vgpr_dpp
	s_endpgm

other_lanes_of_new_exec:
	v_cmpx_eq_u32 vcc, v4, v5
	s_nop 3
	//+ s_nop 0
	v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf	// BUG hazard valu_exec_dpp
	s_endpgm

mode_twice_with_one_between:
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0
	s_nop 0
	//+ s_nop 0
	s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s1	// BUG hazard setreg_setreg
	s_endpgm

trap_return:
	s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0
	//+ s_nop 0
	s_rfe_b64 s[2:3]			// BUG hazard setreg_rfe

scalar_store_lost:
	s_store_dword s4, s[2:3], 0x0
	//+ s_dcache_wb
	s_endpgm				// BUG hazard scalar_store_end
