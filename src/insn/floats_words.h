/* SPDX-License-Identifier: MIT */
/*
 * Words that take integers as well as floats. Each is a function NAME_TYPE, as those of floats are
 * in floats_wide.h and floats_exact.h. What these functions get besides the operands is CONTEXT_ as
 * parameters, PASS_ when they hand it on, HERE_ in a body.
 */
#ifndef GISA_EMU_FLOATS_WORDS_H
#define GISA_EMU_FLOATS_WORDS_H

/* Of integers these need nothing of the context. */
#define INTEGER_WORDS_(type, T)                                                                              \
    WORD_ T min_##type(CONTEXT_, T a, T b) {                                                                 \
        NO_CONTEXT_;                                                                                         \
        return a < b ? a : b;                                                                                \
    }                                                                                                        \
    WORD_ T max_##type(CONTEXT_, T a, T b) {                                                                 \
        NO_CONTEXT_;                                                                                         \
        return a < b ? b : a;                                                                                \
    }                                                                                                        \
    WORD_ bool is_nan_##type(T a) {                                                                          \
        (void)a;                                                                                             \
        return false;                                                                                        \
    }
INTEGER_WORDS_(u16, uint16_t)
INTEGER_WORDS_(i16, int16_t)
INTEGER_WORDS_(u32, uint32_t)
INTEGER_WORDS_(i32, int32_t)

#endif
