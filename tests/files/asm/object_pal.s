// Metadata of PAL: the first pipeline's registers have numbers as keys; the note comes last.
.amdgcn_target "amdgcn-amd-amdpal--gfx900"
	.text
	.section .note,"",@note
	.long 4, 4, 99, 0x444d41, 1
	.text
	s_endpgm
	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api: Vulkan
    .hardware_stages:
      .ps:
        .entry_point: _amdgpu_ps_main
        .scratch_memory_size: 0
        .sgpr_count: 0x10
        .wavefront_size: 64
        .debug_mode: false
    .internal_pipeline_hash:
      - 0x9b0b3e1b1a1b2c3d
      - 0xffffffffffffffff
    .name: "a b"
    .registers:
      0x2c0a (SPI_SHADER_PGM_RSRC1_PS): 0x2c0000
      0x2c0b: 0x8
      '0x2c08 (X)': 7
      0xa191 (SPI): 0xc
      11276: -5
    .xgl_cache_info: {}
amdpal.version:
  - 2
  - 6
...
	.end_amdgpu_pal_metadata
