.macro check a, b
.ifb \a
.byte 1
.endif
.ifnb \b
.byte 2
.endif
.ifc \a, \b
.byte 3
.else
.byte 4
.endif
.endm
check
check x
check x, x
.if 1
.byte 5
.else
.byte 6
.endif
.ifdef nothing
.byte 7
.elseif 1
.byte 8
.else
.byte 9
.endif
.if 0
.if 1
.byte 10
.else
.byte 11
.endif
.garbage in a branch that is not taken
.elseif 0
.byte 12
.elseif 1
.byte 13
.elseif 1
.byte 14
.else
.byte 15
.endif
.ifnc "a b", "a b"
.byte 16
.endif
.ifeqs "a", "a"
.byte 17
.endif
.ifnes "a", "a"
.byte 18
.endif
.ifeq 0
.byte 19
.endif
.ifne 0
.byte 20
.endif
.ifgt 1
.byte 21
.endif
.ifge -1
.byte 22
.endif
.iflt -1
.byte 23
.endif
.ifle 0
.byte 24
.endif
.ifndef defined
.set defined, 1
.endif
.ifnotdef defined
.byte 25
.endif
