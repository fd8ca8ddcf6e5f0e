/* SPDX-License-Identifier: MIT */
/* The laws of check.h on a sample: laws [WORDS [SEED]]
 *
 * WORDS: random words per form and architecture (20; with FULL in the environment 40). Every law is
 * tried on random words of each form, on words made to be legal, on words with one reserved bit
 * set, on purely random words, and on every fifth of the 65536 immediates of each SOPP and SOPK
 * instruction (with FULL on all). Texts are cut, changed, and made up. tests/core/sweep is for all
 * first dwords. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "many.h"
#include "core/tables.h"
#include "words.h"

enum { MAX_REPORTS = 50, REPORTS_PER_KIND = 2 };

static unsigned reports, hidden;
static bool case_failed;
static unsigned char *kind_reports; /* per law and format */

void broken(const gisa_isa *isa, enum law law, uint64_t bits, const gisa_insn *insn, const char *text,
            const char *what) {
    const form *f = &isa->forms[insn->form];
    unsigned char *count = &kind_reports[law * 1024 + f->format];
    case_failed = true;
    if (*count >= REPORTS_PER_KIND || reports >= MAX_REPORTS) {
        hidden++;
        return;
    }
    ++*count;
    reports++;
    printf("%s %s %s %08x %08x  %s  '%s'  %s\n", law_names[law], isa->name, form_format(isa, f),
           (unsigned)bits, (unsigned)(bits >> 32), &isa->strings[f->print[GISA_SYNTAX_LLVM]], text, what);
}

/* What no text may ask for; the other oddities are texts that have a more usual form. */
enum { NEVER_PARSED = GISA_ODD_RESERVED | GISA_ODD_ALIGNMENT | GISA_ODD_SCALARS | GISA_ODD_OPERAND };

/* ---- texts --------------------------------------------------------------------------------- */

/* Parses `size` bytes that are no string: a sanitizer sees every byte too many. */
static void check_parse(const gisa_isa *isa, const char *text, size_t size, gisa_syntax syntax) {
    char *exact = malloc(size ? size : 1);
    gisa_env env = {.syntax = syntax, .address = 0x12340};
    gisa_error error = {.offset = UINT32_MAX};
    gisa_insn insn, back;
    gisa_status status;
    char shown[GISA_TEXT_MAX + 8];
    memset(&insn, 0, sizeof insn);
    memcpy(exact, text, size);
    status = gisa_parse(isa, exact, size, &env, &insn, &error);
    snprintf(shown, sizeof shown, "%.*s", (int)size, text);
    if (status != GISA_OK) {
        insn.form = 0;
        if (error.status != status || error.offset > size || !error.length || !error.message[0] ||
            !memchr(error.message, 0, sizeof error.message))
            broken(isa, PARSE, 0, &insn, shown, "a fault without place or message");
        if (error.offset + error.length > size + 1)
            broken(isa, PARSE, 0, &insn, shown, "a fault that is longer than the text");
    } else {
        uint8_t code[8];
        size_t room = 8;
        if (gisa_encode(isa, &insn, code, &room) != GISA_OK || room != insn.size ||
            load(code, room) != insn.bits)
            broken(isa, PARSE, insn.bits, &insn, shown, "accepted, but bits are not what encode gives");
        else if (gisa_decode(isa, code, room, &back) != GISA_OK || back.size != insn.size)
            broken(isa, PARSE, insn.bits, &insn, shown, "accepted, but does not decode");
        else if (back.form != insn.form)
            broken(isa, PARSE, insn.bits, &insn, shown, "accepted, but decodes as another form");
        else if (gisa_exact_oddities(isa, &back, syntax) & NEVER_PARSED)
            broken(isa, PARSE, insn.bits, &insn, shown,
                   gisa_oddity_text(gisa_exact_oddities(isa, &back, syntax) & NEVER_PARSED));
    }
    free(exact);
}

/* Changes `text` from byte `from` on. */
static size_t mutate(char *text, size_t size, size_t from) {
    static const char likely[] = "0123456789abcdefsvx[]:,|-+()._ \t\"'&@~%*/<>!=#\n";
    unsigned changes = 1 + below(3);
    while (changes--) {
        size_t at = size > from ? from + below((unsigned)(size - from)) : size;
        char c = below(8) ? likely[below(sizeof likely - 1)] : (char)any();
        switch (below(5)) {
        case 0:
            if (at < size)
                memmove(text + at, text + at + 1, --size - at);
            break;
        case 1:
            memmove(text + at + 1, text + at, size++ - at);
            text[at] = c;
            break;
        case 2: /* doubles a piece */
            if (size > at + 4 && size < 400) {
                memmove(text + at + 4, text + at, size - at);
                size += 4;
            }
            break;
        default:
            if (at < size)
                text[at] = c;
        }
    }
    return size;
}

static void check_texts(const gisa_isa *isa, const gisa_insn *insn, gisa_syntax syntax, bool prefixes) {
    gisa_style style = {.syntax = syntax, .address = 0x12340};
    char text[GISA_TEXT_MAX + 8];
    size_t size = GISA_TEXT_MAX, from;
    if (gisa_print(isa, insn, &style, text, &size) != GISA_OK)
        return;
    /* Unknown mnemonics make the parser look for near ones, which is slow: few of them are
       enough. */
    from = below(100) ? strcspn(text, " ") : 0;
    for (size_t n = from; prefixes && n < size; n++)
        check_parse(isa, text, n, syntax);
    size = mutate(text, size, from);
    check_parse(isa, text, size, syntax);
}

/* Texts that no printer writes. */
static void check_odd_texts(const gisa_isa *isa) {
    static const char *const texts[] = {"",
                                        " ",
                                        "\t",
                                        ",",
                                        "s_mov_b32",
                                        "s_mov_b32 ",
                                        "s_mov_b32,",
                                        "s_mov_b32 s0",
                                        "s_mov_b32 s0,",
                                        "s_mov_b32 s0, s1,",
                                        "s_mov_b32 s0, [",
                                        "s_mov_b32 s0, [s1",
                                        "s_mov_b64 s[0:1], [s2,",
                                        "s_mov_b32 s[",
                                        "s_mov_b32 s[0",
                                        "s_mov_b32 s[0:",
                                        "s_mov_b32 s[99999999999999999999]",
                                        "s_mov_b32 s99999999999999999999, 0",
                                        "s_mov_b32 s0, 0x",
                                        "s_mov_b32 s0, 1e",
                                        "s_mov_b32 s0, 1e99999",
                                        "s_mov_b32 s0, 0xffffffffffffffffffff",
                                        "s_mov_b32 s0, -",
                                        "s_mov_b32 s0, --1",
                                        "s_mov_b32 s0, lit(",
                                        "s_mov_b32 s0, lit(1",
                                        "s_waitcnt vmcnt(",
                                        "s_waitcnt vmcnt(0",
                                        "s_waitcnt vmcnt(0) &",
                                        "s_getreg_b32 s0, hwreg(",
                                        "s_getreg_b32 s0, hwreg(1,",
                                        "s_sendmsg sendmsg(",
                                        "v_mov_b32 v0, |",
                                        "v_mov_b32 v0, ||",
                                        "v_mov_b32 v0, |v1",
                                        "v_mov_b32 v0, -|v1|",
                                        "v_mov_b32 v0, abs(",
                                        "v_mov_b32 v0, neg(abs(",
                                        "v_mov_b32 v0, sext(sext(sext(",
                                        "v_add_f32 v0, ((((((v1",
                                        "v_mov_b32 v0, v1 quad_perm:",
                                        "v_mov_b32 v0, v1 quad_perm:[0,1,2",
                                        "v_mov_b32 v0, v1 row_shl:",
                                        "ds_swizzle_b32 v0, v1 offset:swizzle(",
                                        "ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,\"01pi",
                                        "exp",
                                        "exp mrt0",
                                        "exp mrt99 v0, v0, v0, v0",
                                        "v_interp_p1_f32 v0, v1, attr",
                                        "v_interp_p1_f32 v0, v1, attr0.",
                                        "tbuffer_load_format_x v0, off, s[0:3], format:[",
                                        "image_load v[0:3], v[0:3], s[0:7] dmask:",
                                        "\xff\xfe",
                                        "s_mov_b32 s0, \"",
                                        "s_mov_b32 s0, '",
                                        "s_branch 99999999999",
                                        "s_branch -99999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int syntax = 0; syntax < 2; syntax++)
            check_parse(isa, texts[i], strlen(texts[i]), syntax ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM);
}

/* ---- all forms ----------------------------------------------------------------------------- */

static unsigned passed, failed;

static void end_case(void) {
    failed += case_failed;
    passed += !case_failed;
    case_failed = false;
}

static void check_forms(const gisa_isa *isa, unsigned words) {
    for (uint32_t i = 0; i < isa->form_count; i++) {
        for (unsigned k = 0; k < words; k++) {
            gisa_insn insn;
            if (check_word(isa, word_of(isa, &isa->forms[i]), &insn, k % 64 ? USUAL : THOROUGH).status !=
                GISA_OK)
                continue;
            if (k % 8 == 0)
                check_texts(isa, &insn, k & 8 ? GISA_SYNTAX_CLRX : GISA_SYNTAX_LLVM, k % 256 < 16);
        }
        end_case();
    }
}

static void check_any_words(const gisa_isa *isa, unsigned words) {
    for (unsigned k = 0; k < words * 200; k++) {
        gisa_insn insn;
        check_word(isa, any(), &insn, k % 64 ? USUAL : THOROUGH);
    }
    end_case();
}

static void check_immediates(const gisa_isa *isa) {
    const unsigned step = getenv("FULL") ? 1 : 5;
    for (uint32_t i = 0; i < isa->form_count; i++) {
        const form *f = &isa->forms[i];
        if (strcmp(form_format(isa, f), "SOPP") != 0 && strncmp(form_format(isa, f), "SOPK", 4) != 0)
            continue;
        for (uint64_t low = 0; low < 0x10000; low += step) {
            gisa_insn insn;
            uint64_t bits = (f->value & ~UINT64_C(0xffff)) | low | (f->size == 8 ? 0x12345678ULL << 32 : 0);
            check_word(isa, (bits & ~f->mask) | f->value, &insn, USUAL);
        }
        end_case();
    }
}

int main(int argc, char **argv) {
    unsigned words = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : getenv("FULL") ? 40 : 20;
    const gisa_isa *isa;
    if (argc > 2)
        words_stir(strtoull(argv[2], NULL, 0));
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        kind_reports = calloc(LAW_COUNT * 1024, 1);
        check_forms(isa, words);
        check_any_words(isa, words);
        check_immediates(isa);
        check_odd_texts(isa);
        check_many(isa);
        end_case();
        free(kind_reports);
    }
    if (hidden)
        printf("and %u more of the same kinds\n", hidden);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
