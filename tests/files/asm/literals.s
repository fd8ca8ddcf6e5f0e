// The distance of two labels is a literal in an instruction even where an inline constant would hold it.
a: s_nop 0
b: s_mov_b32 s0, b-a
s_mov_b32 s0, c-b
s_mov_b32 s0, 4
s_mov_b32 s0, later-1
.set later, 5
.set known, 6
s_mov_b32 s0, known-1
c: s_mov_b32 s0, c
v_add_u32 v0, b-a, v1
.set distance, b-a
.if distance == 4
s_nop 1
.endif
