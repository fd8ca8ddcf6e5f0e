// options: -a gfx900
	.amd_amdgpu_pal_metadata 1, 2
	.amdgcn_target "amdgcn-amd-amdpal--gfx900"
	.amd_amdgpu_pal_metadata 1
	.amd_amdgpu_pal_metadata 1, 0x100000000
	.amd_amdgpu_pal_metadata 1, 2 3
	.amdgpu_pal_metadata
amdpal.pipelines: []
	.end_amdgpu_pal_metadata
	.end_amdgpu_pal_metadata
