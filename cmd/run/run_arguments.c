/* SPDX-License-Identifier: MIT */
/* Arguments of kernels: numbers with a type, memory from and to files, LDS. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "numerals.h"
#include "run.h"

static bool wrong(const char *text, const char *what) {
    fprintf(stderr, "gisa %s: argument '%s': %s\n", run_name, text, what);
    return false;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static const struct type {
    const char *name;
    uint8_t size;
    char kind; /* i u f */
} types[] = {{"i8", 1, 'i'},  {"u8", 1, 'u'},  {"i16", 2, 'i'}, {"u16", 2, 'u'},
             {"i32", 4, 'i'}, {"u32", 4, 'u'}, {"i64", 8, 'i'}, {"u64", 8, 'u'},
             {"f16", 2, 'f'}, {"f32", 4, 'f'}, {"f64", 8, 'f'}};

static const struct type *find_type(const char *name, size_t size) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].name) == size && memcmp(types[i].name, name, size) == 0)
            return &types[i];
    return NULL;
}

static bool fits(const struct type *t, const char *text, unsigned long long value) {
    unsigned bits = 8u * t->size;
    bool negative = *text == '-';
    if (bits == 64)
        return true;
    if (negative)
        return (long long)value >= -(1ll << (bits - 1));
    return value < 1ull << bits;
}

/* A number of the type as its bytes, the lowest first; it ends at the end of the text or at
   *stop. */
static bool read_number(const struct type *t, const char *text, uint8_t bytes[8], const char **stop) {
    char *end;
    errno = 0;
    if (t->kind == 'f') {
        double d = strtod(text, &end);
        float f = (float)d;
        const uint16_t half = (uint16_t)numeral_half(d);
        memcpy(bytes, t->size == 8 ? (void *)&d : t->size == 4 ? (void *)&f : (const void *)&half, t->size);
    } else {
        unsigned long long value =
            *text == '-' ? (unsigned long long)strtoll(text, &end, 0) : strtoull(text, &end, 0);
        if (errno || !fits(t, text, value) || (t->kind == 'u' && *text == '-'))
            return false;
        memcpy(bytes, &value, t->size);
    }
    if (stop)
        *stop = end;
    return end != text && (stop || !*end);
}

/* Numbers with commas between them: those of a vector. */
static bool read_numbers(const struct type *t, const char *text, run_argument *a) {
    for (a->size = 0; a->size + t->size <= sizeof a->bytes; text++) {
        if (!read_number(t, text, a->bytes + a->size, &text) || (*text && *text != ','))
            return wrong(a->text, "not a number of that type");
        a->size += t->size;
        if (!*text)
            return true;
    }
    return wrong(a->text, "too many numbers");
}

static bool read_size(const char *text, const char *end, size_t *size) {
    char *stop;
    errno = 0;
    unsigned long long value = strtoull(text, &stop, 0);
    if (stop < end && (*stop == 'k' || *stop == 'M') && value < 1 << 30)
        value <<= *stop++ == 'k' ? 10 : 20;
    *size = (size_t)value;
    return isdigit((unsigned char)*text) && stop == end && !errno && value && value <= (1ull << 40);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Memory beside that of an argument belongs to nothing, so that an access beyond its end is
   found. */
enum { RED_ZONE = 1 << 16 };

static bool allocate(run_argument *a, size_t size) {
    a->kind = RUN_MEMORY;
    a->size = 8;
    a->memory_size = size;
    a->memory = aligned_alloc(4096, (size + 4095) / 4096 * 4096 + RED_ZONE);
    if (!a->memory)
        return wrong(a->text, "out of memory");
    memset(a->memory, 0, size);
    a->has_contents = true;
    return true;
}

/* BYTES[:TYPE][=FILL]: the fill is a number of the type, or a byte. */
static bool read_buffer(run_argument *a, const char *text) {
    const char *equal = strchr(text, '='), *end = equal ? equal : text + strlen(text);
    const char *colon = memchr(text, ':', (size_t)(end - text));
    const struct type *t = colon ? find_type(colon + 1, (size_t)(end - colon - 1)) : find_type("u8", 2);
    uint8_t fill[8];
    size_t size;
    if (!t)
        return wrong(a->text, "unknown type; expected i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 or f64");
    if (!read_size(text, colon ? colon : end, &size))
        return wrong(a->text, "expected a number of bytes after 'buf:'");
    if (equal && !read_number(t, equal + 1, fill, NULL))
        return wrong(a->text, "expected a number of its type after '='");
    if (!allocate(a, size))
        return false;
    for (size_t i = 0; equal && i + t->size <= size; i += t->size)
        memcpy((uint8_t *)a->memory + i, fill, t->size);
    if (colon)
        memcpy(a->show, t->name, strlen(t->name));
    return true;
}

static bool read_file(run_argument *a, const char *path) {
    void *data;
    size_t size;
    bool ok;
    if (!cmd_read_file(path, &data, &size))
        return false;
    ok = size ? allocate(a, size) : wrong(a->text, "the file is empty");
    if (ok)
        memcpy(a->memory, data, size);
    free(data);
    return ok;
}

/* FILE:BYTES */
static bool read_out(run_argument *a, const char *text) {
    const char *colon = strrchr(text, ':');
    size_t size;
    if (!colon || colon == text || !read_size(colon + 1, text + strlen(text), &size))
        return wrong(a->text, "expected out:FILE:BYTES");
    if (!allocate(a, size))
        return false;
    a->has_contents = false;
    a->out = strndup(text, (size_t)(colon - text));
    return a->out || wrong(a->text, "out of memory");
}

/* ---------------------------------------------------------------------------------------------- */

bool run_argument_read(const char *text, run_argument *a) {
    const char *colon = strchr(text, ':');
    const struct type *t;
    size_t size;
    *a = (run_argument){.text = text};
    if (!colon)
        return wrong(text, "expected KIND:VALUE, such as i32:5, f32:1.5, buf:4096, in:FILE, out:FILE:4096");
    t = find_type(text, (size_t)(colon - text));
    if (t)
        return read_numbers(t, colon + 1, a);
    if (strncmp(text, "buf:", 4) == 0)
        return read_buffer(a, colon + 1);
    if (strncmp(text, "in:", 3) == 0)
        return read_file(a, colon + 1);
    if (strncmp(text, "inout:", 6) == 0) {
        a->out = colon + 1;
        return read_file(a, colon + 1);
    }
    if (strncmp(text, "out:", 4) == 0)
        return read_out(a, colon + 1);
    if (strncmp(text, "local:", 6) == 0) {
        a->kind = RUN_LOCAL;
        a->size = 4;
        if (!read_size(colon + 1, text + strlen(text), &size) || size > UINT32_MAX)
            return wrong(text, "expected a number of bytes after 'local:'");
        a->local = (uint32_t)size;
        return true;
    }
    if (strncmp(text, "image:", 6) == 0)
        return run_image_read(colon + 1, a) || (run_image_free(a), false);
    if (strncmp(text, "sampler:", 8) == 0)
        return run_sampler_read(colon + 1, a) || (run_image_free(a), false);
    return wrong(
        text,
        "unknown kind; expected i8 ... u64, f16, f32, f64, buf, in, out, inout, local, image or sampler");
}

static void show_value(const struct type *t, const uint8_t *at) {
    const numeral_type *type = numeral_type_named(t->name, strlen(t->name));
    char text[NUMERAL_TEXT];
    uint64_t value = 0;
    memcpy(&value, at, t->size);
    numeral_text(type, value, text);
    printf(" %s", text);
}

/* One line for each row of values: where it is, and eight of them. */
static void show(const run_argument *a, unsigned number, const char *name) {
    const struct type *t = find_type(a->show, strlen(a->show));
    size_t row = 8 * (size_t)t->size, whole = a->memory_size / t->size * t->size;
    printf("argument %u%s%s\n", number, *name ? " " : "", name);
    for (size_t i = 0; i < whole; i += t->size) {
        if (i % row == 0)
            printf("%s%8zu:", i ? "\n" : "", i / t->size);
        show_value(t, (const uint8_t *)a->memory + i);
    }
    printf("\n");
}

int run_argument_finish(const run_argument *a, unsigned number, const char *name) {
    if (a->image)
        return run_image_finish(a);
    if (a->show[0])
        show(a, number, name);
    if (!a->out)
        return 0;
    bool both = strncmp(a->text, "inout:", 6) == 0;
    return (both ? cmd_write_back : cmd_write_file)(a->out, a->memory, a->memory_size);
}

void run_argument_free(run_argument *a) {
    if (a->kind == RUN_MEMORY && a->out && strncmp(a->text, "out:", 4) == 0)
        free((char *)(uintptr_t)a->out);
    free(a->memory);
    run_image_free(a);
}
