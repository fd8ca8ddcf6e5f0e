.include "include/part.inc"
s_nop 1
.incbin "include/bytes.bin"
.incbin "include/bytes.bin", 2
.incbin "include/bytes.bin", 1, 2
.include "include/part.inc"
