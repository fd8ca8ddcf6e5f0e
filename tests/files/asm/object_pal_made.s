// What the source leaves out is made: a pipeline, and its registers. The last directive counts.
	.amdgcn_target "amdgcn-amd-amdpal--gfx900"
	s_endpgm
	.amdgpu_pal_metadata
amdpal.pipelines: []
	.end_amdgpu_pal_metadata
	.amdgpu_pal_metadata
---
zzz: 1
amdpal.version: [2, 6]
...
	.end_amdgpu_pal_metadata
