.globl one, two
.global three
.weak four
.local five
.hidden six
.protected seven
.internal eight
one: two: three: four: five: six: seven: eight:
s_nop 0
.type one, @function
.type two, %object
.type three, "function"
.type four, STT_OBJECT
.type missing, @function
.size one, end-one
.size two, 4
end:
.globl undefined
.hidden never
.set absolute, 5
.globl exported
exported = 6
.set behind, one+4
.set nowhere, undefined
.comm common, 16, 3
.comm small, 4
.local reserved
.comm reserved, 8, 3
.lcomm more, 4
.amdgpu_lds lds, 64, 16
.Lhidden: s_nop 0
