; A colour, a texture that is sampled before the program begins, a uniform.
	.gxp fragment
	.version 1, 5
	.parameter uniform, "tint", f32x4, 0
	.parameter uniform, "scale", f16, 4
	.parameter sampler, "tex", f32x4, 1, semantic=2
	.container default
	.container literal
	.literal 0, -1.5
	.input color0, float
	.input texcoord2, sample=texcoord0, half, components=2, unit=1, sample_format=half
	.result u8x4
	.quad 0xfa44070000000000
