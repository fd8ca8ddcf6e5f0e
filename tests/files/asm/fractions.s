.float 1.5, 1e10, -2, .5, 5., 1.e2, 1e+5, +1, 0.1, 16777217, 3.4028236e38
.float inf, -infinity, nan, -nan, 1e50, 1e-60, 0x1.8p3, 0x.8p0
.single 1
.double 0.1, -1e-400, 1e400, nan, 123456789.123456789
.dc.s 2.5
.dc.d 2.5
v_mov_b32 v0, 1.5
v_mov_b32 v0, 0.5
v_mov_b32 v0, -4.0
v_mov_b32 v0, 1e3
