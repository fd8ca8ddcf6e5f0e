.globl global
.weak weak
.hidden hidden
s_add_u32 s0, s0, outside@rel32@lo+4
s_addc_u32 s1, s1, outside@rel32@hi+12
s_add_u32 s0, s0, local@rel32@lo+4
s_addc_u32 s1, s1, local@rel32@hi+12
s_add_u32 s0, s0, outside@gotpcrel32@lo+4
s_addc_u32 s1, s1, outside@gotpcrel32@hi+12
s_mov_b32 s0, outside@abs32@lo
s_mov_b32 s0, outside@abs32@hi
s_mov_b32 s0, outside
s_mov_b32 s0, outside-4
s_mov_b32 s0, outside-.
s_mov_b32 s0, global
s_branch local
s_branch global
s_branch weak
s_branch hidden
s_branch elsewhere
local: s_nop 0
global: s_nop 0
weak: s_nop 0
hidden: s_nop 0
.section .text.more, "ax"
elsewhere: s_nop 0
.data
.long outside, outside+4, outside-4, outside-., global, local, weak
.quad outside, outside-., here, here+4, global
here: .quad outside@rel64
.long outside@gotpcrel
.set alias, local
.set wide, global
.globl wide
.long alias, wide, alias-., wide-.
.Ltemporary: .quad .Ltemporary
.reloc 0, R_AMDGPU_NONE, outside
.section .strings, "aMS", @progbits, 1
one: .asciz "1"
two: .asciz "2"
.rodata
.quad one, two, two+1
