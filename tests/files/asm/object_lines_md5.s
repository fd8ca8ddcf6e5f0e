// Checksums and sources; what a macro and a repeat expand to has the line that .loc says.
	.file 0 "/x" "a.c" md5 0x00112233445566778899aabbccddeeFF source "int a;\n"
	.file 1 "b.h" md5 0xffffffffffffffffffffffffffffffff source ""
	.file 2 "/usr/include" "b.h" md5 0x0123456789abcdef0123456789abcdef source "int a;\n"
	.file 3 "/y/" "c.h" md5 0x0123456789abcdef0123456789abcdef source "\"x\""
	.macro two line
	.loc 2 \line 1
	s_nop 0
	s_nop 1
	.endm
	two 5
	two 400
	.rept 3
	.loc 3 2000000000
	s_nop 0
	.endr
	.loc 0 1 0 discriminator 4294967295
	.rept 40
	v_add_f32 v0, v1, v2
	.endr
	.section .debug_line,"",@progbits
.Lline_table_start0:
	.section .debug_info,"",@progbits
	.long .Lline_table_start0
