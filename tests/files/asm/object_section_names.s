// Names of sections as symbols, before and after the section begins, as clang -S -g writes them.
s_nop 0
s_mov_b32 s0, .data@abs32@lo
.section .debug_info,"",@progbits
.long .debug_abbrev
.long .debug_info+4
.quad .text+4
.data
.long 1, 2
.section .debug_abbrev,"",@progbits
.byte 1, 2, 3, 4
