// Other systems take it as well.
	.amdgcn_target "amdgcn-amd-mesa3d--gfx900"
	.amdgpu_pal_metadata
amdpal.pipelines:
  - .aaa: 1
    .zzz: 1
  - .registers: {0x10: 1}
	.end_amdgpu_pal_metadata
	s_endpgm
