// options: -f elf
.byte 1
s_nop 0
s_nop 1
