.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
.amdgcn_target "amdgcn-amd-amdhsa--gfx999"
.amdgcn_target "x86_64-linux"
.amdgcn_target "amdgcn-amd-windows--gfx900"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900:sramecc+"
.amdgcn_target "amdgcn-amd-amdhsa--gfx900:fast+"
.amdhsa_code_object_version 1
