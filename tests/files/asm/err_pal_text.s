	.amdgpu_pal_metadata
5
	.end_amdgpu_pal_metadata
	.amdgpu_pal_metadata
amdpal.pipelines: 5
	.end_amdgpu_pal_metadata
	.amdgpu_pal_metadata
amdpal.pipelines: [5]
	.end_amdgpu_pal_metadata
	.amdgpu_pal_metadata
amdpal.pipelines: [{.registers: []}]
	.end_amdgpu_pal_metadata
	.amdgpu_pal_metadata
amdpal.pipelines: [{.registers: {SPI: 1}}]
	.end_amdgpu_pal_metadata
	.amdgpu_pal_metadata
amdpal.pipelines: [{.registers: {-1: 1}}]
	.end_amdgpu_pal_metadata
	.amdgpu_pal_metadata
amdpal.pipelines:
  - 1.5
	.end_amdgpu_pal_metadata
	.amdgpu_pal_metadata
amdpal.pipelines: []
