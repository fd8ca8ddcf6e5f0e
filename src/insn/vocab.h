/* SPDX-License-Identifier: MIT */
/*
 * The words that all instruction bodies may use, as isa/README.md describes them: types, small functions, the state of the wave. W is the
 * wave, O the instruction. Words of state are macros, so this file is for the bodies alone. Those of one kind of body are in scalar.h,
 * exact.h and wide.h (that compute), elements.h and near.h (that go through memory), and lanes.h (that look at other lanes).
 */
#ifndef GISA_EMU_VOCAB_H
#define GISA_EMU_VOCAB_H

#include <float.h>
#include <string.h>

#include "body.h"

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
typedef gisa_f16 f16;
__extension__ typedef __int128 i128;
typedef gisa_b96 b96;
typedef gisa_b128 b128;
typedef gisa_b256 b256;
typedef gisa_b512 b512;

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

#define UNUSED_ __attribute__((unused))

/* Functions that must be inlined, so that loops over lanes become vector code. */
#define ALWAYS_ static inline __attribute__((always_inline, unused))

/* ---- Small functions -------------------------------------------------------------------- */

static UNUSED_ inline u32 popcount32(u32 x) {
    return (u32)__builtin_popcount(x);
}
static UNUSED_ inline u32 popcount64(u64 x) {
    return (u32)__builtin_popcountll(x);
}

/* The number of zero bits above the highest one, below the lowest one. */
static UNUSED_ inline u32 clz32(u32 x) {
    return x ? (u32)__builtin_clz(x) : 32;
}
static UNUSED_ inline u32 ctz32(u32 x) {
    return x ? (u32)__builtin_ctz(x) : 32;
}

/* ---- State ------------------------------------------------------------------------------ */

#define SCC (W->scc)
#define VCC (W->scalar.q[CODE_VCC / 2])
#define EXEC (W->scalar.q[CODE_EXEC / 2])
#define M0 (W->scalar.w[CODE_M0])
#define CSP (W->csp)
#define PRIV (W->priv)
#define TRAP_EN (W->trap_en)
#define HALT (W->halt)
#define PRIO (W->prio)
#define INST_ATC (W->inst_atc)
#define COND_DBG_USER (W->cond_dbg_user)
#define COND_DBG_SYS (W->cond_dbg_sys)
#define TBA (W->scalar.q[CODE_TBA / 2])
#define TTMP(number) (W->scalar.w[SCALAR_TTMP + (number)])
#define HWREG(number, low, size) hwreg_get(W, (u32)(number), (u32)(low), (u32)(size))
#define SET_HWREG(number, low, size, value) hwreg_set(W, (u32)(number), (u32)(low), (u32)(size), (value))
#define SET_MODE(part, value) hwreg_set_mode(W, GCN_PART_MODE_##part, (value))
#define FACT(name) gisa_fact(W->isa, #name, 0)
#define SGPR(number) (*sgpr_at(W, (number)))
#define K (O->k)
#define TARGET (O->target_pc)

#define FIRST_TRY (!W->again)
#define ROUND (W->round)
#define WAVES (W->group->waves)
#define BARRIER (*W->group)

/* The body is left, and done again when other waves have gone on. */
#define WAIT                                                                                                 \
    do {                                                                                                     \
        W->waiting = true;                                                                                   \
        goto stop_;                                                                                          \
    } while (0)

#endif
