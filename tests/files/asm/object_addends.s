// Addends lie in the patched bytes on all systems but AMDHSA.
	.amdgcn_target "amdgcn-amd-mesa3d--gfx900"
	.text
	.globl f
f:
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, ext@rel32@lo+4
	s_addc_u32 s1, s1, ext@rel32@hi+12
	s_add_u32 s0, s0, ext@gotpcrel32@lo+4
	s_addc_u32 s1, s1, ext@gotpcrel32@hi+12
	s_mov_b32 s0, ext@abs32@lo+8
	s_mov_b32 s0, ext@abs32@hi-3
	s_mov_b32 s0, f+16
	s_branch g
	s_branch .Lx
.Lx:
	s_endpgm
.globl g
g:
	s_endpgm
	.data
	.quad ext+5
	.long ext-7
	.quad .Lx+4
	.long .Lx-.
	.long ext+12-.
	.quad ext-.
