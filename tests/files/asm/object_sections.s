.section plain, "a"
.byte 1
.data
.byte 2
.section plain
.byte 3
.pushsection .rodata
.byte 4
.pushsection .rodata.more
.byte 5
.popsection
.byte 6
.popsection
.byte 7
.previous
.byte 8
.text
.subsection 0
s_nop 0
.section .text.second
s_nop 1
.section .data.second
.long 1
.section .note.mine
.section .init_array.4
.quad 1
.section .bss.second
.zero 8
.section .tbss.x
.section .rodatax
.section .debug_str, "MS", @progbits, 1
.asciz "x"
.section .custom, "aw", @nobits
.skip 16
.p2align 4
.section "a b", "a", %note
.long 1
.section .numbered, "", @0x7fff0000
.bss
.zero 5
.p2align 3
.long 0
.ident "first"
.ident "second"
