// Reads v1 while the load may still be under way, and writes a lane too early:
// `gisa check examples/forgotten.s` says so, docs/checking.md explains it.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl forgotten
forgotten:
	buffer_load_dword v1, off, s[8:11], 0
	s_cbranch_scc0 skip
	s_waitcnt vmcnt(0)
skip:
	v_add_f32 v2, v1, v1
	v_readfirstlane_b32 s0, v0
	v_writelane_b32 v2, 0, s0
	buffer_store_dword v2, off, s[8:11], 0
	s_endpgm
