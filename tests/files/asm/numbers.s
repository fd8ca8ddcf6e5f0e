.byte 1, 255, -128, 0x7f, 'a', '\n', 0b101
.short 0xffff, -32768
.2byte 1
.value 2
.long 0xffffffff, -2147483648, 010
.int 5
.4byte 6
.quad 0x123456789abcdef0, 18446744073709551615, -9223372036854775808
.8byte 7
.octa 0x112233445566778899aabbccddeeff00, 1
.dc.b 1
.dc.w 2
.dc.l 3
.dc.a 4
.uleb128 0, 127, 128, 300
.sleb128 -129, 64, -64, 63
.byte
.BYTE 8
