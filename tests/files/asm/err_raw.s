// options: -a gfx900 -f raw
.globl here
here: s_branch here
s_mov_b32 s0, here@rel32@lo+4
s_mov_b32 s0, outside@rel32@lo+4
s_mov_b32 s0, outside@rel32@hi+4
.long here
s_mov_b32 s0, here@gotpcrel32@lo+4
.data
.long outside
there:
.text
s_mov_b32 s0, there@rel32@lo+4
