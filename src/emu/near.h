/* SPDX-License-Identifier: MIT */
/*
 * The words of bodies that read or write elements of memory, for all lanes at once. Such a body is compiled several times: to look
 * where the elements of all active lanes are, without touching them; and, if that is in LDS or in the region of memory where the
 * wave has found something before, to read or write them without another look. Lanes whose addresses are in step
 * (consecutive elements, or all the same) are done as whole rows.
 */
#ifndef GISA_EMU_NEAR_H
#define GISA_EMU_NEAR_H

#include "body.h"

/* Where elements may be. */
typedef struct near_view {
    uint8_t *lds;
    u32 lds_size;
    u32 unaligned;   /* bits that are cleared where an element lies at multiples of its size */
    u64 start, size; /* of the region */
    u64 offset;      /* of the instruction */
} near_view;

/* What a body asks for; constants when it has been inlined. */
typedef struct near_shape {
    unsigned elements, bytes; /* how many, of how many bytes (the last one) */
    bool in_lds;
} near_shape;

/* A body ASKS, once; it LOOKS, and `outside` becomes true where an element is not there, and `moved` where it is not at the address as
 * the body has it; or it GOES, or GOES_ON where nothing is moved. When it does not go it works on `sink`, which compilers
 * see that nobody reads. */
enum near_pass { ASKS, LOOKS, GOES, GOES_ON };

#define NEAR_WORD_ static inline __attribute__((always_inline, unused))

NEAR_WORD_ void *near_lds(const near_view *v, enum near_pass pass, near_shape *shape, u32 *outside,
                          u32 *moved, b512 *sink, u64 address, u32 size) {
    u32 at = (u32)address & ~(v->unaligned & (size == 12 ? 15 : size - 1));
    if (pass == GOES_ON)
        return v->lds + address;
    if (pass == GOES)
        return v->lds + (i32)at;
    if (pass == ASKS) {
        *shape = (near_shape){shape->elements + 1, size, true};
        *outside |= v->lds_size < size;
    } else { /* `at` is below 2^31: see NEAR_LOW_ */
        *outside |= (u32)((i32)(v->lds_size - size - at) >> 31);
        *moved |= at != (u32)address;
    }
    return sink;
}

NEAR_WORD_ void *near_memory(const near_view *v, enum near_pass pass, near_shape *shape, u32 *outside,
                             u32 *moved, b512 *sink, u64 address, u32 size) {
    (void)moved;
    if (pass >= GOES)
        return (void *)(uintptr_t)address;
    if (pass == ASKS)
        *shape = (near_shape){shape->elements + 1, size, false};
    else
        *outside |= -(u32)((v->size < size) | (address - v->start > v->size - size));
    return sink;
}

#define LDS(type, address)                                                                                   \
    (((at_##type *)near_lds(V, pass_, shape_, outside_, moved_, &sink_, (address), sizeof(type)))->v)
#define MEM(type, address)                                                                                   \
    (((at_##type *)near_memory(V, pass_, shape_, outside_, moved_, &sink_, (address), sizeof(type)))->v)
#define FLAT(type, address) MEM(type, address)
#define ADDR (base_ + (__typeof__(base_))V->offset)
#define OFFSET0 ((u32)O->offset0)
#define OFFSET1 ((u32)O->offset1)

#define NEAR_NAME2_(family, level) gisa_##family##_near_##level
#define NEAR_NAME_(family, level) NEAR_NAME2_(family, level)
#define NEAR_TABLE(family) NEAR_NAME_(family, BODIES_WIDE)

#define NEAR_BODY(n, address)                                                                                \
    NEAR_WORD_ void element_##address##_##n(                                                                 \
        UNUSED_ const gisa_op *O, const gisa_rows *R, UNUSED_ const near_view *V,                            \
        const enum near_pass pass_, near_shape *shape_, u32 *outside_, u32 *moved_,                          \
        UNUSED_ const address base_, const unsigned lane, UNUSED_ const u32 mask_)
#define NEAR_START                                                                                           \
    ROWS_                                                                                                    \
    b512 sink_;                                                                                              \
    if (pass_ < GOES)                                                                                        \
        sink_ = (b512){{0}};

typedef union near_v128 {
    u32 w[4];
    u64 q[2];
    b96 b96;
    b128 b128;
} near_v128;

#define NEAR_IN_16(name, i) NEAR_IN_32(name, i)
#define NEAR_IN_32(name, i) UNUSED_ gisa_v32 name = {.u32 = row_##name[lane]};
#define NEAR_IN_64(name, i)                                                                                  \
    UNUSED_ gisa_v64 name = {.u64 = row_##name[lane] | (u64)row_##name[GISA_LANES + lane] << 32};
/* Three dwords or four; what is behind the third row is a row as well. */
#define NEAR_IN_128(name, i)                                                                                 \
    UNUSED_ near_v128 name = {{row_##name[lane], row_##name[GISA_LANES + lane],                              \
                               row_##name[2 * GISA_LANES + lane], row_##name[3 * GISA_LANES + lane]}};
/* Results that the body gives by dwords, or by qwords (QUADS). */
#define NEAR_OUT_16(name, i) NEAR_OUT_32(name, i)
#define NEAR_OUT_32(name, i)                                                                                 \
    if (pass_ >= GOES)                                                                                       \
    PUT_(to_##name[lane], row_##name[lane], name.w[0])
#define NEAR_OUT_64(name, i)                                                                                 \
    if (pass_ >= GOES) {                                                                                     \
        PUT_(to_##name[lane], row_##name[lane], name.w[0])                                                   \
        PUT_(to_##name[GISA_LANES + lane], row_##name[GISA_LANES + lane], name.w[1])                         \
    }
#define NEAR_OUT_128(name, i)                                                                                \
    if (pass_ >= GOES) {                                                                                     \
        PUT_(to_##name[lane], row_##name[lane], name.w[0])                                                   \
        PUT_(to_##name[GISA_LANES + lane], row_##name[GISA_LANES + lane], name.w[1])                         \
        PUT_(to_##name[2 * GISA_LANES + lane], row_##name[2 * GISA_LANES + lane], name.w[2])                 \
        if (O->result.count > 3)                                                                             \
            PUT_(to_##name[3 * GISA_LANES + lane], row_##name[3 * GISA_LANES + lane], name.w[3])             \
    }
#define NEAR_OUT_QUADS_64(name, i)                                                                           \
    if (pass_ >= GOES) {                                                                                     \
        PUT_(to_##name[lane], row_##name[lane], (u32)name.u64)                                               \
        PUT_(to_##name[GISA_LANES + lane], row_##name[GISA_LANES + lane], (u32)(name.u64 >> 32))             \
    }
#define NEAR_OUT_QUADS_128(name, i)                                                                          \
    if (pass_ >= GOES) {                                                                                     \
        PUT_(to_##name[lane], row_##name[lane], (u32)name.q[0])                                              \
        PUT_(to_##name[GISA_LANES + lane], row_##name[GISA_LANES + lane], (u32)(name.q[0] >> 32))            \
        PUT_(to_##name[2 * GISA_LANES + lane], row_##name[2 * GISA_LANES + lane], (u32)name.q[1])            \
        PUT_(to_##name[3 * GISA_LANES + lane], row_##name[3 * GISA_LANES + lane], (u32)(name.q[1] >> 32))    \
    }

static const gisa_row near_zeros;

/* Addresses in LDS are 32 bits wide, and below 2^30 or left to others (the body is there for them, and once more with 64 bits, where
 * compilers see that elements lie behind each other); in memory they are the sum of two rows and what is the same for all. */
#define NEAR_LOW_(base) (sizeof(base) == 4 ? (u32)((i32)(base | base << 1) >> 31) : 0)
#define NEAR_AT_u32(lane) low[lane]
#define NEAR_AT_u64(lane) (sum + (low[lane] | (u64)high[lane] << 32))
#define NEAR_BASES_u32
#define NEAR_BASES_u64                                                                                       \
    u64 bases[GISA_LANES];                                                                                   \
    pack_rows(bases, low, high);
#define NEAR_BASE_u32(lane) low[lane]
#define NEAR_BASE_u64(lane) (sum + bases[lane])

/* `loads`: the body has a result. What it stores must stay in order where two lanes may write to the same place. */
#define NEAR_DONE(n, address, loads)                                                                         \
    static bool near_##n(gisa_wave *W, const gisa_op *O, const gisa_rows *R) {                               \
        const u32 *const low = W->address_row[0] ? W->address_row[0] : near_zeros;                           \
        const u32 *const high = W->address_row[1] ? W->address_row[1] : near_zeros, *const mask = R->mask;   \
        const u64 sum = W->address_sum, exec = EXEC, all = ~(u64)0;                                          \
        const unsigned one = exec ? (unsigned)__builtin_ctzll(exec) : 0;                                     \
        const address first = NEAR_AT_##address(one);                                                        \
        near_shape shape = {0};                                                                              \
        near_view view = {W->group->lds, (u32)W->lds_near, W->lds_aligned ? ~0u : 0,                         \
                          W->near.start, W->near.size,     (u64)O->offset};                                  \
        u32 outside = 0, moved = 0, apart = 0,                                                               \
            bend = 0; /* not all the same; not one element behind the other */                               \
        if (!exec)                                                                                           \
            return true;                                                                                     \
        element_##address##_##n(O, R, &view, ASKS, &shape, &outside, &outside, first, 0, 0);                 \
        if (shape.in_lds) {                                                                                  \
            if (sum || W->address_row[1] || outside)                                                         \
                return false;                                                                                \
        } else if (first + view.offset - view.start >= view.size) {                                          \
            if (!gisa_go_near(W, first + view.offset, &W->near))                                             \
                return false;                                                                                \
            view.start = W->near.start;                                                                      \
            view.size = W->near.size;                                                                        \
        }                                                                                                    \
        if (exec == all) {                                                                                   \
            const u32 low_first = low[0], high_first = high[0];                                              \
            _Pragma("omp simd reduction(|:apart, bend)") ALL_LANES_ {                                        \
                const u32 other = shape.in_lds ? 0 : high[lane] ^ high_first;                                \
                apart |= (low[lane] - low_first) | other;                                                    \
                bend |= (low[lane] - (low_first + lane * shape.bytes)) | other;                              \
            }                                                                                                \
            bend |= low_first > UINT32_MAX - GISA_LANES * shape.bytes;                                       \
        }                                                                                                    \
        if (exec == all && (!bend || !apart) && !(shape.bytes & (shape.bytes - 1))) {                        \
            const address last = NEAR_AT_##address(GISA_LANES - 1);                                          \
            /* the others are between these */                                                               \
            outside |= NEAR_LOW_(first) | NEAR_LOW_(last);                                                   \
            element_##address##_##n(O, R, &view, LOOKS, NULL, &outside, &moved, first, 0, 0);                \
            element_##address##_##n(O, R, &view, LOOKS, NULL, &outside, &moved, last, GISA_LANES - 1, 0);    \
            if (outside)                                                                                     \
                return false;                                                                                \
            if (!bend && !moved && ((loads) || shape.elements == 1)) {                                       \
                _Pragma("omp simd") ALL_LANES_ element_u64_##n(O, R, &view, GOES_ON, NULL, NULL, NULL,       \
                                                               first + lane * (u64)shape.bytes, lane, ~0u);  \
                return true;                                                                                 \
            }                                                                                                \
            if (!apart && !moved && (loads)) {                                                               \
                _Pragma("omp simd")                                                                          \
                    ALL_LANES_ element_u64_##n(O, R, &view, GOES_ON, NULL, NULL, NULL, first, lane, ~0u);    \
                return true;                                                                                 \
            }                                                                                                \
        }                                                                                                    \
        NEAR_BASES_##address _Pragma("omp simd reduction(|:outside)") ALL_LANES_ {                           \
            const address base = NEAR_BASE_##address(lane);                                                  \
            u32 out = NEAR_LOW_(base), off = 0;                                                              \
            element_##address##_##n(O, R, &view, LOOKS, NULL, &out, &off, base, lane, 0);                    \
            outside |= out & mask[lane];                                                                     \
        }                                                                                                    \
        if (outside)                                                                                         \
            return false;                                                                                    \
        if (!(loads))                                                                                        \
            for (u64 left = exec; left; left &= left - 1) {                                                  \
                const unsigned lane = (unsigned)__builtin_ctzll(left);                                       \
                element_##address##_##n(O, R, &view, GOES, NULL, NULL, NULL, NEAR_BASE_##address(lane),      \
                                        lane, ~0u);                                                          \
            }                                                                                                \
        else if (exec != all) /* the others read what the first one reads */                                 \
            _Pragma("omp simd") ALL_LANES_ element_##address##_##n(                                          \
                O, R, &view, GOES, NULL, NULL, NULL, mask[lane] ? NEAR_BASE_##address(lane) : first, lane,   \
                mask[lane]);                                                                                 \
        else                                                                                                 \
            _Pragma("omp simd") ALL_LANES_ element_##address##_##n(O, R, &view, GOES, NULL, NULL, NULL,      \
                                                                   NEAR_BASE_##address(lane), lane, ~0u);    \
        return true;                                                                                         \
    }

/* ---- Scalar loads ------------------------------------------------------------------------ */

/* A body that loads once for the wave and does nothing else. D goes to the scalar registers behind each other that R->d shows. */
#define LOAD_BODY(n) static bool near_##n(gisa_wave *W, const gisa_op *O, const gisa_rows *R)
#define LOAD_START                                                                                           \
    bool outside_ = false;                                                                                   \
    gisa_reg SBASE, D = {{0}};                                                                               \
    memcpy(&SBASE, R->s[0], sizeof(b128));
#define LOAD_END                                                                                             \
    if (!outside_)                                                                                           \
        for (u32 k_ = 0; k_ < O->result.count; k_++)                                                         \
            R->d[k_] = D.w[k_];                                                                              \
    return !outside_;
#define SOFFSET (W->address_sum + (u64)O->offset)
#define SMEM(type, address, i)                                                                               \
    (((const at_##type *)near_scalar(W, ((u64)(address) & ~(u64)3) + 4 * (u64)(i), sizeof(type), &outside_)) \
         ->v)

NEAR_WORD_ const void *near_scalar(gisa_wave *w, u64 address, u32 size, bool *outside) {
    if (gisa_is_near(&w->near_scalar, address, size) ||
        (gisa_go_near(w, address, &w->near_scalar) && gisa_is_near(&w->near_scalar, address, size)))
        return (const void *)(uintptr_t)address;
    *outside = true;
    return near_zeros;
}

#endif
