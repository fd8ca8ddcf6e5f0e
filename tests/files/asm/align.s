// Code is padded with s_nop 0, unless a value is given.
s_nop 1
.p2align 4
s_nop 2
.balign 16, 0xff
s_nop 3
.p2align 6,,8
s_nop 4
.p2align 3,,4
s_nop 5
.align 32
s_nop 6
.p2align 3, 0x11
.byte 1, 1
.balignw 8, 0x2345
.balign 0
.byte 2
