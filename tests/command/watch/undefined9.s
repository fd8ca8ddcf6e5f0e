// SPDX-License-Identifier: MIT
// chips: gfx900 gfx906
// undefined values, of instructions of gfx9. A line with //+ is in the twin alone, one with //- is
// not in it.

// run packed: -g 64 -l 64 buf:1024 buf:512
kernel packed
	//+ v_mov_b32 v5, 0
	s_mov_b32 s4, 0xffff
	v_bfi_b32 v2, s4, v1, v5
	v_pk_add_u16 v3, v2, v2
	v_lshrrev_b32 v3, 16, v3
	v_cmp_eq_u32 vcc, 0, v3
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish packed

// run high_half: -g 64 -l 64 buf:1024 buf:512
kernel high_half
	//+ v_mov_b32 v2, 0
	buffer_load_short_d16 v2, v1, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
	v_cmp_gt_u32 vcc, 10, v2
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish high_half

// run three: -g 64 -l 64 buf:1024 buf:512
kernel three
	//+ v_mov_b32 v5, 0
	v_lshl_or_b32 v2, v5, 16, v1
	v_cmp_gt_u32 vcc, 10, v2
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish three

// The carry is that of another register.
// run global: -g 64 -l 64 buf:1024 buf:512
kernel global
	v_mov_b32 v3, s9
	v_add_co_u32 v2, vcc, s8, v1
	//+ v_addc_co_u32 v3, vcc, 0, v3, vcc
	v_addc_co_u32 v3, s[20:21], 0, v3, s[22:23] //-
	global_load_dword v4, v[2:3], off // BUG undefined
	s_waitcnt vmcnt(0)
finish global

// ---- Nothing is wrong below.

// run right_packed: -g 64 -l 64 buf:1024 buf:512
kernel right_packed
	s_mov_b32 s4, 0xffff
	v_bfi_b32 v2, s4, v1, v5
	v_pk_add_u16 v3, v2, v2 op_sel_hi:[0,0]
	v_cmp_eq_u32 vcc, 0, v3
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_packed

// run right_halves: -g 64 -l 64 buf:1024 buf:512
kernel right_halves
	buffer_load_short_d16 v2, v1, s[8:11], 0 offen
	buffer_load_short_d16_hi v2, v1, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
	v_cmp_gt_u32 vcc, 10, v2
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_halves

// LDS does not look at M0 here.
// run right_m0: -g 64 -l 64 buf:1024 buf:512
kernel right_m0
	s_mov_b32 m0, s20
	ds_write_b32 v1, v0
finish right_m0, 512
