// What instructions use, and the architecture, are symbols.
.byte .amdgcn.gfx_generation_number, .amdgcn.gfx_generation_minor, .amdgcn.gfx_generation_stepping
.byte .amdgcn.next_free_vgpr, .amdgcn.next_free_sgpr
v_mov_b32 v5, s7
.byte .amdgcn.next_free_vgpr, .amdgcn.next_free_sgpr
.set .amdgcn.next_free_vgpr, 0
v_cmp_eq_f64 vcc, v[8:9], v[3:4]
.byte .amdgcn.next_free_vgpr, .amdgcn.next_free_sgpr
s_load_dwordx4 s[20:23], s[0:1], 0x0
.byte .amdgcn.next_free_sgpr
