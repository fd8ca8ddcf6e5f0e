// A fragment program of the PS Vita: a striped sphere in the light, on nothing. texcoord0 goes from -1 to 1.
//   gisa asm -f gxp sphere.frag.s -o sphere.gxp
//   gisa run sphere.gxp --attr texcoord0=-1,-1/1,-1/-1,1 --uniform light=-0.5,-0.6,0.62,0.15 --uniform colour=1,0.75,0.3,1
//       --size 256x256 --image sphere.png
	.gxp fragment
	.parameter uniform, "light", f32x4, 0   // xyz: the direction to the light; w: what comes from everywhere
	.parameter uniform, "colour", f32x4, 4
	.container default                      // sa0 to sa7
	.container data                         // sa8
	.literal 0, 0xe000                      // kill wants it
	.input texcoord0                        // pa0, pa1
	.result f16x4

	.primary
	phas wait:1                             // what may discard the fragment is a phase of its own
	// How far inside of the circle: 1 - x * x - y * y. Fragments outside are discarded.
	mul.f32 r0.xy, pa0.xy, pa0.xy
	add.f32 r0.x, r0.x, r0.y
	add.f32 r0.x, -r0.x, {1}
	test.sub.f32.gt p0, r30, r0, c0
	!p0 kill sa8, sa8
	nop.end
	phas
	// z is the root of that: its own reciprocal root times itself.
	rsq.f32 r2.x, r0.x
	mul.f32 r2.x, r2.x, r0.x
	// The light: the normal times its direction, not below 0, and what comes from everywhere.
	mul.f32 r4.xy, pa0.xy, sa0.xy
	add.f32 r4.x, r4.x, r4.y
	mad.f32 r4.x, r2.x, sa2.x, r4.x
	max.f32 r4.x, r4.x, {0}
	add.f32 r4.x, r4.x, sa2.y
	// Stripes: darker where the fraction of y * 4 + z is above one half.
	mad.f32 r6.x, pa0.y, c4.y, r2.x
	frc.f32 r6.x, r6.x, r6.x
	test.sub.f32.gt p1, r30, r6, c12
	p1 mul.f32 r4.x, r4.x, {0.5}
	// The colour as halves: pa0, pa1.
	mul.f32 r8.xyz, r4.xxx, sa4.xyz
	mov.f32 r10.-y, sa6.-y
	pack.f16.f32 pa0.xyzw, r8.xyzw, r10
