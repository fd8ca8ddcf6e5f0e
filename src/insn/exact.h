/* SPDX-License-Identifier: MIT */
/* Bodies that compute, on one lane and exactly as MODE asks: how they fetch and store their
   operands, and their words. */
#ifndef GISA_EMU_EXACT_H
#define GISA_EMU_EXACT_H

#include "floats_exact.h"
#include "vocab.h"
#include "rows.h"

/* ---- Operands: the second dwords are the next row ---------------------------------------- */

ALWAYS_ gisa_v16 take_16(const u32 *row, unsigned lane) {
    return (gisa_v16){.u16 = (u16)row[lane]};
}

ALWAYS_ gisa_v32 take_32(const u32 *row, unsigned lane) {
    return (gisa_v32){.u32 = row[lane]};
}

ALWAYS_ gisa_v64 take_64(const u32 *row, unsigned lane) {
    return (gisa_v64){.u64 = row[lane] | (u64)row[GISA_LANES + lane] << 32};
}

ALWAYS_ gisa_v128 take_128(const u32 *row, unsigned lane) {
    return (gisa_v128){
        {row[lane], row[GISA_LANES + lane], row[2 * GISA_LANES + lane], row[3 * GISA_LANES + lane]}};
}

/* `keep`: bits of the old dword that a result of 16 bits leaves alone. */
ALWAYS_ void put_16(u32 *row, unsigned lane, u32 mask, gisa_v16 result, u32 keep) {
    row[lane] = masked(mask, result.u16 | (row[lane] & keep), row[lane]);
}

ALWAYS_ void put_32(u32 *row, unsigned lane, u32 mask, gisa_v32 result) {
    row[lane] = masked(mask, result.u32, row[lane]);
}

ALWAYS_ void put_64(u32 *row, unsigned lane, u32 mask, gisa_v64 result) {
    row[lane] = masked(mask, (u32)result.u64, row[lane]);
    row[GISA_LANES + lane] = masked(mask, (u32)(result.u64 >> 32), row[GISA_LANES + lane]);
}

ALWAYS_ void put_128(u32 *row, unsigned lane, u32 mask, gisa_v128 result) {
    for (u32 k = 0; k < 4; k++)
        row[k * GISA_LANES + lane] = masked(mask, result.w[k], row[k * GISA_LANES + lane]);
}

#endif
