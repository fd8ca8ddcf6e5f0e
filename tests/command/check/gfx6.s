// chips: gfx600 gfx601
// What gfx6 alone asks for. Marked as in waits.s.
	.text
store_overwritten:			// expcnt counts stores here
	buffer_store_dword v1, off, s[8:11], 0
	//+ s_waitcnt expcnt(0)
	v_mov_b32 v1, 0				// BUG wait expcnt
	s_endpgm

store_and_export:
	buffer_store_dword v7, off, s[8:11], 0
	exp mrt0 v1, v2, v3, v4 done vm
	s_waitcnt expcnt(1)
	//+ s_waitcnt expcnt(0)
	v_mov_b32 v7, 0				// BUG wait expcnt
	s_endpgm

store_refilled:
	buffer_store_dword v1, off, s[8:11], 0
	//+ s_waitcnt expcnt(0)
	ds_read_b32 v1, v0			// BUG wait expcnt
	s_waitcnt lgkmcnt(0)
	s_endpgm

scalar_base:
	v_readfirstlane_b32 s0, v0
	//+ s_nop 3
	s_load_dword s4, s[0:1], 0x0		// BUG hazard valu_sgpr_smem
	s_waitcnt lgkmcnt(0)
	s_endpgm

scalar_resource:
	s_mov_b32 s2, -1
	//+ s_nop 3
	s_buffer_load_dword s4, s[0:3], 0x0	// BUG hazard salu_sgpr_buffer
	s_waitcnt lgkmcnt(0)
	s_endpgm

interpolated_lane:
	v_interp_mov_f32 v0, p0, attr0.x
	//+ s_nop 0
	v_readfirstlane_b32 s0, v0		// BUG hazard interp_lane
	s_endpgm
