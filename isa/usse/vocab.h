/* SPDX-License-Identifier: MIT */
/*
 * The words that the bodies of this family may use, as isa/README.md describes them.
 *
 * isagen writes a file that includes this one: with BODIES_WIDE defined (once for each level of the host) it has the bodies that compute,
 * each a loop over the instances of a batch, otherwise those that are done once for a batch. C is what such a loop is given; W is the
 * batch, H the instruction. The words are macros, so this file is for the bodies alone.
 */
#include "shade/body.h"

typedef uint8_t u8;
typedef int8_t i8;
typedef uint16_t u16;
typedef int16_t i16;
typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;
typedef float f32;
typedef double f64;

#define UNUSED_ __attribute__((unused))
#define MODEL(name, option) model_##name##_##option

#ifdef BODIES_WIDE

#include "shade/floats.h"

#define fma shade_fma
#define fma_to_D(x, y, z) shade_fma_to(C->narrow, x, y, z)
#define floor shade_floor
#define rsq shade_rsq
#define exp2 shade_exp2
#define log2 shade_log2

#define JOIN2_(a, b) a##b
#define JOIN_(a, b) JOIN2_(a, b)
#define WIDE_TABLE(name) JOIN_(gisa_##name##_wide_, BODIES_WIDE)

extern gisa_shade_wide *const JOIN_(gisa_usse_wide_, BODIES_WIDE)[];

/* ---- The frame: rows in, a loop over the instances, a row out ---- */

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

static inline f32 as_f32(u32 bits) {
    return ((channel){.u32 = bits}).f32;
}

#define WIDE_BODY(n) static void wide_##n(const gisa_shade_call *C)
#define CHOICE(name, option)                                                                                 \
    const bool model_##name##_##option = C->model[MODEL_##name] == OPTION_##name##_##option;
#define CHANNEL_ROWS(name, k) const u32 *const name##_row = C->from[k][C->channel];
#define WHOLE_ROWS(name, k) const u32 *const *const name##_rows = C->from[k];
#define WIDE_LANES                                                                                           \
    u32 *restrict const to = C->to;                                                                          \
    _Pragma("omp simd") for (unsigned lane = 0; lane < SHADE_LANES; lane++)
#define CHANNEL_IN(name) const channel name = {.u32 = name##_row[lane]};
#define WHOLE_IN(name)                                                                                       \
    const channels name = {as_f32(name##_rows[0][lane]), as_f32(name##_rows[1][lane]),                       \
                           as_f32(name##_rows[2][lane]), as_f32(name##_rows[3][lane])};                      \
    (void)name;
#define WIDE_RESULT channel D = {.u32 = 0};
#define WIDE_OLD channel D = {.u32 = to[lane]};
#define WIDE_OUT to[lane] = D.u32;

/* ---- Words ---- */

/* The same channel in the instances of a quad, by their number in it. */
#define QUAD0(name) ((channel){.u32 = name##_row[lane & ~3u]})
#define QUAD1(name) ((channel){.u32 = name##_row[(lane & ~3u) | 1]})
#define QUAD2(name) ((channel){.u32 = name##_row[(lane & ~3u) | 2]})

/* The result of arithmetic: hosts do not agree on which NaN that is. */
static UNUSED_ inline f32 settle(f32 x, bool negative) {
    const channel nan = {.u32 = negative ? 0xffc00000 : 0x7fc00000};
    return x == x ? x : nan.f32;
}

static UNUSED_ inline u32 zext(u32 x, u32 n) {
    return x & ((UINT32_C(1) << n) - 1);
}
static UNUSED_ inline i32 sext(u32 x, u32 n) {
    return (i32)(x << (32 - n)) >> (32 - n);
}
static UNUSED_ inline i64 limit(i64 x, i64 low, i64 high) {
    return x < low ? low : x > high ? high : x;
}

/* The second operand of bitwise operations: rotated left, then inverted. */
static UNUSED_ inline u32 rol_u32(u32 x, u32 n) {
    return x << (n & 31) | x >> (-n & 31);
}
static UNUSED_ inline u16 rol_u16(u32 x, u32 n) {
    return (u16)(x << (n & 15) | (x & 0xffff) >> (-n & 15));
}
static UNUSED_ inline u32 second_u32(u32 x, u32 turn, u32 invert) {
    return rol_u32(x, turn) ^ -invert;
}
static UNUSED_ inline u16 second_u16(u32 x, u32 turn, u32 invert) {
    return (u16)(rol_u16(x, turn) ^ -invert);
}
static UNUSED_ inline u32 shl_u32(u32 x, u32 n, bool modulo) {
    return n > 31 && !modulo ? 0 : x << (n & 31);
}
static UNUSED_ inline u16 shl_u16(u32 x, u32 n, bool modulo) {
    return (u16)(n > 15 && !modulo ? 0 : x << (n & 15));
}
static UNUSED_ inline u32 shr_u32(u32 x, u32 n, bool modulo) {
    return n > 31 && !modulo ? 0 : x >> (n & 31);
}
static UNUSED_ inline u16 shr_u16(u32 x, u32 n, bool modulo) {
    return (u16)(n > 15 && !modulo ? 0 : (x & 0xffff) >> (n & 15));
}
static UNUSED_ inline u32 asr_u32(u32 x, u32 n, bool modulo) {
    return (u32)((i32)x >> (n > 31 && !modulo ? 31 : n & 31));
}
static UNUSED_ inline u16 asr_u16(u32 x, u32 n, bool modulo) {
    return (u16)((i16)x >> (n > 15 && !modulo ? 15 : n & 15));
}

/* The low bits of a result as a type. */
#define to_u8(x) ((u8)(x))
#define to_i8(x) ((i8)(x))
#define to_u16(x) ((u16)(x))
#define to_i16(x) ((i16)(x))
#define to_u32(x) ((u32)(x))
#define to_i32(x) ((i32)(x))

/* Sums of products of bytes, which stand for numbers from 0 to 1: a product is in units of 1 / 255 squared. */
static UNUSED_ inline i32 sop_byte(u32 x, u32 i) {
    return (i32)(x >> 8 * i & 255);
}
static UNUSED_ inline i32 sop(u32 operation, i32 x, i32 y) {
    return operation == 0 ? x + y : operation == 1 ? x - y : operation == 2 ? (x < y ? x : y) : x > y ? x : y;
}
static UNUSED_ inline u8 fx8(i32 sum, bool down) {
    const i32 most = 255 * 255, x = sum < 0 ? 0 : sum > most ? most : sum;
    return (u8)((x + (down ? 0 : 127)) / 255);
}
static UNUSED_ inline i32 at_most(i32 x, i32 y) {
    return x < y ? x : y;
}
static UNUSED_ inline i32 complement(u32 is, i32 x) {
    return is ? 255 - x : x;
}
static UNUSED_ inline i32 sop2_factor(u32 select, u32 other, u32 one, u32 two, u32 i) {
    return complement(other, select == 1   ? sop_byte(one, i)
                             : select == 2 ? sop_byte(two, i)
                             : select == 3 ? sop_byte(one, 3)
                             : select == 4 ? sop_byte(two, 3)
                             : select == 5 ? at_most(sop_byte(one, 3), 255 - sop_byte(two, 3))
                                           : 0);
}
static UNUSED_ inline i32 sop2_alpha(u32 select, u32 other, u32 one, u32 two) {
    return complement(other, select == 1 ? sop_byte(one, 3) : select == 2 ? sop_byte(two, 3) : 0);
}
static UNUSED_ inline i32 sop3_factor(u32 select, u32 other, u32 zero, u32 one, u32 two, u32 i) {
    const u32 from = select < 4 ? one : select < 6 ? zero : two;
    return complement(other, select == 0   ? 0
                             : select == 1 ? at_most(sop_byte(one, 3), 255 - sop_byte(two, 3))
                                           : sop_byte(from, select & 1 ? 3 : i));
}
static UNUSED_ inline i32 sop3_alpha(u32 select, u32 other, u32 zero, u32 one, u32 two) {
    return complement(other, select ? sop_byte(select == 1 ? zero : select == 2 ? one : two, 3) : 0);
}

#else

#define ONCE_BODY(n)                                                                                         \
    static void once_##n(__attribute__((unused)) gisa_shade_batch *W,                                        \
                         __attribute__((unused)) const gisa_shade_half *H)
#define ONCE_CHOICE(name, option)                                                                            \
    const bool model_##name##_##option = W->draw->model[MODEL_##name] == OPTION_##name##_##option;

static inline i32 sext(u32 x, u32 n) {
    return (i32)(x << (32 - n)) >> (32 - n);
}

/* ---- Flow: instructions have numbers, from 0 ---- */

#define HERE (W->pc)
#define NEXT (W->pc + 1)
#define LINK W->link
#define GO(target) gisa_shade_go(W, (target))
#define PHASE ((void)0) /* where the program goes on behind an end */
#define DISCARD (W->live &= ~W->active)
#define DEPTH gisa_shade_depth(W, H)
#define STEPS(m0, v0, m1, v1, m2, v2, m3, v3)                                                                \
    gisa_shade_steps(W, (const u32[4]){m0, m1, m2, m3}, (const u32[4]){v0, v1, v2, v3})
#define BASES(v0, v1, v2, v3) gisa_shade_bases(W, (const u32[4]){v0, v1, v2, v3})

/* ---- Memory and textures ---- */

#define LOAD(type) gisa_shade_load_elements(W, H, sizeof(type))
#define STORE(type) gisa_shade_store_elements(W, H, sizeof(type))
#define CUBE 3
#define SAMPLE(dimensions, lod) gisa_shade_sample(W, H, dimensions, SHADE_LOD_##lod)

#endif
