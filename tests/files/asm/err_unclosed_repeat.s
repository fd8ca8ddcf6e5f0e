.rept 2
.rept 3
.endr
