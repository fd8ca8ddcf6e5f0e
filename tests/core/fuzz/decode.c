/* SPDX-License-Identifier: MIT */
/* Fuzz target: decode, print in all styles, oddities, encode back, parse back.
 * Input: architecture; then code to its end. */
#include "fuzz.h"

static void store(uint8_t code[8], uint64_t bits) {
    for (int i = 0; i < 8; i++)
        code[i] = (uint8_t)(bits >> 8 * i);
}

static void check_encode(const gisa_isa *isa, const gisa_insn *insn) {
    uint8_t code[8] = {0}, expected[8];
    size_t size = insn->size;
    gisa_insn copy = *insn;
    copy.bits = ~insn->bits; /* must not be looked at */
    gisa_status status = gisa_encode(isa, &copy, code, &size);
    store(expected, insn->bits);
    LAW(status == GISA_OK && size == insn->size && memcmp(code, expected, size) == 0,
        "%s: %016llx encodes to another word: %s", gisa_name(isa), (unsigned long long)insn->bits,
        gisa_status_text(status));
}

static size_t name_of_label(void *ctx, uint64_t target, char *text, size_t room) {
    char name[32];
    size_t size = (size_t)snprintf(name, sizeof name, "L%llx", (unsigned long long)target);
    (void)ctx;
    if (size > room || target % 3 == 0)
        return 0;
    memcpy(text, name, size);
    return size;
}

/* The text fits exactly into the room that NO_SPACE asks for. */
static size_t check_print(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style,
                          char text[GISA_TEXT_MAX]) {
    size_t size = GISA_TEXT_MAX, need = 0;
    LAW(gisa_print(isa, insn, style, text, &size) == GISA_OK, "%s: %016llx has no text", gisa_name(isa),
        (unsigned long long)insn->bits);
    LAW(size < GISA_TEXT_MAX && strlen(text) == size && size > 0, "%s: the length of '%s' is not %zu",
        gisa_name(isa), text, size);
    char *exact = malloc(size + 1);
    size_t room = size + 1;
    LAW(exact, "no memory");
    LAW(gisa_print(isa, insn, style, exact, &need) == GISA_STATUS_NO_SPACE && need == size,
        "'%s' needs %zu bytes", text, need);
    LAW(gisa_print(isa, insn, style, exact, &room) == GISA_OK && strcmp(exact, text) == 0,
        "'%s' depends on the room", text);
    free(exact);
    return size;
}

static void check_parse(const gisa_isa *isa, const gisa_insn *insn, gisa_syntax syntax, const char *text,
                        size_t size, uint32_t odd) {
    gisa_env env = {.syntax = syntax, .address = 0x12340};
    gisa_error error = {0};
    gisa_insn back;
    memset(&back, 0, sizeof back);
    gisa_status status = gisa_parse(isa, text, size, &env, &back, &error);
    bool same = status == GISA_OK && back.size == insn->size && back.bits == insn->bits;
    LAW(odd || same, "%s: %016llx is '%s', which parses to %016llx (%s)", gisa_name(isa),
        (unsigned long long)insn->bits, text, (unsigned long long)back.bits, error.message);
    LAW(!odd || !same || syntax != GISA_SYNTAX_LLVM, "%s: %016llx '%s' is not odd (%s)", gisa_name(isa),
        (unsigned long long)insn->bits, text, gisa_oddity_text(odd));
    if (same && !odd) {
        LAW(back.form == insn->form && back.operand_count == insn->operand_count, "another form: '%s'", text);
        for (unsigned i = 0; i < insn->operand_count; i++)
            LAW(memcmp(&insn->operand[i], &back.operand[i], sizeof back.operand[i]) == 0,
                "another operand %u: '%s'", i, text);
    }
}

static void check_texts(const gisa_isa *isa, const gisa_insn *insn, gisa_status status) {
    uint32_t odd = gisa_oddities(isa, insn);
    char text[GISA_TEXT_MAX];
    LAW(gisa_oddity_text(odd), "oddities %x have no text", odd);
    for (unsigned bits = 0; bits < 16; bits++) {
        gisa_style style = {.syntax = bits & 1 ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM,
                            .hex_literals = bits & 2,
                            .literal = bits & 4 ? "symbol@rel32@lo+4" : NULL,
                            .label = bits & 8 ? name_of_label : NULL,
                            .address = 0x12340};
        size_t size = check_print(isa, insn, &style, text);
        if (status == GISA_OK && bits < 4)
            check_parse(isa, insn, style.syntax, text, size, odd);
    }
    text[0] = 0;
}

static void check_form(const gisa_isa *isa, const gisa_insn *insn) {
    gisa_form_info info;
    uint64_t target;
    LAW(gisa_form(isa, insn->form, &info) == GISA_OK, "form %u", insn->form);
    LAW(info.size <= insn->size && info.mnemonic[0], "form %u: %s", insn->form, info.mnemonic);
    LAW(insn->operand_count <= GISA_MAX_OPERANDS, "%s: %u operands", info.mnemonic, insn->operand_count);
    gisa_target(insn, 0x12340, &target);
    for (unsigned i = 0; i <= insn->operand_count; i++) {
        unsigned bit = 0, width = 0;
        gisa_operand_name(isa, insn->form, i);
        if (gisa_field(isa, insn, i, &bit, &width) == GISA_OK)
            LAW(width && bit + width <= 8u * insn->size, "%s: operand %u in bits %u + %u", info.mnemonic, i,
                bit, width);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1)
        return 0;
    const gisa_isa *isa = fuzz_isa(*data++, false);
    size--;
    for (size_t at = 0; at <= size;) {
        gisa_insn insn, halves;
        memset(&insn, 0, sizeof insn);
        memset(&halves, 0, sizeof halves);
        gisa_status status = gisa_decode(isa, data + at, size - at, &insn);
        gisa_status half = gisa_decode_head(isa, data + at, size - at, &halves);
        if (half == GISA_OK)
            half = gisa_decode_operands(isa, &halves);
        LAW(half == status && halves.size == insn.size && halves.bits == insn.bits, "head and operands");
        LAW((status == GISA_STATUS_END) == (at == size), "GISA_STATUS_END");
        if (status == GISA_STATUS_END)
            break;
        LAW(insn.size && insn.size <= size - at, "%u of %zu bytes", insn.size, size - at);
        if (status == GISA_OK || status == GISA_STATUS_RESERVED) {
            LAW(memcmp(&insn, &halves, sizeof insn) == 0, "head and operands");
            check_form(isa, &insn);
            check_encode(isa, &insn);
            check_texts(isa, &insn, status);
        } else
            LAW(status == GISA_STATUS_UNKNOWN || status == GISA_STATUS_TRUNCATED, "%s",
                gisa_status_text(status));
        at += insn.size;
    }
    return 0;
}
