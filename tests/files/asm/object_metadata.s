.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
.amdhsa_code_object_version 4
s_endpgm
.amdgpu_metadata
---
amdhsa.kernels: []
amdhsa.target: amdgcn-amd-amdhsa--gfx803
amdhsa.version:
  - 1
  - 1
...
.end_amdgpu_metadata
