// SPDX-License-Identifier: MIT
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
// races. A line with //+ is in the twin alone, one with //- is not in it.

// run write_read: -g 128 -l 128 buf:512 buf:512
kernel write_read
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	//+ s_barrier
	v_xor_b32 v2, 0x100, v1
	ds_read_b32 v3, v2 // BUG races
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v3, v1, s[8:11], 0 offen // BUG undefined
finish write_read, 512

// run read_write: -g 128 -l 128 buf:512 buf:512
kernel read_write
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_xor_b32 v2, 0x100, v1
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)
	//+ s_barrier
	ds_write_b32 v1, v3 // BUG races
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v3, v1, s[8:11], 0 offen
finish read_write, 512

// run write_write: -g 128 -l 128 buf:512 buf:512
kernel write_write
	v_and_b32 v2, 0xfc, v1
	//+ v_mov_b32 v2, v1
	ds_write_b32 v2, v0 // BUG races
	s_waitcnt lgkmcnt(0)
finish write_write, 512

// Bytes of one word are different places.
// run bytes: -g 128 -l 128 buf:512 buf:512
kernel bytes
	v_lshrrev_b32 v2, 6, v0
	v_and_b32 v3, 63, v0
	v_lshlrev_b32 v3, 1, v3
	v_or_b32 v2, v2, v3
	ds_write_b8 v2, v0
	s_waitcnt lgkmcnt(0)
	v_and_b32 v4, 0x7e, v1
	//+ v_lshlrev_b32 v4, 1, v0
	ds_write_b16 v4, v0 offset:256 // BUG races
	s_waitcnt lgkmcnt(0)
finish bytes, 1024

// run groups_write: -g 128 -l 64 buf:512 buf:512
kernel groups_write
	s_lshl_b32 s4, s2, 8
	v_or_b32 v3, s4, v0
	s_mov_b32 s4, 0 //-
	v_or_b32 v1, s4, v1
	buffer_store_dword v3, v1, s[8:11], 0 offen // BUG races
	s_waitcnt vmcnt(0)
finish groups_write

// All write the same, and read what they have written.
// run right_uniform: -g 256 -l 128 buf:512 buf:512
kernel right_uniform
	v_mov_b32 v3, 7
	buffer_store_dword v3, off, s[8:11], 0
	s_waitcnt vmcnt(0)
	buffer_load_dword v4, off, s[8:11], 0
	s_waitcnt vmcnt(0)
finish right_uniform

// run groups_read: -g 128 -l 64 buf:512 buf:512
kernel groups_read
	s_lshl_b32 s4, s2, 8
	v_or_b32 v1, s4, v1
	buffer_store_dword v0, v1, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
	v_xor_b32 v2, 0x100, v1 //-
	//+ v_xor_b32 v2, 0x80, v1
	buffer_load_dword v3, v2, s[8:11], 0 offen // BUG races
	s_waitcnt vmcnt(0)
finish groups_read

// Counting without an atomic operation.
// run counter: -g 128 -l 64 buf:512 buf:512
kernel counter
	v_mov_b32 v4, 1
	//+ buffer_atomic_add v4, off, s[8:11], 0
	//+ s_endpgm
	v_cmp_eq_u32 vcc, 0, v0
	s_and_b64 exec, exec, vcc
	buffer_load_dword v3, off, s[8:11], 0
	s_waitcnt vmcnt(0)
	v_xor_b32 v3, 1, v3
	buffer_store_dword v3, off, s[8:11], 0 // BUG races
	s_waitcnt vmcnt(0)
finish counter

// Lanes of one instruction: the same value is well, different ones are not.
// run lanes: -g 64 -l 64 buf:512 buf:512
kernel lanes
	v_mov_b32 v2, 0
	v_mov_b32 v3, v0
	//+ v_mov_b32 v3, 7
	buffer_store_dword v3, v2, s[8:11], 0 offen // BUG races
	s_waitcnt vmcnt(0)
finish lanes

// A histogram that is read without a barrier.
// run histogram: -g 128 -l 128 buf:512 buf:512
kernel histogram
	v_and_b32 v2, 0x3c, v1
	v_mov_b32 v3, 0
	v_cmp_gt_u32 vcc, 16, v0
	s_and_saveexec_b64 s[4:5], vcc
	ds_write_b32 v2, v3
	s_mov_b64 exec, s[4:5]
	v_mov_b32 v3, 1
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_add_u32 v2, v3
	s_waitcnt lgkmcnt(0)
	//+ s_barrier
	ds_read_b32 v4, v2 // BUG races
	s_waitcnt lgkmcnt(0)
	buffer_store_dword v4, v1, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
finish histogram, 64

// The last work-group reads what the others have written, by a counter.
// run last: -g 128 -l 64 buf:1024 buf:512
kernel last
	s_lshl_b32 s4, s2, 8
	v_or_b32 v5, s4, v1
	buffer_store_dword v0, v5, s[8:11], 0 offen offset:64
	s_waitcnt vmcnt(0)
	v_mov_b32 v4, 1
	v_cmp_eq_u32 vcc, 0, v0
	s_mov_b64 s[4:5], exec
	s_and_b64 exec, exec, vcc
	//+ buffer_atomic_add v4, off, s[8:11], 0 glc
	s_waitcnt vmcnt(0)
	s_mov_b64 exec, s[4:5]
	s_cmp_eq_u32 s2, 0
	s_cbranch_scc1 last_end
	buffer_load_dword v3, v1, s[8:11], 0 offen offset:64 // BUG races
	s_waitcnt vmcnt(0)
last_end:
finish last

// A row of 64 words that a wave writes at once is remembered as one. One lane of the other wave reads
// one of them.
// run row_read: -g 128 -l 128 buf:512 buf:512
kernel row_read
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_cmp_eq_u32 vcc, 5, v0
	s_and_saveexec_b64 s[4:5], vcc
	ds_read_b32 v3, v1 offset:276
	s_waitcnt lgkmcnt(0)
	s_mov_b64 exec, s[4:5]
	//+ s_barrier
	v_xor_b32 v4, 1, v0
	ds_write_b32 v1, v4 // BUG races
	s_waitcnt lgkmcnt(0)
finish row_read, 768

// Half of the other wave writes half of them.
// run row_half: -g 128 -l 128 buf:512 buf:512
kernel row_half
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_cmp_gt_u32 vcc, 32, v0
	s_and_saveexec_b64 s[4:5], vcc
	v_xor_b32 v4, 2, v0
	ds_write_b32 v1, v4 offset:256
	s_waitcnt lgkmcnt(0)
	s_mov_b64 exec, s[4:5]
	//+ s_barrier
	v_xor_b32 v4, 1, v0
	ds_write_b32 v1, v4 // BUG races
	s_waitcnt lgkmcnt(0)
finish row_half, 768

// An atomic access to one of them, and a load of all.
// run row_atomic: -g 128 -l 128 buf:512 buf:512
kernel row_atomic
	ds_write_b32 v1, v0
	v_mov_b32 v4, 1
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_cmp_eq_u32 vcc, 5, v0
	s_and_saveexec_b64 s[4:5], vcc
	ds_add_u32 v1, v4 offset:276
	s_waitcnt lgkmcnt(0)
	s_mov_b64 exec, s[4:5]
	//+ s_barrier
	ds_read_b32 v3, v1 // BUG races
	s_waitcnt lgkmcnt(0)
finish row_atomic, 768

// One lane reads a word of a row that the other wave has written as a whole, and for the second time.
// run row_kept: -g 128 -l 128 buf:512 buf:512
kernel row_kept
	ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_xor_b32 v4, 1, v0
	ds_write_b32 v1, v4
	s_waitcnt lgkmcnt(0)
	//+ s_barrier
	v_cmp_eq_u32 vcc, 5, v0
	s_and_saveexec_b64 s[4:5], vcc
	ds_read_b32 v3, v1 offset:256 // BUG races
	s_waitcnt lgkmcnt(0)
finish row_kept, 768
