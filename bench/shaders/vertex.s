// Position by a matrix of four rows, normal by one of three, light of one direction, fog, two coordinates.
phas
dot.f32.skipinv r0.x, pa0.xyzw, sa0.xyzw
dot.f32.skipinv r0.-y, pa0.xyzw, sa4.xyzw
dot.f32.skipinv r2.x, pa0.xyzw, sa8.xyzw
dot.f32.skipinv r2.-y, pa0.xyzw, sa12.xyzw
mov.f32.skipinv o0.xy, r0.xy
mov.f32.skipinv o2.xy, r2.xy
dot.f32.skipinv r4.x, pa4.xyz0, sa16.xyzw
dot.f32.skipinv r4.-y, pa4.xyz0, sa20.xyzw
dot.f32.skipinv r6.x, pa4.xyz0, sa24.xyzw
dot.f32.skipinv r8.x, r4.xyz0, r4.xyzw
rsq.f32.skipinv r8.x, r8.x
mul.f32.skipinv r4.xyz, r4.xyz, r8.xxx
dot.f32.skipinv r10.x, r4.xyz0, sa28.xyzw
max.f32.skipinv r10.x, r10.x, {0}
mov.f32.skipinv i0.xy, sa36.xy
mad.f32.skipinv r12.xy, r10.xx, sa32.xy, sa36.xy
mad.f32.skipinv r14.x, r10.x, sa34.x, sa38.x
mul.f32.skipinv o4.xyz, pa8.xyz, r12.xyz
mov.f32.skipinv o6.-y, pa10.-y
mad.f32.skipinv o8.xy, pa12.xy, sa40.xy, sa42.xy
mov.f32.skipinv o10.xy, pa14.xy
add.f32.skipinv r16.x, -r2.x, sa44.x
mul.f32.skipinv r16.x, r16.x, sa44.x
min.f32.skipinv r16.x, r16.x, {1}
max.f32.skipinv o12.x, r16.x, {0}
emit.end
