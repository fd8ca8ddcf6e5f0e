/* SPDX-License-Identifier: MIT */
/* Fuzz target: text to an instruction; what is accepted encodes, decodes, prints and parses to the
 * same bits. Input: architecture; options (1: CLRX's syntax, 2: names are expressions); then the
 * text. */
#include "fuzz.h"

#include <ctype.h>

enum { CLRX_TEXT = 1, NAMES = 2 };

/* What no text may ask for; the other oddities are texts that have a more usual form. */
enum { NEVER_PARSED = GISA_ODD_RESERVED | GISA_ODD_ALIGNMENT | GISA_ODD_SCALARS | GISA_ODD_OPERAND };

/* A caller's expression: a name, which is not known yet, or a decimal number. */
static size_t expression(void *ctx, const char *text, const char *end, gisa_value *value, const char **why) {
    const char *p = text;
    (void)ctx;
    if (p < end && isdigit((unsigned char)*p)) {
        uint64_t number = 0;
        for (; p < end && isdigit((unsigned char)*p); p++)
            number = number * 10 + (uint64_t)(*p - '0');
        *value = (gisa_value){.kind = GISA_VALUE_INT, .integer = (int64_t)number};
        return (size_t)(p - text);
    }
    while (p < end && (isalnum((unsigned char)*p) || *p == '_'))
        p++;
    if (p == text)
        *why = "expected a name or a number";
    *value = (gisa_value){.kind = GISA_VALUE_PENDING, .integer = p - text};
    return (size_t)(p - text);
}

static void check_error(const gisa_error *error, gisa_status status, size_t size) {
    LAW(error->status == status, "the error is for status %d, not %d", error->status, status);
    LAW(error->offset <= size && error->length, "a fault at %u, %u bytes", error->offset, error->length);
    LAW(error->offset + error->length <= size + 1, "the fault is longer than the text");
    LAW(error->message[0] && memchr(error->message, 0, sizeof error->message), "no message");
}

static bool is_pending(const gisa_insn *insn) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].flags & GISA_OPERAND_PENDING)
            return true;
    return false;
}

/* The text of what was parsed, in both syntaxes. */
static void check_back(const gisa_isa *isa, const gisa_insn *insn, const char *source, size_t source_size) {
    for (int clrx = 0; clrx < 2; clrx++) {
        gisa_style style = {.syntax = clrx ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM, .address = 0x12340};
        gisa_env env = {.syntax = style.syntax, .address = 0x12340};
        char text[GISA_TEXT_MAX];
        size_t size = sizeof text;
        gisa_error error = {0};
        gisa_insn again;
        memset(&again, 0, sizeof again);
        LAW(gisa_print(isa, insn, &style, text, &size) == GISA_OK, "no text");
        gisa_status status = gisa_parse(isa, text, size, &env, &again, &error);
        LAW(status == GISA_OK && again.bits == insn->bits && again.size == insn->size,
            "%s: '%.*s' is printed as '%s', which is %016llx and not %016llx (%s)", gisa_name(isa),
            (int)source_size, source, text, (unsigned long long)again.bits, (unsigned long long)insn->bits,
            error.message);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    const gisa_isa *isa = fuzz_isa(data[0], false);
    gisa_env env = {.syntax = data[1] & CLRX_TEXT ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM,
                    .address = 0x12340,
                    .expression = data[1] & NAMES ? expression : NULL};
    size -= 2;
    char *text = fuzz_exactly(data + 2, size);
    gisa_error error = {.offset = UINT32_MAX};
    gisa_insn insn, back;
    uint8_t code[8] = {0};
    size_t room = sizeof code;
    memset(&insn, 0, sizeof insn);
    memset(&back, 0, sizeof back);
    gisa_status status = gisa_parse(isa, text, size, &env, &insn, &error);
    if (status != GISA_OK)
        check_error(&error, status, size);
    else {
        uint64_t bits = 0;
        LAW(gisa_encode(isa, &insn, code, &room) == GISA_OK && room == insn.size,
            "%s: '%.*s' does not encode", gisa_name(isa), (int)size, text);
        for (size_t i = 0; i < room; i++)
            bits |= (uint64_t)code[i] << 8 * i;
        status = gisa_decode(isa, code, room, &back);
        LAW(back.size == room && back.form == insn.form, "%s: '%.*s' decodes as something else (%s)",
            gisa_name(isa), (int)size, text, gisa_status_text(status));
        if (!is_pending(&insn)) {
            uint32_t odd = gisa_oddities(isa, &back);
            LAW(status == GISA_OK, "%s: '%.*s' decodes with %s", gisa_name(isa), (int)size, text,
                gisa_status_text(status));
            LAW(bits == insn.bits, "%s: '%.*s' has %016llx in insn.bits, but encodes to %016llx",
                gisa_name(isa), (int)size, text, (unsigned long long)insn.bits, (unsigned long long)bits);
            LAW(!(odd & NEVER_PARSED), "%s: '%.*s' was accepted: %s", gisa_name(isa), (int)size, text,
                gisa_oddity_text(odd & NEVER_PARSED));
            if (!odd)
                check_back(isa, &back, text, size);
        }
    }
    free(text);
    return 0;
}
