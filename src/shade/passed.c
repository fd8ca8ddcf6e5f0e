/* SPDX-License-Identifier: MIT */
/* What vertices pass on to fragments: from the registers of the one program to those of the
   other. */
#include "passed.h"

#include <string.h>

#include "float/real.h"
#include "formats.h"
#include "object/gxp.h"

/* ---- formats -------------------------------------------------------------------------------- */

static const gisa_modes exact = {.in32 = true, .out32 = true, .in64 = true, .out64 = true};

unsigned passed_format(const char *type) {
    static const uint8_t known[] = {VIEW_F32, VIEW_F16, VIEW_U8};
    const size_t length = strcspn(type, "x");
    for (unsigned i = 0; i < sizeof known; i++)
        if (strlen(shade_formats[known[i]].name) == length &&
            memcmp(shade_formats[known[i]].name, type, length) == 0)
            return known[i];
    return VIEW_NONE;
}

static uint32_t bits_of(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

float passed_unpack(unsigned format, const uint32_t *words, unsigned c) {
    const uint32_t bits = words[shade_channel_word(format, c)] >> shade_channel_shift(format, c);
    switch (format) {
    case VIEW_F16: return float_of(real_cvt_f32_f16(&exact, (uint16_t)bits));
    case VIEW_U8: return (float)(bits & 0xff) / 255;
    default: return float_of(bits);
    }
}

static uint32_t bits_in(unsigned format, float value) {
    const double byte = value > 0 ? (value < 1 ? (double)value * 255 + 0.5 : 255) : 0;
    switch (format) {
    case VIEW_F16: return real_cvt_f16_f32(&exact, bits_of(value));
    case VIEW_U8: return (uint32_t)byte;
    default: return bits_of(value);
    }
}

void passed_pack(unsigned format, uint32_t *words, unsigned c, float value) {
    words[shade_channel_word(format, c)] |= bits_in(format, value) << shade_channel_shift(format, c);
}

/* ---- names ---------------------------------------------------------------------------------- */

int gisa_shade_value(const char *name) {
    for (unsigned i = 0; name && i < GISA_SHADE_VALUES; i++)
        if (strcmp(gxp_name_of(gxp_interpolated, i), name) == 0)
            return (int)i;
    return -1;
}

/* The clip plane of an output; -1: it is something else. */
static int clip_of(const char *name) {
    for (unsigned i = 0; name && i < GISA_SHADE_CLIPS; i++)
        if (strcmp(gxp_name_of(gxp_output_names, i), name) == 0)
            return (int)i;
    return -1;
}

gisa_shade_passed gisa_shade_passes(const gisa_gxp *shader) {
    gisa_shade_passed passed = {0, 0};
    gisa_gxp_varying v;
    for (unsigned i = 0; gisa_gxp_varying_at(shader, i, &v) == GISA_OK; i++) {
        const int value = gisa_shade_value(v.name), sampled = gisa_shade_value(v.sampled),
                  clip = clip_of(v.name);
        passed.values |= value >= 0 ? 1u << value : 0;
        passed.values |= sampled >= 0 ? 1u << sampled : 0;
        passed.clips |= (uint8_t)(clip >= 0 ? 1u << clip : 0);
    }
    passed.values &= ~(1u << GISA_SHADE_POSITION);
    return passed;
}

/* ---- of vertices ---------------------------------------------------------------------------- */

/* The registers of a lane, as words one after the other. */
static void words_of(gisa_shade_batch *W, const gisa_gxp_registers *at, unsigned lane, uint32_t words[4]) {
    for (unsigned k = 0; k < 4; k++) {
        const uint32_t *row = k < at->count ? gisa_shade_row(W, at->bank, at->first + k) : NULL;
        words[k] = row ? row[lane] : 0;
    }
}

/* Which channel part k is: coordinates can be x, y, w. */
static unsigned channel_of(const gisa_gxp_varying *v, unsigned k) {
    static const char channels[] = "xyzw";
    const char *found = k < strlen(v->parts) ? strchr(channels, v->parts[k]) : NULL;
    return found ? (unsigned)(found - channels) : k;
}

static unsigned parts_of(const gisa_gxp_varying *v) {
    const unsigned held = v->registers.count * (v->half ? 2 : 1), said = (unsigned)strlen(v->parts);
    const unsigned parts = said && said < held ? said : held;
    return parts < 4 ? parts : 4;
}

static void take_one(gisa_shade_batch *W, const gisa_gxp_varying *v, unsigned lane, gisa_shade_vertex *to) {
    const int value = gisa_shade_value(v->name), clip = clip_of(v->name);
    const unsigned format = v->half ? VIEW_F16 : VIEW_F32;
    uint32_t words[4];
    words_of(W, &v->registers, lane, words);
    if (clip >= 0)
        to->clip[clip] = passed_unpack(format, words, 0);
    for (unsigned k = 0; value >= 0 && k < parts_of(v); k++)
        to->value[value][channel_of(v, k)] = passed_unpack(format, words, k);
}

void gisa_shade_take(gisa_shade_batch *W, const gisa_gxp *shader, unsigned count, gisa_shade_vertex *vertex) {
    static const gisa_gxp_registers position = {.bank = GISA_KIND_OUTPUT, .first = 0, .count = 4};
    gisa_gxp_varying v;
    for (unsigned lane = 0; lane < count && lane < SHADE_LANES; lane++) {
        uint32_t words[4];
        memset(&vertex[lane], 0, sizeof vertex[lane]);
        words_of(W, &position, lane, words);
        for (unsigned c = 0; c < 4; c++)
            vertex[lane].position[c] = float_of(words[c]);
        for (unsigned i = 0; gisa_gxp_varying_at(shader, i, &v) == GISA_OK; i++)
            take_one(W, &v, lane, &vertex[lane]);
    }
}

/* ---- to fragments --------------------------------------------------------------------------- */

/* The first channels of rows into registers; as many as these hold. */
static void put(gisa_shade_batch *W, const gisa_gxp_registers *at, unsigned format,
                const float *const row[4]) {
    const unsigned held = at->count * shade_formats[format].per_word, channels = held < 4 ? held : 4;
    for (unsigned lane = 0; lane < SHADE_LANES; lane++) {
        uint32_t words[4] = {0};
        for (unsigned c = 0; c < channels; c++)
            passed_pack(format, words, c, row[c][lane]);
        for (unsigned k = 0; k < at->count && k < 4; k++) {
            uint32_t *to = gisa_shade_row(W, at->bank, at->first + k);
            if (to)
                to[lane] = words[k];
        }
    }
}

/* A colour in one word that is not said to be half is bytes. */
static unsigned format_of(const gisa_gxp_varying *v, int value) {
    const bool is_color = value >= GISA_SHADE_COLOR0 && value < GISA_SHADE_FOG;
    return v->half ? VIEW_F16 : is_color && v->registers.count == 1 ? VIEW_U8 : VIEW_F32;
}

/* Where a unit is sampled: at x and y, divided by z or w where the program says so; at 0 if there
   is no such value. */
static void sample(gisa_shade_batch *W, const gisa_gxp_varying *v, const gisa_shade_values *values,
                   bool given) {
    static const uint8_t formats[] = {VIEW_F32, VIEW_U8, VIEW_F16, VIEW_F32, VIEW_F32};
    const int value = gisa_shade_value(v->sampled);
    float at[2][SHADE_LANES], texel[4][SHADE_LANES];
    float *rows[4] = {texel[0], texel[1], texel[2], texel[3]};
    for (unsigned lane = 0; lane < SHADE_LANES; lane++)
        for (unsigned k = 0; k < 2; k++) {
            const float by = given && v->divided ? values->row[value][v->divided == 'w' ? 3 : 2][lane] : 1;
            at[k][lane] = given ? values->row[value][k][lane] / by : 0;
        }
    gisa_shade_presample(W, v->unit, at[0], at[1], rows);
    put(W, &v->sample, formats[v->sample.count < 4 ? v->sample.count : 4], (const float *const *)rows);
}

void gisa_shade_give(gisa_shade_batch *W, const gisa_gxp *shader, const gisa_shade_values *values,
                     uint32_t given) {
    gisa_gxp_varying v;
    for (unsigned i = 0; gisa_gxp_varying_at(shader, i, &v) == GISA_OK; i++) {
        const int value = gisa_shade_value(v.name), sampled = gisa_shade_value(v.sampled);
        if (value >= 0 && given >> value & 1) {
            const float *const row[4] = {values->row[value][0], values->row[value][1], values->row[value][2],
                                         values->row[value][3]};
            put(W, &v.registers, format_of(&v, value), row);
        }
        if (v.sampled)
            sample(W, &v, values, sampled >= 0 && given >> sampled & 1);
    }
}
