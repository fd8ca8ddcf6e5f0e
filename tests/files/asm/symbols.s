.set x, 5
.equ y, x+1
.equiv z, y*2
w = z-1
.long x, y, z, w
.set x, 7
.long x, y
s_mov_b32 s0, x
s_mov_b32 s0, -x
s_mov_b32 s0, x+100
.long deferred
.set deferred, 1
.set deferred, 2
.set i, 0
.rept 4
.byte i
.set i, i+1
.endr
