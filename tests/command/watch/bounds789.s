// SPDX-License-Identifier: MIT
// chips: gfx700 gfx803 gfx900 gfx906
// bounds, by FLAT. A line with //+ is in the twin alone, one with //- is not in it.

// Past the end of the first buffer, by an address that instructions compute.
// run computed: -g 64 -l 64 buf:256 buf:256
kernel computed
	s_load_dwordx2 s[12:13], s[0:1], 0x0
	s_load_dword s4, s[0:1], SECOND
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s4, s4, s12
	//+ s_mov_b32 s4, 0
	v_mov_b32 v3, s13
	v_mov_b32 v2, s12
	ADD v2, vcc, s4, v2
	ADDC v3, vcc, 0, v3, vcc
	ADD v2, vcc, v1, v2
	ADDC v3, vcc, 0, v3, vcc
	flat_store_dword v[2:3], v0 // BUG bounds
	s_waitcnt vmcnt(0) lgkmcnt(0)
finish computed
