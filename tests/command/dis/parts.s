// Two functions with branches inside and between them, data in code, a table, and a function without
// a size: what tests/command/dis lists parts of.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.globl first
	.type first,@function
first:
	s_mov_b32 s0, 0
loop:
	s_add_u32 s0, s0, 1
	s_cmp_lt_u32 s0, 10
	s_cbranch_scc1 loop
	s_cbranch_vccz inner
	s_setpc_b64 s[30:31]
	.size first, .-first
	.globl second
	.type second,@function
second:
	v_mov_b32 v0, 0x12345678
inner:
	v_add_f32 v1, v0, v1
	s_branch last
	.size second, .-second
	.type numbers,@object
numbers:
	.long 1, 2, 3
	.size numbers, .-numbers
last:
	s_endpgm
	.data
	.type table,@object
table:
	.long 5, 6
	.quad second
	.size table, .-table
