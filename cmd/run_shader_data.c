/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: numbers for the parameters of a program, and their formats in registers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run_shader.h"

static bool wrong_data(const char *text, const char *why) {
    fprintf(stderr, "gisa run: '%s': %s\n", text, why);
    return false;
}

/* A row of numbers up to one of the characters in `ends`; returns how many there are, 0 = something is no number. */
static unsigned read_row(const char **p, const char *ends, float value[SHADER_VALUES]) {
    unsigned count = 0;
    for (;;) {
        char *end;
        if (count == SHADER_VALUES)
            return 0;
        value[count] = strtof(*p, &end);
        if (end == *p)
            return 0;
        count++;
        *p = end + strspn(end, " \t");
        if (!**p || strchr(ends, **p))
            return count;
        if (**p != ',' && **p != ';')
            return 0;
        ++*p;
    }
}

static bool add_row(parameter_data *d, const float *value, unsigned count, unsigned *room) {
    if (d->rows == *room) {
        *room = *room ? *room * 2 : 16;
        float *more = realloc(d->value, (size_t)*room * SHADER_VALUES * sizeof *more);
        if (!more)
            return shader_says("memory is out", NULL);
        d->value = more;
    }
    float *to = d->value + (size_t)d->rows * SHADER_VALUES;
    for (unsigned i = 0; i < SHADER_VALUES; i++)
        to[i] = i < count ? value[i] : 0;
    d->columns = count > d->columns ? count : d->columns;
    d->rows++;
    return true;
}

/* A line for each instance; a first line that is no numbers is a heading. */
static bool read_lines(parameter_data *d, const char *path, unsigned *room) {
    void *data;
    size_t size;
    if (!cmd_read_file(path, &data, &size))
        return false;
    char *text = malloc(size + 1);
    if (!text) {
        free(data);
        return shader_says("memory is out", NULL);
    }
    memcpy(text, data, size);
    text[size] = 0;
    free(data);
    bool fine = true;
    unsigned number = 1;
    for (char *line = text; fine && *line; number++) {
        size_t length = strcspn(line, "\n");
        char *next = line + length + (line[length] != 0);
        line[strcspn(line, "\r\n")] = 0;
        float value[SHADER_VALUES];
        const char *p = line + strspn(line, " \t");
        if (*p && *p != '#') {
            unsigned count = read_row(&p, "", value);
            fine = count ? add_row(d, value, count, room) : number == 1;
            if (!fine && !count)
                fprintf(stderr, "gisa run: %s:%u: expected numbers with commas\n", path, number);
        }
        line = next;
    }
    free(text);
    return fine && (d->rows || wrong_data(path, "no numbers in it"));
}

bool data_read(const char *text, bool corners, parameter_data *d) {
    const char *equals = strchr(text, '='), *p;
    float value[SHADER_VALUES];
    unsigned room = 0;
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof d->name)
        return wrong_data(text, "expected NAME=FILE.csv or NAME=v,v,v,v");
    memcpy(d->name, text, (size_t)(equals - text));
    p = equals + 1 + strspn(equals + 1, " ");
    if (!*p || !strchr("0123456789+-.", *p) || strstr(p, ".csv"))
        return read_lines(d, p, &room);
    for (;;) {
        unsigned count = read_row(&p, corners ? "/" : "", value);
        if (!count)
            return wrong_data(text, "expected numbers with commas");
        if (!add_row(d, value, count, &room))
            return false;
        if (!*p)
            break;
        p++;
    }
    d->corners = d->rows > 1;
    return !d->corners || d->rows == 3 || d->rows == 4 ||
           wrong_data(text, "expected values for three or four corners");
}

void data_at(const parameter_data *d, uint64_t instance, float x, float y, float value[SHADER_VALUES]) {
    const float *row = d->value;
    if (!d->corners) {
        memcpy(value, row + (instance < d->rows ? instance : d->rows - 1) * SHADER_VALUES,
               SHADER_VALUES * sizeof *value);
        return;
    }
    for (unsigned i = 0; i < SHADER_VALUES; i++) {
        float a = row[i], b = row[SHADER_VALUES + i], c = row[2 * SHADER_VALUES + i];
        float d_ = d->rows == 4 ? row[3 * SHADER_VALUES + i] : b + c - a;
        float upper = a + (b - a) * x, lower = c + (d_ - c) * x;
        value[i] = upper + (lower - upper) * y;
    }
}

/* ---- formats: "f32x4", "u8x4" ---- */

static const struct {
    const char *name;
    unsigned bits;
    bool is_signed;
} formats[] = {{"f32", 32, true},  {"f16", 16, true}, {"u8", 8, false},   {"s8", 8, true},
               {"u16", 16, false}, {"s16", 16, true}, {"u32", 32, false}, {"s32", 32, true}};

static int format_of(const char *type) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strncmp(type, formats[i].name, strlen(formats[i].name)) == 0)
            return (int)i;
    return 0;
}

static uint32_t half_bits(float f) {
    uint32_t u, rest, sign;
    memcpy(&u, &f, sizeof u);
    rest = u & 0x7fffffff;
    sign = u >> 16 & 0x8000;
    if (rest > 0x7f800000)
        return sign | 0x7e00;
    if (rest >= 0x477ff000)
        return sign | 0x7c00;
    if (rest < 0x38800000) {
        float small;
        memcpy(&small, &rest, sizeof small);
        small += 0.5f;
        memcpy(&rest, &small, sizeof rest);
        return sign | (rest - 0x3f000000);
    }
    return sign | (rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13;
}

static float half_value(uint32_t half) {
    uint32_t exponent = half >> 10 & 31, part = half & 0x3ff, bits;
    float value;
    if (!exponent)
        value = (float)part / 16777216.0f;
    else {
        bits = (exponent == 31 ? 255u : exponent + 112) << 23 | part << 13;
        memcpy(&value, &bits, sizeof value);
    }
    return half & 0x8000 ? -value : value;
}

static uint32_t bits_of(int format, float value) {
    uint32_t bits;
    if (format == 0)
        memcpy(&bits, &value, sizeof bits);
    else if (format == 1)
        bits = half_bits(value);
    else {
        double most = 4294967295.0 / (double)(UINT64_C(1) << (32 - formats[format].bits));
        double v = value != value ? 0 : value;
        v = v > most ? most : v < -most ? -most : v;
        bits = (uint32_t)(int64_t)v;
    }
    return bits;
}

unsigned data_pack(const char *type, const float *value, unsigned count, uint32_t *words, unsigned room) {
    int format = format_of(type);
    unsigned bits = formats[format].bits, each = 32 / bits, used = (count + each - 1) / each;
    for (unsigned i = 0; i < used && i < room; i++)
        words[i] = 0;
    for (unsigned i = 0; i < count && i / each < room; i++) {
        uint32_t mask = bits == 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
        words[i / each] |= (bits_of(format, value[i]) & mask) << i % each * bits;
    }
    return used;
}

float data_unpack(const char *type, const uint32_t *words, unsigned i) {
    int format = format_of(type);
    unsigned bits = formats[format].bits, each = 32 / bits;
    uint32_t raw = words[i / each] >> i % each * bits;
    float value;
    raw &= bits == 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
    if (format == 0)
        memcpy(&value, &raw, sizeof value);
    else if (format == 1)
        value = half_value(raw);
    else if (formats[format].is_signed)
        value = (float)((int32_t)(raw << (32 - bits)) >> (32 - bits));
    else
        value = (float)raw;
    return value;
}
