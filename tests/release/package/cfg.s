// Two functions for the examples cfg and histogram: what they print is in cfg.txt and histogram.txt,
// made by hand from the addresses behind the instructions.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx900"
	.text
	.type f,@function
f:
	s_cmp_eq_u32 s0, 0             // 00
	s_cbranch_scc1 .Lout           // 04
.Lloop:
	s_sub_u32 s0, s0, 1            // 08
	s_cbranch_scc0 .Lloop          // 0c
	s_branch .Lout                 // 10
.Lout:
	s_setpc_b64 s[30:31]           // 14
	.type g,@function
g:
	s_swappc_b64 s[30:31], s[4:5]  // 18
	s_sub_u32 s0, s0, 1            // 1c
	s_endpgm                       // 20
