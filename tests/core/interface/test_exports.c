/* SPDX-License-Identifier: MIT */
/* Exports: which bits of the word each source looks at, and fields that the instruction ignores. */
#include <string.h>

#include "interface.h"

enum { COMPR = 1 << 10 };

static bool is_odd(const gisa_isa *isa, unsigned enabled, uint32_t sources) {
    uint32_t words[2] = {(gisa_generation(isa) < 2 ? 0xf8000000u : 0xc4000000u) | enabled, sources};
    gisa_insn insn;
    check(gisa_decode(isa, words, 8, &insn) == GISA_OK, "%s: an export", gisa_name(isa));
    return gisa_oddities(isa, &insn) & GISA_ODD_UNUSED;
}

static void check_unused(const gisa_isa *isa) {
    const char *arch = gisa_name(isa);
    check(!is_odd(isa, 0xf, 0x04030201), "%s: all sources", arch);
    check(!is_odd(isa, 0, 0), "%s: no source", arch);
    for (unsigned i = 0; i < 4; i++) {
        uint32_t source = UINT32_C(1) << 8 * i;
        check(is_odd(isa, 0xf & ~(1u << i), source), "%s: source %u, disabled", arch, i);
        check(!is_odd(isa, 1u << i, source), "%s: source %u alone", arch, i);
        check(is_odd(isa, COMPR, source), "%s: source %u of a compressed export of nothing", arch, i);
        check(is_odd(isa, COMPR | 0xf, source) == (i >= 2), "%s: source %u of a compressed export", arch, i);
    }
    /* Compressed, each of two registers holds two components. */
    check(!is_odd(isa, COMPR | 3, 1) && is_odd(isa, COMPR | 3, 1 << 8), "%s: the low half", arch);
    check(!is_odd(isa, COMPR | 0xc, 1 << 8) && is_odd(isa, COMPR | 0xc, 1), "%s: the high half", arch);
}

static void check_fields(const gisa_isa *isa) {
    uint32_t form = gisa_form_named(isa, "exp", 3);
    unsigned sources = 0;
    gisa_operand_info info;
    for (unsigned i = 0; gisa_form_operand(isa, form, i, &info) == GISA_OK; i++)
        if (strncmp(info.name, "exp", 3) == 0) {
            check(info.field[0].low == 32 + 8 * sources && info.field[0].width == 8,
                  "%s: register of source %u", gisa_name(isa), sources);
            check(info.field[1].low == sources && info.field[1].width == 1,
                  "%s: source %u is enabled by bit %u of %u", gisa_name(isa), sources, info.field[1].low,
                  info.field[1].width);
            sources++;
        }
    check(sources == 4, "%s: %u sources", gisa_name(isa), sources);
}

void check_exports(void) {
    const gisa_isa *isa;
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        if (strcmp(gisa_family(isa), "gcn") == 0) {
            check_unused(isa);
            check_fields(isa);
        }
}
