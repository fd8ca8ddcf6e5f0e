// options: -f co
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.weak perhaps
s_mov_b32 s0, outside@rel32@lo+4
s_mov_b32 s0, outside@rel32@hi+12
s_mov_b32 s0, perhaps@gotpcrel32@lo+4
