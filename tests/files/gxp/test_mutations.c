/* SPDX-License-Identifier: MIT */
/* Sources with random changes: each becomes a file that comes back, or gets a message; and the
 * files of sound sources with random changes likewise. For a bounded time; the numbers of what
 * failed say how to get there again. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SOURCES = 20000, AT_LEAST = 300, SECONDS = 2, LARGEST = 8192, LARGE = 1 << 16 };

static const char vertex[] = ".gxp vertex\n"
                             ".version 1, 5\n"
                             ".sdk 0x350\n"
                             ".flags output_undefined, bit12, vertex_index\n"
                             ".parameter attribute, \"position\", f32x4, 0, semantic=position\n"
                             ".parameter uniform, \"matrix\", f32x4[4], 0\n"
                             ".parameter uniform, \"bones\", f16x3[7], 3, container=2\n"
                             ".parameter uniform_buffer, \"skin\", aggregate, 2\n"
                             ".container default\n"
                             ".container literal\n"
                             ".container data, , 9, bits=0x7\n"
                             ".literal 0, -0.1\n"
                             ".buffer 2, 3, -16\n"
                             ".sampler 5, 1, 2\n"
                             ".texture_buffer 6, 0, 4\n"
                             ".varying color0\n"
                             ".varying texcoord4, xyw, half\n"
                             ".temporaries 9\n"
                             ".buffer_access 3, memory\n"
                             ".texture_access 7, bit2, dependent\n"
                             ".place parameters, 0x200\n"
                             ".unknown 0x1f0, 1, 2, 0xff\n"
                             ".secondary\n"
                             ".quad 0xf800014000000000\n"
                             ".primary\n"
                             ".quad 0xfa44070000000000, 0x3880052183040040\n"
                             ".rept 3\n.quad 0xfb275000a0200000\n.endr\n";

static const char fragment[] =
    ".gxp fragment\n"
    ".parameter sampler, \"picture\", f32x4, 1, index=16\n"
    ".parameter uniform, \"tint\", f16x4, 0, name_at=0x180\n"
    ".container default, 0, 2\n"
    ".input color0, half, centroid\n"
    ".input texcoord3, components=2, sample=texcoord1, unit=1, project=w, sample_format=float\n"
    ".input none, sample=texcoord9, words=2, info_bits=0x800, size_bits=0x3\n"
    ".result u8x4, 1\n"
    ".flags discard, native_color\n"
    ".fragment_bits 0x123456789a\n"
    ".sampled_inputs 1\n"
    ".file_length 0x200\n"
    ".quad 0xfa44070000000000, 0x10a44786a0040001\n";

typedef struct text {
    char data[LARGEST];
    size_t size;
} text;

static void erase(text *t, size_t at, size_t size) {
    memmove(t->data + at, t->data + at + size, t->size - at - size);
    t->size -= size;
}

static void insert(text *t, size_t at, const char *what, size_t size) {
    if (t->size + size > LARGEST)
        return;
    memmove(t->data + at + size, t->data + at, t->size - at);
    memcpy(t->data + at, what, size);
    t->size += size;
}

/* The line around a byte. */
static size_t line_at(const text *t, size_t at, size_t *size) {
    size_t begin = at, end = at;
    while (begin && t->data[begin - 1] != '\n')
        begin--;
    while (end < t->size && t->data[end] != '\n')
        end++;
    *size = (end < t->size ? end + 1 : end) - begin;
    return begin;
}

static void change(text *t) {
    static const char *const words[] = {
        "0",   "1",  ", ",   "none",    "bit31", "-1",        "65535", "0xffffffff", "=", "x4",
        "[2]", "\"", "half", "default", "data",  "texcoord9", "1e9",   "\n",         ".", "4294967296"};
    char line[LARGEST];
    size_t at = any((uint32_t)t->size), size, begin = line_at(t, at, &size);
    const char *word = words[any(sizeof words / sizeof *words)];
    switch (any(6)) {
    case 0: t->data[at] = (char)any(256); break;
    case 1: erase(t, at, 1); break;
    case 2: insert(t, at, word, strlen(word)); break;
    case 3: /* a number, or what comes to hand, by another one */
        while (at < t->size && (t->data[at] < '0' || t->data[at] > '9'))
            at++;
        if (at < t->size)
            t->data[at] = (char)('0' + any(10));
        break;
    case 4: erase(t, begin, size); break;
    default: /* a line again, or elsewhere */
        memcpy(line, t->data + begin, size);
        if (any(2))
            erase(t, begin, size);
        begin = line_at(t, any((uint32_t)t->size + 1) % (t->size ? t->size : 1), &at);
        insert(t, begin, line, size);
    }
}

static bool in_time(clock_t start) {
    return clock() - start < (clock_t)SECONDS * CLOCKS_PER_SEC;
}

void test_mutations(void) {
    static text t;
    unsigned made = 0, i;
    clock_t start = clock();
    for (i = 0; i < SOURCES && (i < AT_LEAST || in_time(start)); i++) {
        const char *from = i % 2 ? vertex : fragment;
        any_seed(i);
        t.size = strlen(from);
        memcpy(t.data, from, t.size);
        for (unsigned steps = i < 2 ? 0 : 1 + any(3); steps-- && t.size;)
            change(&t);
        result r = assemble(t.data, t.size);
        if (r.status == GISA_OK) {
            made++;
            if (r.size < LARGE)
                check_law(r.data, r.size, "changed source", i);
        } else
            check(i > 1 && r.status == GISA_STATUS_FAILED && r.errors && !r.data,
                  "changed source %u: %s\n%.*s", i, r.message, (int)t.size, t.data);
        free(r.data);
    }
    /* Otherwise this tests little. */
    check(made > i / 10 && made < i * 9 / 10, "%u of %u changed sources were sound", made, i);
}
