; Takes a position, a colour and a coordinate; the matrix is in sa0 to sa15. One thing of each kind.
	.gxp vertex
	.parameter attribute, "position", f32x4, 0, semantic=position
	.parameter attribute, "uv", f16x2, 4, semantic=texcoord, index=1
	.parameter uniform, "matrix", f32x4[4], 0
	.parameter uniform, "bones", f32x3[10], 16	; behind the end of the container: in memory
	.parameter sampler, "heights", f32x4, 2
	.container default, 0, 16
	.container data, , 6
	.buffer default, 0, -16
	.literal 1, 0.1
	.literal 2, 0x7f800000
	.sampler 2, 3, 4
	.varying color0
	.varying texcoord0, xy
	.varying texcoord3, xyzw, half
	.temporaries 7
	.flags discard, bit12
	.secondary
	.quad 1
	.primary
	.quad 0xfa44070000000000, 2, 3
