.quad 1/0
.quad 5%(2-2)
.quad later/0
.set later, 5
.set x, x+1
.set y, z
.set z, y
.long y
.long (1+2
.long 1+
.long 0xg
.long 089
.long 0b2
.long 'ab'
.long outside*2
.long one-outside
.long -one
.data
one: .long 0
.text
two: .long two-one, one-two+two
.if outside
.endif
.long 12one
