/* SPDX-License-Identifier: MIT */
/*
 * Bodies that read or write elements of memory, for all lanes at once: how that is done, and their
 * words. The function that isagen writes of such a body does one lane, and is called several times:
 * to look where the elements of all active lanes are, without touching them; and, if that is in LDS
 * or in the region of memory where the wave has found something before, to read or write them
 * without another look. Lanes whose addresses are in step (consecutive elements, or all the same)
 * are done as whole rows.
 */
#ifndef GISA_EMU_NEAR_H
#define GISA_EMU_NEAR_H

#include "wide.h"

/* Where the functions for all lanes are called from. */
#ifndef ROWS_
#define ROWS_ extern
#endif

/* Where elements may be. */
typedef struct near_view {
    uint8_t *lds;
    u32 lds_size;
    u32 unaligned; /* bits that are cleared where an element of LDS or a buffer lies at multiples of its size */
    u64 start, size; /* of the region */
    u64 offset;      /* of the instruction */
    /* Of the buffer's format: bytes that are registers as they are, and those of an element. */
    u32 unchanged, texel;
    bool in_lds; /* addresses have 32 bits */
} near_view;

/* What a body asks for; constants when it has been inlined. */
typedef struct near_shape {
    unsigned elements, bytes; /* how many, of how many bytes (the last one) */
    bool in_lds, in_buffer;
} near_shape;

/* What it does: those that are ordered go from one lane to the next. */
enum near_kind { NEAR_LOADS, NEAR_STORES, NEAR_ORDERED };

/* A body ASKS, once; it LOOKS, and `outside` becomes true where an element is not there, and
 * `moved` where it is not at the address as the body has it; or it GOES, or GOES_ON where nothing
 * is moved. When it does not go it stores to `sink`, which nothing reads, as compilers see. */
enum near_pass { ASKS, LOOKS, GOES, GOES_ON };

/* One lane of a body, as isagen writes it. */
typedef void near_element(const gisa_op *O, const gisa_rows *R, const near_view *V, enum near_pass pass_,
                          near_shape *shape_, u32 *outside_, u32 *moved_, u64 base_, unsigned lane,
                          u32 mask_);

/* ---- Elements ---------------------------------------------------------------------------- */

ALWAYS_ void *near_lds(const near_view *v, enum near_pass pass, near_shape *shape, u32 *outside, u32 *moved,
                       b512 *sink, u64 address, u32 size, u32 unaligned) {
    u32 at = (u32)address & ~(unaligned & (size == 12 ? 15 : size - 1));
    if (pass == GOES_ON)
        return v->lds + address;
    if (pass == GOES)
        return v->lds + (i32)at;
    if (pass == ASKS) {
        *shape = (near_shape){shape->elements + 1, size, .in_lds = true};
        *outside |= v->lds_size < size;
    } else { /* `at` is below 2^31: see near_is_high */
        *outside |= (u32)((i32)(v->lds_size - size - at) >> 31);
        *moved |= at != (u32)address;
    }
    return sink;
}

ALWAYS_ void *near_memory(const near_view *v, enum near_pass pass, near_shape *shape, u32 *outside,
                          u32 *moved, b512 *sink, u64 address, u32 size) {
    (void)moved;
    if (pass >= GOES)
        return (void *)(uintptr_t)address;
    if (pass == ASKS)
        *shape = (near_shape){shape->elements + 1, size, .in_buffer = shape->in_buffer};
    else
        *outside |= -(u32)((v->size < size) | (address - v->start > v->size - size));
    return sink;
}

ALWAYS_ void *near_buffer(const near_view *v, enum near_pass pass, near_shape *shape, u32 *outside,
                          u32 *moved, b512 *sink, u64 address, u32 size) {
    const u64 at = address & ~(u64)(v->unaligned & (size < 4 ? size - 1 : 3));
    if (pass >= GOES)
        return (void *)(uintptr_t)(pass == GOES ? at : address);
    if (pass == ASKS) {
        *shape = (near_shape){1, shape->bytes + size, .in_buffer = true};
    } else {
        *outside |= -(u32)((v->size < size) | (address - v->start > v->size - size) |
                           (at - v->start > v->size - size));
        *moved |= at != address;
    }
    return sink;
}

ALWAYS_ void *near_format(const near_view *v, enum near_pass pass, near_shape *shape, u32 *outside,
                          u32 *moved, b512 *sink, u64 address, u32 size, bool stores) {
    if (pass == ASKS) {
        *outside |= v->unchanged < size || (stores && v->texel != size);
        shape->in_buffer = true;
    }
    return near_memory(v, pass, shape, outside, moved, sink, address, size);
}

/* 32 bits in LDS, but where compilers shall see that elements lie one after another. */
ALWAYS_ u64 near_address(const near_view *v, enum near_pass pass, u64 base) {
    return v->in_lds && pass != GOES_ON ? (u32)base + (u32)v->offset : base + v->offset;
}

#define LDS(type, address)                                                                                   \
    (((at_##type *)near_lds(V, pass_, shape_, outside_, moved_, &sink_, (address), sizeof(type),             \
                            V->unaligned))                                                                   \
         ->v)
/* No other wave of the group runs meanwhile. */
#define ATOMIC_LDS(type, address, value)                                                                     \
    __extension__({                                                                                          \
        at_##type *const at_ =                                                                               \
            near_lds(V, pass_, shape_, outside_, moved_, &sink_, (address), sizeof(type), ~0u);              \
        UNUSED_ const type old = at_->v;                                                                     \
        at_->v = (type)(value);                                                                              \
        old;                                                                                                 \
    })
#define MEM(type, address)                                                                                   \
    (((at_##type *)near_memory(V, pass_, shape_, outside_, moved_, &sink_, (address), sizeof(type)))->v)
#define FLAT(type, address) MEM(type, address)
/* Formats whose components are registers as they are, those that a store leaves out too. */
#define LOAD_FORMAT(type)                                                                                    \
    (((const at_##type *)near_format(V, pass_, shape_, outside_, moved_, &sink_, ADDR, sizeof(type), false)) \
         ->v)
#define STORE_FORMAT(type, x)                                                                                \
    (((at_##type *)near_format(V, pass_, shape_, outside_, moved_, &sink_, ADDR, sizeof(type), true))->v =   \
         (x))
/* Bases are such that ADDR is where the lane's first dword is (buffer_bases of a level); all dwords
   of a body are one element. */
#define BUFFER(type, i)                                                                                      \
    (((at_##type *)near_buffer(V, pass_, shape_, outside_, moved_, &sink_, ADDR + 4 * (u64)(i),              \
                               sizeof(type)))                                                                \
         ->v)
#define ADDR near_address(V, pass_, base_)

/* An operand of three dwords or four; what is after the third row is a row as well. */
typedef union near_v128 {
    u32 w[4];
    u64 q[2];
    b96 b96;
    b128 b128;
} near_v128;

static const gisa_row near_zeros;

/* ---- Addresses --------------------------------------------------------------------------- */

/* Those of all lanes, without the offset of the instruction. In LDS they have 32 bits, and are
 * below 2^30 or left to others; in memory they are the sum of two rows and what is the same for
 * all. */
typedef struct near_bases {
    const u32 *low, *high;
    u64 sum;
    bool in_lds;
} near_bases;

ALWAYS_ u64 near_base(const near_bases *b, unsigned lane) {
    return b->in_lds ? b->low[lane] : b->sum + (b->low[lane] | (u64)b->high[lane] << 32);
}

/* All bits, if an address in LDS is not below 2^30. */
ALWAYS_ u32 near_is_high(const near_bases *b, u64 base) {
    const u32 low = (u32)base;
    return b->in_lds ? (u32)((i32)(low | low << 1) >> 31) : 0;
}

/* How the addresses of some lanes differ. */
typedef struct near_steps {
    bool apart; /* false: they are all the same */
    bool bend;  /* false: each element lies after the one of the lane before */
} near_steps;

/* Some lanes in a row, and a half of them. */
enum { NEAR_PART = 16, NEAR_HALF = 8 };
typedef u32 near_half __attribute__((vector_size(4 * NEAR_HALF), may_alias));
typedef long long near_bits __attribute__((vector_size(4 * NEAR_HALF), may_alias));

ALWAYS_ bool near_any(const near_half *some) {
    const near_bits b = (near_bits)*some;
#ifdef __AVX__
    return !__builtin_ia32_ptestz256(b, b);
#else
    return b[0] | b[1] | b[2] | b[3];
#endif
}

/* Of the lanes from `from` on, `count` of them: whether their addresses are those of lane `some`,
   or each is `bytes` after the one before. `mask`: NULL = all are active. */
ALWAYS_ near_steps near_look_at_steps(const near_bases *b, const u32 *mask, unsigned from, unsigned count,
                                      unsigned some, u32 bytes) {
    const u32 low = b->low[some], high = b->in_lds ? 0 : b->high[some], first = low - (some - from) * bytes;
    const near_half numbers = {0, 1, 2, 3, 4, 5, 6, 7};
    near_half apart = {0}, bend = {0};
    for (unsigned i = from; i < from + count; i += NEAR_HALF) {
        const near_half at = *(const near_half *)(const void *)(b->low + i);
        near_half other = {0}, on = ~other;
        if (!b->in_lds)
            other = *(const near_half *)(const void *)(b->high + i) ^ high;
        if (mask)
            on = *(const near_half *)(const void *)(mask + i);
        apart |= ((at ^ low) | other) & on;
        bend |= ((at ^ (first + (numbers + (i - from)) * bytes)) | other) & on;
    }
    return (near_steps){near_any(&apart), near_any(&bend) || first > UINT32_MAX - count * bytes};
}

/* Lanes that are compared at a time. Vectors wider than the host has would go through memory. */
#ifdef __AVX512F__
enum { NEAR_WIDE = 16 };
#else
enum { NEAR_WIDE = 8 };
#endif
typedef u32 near_wide __attribute__((vector_size(4 * NEAR_WIDE), may_alias, aligned(4)));

static const u32 near_numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* False: the address of each lane, active or not, is `bytes` after that of the lane before. */
ALWAYS_ bool near_is_bent(const near_bases *b, u32 bytes) {
    const u32 first = b->low[0], high = b->in_lds ? 0 : b->high[0];
    const near_wide numbers = *(const near_wide *)(const void *)near_numbers;
    union {
        near_wide all;
        near_half halves[NEAR_WIDE / NEAR_HALF];
    } bend = {{0}};
    for (unsigned i = 0; i < GISA_LANES; i += NEAR_WIDE) {
        bend.all |= *(const near_wide *)(const void *)(b->low + i) ^ (first + (numbers + i) * bytes);
        if (!b->in_lds)
            bend.all |= *(const near_wide *)(const void *)(b->high + i) ^ high;
    }
    for (unsigned k = 1; k < NEAR_WIDE / NEAR_HALF; k++)
        bend.halves[0] |= bend.halves[k];
    return near_any(&bend.halves[0]) || first > UINT32_MAX - GISA_LANES * bytes;
}

/* ---- All lanes --------------------------------------------------------------------------- */

/* The view has the region in which `first` lies, or LDS; false: there is no such region. */
ALWAYS_ bool near_find_region(gcn_wave *W, near_view *view, const near_shape *shape, u64 first, u32 outside) {
    if (outside)
        return false;
    if (shape->in_lds)
        return !(W->address_sum || W->address_row[1]);
    if (first + view->offset - view->start >= view->size) {
        const gisa_span before = W->near_before;
        W->near_before = W->near;
        if (first + view->offset - before.start < before.size)
            W->near = before;
        else if (!element_go_near(W, first + view->offset, &W->near))
            return false;
        view->start = W->near.start;
        view->size = W->near.size;
    }
    return true;
}

/* The view becomes that part of the region in which elements of the buffer are in range. */
ALWAYS_ void near_clip(const gcn_wave *W, near_view *view, const near_shape *shape) {
    const gisa_span in_range = W->in_range;
    const u64 end = view->start + view->size, last = in_range.start + in_range.size + (shape->bytes - 1);
    view->start = view->start > in_range.start ? view->start : in_range.start;
    view->size = (end < last ? end : last) - view->start;
    if (view->size >> 63) /* nothing is in both */
        view->size = 0;
}

/* What became of lanes that were looked at. */
enum near_result { NEAR_OUTSIDE, NEAR_DONE, NEAR_OPEN };

/* Has what comes soon brought near, where rows of elements are read or written one after another:
 * to the second cache, as the first one is so small that much would be gone before its time. Rows
 * that leave out whole lines are left to come when they are needed. */
ALWAYS_ void near_expect(u64 first, u64 bytes) {
    enum { AHEAD = 4096, LINE = 64, SECOND_CACHE = 2 };
    if (bytes > GISA_LANES * LINE)
        return;
    for (u64 i = 0; i < bytes; i += LINE)
        __builtin_prefetch((const void *)(uintptr_t)(first + AHEAD + i), 0, SECOND_CACHE);
}

/* The distance from each lane's address to the next one's, a multiple of an element's size, so that
   one is moved if the first is; 0: there is none. */
ALWAYS_ u64 near_distance(const near_bases *bases, u32 bytes) {
    enum { MOST = 1 << 16 };
    const u32 distance = bases->low[1] - bases->low[0];
    const bool fits = distance < MOST && !(distance & (bytes - 1));
    return fits && !near_is_bent(bases, distance) ? distance : 0;
}

/* All lanes are active, and their addresses are the same or have a distance, so that the others are
 * between the first and the last one. What is stored must stay in order where two lanes may write
 * to the same place. */
ALWAYS_ enum near_result near_run_rows(const gisa_op *O, const gisa_rows *R, const near_view *view,
                                       const near_bases *bases, const near_shape *shape, u64 distance,
                                       const enum near_kind kind, near_element *element) {
    const u64 first = near_base(bases, 0), last = first + (GISA_LANES - 1) * distance;
    u32 outside = near_is_high(bases, first) | near_is_high(bases, last), moved = 0;
    element(O, R, view, LOOKS, NULL, &outside, &moved, first, 0, 0);
    element(O, R, view, LOOKS, NULL, &outside, &moved, last, GISA_LANES - 1, 0);
    if (outside)
        return NEAR_OUTSIDE;
    if (moved || (kind == NEAR_STORES && (!distance || shape->elements != 1)))
        return NEAR_OPEN;
    if (!bases->in_lds)
        near_expect(first + view->offset, GISA_LANES * distance);
    if (distance == shape->bytes) {
#pragma omp simd
        for (unsigned lane = 0; lane < GISA_LANES; lane++)
            element(O, R, view, GOES_ON, NULL, NULL, NULL, first + lane * (u64)shape->bytes, lane, ~0u);
    } else if (kind == NEAR_LOADS && distance == 2 * shape->bytes) { /* compilers know the number */
#pragma omp simd
        for (unsigned lane = 0; lane < GISA_LANES; lane++)
            element(O, R, view, GOES_ON, NULL, NULL, NULL, first + lane * (2 * (u64)shape->bytes), lane, ~0u);
    } else if (!distance) {
#pragma omp simd
        for (unsigned lane = 0; lane < GISA_LANES; lane++)
            element(O, R, view, GOES_ON, NULL, NULL, NULL, first, lane, ~0u);
    } else {
#pragma omp simd
        for (unsigned lane = 0; lane < GISA_LANES; lane++)
            element(O, R, view, GOES_ON, NULL, NULL, NULL, first + lane * distance, lane, ~0u);
    }
    return NEAR_DONE;
}

/* Some lanes in a row. */
typedef struct near_part {
    unsigned from, any; /* the first of them; one that is active */
    u32 active;
    near_steps steps; /* of those that are active */
    u64 first;        /* the address of the first one, if they are in step */
} near_part;

ALWAYS_ bool near_is_full(const near_part *p) {
    return p->active == (1u << NEAR_PART) - 1;
}

/* Its first lane, so that compilers see that numbers of lanes do not wrap. */
ALWAYS_ unsigned near_from(const near_part *p) {
    return p->from & (GISA_LANES - NEAR_PART);
}

/* Whether elements are there for all lanes of it that are in step, active or not. */
ALWAYS_ bool near_has_all(const gisa_op *O, const gisa_rows *R, const near_view *view,
                          const near_bases *bases, const near_shape *shape, const near_part *p,
                          near_element *element) {
    const u64 last = p->first + (NEAR_PART - 1) * (u64)shape->bytes;
    u32 outside = near_is_high(bases, p->first) | near_is_high(bases, last), moved = 0;
    element(O, R, view, LOOKS, NULL, &outside, &moved, p->first, p->from, 0);
    element(O, R, view, LOOKS, NULL, &outside, &moved, last, p->from + NEAR_PART - 1, 0);
    return !outside;
}

ALWAYS_ near_part near_look_at_part(const near_bases *bases, const near_shape *shape, const u32 *mask,
                                    unsigned from, u32 active) {
    near_part p = {.from = from, .any = from + (unsigned)__builtin_ctz(active), .active = active};
    p.first = near_base(bases, p.any) - (p.any - from) * (u64)shape->bytes;
    p.steps = near_look_at_steps(bases, mask, from, NEAR_PART, p.any, shape->bytes);
    return p;
}

ALWAYS_ void near_load_part(const gisa_op *O, const gisa_rows *R, const near_view *view,
                            const near_bases *bases, const near_shape *shape, const near_part *p,
                            near_element *element) {
    const unsigned from = near_from(p);
    const u32 *const mask = R->mask + from;
    const u64 some = near_base(bases, p->any);
    if (!p->steps.bend && (near_is_full(p) || near_has_all(O, R, view, bases, shape, p, element))) {
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            element(O, R, view, GOES_ON, NULL, NULL, NULL, p->first + i * (u64)shape->bytes, from + i,
                    mask[i]);
    } else if (!p->steps.apart) {
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            element(O, R, view, GOES, NULL, NULL, NULL, some, from + i, mask[i]);
    } else {
        u64 base[NEAR_PART]; /* the result may be in the same registers */
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            base[i] = some ^ ((near_base(bases, from + i) ^ some) & (u64)(i64)(i32)mask[i]);
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            element(O, R, view, GOES, NULL, NULL, NULL, base[i], from + i, mask[i]);
    }
}

ALWAYS_ void near_store_part(const gisa_op *O, const gisa_rows *R, const near_view *view,
                             const near_bases *bases, const near_shape *shape, const near_part *p,
                             near_element *element) {
    const unsigned from = near_from(p);
    const u32 *const mask = R->mask + from;
    if ((p->steps.bend || shape->elements != 1) && near_is_full(p))
        for (unsigned i = 0; i < NEAR_PART; i++)
            element(O, R, view, GOES, NULL, NULL, NULL, near_base(bases, from + i), from + i, ~0u);
    else if (p->steps.bend || shape->elements != 1)
        for (u32 left = p->active; left; left &= left - 1) {
            const unsigned lane = from + (unsigned)__builtin_ctz(left);
            element(O, R, view, GOES, NULL, NULL, NULL, near_base(bases, lane), lane, ~0u);
        }
    else if (near_is_full(p)) {
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            element(O, R, view, GOES_ON, NULL, NULL, NULL, p->first + i * (u64)shape->bytes, from + i, ~0u);
    } else {
#pragma omp simd
        for (unsigned i = 0; i < NEAR_PART; i++)
            if (mask[i])
                element(O, R, view, GOES_ON, NULL, NULL, NULL, p->first + i * (u64)shape->bytes, from + i,
                        ~0u);
    }
}

/* Whether the elements of all active lanes are there; `moved`: not where the addresses say. */
ALWAYS_ bool near_look_at_lanes(const gisa_op *O, const gisa_rows *R, const near_view *view,
                                const near_bases *bases, bool *moved, near_element *element) {
    const u32 *const mask = R->mask;
    u32 outside = 0, off_any = 0;
#pragma omp simd reduction(| : outside, off_any)
    for (unsigned lane = 0; lane < GISA_LANES; lane++) {
        const u64 base = near_base(bases, lane);
        u32 out = near_is_high(bases, base), off = 0;
        element(O, R, view, LOOKS, NULL, &out, &off, base, lane, 0);
        outside |= out & mask[lane];
        off_any |= off;
    }
    *moved = off_any;
    return !outside;
}

/* Some lanes are active: all load the same element. */
ALWAYS_ enum near_result near_load_same(const gisa_op *O, const gisa_rows *R, const near_view *view,
                                        const near_bases *bases, const near_shape *shape, const u64 exec,
                                        near_element *element) {
    const u32 *const mask = R->mask;
    const unsigned any = (unsigned)__builtin_ctzll(exec);
    const u64 first = near_base(bases, any);
    u32 outside = near_is_high(bases, first), moved = 0;
    if (near_look_at_steps(bases, mask, 0, GISA_LANES, any, shape->bytes).apart)
        return NEAR_OPEN;
    element(O, R, view, LOOKS, NULL, &outside, &moved, first, any, 0);
    if (outside)
        return NEAR_OUTSIDE;
#pragma omp simd
    for (unsigned lane = 0; lane < GISA_LANES; lane++)
        element(O, R, view, GOES, NULL, NULL, NULL, first, lane, mask[lane]);
    return NEAR_DONE;
}

/* One lane after another. */
ALWAYS_ void near_run_ordered(const gisa_op *O, const gisa_rows *R, const near_view *view,
                              const near_bases *bases, u64 exec, near_element *element) {
    for (; exec; exec &= exec - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(exec);
        element(O, R, view, GOES, NULL, NULL, NULL, near_base(bases, lane), lane, ~0u);
    }
}

/* Each active lane at an address of its own; false: some element is not there. */
ALWAYS_ bool near_run_lanes(const gisa_op *O, const gisa_rows *R, const near_view *view,
                            const near_bases *bases, const near_shape *shape, const u64 exec,
                            const enum near_kind kind, near_element *element) {
    bool moved;
    if (!near_look_at_lanes(O, R, view, bases, &moved, element))
        return false;
    if (kind == NEAR_ORDERED) {
        near_run_ordered(O, R, view, bases, exec, element);
        return true;
    }
    for (unsigned from = 0; from < GISA_LANES; from += NEAR_PART) {
        const u32 active = (u32)(exec >> from) & ((1u << NEAR_PART) - 1);
        near_part p;
        if (!active)
            continue;
        p = near_look_at_part(bases, shape, R->mask, from, active);
        if (moved)
            p.steps = (near_steps){true, true};
        if (kind == NEAR_LOADS)
            near_load_part(O, R, view, bases, shape, &p, element);
        else
            near_store_part(O, R, view, bases, shape, &p, element);
    }
    return true;
}

ALWAYS_ near_bases near_open_bases(const gcn_wave *W, const bool in_lds) {
    return (near_bases){W->address_row[0] ? W->address_row[0] : near_zeros,
                        W->address_row[1] ? W->address_row[1] : near_zeros, W->address_sum, in_lds};
}

ALWAYS_ near_view near_open_view(const gcn_wave *W, const gisa_op *O, const bool in_lds) {
    return (near_view){.lds = W->group->lds,
                       .lds_size = (u32)W->lds_near,
                       .unaligned = (in_lds ? W->lds_aligned : W->buffer.aligned) ? ~0u : 0,
                       .start = W->near.start,
                       .size = W->near.size,
                       .offset = (u64)O->offset,
                       .unchanged = W->unchanged,
                       .texel = W->texel,
                       .in_lds = in_lds};
}

/* Takes `bytes` off the end of the view; false: the view is shorter than that. */
ALWAYS_ bool near_shorten(near_view *view, u64 bytes) {
    if ((view->in_lds ? view->lds_size : view->size) < bytes)
        return false;
    view->lds_size -= view->in_lds ? (u32)bytes : 0;
    view->size -= view->in_lds ? 0 : bytes;
    return true;
}

/* Runs the most frequent case: all lanes are active, and their elements lie one after another where
 * the wave has found something before. False: it is another case, and nothing has been done. */
ALWAYS_ bool run_near_in_step(gcn_wave *W, const gisa_op *O, const gisa_rows *given, const bool in_lds,
                              const enum near_kind kind, near_element *element) {
    const gisa_rows rows = *given, *const R = &rows; /* which no store changes */
    const near_bases bases = near_open_bases(W, in_lds);
    near_view view = near_open_view(W, O, in_lds);
    near_shape shape = {0};
    const u64 first = near_base(&bases, 0);
    u32 outside = near_is_high(&bases, first), moved = 0;
    element(O, R, &view, ASKS, &shape, &outside, &moved, first, 0, 0);
    if (kind == NEAR_ORDERED || (shape.bytes & (shape.bytes - 1)) || shape.in_lds != in_lds ||
        (kind == NEAR_STORES && shape.elements != 1))
        return false;
    if (*wave_exec(W) != ~(u64)0 || (in_lds && (W->address_sum || W->address_row[1])))
        return false;
    if (shape.in_buffer)
        near_clip(W, &view, &shape);
    if (!near_shorten(&view, (GISA_LANES - 1) * (u64)shape.bytes))
        return false;
    element(O, R, &view, LOOKS, NULL, &outside, &moved, first, 0,
            0); /* of the shorter view: the last lane is in the whole one */
    if ((outside | moved) || bases.low[1] - bases.low[0] != shape.bytes || near_is_bent(&bases, shape.bytes))
        return false;
    if (!in_lds)
        near_expect(first + view.offset, GISA_LANES * (u64)shape.bytes);
#pragma omp simd
    for (unsigned lane = 0; lane < GISA_LANES; lane++)
        element(O, R, &view, GOES_ON, NULL, NULL, NULL, first + lane * (u64)shape.bytes, lane, ~0u);
    return true;
}

/* Runs every case. `in_lds`: all elements are in LDS. False: nothing has been done, as an element
   is not where the wave looks for it first. */
ALWAYS_ bool run_near(gcn_wave *W, const gisa_op *O, const gisa_rows *given, const bool in_lds,
                      const enum near_kind kind, near_element *element) {
    const gisa_rows rows = *given, *const R = &rows; /* which no store changes */
    const near_bases bases = near_open_bases(W, in_lds);
    const u64 exec = *wave_exec(W);
    const u64 first = near_base(&bases, exec ? (unsigned)__builtin_ctzll(exec) : 0);
    near_view view = near_open_view(W, O, in_lds);
    near_shape shape = {0};
    u32 outside = 0;
    if (!exec)
        return true;
    element(O, R, &view, ASKS, &shape, &outside, &outside, first, 0, 0);
    if (!near_find_region(W, &view, &shape, first, outside))
        return false;
    if (shape.in_buffer)
        near_clip(W, &view, &shape);
    if (exec != ~(u64)0 && kind == NEAR_LOADS) {
        const enum near_result result = near_load_same(O, R, &view, &bases, &shape, exec, element);
        if (result != NEAR_OPEN)
            return result == NEAR_DONE;
    }
    if (exec == ~(u64)0 && kind != NEAR_ORDERED && !(shape.bytes & (shape.bytes - 1))) {
        const u64 distance = near_distance(&bases, shape.bytes);
        const bool apart = distance || near_look_at_steps(&bases, NULL, 0, GISA_LANES, 0, shape.bytes).apart;
        enum near_result result = NEAR_OPEN;
        if (distance || !apart)
            result = near_run_rows(O, R, &view, &bases, &shape, distance, kind, element);
        if (result != NEAR_OPEN)
            return result == NEAR_DONE;
    }
    return near_run_lanes(O, R, &view, &bases, &shape, exec, kind, element);
}

/* ---- Scalar loads ------------------------------------------------------------------------ */

/* What a load of the wave reads: dwords one after another. */
typedef struct near_load {
    u64 offset;       /* that the instruction adds */
    u64 first, bytes; /* known after ASKS */
    bool apart;       /* they are not one after another */
} near_load;

#define SOFFSET load_->offset
#define SMEM(type, address, i)                                                                               \
    (((const at_##type *)near_scalar(load_, pass_, ((u64)(address) & ~(u64)3) + 4 * (u64)(i), sizeof(type))) \
         ->v)

ALWAYS_ const void *near_scalar(near_load *load, const enum near_pass pass, u64 address, u32 size) {
    if (pass >= GOES)
        return (const void *)(uintptr_t)address;
    load->first = load->bytes ? load->first : address;
    load->apart |= address != load->first + load->bytes;
    load->bytes += size;
    return near_zeros;
}

/* D goes to the scalar registers one after another that R->d shows. */
ALWAYS_ void near_store(const gisa_op *O, const gisa_rows *R, const gisa_reg *D, u64 bytes) {
    if (O->result.count == bytes / 4)
        memcpy(R->d, D->w, bytes);
    else
        for (u32 k = 0; k < O->result.count; k++)
            R->d[k] = D->w[k];
}

typedef void near_loader(const gisa_op *O, const gisa_rows *R, const enum near_pass pass_, near_load *load_);

ALWAYS_ bool near_has_scalars(gcn_wave *W, const near_load *load) {
    return element_is_near(&W->near_scalar, load->first, (u32)load->bytes);
}

/* False: nothing has been done, as not all is where the wave looks for it first. */
ALWAYS_ bool run_load(gcn_wave *W, const gisa_op *O, const gisa_rows *R, near_loader *loader) {
    near_load load = {.offset = W->address_sum + (u64)O->offset};
    loader(O, R, ASKS, &load);
    if (load.apart || (!near_has_scalars(W, &load) &&
                       !(element_go_near(W, load.first, &W->near_scalar) && near_has_scalars(W, &load))))
        return false;
    loader(O, R, GOES, &load);
    return true;
}

#endif
