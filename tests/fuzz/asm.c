/* SPDX-License-Identifier: MIT */
/* Fuzz target: source text to a file, in every format; what comes out is disassembled and assembled again.
 * Input: architecture (or none); output format, and 4: CLRX's syntax; then the source. The character FS divides it
 * into parts: .include "1" and .incbin "1" read part 1, "0" is the source itself, other files do not exist. */
#include "again.h"

enum { CLRX_TEXT = 4, SEPARATOR = 0x1c, SMALL = 4096, ERROR_LIMIT = 2 };

/* Both for messages and for files. */
typedef struct context {
    fuzz_text messages; /* the first member: fuzz_report knows no other */
    const char *source;
    size_t size;
} context;

/* Part `number`, or NULL. */
static const char *part(const context *c, unsigned number, size_t *size) {
    const char *p = c->source, *end = p + c->size, *next;
    while (number-- > 0) {
        if (!(p = memchr(p, SEPARATOR, (size_t)(end - p))))
            return NULL;
        p++;
    }
    next = memchr(p, SEPARATOR, (size_t)(end - p));
    *size = (size_t)((next ? next : end) - p);
    return p;
}

static void *read_part(void *ctx, const char *name, const char *from, size_t *size) {
    const char *text = NULL;
    LAW(name && from, "a file without a name");
    if (name[0] >= '0' && name[0] <= '9' && !name[1])
        text = part(ctx, (unsigned)(name[0] - '0'), size);
    return text ? fuzz_exactly(text, *size) : NULL;
}

/* An object that this assembler wrote is one that this disassembler takes; its text gives the same object. */
static void check_object(gisa_output output, const void *file, size_t size) {
    gisa_dis_options dis = {.input = GISA_IN_ELF};
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    size_t source_size;
    char *whole = fuzz_exactly(data + 2, size - 2);
    context c = {.source = whole, .size = size - 2};
    gisa_asm_options options = {.isa = fuzz_isa(data[0], true),
                                .output = (gisa_output)(data[1] & 3),
                                .syntax = data[1] & CLRX_TEXT ? GISA_CLRX : GISA_LLVM,
                                .read = read_part,
                                .report = fuzz_report,
                                .ctx = &c,
                                .error_limit = ERROR_LIMIT};
    const char *first = part(&c, 0, &source_size);
    char *source = fuzz_exactly(first, source_size);
    void *out = &out;
    size_t out_size = 1;
    gisa_status status = gisa_assemble("source", source, source_size, &options, &out, &out_size);
    LAW((status == GISA_OK) == (out != NULL), "%s, but out = %p", gisa_status_text(status), out);
    LAW(c.messages.errors <= ERROR_LIMIT, "%u errors", c.messages.errors);
    LAW((status == GISA_OK) == (c.messages.errors == 0) || status == GISA_NO_MEMORY, "%s, but %u errors",
        gisa_status_text(status), c.messages.errors);
    if (status == GISA_OK && out_size < SMALL) {
        if (options.output == GISA_OUT_RAW && options.isa)
            fuzz_again_raw(options.isa, options.syntax, out, out_size);
        if (options.output == GISA_OUT_ELF || options.output == GISA_OUT_CO)
            check_object(options.output, out, out_size);
    }
    free(out);
    free(source);
    free(whole);
    return 0;
}
