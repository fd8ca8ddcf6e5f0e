// SPDX-License-Identifier: MIT
// chips: gfx803 gfx900 gfx906
// undefined values, of lanes and parts of registers. A line with //+ is in the twin alone.

// Byte 2 is undefined.
// run byte: -g 64 -l 64 buf:1024 buf:512
kernel byte
	//+ v_mov_b32 v5, 0
	v_mov_b32_sdwa v5, v0 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
	v_and_b32_sdwa v2, v5, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2 src1_sel:DWORD
	v_cmp_eq_u32 vcc, 4, v2
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish byte

// Lane 11 is undefined.
// run moved: -g 64 -l 64 buf:1024 buf:512
kernel moved
	v_cmp_gt_u32 vcc, 10, v0
	//+ v_mov_b32 v3, 0
	s_and_saveexec_b64 s[4:5], vcc
	v_mov_b32 v3, 1
	s_mov_b64 exec, s[4:5]
	s_nop 4
	v_mov_b32_dpp v2, v3 quad_perm:[3,3,3,3] row_mask:0xf bank_mask:0xf
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish moved

// The last row keeps what it had.
// run masked: -g 64 -l 64 buf:1024 buf:512
kernel masked
	//+ v_mov_b32 v2, 0
	s_nop 4
	v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0x7 bank_mask:0xf bound_ctrl:0
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish masked

// Lane 11 is undefined.
// run permuted: -g 64 -l 64 buf:1024 buf:512
kernel permuted
	v_cmp_gt_u32 vcc, 10, v0
	//+ v_mov_b32 v3, 0
	s_and_saveexec_b64 s[4:5], vcc
	v_mov_b32 v3, 1
	s_mov_b64 exec, s[4:5]
	v_mov_b32 v4, 0x2c
	ds_bpermute_b32 v2, v4, v3
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish permuted

// run scalar_store: -g 64 -l 64 buf:1024 buf:512
kernel scalar_store
	s_load_dword s4, s[8:9], 0x0
	//+ s_mov_b32 s20, 0
	s_waitcnt lgkmcnt(0)
	s_add_u32 s4, s4, s20
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 scalar_store_end // BUG undefined
	v_mov_b32 v2, 1
scalar_store_end:
finish scalar_store

// ---- Nothing is wrong below.

// run right_byte: -g 64 -l 64 buf:1024 buf:512
kernel right_byte
	v_mov_b32_sdwa v5, v0 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
	v_and_b32_sdwa v2, v5, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:DWORD
	buffer_store_dword v2, v1, s[8:11], 0 offen
	v_cmp_eq_u32 vcc, 4, v2
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_byte

// Only rows 1 and 3 of v3 are written.
// run right_reduction: -g 64 -l 64 buf:1024 buf:512
kernel right_reduction
	v_mov_b32 v2, v0
	s_nop 1
	v_or_b32_dpp v2, v2, v2 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
	s_nop 1
	v_or_b32_dpp v2, v2, v2 row_shr:2 row_mask:0xf bank_mask:0xf bound_ctrl:0
	s_nop 1
	v_mov_b32_dpp v3, v2 row_bcast:15 row_mask:0xa bank_mask:0xf
	s_nop 4
	v_readlane_b32 s4, v3, 31
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 right_reduction_end
	v_mov_b32 v4, 1
right_reduction_end:
finish right_reduction

// An inactive lane gives 0.
// run right_bpermute: -g 64 -l 64 buf:1024 buf:512
kernel right_bpermute
	v_cmp_gt_u32 vcc, 10, v0
	s_and_saveexec_b64 s[4:5], vcc
	v_mov_b32 v3, 1
	v_mov_b32 v4, 0xfc
	ds_bpermute_b32 v2, v4, v3
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
	s_mov_b64 exec, s[4:5]
finish right_bpermute
