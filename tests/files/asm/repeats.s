.rept 3
.byte 1
.endr
.rept 2
.rep 2
.byte 2
.endr
.byte 3
.endr
.rept 0
.byte 4
.endr
.irp x, 1, 2, 3
.byte \x
.endr
.irp x, a, b c, "d e"
.ascii "<\x>"
.endr
.irpc x, 456
.byte \x
.endr
.irp x, 0, 1
.if \x
.byte 11
.else
.byte 10
.endif
.endr
.irp reg, 0, 1, 2
.irpc digit, 01
v_mov_b32 v\reg, s\digit
.endr
.endr
.balign 4, 1
.rept 2
1: s_branch 1b
.endr
