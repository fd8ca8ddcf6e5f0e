// chips: gfx600 gfx700 gfx704
// What gfx6 and gfx7 ask for. Marked as in waits.s.
	.text
scalar_load_and_vccz:
	s_load_dword s4, s[0:1], 0x0
	v_cmp_eq_u32 vcc, v0, v1
	//+ s_waitcnt lgkmcnt(0)
	//+ s_mov_b64 vcc, vcc
	s_cbranch_vccz scalar_load_and_vccz_end	// BUG hazard smem_vccz
	v_mov_b32 v0, 0
scalar_load_and_vccz_end:
	s_endpgm
