// A cut-out: alpha test, a choice between two textures, integers, a loop over four samples of a shadow.
phas
tex2D.f32.skipinv r0, pa0, sa32, sa0
test.sub.f32.skipinv p0, r0, sa0, r0
p0 kill sa60, sa60
mov.u32.skipinv r8, #0
mov.f32.skipinv r10.xy, {0, 0}
mov.f32.skipinv i0.xy, {0, 0}
tex2DReplace.f32.skipinv r4, pa2, sa36, sa2
test.sub.f32.skipinv p0, r4, pa4, r0
p0 mad.f32.skipinv i0.xy, sa2.xy, i1.xy, i0.xy
!p0 mov.f32.skipinv i0.xy, r10.xy
add.f32.skipinv pa2.xy, pa2.xy, sa6.xy
and.u32.skipinv r9, r8, #3
shl.u32.skipinv r9, r9, #4
or.u32.skipinv r12, r9, sa9
test.xor.skipinv p1, r8, r12, r0
p1 br -8
cmov.ltzero.f32.skipinv r14, r10, r4, r0
cmov.lezero.f32.skipinv r16, r10, r6, r2
pack.u8.f32.skipinv r18.xyzw, r14.xyzw, r16
mad.f32.skipinv i0.xyz, r0.xyz, i1.xyz, i2.xyz + mov.f32 r4.xy, i1.xy
rsq.f32.skipinv i0.x, r2.x + mul.f32 r4.xy, i1.xy, i2.xy
pack.f16.u8.skipinv r20.xyzw, r18.xyzw
mul.f16.skipinv pa0.xyzw, r20.xyzw, r4.xxxx
mov.f16.skipinv pa0.xyzw, pa0.xyzw
