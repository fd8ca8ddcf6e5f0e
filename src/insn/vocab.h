/* SPDX-License-Identifier: MIT */
/*
 * The words that all instruction bodies may use, as isa/README.md describes them: types, small
 * functions, the state of the wave. W is the wave, O the instruction. Words are macros where C has
 * no function for them: they take types or names, or leave the body. So this file is for the bodies
 * alone. Those of one kind of body are in scalar.h, exact.h and wide.h (that compute), elements.h
 * and near.h (that go through memory), and lanes.h (that look at other lanes).
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

/* ---- Parts of operands ------------------------------------------------------------------- */

#define PART_(operand, view, i) ((operand).view[i])
#define SET_PART_(operand, view, i, value) ((operand).view[i] = (value))

/* ---- Small functions -------------------------------------------------------------------- */

/* Compilers know how to do these on many lanes; the host's own instruction has one operand. */
static UNUSED_ inline u32 popcount32(u32 x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    x += x >> 8;
    return (x + (x >> 16)) & 63;
}
static UNUSED_ inline u32 popcount64(u64 x) {
    return (u32)__builtin_popcountll(x);
}

/* A bit for each lane before this one, as two numbers: compilers do those on many lanes. */
static UNUSED_ inline u64 lanes_below(u32 lane) {
    const u32 bits = ((u32)1 << (lane & 31)) - 1, low = lane < 32 ? bits : ~(u32)0,
              high = lane < 32 ? 0 : bits;
    return low | (u64)high << 32;
}

/* The number of zero bits above the highest one, below the lowest one. */
static UNUSED_ inline u32 clz32(u32 x) {
    return x ? (u32)__builtin_clz(x) : 32;
}
static UNUSED_ inline u32 ctz32(u32 x) {
    return x ? (u32)__builtin_ctz(x) : 32;
}

/* ---- State: bodies say *word_SCC(W) --------------------------------------------------- */

ALWAYS_ u32 *word_SCC(gcn_wave *W) {
    return &W->scc;
}
ALWAYS_ u64 *word_VCC(gcn_wave *W) {
    return &W->scalar.q[CODE_VCC / 2];
}
ALWAYS_ u64 *word_EXEC(gcn_wave *W) {
    return wave_exec(W);
}
ALWAYS_ u32 *word_M0(gcn_wave *W) {
    return &W->scalar.w[CODE_M0];
}
ALWAYS_ u32 *word_CSP(gcn_wave *W) {
    return &W->csp;
}
ALWAYS_ u32 *word_PRIV(gcn_wave *W) {
    return &W->priv;
}
ALWAYS_ u32 *word_TRAP_EN(gcn_wave *W) {
    return &W->trap_en;
}
ALWAYS_ u32 *word_HALT(gcn_wave *W) {
    return &W->halt;
}
ALWAYS_ u32 *word_PRIO(gcn_wave *W) {
    return &W->prio;
}
ALWAYS_ u32 *word_INST_ATC(gcn_wave *W) {
    return &W->inst_atc;
}
ALWAYS_ u32 *word_COND_DBG_USER(gcn_wave *W) {
    return &W->cond_dbg_user;
}
ALWAYS_ u32 *word_COND_DBG_SYS(gcn_wave *W) {
    return &W->cond_dbg_sys;
}
ALWAYS_ u32 *word_ROUND(gcn_wave *W) {
    return &W->round;
}
ALWAYS_ u32 *word_TURN(gcn_wave *W) {
    return &W->device->turn;
}
ALWAYS_ u64 *word_TBA(gcn_wave *W) {
    return &W->scalar.q[CODE_TBA / 2];
}
ALWAYS_ u32 *word_TTMP(gcn_wave *W, u32 number) {
    return &W->scalar.w[SCALAR_TTMP + number];
}
ALWAYS_ u32 *word_SGPR(gcn_wave *W, u32 number) {
    return sgpr_at(W, number);
}

/* ---- What the instruction says ----------------------------------------------------------- */

ALWAYS_ i32 word_K(const gisa_op *O) {
    return O->k;
}
ALWAYS_ u64 word_TARGET(const gisa_op *O) {
    return O->target_pc;
}
ALWAYS_ u32 word_OFFSET(const gisa_op *O) {
    return (u32)O->offset;
}
ALWAYS_ u32 word_OFFSET0(const gisa_op *O) {
    return O->offset0;
}
ALWAYS_ u32 word_OFFSET1(const gisa_op *O) {
    return O->offset1;
}
ALWAYS_ bool word_GLC(const gisa_op *O) {
    return O->glc;
}
ALWAYS_ bool word_IN_GDS(const gisa_op *O) {
    return O->gds;
}

ALWAYS_ u32 word_ATTRIBUTE(const gisa_op *O) {
    return O->attribute & 255;
}
ALWAYS_ u32 word_CHANNEL(const gisa_op *O) {
    return O->attribute >> 8;
}
ALWAYS_ u32 word_PARAMETER(const gisa_op *O) {
    return O->parameter;
}
ALWAYS_ bool word_HIGH(const gisa_op *O) {
    return O->high;
}
ALWAYS_ u32 word_EXPORT_TARGET(const gisa_op *O) {
    return O->target;
}
ALWAYS_ u32 word_ENABLED(const gisa_op *O) {
    return O->enabled;
}
ALWAYS_ bool word_COMPR(const gisa_op *O) {
    return O->compressed;
}
ALWAYS_ bool word_DONE(const gisa_op *O) {
    return O->done;
}
ALWAYS_ bool word_VM(const gisa_op *O) {
    return O->valid;
}

ALWAYS_ u32 *word_EXPORTS_DONE(gcn_wave *W) {
    return exports_done(W);
}
#define BEGIN_EXPORT(target, compr, done, vm)                                                                \
    exports_begin(W, (target), (exports_flags){(compr), (done), (vm)})
#define EXPORT(component, value) exports_value(W, E->number, (component), (value))
#define EXPORT_FAULT(why) exports_fault(W, (why))
#define PARAMETERS(address) interpolate_parameter(W, lane, (address))

/* ---- The wave and the others ------------------------------------------------------------ */

#define HWREG(number, low, size) hwreg_get(W, (u32)(number), (u32)(low), (u32)(size))
#define SET_HWREG(number, low, size, value) hwreg_set(W, (u32)(number), (u32)(low), (u32)(size), (value))
#define SET_MODE(part, value) hwreg_set_mode(W, GCN_PART_MODE_##part, (value))
#define FACT(name) gisa_fact(W->isa, #name, 0)

#define FIRST_TRY (!W->again)
#define WAVES (W->group->waves)
#define BARRIER (*W->group)

/* The body is left, and done again when other waves have gone on. */
#define WAIT                                                                                                 \
    do {                                                                                                     \
        W->waiting = true;                                                                                   \
        goto stop_;                                                                                          \
    } while (0)

#endif
