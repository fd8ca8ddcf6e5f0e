// SPDX-License-Identifier: MIT
// A kernel of code object version 2 that asks for what later versions do not have: the numbers of work-groups along x, y and z, in
// s2 to s4 behind its arguments' address. It stores them.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900:xnack-"
	.amdhsa_code_object_version 2
	.text
	.globl counts
	.p2align 8
	.type counts,@gnu_indirect_function
counts:
	.long 1, 2, 0x90001, 0 // amd_kernel_code_t 1.2 for gfx900
	.quad 256              // the distance to the code
	.zero 24
	.long 0xac0041         // 8 VGPRs, 16 SGPRs
	.long 0x8a             // 5 user SGPRs, the group's x
	.long 0xa0388          // kernarg_segment_ptr, grid_workgroup_count_x, y, z; elements of 4 bytes; 64-bit
	.long 0, 0, 0          // private memory, LDS, GDS
	.quad 8                // arguments
	.zero 20
	.long 0x06040404       // alignments 16, 16, 16; 64 lanes
	.zero 152
	s_load_dwordx2 s[8:9], s[0:1], 0x0
	v_mov_b32 v0, 0
	v_mov_b32 v1, s2
	v_mov_b32 v2, s3
	v_mov_b32 v3, s4
	s_waitcnt lgkmcnt(0)
	global_store_dwordx3 v0, v[1:3], s[8:9]
	s_endpgm
	.size counts, .-counts

	.section .note, "a", @note
	.long 4, end - begin, 10 // NT_AMD_HSA_METADATA of version 2
	.asciz "AMD"
begin:
	.ascii "---\nVersion:         [ 1, 0 ]\nKernels:\n"
	.ascii "  - Name:            counts\n    SymbolName:      'counts@kd'\n"
	.ascii "    Attrs:\n      ReqdWorkGroupSize: [ 10, 4, 5 ]\n"
	.ascii "    CodeProps:\n      KernargSegmentSize: 8\n      MaxFlatWorkGroupSize: 200\n...\n"
end:
	.p2align 2
