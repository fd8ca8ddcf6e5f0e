// A fragment program of the PS Vita: a texture in the light that lit.vert.s computed.
//   gisa asm -f gxp lit.frag.s       makes lit.frag.gxp
	.gxp fragment
	.parameter sampler, "picture", f32x4, 0
	.parameter uniform, "faintest", f16x4, 0
	.container default
	.input color0, half                                             // pa0, pa1
	.input none, sample=texcoord0, unit=0, sample_format=half       // pa2, pa3: sampled before the program begins
	.result f16x4

	.primary
	phas
	mul.f16 pa0.xyzw, pa0.xyzw, pa2.xyzw
	max.f16 pa0.xyzw, pa0.xyzw, sa0.xyzw   // no darker than that; the result is in pa0, pa1
