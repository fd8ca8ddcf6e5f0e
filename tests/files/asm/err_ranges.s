.byte 256
.byte -129
.short 65536
.long 0x1ffffffff
.quad 0x1ffffffffffffffff
.byte later
.set later, 300
.octa 0x1112233445566778899aabbccddeeff00
.p2align 40
.balign 3
.zero -1
.org 0
s_branch far
.zero 0x20000
far: s_branch far+2
