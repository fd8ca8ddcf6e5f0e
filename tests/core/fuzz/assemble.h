/* SPDX-License-Identifier: MIT */
/* Assembles a source and checks what comes out: it is disassembled and assembled again. The
 * character FS divides the source into parts: .include "1" and .incbin "1" read part 1, "0" is the
 * source itself, other files do not exist. */
#ifndef GISA_FUZZ_ASSEMBLE_H
#define GISA_FUZZ_ASSEMBLE_H

#include "again.h"

enum { FUZZ_CLRX = 4, FUZZ_GXP = 8, FUZZ_SEPARATOR = 0x1c, FUZZ_SMALL = 4096 };

/* Both for messages and for files. */
typedef struct fuzz_source {
    fuzz_text messages; /* the first member: fuzz_report knows no other */
    const char *source;
    size_t size;
} fuzz_source;

/* Part `number`, or NULL. */
static inline const char *fuzz_part(const fuzz_source *c, unsigned number, size_t *size) {
    const char *p = c->source, *end = p + c->size, *next;
    while (number-- > 0) {
        if (!(p = memchr(p, FUZZ_SEPARATOR, (size_t)(end - p))))
            return NULL;
        p++;
    }
    next = memchr(p, FUZZ_SEPARATOR, (size_t)(end - p));
    *size = (size_t)((next ? next : end) - p);
    return p;
}

static inline void *fuzz_read_part(void *ctx, const char *name, const char *from, size_t *size) {
    const char *text = NULL;
    LAW(name && from, "a file without a name");
    if (name[0] >= '0' && name[0] <= '9' && !name[1])
        text = fuzz_part(ctx, (unsigned)(name[0] - '0'), size);
    return text ? fuzz_exactly(text, *size) : NULL;
}

/* An object that this assembler wrote is one that this disassembler takes; its text gives the same
   object. */
static inline void fuzz_check_object(gisa_output output, const void *file, size_t size) {
    gisa_dis_options dis = {.input = GISA_INPUT_ELF};
    gisa_asm_options as = {.output = output, .report = fuzz_report};
    fuzz_text text;
    void *out;
    size_t out_size;
    gisa_status status = fuzz_disassemble(file, size, dis, &text);
    LAW(status == GISA_OK, "its own object is not disassembled: %s: %s", gisa_status_text(status),
        text.first);
    as.ctx = &text;
    status = gisa_assemble("again", text.data, text.size, &as, &out, &out_size);
    LAW(status == GISA_OK, "its own object does not come back: %s: %s\n%.*s", gisa_status_text(status),
        text.first, (int)text.size, text.data);
    fuzz_same_object(file, size, out, out_size, &text);
    free(out);
    free(text.data);
}

/* `how`: bits 0 and 1: gisa_output; FUZZ_CLRX: that syntax; FUZZ_GXP: a shader file. */
static inline void fuzz_assemble(const gisa_isa *isa, unsigned how, const char *text, size_t size,
                                 unsigned most_errors) {
    size_t source_size;
    char *whole = fuzz_exactly(text, size);
    fuzz_source c = {.source = whole, .size = size};
    gisa_asm_options options = {.isa = isa,
                                .output = (gisa_output)(how & 3),
                                .syntax = how & FUZZ_CLRX ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM,
                                .read = fuzz_read_part,
                                .report = fuzz_report,
                                .ctx = &c,
                                .error_limit = most_errors};
    if (how & FUZZ_GXP)
        options.output = GISA_OUTPUT_GXP;
    const char *first = fuzz_part(&c, 0, &source_size);
    char *main_text = fuzz_exactly(first, source_size);
    void *out = &out;
    size_t out_size = 1;
    gisa_status status = gisa_assemble("source", main_text, source_size, &options, &out, &out_size);
    LAW((status == GISA_OK) == (out != NULL), "%s, but out = %p", gisa_status_text(status), out);
    LAW(c.messages.errors <= most_errors, "%u errors", c.messages.errors);
    LAW((status == GISA_OK) == (c.messages.errors == 0) || status == GISA_STATUS_NO_MEMORY,
        "%s, but %u errors", gisa_status_text(status), c.messages.errors);
    if (status == GISA_OK && out_size < FUZZ_SMALL) {
        if (options.output == GISA_OUTPUT_RAW && isa)
            fuzz_again_raw(isa, options.syntax, out, out_size);
        if (options.output == GISA_OUTPUT_ELF || options.output == GISA_OUTPUT_CO)
            fuzz_check_object(options.output, out, out_size);
        if (options.output == GISA_OUTPUT_GXP)
            LAW(fuzz_again_gxp(out, out_size, false), "its own shader file cannot be read");
    }
    free(out);
    free(main_text);
    free(whole);
}

#endif
