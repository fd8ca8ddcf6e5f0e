// A line table of DWARF 4: rows of two sections, in the order of their first rows; all options and long steps.
	.file 1 "dir" "a.c"
	.file 2 "/abs/b.h"
	.file 3 "c.h" 
	.file 4 "dir/d.h"
	.text
f:
	s_nop 0
	.loc 1 5 3 prologue_end
	.loc 1 6 
	.loc 2 6 0 basic_block
	s_nop 0
	s_nop 0
	.loc 3 1000 7 is_stmt 0 isa 3 discriminator 5
	.long 5
	.p2align 8
	.loc 4 7
	.p2align 9
	.zero 4
	.long f
	.loc 1 8
	.uleb128 300
	.zero 3
	.loc 1 9 epilogue_begin
	.section .text.x,"ax",@progbits
	s_nop 0
	.loc 1 10 65535 is_stmt 1
	.fill 70
	s_endpgm
	.text
	.loc 1 11
	s_endpgm
	.fill 16384
	s_endpgm
	.loc 1 4 
	s_endpgm
	.loc 1 20
