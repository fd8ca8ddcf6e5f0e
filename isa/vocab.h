/* SPDX-License-Identifier: MIT */
/*
 * The words that an instruction body may use, as isa/README.md describes them.
 *
 * isagen writes a file that includes this one again and again: first for the bodies that compute (of vector and scalar instructions),
 * whose operands are variables; then, with BODIES_MEMORY defined, for those that go through memory (BODIES_NEAR: through memory that is
 * where it was expected, all lanes at once); then, with BODIES_LANES, for those that look at other lanes, whose operands are in the
 * lane E. W is the wave, O the instruction. The words are macros, so this file is for the bodies alone.
 */
#ifndef BODIES_MEMORY

#include <float.h>
#include <string.h>

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

/* The number of zero bits above the highest one, below the lowest one. */
static UNUSED_ inline u32 clz32(u32 x) {
    return x ? (u32)__builtin_clz(x) : 32;
}
static UNUSED_ inline u32 ctz32(u32 x) {
    return x ? (u32)__builtin_ctz(x) : 32;
}

/* The low n bits of x, up to 31, as an unsigned and as a signed number. */
static UNUSED_ inline u32 zext(u32 x, u32 n) {
    return x & ((1u << n) - 1);
}
static UNUSED_ inline i32 sext(u32 x, u32 n) {
    return n ? (i32)(x << (32 - n)) >> (32 - n) : 0;
}

static UNUSED_ inline i64 limit(i64 x, i64 least, i64 most) {
    return x < least ? least : x > most ? most : x;
}

static UNUSED_ inline u32 mulhi_u32(u32 x, u32 y) {
    return (u32)((u64)x * y >> 32);
}
static UNUSED_ inline i32 mulhi_i32(i32 x, i32 y) {
    return (i32)((i64)x * y >> 32);
}

/* Sums of absolute differences: of bytes, of those that are not 0 in y, of halves. */
static UNUSED_ inline u32 distance(u32 x, u32 y) {
    return x > y ? x - y : y - x;
}
static UNUSED_ inline u32 sad_u8(u32 x, u32 y) {
    u32 sum = 0;
    for (u32 i = 0; i < 32; i += 8)
        sum += distance(x >> i & 255, y >> i & 255);
    return sum;
}
static UNUSED_ inline u32 msad_u8(u32 x, u32 y) {
    u32 sum = 0;
    for (u32 i = 0; i < 32; i += 8)
        sum += y >> i & 255 ? distance(x >> i & 255, y >> i & 255) : 0;
    return sum;
}
static UNUSED_ inline u32 sad_u16(u32 x, u32 y) {
    return distance(x & 0xffff, y & 0xffff) + distance(x >> 16, y >> 16);
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
#define HWREG(number, low, size) gisa_hwreg(W, (u32)(number), (u32)(low), (u32)(size))
#define SET_HWREG(number, low, size, value) gisa_set_hwreg(W, (u32)(number), (u32)(low), (u32)(size), (value))
#define SET_MODE(part, value) gisa_set_mode(W, #part, (value))
#define FACT(name) gisa_fact(W->isa, #name, 0)
#define SGPR(number) (*gisa_sgpr(W, (number)))
#define K (O->k)
#define TARGET (O->target_pc)

/* A body that asks for the number of D writes registers by number; D is then not stored. */
#define SINDEX(operand) SINDEX_##operand

/* ---- Bodies of scalar instructions ------------------------------------------------------ */

#define SCALAR_BODY(n) static const gisa_op *scalar_##n(UNUSED_ gisa_wave *W, const gisa_op *O)
#define SCALAR_ENTRY(n) .scalar = scalar_##n

/* Sources are registers, or constants in the instruction itself. */
#define AT_S(i) (O->immediates >> (i)&1 ? (const char *)&O->immediate[i] : (const char *)W + O->s[i])
#define AT_S0 AT_S(0)
#define AT_S1 AT_S(1)
#define AT_S2 AT_S(2)
#define AT_S3 AT_S(3)
#define AT_D ((const char *)W + O->d)
#define SCALAR_IN_32(name, i)                                                                                \
    UNUSED_ gisa_v32 name;                                                                                   \
    memcpy(&name, AT_##name, 4);
#define SCALAR_IN_64(name, i)                                                                                \
    UNUSED_ gisa_v64 name;                                                                                   \
    memcpy(&name, AT_##name, 8);
#define SCALAR_OUT_32(name, i) memcpy((char *)W + O->d, &name, 4);
#define SCALAR_OUT_64(name, i) memcpy((char *)W + O->d, &name, 8);
#define SCALAR_PC u64 PC = O->next_pc;

/* A body that may stop the wave: because it waits or there is a fault, and then nothing is stored, or when it is done. */
#define SCALAR_MAY_STOP                                                                                      \
    stop_:                                                                                                   \
    UNUSED_;                                                                                                 \
    if (W->waiting || W->fault.kind) {                                                                       \
        W->pc = O->next_pc - 4u * O->units;                                                                  \
        return NULL;                                                                                         \
    }                                                                                                        \
    W->again = false;                                                                                        \
    if (W->halt && !W->priv)                                                                                 \
        W->events |= GISA_HALTS;
#define SCALAR_STOP(next)                                                                                    \
    if (W->events) {                                                                                         \
        W->pc = (next);                                                                                      \
        return NULL;                                                                                         \
    }
#define SCALAR_NEXT return O + O->units;
#define SCALAR_JUMP return PC == O->next_pc ? O + O->units : gisa_jump(W, O, PC);

#define SINDEX_D (O->result.reg)
#define SINDEX_S0 (O->source[0].reg)

#define FIRST_TRY (!W->again)
#define ROUND (W->round)
#define WAVES (W->group->waves)
#define BARRIER (*W->group)
#define WAIT                                                                                                 \
    do {                                                                                                     \
        W->waiting = true;                                                                                   \
        goto stop_;                                                                                          \
    } while (0)
#define END                                                                                                  \
    do {                                                                                                     \
        W->events |= GISA_ENDS;                                                                              \
        W->group->waves--;                                                                                   \
        goto stop_;                                                                                          \
    } while (0)
#define SLEEP (W->events |= GISA_SLEEPS)
#define NEW_CODE (W->events |= GISA_NEW_CODE)
#define NO_HANDLER(trap)                                                                                     \
    do {                                                                                                     \
        if (!gisa_trap(W, (trap)))                                                                           \
            goto stop_;                                                                                      \
    } while (0)
#define SENDMSG(message)                                                                                     \
    do {                                                                                                     \
        if (!gisa_send(W, (message)))                                                                        \
            goto stop_;                                                                                      \
    } while (0)

/* Lanes of `mask` go to the target, the others on. The larger side waits on the stack in the scalar registers. */
#define FORK(mask, target) fork_lanes(W, (mask), (target), O->next_pc)
static UNUSED_ inline u64 fork_lanes(gisa_wave *W, u64 mask, u64 target, u64 next) {
    u64 pass = mask & EXEC, fail = ~mask & EXEC;
    bool pass_waits = popcount64(fail) < popcount64(pass);
    if (!fail || !pass)
        return fail ? next : target;
    SGPR(4 * CSP) = (u32)(pass_waits ? pass : fail);
    SGPR(4 * CSP + 1) = (u32)((pass_waits ? pass : fail) >> 32);
    SGPR(4 * CSP + 2) = (u32)(pass_waits ? target : next);
    SGPR(4 * CSP + 3) = (u32)((pass_waits ? target : next) >> 32);
    CSP = (CSP + 1) & 7;
    EXEC = pass_waits ? fail : pass;
    return pass_waits ? next : target;
}

/* ---- Bodies of vector instructions that compute: all lanes, or exactly one --------------- */

/* In variables of their own: only then do compilers see that they stay the same from lane to lane. */
#define SOURCES_                                                                                             \
    UNUSED_ const u32 *const row_S0 = R->s[0], *const row_S1 = R->s[1], *const row_S2 = R->s[2],             \
                             *const row_S3 = R->s[3], *const row_mask = R->mask;                             \
    UNUSED_ const u32 *const row_D = R->d, *const row_D1 = R->d1, *const row_NEW_EXEC = R->new_exec;
#define ROWS_                                                                                                \
    SOURCES_                                                                                                 \
    UNUSED_ u32 *const to_D = R->d, *const to_D1 = R->d1, *const to_NEW_EXEC = R->new_exec;

/* The second dwords of an operand are the next row. */
#define WIDE_IN_16(name, i) UNUSED_ gisa_v16 name = {.u16 = (u16)row_##name[lane]};
#define WIDE_IN_32(name, i) UNUSED_ gisa_v32 name = {.u32 = row_##name[lane]};
#define WIDE_IN_128(name, i)                                                                                 \
    UNUSED_ gisa_v128 name = {{row_##name[lane], row_##name[GISA_LANES + lane],                              \
                               row_##name[2 * GISA_LANES + lane], row_##name[3 * GISA_LANES + lane]}};
#define WIDE_IN_BIT(name, i) UNUSED_ gisa_bit name = {(i) < GISA_SOURCES ? row_##name[lane] & 1 : 0};
#define PUT_(to, from, value) (to) = ((value)&mask_) | ((from) & ~mask_);
#define WIDE_OUT_16(name, i) PUT_(to_##name[lane], row_##name[lane], name.u16 | (row_##name[lane] & O->keep))
#define WIDE_OUT_32(name, i) PUT_(to_##name[lane], row_##name[lane], name.u32)
#define WIDE_OUT_128(name, i)                                                                                \
    for (u32 k_ = 0; k_ < 4; k_++)                                                                           \
    PUT_(to_##name[k_ * GISA_LANES + lane], row_##name[k_ * GISA_LANES + lane], name.w[k_])
#define WIDE_OUT_BIT(name, i) to_##name[lane] = name.bit;
#define LANE_ID lane
#define LANES_BELOW (((u64)1 << LANE_ID) - 1)

#ifdef BODIES_WIDE

#include "emu/floats_wide.h"

#define WIDE_NAME2_(family, level) gisa_##family##_wide_##level
#define WIDE_NAME_(family, level) WIDE_NAME2_(family, level)
#define WIDE_TABLE(family) WIDE_NAME_(family, BODIES_WIDE)

/* Rows of 64 bits and more lie apart for low and high halves; what a body of such operands works on does not. */
#define WIDE_PACK(name)                                                                                      \
    u64 packed_##name[GISA_LANES];                                                                           \
    UNUSED_ u64 new_##name[GISA_LANES];                                                                      \
    pack_rows(packed_##name, row_##name, row_##name + GISA_LANES);
#define WIDE_IN_64(name, i) UNUSED_ gisa_v64 name = {.u64 = packed_##name[lane]};
#define WIDE_OUT_64(name, i) new_##name[lane] = name.u64;
#define WIDE_UNPACK(name) unpack_rows(to_##name, row_##name, new_##name, full ? NULL : row_mask, row_odd);

typedef u32 __attribute__((may_alias)) half_;
static UNUSED_ inline __attribute__((always_inline)) void pack_rows(u64 *to, const u32 *low,
                                                                    const u32 *high) {
    half_ *const halves = (half_ *)to;
    _Pragma("omp simd") for (unsigned i = 0; i < GISA_LANES; i++) {
        halves[2 * i] = low[i];
        halves[2 * i + 1] = high[i];
    }
}

/* Where `mask` is not NULL, and its lane is not odd. */
static UNUSED_ inline __attribute__((always_inline)) void
unpack_rows(u32 *to, const u32 *old, const u64 *from, const u32 *mask, const u32 *odd) {
    const half_ *const halves = (const half_ *)from;
    _Pragma("omp simd") for (unsigned i = 0; i < GISA_LANES; i++) {
        const u32 mask_ = !mask ? ~0u : odd ? mask[i] & ~odd[i] : mask[i];
        PUT_(to[i], old[i], halves[2 * i])
        PUT_(to[GISA_LANES + i], old[GISA_LANES + i], halves[2 * i + 1])
    }
}

#define ALL_LANES_ for (unsigned lane = 0; lane < GISA_LANES; lane++)
#define ALWAYS_ static inline __attribute__((always_inline))

/* The loop is there twice: with all lanes active there is nothing to be kept. */
#define INTEGERS_BODY(n)                                                                                     \
    ALWAYS_ void loop_##n(UNUSED_ gisa_wave *W, UNUSED_ const gisa_op *O, UNUSED_ const gisa_rows *R,        \
                          UNUSED_ const bool full)
#define INTEGERS_ROWS                                                                                        \
    ROWS_                                                                                                    \
    UNUSED_ const u32 *const row_odd = NULL;
#define INTEGERS_LANES _Pragma("omp simd") ALL_LANES_
#define INTEGERS_START                                                                                       \
    UNUSED_ u32 odd = 0;                                                                                     \
    UNUSED_ u64 odd64 = 0;                                                                                   \
    UNUSED_ const bool flush = false;
#define INTEGERS_MASK UNUSED_ const u32 mask_ = full ? ~0u : row_mask[lane];
#define INTEGERS_END
#define INTEGERS_DONE(n)                                                                                     \
    static void wide_##n(gisa_wave *W, const gisa_op *O, const gisa_rows *R) {                               \
        if (R->full)                                                                                         \
            loop_##n(W, O, R, true);                                                                         \
        else                                                                                                 \
            loop_##n(W, O, R, false);                                                                        \
    }

/* Lanes in which the host's arithmetic may not be the hardware's are `odd`, or `odd64` where that is seen of an f64: they are left as they are, and done exactly
 * afterwards. With all lanes active the results wait until it is known that none is: mostly that is so. All this is there twice, with and
 * without the tests for denormals of the types that `flushes` is about. */
ALWAYS_ void put_rows(u32 *to, const u32 *from, const unsigned rows) {
    _Pragma("omp simd") for (unsigned i = 0; i < rows * GISA_LANES; i++) to[i] = from[i];
}
#define FLOATS_BODY(n)                                                                                       \
    ALWAYS_ u32 pass_##n(UNUSED_ gisa_wave *W, UNUSED_ const gisa_op *O, const gisa_rows *R,                 \
                         UNUSED_ const bool flush, const bool full, UNUSED_ u32 *const to_D,                 \
                         UNUSED_ u32 *const to_D1, UNUSED_ u32 *const to_NEW_EXEC)
#define FLOATS_ROWS                                                                                          \
    SOURCES_                                                                                                 \
    UNUSED_ u32 *const row_odd = W->odd;                                                                     \
    u32 any = 0;                                                                                             \
    u64 any64 = 0;
#define FLOATS_LANES _Pragma("omp simd reduction(|:any, any64)") ALL_LANES_
#define FLOATS_START                                                                                         \
    u32 odd = 0;                                                                                             \
    u64 odd64 = 0;
#define FLOATS_MASK                                                                                          \
    if (!full)                                                                                               \
        row_odd[lane] = odd = (odd | (u32)odd64) & row_mask[lane];                                           \
    else                                                                                                     \
        any64 |= odd64;                                                                                      \
    any |= odd;                                                                                              \
    UNUSED_ const u32 mask_ = full ? ~0u : row_mask[lane] & ~odd;
#define FLOATS_END return any | (any64 != 0);
#define FLOATS_DONE(n, flushes, d_rows, d1_rows, exec_rows)                                                  \
    ALWAYS_ void passes_##n(gisa_wave *W, const gisa_op *O, const gisa_rows *R, const bool flush) {          \
        if (R->full) {                                                                                       \
            _Alignas(64) u32 kept[(d_rows + d1_rows + exec_rows) * GISA_LANES];                              \
            u32 *const d1 = kept + d_rows * GISA_LANES, *const exec = d1 + d1_rows * GISA_LANES;             \
            if (!pass_##n(W, O, R, flush, true, kept, d1, exec)) {                                           \
                put_rows(R->d, kept, d_rows);                                                                \
                put_rows(R->d1, d1, d1_rows);                                                                \
                put_rows(R->new_exec, exec, exec_rows);                                                      \
                return;                                                                                      \
            }                                                                                                \
        }                                                                                                    \
        if (pass_##n(W, O, R, flush, false, R->d, R->d1, R->new_exec))                                       \
            gisa_redo(W, O, R);                                                                              \
    }                                                                                                        \
    static void wide_##n(gisa_wave *W, const gisa_op *O, const gisa_rows *R) {                               \
        if (flushes)                                                                                         \
            passes_##n(W, O, R, true);                                                                       \
        else                                                                                                 \
            passes_##n(W, O, R, false);                                                                      \
    }

/* The engine runs instructions that saturate exactly. */
#define fit_u16(x) ((u16)(x))
#define fit_i16(x) ((i16)(x))
#define fit_u32(x) ((u32)(x))
#define fit_i32(x) ((i32)(x))
#define fit_u64(x) ((u64)(x))
#define fit_i64(x) ((i64)(x))

#else

#include "emu/floats_exact.h"

#define INTEGERS_BODY(n)                                                                                     \
    static void exact_##n(UNUSED_ gisa_wave *W, UNUSED_ const gisa_op *O, UNUSED_ const gisa_rows *R,        \
                          unsigned lane)
#define WIDE_PACK(name)
#define WIDE_IN_64(name, i)                                                                                  \
    UNUSED_ gisa_v64 name = {.u64 = row_##name[lane] | (u64)row_##name[GISA_LANES + lane] << 32};
#define WIDE_OUT_64(name, i)                                                                                 \
    PUT_(to_##name[lane], row_##name[lane], (u32)name.u64)                                                   \
    PUT_(to_##name[GISA_LANES + lane], row_##name[GISA_LANES + lane], (u32)(name.u64 >> 32))
#define WIDE_UNPACK(name)
#define INTEGERS_ROWS ROWS_
#define INTEGERS_LANES
#define INTEGERS_START
#define INTEGERS_MASK UNUSED_ const u32 mask_ = row_mask[lane];
#define INTEGERS_END
#define INTEGERS_DONE(n)
#define FLOATS_BODY(n) INTEGERS_BODY(n)
#define FLOATS_ROWS ROWS_
#define FLOATS_LANES
#define FLOATS_START
#define FLOATS_MASK INTEGERS_MASK
#define FLOATS_END
#define FLOATS_DONE(n, flushes, d_rows, d1_rows, exec_rows)
#define EXACT_ENTRY(n) .exact = exact_##n

#define FIT_(type, low, high) (!O->saturate ? (type)x : x < (low) ? (low) : x > (high) ? (high) : (type)x)
static UNUSED_ inline u16 fit_u16_(const gisa_op *O, i64 x) {
    return FIT_(u16, 0, UINT16_MAX);
}
static UNUSED_ inline i16 fit_i16_(const gisa_op *O, i64 x) {
    return FIT_(i16, INT16_MIN, INT16_MAX);
}
static UNUSED_ inline u32 fit_u32_(const gisa_op *O, i64 x) {
    return FIT_(u32, 0, UINT32_MAX);
}
static UNUSED_ inline i32 fit_i32_(const gisa_op *O, i64 x) {
    return FIT_(i32, INT32_MIN, INT32_MAX);
}
static UNUSED_ inline u64 fit_u64_(const gisa_op *O, i128 x) {
    return FIT_(u64, 0, UINT64_MAX);
}
static UNUSED_ inline i64 fit_i64_(const gisa_op *O, i128 x) {
    return FIT_(i64, INT64_MIN, INT64_MAX);
}
#define fit_u16(x) fit_u16_(O, (x))
#define fit_i16(x) fit_i16_(O, (x))
#define fit_u32(x) fit_u32_(O, (x))
#define fit_i32(x) fit_i32_(O, (x))
#define fit_u64(x) fit_u64_(O, (x))
#define fit_i64(x) fit_i64_(O, (x))

#endif

#elif defined BODIES_NEAR

#include "emu/near.h"

#elif !defined BODIES_LANES

/* ---- Bodies that go through memory, lane by lane ----------------------------------------- */

#define MEMORY_ENTRY(n) .memory = memory_##n

#define MEMORY_BODY(n)                                                                                       \
    static inline __attribute__((always_inline)) void element_##n(                                           \
        UNUSED_ gisa_wave *W, UNUSED_ const gisa_op *O, UNUSED_ const gisa_rows *R, UNUSED_ gisa_lane *E,    \
        UNUSED_ const unsigned lane)
#define MEMORY_DONE(n)                                                                                       \
    static void memory_##n(gisa_wave *W, const gisa_op *O, const gisa_rows *R) {                             \
        gisa_lane *E = &W->lane[0];                                                                          \
        for (u64 left = EXEC; left && !W->fault.kind; left &= left - 1) {                                    \
            const unsigned lane = (unsigned)__builtin_ctzll(left);                                           \
            gisa_address_lane(W, O, E, lane);                                                                \
            element_##n(W, O, R, E, lane);                                                                   \
            if (W->next_copy)                                                                                \
                gisa_copies_back(W);                                                                         \
        }                                                                                                    \
        E->number = 0;                                                                                       \
    }

/* Sources, and the old value of D. What it becomes goes to a row that stands for it until all lanes are done. */
#define FROM_S0 (R->s[0])
#define FROM_S1 (R->s[1])
#define FROM_S2 (R->s[2])
#define FROM_S3 (R->s[3])
#define FROM_D (R->d)
#define LANE_IN_16(name, i) LANE_IN_32(name, i)
#define LANE_IN_32(name, i)                                                                                  \
    UNUSED_ gisa_reg name;                                                                                   \
    name.q[0] = FROM_##name[lane];
#define LANE_IN_64(name, i)                                                                                  \
    UNUSED_ gisa_reg name;                                                                                   \
    name.q[0] = FROM_##name[lane] | (u64)FROM_##name[GISA_LANES + lane] << 32;
/* Three dwords or four. */
#define LANE_IN_128(name, i)                                                                                 \
    UNUSED_ gisa_reg name;                                                                                   \
    for (unsigned k_ = 0; k_ < ((i) < GISA_SOURCES ? O->source[(i) % GISA_SOURCES].count : O->result.count); \
         k_++)                                                                                               \
        name.w[k_] = FROM_##name[k_ * GISA_LANES + lane];
#define LANE_OUT_16(name, i) LANE_OUT_32(name, i)
#define LANE_OUT_32(name, i) R->d[lane] = name.w[0];
#define LANE_OUT_64(name, i)                                                                                 \
    R->d[lane] = name.w[0];                                                                                  \
    R->d[GISA_LANES + lane] = name.w[1];
#define LANE_OUT_128(name, i)                                                                                \
    for (unsigned k_ = 0; k_ < O->result.count; k_++)                                                        \
        R->d[k_ * GISA_LANES + lane] = name.w[k_];

#undef WAIT
#define WAIT                                                                                                 \
    do {                                                                                                     \
        W->waiting = true;                                                                                   \
        return;                                                                                              \
    } while (0)

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

#define LDS(type, address) (((at_##type *)gisa_lds_near(W, (address), sizeof(type)))->v)
#define GDS(type, address) (((at_##type *)gisa_gds_at(W, (address), sizeof(type), false))->v)
#define MEM(type, address) (((at_##type *)gisa_mem_near(W, E, (address), sizeof(type), false))->v)
#define FLAT(type, address) (((at_##type *)gisa_flat_near(W, E, (address), sizeof(type)))->v)
#define SCRATCH(type, address) (((at_##type *)gisa_scratch_at(W, E, (address), sizeof(type)))->v)

/* Scalar memory: an element i dwords behind an address, whose two low bits do not count. */
#define SOFFSET ADDR
#define SBASE (E->op_SBASE)
#define GLC (W->op->glc)
#define SMEM(type, address, i) MEM(type, ((u64)(address) & ~(u64)3) + 4 * (u64)(i))
#define SBUFFER(type, offset, i)                                                                             \
    (((at_##type *)gisa_sbuffer_at(W, E, (u64)(offset) + 4 * (u64)(i), sizeof(type), false))->v)

/* Clocks count how often they are read, unless the host has others. */
#define CLOCK_(which) gisa_clock(W, which)
#define TIME CLOCK_(0)
#define REALTIME CLOCK_(1)

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
/* The waves of a group take turns on one thread, so that nobody comes between. */
#define ATOMIC_LDS(type, address, value)                                                                     \
    __extension__({                                                                                          \
        void *const at_ = gisa_lds_atomic(W, (address), sizeof(type));                                       \
        type old, new_;                                                                                      \
        memcpy(&old, at_, sizeof old);                                                                       \
        new_ = (type)(value);                                                                                \
        memcpy(at_, &new_, sizeof new_);                                                                     \
        old;                                                                                                 \
    })
#define ATOMIC_GDS(type, address, value) ATOMIC_(type, gisa_gds_at(W, (address), sizeof(type), true), value)
#define ATOMIC_MEM(type, address, value)                                                                     \
    ATOMIC_(type, gisa_mem_near(W, E, (address), sizeof(type), true), value)
#define ATOMIC_FLAT(type, address, value)                                                                    \
    ATOMIC_(type, gisa_flat_at(W, E, (address), sizeof(type), true), value)

#define ATOMIC_SMEM(type, address, value) ATOMIC_MEM(type, (u64)(address) & ~(u64)3, value)
#define ATOMIC_SBUFFER(type, offset, value)                                                                  \
    ATOMIC_(type, gisa_sbuffer_at(W, E, (offset), sizeof(type), true), value)

/* ---- Buffers ---------------------------------------------------------------------------- */

#define BUFFER(type, dword) (((at_##type *)gisa_buffer_at(W, E, (dword), sizeof(type), false))->v)
#define ATOMIC_BUFFER(type, value) ATOMIC_(type, gisa_buffer_at(W, E, 0, sizeof(type), true), value)

/* Four components, of which `type` has the first ones. */
#define LOAD_FORMAT(type)                                                                                    \
    __extension__({                                                                                          \
        union {                                                                                              \
            gisa_b128 all;                                                                                   \
            type some;                                                                                       \
        } components_ = {gisa_load_format(W, E)};                                                            \
        components_.some;                                                                                    \
    })
#define STORE_FORMAT(type, value)                                                                            \
    do {                                                                                                     \
        union {                                                                                              \
            gisa_b128 all;                                                                                   \
            type some;                                                                                       \
        } components_ = {{{0}}};                                                                             \
        components_.some = (value);                                                                          \
        gisa_store_format(W, E, components_.all);                                                            \
    } while (0)
#define LOAD_FORMAT_D16 gisa_load_format_d16(W, E)
#define STORE_FORMAT_D16(value) gisa_store_format_d16(W, E, (value))

/* Waves of other work-groups run on other threads. */
#define FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* ---- Waiting for other waves ------------------------------------------------------------ */

#define GWS (W->device->sync->gws[((M0 >> 16) + OFFSET) & 63])
#define TURN (W->device->turn)

#else

/* ---- Bodies that work on lanes ---------------------------------------------------------- */

#define LANES_ENTRY(n) .lanes = body_##n

/* Runs for each active lane. */
#define LANE_BODY(n)                                                                                         \
    static void lane_##n(gisa_wave *W, gisa_lane *E);                                                        \
    static void body_##n(gisa_wave *W) {                                                                     \
        gisa_each_lane(W, lane_##n);                                                                         \
    }                                                                                                        \
    static void lane_##n(UNUSED_ gisa_wave *W, UNUSED_ gisa_lane *E)

/* Runs once: scalar memory instructions, and those with the flag !wave. */
#define WAVE_BODY(n)                                                                                         \
    static void wave_##n(gisa_wave *W, gisa_lane *E);                                                        \
    static void body_##n(gisa_wave *W) {                                                                     \
        wave_##n(W, &W->lane[0]);                                                                            \
    }                                                                                                        \
    static void wave_##n(UNUSED_ gisa_wave *W, UNUSED_ gisa_lane *E)

/* ---- Operands and registers ------------------------------------------------------------- */

#define D (E->op_D)
#define D1 (E->op_D1)
#define S0 (E->op_S0)
#define S1 (E->op_S1)
#define S2 (E->op_S2)
#define S3 (E->op_S3)

#define PC (W->pc)

#define VGPR(number) (*gisa_vgpr(W, E, (number)))
#define VINDEX(operand) VINDEX_##operand
#define VINDEX_D (W->writes_d = false, W->index_D)
#define VINDEX_S0 (W->index_S0)

/* ---- Lanes ------------------------------------------------------------------------------ */

#undef LANE_ID
#define LANE_ID (E->number)
#define ACTIVE(number) (EXEC >> ((number)&63) & 1)
#define LANE(operand, number) (W->lane[(number)&63].op_##operand)
#define FIRST_LANE gisa_first_lane(W)
#define for_each_active_lane for (E = gisa_next_lane(W, NULL); E; E = gisa_next_lane(W, E))

#endif
