/* SPDX-License-Identifier: MIT */
/* Temporary: what the hard step needs of floats. */
#ifndef GISA_EMU_REAL_STORE_H
#define GISA_EMU_REAL_STORE_H
#include "state.h"
static inline uint32_t gisa_widen_f16(uint16_t x) {
    return x;
}
static inline uint32_t gisa_finish_f32(const gisa_wave *w, uint32_t x, unsigned omod, bool clamp) {
    (void)w, (void)omod, (void)clamp;
    return x;
}
static inline uint64_t gisa_finish_f64(const gisa_wave *w, uint64_t x, unsigned omod, bool clamp) {
    (void)w, (void)omod, (void)clamp;
    return x;
}
static inline uint16_t gisa_finish_f16(const gisa_wave *w, uint16_t x, unsigned omod, bool clamp) {
    (void)w, (void)omod, (void)clamp;
    return x;
}
#endif
