.macro inner value
.byte \value
v_bad \value
.endm
.macro outer a:req, b
  inner \a
  .ifb \b
  .error "b is empty"
  .endif
.endm
outer 300, 1
outer 5
outer
outer 1, 2, 3
outer 1, c=2
outer a=1, 2
.macro again
again
.endm
.rept 2
.byte 1, 2 3
.endr
.irp x, 7
.byte \x \x
.endr
again
