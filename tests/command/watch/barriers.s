// SPDX-License-Identifier: MIT
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
// barriers. A line with //+ is in the twin alone, one with //- is not in it.

// run divergent: -g 128 -l 128 buf:512 buf:512
kernel divergent
	v_cmp_gt_u32 vcc, 10, v0
	s_and_saveexec_b64 s[4:5], vcc
	//+ s_mov_b64 exec, s[4:5]
	s_barrier // BUG barriers
	s_mov_b64 exec, s[4:5]
finish divergent

// run one_lane: -g 64 -l 64 buf:512 buf:512
kernel one_lane
	v_cmp_ne_u32 vcc, 63, v0
	s_and_saveexec_b64 s[4:5], vcc
	//+ s_mov_b64 exec, s[4:5]
	s_barrier // BUG barriers
	buffer_store_dword v0, v1, s[8:11], 0 offen
finish one_lane

// The last work-group has fewer work-items: all of them are there.
// run returned: -g 100 -l 64 buf:512 buf:512
kernel returned
	v_cmp_gt_u32 vcc, 20, v0
	//+ s_mov_b64 vcc, exec
	s_and_b64 exec, exec, vcc
	s_barrier // BUG barriers
	buffer_store_dword v0, v1, s[8:11], 0 offen
finish returned

// run never: -g 128 -l 128 buf:512 buf:512
kernel never
	v_readfirstlane_b32 s4, v0
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 never_end //-
	s_barrier // BUG barriers
never_end:
finish never

// The first wave is at the barrier already when the second one ends.
// run ends_later: -g 128 -l 128 buf:512 buf:512
kernel ends_later
	v_readfirstlane_b32 s4, v0
	s_cmp_eq_u32 s4, 64
	s_cbranch_scc1 ends_later_end //-
	s_barrier // BUG barriers
ends_later_end:
finish ends_later

// run mismatched: -g 128 -l 128 buf:512 buf:512
kernel mismatched
	v_readfirstlane_b32 s4, v0
	s_cmp_eq_u32 s4, 0
	//+ s_cmp_eq_u32 s4, s4
	s_cbranch_scc1 mismatched_first
	s_barrier // BUG barriers
	s_branch mismatched_end
mismatched_first:
	s_barrier
mismatched_end:
finish mismatched

// One more round in one of the waves.
// run rounds: -g 128 -l 128 buf:512 buf:512
kernel rounds
	v_readfirstlane_b32 s4, v0
	s_lshr_b32 s4, s4, 6
	s_add_u32 s4, s4, 1
	//+ s_mov_b32 s4, 2
rounds_next:
	s_barrier // BUG barriers
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 rounds_next
finish rounds

// Lanes are not turned on again where the wave only ends after the barrier.
// run right_end: -g 128 -l 128 buf:512 buf:512
kernel right_end
	v_cmp_gt_u32 vcc, 10, v0
	s_and_saveexec_b64 s[4:5], vcc
	v_mov_b32 v3, 0
	s_barrier
finish right_end

// A wave that takes itself as one thread, as GCC's code does.
// run right_thread: -g 128 -l 128 buf:512 buf:512
kernel right_thread
	v_readfirstlane_b32 s4, v0
	s_mov_b64 exec, 1
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 right_thread_other
	s_barrier
	s_branch right_thread_end
right_thread_other:
	s_barrier
right_thread_end:
	v_mov_b32 v3, 0
finish right_thread
