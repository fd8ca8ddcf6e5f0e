	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.amdgpu_pal_metadata
amdpal.pipelines: [{.registers: {'0x1f (Y)': 1, 0x1f: 2, "010 (Z)": 3, '0b11': 4, 0: 5}}]
	.end_amdgpu_pal_metadata
	s_endpgm
