s_nop 0 /* begins
s_nop 1
