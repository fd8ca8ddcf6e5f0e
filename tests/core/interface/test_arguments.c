/* SPDX-License-Identifier: MIT */
/* A form that an architecture does not have, and operands past the last one, are errors. */
#include <string.h>

#include "interface.h"

/* An expression that is not known yet can only stand where a literal can. */
static void check_pending(void) {
    const gisa_isa *isa = gisa_find("gfx803");
    const char *const texts[] = {"v_add_f32_e64 v1, s2, v3", "v_add_f32_e32 v1, s2, v3"};
    for (unsigned i = 0; i < 2; i++) {
        gisa_insn insn;
        uint32_t words[2];
        size_t size = sizeof words;
        gisa_parse(isa, texts[i], strlen(texts[i]), NULL, &insn, NULL);
        insn.operand[1].flags |= GISA_OPERAND_PENDING;
        check(gisa_encode(isa, &insn, words, &size) == (i ? GISA_OK : GISA_STATUS_BAD_OPERAND),
              "%s with an expression", texts[i]);
    }
}

static void ignore(void *ctx, const gisa_diagnostic *d) {
    *(unsigned *)ctx += d->message != NULL;
}

/* Sources with errors leave nothing to free. */
static void check_failed_source(void) {
    static const char source[] = ".byte 256\n";
    unsigned messages = 0;
    gisa_asm_options options = {
        .isa = gisa_find("gfx803"), .output = GISA_OUTPUT_RAW, .report = ignore, .ctx = &messages};
    void *out = &options;
    size_t size = 5;
    check(gisa_assemble("source", source, sizeof source - 1, &options, &out, &size) == GISA_STATUS_FAILED &&
              messages == 1,
          "a byte of 256");
    check(!out && size == 0, "a source with an error gives %zu bytes", size);
}

/* Nothing at all. */
static void check_null(void) {
    const gisa_isa *isa = gisa_find("gfx803");
    gisa_insn insn = {0};
    gisa_form_info info;
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    check(gisa_decode(NULL, text, 4, &insn) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_decode(isa, text, 4, NULL) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_decode(isa, NULL, 4, &insn) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_decode(isa, NULL, 0, &insn) == GISA_STATUS_END,
          "decode");
    check(gisa_encode(NULL, &insn, text, &size) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_encode(isa, NULL, text, &size) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_encode(isa, &insn, text, NULL) == GISA_STATUS_BAD_ARGUMENT,
          "encode");
    check(gisa_print(NULL, &insn, NULL, text, &size) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_print(isa, NULL, NULL, text, &size) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_print(isa, &insn, NULL, NULL, &size) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_print(isa, &insn, NULL, text, NULL) == GISA_STATUS_BAD_ARGUMENT,
          "print");
    check(gisa_form(NULL, 0, &info) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_form(isa, 0, NULL) == GISA_STATUS_BAD_ARGUMENT,
          "form");
    check(gisa_oddities(NULL, &insn) == 0 && gisa_oddities(isa, NULL) == 0, "oddities");
}

/* Machine numbers of ELF headers: LLVM's "User Guide for AMDGPU Backend". */
static void check_machines(void) {
    static const struct {
        const char *name;
        uint32_t machine;
    } known[] = {{"gfx600", 0x20}, {"gfx700", 0x22}, {"gfx803", 0x2a}, {"gfx900", 0x2c}};
    for (unsigned i = 0; i < 4; i++) {
        const gisa_isa *isa = gisa_find(known[i].name);
        check(isa && gisa_elf_machine(isa) == known[i].machine && gisa_find_elf(known[i].machine) == isa,
              "%s is %#x", known[i].name, (unsigned)known[i].machine);
    }
}

void check_arguments(void) {
    const gisa_isa *isa;
    check_machines();
    check_null();
    check_pending();
    check_failed_source();
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        gisa_form_info info;
        gisa_insn insn = {.form = gisa_form_count(isa)};
        char text[GISA_TEXT_MAX];
        size_t size = sizeof text;
        unsigned low, width;
        check(gisa_form(isa, insn.form, &info) != GISA_OK, "%s: a form too many", gisa_name(isa));
        check(gisa_decode_operands(isa, &insn) == GISA_STATUS_BAD_ARGUMENT, "%s: operands of no form",
              gisa_name(isa));
        check(gisa_print(isa, &insn, NULL, text, &size) == GISA_STATUS_BAD_ARGUMENT, "%s: text of no form",
              gisa_name(isa));
        check(gisa_encode(isa, &insn, text, &size) == GISA_STATUS_BAD_ARGUMENT, "%s: bytes of no form",
              gisa_name(isa));
        check(gisa_field(isa, &insn, 0, &low, &width) == GISA_STATUS_BAD_ARGUMENT, "%s: a field of no form",
              gisa_name(isa));
        check(gisa_oddities(isa, &insn) == 0, "%s: oddities of no form", gisa_name(isa));
        check(gisa_states(isa, &insn, &low, &width) == GISA_STATUS_BAD_ARGUMENT, "%s: states of no form",
              gisa_name(isa));
        insn.form = 0;
        insn.operand_count = GISA_MAX_OPERANDS;
        check(gisa_print(isa, &insn, NULL, text, &size) == GISA_STATUS_BAD_ARGUMENT,
              "%s: text of too many operands", gisa_name(isa));
        check(gisa_encode(isa, &insn, text, &size) == GISA_STATUS_BAD_ARGUMENT,
              "%s: bytes of too many operands", gisa_name(isa));
    }
}
