.macro m
s_nop 0
