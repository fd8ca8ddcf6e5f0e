// A vertex program of the PS Vita: transforms the position with a matrix and lights a colour.
//   gisa asm -f gxp lit.vert.s       makes lit.vert.gxp
	.gxp vertex
	.parameter attribute, "position", f32x4, 0, semantic=position
	.parameter attribute, "normal", f32x3, 4, semantic=normal
	.parameter attribute, "coordinate", f32x2, 8, semantic=texcoord
	.parameter uniform, "matrix", f32x4[4], 0  // rows
	.parameter uniform, "light", f32x4, 16     // xyz: the direction to the light; w: what comes from everywhere
	.parameter uniform, "colour", f32x4, 20
	.container default                         // all uniforms, from sa0 on
	.varying color0                            // o4..o7; the position is o0..o3
	.varying texcoord0, xy                     // o8, o9

	.primary
	phas
	// The position: a dot product for each row.
	dot.f32 o0.x, pa0.xyzw, sa0.xyzw
	dot.f32 o0.-y, pa0.xyzw, sa4.xyzw
	dot.f32 o0.--z, pa0.xyzw, sa8.xyzw
	dot.f32 o0.---w, pa0.xyzw, sa12.xyzw
	// The light: max(normal * direction, 0) + w. A constant 0 in place of w makes four channels of three.
	dot.f32 r0.x, pa4.xyz0, sa16.xyzw
	max.f32 r0.x, r0.x, {0}
	add.f32 r0.x, r0.x, sa16.w
	// The colour: alpha as it is. A move of f32 has two channels; sa22.-y is sa20.---w.
	mul.f32 o4.xyz, r0.xxx, sa20.xyz
	mov.f32 o6.-y, sa22.-y
	mov.f32 o8.xy, pa8.xy
	emit.end
