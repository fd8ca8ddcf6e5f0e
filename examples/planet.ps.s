// A pixel shader as consoles with GCN 1.1 have them: a striped planet in the light, on nothing.
// attr0.xy goes from -1 to 1. s[0:3] is the resource (V#) of a buffer of constants: x, y, z of the
// direction to the light and what comes from everywhere, then the colour. s4 is what M0 must hold.
//   gisa run --stage ps -a gfx700 planet.ps.s --user-data 0-3=V#:planet.bin --attr 0=-1,-1/1,-1/-1,1
//       --size 256x256 --image planet.png
	s_mov_b32 m0, s4
	s_mov_b64 s[14:15], exec                // covered pixels; helpers take part in what follows
	s_wqm_b64 exec, exec
	s_buffer_load_dwordx8 s[16:23], s[0:3], 0x0
	v_interp_p1_f32 v2, v0, attr0.x
	v_interp_p2_f32 v2, v1, attr0.x
	v_interp_p1_f32 v3, v0, attr0.y
	v_interp_p2_f32 v3, v1, attr0.y
	// How far inside of the circle: 1 - x * x - y * y. Pixels outside are discarded.
	v_mad_f32 v4, -v2, v2, 1.0
	v_mad_f32 v4, -v3, v3, v4
	v_cmp_lt_f32_e32 vcc, 0, v4
	s_and_b64 s[14:15], s[14:15], vcc
	v_max_f32_e32 v4, 0, v4
	v_sqrt_f32_e32 v4, v4                   // z
	// The light: the normal times its direction, not below 0, and what comes from everywhere.
	s_waitcnt lgkmcnt(0)
	v_mul_f32_e32 v5, s16, v2
	v_mac_f32_e32 v5, s17, v3
	v_mac_f32_e32 v5, s18, v4
	v_max_f32_e32 v5, 0, v5
	v_add_f32_e32 v5, s19, v5
	// Stripes: a sine of the latitude, which bends with the distance to the axis.
	v_mad_f32 v6, v3, 1.0, 0.5
	v_mac_f32_e32 v6, 0.5, v4
	v_sin_f32_e32 v6, v6                    // of turns
	v_mad_f32 v6, v6, 0.5, 0.5
	v_mad_f32 v6, v6, 0.5, 0.5
	v_mul_f32_e32 v5, v5, v6
	v_mul_f32_e32 v7, s20, v5
	v_mul_f32_e32 v8, s21, v5
	v_mul_f32_e32 v9, s22, v5
	s_mov_b64 exec, s[14:15]
	v_cvt_pkrtz_f16_f32_e64 v7, v7, v8
	v_cvt_pkrtz_f16_f32_e64 v8, v9, 1.0
	exp mrt0 v7, v7, v8, v8 done compr vm
	s_endpgm
