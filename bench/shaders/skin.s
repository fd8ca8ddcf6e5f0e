// Bones by index from registers behind an index register: rows of four matrices, weighted; then position and normal.
phas
mad.u16.skipinv index1, pa8, #12, sa70
mov.f32.skipinv r0.xy, sa[index1 * 2 + 0].xy
mov.f32.skipinv r2.xy, sa[index1 * 2 + 2].xy
mul.f32.skipinv r0.xyzw, r0.xyzw, pa12.xxxx
mul.f32.skipinv r4.xyzw, sa[index1 * 2 + 4].xyzw, pa12.xxxx
mul.f32.skipinv r8.xyzw, sa[index1 * 2 + 8].xyzw, pa12.xxxx
mad.u16.skipinv index1, pa9, #12, sa70
mov.f32.skipinv i0.xy, sa[index1 * 2 + 0].xy
mad.f32.skipinv r0.xy, pa12.yy, i0.xy, r0.xy
mov.f32.skipinv i0.xy, sa[index1 * 2 + 2].xy
mad.f32.skipinv r2.xy, pa12.yy, i0.xy, r2.xy
mov.f32.skipinv i0.xy, sa[index1 * 2 + 4].xy
mad.f32.skipinv r4.xy, pa12.yy, i0.xy, r4.xy
mov.f32.skipinv i0.xy, sa[index1 * 2 + 6].xy
mad.f32.skipinv r6.xy, pa12.yy, i0.xy, r6.xy
mov.f32.skipinv i0.xy, sa[index1 * 2 + 8].xy
mad.f32.skipinv r8.xy, pa12.yy, i0.xy, r8.xy
mov.f32.skipinv i0.xy, sa[index1 * 2 + 10].xy
mad.f32.skipinv r10.xy, pa12.yy, i0.xy, r10.xy
dot.f32.skipinv i0.x, r0.xyzw, pa0.xyzw
dot.f32.skipinv i0.-y, r4.xyzw, pa0.xyzw
dot.f32.skipinv i0.--z, r8.xyzw, pa0.xyzw
dot.f32.skipinv o0.x, sa0.xyzw, i0.xyz1
dot.f32.skipinv o0.-y, sa4.xyzw, i0.xyz1
dot.f32.skipinv o0.--z, sa8.xyzw, i0.xyz1
dot.f32.skipinv o0.---w, sa12.xyzw, i0.xyz1
dot.f32.skipinv i1.x, r0.xyz0, pa4.xyzw
dot.f32.skipinv i1.-y, r4.xyz0, pa4.xyzw
dot.f32.skipinv i1.--z, r8.xyz0, pa4.xyzw
dot.f32.skipinv r16.x, i1.xyz, i1.xyz
rsq.f32.skipinv i2.x, r16.x
mul.f32.skipinv o4.xyz, i1.xyz, i2.xxx
mov.f32.skipinv o8.xy, pa16.xy
emit.end
