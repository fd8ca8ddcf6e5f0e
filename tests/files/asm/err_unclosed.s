.ascii "abc
.endr
.endm
.endif
.else
.elseif 1
.popsection
.exitm
.previous
.purgem nothing
.macro open
.if 1
.endm
open
.if 1
.if 0
.else
.else
.endif
