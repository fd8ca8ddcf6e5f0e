	.file 1 "a.c"
	.file 3 "c.c"
	s_nop 0
