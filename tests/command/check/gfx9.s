// chips: gfx900 gfx902 gfx904 gfx906
// What gfx9 asks for. Marked as in waits.s.
	.text
vmcnt_of_six_bits:			// 0x4f70 is vmcnt(16) here
	global_load_dword v1, v[2:3], off
	s_waitcnt 0x4f70
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v2, v1			// BUG wait vmcnt
	s_endpgm

flat_needs_both:
	flat_load_dword v2, v[0:1]
	s_waitcnt vmcnt(0)
	//+ s_waitcnt lgkmcnt(0)
	v_mov_b32 v3, v2			// BUG wait lgkmcnt
	s_endpgm

half_register:				// the other half is there, this one is not
	global_load_short_d16 v1, v[2:3], off
	s_waitcnt vmcnt(0)
	global_load_short_d16_hi v1, v[2:3], off
	//+ s_waitcnt vmcnt(0)
	v_pk_add_f16 v4, v1, v1			// BUG wait vmcnt
	s_endpgm

interpolation:
	s_mov_b32 m0, s4
	//+ s_nop 0
	v_interp_p1_f32 v0, v1, attr0.x		// BUG hazard m0_interp
	s_endpgm

moved_register:
	s_mov_b32 m0, s4
	//+ s_nop 0
	s_movrels_b32 s0, s1			// BUG hazard m0_movrel
	s_endpgm

load_to_lds:
	s_mov_b32 m0, s4
	//+ s_nop 0
	buffer_load_dword off, s[8:11], 0 lds	// BUG hazard m0_lds
	s_waitcnt vmcnt(0)
	s_endpgm

source_in_lds:
	s_mov_b32 m0, s4
	//+ s_nop 0
	v_mov_b32 v0, src_lds_direct		// BUG hazard m0_lds_direct
	s_endpgm

global_base_from_lane:
	v_readfirstlane_b32 s3, v0
	//+ s_nop 4
	global_load_dword v1, v2, s[2:3]	// BUG hazard valu_sgpr_vmem
	s_waitcnt vmcnt(0)
	s_endpgm

global_store_four:
	global_store_dwordx4 v[4:5], v[0:3], off
	//+ s_nop 0
	v_mov_b32 v3, 0				// BUG hazard flat_store_data
	s_endpgm
