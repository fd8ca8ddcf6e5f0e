// options: -a gfx900 --error-limit=40
	.loc 1 2
	.file 1 "a.c"
	.file 1 "b.c"
	.file 65536 "c.c"
	.file 2
	.file 2 "x" md5 0x12
	.file 2 "x" md5 0x0123456789abcdef0123456789abcdeg
	.file 2 "x" sum 1
	.file 2 "a\000b"
	.file 3 "c.c"
	.loc
	.loc 0 1
	.loc 1 2147483648
	.loc 1 1 65536
	.loc 1 1 1 isstmt
	.loc 1 1 1 is_stmt 2
	.loc 1 1 1 isa 256
	.loc 1 1 1 discriminator 4294967296
	.loc 1 1x
