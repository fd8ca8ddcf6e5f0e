// SPDX-License-Identifier: MIT
// A code object with a variable that the host defines. A linker leaves that to the loader.
	.if gfx == 900
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.else
	.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
	.endif
	.text
	.globl nothing
	.p2align 8
	.type nothing,@function
nothing:
	s_endpgm
	.size nothing, .-nothing

	.data
	.globl there
	.p2align 3
	.type there,@object
there:
	.quad mine+8
	.size there, 8
