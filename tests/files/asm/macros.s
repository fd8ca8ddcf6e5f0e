.macro plain
s_nop 1
.endm
.macro two a, b=5
.byte \a, \b
.endm
.macro rest c:req, d:vararg
.byte \c\()1
.byte \d
.endm
.macro text x y
.ascii "\x/\y,"
.endm
.macro countdown n
.if \n
.byte \n
countdown (\n-1)
.endif
.endm
.macro count
.byte \@
.endm
.macro early
.byte 1
.exitm
.byte 2
.endm
.macro unique
l\@: s_branch l\@
.endm
.macro outer
.macro inner x
.byte \x
.endm
inner 9
.endm
plain
two 1
two 1, 2
two b=3, a=4
two (1 + 2), 3
two 1 + 2 3
two 1+2,3
rest 1, 2, 3
text a b
text "a b", c
text (a, b) c
text a+ b c
text x=1, y="q"
text , d
countdown 3
count
count
early
.balign 4, 1
unique
unique
outer
.macro s_nop2 x
s_nop \x
s_nop \x
.endm
.balign 4, 1
s_nop2 3
.purgem plain
.macro plain
s_nop 2
.endmacro
plain
