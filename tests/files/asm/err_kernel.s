.amdhsa_kernel k
.amdhsa_next_free_vgpr nowhere
s_nop 0
.byte 1
.amdhsa_next_free_sgpr
.end_amdhsa_kernel
.amdhsa_kernel
.end_amdhsa_kernel
.amdgpu_metadata
---
...
