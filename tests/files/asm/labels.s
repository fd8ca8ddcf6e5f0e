a: b: s_nop 0
c : s_nop 0
1: s_branch 1b
s_branch 1f
1: s_cbranch_scc0 1b
s_branch 2f
.long 1b-a, 2f-1b, b-a, c-b
2:
.Ltemporary: s_branch .Ltemporary
s_branch after
"quoted name": s_branch "quoted name"
after:
s_branch .
s_branch 5
s_branch -1
dollar$x: .long dollar$x - after
