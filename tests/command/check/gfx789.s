// chips: gfx700 gfx803 gfx900 gfx906
// What chips from gfx7 on ask for. Marked as in waits.s.
	.text
store_four:
	buffer_store_dwordx4 v[0:3], off, s[8:11], 0
	//+ s_nop 0
	v_mov_b32 v1, 0				// BUG hazard store_data
	s_endpgm

flat_store_four:
	flat_store_dwordx4 v[4:5], v[0:3]
	//+ s_nop 0
	v_mov_b32 v1, 0				// BUG hazard flat_store_data
	s_endpgm

flat_load_use:
	flat_load_dword v2, v[0:1]
	s_waitcnt lgkmcnt(0)
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v3, v2			// BUG wait vmcnt
	s_endpgm
