/* SPDX-License-Identifier: MIT */
/* Turns exported values into colours, as SPI_SHADER_COL_FORMAT says. */
#include <string.h>

#include "float/real.h"
#include "stage.h"

enum { AS_EXPORTED = 15 };

static unsigned format_of(const gisa_wave_export *e, unsigned format) {
    if (format != AS_EXPORTED)
        return format;
    return e->compressed ? GCN_COL_FORMAT_FP16_ABGR : GCN_COL_FORMAT_32_ABGR;
}

static bool is_compressed(unsigned format) {
    return format >= GCN_COL_FORMAT_FP16_ABGR && format <= GCN_COL_FORMAT_SINT16_ABGR;
}

bool colours_fit(const gisa_wave_export *e, unsigned format) {
    format = format_of(e, format);
    return format == GCN_COL_FORMAT_ZERO || is_compressed(format) == e->compressed;
}

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static float half_of(uint32_t bits) {
    const gisa_modes exact = {.in32 = true, .out32 = true, .in64 = true, .out64 = true};
    return float_of(real_cvt_f32_f16(&exact, (uint16_t)bits));
}

static float value_of(unsigned format, uint32_t bits) {
    const int16_t number = (int16_t)bits;
    switch (format) {
    case GCN_COL_FORMAT_FP16_ABGR: return half_of(bits);
    case GCN_COL_FORMAT_UNORM16_ABGR: return (float)(bits & 0xffff) / 65535;
    case GCN_COL_FORMAT_SNORM16_ABGR: return number < -32767 ? -1 : (float)number / 32767;
    case GCN_COL_FORMAT_UINT16_ABGR: return (float)(bits & 0xffff);
    case GCN_COL_FORMAT_SINT16_ABGR: return number;
    default: return float_of(bits);
    }
}

/* The components that the format has: a bit each. */
static unsigned components_of(unsigned format) {
    switch (format) {
    case GCN_COL_FORMAT_ZERO: return 0;
    case GCN_COL_FORMAT_32_R: return 1;
    case GCN_COL_FORMAT_32_GR: return 3;
    case GCN_COL_FORMAT_32_AR: return 9;
    default: return 15;
    }
}

unsigned colours_put(const gisa_wave_export *e, unsigned format, unsigned lane, float color[4]) {
    unsigned put = 0;
    format = format_of(e, format);
    for (unsigned c = 0; c < 4; c++)
        if (components_of(format) >> c & 1 && e->lanes[c] >> lane & 1) {
            color[c] = value_of(format, e->value[c][lane]);
            put |= 1u << c;
        }
    return put;
}
