// SPDX-License-Identifier: MIT
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
// waits and hazards. A line with //+ is in the twin alone, one with //- is not in it.

// run load_used: -g 64 -l 64 buf:512 buf:512
kernel load_used
	buffer_load_dword v2, v1, s[8:11], 0 offen
	//+ s_waitcnt vmcnt(0)
	v_xor_b32 v3, 1, v2 // BUG waits
	s_waitcnt vmcnt(0)
finish load_used

// run younger_load: -g 64 -l 64 buf:512 buf:512
kernel younger_load
	buffer_load_dword v2, v1, s[8:11], 0 offen
	buffer_load_dword v3, v1, s[8:11], 0 offen offset:4
	s_waitcnt vmcnt(1)
	v_xor_b32 v2, 1, v2
	//+ s_waitcnt vmcnt(0)
	v_xor_b32 v3, 1, v3 // BUG waits
	s_waitcnt vmcnt(0)
finish younger_load

// run overwritten: -g 64 -l 64 buf:512 buf:512
kernel overwritten
	ds_read_b32 v2, v1
	//+ s_waitcnt lgkmcnt(0)
	v_mov_b32 v2, 0 // BUG waits
	s_waitcnt lgkmcnt(0)
finish overwritten, 512

// run scalar: -g 64 -l 64 buf:512 buf:512
kernel scalar
	s_load_dword s4, s[0:1], 0x0
	//+ s_waitcnt lgkmcnt(0)
	s_add_u32 s5, s4, 1 // BUG waits
	s_waitcnt lgkmcnt(0)
finish scalar

// Scalar loads come in any order, so that only 0 is of use.
// run any_order: -g 64 -l 64 buf:512 buf:512
kernel any_order
	s_load_dword s4, s[0:1], 0x0
	s_load_dword s5, s[0:1], 0x0
	s_waitcnt lgkmcnt(1)
	//+ s_waitcnt lgkmcnt(0)
	s_add_u32 s6, s4, 1 // BUG waits
	s_waitcnt lgkmcnt(0)
finish any_order

// The wait is on the path that is not taken.
// run other_path: -g 64 -l 64 buf:512 buf:512
kernel other_path
	buffer_load_dword v2, v1, s[8:11], 0 offen
	s_cmp_eq_u32 s2, 0
	//+ s_cmp_eq_u32 s2, 1
	s_cbranch_scc1 other_path_go
	s_waitcnt vmcnt(0)
other_path_go:
	v_xor_b32 v3, 1, v2 // BUG waits
	s_waitcnt vmcnt(0)
finish other_path

// From the second round on.
// run round: -g 64 -l 64 buf:512 buf:512
kernel round
	s_mov_b32 s4, 2
	v_mov_b32 v2, 0
round_next:
	v_xor_b32 v3, 1, v2 // BUG waits
	buffer_load_dword v2, v1, s[8:11], 0 offen
	//+ s_waitcnt vmcnt(0)
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 round_next
	s_waitcnt vmcnt(0)
finish round

// run atomic_result: -g 64 -l 64 buf:512 buf:512
kernel atomic_result
	v_mov_b32 v2, 1
	buffer_atomic_add v2, v1, s[8:11], 0 offen glc
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v3, v2 // BUG waits
	s_waitcnt vmcnt(0)
finish atomic_result

// run second_read: -g 64 -l 64 buf:512 buf:512
kernel second_read
	ds_read_b32 v2, v1
	ds_read_b32 v3, v1 offset:4
	s_waitcnt lgkmcnt(1)
	v_mov_b32 v4, v2
	//+ s_waitcnt lgkmcnt(0)
	v_mov_b32 v5, v3 // BUG waits
	s_waitcnt lgkmcnt(0)
finish second_read, 512

// run address: -g 64 -l 64 buf:512 buf:512
kernel address
	buffer_load_dword v2, v1, s[8:11], 0 offen
	//+ s_waitcnt vmcnt(0)
	buffer_load_dword v3, v2, s[8:11], 0 offen // BUG waits
	s_waitcnt vmcnt(0)
finish address

// run lane_number: -g 64 -l 64 buf:512 buf:512
kernel lane_number
	v_readfirstlane_b32 s4, v0
	//+ s_nop 3
	v_readlane_b32 s5, v1, s4 // BUG hazards
finish lane_number

// run mode: -g 64 -l 64 buf:512 buf:512
kernel mode
	s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 15
	//+ s_nop 1
	s_getreg_b32 s4, hwreg(HW_REG_MODE) // BUG hazards
finish mode

// run fmas: -g 64 -l 64 buf:512 buf:512
kernel fmas
	v_cmp_eq_u32 vcc, 3, v0
	//+ s_nop 3
	v_div_fmas_f32 v2, v1, v1, v1 // BUG hazards
finish fmas

// The instruction before the branch counts, too.
// run over_branch: -g 64 -l 64 buf:512 buf:512
kernel over_branch
	v_readfirstlane_b32 s4, v0
	//+ s_nop 3
	s_branch over_branch_go
over_branch_go:
	v_writelane_b32 v2, 0, s4 // BUG hazards
finish over_branch

// run store_barrier: -g 128 -l 128 buf:512 buf:512
kernel store_barrier
	ds_write_b32 v1, v0
	//+ s_waitcnt lgkmcnt(0)
	s_barrier // BUG hazards
	v_xor_b32 v2, 0x100, v1
	ds_read_b32 v3, v2
	s_waitcnt lgkmcnt(0)
finish store_barrier, 512

// The same in memory.
// run memory_barrier: -g 128 -l 128 buf:512 buf:512
kernel memory_barrier
	buffer_store_dword v0, v1, s[8:11], 0 offen
	//+ s_waitcnt vmcnt(0)
	s_barrier // BUG hazards
	v_xor_b32 v2, 0x100, v1
	buffer_load_dword v3, v2, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
finish memory_barrier

// What no other wave touches may be under way at a barrier.
// run right_own_store: -g 128 -l 128 buf:512 buf:512
kernel right_own_store
	buffer_store_dword v0, v1, s[8:11], 0 offen
	s_barrier
	s_waitcnt vmcnt(0)
	buffer_load_dword v3, v1, s[8:11], 0 offen
	s_waitcnt vmcnt(0)
finish right_own_store

// A store goes past an invalidation of the cache; what is loaded does not.
// run loaded_late: -g 64 -l 64 buf:512 buf:512
kernel loaded_late
	buffer_load_dword v2, v1, s[8:11], 0 offen
	//+ s_waitcnt vmcnt(0)
	buffer_wbinvl1 // BUG hazards
	s_waitcnt vmcnt(0)
	buffer_store_dword v2, v1, s[8:11], 0 offen
finish loaded_late

// run right_stored_late: -g 64 -l 64 buf:512 buf:512
kernel right_stored_late
	buffer_store_dword v0, v1, s[8:11], 0 offen
	buffer_wbinvl1
	s_waitcnt vmcnt(0)
finish right_stored_late

// Nobody keeps distances across a return.
// run right_return: -g 64 -l 64 buf:512 buf:512
kernel right_return
	v_mov_b32 v3, 0
	s_getpc_b64 s[16:17]
right_return_from:
	s_add_u32 s16, s16, right_return_to-right_return_from
	s_addc_u32 s17, s17, 0
	v_readlane_b32 s20, v3, 0
	s_setpc_b64 s[16:17]
right_return_to:
	buffer_store_dword v0, v1, s[8:11], s20 offen
	s_waitcnt vmcnt(0)
finish right_return
