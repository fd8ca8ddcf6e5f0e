; Two uniform buffers in memory, one of them partly in registers, with parameters of all types; and a literal. tests/command/run-shader/run.sh.
	.gxp vertex
	.parameter attribute, "position", f32x4, 0, semantic=position
	.parameter attribute, "bone", u32, 4			; bytes to the matrix
	.parameter uniform_buffer, "Scene", aggregate, 2
	.parameter uniform, "matrices", f32x4[8], 0, container=2	; two of four rows
	.parameter uniform, "weights", f32[3], 32, container=2	; a word each
	.parameter uniform, "offsets", f32x3[2], 36, container=2	; four words each
	.parameter uniform, "halves", f16x3[2], 44, container=2	; two words each
	.parameter uniform, "count", s32, 48, container=2
	.parameter uniform, "mask", u32, 49, container=2
	.parameter uniform, "shorts", s16x3, 50, container=2
	.parameter uniform, "words", u16x2[2], 52, container=2
	.parameter uniform, "bytes", u8x4, 54, container=2
	.parameter uniform, "signed", s8x2[2], 55, container=2
	.parameter uniform, "fixed", fx10x3, 57, container=2
	.parameter uniform, "tint", f32x4, 0
	.parameter uniform, "far", f32x2, 4			; behind the end of the container: in memory
	.container default, 0, 4
	.container data
	.buffer 2, 0, 0			; sa4
	.buffer default, 1, -16		; sa5
	.literal 2, 0.25			; sa6
	.varying color0
	.temporaries 100
	.secondary
	lda32.fetch1 r8, r4, #49, #0	; sa8 = mask
	nop.end
	.primary
	phas
	lda32.fetch16 r0, sa4, #0, pa4
	dot.f32 o0.x, pa0.xyzw, r0.xyzw
	dot.f32 o0.-y, pa0.xyzw, r4.xyzw
	dot.f32 o0.--z, pa0.xyzw, r8.xyzw
	dot.f32 o0.---w, pa0.xyzw, r12.xyzw
	mul.f32 o4.xyzw, sa0.xyzw, sa6.xxxx
	lda32.fetch16 r32, sa4, #32, #0
	lda32.fetch9 r48, sa4, #48, #0
	lda32.fetch2 r60, sa5, #8, #0	; far, 16 bytes behind the address - 16
	lda16.fetch3 r64, sa4, #92, #0	; the second one of halves
	lda8.fetch4 r68, sa4, #127, #89	; bytes, at 216
	mov.i32 r58, sa8
	emit.end
