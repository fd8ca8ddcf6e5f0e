// options: -a gfx802
	s_mov_b64 xnack_mask, exec
	buffer_load_format_d16_xyzw v[1:2], v0, s[8:11], s1 idxen
	s_mov_b64 s[0:1], xnack_mask
