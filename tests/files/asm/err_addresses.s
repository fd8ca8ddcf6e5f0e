// options: -a gfx900
global_load_dword v2, v[0:1], s[4:5]
global_store_dword v[0:1], v2, s4
scratch_load_dword v1, v2, s3
global_load_dword v2, v0, s[4:5]
