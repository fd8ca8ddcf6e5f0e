// Files without a row; a checksum that not all have is left out.
	.file 0 "/d" "a.c"
	.file 1 "x/y/b.c" md5 0x0123456789abcdef0123456789abcdef
	.loc 1 5
	.data
	s_nop 0
