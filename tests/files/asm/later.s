// Numbers in fields that are known only at the end of the source.
s_movk_i32 s0, later
s_nop end-begin
s_movk_i32 s1, begin-end
begin:
s_waitcnt later*16
s_mov_b32 s2, later+0x1000
end:
.set later, 5
