/* SPDX-License-Identifier: MIT */
/* Reads kernels and their arguments from the metadata note (MessagePack) of a code object. */
#include "kernels.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "pack.h"

enum { DEPTH = 32 };

typedef struct text {
    const char *at;
    uint64_t size;
} text;

static bool is(text t, const char *word) {
    return t.size == strlen(word) && memcmp(t.at, word, t.size) == 0;
}

static bool read_text(pack_reader *r, text *t) {
    return pack_head(r, &t->size) == PACK_STRING && pack_string(r, t->size, &t->at);
}

/* Replaces *to, which is malloc'd. What is not a string is left out: the name y, written without quotes, is the truth value. */
static bool read_copy(pack_reader *r, char **to) {
    pack_reader before = *r;
    text t;
    char *copy;
    if (!read_text(r, &t)) {
        *r = before;
        return pack_skip(r, DEPTH);
    }
    if (!(copy = malloc((size_t)t.size + 1)))
        return false;
    memcpy(copy, t.at, (size_t)t.size);
    copy[t.size] = 0;
    free(*to);
    *to = copy;
    return true;
}

static bool read_number(pack_reader *r, uint32_t *number) {
    uint64_t value;
    if (pack_head(r, &value) != PACK_UNSIGNED || value > UINT32_MAX)
        return false;
    *number = (uint32_t)value;
    return true;
}

/* An array's elements take a byte each at least, so that its count is bounded by the file. */
static bool read_count(pack_reader *r, uint64_t *count) {
    return pack_head(r, count) == PACK_ARRAY && *count <= (uint64_t)(r->end - r->at);
}

static bool read_argument(pack_reader *r, kernel_argument *a) {
    uint64_t pairs;
    text key;
    a->name = calloc(1, 1);
    a->kind = calloc(1, 1);
    a->type = calloc(1, 1);
    if (!a->name || !a->kind || !a->type || pack_head(r, &pairs) != PACK_MAP)
        return false;
    for (; pairs; pairs--) {
        bool ok = read_text(r, &key);
        ok = ok && (is(key, ".name")         ? read_copy(r, &a->name)
                    : is(key, ".value_kind") ? read_copy(r, &a->kind)
                    : is(key, ".type_name")  ? read_copy(r, &a->type)
                    : is(key, ".offset")     ? read_number(r, &a->offset)
                    : is(key, ".size")       ? read_number(r, &a->size)
                                             : pack_skip(r, DEPTH));
        if (!ok)
            return false;
    }
    return true;
}

static bool read_arguments(pack_reader *r, kernel_metadata *k) {
    uint64_t count;
    if (k->arguments || !read_count(r, &count) ||
        !(k->arguments = calloc((size_t)count + 1, sizeof *k->arguments)))
        return false;
    for (; k->argument_count < count; k->argument_count++)
        if (!read_argument(r, &k->arguments[k->argument_count])) {
            k->argument_count++; /* what it has is to be freed */
            return false;
        }
    return true;
}

static bool read_kernel(pack_reader *r, kernel_metadata *k) {
    uint64_t pairs;
    text key;
    k->name = calloc(1, 1);
    k->symbol = calloc(1, 1);
    if (!k->name || !k->symbol || pack_head(r, &pairs) != PACK_MAP)
        return false;
    for (; pairs; pairs--) {
        bool ok = read_text(r, &key);
        ok = ok && (is(key, ".name")                   ? read_copy(r, &k->name)
                    : is(key, ".symbol")               ? read_copy(r, &k->symbol)
                    : is(key, ".kernarg_segment_size") ? read_number(r, &k->kernarg_size)
                    : is(key, ".args")                 ? read_arguments(r, k)
                                                       : pack_skip(r, DEPTH));
        if (!ok)
            return false;
    }
    return true;
}

static bool read_kernels(pack_reader *r, kernel_list *kernels) {
    uint64_t count;
    if (kernels->at || !read_count(r, &count) ||
        !(kernels->at = calloc((size_t)count + 1, sizeof *kernels->at)))
        return false;
    for (; kernels->count < count; kernels->count++)
        if (!read_kernel(r, &kernels->at[kernels->count])) {
            kernels->count++;
            return false;
        }
    return true;
}

static bool read_note(pack_reader r, kernel_list *kernels) {
    uint64_t pairs;
    text key;
    if (pack_head(&r, &pairs) != PACK_MAP)
        return false;
    for (; pairs; pairs--)
        if (!read_text(&r, &key) ||
            !(is(key, "amdhsa.kernels") ? read_kernels(&r, kernels) : pack_skip(&r, DEPTH)))
            return false;
    return true;
}

/* The notes of a section: name size, description size, type, then both, each padded to four bytes. */
static bool find_note(const section *s, pack_reader *r) {
    const uint8_t *at = s->content.data;
    size_t left = s->content.size;
    while (left >= 12) {
        uint32_t head[3];
        uint64_t name, size;
        memcpy(head, at, sizeof head);
        name = ((uint64_t)head[0] + 3) & ~(uint64_t)3;
        size = ((uint64_t)head[1] + 3) & ~(uint64_t)3;
        if (name + head[1] > left - 12)
            return false;
        if (head[2] == OBJECT_NOTE_METADATA && head[0] == 7 && memcmp(at + 12, "AMDGPU", 7) == 0) {
            *r = (pack_reader){at + 12 + name, at + 12 + name + head[1]};
            return true;
        }
        if (name + size > left - 12)
            return false;
        at += 12 + name + size;
        left -= (size_t)(12 + name + size);
    }
    return false;
}

gisa_status kernels_read(const object *o, kernel_list *kernels) {
    pack_reader r;
    memset(kernels, 0, sizeof *kernels);
    for (size_t i = 0; i < o->section_count; i++)
        if (o->sections[i].type == SHT_NOTE && find_note(&o->sections[i], &r)) {
            bool ok = read_note(r, kernels);
            if (!ok)
                kernels_free(kernels);
            return ok ? GISA_OK : GISA_BAD_FILE;
        }
    return GISA_OK;
}

void kernels_free(kernel_list *kernels) {
    for (size_t i = 0; i < kernels->count; i++) {
        kernel_metadata *k = &kernels->at[i];
        for (size_t n = 0; n < k->argument_count; n++) {
            free(k->arguments[n].name);
            free(k->arguments[n].kind);
            free(k->arguments[n].type);
        }
        free(k->arguments);
        free(k->name);
        free(k->symbol);
    }
    free(kernels->at);
    memset(kernels, 0, sizeof *kernels);
}
