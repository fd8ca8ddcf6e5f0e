one: s_nop 0
one: s_nop 0
.equiv two, 1
.equiv two, 2
one = 5
.macro m
.endm
.macro m
.endm
.globl three
.local three
.section .data, "ax"
.comm one, 4
.irp x
.endr
