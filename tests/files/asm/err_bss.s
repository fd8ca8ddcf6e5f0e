.bss
.byte 1
.byte 0
s_nop 0
.p2align 4
.zero 8, 1
