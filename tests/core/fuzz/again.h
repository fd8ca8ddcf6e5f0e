/* SPDX-License-Identifier: MIT */
/* There and back, for the targets that have a file: disassemble, assemble, compare. */
#ifndef GISA_FUZZ_AGAIN_H
#define GISA_FUZZ_AGAIN_H

#include "object/elf_types.h"

#include "fuzz.h"
#include "object.h"

/* How many bytes of text a byte of a file may become: JSON says most. */
enum { TEXT_PER_BYTE = 1000, TEXT_AT_LEAST = 1 << 20 };

static inline gisa_status fuzz_disassemble(const void *file, size_t size, gisa_dis_options options,
                                           fuzz_text *text) {
    *text = (fuzz_text){.limit = size * TEXT_PER_BYTE + TEXT_AT_LEAST};
    options.report = fuzz_report;
    options.write = fuzz_write;
    options.ctx = text;
    gisa_status status = gisa_disassemble(file, size, &options);
    LAW(status != GISA_OK || !text->errors, "errors were reported, but the status is GISA_OK");
    return status;
}

/* Raw code and words always come back as they were. */
static inline void fuzz_again_raw(const gisa_isa *isa, gisa_syntax syntax, const void *code, size_t size) {
    gisa_dis_options dis = {.isa = isa, .input = GISA_INPUT_RAW, .syntax = syntax};
    gisa_asm_options as = {.isa = isa, .output = GISA_OUTPUT_RAW, .syntax = syntax, .report = fuzz_report};
    fuzz_text text;
    void *out;
    size_t out_size;
    gisa_status status = fuzz_disassemble(code, size, dis, &text);
    LAW(status == GISA_OK, "raw code is not disassembled: %s", gisa_status_text(status));
    as.ctx = &text;
    status = gisa_assemble("again", text.data, text.size, &as, &out, &out_size);
    LAW(status == GISA_OK, "%s: what was disassembled does not assemble: %s: %s\n%.*s", gisa_name(isa),
        gisa_status_text(status), text.first, (int)text.size, text.data);
    LAW(out_size == size && (!size || memcmp(out, code, size) == 0), "%s: other bytes came back:\n%.*s",
        gisa_name(isa), (int)text.size, text.data);
    free(out);
    free(text.data);
}

/* The text of a file that can be read gives the file. False: it cannot be read. */
static inline bool fuzz_again_gxp(const void *file, size_t size, bool hex) {
    gisa_dis_options dis = {.input = GISA_INPUT_GXP, .hex = hex};
    gisa_asm_options as = {.output = GISA_OUTPUT_GXP, .report = fuzz_report};
    fuzz_text text;
    void *out;
    size_t out_size;
    gisa_status status = fuzz_disassemble(file, size, dis, &text);
    LAW(status == GISA_OK || text.errors, "no message: %s", gisa_status_text(status));
    if (status == GISA_OK) {
        as.ctx = &text;
        status = gisa_assemble("again", text.data, text.size, &as, &out, &out_size);
        LAW(status == GISA_OK, "a shader file does not come back: %s: %s\n%.*s", gisa_status_text(status),
            text.first, (int)text.size, text.data);
        LAW(out_size == size && memcmp(out, file, size) == 0, "another shader file comes back:\n%.*s",
            (int)text.size, text.data);
        free(out);
        free(text.data);
        return true;
    }
    free(text.data);
    return false;
}

/* ---- what an object says, as lines in an order of their own ---------------------------------- */

typedef struct fuzz_lines {
    char **lines;
    size_t count, room;
} fuzz_lines;

static inline void fuzz_add_line(fuzz_lines *l, bytes *line) {
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->lines = realloc(l->lines, l->room * sizeof *l->lines);
    }
    bytes_append(line, "", 1);
    LAW(l->lines && !line->failed, "no memory");
    l->lines[l->count++] = (char *)line->data;
    *line = (bytes){0};
}

static inline int fuzz_by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Tables that the writers make; empty sections, which a listing may leave out. */
static inline bool fuzz_is_table(const section *s) {
    switch (s->type) {
    case SHT_PROGBITS:
    case SHT_NOTE:
    case SHT_INIT_ARRAY:
    case SHT_FINI_ARRAY:
    case SHT_PREINIT_ARRAY:
    case SHT_NOBITS:
        return !s->size || strncmp(s->name, ".got", 4) == 0 || strcmp(s->name, ".relro_padding") == 0;
    default: return true;
    }
}

static inline void fuzz_put_section(fuzz_lines *l, const section *s) {
    bytes line = {0};
    bytes_format(&line, "section %s type %u flags %llx size %llu:", s->name, s->type,
                 (unsigned long long)s->flags, (unsigned long long)s->size);
    for (size_t i = 0; i < s->content.size; i++)
        bytes_format(&line, " %02x", s->content.data[i]);
    fuzz_add_line(l, &line);
}

/* Local symbols stand for places; other names may be given to these. */
static inline void fuzz_put_relocation(fuzz_lines *l, const object *o, const relocation *r) {
    bytes line = {0};
    bytes_format(&line, "relocation %u at %s+%llu: ", r->type, o->sections[r->section].name,
                 (unsigned long long)r->offset);
    const symbol *s = r->symbol >= 0 ? &o->symbols[r->symbol] : NULL;
    if (s && s->section >= 0 && s->binding == STB_LOCAL)
        bytes_format(&line, "%s+%lld", o->sections[s->section].name,
                     (long long)(s->value + (uint64_t)r->addend));
    else
        bytes_format(&line, "%s+%lld", s ? s->name : "", (long long)r->addend);
    fuzz_add_line(l, &line);
}

static inline void fuzz_put_symbol(fuzz_lines *l, const object *o, const symbol *s) {
    bytes line = {0};
    /* What is neither defined nor used is not listed. */
    if (s->binding == STB_LOCAL || (s->section == OBJECT_UNDEFINED && s->binding == STB_GLOBAL))
        return;
    bytes_format(&line, "symbol %s in %s: %llu, size %llu, binding %u, type %u, visibility %u", s->name,
                 s->section >= 0 ? o->sections[s->section].name : "none", (unsigned long long)s->value,
                 (unsigned long long)s->size, s->binding, s->type, s->visibility);
    fuzz_add_line(l, &line);
}

static inline fuzz_lines fuzz_describe(const void *file, size_t size) {
    object o;
    object_fault fault;
    fuzz_lines l = {0};
    LAW(object_read(&o, file, size, &fault) == GISA_OK, "not an object: %s", fault.message);
    for (size_t i = 0; i < o.section_count; i++)
        if (!fuzz_is_table(&o.sections[i]))
            fuzz_put_section(&l, &o.sections[i]);
    for (size_t i = 0; i < o.relocation_count; i++)
        fuzz_put_relocation(&l, &o, &o.relocations[i]);
    for (size_t i = 0; i < o.symbol_count; i++)
        fuzz_put_symbol(&l, &o, &o.symbols[i]);
    object_free(&o);
    if (l.count)
        qsort(l.lines, l.count, sizeof *l.lines, fuzz_by_text);
    return l;
}

static inline void fuzz_free_lines(fuzz_lines *l) {
    for (size_t i = 0; i < l->count; i++)
        free(l->lines[i]);
    free(l->lines);
}

/* Both objects say the same; `text` is how one became the other. */
static inline void fuzz_same_object(const void *x, size_t x_size, const void *y, size_t y_size,
                                    const fuzz_text *text) {
    fuzz_lines before = fuzz_describe(x, x_size), after = fuzz_describe(y, y_size);
    for (size_t i = 0; i < before.count || i < after.count; i++) {
        const char *was = i < before.count ? before.lines[i] : "nothing";
        const char *is = i < after.count ? after.lines[i] : "nothing";
        LAW(strcmp(was, is) == 0, "another object comes back:\n- %s\n+ %s\n%.*s", was, is, (int)text->size,
            text->data);
    }
    fuzz_free_lines(&before);
    fuzz_free_lines(&after);
}

#endif
