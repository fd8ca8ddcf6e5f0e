/* SPDX-License-Identifier: MIT */
/* gisa info of what is not a name of the spec: words and opcodes in hexadecimal, and words in the
   meanings of others. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "info.h"

/* ---- words in hexadecimal --------------------------------------------------------------- */

static bool read_hex(const char *text, uint64_t *value, size_t *digits) {
    bool prefix = text[0] == '0' && (text[1] | 32) == 'x';
    char *end;
    text += prefix ? 2 : 0;
    *digits = strlen(text);
    *value = strtoull(text, &end, 16);
    return isxdigit((unsigned char)*text) && !*end && *digits <= 8 && (prefix || *digits == 8);
}

/* What each architecture takes the word for. */
static bool show_word(question *q, uint32_t word) {
    const uint8_t code[8] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                             (uint8_t)(word >> 24)};
    bool known = false;
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_insn insn;
        char text[256];
        size_t size = sizeof text;
        /* with a second word of zeros where it needs one */
        if (!isa || gisa_unit(isa) != 4 || gisa_decode(isa, code, sizeof code, &insn) != GISA_OK ||
            gisa_print(isa, &insn, NULL, text, &size) != GISA_OK)
            continue;
        if (!known) {
            page_format(&q->page, INK_STRONG, "%08x", word);
            page_format(&q->page, INK_FAINT, ", a word of an instruction; 'gisa explain' draws its bits");
            page_end_line(&q->page);
        }
        known = true;
        info_line(&q->page, gisa_name(isa), 10, text);
    }
    return known;
}

/* ---- opcodes ---------------------------------------------------------------------------- */

static bool show_opcode(question *q, uint32_t opcode) {
    const gisa_isa *isa = q->isa;
    gisa_form_info info;
    bool known = false;
    for (unsigned a = 0; !q->isa && gisa_at(a); a++) /* the newest one of the first family */
        if (strcmp(gisa_family(gisa_at(a)), gisa_family(gisa_at(0))) == 0)
            isa = gisa_at(a);
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++) {
        phrase name = {.size = 0}, what = {.size = 0};
        if (info.opcode != opcode)
            continue;
        if (!known) {
            page_format(&q->page, INK_STRONG, "0x%x", opcode);
            page_format(&q->page, INK_FAINT, ", an opcode on %s", gisa_name(isa));
            page_end_line(&q->page);
        }
        known = true;
        phrase_add(&name, "%-10s %s", info.format, info.mnemonic);
        phrase_add(&what, "%.*s", (int)info.summary, info.doc);
        info_line(&q->page, name.text, 38, what.text);
    }
    return known;
}

bool info_code(question *q) {
    uint64_t value;
    size_t digits;
    if (!read_hex(q->name, &value, &digits))
        return false;
    return digits > 4 ? show_word(q, (uint32_t)value) : show_opcode(q, (uint32_t)value);
}

/* ---- words in meanings ------------------------------------------------------------------ */

/* Has the text this word, with neither letters nor digits beside it? */
static bool has_word(const char *text, const char *word) {
    size_t size = strlen(word);
    for (const char *at = text; *at; at++)
        if (strncasecmp(at, word, size) == 0 && (at == text || !isalnum((unsigned char)at[-1])) &&
            !isalnum((unsigned char)at[size]))
            return true;
    return false;
}

/* Is the same text also that of this word on an architecture before? */
static bool is_repeated(const question *q, unsigned a, const char *word, const char *text) {
    const char *other, *meaning;
    for (unsigned b = 0; b < a; b++)
        for (unsigned i = 0; gisa_meaning_at(question_isa(q, b), i, &other, &meaning) == GISA_OK; i++)
            if (strcmp(other, word) == 0 && strcmp(meaning, text) == 0)
                return true;
    return false;
}

bool info_search(question *q) {
    bool known = false;
    const char *word, *text;
    for (unsigned a = 0; *q->name && a < MAX_ARCHITECTURES && gisa_at(a); a++)
        for (unsigned i = 0; gisa_meaning_at(question_isa(q, a), i, &word, &text) == GISA_OK; i++) {
            if ((!has_word(word, q->name) && !has_word(text, q->name)) || is_repeated(q, a, word, text))
                continue;
            if (!known) {
                page_put(&q->page, INK_STRONG, q->name);
                page_put(&q->page, INK_FAINT, " is a word in these:");
                page_end_line(&q->page);
            }
            known = true;
            info_line(&q->page, word, 20, text);
        }
    return known;
}
