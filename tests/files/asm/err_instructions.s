s_nop 0
s_mov_b31 s0, s1
x: /* the column is right */ s_mov_b31 s0, s1 // and the comment is not part of the text
x2: s_branch nowhere
.long 1 2
5
?
s_mov_b32 s0, unknown@rel32
