; For examples/find_ds: the instructions that it must find say so.
.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
.text
    v_mov_b32_e32 v0, 0
    ds_write_b32 v0, v1                 ; find 00000004
    s_waitcnt lgkmcnt(0)
    global_load_dword v2, v[4:5], off
    ds_read2_b64 v[4:7], v0 offset1:4   ; find 00000018
    buffer_load_dword v1, off, s[4:7], 0
    ds_nop                              ; find 00000028
    s_endpgm
.section .other,"ax",@progbits
    ds_swizzle_b32 v1, v2 offset:swizzle(QUAD_PERM,1,1,1,1) ; find 00000000
