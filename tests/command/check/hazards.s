// chips: gfx600 gfx700 gfx803 gfx900 gfx904 gfx906
// Kernels with an instruction that is too close to another one, on all chips. Marked as in waits.s;
// the wait states are those of LLVM 19 (tests/core/schedule/hazards.txt) and AMD's manuals.
	.text
lane_number:
	v_readfirstlane_b32 s0, v0
	//+ s_nop 3
	v_readlane_b32 s4, v1, s0		// BUG hazard valu_sgpr_lane
	s_endpgm

lane_number_nearly:
	v_readfirstlane_b32 s0, v0
	v_mov_b32 v3, 0
	s_nop 1
	//+ s_nop 0
	v_writelane_b32 v1, 0, s0		// BUG hazard valu_sgpr_lane
	s_endpgm

lane_number_by_branch:			// three states on one path, eight on the other one
	v_readfirstlane_b32 s0, v0
	s_cbranch_scc0 lane_number_by_branch_on
	s_nop 6
lane_number_by_branch_on:
	s_nop 1
	//+ s_nop 0
	v_readlane_b32 s4, v1, s0		// BUG hazard valu_sgpr_lane
	s_endpgm

lane_number_by_loop:
	s_mov_b32 s0, 0
lane_number_by_loop_again:
	//+ s_nop 3
	v_readlane_b32 s4, v1, s0		// BUG hazard valu_sgpr_lane
	s_add_u32 s5, s5, -1
	s_cmp_lg_u32 s5, 0
	v_readfirstlane_b32 s0, v0
	s_cbranch_scc1 lane_number_by_loop_again
	s_endpgm

divide:
	v_cmp_eq_u32 vcc, v0, v1
	//+ s_nop 3
	v_div_fmas_f32 v4, v1, v2, v3		// BUG hazard valu_vcc_div_fmas
	s_endpgm

mode_read_back:
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0
	//+ s_nop 1
	s_getreg_b32 s1, hwreg(HW_REG_MODE)	// BUG hazard setreg_getreg
	s_endpgm

mode_written_twice:
	s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0
	//+ s_nop 1
	s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s1	// BUG hazard setreg_setreg
	s_endpgm

skip_mode:
	s_setreg_b32 hwreg(HW_REG_MODE, 28, 1), s0
	//+ s_nop 1
	v_mov_b32 v0, 0				// BUG hazard setreg_vskip
	s_endpgm

half_of_vcc:
	s_mov_b32 vcc_lo, s4
	s_nop 4
	//+ s_mov_b64 vcc, vcc
	s_cbranch_vccz half_of_vcc_end		// BUG hazard vcc_half_vccz
	v_mov_b32 v0, 0
half_of_vcc_end:
	s_endpgm
