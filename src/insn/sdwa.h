/* SPDX-License-Identifier: MIT */
/* The byte, word or dword that SDWA selects: of a source, and of the register that gets the
   result. For the interpreter, the shadow of undefined values, and translated code. */
#ifndef GISA_INSN_SDWA_H
#define GISA_INSN_SDWA_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gcn_facts.h"

static inline unsigned sdwa_width(unsigned sel) {
    return sel < GCN_SEL_WORD_0 ? 8 : sel < GCN_SEL_DWORD ? 16 : 32;
}

static inline unsigned sdwa_shift(unsigned sel) {
    return sel < GCN_SEL_WORD_0 ? 8 * sel : sel < GCN_SEL_DWORD ? 16 * (sel & 1) : 0;
}

/* What is selected of x, extended with zeros or the sign. */
static inline uint32_t sdwa_part(unsigned sel, bool sign, uint32_t x) {
    const unsigned below = 32 - sdwa_width(sel), above = below - sdwa_shift(sel);
    return sign ? (uint32_t)((int32_t)(x << above) >> below) : x << above >> below;
}

/* Where the result x goes that is no dword, and what becomes of the other bits. */
static inline uint32_t sdwa_placed(unsigned sel, unsigned unused, uint32_t x, uint32_t old) {
    const unsigned width = sdwa_width(sel), shift = sdwa_shift(sel);
    const uint32_t all = (UINT32_C(1) << width) - 1, part = (x & all) << shift;
    if (unused == GCN_UNUSED_PRESERVE)
        return part | (old & ~(all << shift));
    if (unused == GCN_UNUSED_SEXT && x >> (width - 1) & 1)
        return part | ~((UINT32_C(1) << (shift + width - 1)) * 2 - 1);
    return part;
}

#endif
