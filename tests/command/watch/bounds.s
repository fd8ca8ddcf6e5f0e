// SPDX-License-Identifier: MIT
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
// bounds. A line with //+ is in the twin alone, one with //- is not in it.

// Hardware gives LDS in larger pieces.
// run lds_end: -g 64 -l 64 buf:512 buf:512
kernel lds_end
	ds_write_b32 v1, v0 offset:4 //- BUG bounds
	//+ ds_write_b32 v1, v0
	s_waitcnt lgkmcnt(0)
finish lds_end, 256

// run lds_far: -g 64 -l 64 buf:512 buf:512
kernel lds_far
	v_mov_b32 v2, 0x8000
	//+ v_mov_b32 v2, 0xfc
	ds_read_b32 v3, v2 // BUG bounds
	s_waitcnt lgkmcnt(0)
finish lds_far, 256

// run lds_two: -g 64 -l 64 buf:512 buf:512
kernel lds_two
	ds_read2_b32 v[2:3], v1 offset1:64 //- BUG bounds
	//+ ds_read2_b32 v[2:3], v1 offset1:0
	s_waitcnt lgkmcnt(0)
finish lds_two, 256

// run lds_none: -g 64 -l 64 buf:512 buf:512
kernel lds_none
	ds_write_b32 v1, v0 //- BUG bounds
	//+ v_nop
	s_waitcnt lgkmcnt(0)
finish lds_none

// run lds_atomic: -g 64 -l 64 buf:512 buf:512
kernel lds_atomic
	v_mov_b32 v3, 1
	ds_add_u32 v1, v3 offset:128 //- BUG bounds
	//+ ds_add_u32 v1, v3 offset:0
	s_waitcnt lgkmcnt(0)
finish lds_atomic, 256

// Past the end of the first buffer, into the second one.
// run other_argument: -g 64 -l 64 buf:256 buf:256
kernel other_argument
	s_load_dwordx2 s[12:13], s[0:1], 0x0
	s_load_dword s4, s[0:1], SECOND
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s4, s4, s12
	//+ s_mov_b32 s4, 0
	buffer_store_dword v0, v1, s[12:15], s4 offen // BUG bounds
	s_waitcnt vmcnt(0)
finish other_argument

// A scalar sum.
// run scalar_sum: -g 64 -l 64 buf:256 buf:256
kernel scalar_sum
	s_load_dwordx2 s[12:13], s[0:1], 0x0
	s_load_dword s4, s[0:1], SECOND
	s_waitcnt lgkmcnt(0)
	s_sub_u32 s4, s4, s12
	//+ s_mov_b32 s4, 0
	s_add_u32 s12, s12, s4
	s_addc_u32 s13, s13, 0
	s_load_dword s5, s[12:13], 0x0 // BUG bounds
	s_waitcnt lgkmcnt(0)
finish scalar_sum

// Into the block of the next wave.
// run private_next: -g 128 -l 128 buf:512 buf:512
private_kernel private_next
	v_mov_b32 v1, 16
	//+ v_mov_b32 v1, 4
	buffer_load_dword v2, v1, s[0:3], s7 offen // BUG bounds
	s_waitcnt vmcnt(0)
private_finish private_next

// In a function that a function calls, after a call of the same one that has returned.
// run in_a_call: -g 64 -l 64 buf:512 buf:512
kernel in_a_call
	s_getpc_b64 s[16:17]
after_getpc:
	s_add_u32 s18, s16, inner - after_getpc
	s_addc_u32 s19, s17, 0
	s_add_u32 s16, s16, outer - after_getpc
	s_addc_u32 s17, s17, 0
	v_mov_b32 v2, v1
	s_swappc_b64 s[20:21], s[18:19]
	s_swappc_b64 s[22:23], s[16:17] // the outer call
	s_branch past_functions
outer:
	v_lshlrev_b32 v2, 3, v0
	//+ v_mov_b32 v2, v1
	s_swappc_b64 s[20:21], s[18:19] // the inner call
	s_setpc_b64 s[22:23]
inner:
	ds_write_b32 v2, v0 // BUG bounds
	s_waitcnt lgkmcnt(0)
	s_setpc_b64 s[20:21]
past_functions:
finish in_a_call, 256
