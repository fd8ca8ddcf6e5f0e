/* SPDX-License-Identifier: MIT */
/* Bodies that go through memory: those that do it lane by lane, and the words for addresses, memory
   and buffers. E is the lane. */
#ifndef GISA_EMU_ELEMENTS_H
#define GISA_EMU_ELEMENTS_H

#include "floats_exact.h"
#include "rows.h"

/* ---- Lane by lane ------------------------------------------------------------------------ */

typedef void memory_element(gcn_wave *W, const gisa_op *O, const gisa_rows *R, gisa_lane *E, unsigned lane);

/* All active lanes in ascending order, until there is a fault. */
ALWAYS_ void run_elements(gcn_wave *W, const gisa_op *O, const gisa_rows *R, memory_element *element) {
    gisa_lane *E = &W->lane[0];
    for (u64 left = *wave_exec(W); left && !W->fault.kind; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        element_address_lane(W, O, E, lane);
        element(W, O, R, E, lane);
        if (W->next_copy)
            element_copies_back(W);
    }
    E->number = 0;
}

/* Sources, and the old value of D. What it becomes goes to a row that stands for it until all lanes
   are done. */
ALWAYS_ void fetch_32(gisa_reg *operand, const u32 *row, unsigned lane) {
    operand->q[0] = row[lane];
}

ALWAYS_ void fetch_64(gisa_reg *operand, const u32 *row, unsigned lane) {
    operand->q[0] = row[lane] | (u64)row[GISA_LANES + lane] << 32;
}

/* Three dwords or four. */
ALWAYS_ void fetch_128(gisa_reg *operand, const u32 *row, unsigned lane, unsigned dwords) {
    for (unsigned k = 0; k < dwords; k++)
        operand->w[k] = row[k * GISA_LANES + lane];
}

ALWAYS_ void store_32(const gisa_reg *result, u32 *row, unsigned lane) {
    row[lane] = result->w[0];
}

ALWAYS_ void store_64(const gisa_reg *result, u32 *row, unsigned lane) {
    row[lane] = result->w[0];
    row[GISA_LANES + lane] = result->w[1];
}

ALWAYS_ void store_128(const gisa_reg *result, u32 *row, unsigned lane, unsigned dwords) {
    for (unsigned k = 0; k < dwords; k++)
        row[k * GISA_LANES + lane] = result->w[k];
}

/* ---- Addresses -------------------------------------------------------------------------- */

#define ADDR (E->base + (u64)O->offset)

/* Where the two elements of ds_*_src2 are (AMD Southern Islands ISA, DS opcodes from 128). */
static UNUSED_ inline u32 src2_a(u32 base, u32 offset, u32 size) {
    return (offset & 0x8000 ? base & 0x1ffff : base) & ~(size - 1);
}

static UNUSED_ inline u32 src2_b(u32 base, u32 offset, u32 size) {
    i32 dwords = offset & 0x8000 ? (i32)base >> 17 : (i32)(offset << 17) >> 17;
    return (src2_a(base, offset, size) + 4 * (u32)dwords) & ~(size - 1);
}

#define SRC2_A(type) src2_a((u32)E->base, word_OFFSET(O), sizeof(type))
#define SRC2_B(type) src2_b((u32)E->base, word_OFFSET(O), sizeof(type))

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

#define LDS(type, address) (((at_##type *)element_lds_near(W, (address), sizeof(type)))->v)
#define GDS(type, address) (((at_##type *)element_gds(W, (address), sizeof(type), false))->v)
#define MEM(type, address) (((at_##type *)element_mem_near(W, E, (address), sizeof(type), false))->v)
#define FLAT(type, address) (((at_##type *)element_flat_near(W, E, (address), sizeof(type)))->v)
#define SCRATCH(type, address) (((at_##type *)element_scratch(W, E, (address), sizeof(type)))->v)

/* Scalar memory: an element i dwords after an address, whose two low bits do not count. */
#define SOFFSET ADDR
#define SMEM(type, address, i) MEM(type, ((u64)(address) & ~(u64)3) + 4 * (u64)(i))
#define SBUFFER(type, offset, i)                                                                             \
    (((at_##type *)element_sbuffer(W, E, (u64)(offset) + 4 * (u64)(i), sizeof(type), false))->v)

/* Clocks count how often they are read, unless the host has others. */
#define CLOCK_(which) wave_clock(W, which)
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
/* The waves of a group take turns on one thread, so no other wave can come between. */
#define ATOMIC_LDS(type, address, value)                                                                     \
    __extension__({                                                                                          \
        void *const at_ = element_lds_atomic(W, (address), sizeof(type));                                    \
        type old, new_;                                                                                      \
        memcpy(&old, at_, sizeof old);                                                                       \
        new_ = (type)(value);                                                                                \
        memcpy(at_, &new_, sizeof new_);                                                                     \
        old;                                                                                                 \
    })
#define ATOMIC_GDS(type, address, value) ATOMIC_(type, element_gds(W, (address), sizeof(type), true), value)
#define ATOMIC_MEM(type, address, value)                                                                     \
    ATOMIC_(type, element_mem_near(W, E, (address), sizeof(type), true), value)
#define ATOMIC_FLAT(type, address, value)                                                                    \
    ATOMIC_(type, element_flat(W, E, (address), sizeof(type), true), value)

#define ATOMIC_SMEM(type, address, value) ATOMIC_MEM(type, (u64)(address) & ~(u64)3, value)
#define ATOMIC_SBUFFER(type, offset, value)                                                                  \
    ATOMIC_(type, element_sbuffer(W, E, (offset), sizeof(type), true), value)

/* ---- Buffers ---------------------------------------------------------------------------- */

#define BUFFER(type, dword) (((at_##type *)element_buffer(W, E, (dword), sizeof(type), false))->v)
#define ATOMIC_BUFFER(type, value) ATOMIC_(type, element_buffer(W, E, 0, sizeof(type), true), value)

/* Four components, of which `type` has the first ones. */
#define LOAD_FORMAT(type)                                                                                    \
    __extension__({                                                                                          \
        union {                                                                                              \
            gisa_b128 all;                                                                                   \
            type some;                                                                                       \
        } components_ = {element_load_format(W, E)};                                                         \
        components_.some;                                                                                    \
    })
#define STORE_FORMAT(type, value)                                                                            \
    do {                                                                                                     \
        union {                                                                                              \
            gisa_b128 all;                                                                                   \
            type some;                                                                                       \
        } components_ = {{{0}}};                                                                             \
        components_.some = (value);                                                                          \
        element_store_format(W, E, components_.all);                                                         \
    } while (0)
#define LOAD_FORMAT_D16 element_load_format_d16(W, E)
#define STORE_FORMAT_D16(value) element_store_format_d16(W, E, (value))

/* Waves of other work-groups run on other threads. */
#define FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* ---- Waiting for other waves ------------------------------------------------------------ */

#define GWS (W->device->sync->gws[((*word_M0(W) >> 16) + word_OFFSET(O)) & 63])

#endif
