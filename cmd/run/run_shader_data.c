/* SPDX-License-Identifier: MIT */
/* gisa run on shaders: numbers for the parameters of a program, and their formats in registers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "numerals.h"
#include "run_shader.h"

static bool wrong_data(const char *text, const char *why) {
    fprintf(stderr, "gisa %s: '%s': %s\n", run_name, text, why);
    return false;
}

/* A row of numbers up to one of the characters in `ends`, or as many as a row has; returns how
 * many, 0 = something is no number. Afterwards *p stands at one of `ends`, at the end, or at more
 * numbers. */
static unsigned read_row(const char **p, const char *ends, double value[SHADER_VALUES]) {
    unsigned count = 0;
    for (;;) {
        char *end;
        value[count] = strtod(*p, &end);
        if (end == *p)
            return 0;
        count++;
        *p = end + strspn(end, " \t");
        if (!**p || strchr(ends, **p))
            return count;
        if (**p != ',' && **p != ';')
            return 0;
        ++*p;
        if (count == SHADER_VALUES) /* the rest is another row */
            return count;
    }
}

static bool add_row(parameter_data *d, const double *value, unsigned count, unsigned *room) {
    if (d->rows == *room) {
        *room = *room ? *room * 2 : 16;
        double *more = realloc(d->value, (size_t)*room * SHADER_VALUES * sizeof *more);
        if (!more)
            return shader_says("out of memory", NULL);
        d->value = more;
    }
    double *to = d->value + (size_t)d->rows * SHADER_VALUES;
    for (unsigned i = 0; i < SHADER_VALUES; i++)
        to[i] = i < count ? value[i] : 0;
    d->columns = count > d->columns ? count : d->columns;
    d->last = count;
    d->rows++;
    return true;
}

/* Numbers up to one of `ends`. What is shared by all instances may have more than a row has, and
   goes on in the next one. */
static bool read_numbers(parameter_data *d, const char **p, const char *ends, unsigned *room) {
    double value[SHADER_VALUES];
    do {
        unsigned count = read_row(p, ends, value);
        if (!count || (d->each && **p && !strchr(ends, **p))) {
            fprintf(stderr, "gisa run: %s: expected numbers with commas%s\n", d->name,
                    count ? ", of each instance at most 64" : "");
            return false;
        }
        if (!add_row(d, value, count, room))
            return false;
    } while (**p && !strchr(ends, **p));
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
        return shader_says("out of memory", NULL);
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
        const char *p = line + strspn(line, " \t");
        bool heading = number == 1 && *p && !strchr("0123456789+-.", *p);
        if (*p && *p != '#' && !heading && !(fine = read_numbers(d, &p, "", room)))
            fprintf(stderr, "gisa run: that is line %u of %s\n", number, path);
        line = next;
    }
    free(text);
    return fine && (d->rows || wrong_data(path, "no numbers in it"));
}

bool data_read(const char *text, bool each, parameter_data *d) {
    const char *equals = strchr(text, '='), *p;
    unsigned room = 0;
    d->each = each;
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof d->name)
        return wrong_data(text, "expected NAME=FILE.csv or NAME=v,v,v,v");
    memcpy(d->name, text, (size_t)(equals - text));
    p = equals + 1 + strspn(equals + 1, " ");
    if (!*p || !strchr("0123456789+-.", *p) || strstr(p, ".csv"))
        return read_lines(d, p, &room);
    while (read_numbers(d, &p, each ? "/" : "", &room)) {
        if (!*p) {
            d->corners = each && d->rows > 1;
            return !d->corners || d->rows == 3 || d->rows == 4 ||
                   wrong_data(text, "expected values for three or four corners");
        }
        p++;
    }
    return false;
}

double data_value(const parameter_data *d, unsigned i) {
    return d->value[(size_t)(i / d->columns) * SHADER_VALUES + i % d->columns];
}

unsigned data_count(const parameter_data *d) {
    return (d->rows - 1) * d->columns + d->last;
}

void data_at(const parameter_data *d, uint64_t instance, float x, float y, double value[SHADER_VALUES]) {
    const double *row = d->value;
    if (!d->corners) {
        memcpy(value, row + (instance < d->rows ? instance : d->rows - 1) * SHADER_VALUES,
               SHADER_VALUES * sizeof *value);
        return;
    }
    for (unsigned i = 0; i < SHADER_VALUES; i++) {
        float a = (float)row[i], b = (float)row[SHADER_VALUES + i], c = (float)row[2 * SHADER_VALUES + i];
        float d_ = d->rows == 4 ? (float)row[3 * SHADER_VALUES + i] : b + c - a;
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

/* -1: the layout of such numbers is unknown. */
static int format_of(const char *type) {
    size_t length = strcspn(type, "x");
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strlen(formats[i].name) == length && memcmp(type, formats[i].name, length) == 0)
            return (int)i;
    return -1;
}

unsigned data_components(const char *type) {
    const char *x = strchr(strncmp(type, "fx", 2) == 0 ? type + 2 : type, 'x');
    unsigned count = x ? (unsigned)strtoul(x + 1, NULL, 10) : 1;
    return count ? count : 1;
}

bool data_known(const char *type) {
    return format_of(type) >= 0;
}

static uint32_t bits_of(int format, double value) {
    uint32_t bits;
    const float nearest = (float)value;
    if (format == 0)
        memcpy(&bits, &nearest, sizeof bits);
    else if (format == 1)
        bits = numeral_half((double)nearest);
    else {
        double most = 4294967295.0 / (double)(UINT64_C(1) << (32 - formats[format].bits));
        double v = value != value ? 0 : value;
        v = v > most ? most : v < -most ? -most : v;
        bits = (uint32_t)(int64_t)v;
    }
    return bits;
}

unsigned data_pack(const char *type, const double *value, unsigned count, uint32_t *words, unsigned room) {
    int format = format_of(type);
    if (format < 0)
        return 0;
    unsigned bits = formats[format].bits, each = 32 / bits, used = (count + each - 1) / each;
    for (unsigned i = 0; i < used && i < room; i++)
        words[i] = 0;
    for (unsigned i = 0; i < count && i / each < room; i++) {
        uint32_t mask = bits == 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
        words[i / each] |= (bits_of(format, value[i]) & mask) << i % each * bits;
    }
    return used;
}

double data_unpack(const char *type, const uint32_t *words, unsigned i) {
    int format = format_of(type);
    if (format < 0)
        return 0;
    unsigned bits = formats[format].bits, each = 32 / bits;
    uint32_t raw = words[i / each] >> i % each * bits;
    float value;
    raw &= bits == 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
    memcpy(&value, &raw, sizeof value);
    return format == 0                 ? (double)value
           : format == 1               ? numeral_of_half(raw)
           : formats[format].is_signed ? (double)((int32_t)(raw << (32 - bits)) >> (32 - bits))
                                       : (double)raw;
}
