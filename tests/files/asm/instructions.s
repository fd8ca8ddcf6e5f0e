v_mov_b32_e64 v0, 1
v_add_f32_e64 v0, |v1|, -v2 clamp
ds_write_b32 v0, v1 offset:16 gds
buffer_load_dword v0, v1, s[0:3], s4 offen offset:4 glc
s_waitcnt vmcnt(0) & lgkmcnt(0)
s_load_dword s0, s[2:3], 0x10
S_NOP 0
.set o, 8
ds_read_b32 v0, v0 offset:o+1
s_waitcnt o
s_endpgm
