/* SPDX-License-Identifier: MIT */
/* Reads kernels and their arguments from the metadata note of a code object: MessagePack, or in
 * version 2 YAML with other names for the same (LLVM's AMDGPU usage guide, of LLVM 14 for version
 * 2). */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#include "pack.h"

enum { DEPTH = 32 };

typedef struct text {
    const char *at;
    uint64_t size;
} text;

static bool is_word(text t, const char *word) {
    return t.size == strlen(word) && memcmp(t.at, word, t.size) == 0;
}

/* A key, or that of version 2. */
static bool is(text t, const char *word, const char *v2) {
    return is_word(t, word) || is_word(t, v2);
}

static bool read_text(pack_reader *r, text *t) {
    return pack_head(r, &t->size) == PACK_STRING && pack_string(r, t->size, &t->at);
}

/* Notes that there is no memory. */
static void *have(pack_reader *r, void *block) {
    r->no_memory |= !block;
    return block;
}

/* Replaces *to, which is malloc'd. What is not a string is left out: the name y, written without
   quotes, is the truth value. */
static bool read_copy(pack_reader *r, char **to) {
    pack_reader before = *r;
    text t;
    char *copy;
    if (!read_text(r, &t)) {
        *r = before;
        return pack_skip(r, DEPTH);
    }
    if (!(copy = have(r, malloc((size_t)t.size + 1))))
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

/* x, y and z. */
static bool read_group(pack_reader *r, uint32_t group[3]) {
    uint64_t count;
    return pack_head(r, &count) == PACK_ARRAY && count == 3 && read_number(r, &group[0]) &&
           read_number(r, &group[1]) && read_number(r, &group[2]);
}

/* An array's elements take a byte each at least, so that its count is bounded by the file. */
static bool read_count(pack_reader *r, uint64_t *count) {
    return pack_head(r, count) == PACK_ARRAY && *count <= (uint64_t)(r->end - r->at);
}

static bool read_argument(pack_reader *r, kernel_argument *a) {
    uint64_t pairs;
    text key;
    a->name = have(r, calloc(1, 1));
    a->kind = have(r, calloc(1, 1));
    a->type = have(r, calloc(1, 1));
    if (!a->name || !a->kind || !a->type || pack_head(r, &pairs) != PACK_MAP)
        return false;
    for (; pairs; pairs--) {
        bool ok = read_text(r, &key);
        ok = ok && (is(key, ".name", "Name")              ? read_copy(r, &a->name)
                    : is(key, ".value_kind", "ValueKind") ? read_copy(r, &a->kind)
                    : is(key, ".type_name", "TypeName")   ? read_copy(r, &a->type)
                    : is_word(key, ".offset")             ? read_number(r, &a->offset)
                    : is_word(key, "Align")               ? read_number(r, &a->align)
                    : is(key, ".size", "Size")            ? read_number(r, &a->size)
                                                          : pack_skip(r, DEPTH));
        if (!ok)
            return false;
    }
    return true;
}

static bool read_arguments(pack_reader *r, kernel_metadata *k) {
    uint64_t count;
    if (k->arguments || !read_count(r, &count) ||
        !(k->arguments = have(r, calloc((size_t)count + 1, sizeof *k->arguments))))
        return false;
    for (; k->argument_count < count; k->argument_count++)
        if (!read_argument(r, &k->arguments[k->argument_count])) {
            k->argument_count++; /* what it has is to be freed */
            return false;
        }
    return true;
}

/* In version 2 some properties are in maps of their own. */
static bool read_properties(pack_reader *r, kernel_metadata *k, unsigned depth) {
    uint64_t pairs;
    text key;
    if (!depth || pack_head(r, &pairs) != PACK_MAP)
        return false;
    for (; pairs; pairs--) {
        bool ok = read_text(r, &key);
        ok = ok &&
             (is(key, ".name", "Name")                                      ? read_copy(r, &k->name)
              : is(key, ".symbol", "SymbolName")                            ? read_copy(r, &k->symbol)
              : is_word(key, ".kernarg_segment_size")                       ? read_number(r, &k->kernarg_size)
              : is(key, ".reqd_workgroup_size", "ReqdWorkGroupSize")        ? read_group(r, k->required_group)
              : is(key, ".max_flat_workgroup_size", "MaxFlatWorkGroupSize") ? read_number(r, &k->most_items)
              : is(key, ".args", "Args")                                    ? read_arguments(r, k)
              : is_word(key, "Attrs") || is_word(key, "CodeProps")          ? read_properties(r, k, depth - 1)
                                                                            : pack_skip(r, DEPTH));
        if (!ok)
            return false;
    }
    return true;
}

static bool read_kernel(pack_reader *r, kernel_metadata *k) {
    k->name = have(r, calloc(1, 1));
    k->symbol = have(r, calloc(1, 1));
    return k->name && k->symbol && read_properties(r, k, 2);
}

static bool read_kernels(pack_reader *r, kernel_list *kernels) {
    uint64_t count;
    if (kernels->at || !read_count(r, &count) ||
        !(kernels->at = have(r, calloc((size_t)count + 1, sizeof *kernels->at))))
        return false;
    for (; kernels->count < count; kernels->count++)
        if (!read_kernel(r, &kernels->at[kernels->count])) {
            kernels->count++;
            return false;
        }
    return true;
}

/* Formats of printf. What is not a string is one without an effect. */
static bool read_formats(pack_reader *r, kernel_list *kernels) {
    uint64_t count;
    if (kernels->formats || !read_count(r, &count) ||
        !(kernels->formats = have(r, calloc((size_t)count + 1, sizeof *kernels->formats))))
        return false;
    for (; kernels->format_count < count; kernels->format_count++)
        if (!(kernels->formats[kernels->format_count] = have(r, calloc(1, 1))) ||
            !read_copy(r, &kernels->formats[kernels->format_count]))
            return kernels->format_count += kernels->formats[kernels->format_count] != NULL, false;
    return true;
}

static bool read_entry(pack_reader *r, text key, kernel_list *kernels) {
    return is(key, "amdhsa.kernels", "Kernels") ? read_kernels(r, kernels)
           : is(key, "amdhsa.printf", "Printf") ? read_formats(r, kernels)
                                                : pack_skip(r, DEPTH);
}

static gisa_status read_note(pack_reader r, kernel_list *kernels) {
    uint64_t pairs;
    text key;
    if (pack_head(&r, &pairs) != PACK_MAP)
        return GISA_STATUS_BAD_FILE;
    for (; pairs; pairs--)
        if (!read_text(&r, &key) || !read_entry(&r, key, kernels))
            return r.no_memory ? GISA_STATUS_NO_MEMORY : GISA_STATUS_BAD_FILE;
    return GISA_OK;
}

/* ---- version 2 ---- */

/* GlobalBuffer to global_buffer. */
static bool rewrite_kind(char **kind) {
    bytes name = {0};
    for (const char *c = *kind; *c; c++) {
        char lower = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
        if (lower != *c && c != *kind)
            bytes_text(&name, "_");
        bytes_append(&name, &lower, 1);
    }
    bytes_append(&name, "", 1);
    if (name.failed) {
        bytes_free(&name);
        return false;
    }
    free(*kind);
    *kind = (char *)name.data;
    return true;
}

/* A kernel's symbol stands for its code as well ("NAME@kd" in here), arguments lie one after
   another, and their kinds are written in another way. */
static bool complete_v2(const kernel_list *kernels) {
    for (size_t i = 0; i < kernels->count; i++) {
        const kernel_metadata *k = &kernels->at[i];
        uint32_t end = 0;
        k->symbol[strcspn(k->symbol, "@")] = 0;
        for (size_t n = 0; n < k->argument_count; n++) {
            kernel_argument *a = &k->arguments[n];
            uint32_t mask = a->align && !(a->align & (a->align - 1)) ? a->align - 1 : 0;
            a->offset = (end + mask) & ~mask;
            end = a->offset + a->size;
            if (!rewrite_kind(&a->kind))
                return false;
        }
    }
    return true;
}

static gisa_status read_v2(const bytes *note, kernel_list *kernels) {
    char message[200];
    size_t line, size = note->size;
    bytes packed = {0};
    gisa_status status;
    while (size && !note->data[size - 1]) /* the text may be padded */
        size--;
    status = metadata_from_text(&packed, (const char *)note->data, size, &line, message);
    if (status == GISA_OK)
        status = read_note((pack_reader){.at = packed.data, .end = packed.data + packed.size}, kernels);
    if (status == GISA_OK && !complete_v2(kernels))
        status = GISA_STATUS_NO_MEMORY;
    bytes_free(&packed);
    return status;
}

static int by_symbol(const void *a, const void *b) {
    return strcmp(((const kernel_metadata *)a)->symbol, ((const kernel_metadata *)b)->symbol);
}

gisa_status kernels_read(const object *o, kernel_list *kernels) {
    bytes note = {0};
    gisa_status status = GISA_OK;
    memset(kernels, 0, sizeof *kernels);
    if (object_find_note(o, "AMDGPU", OBJECT_NOTE_METADATA, &note))
        status = read_note((pack_reader){.at = note.data, .end = note.data + note.size}, kernels);
    else if (object_find_note(o, "AMD", OBJECT_NOTE_V2_METADATA, &note))
        status = read_v2(&note, kernels);
    if (status)
        kernels_free(kernels);
    else if (kernels->count)
        qsort(kernels->at, kernels->count, sizeof *kernels->at, by_symbol);
    return status;
}

const kernel_metadata *kernels_named(const kernel_list *kernels, const char *name) {
    kernel_metadata key = {.symbol = (char *)(uintptr_t)name};
    return kernels->count ? bsearch(&key, kernels->at, kernels->count, sizeof key, by_symbol) : NULL;
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
    for (size_t i = 0; i < kernels->format_count; i++)
        free(kernels->formats[i]);
    free(kernels->formats);
    free(kernels->at);
    memset(kernels, 0, sizeof *kernels);
}
