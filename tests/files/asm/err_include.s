s_nop 0
.include "include/bad.inc"
.include "include/none.inc"
.incbin "include/none.bin"
