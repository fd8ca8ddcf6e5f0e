// A line table of DWARF 5, with texts in a section of their own.
	.file 0 "/x" "a.c"
	.file 1 "/x" "sub/b.c" 
	.file 2 "sub" "b.c" 
	s_nop 0
	.loc 0 5 3
	s_nop 0
	.loc 0 7
	s_nop 0
