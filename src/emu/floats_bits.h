/* SPDX-License-Identifier: MIT */
/* Floats as bits. */
#ifndef GISA_EMU_FLOATS_BITS_H
#define GISA_EMU_FLOATS_BITS_H

#include "state.h"

#define WORD_ static inline __attribute__((always_inline, unused))

WORD_ uint16_t bits_f16(gisa_f16 x) {
    return x.bits;
}
WORD_ uint32_t bits_f32(float x) {
    return (gisa_v32){.f32 = x}.u32;
}
WORD_ uint64_t bits_f64(double x) {
    return (gisa_v64){.f64 = x}.u64;
}
WORD_ gisa_f16 as_f16(uint16_t x) {
    return (gisa_f16){x};
}
WORD_ float as_f32(uint32_t x) {
    return (gisa_v32){.u32 = x}.f32;
}
WORD_ double as_f64(uint64_t x) {
    return (gisa_v64){.u64 = x}.f64;
}

#endif
