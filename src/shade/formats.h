/* SPDX-License-Identifier: MIT */
/* The formats of channels: how wide they are, and what they stand for. */
#ifndef GISA_SHADE_FORMATS_H
#define GISA_SHADE_FORMATS_H

#include "state.h"

typedef struct shade_format {
    const char *name;
    uint8_t bits, per_word, channels; /* of a channel; channels in a word, and in all */
    bool floating, is_signed;
    int32_t least, most, one; /* of an integer of up to 16 bits, and of fx10; what stands for 1.0 */
} shade_format;

static const shade_format shade_formats[] = {
    [VIEW_NONE] = {"", 32, 1, 4, false, false, 0, 0, 0},
    [VIEW_F32] = {"f32", 32, 1, 4, true, true, 0, 0, 0},
    [VIEW_F16] = {"f16", 16, 2, 4, true, true, 0, 0, 0},
    [VIEW_FX10] = {"fx10", 10, 3, 3, true, true, -510, 510, 255},
    [VIEW_U8] = {"u8", 8, 4, 4, false, false, 0, 255, 255},
    [VIEW_I8] = {"s8", 8, 4, 4, false, true, -128, 127, 127},
    [VIEW_U16] = {"u16", 16, 2, 4, false, false, 0, 65535, 65535},
    [VIEW_I16] = {"s16", 16, 2, 4, false, true, -32768, 32767, 32767},
    [VIEW_B32] = {"u32", 32, 1, 4, false, false, 0, 0, 0},
    [VIEW_I32] = {"i32", 32, 1, 4, false, true, 0, 0, 0},
};

/* Where channel c is: in which word after the first one, from which bit on. */
static inline unsigned shade_channel_word(unsigned format, unsigned c) {
    return c / shade_formats[format].per_word;
}

static inline unsigned shade_channel_shift(unsigned format, unsigned c) {
    return c % shade_formats[format].per_word * shade_formats[format].bits;
}

#endif
