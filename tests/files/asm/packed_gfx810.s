// 16-bit data of gfx810 stand two to a register, as on gfx9; its SGPRs are those of a chip with XNACK.
	buffer_load_format_d16_x v1, v0, s[8:11], s1 idxen
	buffer_load_format_d16_xy v1, v0, s[8:11], s1 idxen
	buffer_load_format_d16_xyz v[1:2], v0, s[8:11], s1 idxen
	buffer_load_format_d16_xyzw v[1:2], v0, s[8:11], s1 idxen
	buffer_store_format_d16_x v1, v0, s[8:11], s1 idxen
	buffer_store_format_d16_xy v1, v0, s[8:11], s1 idxen
	buffer_store_format_d16_xyz v[1:2], v0, s[8:11], s1 idxen
	buffer_store_format_d16_xyzw v[1:2], v0, s[8:11], s1 idxen
	tbuffer_load_format_d16_xy v1, v0, s[8:11], s1 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_FLOAT] idxen
	tbuffer_store_format_d16_xyzw v[1:2], v0, s[8:11], s1 format:[BUF_DATA_FORMAT_16_16_16_16,BUF_NUM_FORMAT_FLOAT] idxen
	image_load v[1:2], v[4:7], s[8:15] dmask:0xf unorm d16
	image_load v[1:2], v[4:7], s[8:15] dmask:0x7 unorm d16
	image_load v1, v[4:7], s[8:15] dmask:0x3 unorm d16
	image_store v[1:2], v[4:7], s[8:15] dmask:0xf unorm d16
	image_sample v[1:2], v[4:5], s[8:15], s[16:19] dmask:0xe d16
	image_gather4 v[1:2], v[4:5], s[8:15], s[16:19] dmask:0x1 d16
	s_mov_b64 xnack_mask, 0
	s_mov_b32 s0, xnack_mask_hi
