// chips: gfx600 gfx700 gfx803 gfx900 gfx904 gfx906 neo
// Kernels that forget a wait. `BUG KIND RULE` marks the line that is reported, `//+` the line that
// was forgotten. The rules are worked out by hand from AMD's manuals and LLVM's pass that inserts
// waits; no line comes from what gisa prints.
	.text
load_use:
	buffer_load_dword v1, off, s[8:11], 0
	//+ s_waitcnt vmcnt(0)
	v_add_f32 v2, v1, v1			// BUG wait vmcnt
	s_endpgm

load_second_too_early:
	buffer_load_dword v1, off, s[8:11], 0
	buffer_load_dword v3, off, s[8:11], 0 offset:4
	s_waitcnt vmcnt(1)
	v_mov_b32 v2, v1
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v4, v3			// BUG wait vmcnt
	s_endpgm

load_stored:
	buffer_load_dword v1, off, s[8:11], 0
	//+ s_waitcnt vmcnt(0)
	buffer_store_dword v1, off, s[12:15], 0	// BUG wait vmcnt
	s_endpgm

load_as_address:
	buffer_load_dword v1, off, s[8:11], 0
	//+ s_waitcnt vmcnt(0)
	buffer_load_dword v2, v1, s[8:11], 0 offen	// BUG wait vmcnt
	s_waitcnt vmcnt(0)
	s_endpgm

load_overwritten:
	buffer_load_dword v1, off, s[8:11], 0
	s_cbranch_scc1 load_overwritten_end
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v1, 0				// BUG wait vmcnt
load_overwritten_end:
	s_endpgm

load_four_last_used:
	buffer_load_dwordx4 v[4:7], off, s[8:11], 0
	s_waitcnt lgkmcnt(0)
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v2, v7			// BUG wait vmcnt
	s_endpgm

load_lane_read:
	buffer_load_dword v1, off, s[8:11], 0
	//+ s_waitcnt vmcnt(0)
	v_readfirstlane_b32 s4, v1		// BUG wait vmcnt
	s_endpgm

load_exported:
	buffer_load_dword v1, off, s[8:11], 0
	//+ s_waitcnt vmcnt(0)
	exp mrt0 v1, v1, v1, v1 done vm		// BUG wait vmcnt
	s_endpgm

load_compared:
	buffer_load_dword v1, off, s[8:11], 0
	//+ s_waitcnt vmcnt(0)
	v_cmp_eq_u32 vcc, 0, v1			// BUG wait vmcnt
	s_cbranch_vccz load_compared
	s_endpgm

loop_carried:
	v_mov_b32 v1, 0
loop_carried_again:
	//+ s_waitcnt vmcnt(0)
	v_add_f32 v2, v2, v1			// BUG wait vmcnt
	buffer_load_dword v1, off, s[8:11], 0
	s_add_u32 s4, s4, -1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 loop_carried_again
	s_endpgm

loop_one_ahead:				// the load for the next round is under way
	buffer_load_dword v1, off, s[8:11], 0
loop_one_ahead_again:
	buffer_load_dword v3, off, s[8:11], 0 offset:4
	s_waitcnt vmcnt(1)
	v_add_f32 v2, v2, v1
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v1, v3			// BUG wait vmcnt
	s_add_u32 s4, s4, -1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 loop_one_ahead_again
	s_endpgm

loop_inner:
	buffer_load_dword v1, off, s[8:11], 0
loop_inner_outer:
	s_mov_b32 s5, 4
loop_inner_again:
	//+ s_waitcnt vmcnt(0)
	v_add_f32 v2, v2, v1			// BUG wait vmcnt
	s_add_u32 s5, s5, -1
	s_cmp_lg_u32 s5, 0
	s_cbranch_scc1 loop_inner_again
	buffer_load_dword v1, off, s[8:11], 0
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 loop_inner_outer
	s_endpgm

one_path_waits:
	buffer_load_dword v1, off, s[8:11], 0
	s_cbranch_scc0 one_path_waits_join
	s_waitcnt vmcnt(0)
	v_mov_b32 v3, v1
one_path_waits_join:
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v2, v1			// BUG wait vmcnt
	s_endpgm

one_path_has_fewer:
	buffer_load_dword v1, off, s[8:11], 0
	s_cbranch_scc0 one_path_has_fewer_join
	buffer_load_dword v3, off, s[8:11], 0
one_path_has_fewer_join:
	s_waitcnt vmcnt(1)
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v2, v1			// BUG wait vmcnt
	s_endpgm

branch_over_the_wait:
	buffer_load_dword v1, off, s[8:11], 0
	s_branch branch_over_the_wait_on
	s_waitcnt vmcnt(0)
branch_over_the_wait_on:
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v2, v1			// BUG wait vmcnt
	s_endpgm

three_ways:
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 three_ways_a
	s_cmp_eq_u32 s4, 1
	s_cbranch_scc1 three_ways_b
	v_mov_b32 v1, 0
	s_branch three_ways_join
three_ways_a:
	buffer_load_dword v1, off, s[8:11], 0
	s_waitcnt vmcnt(0)
	s_branch three_ways_join
three_ways_b:
	buffer_load_dword v1, off, s[8:11], 0 offset:4
three_ways_join:
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v2, v1			// BUG wait vmcnt
	s_endpgm

wrong_counter:
	buffer_load_dword v1, off, s[8:11], 0
	s_waitcnt expcnt(0) lgkmcnt(0)
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v2, v1			// BUG wait vmcnt
	s_endpgm

atomic_returns:
	buffer_atomic_add v1, off, s[8:11], 0 glc
	//+ s_waitcnt vmcnt(0)
	v_mov_b32 v2, v1			// BUG wait vmcnt
	s_endpgm

sample_after_load:
	image_load v1, v[2:3], s[16:23] dmask:0x1 unorm
	//+ s_waitcnt vmcnt(0)
	image_sample v1, v[2:3], s[16:23], s[8:11] dmask:0x1	// BUG wait vmcnt
	s_waitcnt vmcnt(0)
	s_endpgm

lds_filled_by_load:
	buffer_load_dword off, s[8:11], 0 lds
	//+ s_waitcnt vmcnt(0)
	ds_read_b32 v1, v0			// BUG hazard lds_load
	s_waitcnt lgkmcnt(0)
	s_endpgm

lds_read_use:
	ds_read_b32 v1, v0
	//+ s_waitcnt lgkmcnt(0)
	v_mov_b32 v2, v1			// BUG wait lgkmcnt
	s_endpgm

lds_second_too_early:
	ds_read_b32 v1, v0
	ds_read_b32 v3, v0 offset:4
	s_waitcnt lgkmcnt(1)
	v_mov_b32 v2, v1
	//+ s_waitcnt lgkmcnt(0)
	v_mov_b32 v4, v3			// BUG wait lgkmcnt
	s_endpgm

lds_and_scalar:				// no order between the two
	ds_read_b32 v1, v0
	s_load_dword s4, s[0:1], 0x0
	s_waitcnt lgkmcnt(1)
	//+ s_waitcnt lgkmcnt(0)
	v_mov_b32 v2, v1			// BUG wait lgkmcnt
	s_endpgm

lds_and_message:
	ds_read_b32 v1, v0
	s_sendmsg sendmsg(MSG_INTERRUPT)
	s_waitcnt lgkmcnt(1)
	//+ s_waitcnt lgkmcnt(0)
	v_mov_b32 v2, v1			// BUG wait lgkmcnt
	s_endpgm

swizzle_use:
	ds_swizzle_b32 v1, v0 offset:0x1f
	//+ s_waitcnt lgkmcnt(0)
	v_mul_f32 v2, v1, v0		// BUG wait lgkmcnt
	s_endpgm

scalar_use:
	s_load_dword s4, s[0:1], 0x0
	//+ s_waitcnt lgkmcnt(0)
	v_mov_b32 v1, s4			// BUG wait lgkmcnt
	s_endpgm

scalar_in_order:			// scalar loads have no order
	s_load_dword s4, s[0:1], 0x0
	s_load_dword s5, s[0:1], 0x4
	s_waitcnt lgkmcnt(1)
	//+ s_waitcnt lgkmcnt(0)
	s_add_u32 s6, s4, 1			// BUG wait lgkmcnt
	s_endpgm

scalar_pointer:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	//+ s_waitcnt lgkmcnt(0)
	s_load_dword s6, s[4:5], 0x0		// BUG wait lgkmcnt
	s_waitcnt lgkmcnt(0)
	s_endpgm

scalar_resource:
	s_load_dwordx4 s[8:11], s[0:1], 0x0
	//+ s_waitcnt lgkmcnt(0)
	buffer_load_dword v1, off, s[8:11], 0	// BUG wait lgkmcnt
	s_waitcnt vmcnt(0)
	s_endpgm

scalar_overwritten:
	s_load_dword s4, s[0:1], 0x0
	//+ s_waitcnt lgkmcnt(0)
	s_mov_b32 s4, 0				// BUG wait lgkmcnt
	s_endpgm

scalar_to_exec:
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	//+ s_waitcnt lgkmcnt(0)
	s_and_saveexec_b64 s[6:7], s[4:5]	// BUG wait lgkmcnt
	s_endpgm

scalar_condition:
	s_load_dwordx2 vcc, s[0:1], 0x0
	//+ s_waitcnt lgkmcnt(0)
	v_cndmask_b32 v1, v2, v3, vcc		// BUG wait lgkmcnt
	s_endpgm

time_use:
	s_memtime s[4:5]
	//+ s_waitcnt lgkmcnt(0)
	s_sub_u32 s6, s4, s8			// BUG wait lgkmcnt
	s_endpgm

export_overwritten:
	exp mrt0 v0, v1, v2, v3
	//+ s_waitcnt expcnt(0)
	v_mov_b32 v1, 0				// BUG wait expcnt
	exp mrt1 v0, v1, v2, v3 done vm
	s_endpgm

export_exec:
	exp mrt0 v0, v1, v2, v3
	//+ s_waitcnt expcnt(0)
	s_mov_b64 exec, s[4:5]			// BUG wait expcnt
	exp mrt1 v0, v1, v2, v3 done vm
	s_endpgm

export_kinds:				// positions and attributes have no order
	exp pos0 v0, v1, v2, v3 done
	exp param0 v4, v5, v6, v7
	s_waitcnt expcnt(1)
	//+ s_waitcnt expcnt(0)
	v_mov_b32 v1, 0				// BUG wait expcnt
	s_endpgm

gds_data:
	s_mov_b32 m0, 16
	s_nop 0
	ds_write_b32 v0, v7 gds
	//+ s_waitcnt expcnt(0)
	v_mov_b32 v7, 0				// BUG wait expcnt
	s_endpgm

two_counters:
	buffer_load_dword v1, off, s[8:11], 0
	ds_read_b32 v2, v0
	s_waitcnt vmcnt(0)
	//+ s_waitcnt lgkmcnt(0)
	v_add_f32 v3, v1, v2			// BUG wait lgkmcnt
	s_endpgm

barrier_of_lds:
	ds_write_b32 v0, v1
	//+ s_waitcnt lgkmcnt(0)
	s_barrier				// BUG hazard barrier_lds
	ds_read_b32 v2, v3
	s_waitcnt lgkmcnt(0)
	s_endpgm

barrier_of_memory:
	buffer_store_dword v1, off, s[8:11], 0
	s_waitcnt lgkmcnt(0)
	//+ s_waitcnt vmcnt(0)
	s_barrier				// BUG hazard barrier_vmem
	s_endpgm

geometry_done:
	buffer_store_dword v1, off, s[8:11], 0
	s_mov_b32 m0, s4
	//+ s_waitcnt vmcnt(0)
	s_nop 0
	//+ s_nop 0
	s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)	// BUG hazard gs_done
	s_endpgm
