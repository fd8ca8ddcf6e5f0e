/* SPDX-License-Identifier: MIT */
/* The lines that say how a kernel is launched, what its memory holds before, and whether it holds
   the right things after. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

static const value_type types[] = {{"i8", 1, 'i'},  {"u8", 1, 'u'},  {"i16", 2, 'i'}, {"u16", 2, 'u'},
                                   {"f16", 2, 'f'}, {"i32", 4, 'i'}, {"u32", 4, 'u'}, {"f32", 4, 'f'},
                                   {"i64", 8, 'i'}, {"u64", 8, 'u'}, {"f64", 8, 'f'}};

static const value_type *find_type(const char *text, size_t size) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].name) == size && memcmp(types[i].name, text, size) == 0)
            return &types[i];
    return NULL;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* X, XxY or XxYxZ up to `end`; how many there are. */
static uint32_t read_sizes(const char *text, char end, uint32_t sizes[3], const char **rest) {
    uint32_t count = 0;
    char *stop;
    do {
        sizes[count++] = (uint32_t)strtoul(text, &stop, 10);
        text = stop + 1;
    } while (*stop == 'x' && count < 3);
    *rest = text;
    return *stop == end || !*stop ? count : 0;
}

/* A number, or n (work-items) or g (groups), then *NUMBER, /NUMBER or +NUMBER. */
static size_t read_count(const test_launch *l, const char *text, char **end) {
    size_t items = 1, groups = 1, value;
    for (unsigned d = 0; d < l->dimensions; d++) {
        items *= l->grid[d];
        groups *= (l->grid[d] + l->group[d] - 1) / l->group[d];
    }
    if (*text == 'n' || *text == 'g') {
        value = *text == 'n' ? items : groups;
        *end = (char *)(uintptr_t)(text + 1);
    } else
        value = strtoul(text, end, 0);
    for (char op; (op = **end) == '*' || op == '/' || op == '+';) {
        size_t by = strtoul(*end + 1, end, 0);
        value = op == '*' ? value * by : op == '+' ? value + by : (value + by - 1) / by;
    }
    return value;
}

static bool read_memory(const test_launch *l, const char *word, test_argument *a) {
    const char *bracket = strchr(word, '[');
    char *end;
    a->what = MEMORY;
    a->type = find_type(word, (size_t)(bracket - word));
    a->count = read_count(l, bracket + 1, &end);
    if (!a->type || !a->count || *end++ != ']')
        return false;
    if (*end == '=') {
        size_t size = strcspn(end + 1, "~");
        if (size >= sizeof a->fill)
            return false;
        memcpy(a->fill, end + 1, size);
        end += 1 + size;
    }
    if (*end == '~')
        a->ulp = strtod(end + 1, &end);
    return !*end;
}

static bool read_number(const char *word, const char *colon, test_argument *a) {
    char *end;
    long long i = strtoll(colon + 1, &end, 0);
    a->what = NUMBER;
    a->type = find_type(word, (size_t)(colon - word));
    if (!a->type)
        return false;
    if (a->type->kind == 'f') {
        double d = strtod(colon + 1, &end);
        float f = (float)d;
        memcpy(a->number, a->type->size == 4 ? (void *)&f : (void *)&d, a->type->size);
    } else
        memcpy(a->number, &i, sizeof i);
    return !*end;
}

static bool read_argument(const test_launch *l, const char *word, test_argument *a) {
    const char *colon = strchr(word, ':');
    char *end;
    *a = (test_argument){.what = NUMBER};
    if (strcmp(word, "n") == 0) {
        uint64_t n = read_count(l, word, &end);
        a->type = find_type("u32", 3);
        memcpy(a->number, &n, sizeof n);
        return true;
    }
    if (strchr(word, '['))
        return read_memory(l, word, a);
    if (colon && (strncmp(word, "local", 5) == 0 || strncmp(word, "struct", 6) == 0)) {
        a->what = *word == 'l' ? LOCAL : STRUCTURE;
        a->type = find_type("u8", 2);
        strcpy(a->fill, "any");
        a->count = read_count(l, colon + 1, &end);
        return a->count && !*end;
    }
    return colon && read_number(word, colon, a);
}

bool plan_read(const char *line, test_launch *l) {
    char copy[400], *word, *save = NULL;
    const char *rest;
    *l = (test_launch){.dimensions = 0};
    snprintf(copy, sizeof copy, "%s", line);
    word = strtok_r(copy, " \n", &save);
    snprintf(l->kernel, sizeof l->kernel, "%s", word ? word : "");
    word = strtok_r(NULL, " \n", &save);
    l->dimensions = word ? read_sizes(word, '/', l->grid, &rest) : 0;
    if (!l->dimensions || read_sizes(rest, 0, l->group, &rest) != l->dimensions) {
        printf("'%s': expected NAME GRID/GROUP\n", line);
        return false;
    }
    while ((word = strtok_r(NULL, " \n", &save)))
        if (l->count == MOST_ARGUMENTS || !read_argument(l, word, &l->arguments[l->count++])) {
            printf("'%s': '%s' is no argument\n", line, word);
            return false;
        }
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* splitmix64 */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static const double edges[] = {0.0,     -0.0, 1.0,      -1.0,      0.5,      -0.5,      1.5,  2.0,
                               2.5,     -2.5, 3.0,      65504.0,   -65504.0, 8388608.0, 1e-3, 0.1,
                               1 / 3.0, 1e4,  INFINITY, -INFINITY, NAN,      8388607.5, 1e-4, -7.0};

static double make_float(const char *fill, uint64_t random, size_t i) {
    double unit = (double)(random >> 11) / 9007199254740992.0;
    if (strcmp(fill, "unit") == 0)
        return unit;
    if (strcmp(fill, "signed") == 0)
        return unit * 2 - 1;
    if (strcmp(fill, "hundred") == 0)
        return unit * 200 - 100;
    if (strcmp(fill, "integer") == 0)
        return floor(unit * 200) - 100;
    if (strcmp(fill, "index") == 0)
        return (double)i;
    if (strcmp(fill, "edge") == 0)
        return i % 3 ? edges[random % (sizeof edges / sizeof *edges)]
                     : ldexp(unit - 0.5, (int)(random % 24) - 10);
    return ldexp(unit + 0.5, (int)(random % 40) - 20) * (random & 64 ? -1 : 1); /* "any" */
}

static uint64_t make_integer(const char *fill, const value_type *t, uint64_t random, size_t i) {
    uint64_t top = (uint64_t)1 << (8 * t->size - 1);
    if (strcmp(fill, "zero") == 0)
        return 0;
    if (strcmp(fill, "small") == 0)
        return random & 0xff;
    if (strcmp(fill, "index") == 0)
        return i;
    if (strcmp(fill, "edge") == 0 && i % 3) {
        const uint64_t values[] = {0,  1,  ~(uint64_t)0, top, top - 1, top + 1, 2,
                                   31, 32, 33,           63,  64,      0xff,    0x8000};
        return values[random % (sizeof values / sizeof *values)];
    }
    return random >> (strcmp(fill, "edge") == 0 ? random % 64 : 0);
}

/* Halves by hand, as not every compiler has them. */
static uint16_t half_of(double value) {
    int exponent;
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double units;
    if (isnan(value))
        return 0x7e00;
    frexp(value, &exponent);
    exponent = exponent < -13 ? -13 : exponent;
    units = rint(ldexp(fabs(value), 11 - exponent)); /* of the last place; 1024 and more: normal */
    if (isinf(value) || ldexp(units, exponent - 11) > 65504)
        return sign | 0x7c00;
    return (uint16_t)(sign + units + (value ? (exponent + 13) * 1024 : 0));
}

static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    double value = exponent == 31  ? (bits & 1023 ? NAN : INFINITY)
                   : exponent == 0 ? ldexp(bits & 1023, -24)
                                   : ldexp(1024 + (bits & 1023), exponent - 25);
    return bits & 0x8000 ? -value : value;
}

static void put_float(const value_type *t, double value, void *at) {
    float f = (float)value;
    uint16_t h = half_of(value);
    memcpy(at, t->size == 8 ? (void *)&value : t->size == 4 ? (void *)&f : (void *)&h, t->size);
}

static double get_float(const value_type *t, const void *at) {
    double d = 0;
    float f = 0;
    uint16_t h = 0;
    memcpy(&d, at, t->size == 8 ? 8 : 0);
    memcpy(&f, at, t->size == 4 ? 4 : 0);
    memcpy(&h, at, t->size == 2 ? 2 : 0);
    return t->size == 8 ? d : t->size == 4 ? (double)f : half_value(h);
}

size_t plan_size(const test_argument *a) {
    return a->what == NUMBER ? 8 : a->count * a->type->size;
}

void plan_fill(const test_argument *a, uint64_t seed, void *memory) {
    size_t size = a->type->size;
    uint64_t state = seed;
    if (!a->fill[0]) {
        memset(memory, 0xa5, a->count * size);
        return;
    }
    for (size_t i = 0; i < a->count; i++) {
        uint64_t random = next_random(&state), value;
        uint8_t *at = (uint8_t *)memory + i * size;
        if (a->type->kind == 'f' && strcmp(a->fill, "bits") != 0)
            put_float(a->type, strcmp(a->fill, "zero") == 0 ? 0.0 : make_float(a->fill, random, i), at);
        else {
            value = make_integer(a->fill, a->type, random, i);
            memcpy(at, &value, size);
        }
    }
}

/* ---- results --------------------------------------------------------------------------------- */

/* The distance in units of the last place of the expected value. */
static double distance(const value_type *t, double ours, double expected) {
    int digits = t->size == 8 ? 53 : t->size == 4 ? 24 : 11;
    int least = t->size == 8 ? -1021 : t->size == 4 ? -125 : -13, exponent;
    if (ours == expected)
        return 0;
    if (!isfinite(ours) || !isfinite(expected))
        return INFINITY;
    frexp(expected, &exponent);
    if (expected == 0 || exponent < least)
        exponent = least;
    return fabs(ours - expected) / ldexp(1.0, exponent - digits);
}

static bool agree(const test_argument *a, const uint8_t *ours, const uint8_t *expected) {
    double x, y;
    if (memcmp(ours, expected, a->type->size) == 0)
        return true;
    if (a->type->kind != 'f')
        return false;
    /* Which NaN it is differs between processors. */
    x = get_float(a->type, ours);
    y = get_float(a->type, expected);
    return (isnan(x) && isnan(y)) || (a->ulp > 0 && distance(a->type, x, y) <= a->ulp);
}

size_t plan_compare(const test_argument *a, const void *ours, const void *expected) {
    size_t i = 0;
    while (i < a->count &&
           agree(a, (const uint8_t *)ours + i * a->type->size, (const uint8_t *)expected + i * a->type->size))
        i++;
    return i;
}

void plan_print(const value_type *t, const void *value, FILE *to) {
    uint64_t bits = 0;
    memcpy(&bits, value, t->size);
    fprintf(to, "0x%0*llx", 2 * t->size, (unsigned long long)bits);
    if (t->kind == 'f')
        fprintf(to, " (%.17g)", get_float(t, value));
}
