/* SPDX-License-Identifier: MIT */
/*
 * The words that all bodies of this family may use, as isa/README.md describes them: types,
 * choices. Those of bodies that compute are in wide.h, those of bodies that are done once for a
 * batch in once.h. Some words are macros, so this file is for the bodies alone.
 */
#ifndef GISA_SHADE_VOCAB_H
#define GISA_SHADE_VOCAB_H

#include "body.h"

/* Parts of operands. */
#define PART_(operand, view, i) ((operand).view[i])
#define SET_PART_(operand, view, i, value) ((operand).view[i] = (value))

typedef uint8_t u8;
typedef int8_t i8;
typedef uint16_t u16;
typedef int16_t i16;
typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;
typedef float f32;
typedef double f64;

#define UNUSED_ __attribute__((unused))
#define WORD_ static inline UNUSED_

WORD_ f32 as_f32(u32 bits) {
    const union {
        u32 bits;
        f32 value;
    } both = {bits};
    return both.value;
}

#define MODEL(name, option) model_##name##_##option

#endif
