// Outside AMDHSA the counts are those of a kernel, and an assigned value does not change them.
	.amdgcn_target "amdgcn-amd-mesa3d--gfx900"
.long .option.machine_version_major, .option.machine_version_minor, .option.machine_version_stepping
.long .kernel.vgpr_count, .kernel.sgpr_count
v_mov_b32 v5, s9
.long .kernel.vgpr_count, .kernel.sgpr_count
s_mov_b64 vcc, s[20:21]
.long .kernel.vgpr_count, .kernel.sgpr_count
.set .kernel.vgpr_count, 3
.long .kernel.vgpr_count, .kernel.sgpr_count
v_mov_b32 v4, 0
.long .kernel.vgpr_count, .kernel.sgpr_count
.amdgpu_hsa_kernel k
.long .kernel.vgpr_count, .kernel.sgpr_count
k:
v_mov_b32 v4, s1
.long .kernel.vgpr_count, .kernel.sgpr_count
s_cmp_lt_u32 s0, s70
.if .kernel.sgpr_count > 70
.long 5
.endif
.long .amdgcn.next_free_vgpr
