// A pixel's light: normal from a texture, two lights with distance, a highlight, fog; colours of 16 bits.
phas
tex2D.f16.skipinv.nosched r0, pa0, sa32, sa0
tex2D.f16.skipinv r2, pa2, sa36, sa0
mad.f16.skipinv r0.xyzw, r0.xyzw, {2, 2, 2, 2}, -r22.xyzw
dot.f16.skipinv r4.x, r0.xyz0, r0.xyzw
rsq.f16.skipinv r4.x, r4.x
mul.f16.skipinv r0.xyz, r0.xyz, r4.xxx
add.f32.skipinv r6.xyz, -pa4.xyz, sa0.xyz
dot.f32.skipinv r10.x, r6.xyz0, r6.xyzw
rsq.f32.skipinv r12.x, r10.x
mul.f32.skipinv r6.xyz, r6.xyz, r12.xxx
mad.f32.skipinv r10.x, r10.x, sa4.x, sa6.x
rcp.f32.skipinv r10.x, r10.x
pack.f16.f32.skipinv r14.xyzw, r6.xyzw, r8
dot.f16.skipinv r16.x, r0.xyz0, r14.xyzw
max.f16.skipinv r16.x, r16.x, {0}
mul.f16.skipinv r18.xyz, sa6.xyz, r16.xxx
add.f32.skipinv r20.xyz, r6.xyz, pa8.xyz
dot.f32.skipinv r24.x, r20.xyz0, r20.xyzw
rsq.f32.skipinv r24.x, r24.x
mul.f32.skipinv i0.xyz, r20.xyz, r24.xxx
dot.f32.skipinv r26.x, i0.xyz, i1.xyz
max.f32.skipinv r26.x, r26.x, {0}
log.f32.skipinv r26.x, r26.x
mul.f32.skipinv r26.x, r26.x, sa8.x
exp.f32.skipinv r26.x, r26.x
mad.f16.skipinv r18.xyzw, r2.xyzw, r18.xyzw, sa10.xxxx
add.f16.skipinv r18.xyzw, -r18.xyzw, sa12.xyzw
mad.f16.skipinv pa0.xyzw, r18.xyzw, r26.xxxx, sa12.xyzw
