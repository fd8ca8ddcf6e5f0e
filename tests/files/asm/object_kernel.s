.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
.globl copy
.p2align 8
.type copy,@function
copy:
s_load_dwordx4 s[4:7], s[0:1], 0x0
v_mov_b32 v3, 0
s_endpgm
.Lend:
.size copy, .Lend-copy
local: s_endpgm
.rodata
.p2align 6
.amdhsa_kernel copy
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_kernarg_size 16
  .amdhsa_next_free_vgpr .amdgcn.next_free_vgpr
  .amdhsa_next_free_sgpr .amdgcn.next_free_sgpr
.end_amdhsa_kernel
.amdhsa_kernel local
  .amdhsa_next_free_vgpr 4 // a comment
  .amdhsa_next_free_sgpr 2*4
  .amdhsa_ieee_mode 0
.end_amdhsa_kernel
