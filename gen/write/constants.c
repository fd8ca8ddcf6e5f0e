/* SPDX-License-Identifier: MIT */
/* The table of constants: its values as numbers of 32 and of 16 bits, which text they have, and
   which entries have them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "spec.h"

static double half_value(uint16_t half) {
    int exponent = half >> 10 & 31;
    double fraction = half & 1023, value;
    if (exponent == 31)
        return fraction != 0 ? NAN : half >> 15 ? -INFINITY : INFINITY;
    value = exponent ? ldexp(1 + fraction / 1024, exponent - 15) : ldexp(fraction, -24);
    return half >> 15 ? -value : value;
}

/* Integers as they are, as far as people read them. */
static bool integer_text(double value, char text[32]) {
    if (fabs(value) >= 1e7 || value != (double)(long)value)
        return false;
    snprintf(text, 32, "%.0f", value);
    return true;
}

/* The shortest decimal that reads back as the same bits. */
static const char *text_of_single(uint32_t bits, char text[32]) {
    float value, back;
    memcpy(&value, &bits, sizeof value);
    if (integer_text((double)value, text))
        return text;
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, 32, "%.*g", digits, (double)value);
        back = strtof(text, NULL);
        if (memcmp(&back, &value, sizeof back) == 0)
            break;
    }
    return text;
}

static const char *text_of_half(uint16_t bits, char text[32]) {
    double value = half_value(bits);
    if (integer_text(value, text))
        return text;
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (number_half_of_double(strtod(text, NULL)) == bits)
            break;
    }
    return text;
}

/* ---- views ---- */

typedef struct view {
    bool half;
    uint32_t bits[NO_VALUE];
    int count;
} view;

/* All NaNs are one in the text. */
static uint32_t value_of(uint32_t bits, bool half) {
    bool nan = half ? (bits & 0x7fff) > 0x7c00 : (bits & 0x7fffffff) > 0x7f800000;
    return nan ? CONSTANT_NAN : bits;
}

/* A channel of an entry; false: it is unknown. */
static bool entry_value(const spec *s, int entry, int channel, bool half, uint32_t *bits) {
    const uint32_t *w = s->constants.at[entry].word;
    if (!half && channel > 1)
        return false;
    *bits = value_of(half ? w[channel / 2] >> 16 * (channel % 2) & 0xffff : w[channel], half);
    return true;
}

static uint32_t digit_value(int digit, bool half) {
    static const uint32_t single[] = {0, 0x3f800000, 0x40000000, 0x3f000000};
    static const uint32_t halves[] = {0, 0x3c00, 0x4000, 0x3800};
    return half ? halves[digit] : single[digit];
}

static int find_value(const view *v, uint32_t bits) {
    for (int i = 0; i < v->count; i++)
        if (v->bits[i] == bits)
            return i;
    return NO_VALUE;
}

static void add_value(spec *s, view *v, uint32_t bits) {
    int at = v->count;
    if (find_value(v, bits) != NO_VALUE)
        return;
    if (v->count == NO_VALUE - 1) {
        fail(s, (place){"isagen", 0}, "more than %d different constants", NO_VALUE - 1);
        return;
    }
    for (; at && v->bits[at - 1] > bits; at--)
        v->bits[at] = v->bits[at - 1];
    v->bits[at] = bits;
    v->count++;
}

static void emit_entries(const spec *s, const view *v, const char *name, FILE *out) {
    fprintf(out, "static const uint64_t constant_entries%s[][CHANNELS] = {\n", name);
    for (int i = 0; i < v->count; i++) {
        fprintf(out, "    {");
        for (int c = 0; c < CHANNELS; c++) {
            uint64_t entries = 0;
            uint32_t bits;
            for (int k = 0; k < s->constants.count && k < CONSTANTS; k++)
                if (entry_value(s, k, c, v->half, &bits) && bits == v->bits[i])
                    entries |= UINT64_C(1) << k;
            fprintf(out, "0x%llx,", (unsigned long long)entries);
        }
        fprintf(out, "},\n");
    }
    fprintf(out, "};\nstatic const uint8_t constant_values%s[CONSTANTS][CHANNELS] = {\n", name);
    for (int k = 0; k < CONSTANTS; k++) {
        fprintf(out, "    {");
        for (int c = 0; c < CHANNELS; c++) {
            uint32_t bits;
            bool known = k < s->constants.count && entry_value(s, k, c, v->half, &bits);
            fprintf(out, "%d,", known ? find_value(v, bits) : NO_VALUE);
        }
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static void emit_view(spec *s, view *v, const char *name, FILE *out) {
    char text[32];
    for (int i = 0; i < CHANNELS; i++)
        add_value(s, v, digit_value(i, v->half));
    for (int k = 0; k < s->constants.count; k++)
        for (int c = 0; c < CHANNELS; c++) {
            uint32_t bits;
            if (entry_value(s, k, c, v->half, &bits))
                add_value(s, v, bits);
        }
    fprintf(out, "static const uint32_t constant_bits%s[] = {", name);
    for (int i = 0; i < v->count; i++)
        fprintf(out, "%s0x%x,", i % 12 ? "" : "\n    ", v->bits[i]);
    fprintf(out, "};\nstatic const uint32_t constant_texts%s[] = {", name);
    for (int i = 0; i < v->count; i++) {
        uint32_t bits = v->bits[i];
        const char *is = bits == CONSTANT_NAN ? "nan"
                         : v->half            ? text_of_half((uint16_t)bits, text)
                                              : text_of_single(bits, text);
        fprintf(out, "%s%u,", i % 12 ? "" : "\n    ", intern(s, is));
    }
    fprintf(out, "};\n");
    emit_entries(s, v, name, out);
}

void emit_constants(spec *s, FILE *out) {
    static view views[] = {{.half = false}, {.half = true}};
    static const char *const names[] = {"32", "16"};
    if (s->constants.count > CONSTANTS)
        fail(s, s->constants.at[CONSTANTS].at, "more than %d constants", CONSTANTS);
    for (int i = 0; i < 2; i++)
        emit_view(s, &views[i], names[i], out);
    fprintf(out, "static const constant_view constants[] = {\n");
    for (int i = 0; i < 2; i++) {
        fprintf(out, "    {constant_bits%s,constant_texts%s,constant_entries%s,constant_values%s,{", names[i],
                names[i], names[i], names[i]);
        for (int d = 0; d < CHANNELS; d++)
            fprintf(out, "%d,", find_value(&views[i], digit_value(d, views[i].half)));
        fprintf(out, "},%d},\n", views[i].count);
    }
    fprintf(out, "};\n");
}
