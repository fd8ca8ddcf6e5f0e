// The pixel shader after mesh.vs.s: the normal as a colour, 0.5 + 0.5 * n.
	s_mov_b32 m0, s0
	v_interp_p1_f32 v2, v0, attr0.x
	v_interp_p2_f32 v2, v1, attr0.x
	v_interp_p1_f32 v3, v0, attr0.y
	v_interp_p2_f32 v3, v1, attr0.y
	v_interp_p1_f32 v4, v0, attr0.z
	v_interp_p2_f32 v4, v1, attr0.z
	v_mad_f32 v2, v2, 0.5, 0.5
	v_mad_f32 v3, v3, 0.5, 0.5
	v_mad_f32 v4, v4, 0.5, 0.5
	v_mov_b32_e32 v5, 1.0
	exp mrt0 v2, v3, v4, v5 done vm
	s_endpgm
