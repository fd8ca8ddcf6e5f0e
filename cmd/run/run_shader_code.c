/* SPDX-License-Identifier: MIT */
/* gisa run on code without a container: raw, words as text, or assembler
   source. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run_shader.h"

static bool is_text(const char *data, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (!isprint((unsigned char)data[i]) && !isspace((unsigned char)data[i]))
            return false;
    return true;
}

bool code_words(const char *text, size_t size, unsigned char **code, size_t *code_size) {
    unsigned char *to = malloc(size * 8 + 8);
    size_t used = 0;
    for (size_t i = 0; to && i < size;) {
        if (isspace((unsigned char)text[i]) || text[i] == ',') {
            i++;
            continue;
        }
        if (text[i] == '#' || text[i] == ';' || (text[i] == '/' && i + 1 < size && text[i + 1] == '/')) {
            while (i < size && text[i] != '\n')
                i++;
            continue;
        }
        unsigned digits = 0;
        uint64_t word = 0;
        i += text[i] == '0' && i + 1 < size && (text[i + 1] | 0x20) == 'x' ? 2 : 0;
        for (; i < size && isxdigit((unsigned char)text[i]) && digits < 17; i++, digits++) {
            int c = tolower((unsigned char)text[i]);
            word = word << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        }
        if (!digits || digits > 16 ||
            (i < size && !isspace((unsigned char)text[i]) && !strchr(",#;/", text[i]))) {
            free(to);
            return false;
        }
        for (unsigned k = 0; k < (digits > 8 ? 8u : 4u); k++)
            to[used++] = (unsigned char)(word >> 8 * k);
    }
    *code = to;
    *code_size = used;
    return to;
}

static void report(void *ctx, const gisa_diagnostic *d) {
    (void)ctx;
    cmd_report(NULL, d);
}

static bool assemble(const code_source *s, const char *text, size_t size, void **code, size_t *code_size) {
    const gisa_asm_options options = {.isa = s->isa,
                                      .output = GISA_OUTPUT_RAW,
                                      .syntax = s->syntax,
                                      .report = report,
                                      .placed = s->placed,
                                      .ctx = s->ctx};
    gisa_status status = gisa_assemble(s->path, text, size, &options, code, code_size);
    return status == GISA_OK || (status != GISA_STATUS_FAILED && shader_says(gisa_status_text(status), NULL));
}

code_kind shader_code_kind(const void *data, size_t size) {
    unsigned char *words = NULL;
    size_t words_size;
    if (!is_text(data, size))
        return CODE_IN_RAW;
    const bool is_words = code_words(data, size, &words, &words_size);
    if (is_words)
        free(words);
    return is_words ? CODE_IN_HEX : CODE_IN_ASM;
}

bool shader_code(const code_source *s, const void *data, size_t size, void **code, size_t *code_size) {
    const unsigned unit = gisa_unit(s->isa);
    char what[100];
    unsigned char *words = NULL;
    switch (s->kind == CODE_AUTO ? shader_code_kind(data, size) : s->kind) {
    case CODE_IN_HEX:
        if (!code_words(data, size, &words, code_size))
            return shader_says("expected words in hexadecimal in", s->path);
        *code = words;
        break;
    case CODE_IN_ASM:
        if (!assemble(s, data, size, code, code_size))
            return false;
        break;
    default:
        *code = malloc(size + 1);
        if (!*code)
            return shader_says("out of memory", NULL);
        memcpy(*code, data, size);
        *code_size = size;
    }
    if (*code_size % unit == 0)
        return true;
    free(*code);
    snprintf(what, sizeof what, "instructions have %u bytes; these are not a multiple of it, in", unit);
    return shader_says(what, s->path);
}
