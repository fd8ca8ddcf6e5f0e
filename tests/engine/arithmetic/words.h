/* SPDX-License-Identifier: MIT */
/* Words as functions of bits: try_WORD_FORMAT(modes, sources). */
#ifndef TEST_ARITHMETIC_WORDS_H
#define TEST_ARITHMETIC_WORDS_H

#include "arithmetic.h"

#define TRY_(word, of, ...)                                                                                  \
    static inline uint64_t try_##word##_##of(const gisa_modes *m, const uint64_t *s) {                       \
        return real_##word##_##of(m, __VA_ARGS__);                                                           \
    }
#define TRY_1(word, of, bits) TRY_(word, of, (uint##bits##_t)s[0])
#define TRY_2(word, of, bits) TRY_(word, of, (uint##bits##_t)s[0], (uint##bits##_t)s[1])
#define TRY_3(word, of, bits) TRY_(word, of, (uint##bits##_t)s[0], (uint##bits##_t)s[1], (uint##bits##_t)s[2])
#define TRY_ALL(sources, word)                                                                               \
    TRY_##sources(word, f16, 16) TRY_##sources(word, f32, 32) TRY_##sources(word, f64, 64)

#endif
