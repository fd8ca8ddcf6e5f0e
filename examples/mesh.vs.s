// A vertex shader of gfx900: s[0:3] is the resource (V#) of vertices, six floats each: a place and a
// normal; s[4:7] that of the four rows of a matrix. The position is the matrix times the place;
// attribute 0 is the normal.
	v_mov_b32_e32 v9, v0
	buffer_load_format_xyz v[4:6], v9, s[0:3], 0 idxen
	buffer_load_format_xyz v[10:12], v9, s[0:3], 0 idxen offset:12
	s_buffer_load_dwordx16 s[16:31], s[4:7], 0x0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b32_e32 v0, s19
	v_mov_b32_e32 v1, s23
	v_mov_b32_e32 v2, s27
	v_mov_b32_e32 v3, s31
	v_mac_f32_e32 v0, s16, v4
	v_mac_f32_e32 v0, s17, v5
	v_mac_f32_e32 v0, s18, v6
	v_mac_f32_e32 v1, s20, v4
	v_mac_f32_e32 v1, s21, v5
	v_mac_f32_e32 v1, s22, v6
	v_mac_f32_e32 v2, s24, v4
	v_mac_f32_e32 v2, s25, v5
	v_mac_f32_e32 v2, s26, v6
	v_mac_f32_e32 v3, s28, v4
	v_mac_f32_e32 v3, s29, v5
	v_mac_f32_e32 v3, s30, v6
	exp pos0 v0, v1, v2, v3 done
	exp param0 v10, v11, v12, off
	s_endpgm
