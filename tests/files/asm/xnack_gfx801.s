// gfx801 has the register xnack_mask, and 16-bit data one to a register, as on gfx803.
	s_mov_b64 xnack_mask, exec
	s_add_u32 xnack_mask_lo, xnack_mask_hi, s1
	v_mov_b32 v0, xnack_mask_lo
	buffer_load_format_d16_xyzw v[1:4], v0, s[8:11], s1 idxen
	image_load v[1:4], v[4:7], s[8:15] dmask:0xf unorm d16
