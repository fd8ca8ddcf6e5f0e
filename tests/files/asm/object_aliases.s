// A symbol that .set makes of another one, with a relocation of its own kind.
.globl function, alias
function:
s_getpc_b64 s[4:5]
.set alias, function
.set outer, external
s_add_u32 s4, s4, alias@rel32@lo+4
s_addc_u32 s5, s5, alias@rel32@hi+12
s_add_u32 s4, s4, outer@gotpcrel32@lo+4
s_addc_u32 s5, s5, outer@gotpcrel32@hi+12
s_mov_b32 s6, outer@abs32@lo
s_endpgm
