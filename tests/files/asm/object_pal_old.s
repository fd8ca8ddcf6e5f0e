// The older form: sorted, and values of one register put together with OR.
.amdgcn_target "amdgcn-amd-amdpal--gfx900"
	.text
	s_endpgm
	.amd_amdgpu_pal_metadata 0x2c0a,0x123,0x2c08,0x7,0x10000000,0xffffffff
	.amd_amdgpu_pal_metadata 0x2c07,4,0x2c08,0x1
