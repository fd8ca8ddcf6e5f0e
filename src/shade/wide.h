/* SPDX-License-Identifier: MIT */
/* Bodies that compute one channel, or one result, of all instances of a batch: isagen writes a loop
 * over the instances for each, which compilers turn into vector code. The file is compiled once for
 * each level of the host's instruction set, which LEVEL names. C is what the loop is given. */
#ifndef GISA_SHADE_WIDE_H
#define GISA_SHADE_WIDE_H

#include "floats.h"
#include "insn/name.h"
#include "vocab.h"

/* A channel while a body looks at it. */
typedef union channel {
    u32 u32, b32;
    i32 i32;
    f32 f32, f16, fx10;
    u16 u16;
    i16 i16;
    u8 u8, b[4];
    i8 i8;
} channel;

typedef struct channels {
    f32 x, y, z, w;
} channels;

/* ---- Words ---- */

#define fma shade_fma
#define fma_to_D(x, y, z) shade_fma_to(C->narrow, x, y, z)
#define floor shade_floor
#define rsq shade_rsq
#define exp2 shade_exp2
#define log2 shade_log2

/* The same channel in the instances of a quad, by their number in it. */
#define QUAD0(name) ((channel){.u32 = name##_row[lane & ~3u]})
#define QUAD1(name) ((channel){.u32 = name##_row[(lane & ~3u) | 1]})
#define QUAD2(name) ((channel){.u32 = name##_row[(lane & ~3u) | 2]})

#endif
