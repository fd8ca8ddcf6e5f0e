// SPDX-License-Identifier: MIT
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
// undefined values. A line with //+ is in the twin alone, one with //- is not in it.

// run never_written: -g 64 -l 64 buf:1024 buf:512
kernel never_written
	//+ v_mov_b32 v2, 0
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish never_written

// run sum: -g 64 -l 64 buf:1024 buf:512
kernel sum
	//+ v_mov_b32 v3, 0
	v_add_f32 v2, v3, v1
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish sum

// Of more than a dword all must be undefined: else it may be padding.
// run two_dwords: -g 64 -l 64 buf:1024 buf:512
kernel two_dwords
	//+ v_mov_b32 v2, 0
	buffer_store_dwordx2 v[2:3], v1, s[8:11], 0 offen // BUG undefined
finish two_dwords

// run address: -g 64 -l 64 buf:1024 buf:512
kernel address
	//+ v_mov_b32 v5, 0
	buffer_load_dword v2, v5, s[8:11], 0 offen // BUG undefined
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
finish address

// run scalar_offset: -g 64 -l 64 buf:1024 buf:512
kernel scalar_offset
	//+ s_mov_b32 s20, 0
	buffer_load_dword v2, v1, s[8:11], s20 offen // BUG undefined
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
finish scalar_offset

// run resource: -g 64 -l 64 buf:1024 buf:512
kernel resource
	s_mov_b64 s[16:17], s[8:9]
	s_mov_b32 s18, -1
	//+ s_mov_b32 s19, s11
	buffer_load_dword v2, v1, s[16:19], 0 offen // BUG undefined
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
finish resource

// run store_address: -g 64 -l 64 buf:1024 buf:512
kernel store_address
	//+ v_mov_b32 v5, v1
	v_mov_b32 v2, 1
	buffer_store_dword v2, v5, s[8:11], 0 offen // BUG undefined
finish store_address

// run lds_address: -g 64 -l 64 buf:1024 buf:512
kernel lds_address
	//+ v_mov_b32 v5, v1
	ds_write_b32 v5, v0 // BUG undefined, races
finish lds_address, 512

// run scc: -g 64 -l 64 buf:1024 buf:512
kernel scc
	//+ s_cmp_eq_u32 s2, 0
	s_cbranch_scc1 scc_end // BUG undefined
	v_mov_b32 v2, 1
scc_end:
finish scc

// run compared: -g 64 -l 64 buf:1024 buf:512
kernel compared
	//+ s_mov_b32 s20, 0
	s_cmp_eq_u32 s20, 4
	s_cbranch_scc1 compared_end // BUG undefined
	v_mov_b32 v2, 1
compared_end:
finish compared

// run loop: -g 64 -l 64 buf:1024 buf:512
kernel loop
	//+ s_mov_b32 s20, 0
loop_again:
	s_add_u32 s20, s20, 1
	s_cmp_lt_u32 s20, 4
	s_cbranch_scc1 loop_again // BUG undefined
finish loop

// run exec: -g 64 -l 64 buf:1024 buf:512
kernel exec
	//+ v_mov_b32 v4, 0
	v_cmp_gt_u32 vcc, 10, v4
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	v_mov_b32 v2, 1
	s_mov_b64 exec, s[4:5]
finish exec

// run vccz: -g 64 -l 64 buf:1024 buf:512
kernel vccz
	//+ v_mov_b32 v4, 0
	v_cmp_gt_u32 vcc, 10, v4
	s_nop 4
	s_cbranch_vccz vccz_end // BUG undefined
	v_mov_b32 v2, 1
vccz_end:
finish vccz

// run first_lane: -g 64 -l 64 buf:1024 buf:512
kernel first_lane
	//+ v_mov_b32 v4, 0
	v_readfirstlane_b32 s4, v4
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 first_lane_end // BUG undefined
	v_mov_b32 v2, 1
first_lane_end:
finish first_lane

// run other_lane: -g 64 -l 64 buf:1024 buf:512
kernel other_lane
	s_mov_b32 s4, 5
	v_writelane_b32 v9, s4, 0
	//+ v_writelane_b32 v9, s4, 1
	v_readlane_b32 s5, v9, 1
	s_cmp_eq_u32 s5, 0
	s_cbranch_scc1 other_lane_end // BUG undefined
	v_mov_b32 v2, 1
other_lane_end:
finish other_lane

// run lane_number: -g 64 -l 64 buf:1024 buf:512
kernel lane_number
	//+ s_mov_b32 s20, 3
	v_readlane_b32 s5, v1, s20
	v_mov_b32 v2, s5
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish lane_number

// run lds: -g 64 -l 64 buf:1024 buf:512
kernel lds
	//+ ds_write_b32 v1, v0
	//+ s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish lds, 512

// run lds_beside: -g 64 -l 64 buf:1024 buf:512
kernel lds_beside
	ds_write_b32 v1, v0
	//+ ds_write_b32 v1, v0 offset:256
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1 offset:256
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish lds_beside, 512

// run lds_byte: -g 64 -l 64 buf:1024 buf:512
kernel lds_byte
	ds_write_b8 v1, v0
	//+ ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_u32 vcc, 10, v2
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish lds_byte, 512

// run through_lds: -g 64 -l 64 buf:1024 buf:512
kernel through_lds
	//+ v_mov_b32 v5, 0
	ds_write_b32 v1, v5
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish through_lds, 512

// run atomic: -g 64 -l 64 buf:1024 buf:512
kernel atomic
	v_mov_b32 v3, 1
	//+ ds_write_b32 v1, v3
	//+ s_waitcnt lgkmcnt(0)
	ds_add_rtn_u32 v2, v1, v3
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish atomic, 512

// run added: -g 64 -l 64 buf:1024 buf:512
kernel added
	v_mov_b32 v3, 1
	//+ v_mov_b32 v5, 1
	ds_write_b32 v1, v3
	s_waitcnt lgkmcnt(0)
	ds_add_u32 v1, v5
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish added, 512

// run two_reads: -g 64 -l 64 buf:1024 buf:512
kernel two_reads
	ds_write_b32 v1, v0
	//+ ds_write_b32 v1, v0 offset:256
	s_waitcnt lgkmcnt(0)
	ds_read2_b32 v[2:3], v1 offset1:64
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v3, v1, s[8:11], 0 offen // BUG undefined
finish two_reads, 512

// run divergent: -g 64 -l 64 buf:1024 buf:512
kernel divergent
	v_cmp_gt_u32 vcc, 10, v0
	//+ v_mov_b32 v2, 0
	s_and_saveexec_b64 s[4:5], vcc
	v_mov_b32 v2, 1
	s_mov_b64 exec, s[4:5]
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish divergent

// run selected: -g 64 -l 64 buf:1024 buf:512
kernel selected
	//+ s_mov_b64 s[20:21], 1
	v_cndmask_b32 v2, v0, v1, s[20:21]
	v_cmp_eq_u32 vcc, 0, v2
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish selected

// run selects_it: -g 64 -l 64 buf:1024 buf:512
kernel selects_it
	v_cmp_gt_u32 vcc, 10, v0
	//+ v_mov_b32 v5, 0
	v_cndmask_b32 v2, v5, v0, vcc
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish selects_it

// run carry: -g 64 -l 64 buf:1024 buf:512
kernel carry
	//+ s_mov_b64 vcc, 0
	ADDC v2, vcc, v0, v1, vcc
	v_cmp_eq_u32 vcc, 0, v2
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish carry

// The upper half of v2 is undefined, and used.
// run half: -g 64 -l 64 buf:1024 buf:512
kernel half
	//+ v_mov_b32 v5, 0
	s_mov_b32 s4, 0xffff
	v_bfi_b32 v2, s4, v1, v5
	v_lshrrev_b32 v3, 16, v2
	v_cmp_eq_u32 vcc, 0, v3
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish half

// run field: -g 64 -l 64 buf:1024 buf:512
kernel field
	//+ v_mov_b32 v5, 0
	v_alignbit_b32 v2, v5, v1, 8
	v_bfe_u32 v3, v2, 20, 8
	v_cmp_eq_u32 vcc, 0, v3
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish field

// run shift: -g 64 -l 64 buf:1024 buf:512
kernel shift
	//+ v_mov_b32 v5, 1
	v_mov_b32 v3, 3
	v_lshlrev_b32 v2, v5, v3
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
finish shift

// run chosen: -g 64 -l 64 buf:1024 buf:512
kernel chosen
	//+ s_cmp_eq_u32 s2, 0
	s_cselect_b32 s4, 1, 0
	s_cmp_eq_u32 s4, 1
	s_cbranch_scc1 chosen_end // BUG undefined
	v_mov_b32 v2, 1
chosen_end:
finish chosen

// run float: -g 64 -l 64 buf:1024 buf:512
kernel float
	//+ v_mov_b32 v5, 0
	v_max_f32 v2, v0, v5
	v_cmp_lt_f32 vcc, 0, v2
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
finish float

// run count: -g 64 -l 64 buf:1024 buf:512
kernel count
	//+ s_mov_b64 s[20:21], 0
	s_bcnt1_i32_b64 s4, s[20:21]
	s_cmp_gt_u32 s4, 3
	s_cbranch_scc1 count_end // BUG undefined
	v_mov_b32 v2, 1
count_end:
finish count

// run private: -g 64 -l 64 buf:1024 buf:512
private_kernel private
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_mov_b32 s10, -1
	s_mov_b32 s11, 0x24000
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	//+ buffer_store_dword v0, off, s[0:3], s7
	buffer_load_dword v2, off, s[0:3], s7
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
private_finish private

// run private_beside: -g 64 -l 64 buf:1024 buf:512
private_kernel private_beside
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_mov_b32 s10, -1
	s_mov_b32 s11, 0x24000
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v0, off, s[0:3], s7
	//+ buffer_store_dword v0, off, s[0:3], s7 offset:8
	buffer_load_dword v2, off, s[0:3], s7 offset:8
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen // BUG undefined
private_finish private_beside

// run private_byte: -g 64 -l 64 buf:1024 buf:512
private_kernel private_byte
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_mov_b32 s10, -1
	s_mov_b32 s11, 0x24000
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	buffer_store_byte v0, off, s[0:3], s7
	//+ buffer_store_dword v0, off, s[0:3], s7
	buffer_load_dword v2, off, s[0:3], s7
	s_waitcnt vmcnt(0)
	v_cmp_gt_u32 vcc, 10, v2
	s_and_saveexec_b64 s[4:5], vcc // BUG undefined
	s_mov_b64 exec, s[4:5]
private_finish private_byte

// An export needs no stage to be looked at.
// run exported: -g 64 -l 64 buf:1024 buf:512
kernel exported
	v_mov_b32 v2, v1
	//+ v_mov_b32 v5, v1
	exp mrt0 v1, v2, v5, v1 done // BUG undefined
finish exported

// run compressed: -g 64 -l 64 buf:1024 buf:512
kernel compressed
	//+ v_mov_b32 v5, v1
	exp mrt0 v1, v1, v5, v5 done compr // BUG undefined
finish compressed

// A message goes with M0.
// run message: -g 64 -l 64 buf:1024 buf:512
private_kernel message
	//+ s_mov_b32 m0, 0
	s_nop 0
	s_sendmsg sendmsg(MSG_INTERRUPT) // BUG undefined
finish message

// An image of one row of 32-bit numbers, in the first buffer.
.macro image
	s_lshr_b64 s[16:17], s[8:9], 8
	s_or_b32 s17, s17, 0x10400000
	s_mov_b32 s18, 63
.if .amdgcn.gfx_generation_number >= 9
	s_mov_b32 s19, 0x80000fac
.else
	s_mov_b32 s19, 0x80800fac
.endif
	s_mov_b32 s20, 63 << 13
	s_mov_b64 s[22:23], 0
	s_mov_b32 s21, 0
.endm

// run image_data: -g 64 -l 64 buf:1024 buf:512
kernel image_data
	image
	//+ v_mov_b32 v5, 7
	image_store v5, v0, s[16:23] dmask:0x1 unorm // BUG undefined
finish image_data

// run image_place: -g 64 -l 64 buf:1024 buf:512
kernel image_place
	image
	v_mov_b32 v6, 1
	//+ v_mov_b32 v5, v0
	image_store v6, v5, s[16:23] dmask:0x1 unorm // BUG undefined
finish image_place

// run image_resource: -g 64 -l 64 buf:1024 buf:512
kernel image_resource
	image
	s_mov_b32 s20, s28 //-
	image_store v1, v0, s[16:23] dmask:0x1 unorm // BUG undefined
finish image_resource

// ---- Nothing is wrong below, although registers are read that were never written.

// run right_xor: -g 64 -l 64 buf:1024 buf:512
kernel right_xor
	v_xor_b32 v2, v2, v2
	buffer_store_dword v2, v1, s[8:11], 0 offen
	s_xor_b32 s20, s20, s20
	s_cbranch_scc1 right_xor_end
	v_mov_b32 v3, 1
right_xor_end:
finish right_xor

// run right_and: -g 64 -l 64 buf:1024 buf:512
kernel right_and
	s_mov_b32 s4, 0xffff
	v_bfi_b32 v3, s4, v1, v5
	v_and_b32 v2, s4, v3
	buffer_store_dword v2, v1, s[8:11], 0 offen
	v_cmp_eq_u32 vcc, 0, v2
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_and

// run right_or: -g 64 -l 64 buf:1024 buf:512
kernel right_or
	v_or_b32 v2, -1, v2
	buffer_store_dword v2, v1, s[8:11], 0 offen
	s_or_b32 s20, s20, 1
	s_cmp_eq_u32 s20, 0
	s_cbranch_scc1 right_or_end
	v_mov_b32 v3, 1
right_or_end:
finish right_or

// run right_copies: -g 64 -l 64 buf:1024 buf:512
kernel right_copies
	v_mov_b32 v4, v5
	s_mov_b32 s20, s21
	v_add_f32 v4, v4, v5
	ds_write_b32 v1, v4
finish right_copies, 512

// A vector register in which two lanes hold scalar ones.
// run right_spill: -g 64 -l 64 buf:1024 buf:512
kernel right_spill
	s_mov_b32 s4, 5
	v_writelane_b32 v9, s4, 0
	v_writelane_b32 v9, s4, 1
	ds_write_b32 v1, v9
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v10, v1
	s_waitcnt lgkmcnt(0)
	v_readlane_b32 s5, v10, 1
	s_cmp_eq_u32 s5, 0
	s_cbranch_scc1 right_spill_end
	v_mov_b32 v2, 1
right_spill_end:
finish right_spill, 512

// run right_mask: -g 64 -l 64 buf:1024 buf:512
kernel right_mask
	v_cmp_gt_u32 vcc, 10, v0
	s_andn2_b64 s[20:21], s[20:21], exec
	s_and_b64 s[22:23], vcc, exec
	s_or_b64 s[20:21], s[20:21], s[22:23]
	s_and_saveexec_b64 s[4:5], s[20:21]
	v_mov_b32 v2, 1
	s_mov_b64 exec, s[4:5]
finish right_mask

// run right_inactive: -g 64 -l 64 buf:1024 buf:512
kernel right_inactive
	v_cmp_gt_u32 vcc, 10, v0
	s_and_saveexec_b64 s[4:5], vcc
	v_mov_b32 v2, 1
	buffer_store_dword v2, v1, s[8:11], 0 offen
	v_cmp_eq_u32 vcc, 1, v2
	s_mov_b64 exec, s[4:5]
	s_nop 4
	s_cbranch_vccz right_inactive_end
	v_mov_b32 v3, 1
right_inactive_end:
finish right_inactive

// run right_no_lane: -g 64 -l 64 buf:1024 buf:512
kernel right_no_lane
	s_mov_b64 s[4:5], exec
	s_mov_b64 exec, 0
	buffer_load_dword v2, v5, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
	s_mov_b64 exec, s[4:5]
finish right_no_lane

// run right_select: -g 64 -l 64 buf:1024 buf:512
kernel right_select
	v_cmp_gt_u32 vcc, 64, v0
	v_cndmask_b32 v2, v5, v0, vcc
	buffer_store_dword v2, v1, s[8:11], 0 offen
finish right_select

// run right_bytes: -g 64 -l 64 buf:1024 buf:512
kernel right_bytes
	ds_write_b8 v1, v0
	ds_write_b8 v1, v0 offset:1
	ds_write_b16 v1, v0 offset:2
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v2, v1
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
	v_cmp_gt_u32 vcc, 10, v2
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_bytes, 512

// run right_read_byte: -g 64 -l 64 buf:1024 buf:512
kernel right_read_byte
	ds_write_b8 v1, v0
	s_waitcnt lgkmcnt(0)
	ds_read_u8 v2, v1
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
	v_cmp_gt_u32 vcc, 10, v2
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_read_byte, 512

// run right_shifted: -g 64 -l 64 buf:1024 buf:512
kernel right_shifted
	s_mov_b32 s4, 0xffff
	v_bfi_b32 v3, s4, v1, v5
	v_lshlrev_b32 v2, 16, v3
	buffer_store_dword v2, v1, s[8:11], 0 offen
	v_cmp_eq_u32 vcc, 0, v2
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_shifted

// run right_product: -g 64 -l 64 buf:1024 buf:512
kernel right_product
	v_mul_lo_u32 v2, v5, 0
	buffer_store_dword v2, v1, s[8:11], 0 offen
	v_cmp_eq_u32 vcc, 0, v2
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_product

// run right_padding: -g 64 -l 64 buf:1024 buf:512
kernel right_padding
	v_mov_b32 v2, 0
	buffer_store_dwordx2 v[2:3], v1, s[8:11], 0 offen
finish right_padding

// run right_vccnz: -g 64 -l 64 buf:1024 buf:512
kernel right_vccnz
	s_or_b64 vcc, vcc, 1
	s_nop 4
	s_cbranch_vccnz right_vccnz_end
	v_mov_b32 v2, 1
right_vccnz_end:
finish right_vccnz

// run right_range: -g 64 -l 64 buf:1024 buf:512
kernel right_range
	s_and_b32 s20, s20, 7
	s_cmp_lt_u32 s20, 8
	s_cbranch_scc0 right_range_end
	v_mov_b32 v2, 1
right_range_end:
finish right_range

// run right_address: -g 64 -l 64 buf:1024 buf:512
kernel right_address
	v_and_b32 v3, 0, v5
	v_or_b32 v3, v3, v1
	buffer_load_dword v2, v3, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
finish right_address

// run right_out_of_range: -g 64 -l 64 buf:1024 buf:512
kernel right_out_of_range
	s_mov_b32 s10, 4
	buffer_load_dword v2, v1, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32 vcc, 1, v2
	s_and_saveexec_b64 s[4:5], vcc
	s_mov_b64 exec, s[4:5]
finish right_out_of_range

// run right_permuted: -g 64 -l 64 buf:1024 buf:512
kernel right_permuted
	v_cmp_gt_u32 vcc, 32, v0
	s_and_saveexec_b64 s[4:5], vcc
	v_mov_b32 v3, v0
	ds_swizzle_b32 v2, v3 offset:0x041f
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
	s_mov_b64 exec, s[4:5]
finish right_permuted

// run right_private: -g 64 -l 64 buf:1024 buf:512
private_kernel right_private
	s_load_dwordx2 s[8:9], s[4:5], 0x0
	s_mov_b32 s10, -1
	s_mov_b32 s11, 0x24000
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v0, off, s[0:3], s7
	buffer_store_dword v5, off, s[0:3], s7 offset:4
	buffer_load_dword v2, off, s[0:3], s7
	buffer_load_dword v6, off, s[0:3], s7 offset:4
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
private_finish right_private

// What an export leaves out, or lanes that are not active.
// run right_export: -g 64 -l 64 buf:1024 buf:512
kernel right_export
	v_cmp_gt_u32 vcc, 10, v0
	s_mov_b64 exec, vcc
	v_mov_b32 v5, v1
	exp mrt0 v5, off, off, v1 done
finish right_export

// run right_image: -g 64 -l 64 buf:1024 buf:512
kernel right_image
	image
	v_cmp_gt_u32 vcc, 10, v0
	s_mov_b64 exec, vcc
	v_mov_b32 v5, v1
	image_store v5, v0, s[16:23] dmask:0x1 unorm
finish right_image
