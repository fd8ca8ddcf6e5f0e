/* SPDX-License-Identifier: MIT */
/* USSE: the texts of known words, of which there is one for each row, and the law that a word comes
 * back from its text: usse [WORDS [SEED]]
 *
 * Every second random word has few bits set, so that it is often an instruction; each group gets as
 * many. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "gisa.h"

#ifndef REPORTS
#define REPORTS 20 /* how many failures are shown */
#endif
enum { MOST_SHOWN = REPORTS, GROUPS = 32, FORMS = 1 << 16 };

TEST_COUNTERS;
static bool known[FORMS]; /* forms of which there is a known word */

static void check(bool good, uint64_t word, const char *what, const char *text) {
    if (!test_check(good) && test_problems() <= MOST_SHOWN)
        printf("%08x %08x: %s: %s\n", (unsigned)(word >> 32), (unsigned)word, what, text);
}

static gisa_status text_of(const gisa_isa *isa, uint64_t word, gisa_insn *insn, char text[GISA_TEXT_MAX]) {
    uint8_t code[8];
    size_t size = GISA_TEXT_MAX;
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(word >> 8 * i);
    memset(insn, 0, sizeof *insn);
    *text = 0;
    gisa_status status = gisa_decode(isa, code, sizeof code, insn);
    return status == GISA_OK ? gisa_print(isa, insn, NULL, text, &size) : status;
}

/* ---- known words ---- */

/* Takes out what the known texts do not show: control bits and conditions at the mnemonic, repeats,
   fields at the end. */
static void strip(char *text) {
    static const char *const bits[] = {".skipinv", ".nosched", ".sync", ".end", ".always", ".eq",
                                       ".ne",      ".lt",      ".le",   ".gt",  ".ge"};
    char *last;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        char *found = strstr(text, bits[i]);
        if (found &&
            !strchr("abcdefghijklmnopqrstuvwxyz0", found[strlen(bits[i])] ? found[strlen(bits[i])] : '.'))
            memmove(found, found + strlen(bits[i]), strlen(found + strlen(bits[i])) + 1);
    }
    if ((last = strstr(text, ".repeat")))
        memmove(last, last + 7 + strspn(last + 7, "0123456789"),
                strlen(last + 7 + strspn(last + 7, "0123456789")) + 1);
    while ((last = strrchr(text, ' ')) && strchr(last, ':'))
        *last = 0;
}

/* Predicate and mnemonic. */
static void cut_operands(char *text) {
    char *p = text + strcspn(text, " ");
    if (*text == 'p' || *text == '!' || *text == 'P')
        if (strlen(text) > 2 && (text[2] == ' ' || text[3] == ' '))
            p += 1 + strcspn(p + 1, " ");
    *p = 0;
}

static void check_vectors(const gisa_isa *isa, FILE *file) {
    char line[512], kind[8], text[GISA_TEXT_MAX];
    unsigned high, low;
    int at;
    while (fgets(line, sizeof line, file)) {
        gisa_insn insn;
        line[strcspn(line, "\n")] = 0;
        if (*line == '#' || sscanf(line, "%x %x %7s%n", &high, &low, kind, &at) != 3)
            continue;
        const char *expected = line + at + (line[at] == ' ');
        uint64_t word = (uint64_t)high << 32 | low;
        gisa_status status = text_of(isa, word, &insn, text);
        strip(text);
        if (strcmp(kind, "first") == 0 && strstr(text, " + "))
            *strstr(text, " + ") = 0;
        if (strcmp(kind, "name") == 0)
            cut_operands(text);
        if (strcmp(kind, "none") == 0)
            check(status != GISA_OK, word, "is no instruction", text);
        else
            check(status == GISA_OK && strcmp(text, expected) == 0, word, expected, text);
        if (status == GISA_OK)
            known[insn.form] = true;
    }
}

/* Pairs of operations are more than anybody has written down: of each pair the first operation must
 * be known in this format, and the second one in any place, with either type. */
static bool is_known_pair(const gisa_isa *isa, const gisa_form_info *pair) {
    const char *second = strchr(pair->name, '+') + 1;
    size_t first_size = strcspn(pair->name, "."), second_size = strcspn(second, ".");
    bool found[2] = {false, false};
    gisa_form_info other;
    for (uint32_t i = 0; gisa_form(isa, i, &other) == GISA_OK; i++) {
        const char *join = strchr(other.name, '+');
        if (!known[i] || !join)
            continue;
        found[0] |=
            strcmp(other.format, pair->format) == 0 && strncmp(other.name, pair->name, first_size + 1) == 0;
        found[1] |= strncmp(other.name, second, second_size + 1) == 0 ||
                    strncmp(join + 1, second, second_size + 1) == 0;
    }
    return found[0] && found[1];
}

/* Of what the spec splits into formats by its operands, one known word of the name in the same
   group is enough. */
static bool is_known_row(const gisa_isa *isa, const gisa_form_info *row) {
    gisa_form_info other;
    for (uint32_t i = 0; gisa_form(isa, i, &other) == GISA_OK; i++)
        if (known[i] && strcmp(other.name, row->name) == 0 && other.value >> 59 == row->value >> 59)
            return true;
    return false;
}

static void check_coverage(const gisa_isa *isa) {
    gisa_form_info info;
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++)
        check(strchr(info.name, '+') ? is_known_pair(isa, &info) : known[i] || is_known_row(isa, &info),
              info.value, "no known word", info.name);
}

/* ---- fields ---- */

/* A word of the form with these bits changed; false: it is no instruction, or another one. */
static bool text_with(const gisa_isa *isa, uint32_t form, uint64_t word, char text[GISA_TEXT_MAX]) {
    gisa_insn insn;
    return text_of(isa, word, &insn, text) == GISA_OK && insn.form == form && !gisa_oddities(isa, &insn);
}

/* Set and cleared on its own, each field must change the text: by what an operand is, or by its
   name. */
static void check_field(const gisa_isa *isa, uint32_t form, uint64_t base, const gisa_piece *piece) {
    char text[GISA_TEXT_MAX], other[GISA_TEXT_MAX], named[80];
    uint64_t all = (UINT64_C(1) << piece->at.width) - 1;
    bool seen = false;
    if (!text_with(isa, form, base, text))
        return;
    for (uint64_t bit = 0; bit <= piece->at.width; bit++) { /* each bit on its own, then all of them */
        uint64_t value = bit < piece->at.width ? UINT64_C(1) << bit : all;
        uint64_t word = base ^ (value << piece->at.low);
        if (!text_with(isa, form, word, other)) /* a value that is no instruction */
            continue;
        seen = true;
        check(strcmp(text, other) != 0, word, "this field does not change the text", other);
        snprintf(named, sizeof named, " %s:", piece->name); /* its value: the law */
        if (piece->kind == GISA_PIECE_IGNORED && (word >> piece->at.low & all))
            check(strstr(other, named) != NULL, word, "this field is not named", named);
    }
    if (piece->kind == GISA_PIECE_ZERO)
        check(!seen, base, "a reserved bit that may be set", text);
}

static void check_fields(const gisa_isa *isa) {
    gisa_form_info info;
    gisa_piece piece;
    for (uint32_t form = 0; gisa_form(isa, form, &info) == GISA_OK; form++) {
        uint64_t covered = 0;
        test_begin();
        for (unsigned i = 0; gisa_form_piece(isa, form, i, &piece) == GISA_OK; i++) {
            covered |= ((piece.at.width < 64 ? UINT64_C(1) << piece.at.width : 0) - 1) << piece.at.low;
            if (piece.kind == GISA_PIECE_FIXED || piece.kind == GISA_PIECE_OPCODE)
                continue;
            check_field(isa, form, info.value, &piece);
            check_field(isa, form, (info.value | ~info.mask) & ~(UINT64_C(0x700) << 48), &piece);
        }
        check(covered == UINT64_MAX, info.value, "pieces that do not cover the word", info.mnemonic);
        test_end();
    }
}

/* ---- sources ---- */

typedef struct source {
    const char *text;
    uint64_t word;       /* that it is, */
    const char *message; /* or what is wrong with it */
} source;

static const source sources[] = {
    {"nop", UINT64_C(0xf800014000000000), NULL},
    {"phas", UINT64_C(0xfa44070000000000), NULL},
    {"phas wait:7 imm:1", UINT64_C(0xfa44070000000000), NULL},
    {"phas wait:1", UINT64_C(0xfa44010000000000), NULL},
    {"phas wait:0 imm:0", UINT64_C(0xfa40000000000000), NULL},
    /* as compiled programs have it: the register is that of the literal 0xe000 */
    {"!p1 kill sa12, sa12", UINT64_C(0xf9300406f000060c), NULL},
    {"!p1 kill sa44, sa44", UINT64_C(0xf9300406f000162c), NULL},
    {"p0 kill", 0, "too few operands; expected the literal 0xe000"},
    {"emit.end", UINT64_C(0xfb275000a0200000), NULL},
    {"emit.end target:5 ext1:1 ext2:1 bank1:2 bank2:2 freep:1", UINT64_C(0xfb275000a0200000), NULL},
    {"mov.f32.skipinv o0.xy, pa0.xy", UINT64_C(0x3880052183000000),
     NULL}, /* as in section 14.6 of the reference */
    {"br 5", UINT64_C(0xf800004000000005), NULL},
    {"br -1", UINT64_C(0xf8000040000fffff), NULL},
    {"mov.u32 r0, #0x12345678", UINT64_C(0xfc20411000145678), NULL},
    {"mad.f32 r0.xy, o0.xy, r0.xy, r0.xy", 0,
     "an internal register (op2i) must be one of i0..i3 in this encoding"},
    {"mul.f32 r0.xy, r2.xy, r4.wx", 0, "no swizzle that picks these channels"},
    {"mul.f32 r0.yx, r2.xy, r4.xy", 0, "in order"},
    {"mul.f32 r0.xy, r2.x, r4.xy", 0, "the channels are not those that are written"},
    {"mul.f32 r0.xy, r2.xy, {3, 5}", 0, "no constant"},
    {"mul.f32 r1.xy, r2.xy, r4.xy", 0, "(op0) must be one of r0, r2..r118, o0, o2..o126"},
    {"mul.f32 r0.xy, r2.xy, -r4.xy", 0, "the second source (op2) has no -"},
    {"mul.f32 r0.xy, r2.xy", 0, "too few operands"},
    {"mov.f32 r0.xy", 0, "too few operands; expected ',' and op1"},
    {"mov.f32 r0.xyzw, r4.xyzw", 0, "the register for the result (op0) must be one of i0..i3"},
    {"mul.f32 r0.xyzwx, r2.xy, r4.xy", 0, "no more than 4 channels"},
    {"mul.f32 r[index3 * 2 + 0].xy, r2.xy, r4.xy", 0, "there are index1 and index2"},
    {"mul.f32.fast r0.xy, r2.xy, r4.xy", 0, "'fast' does not go with mul.f32"},
    {"p9 mul.f32 r0.xy, r2.xy, r4.xy", 0, "'p9' does not go with mul.f32"},
    {"and.u32 r0, r1, #0x10000", 0, "value has 16 bits"},
    {"mul.f32 r0.xy, r2.xy, r4.xy swz2:16", 0, "the field has 4 bits"},
    {"mul.f32 r0.xy, r2.xy, r4.xy group:3", 0, "these fields make another instruction"},
    {"rsq.f32 i0.x, r2.x + mul.f32 r4.xy, i1.xy, r6.xy", 0, "must be one of i0"},
    {"mul.f33 r0.xy, r2.xy, r4.xy", 0, "unknown instruction 'mul.f33'; did you mean"},
};

static void check_sources(const gisa_isa *isa) {
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        const source *s = &sources[i];
        gisa_error error = {0};
        gisa_insn insn;
        gisa_status status = gisa_parse(isa, s->text, strlen(s->text), NULL, &insn, &error);
        if (s->message)
            check(status != GISA_OK && strstr(error.message, s->message), 0, s->text,
                  status == GISA_OK ? "is taken" : error.message);
        else
            check(status == GISA_OK && insn.bits == s->word, status == GISA_OK ? insn.bits : 0, s->text,
                  error.message);
    }
}

/* There is one syntax, whatever other families call theirs. */
static void check_syntaxes(const gisa_isa *isa) {
    static const uint64_t word = UINT64_C(0x3880052183000000);
    gisa_style style = {.syntax = GISA_SYNTAX_CLRX};
    char text[GISA_TEXT_MAX], other[GISA_TEXT_MAX];
    size_t size = sizeof other;
    gisa_insn insn;
    check(text_of(isa, word, &insn, text) == GISA_OK &&
              gisa_print(isa, &insn, &style, other, &size) == GISA_OK && strcmp(text, other) == 0,
          word, "another syntax", other);
}

/* ---- the law ---- */

static uint64_t state = 88172645463325252;

static uint64_t any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Is there an instruction whose five upper bits are these? */
static bool is_group(const gisa_isa *isa, unsigned group) {
    gisa_form_info info;
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++)
        if (info.value >> 59 == group)
            return true;
    return false;
}

/* Returns whether it is an instruction. */
static bool check_word(const gisa_isa *isa, uint64_t word) {
    char text[GISA_TEXT_MAX], message[GISA_TEXT_MAX + 300];
    gisa_insn insn, back;
    gisa_error error = {0};
    uint64_t again = 0;
    size_t size = sizeof again;
    if (text_of(isa, word, &insn, text) != GISA_OK)
        return false;
    bool good = gisa_encode(isa, &insn, &again, &size) == GISA_OK && size == 8 && again == word;
    if (!good)
        check(false, word, "encodes to another word", text);
    memset(&back, 0, sizeof back);
    gisa_status status = gisa_parse(isa, text, strlen(text), NULL, &back, &error);
    snprintf(message, sizeof message, "%s: %s", text, status == GISA_OK ? "another word" : error.message);
    if (status != GISA_OK || back.bits != word || back.size != 8)
        check(false, word, "does not come back", message);
    return true;
}

static void check_law(const gisa_isa *isa, unsigned words) {
    for (unsigned group = 0; group < GROUPS; group++) {
        unsigned instructions = 0;
        test_begin();
        for (unsigned i = 0; i < words / GROUPS; i++) {
            uint64_t word = i & 1 ? any() & any() : any();
            instructions += check_word(isa, (word & UINT64_MAX >> 5) | (uint64_t)group << 59);
        }
        test_trials(instructions, 0);
        check((instructions > 0) == is_group(isa, group), (uint64_t)group << 59, "instructions in a group",
              "");
        test_end();
    }
}

int main(int argc, char **argv) {
    const gisa_isa *isa = gisa_find("sgx543");
    FILE *file = fopen("tests/core/usse/vectors.txt", "r");
    if (!isa || !file || gisa_form_count(isa) > FORMS) {
        perror("tests/core/usse/vectors.txt");
        return 2;
    }
    if (argc > 2)
        state ^= strtoull(argv[2], NULL, 0) << 1;
    check_vectors(isa, file);
    fclose(file);
    check_coverage(isa);
    check_fields(isa);
    check_sources(isa);
    check_syntaxes(isa);
    check_law(isa, argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 1000000);
    return test_close("usse");
}
