/* SPDX-License-Identifier: MIT */
/*
 * The words that an instruction body may use, as isa/README.md describes them.
 *
 * isagen puts LANE_BODY(n) or WAVE_BODY(n) in front of each body. W is the wave, E the lane that the body
 * works on; a body of a scalar instruction works on lane 0. The words are macros, so this file is for the
 * bodies alone.
 */
#ifndef GISA_VOCAB_H
#define GISA_VOCAB_H

#include "emu/body.h"

/* ---- Types ------------------------------------------------------------------------------ */

typedef uint8_t u8, b8;
typedef int8_t i8;
typedef uint16_t u16, b16;
typedef int16_t i16;
typedef uint32_t u32, b32;
typedef int32_t i32;
typedef uint64_t u64, b64;
typedef int64_t i64;
typedef float f32;
typedef double f64;
typedef gisa_b96 b96;
typedef gisa_b128 b128;
typedef gisa_b256 b256;
typedef gisa_b512 b512;

/* ---- The two kinds of body -------------------------------------------------------------- */

#define UNUSED_ __attribute__((unused))

/* Runs for each active lane. */
#define LANE_BODY(n)                                                                                         \
    static void lane_##n(gisa_wave *W, gisa_lane *E);                                                        \
    static void body_##n(gisa_wave *W) {                                                                     \
        gisa_each_lane(W, lane_##n);                                                                         \
    }                                                                                                        \
    static void lane_##n(UNUSED_ gisa_wave *W, UNUSED_ gisa_lane *E)

/* Runs once: scalar instructions, and those with the flag !wave. */
#define WAVE_BODY(n)                                                                                         \
    static void wave_##n(gisa_wave *W, gisa_lane *E);                                                        \
    static void body_##n(gisa_wave *W) {                                                                     \
        wave_##n(W, &W->lane[0]);                                                                            \
    }                                                                                                        \
    static void wave_##n(UNUSED_ gisa_wave *W, UNUSED_ gisa_lane *E)

/* ---- Operands and registers ------------------------------------------------------------- */

#define D (E->op_D)
#define S0 (E->op_S0)
#define S1 (E->op_S1)
#define S2 (E->op_S2)
#define S3 (E->op_S3)

#define SCC (W->scc)
#define VCC (W->vcc)
#define EXEC (W->exec)
#define M0 (W->m0)
#define PC (W->pc)
#define CSP (W->csp)
#define PRIV (W->priv)
#define SGPR(number) (*gisa_sgpr(W, (number)))

/* A body that asks for the number of D writes registers by number; D is then not stored. */
#define SINDEX(operand) SINDEX_##operand
#define SINDEX_D (W->writes_d = false, W->index_D)
#define SINDEX_S0 (W->index_S0)

/* ---- Lanes ------------------------------------------------------------------------------ */

#define LANE_ID (E->number)
#define ACTIVE(number) (EXEC >> ((number)&63) & 1)
#define LANE(operand, number) (W->lane[(number)&63].op_##operand)
#define FIRST_LANE gisa_first_lane(W)
#define for_each_active_lane for (E = gisa_next_lane(W, NULL); E; E = gisa_next_lane(W, E))

/* ---- Addresses -------------------------------------------------------------------------- */

#define ADDR (E->base + (u64)W->op->offset)
#define OFFSET ((u32)W->op->offset)
#define OFFSET0 ((u32)W->op->offset0)
#define OFFSET1 ((u32)W->op->offset1)
#define IN_GDS (W->op->gds)

/* Where the two elements of ds_*_src2 are (AMD Southern Islands ISA, DS opcodes from 128). */
static UNUSED_ inline u32 src2_a(u32 base, u32 offset, u32 size) {
    return (offset & 0x8000 ? base & 0x1ffff : base) & ~(size - 1);
}

static UNUSED_ inline u32 src2_b(u32 base, u32 offset, u32 size) {
    i32 dwords = offset & 0x8000 ? (i32)base >> 17 : (i32)(offset << 17) >> 17;
    return (src2_a(base, offset, size) + 4 * (u32)dwords) & ~(size - 1);
}

#define SRC2_A(type) src2_a((u32)E->base, OFFSET, sizeof(type))
#define SRC2_B(type) src2_b((u32)E->base, OFFSET, sizeof(type))

/* ---- Memory ----------------------------------------------------------------------------- */

/* An element at any byte address. */
#define ELEMENT_(type)                                                                                       \
    typedef struct __attribute__((packed, may_alias)) {                                                      \
        type v;                                                                                              \
    } at_##type
ELEMENT_(u8);
ELEMENT_(b8);
ELEMENT_(i8);
ELEMENT_(u16);
ELEMENT_(b16);
ELEMENT_(i16);
ELEMENT_(u32);
ELEMENT_(b32);
ELEMENT_(i32);
ELEMENT_(f32);
ELEMENT_(u64);
ELEMENT_(b64);
ELEMENT_(i64);
ELEMENT_(f64);
ELEMENT_(b96);
ELEMENT_(b128);
ELEMENT_(b256);
ELEMENT_(b512);

/* An element at a multiple of its size. */
#define CELL_(type) typedef type __attribute__((may_alias)) cell_##type
CELL_(u32);
CELL_(b32);
CELL_(i32);
CELL_(f32);
CELL_(u64);
CELL_(b64);
CELL_(i64);
CELL_(f64);

#define LDS(type, address) (((at_##type *)gisa_lds_at(W, (address), sizeof(type), false))->v)
#define GDS(type, address) (((at_##type *)gisa_gds_at(W, (address), sizeof(type), false))->v)
#define MEM(type, address) (((at_##type *)gisa_mem_at(W, E, (address), sizeof(type), false))->v)
#define FLAT(type, address) (((at_##type *)gisa_flat_at(W, E, (address), sizeof(type), false))->v)
#define SCRATCH(type, address) (((at_##type *)gisa_scratch_at(W, E, (address), sizeof(type)))->v)

/* Atomic on the host as well: work-groups run on several threads. */
#define ATOMIC_(type, pointer, value)                                                                        \
    __extension__({                                                                                          \
        cell_##type *const at_ = (pointer);                                                                  \
        type old, new_;                                                                                      \
        __atomic_load(at_, &old, __ATOMIC_SEQ_CST);                                                          \
        do                                                                                                   \
            new_ = (type)(value);                                                                            \
        while (!__atomic_compare_exchange(at_, &old, &new_, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));      \
        old;                                                                                                 \
    })
#define ATOMIC_LDS(type, address, value) ATOMIC_(type, gisa_lds_at(W, (address), sizeof(type), true), value)
#define ATOMIC_GDS(type, address, value) ATOMIC_(type, gisa_gds_at(W, (address), sizeof(type), true), value)
#define ATOMIC_MEM(type, address, value)                                                                     \
    ATOMIC_(type, gisa_mem_at(W, E, (address), sizeof(type), true), value)
#define ATOMIC_FLAT(type, address, value)                                                                    \
    ATOMIC_(type, gisa_flat_at(W, E, (address), sizeof(type), true), value)

/* ---- Waiting for other waves ------------------------------------------------------------ */

#define FIRST_TRY (!W->again)
#define WAIT                                                                                                 \
    do {                                                                                                     \
        W->waiting = true;                                                                                   \
        return;                                                                                              \
    } while (0)
#define GWS (W->device->gws[((W->m0 >> 16) + OFFSET) & 63])
#define ROUND (W->round)
#define TURN (W->device->turn)

/* ---- Small functions -------------------------------------------------------------------- */

static UNUSED_ inline u32 popcount32(u32 x) {
    return (u32)__builtin_popcount(x);
}
static UNUSED_ inline u32 popcount64(u64 x) {
    return (u32)__builtin_popcountll(x);
}

static UNUSED_ inline u32 reverse32(u32 x) {
    u32 r = 0;
    for (u32 i = 0; i < 32; i++)
        r |= (x >> i & 1) << (31 - i);
    return r;
}

#endif
