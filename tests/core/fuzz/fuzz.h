/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. A target is LLVMFuzzerTestOneInput: libFuzzer calls it, or replay.c
 * with files.
 *
 * The first bytes of an input choose the architecture and options, the rest is what is read.
 * seeds.c writes inputs in the same form with the functions below. */
#ifndef GISA_FUZZ_H
#define GISA_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A law that must hold; otherwise a line and an abort, which is what fuzzers look for. */
#define LAW(holds, ...)                                                                                      \
    do {                                                                                                     \
        if (!(holds)) {                                                                                      \
            fprintf(stderr, "%s:%d: broken: %s: ", __FILE__, __LINE__, #holds);                              \
            fprintf(stderr, __VA_ARGS__);                                                                    \
            fputc('\n', stderr);                                                                             \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

/* The architecture that a byte names; `or_none`: one value of the byte stands for NULL. */
static inline const gisa_isa *fuzz_isa(uint8_t byte, bool or_none) {
    unsigned count = 0;
    while (gisa_at(count))
        count++;
    return gisa_at(byte % (count + or_none));
}

/* A block of exactly `size` bytes, so that a sanitizer sees every byte too many. */
static inline void *fuzz_exactly(const void *data, size_t size) {
    void *block = malloc(size ? size : 1);
    LAW(block, "no memory for %zu bytes", size);
    if (size)
        memcpy(block, data, size);
    return block;
}

/* What gisa_disassemble writes, up to a limit; FUZZ_REPORT and FUZZ_WRITE go into its options. */
typedef struct fuzz_text {
    char *data;
    size_t size, room, limit;
    unsigned errors;
    char first[200]; /* of the errors */
} fuzz_text;

static inline bool fuzz_write(void *ctx, const void *data, size_t size) {
    fuzz_text *t = ctx;
    LAW(t->size + size <= t->limit, "more than %zu bytes of output", t->limit);
    if (t->size + size > t->room) {
        t->room = (t->size + size) * 2;
        t->data = realloc(t->data, t->room);
        LAW(t->data, "no memory for %zu bytes", t->room);
    }
    memcpy(t->data + t->size, data, size);
    t->size += size;
    return true;
}

/* Every diagnostic has a file, a message, and a place in the line that it shows. */
static inline void fuzz_report(void *ctx, const gisa_diagnostic *d) {
    fuzz_text *t = ctx;
    if (d->severity == GISA_SEVERITY_ERROR && !t->errors++)
        snprintf(t->first, sizeof t->first, "%s:%u: %s", d->file ? d->file : "", d->line, d->message);
    LAW(d->file && d->message && d->message[0], "a diagnostic without file or message");
    LAW(strlen(d->message) < 1000, "a message of %zu bytes", strlen(d->message));
    if (!d->source || !d->column)
        return;
    LAW(d->column <= d->source_size + 1, "'%s' is past the end of the line", d->message);
    LAW(d->length, "'%s' means no byte", d->message);
    LAW(!memchr(d->source, '\n', d->source_size), "'%s' shows two lines", d->message);
}

#endif
