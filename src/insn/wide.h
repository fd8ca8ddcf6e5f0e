/* SPDX-License-Identifier: MIT */
/* Bodies that compute, on all lanes at once: what runs their loops, and their words. isagen writes
 * a loop over all lanes for each; the file is compiled once for each level of the host's
 * instruction set, which LEVEL names. */
#ifndef GISA_EMU_WIDE_H
#define GISA_EMU_WIDE_H

#include <string.h>

#include "floats_wide.h"
#include "name.h"
#include "rows.h"

/* ---- Operands of 64 bits ----------------------------------------------------------------- */

/* Rows of 64 bits and more lie apart for low and high halves; what a body of such operands works on
   does not. */
typedef u32 __attribute__((may_alias)) half_;
ALWAYS_ void pack_rows(u64 *to, const u32 *low, const u32 *high) {
    half_ *const halves = (half_ *)to;
    _Pragma("omp simd") for (unsigned i = 0; i < GISA_LANES; i++) {
        halves[2 * i] = low[i];
        halves[2 * i + 1] = high[i];
    }
}

/* Where `mask` is not NULL, and its lane is not odd. */
ALWAYS_ void unpack_rows(u32 *to, const u32 *old, const u64 *from, const u32 *mask, const u32 *odd) {
    const half_ *const halves = (const half_ *)from;
    _Pragma("omp simd") for (unsigned i = 0; i < GISA_LANES; i++) {
        const u32 mask_ = !mask ? ~0u : odd ? mask[i] & ~odd[i] : mask[i];
        to[i] = masked(mask_, halves[2 * i], old[i]);
        to[GISA_LANES + i] = masked(mask_, halves[2 * i + 1], old[GISA_LANES + i]);
    }
}

/* ---- Parts of operands ------------------------------------------------------------------- */

/* Halves and bytes of 32 and 64 bits are shifted: an array of them in a variable would not be
   vector code. */
ALWAYS_ u64 part_of(const void *operand, size_t whole, size_t size, u32 i) {
    return whole == 4 ? ((const gisa_v32 *)operand)->u32 >> (8 * size * i & 31)
                      : ((const gisa_v64 *)operand)->u64 >> (8 * size * i & 63);
}
ALWAYS_ void set_part_of(void *operand, size_t whole, size_t size, u32 i, u64 value) {
    if (whole == 4) { /* in 32 bits, of which vectors hold twice as many */
        gisa_v32 *const v = operand;
        const u32 shift = 8 * size * i & 31, mask = ~(u32)0 >> (32 - 8 * size) << shift;
        v->u32 = (v->u32 & ~mask) | ((u32)value << shift & mask);
    } else {
        gisa_v64 *const v = operand;
        const u64 shift = 8 * size * i & 63, mask = ~(u64)0 >> (64 - 8 * size) << shift;
        v->u64 = (v->u64 & ~mask) | (value << shift & mask);
    }
}

#undef PART_
#undef SET_PART_
#define SIZE_OF_PART_(operand, view) sizeof((operand).view[0])
#define IS_SHIFTED_(operand, view)                                                                           \
    (SIZE_OF_PART_(operand, view) < 4 && (sizeof(operand) == 4 || sizeof(operand) == 8))
#define PART_(operand, view, i)                                                                              \
    ((__typeof__((operand).view[0]))(IS_SHIFTED_(operand, view) ? part_of(&(operand), sizeof(operand),       \
                                                                          SIZE_OF_PART_(operand, view), (i)) \
                                                                : (operand).view[i]))
#define SET_PART_(operand, view, i, value)                                                                   \
    (IS_SHIFTED_(operand, view)                                                                              \
         ? set_part_of(&(operand), sizeof(operand), SIZE_OF_PART_(operand, view), (i), (u64)(value))         \
         : (void)((operand).view[i] = (value)))

/* ---- Parameters of attributes ------------------------------------------------------------- */

/* Where they are in LDS, and at how many addresses a dword of it begins: one that lies outside is
   0. */
typedef struct parameters {
    const u8 *at;
    u32 count;
} parameters;

ALWAYS_ parameters parameters_of(const gcn_wave *W) {
    static const u8 none[sizeof(u32)];
    const u32 size = W->group->lds_size;
    return size < sizeof none ? (parameters){none, 0} : (parameters){W->group->lds, size - sizeof none + 1};
}

/* Not a branch: compilers would load in it, which they do lane by lane. */
ALWAYS_ u32 parameter_in(const parameters p, u32 address) {
    const u32 inside = -(u32)(address < p.count);
    u32 value;
    memcpy(&value, p.at + (address & inside), sizeof value);
    return value & inside;
}

#undef PARAMETERS /* of one lane, which tells of it */
#define PARAMETERS(address) parameter_in(parameters_, (address))

/* ---- Integers ---------------------------------------------------------------------------- */

/* The loop is there twice: with all lanes active there is nothing to be kept. */
typedef void integers_loop(gcn_wave *W, const gisa_op *O, const gisa_rows *R, bool full);

ALWAYS_ void run_integers(gcn_wave *W, const gisa_op *O, const gisa_rows *R, integers_loop *loop) {
    if (R->full)
        loop(W, O, R, true);
    else
        loop(W, O, R, false);
}

/* ---- Floats ------------------------------------------------------------------------------ */

/* Lanes in which the host's arithmetic may not be the hardware's are `odd`, or `odd64` where that
 * is seen of an f64: they are left as they are, and done exactly afterwards. With all lanes active
 * the results wait until it is known that none is: mostly that is so. All this is there twice, with
 * and without the tests for denormals of the types that are flushed. */
typedef u32 floats_pass(gcn_wave *W, const gisa_op *O, const gisa_rows *R, bool flush, bool full, u32 *to_d,
                        u32 *to_d1, u32 *to_new_exec); /* 0: no lane is odd */

/* How many rows the results have. */
typedef struct result_rows {
    unsigned d, d1, new_exec;
} result_rows;

ALWAYS_ void put_rows(u32 *to, const u32 *from, const unsigned rows) {
#pragma omp simd
    for (unsigned i = 0; i < rows * GISA_LANES; i++)
        to[i] = from[i];
}

ALWAYS_ void run_passes(gcn_wave *W, const gisa_op *O, const gisa_rows *R, const bool flush, u32 *kept,
                        const result_rows rows, floats_pass *pass) {
    if (R->full) {
        u32 *const d1 = kept + rows.d * GISA_LANES, *const new_exec = d1 + rows.d1 * GISA_LANES;
        if (!pass(W, O, R, flush, true, kept, d1, new_exec)) {
            put_rows(R->d, kept, rows.d);
            put_rows(R->d1, d1, rows.d1);
            put_rows(R->new_exec, new_exec, rows.new_exec);
            return;
        }
    }
    if (pass(W, O, R, flush, false, R->d, R->d1, R->new_exec))
        wave_redo(W, O, R);
}

/* `kept` has room for all rows of the results. */
ALWAYS_ void run_floats(gcn_wave *W, const gisa_op *O, const gisa_rows *R, const bool flush, u32 *kept,
                        const result_rows rows, floats_pass *pass) {
    if (flush)
        run_passes(W, O, R, true, kept, rows, pass);
    else
        run_passes(W, O, R, false, kept, rows, pass);
}

#endif
