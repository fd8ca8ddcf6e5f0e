.fill 3, 2, 0x1234
.fill 2
.fill 2, 4, -1
.fill 1, 3, 0x11223344
.zero 3, 1
.skip 3, 0xee
.space 2
.dcb.b 3, 4
.dcb.w 2, 1
.dcb.l 1, 7
.ds.b 2
.ds.l 1
.org 0x40
.org 0x44, 7
here: .org here+4
. = . + 4
.byte 1
