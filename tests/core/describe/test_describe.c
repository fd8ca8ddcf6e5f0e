/* SPDX-License-Identifier: MIT */
/* Laws of the spec as data (part 9 of gisa.h): pictures cover every bit once and agree with the
 * masks that decoding goes by, operands say what decoding does, names of codes are what the
 * assembler takes. `evidence ARCH` prints what each form with a body rests on: row, level, text.
 * `words ARCH SEED` prints a word or two of each form instead, for tests/core/describe/run.sh. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "gisa.h"

TEST_COUNTERS;

static void check(bool ok, const gisa_isa *isa, const char *what, const char *which) {
    if (!test_check(ok) && test_problems() <= 40)
        printf("failed: %s: %s: %s\n", isa ? gisa_name(isa) : "", which, what);
}

static uint64_t mask_of(gisa_bits bits) {
    return bits.width ? ((UINT64_C(1) << bits.width) - 1) << bits.low : 0;
}

/* ---- words ------------------------------------------------------------------------------ */

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A word that decodes to the form, as well as one can be found: random fields, reserved bits 0. */
static bool word_of_form(const gisa_isa *isa, uint32_t form, uint64_t *random, uint64_t *bits,
                         gisa_insn *insn) {
    gisa_form_info info;
    gisa_piece piece;
    uint64_t keep = 0;
    gisa_form(isa, form, &info);
    for (unsigned i = 0; gisa_form_piece(isa, form, i, &piece) == GISA_OK; i++)
        if (piece.kind == GISA_PIECE_FIELD)
            keep |= mask_of(piece.at);
    for (unsigned attempt = 0; attempt < 200; attempt++) {
        uint64_t fill = next_random(random);
        uint8_t code[16] = {0};
        *bits = info.value | (attempt < 199 ? fill & next_random(random) & keep : 0);
        for (unsigned k = 0; k < 8; k++)
            code[k] = (uint8_t)(*bits >> 8 * k);
        if (info.size == 4) /* a literal, where there is one */
            for (unsigned k = 4; k < 8; k++)
                code[k] = (uint8_t)(fill >> 8 * k);
        if (gisa_decode(isa, code, sizeof code, insn) == GISA_OK && insn->form == form) {
            *bits = insn->bits;
            return true;
        }
    }
    return false;
}

static int print_words(const char *arch, const char *seed) {
    const gisa_isa *isa = gisa_find(arch);
    uint64_t random = strtoull(seed, NULL, 10) * 2654435761u + 88172645463325252u, bits;
    gisa_insn insn;
    for (uint32_t form = 0; isa && form < gisa_form_count(isa); form++)
        if (word_of_form(isa, form, &random, &bits, &insn)) {
            printf("%08lx", (unsigned long)(bits & 0xffffffff));
            if (insn.size == 8)
                printf(" %08lx", (unsigned long)(bits >> 32));
            printf("\n");
        }
    return isa ? 0 : 1;
}

/* ---- pictures --------------------------------------------------------------------------- */

typedef gisa_status (*piece_of)(const gisa_isa *, uint32_t, unsigned, gisa_piece *);

/* Dword by dword, from the most significant bit down, without a gap. */
static void check_cover(const gisa_isa *isa, uint32_t index, piece_of get, unsigned size, const char *name) {
    gisa_piece piece;
    bool one_word = gisa_unit(isa) == 8; /* the upper half comes first */
    unsigned next = one_word ? 64 : 32, covered = 0;
    bool in_order = true;
    for (unsigned i = 0; get(isa, index, i, &piece) == GISA_OK; i++) {
        in_order &= piece.at.width > 0 && piece.at.low + piece.at.width == next &&
                    (piece.at.width == 64 || piece.value >> piece.at.width == 0);
        covered += piece.at.width;
        next = piece.at.low % 32 || one_word ? piece.at.low : piece.at.low + 64u;
    }
    check(in_order, isa, "the picture is in order and without gaps", name);
    check(covered == 8 * size, isa, "the picture has all bits", name);
}

/* The text names a field that no operand has where it differs from what is usual, and then only. */
static void check_written(const gisa_isa *isa, uint32_t form, const gisa_form_info *info,
                          const gisa_piece *piece) {
    char text[GISA_TEXT_MAX], field[64];
    uint64_t bits = info->value | (piece->value ^ 1) << piece->at.low;
    gisa_insn insn;
    uint8_t code[8];
    size_t size = sizeof text;
    for (unsigned k = 0; k < 8; k++)
        code[k] = (uint8_t)(bits >> 8 * k);
    snprintf(field, sizeof field, " %s:%u", piece->name, (unsigned)piece->value ^ 1);
    if (gisa_decode(isa, code, sizeof code, &insn) != GISA_OK || insn.form != form)
        return;
    bool ok = gisa_print(isa, &insn, NULL, text, &size) == GISA_OK;
    check(ok && strstr(text, field), isa, "the text names a field that no operand has", field);
    check(!piece->operands &&
              (gisa_meaning(isa, info->format, piece->name) || gisa_meaning(isa, NULL, piece->name)),
          isa, "a field that no operand has is explained", piece->name);
}

static void check_form_picture(const gisa_isa *isa, uint32_t form, const gisa_form_info *info) {
    gisa_piece piece;
    uint64_t fixed = 0, value = 0, zero = 0, ignored = 0, preset = 0;
    check_cover(isa, form, gisa_form_piece, info->size, info->mnemonic);
    for (unsigned i = 0; gisa_form_piece(isa, form, i, &piece) == GISA_OK; i++) {
        uint64_t mask = mask_of(piece.at);
        if (piece.kind == GISA_PIECE_FIXED || piece.kind == GISA_PIECE_OPCODE) {
            fixed |= mask;
            value |= piece.value << piece.at.low;
        }
        bool unheld = piece.kind == GISA_PIECE_IGNORED || piece.kind == GISA_PIECE_WRITTEN;
        zero |= piece.kind == GISA_PIECE_ZERO ? mask : 0;
        ignored |= unheld ? mask : 0;
        preset |= unheld ? piece.value << piece.at.low : 0;
        if (piece.kind == GISA_PIECE_WRITTEN)
            check_written(isa, form, info, &piece);
    }
    check(fixed == info->mask && value == info->value, isa, "fixed and opcode bits are those of the mask",
          info->mnemonic);
    /* What reserved and ignored bits are shows when they are set in an instruction that decodes. */
    for (unsigned bit = 0; bit < 8u * info->size; bit++) {
        uint64_t one = UINT64_C(1) << bit, bits = info->value | one;
        uint8_t code[16] = {0};
        gisa_insn insn;
        if (!((zero | ignored) & one))
            continue;
        for (unsigned k = 0; k < 8; k++)
            code[k] = (uint8_t)(bits >> 8 * k);
        if (gisa_decode(isa, code, sizeof code, &insn) != GISA_OK || insn.form != form)
            continue;
        check(!(insn.rest & one) == !(~preset & one), isa,
              "the rest is what differs from how assemblers set it", info->mnemonic);
        check(!(zero & one) || (gisa_oddities(isa, &insn) & GISA_ODD_RESERVED), isa, "a reserved bit is odd",
              info->mnemonic);
    }
}

/* ---- operands --------------------------------------------------------------------------- */

/* The operands whose fields differ are those that look at the bit. */
static void check_operand_bits(const gisa_isa *isa, uint32_t form, const gisa_form_info *info,
                               uint64_t *random) {
    uint64_t bits;
    gisa_insn before, after;
    gisa_piece piece;
    if (!word_of_form(isa, form, random, &bits, &before))
        return;
    for (unsigned i = 0; gisa_form_piece(isa, form, i, &piece) == GISA_OK; i++) {
        uint64_t changed = bits ^ UINT64_C(1) << (piece.at.low + next_random(random) % piece.at.width);
        uint8_t code[16] = {0};
        if (piece.kind != GISA_PIECE_FIELD)
            continue;
        for (unsigned k = 0; k < 8; k++)
            code[k] = (uint8_t)(changed >> 8 * k);
        if (gisa_decode(isa, code, sizeof code, &after) != GISA_OK || after.form != form ||
            after.size != before.size)
            continue;
        unsigned differ = 0;
        for (unsigned k = 0; k < info->operand_count; k++) {
            gisa_operand a = before.operand[k], b = after.operand[k];
            a.count = b.count = 0; /* numbers of registers that other fields decide */
            if (a.kind == GISA_KIND_NONE || b.kind == GISA_KIND_NONE)
                a.kind = b.kind;
            differ |= memcmp(&a, &b, sizeof a) ? 1u << k : 0;
        }
        check(!(differ & ~(unsigned)piece.operands), isa, "a field changes only the operands that look at it",
              info->mnemonic);
        check(piece.operands != 0, isa, "some operand looks at a field", info->mnemonic);
    }
}

static void check_operands(const gisa_isa *isa, uint32_t form, const gisa_form_info *info, uint64_t *random) {
    uint64_t bits;
    gisa_insn insn;
    char whole[GISA_TEXT_MAX], text[GISA_TEXT_MAX];
    size_t size = sizeof whole;
    gisa_operand_info o;
    unsigned count = 0;
    while (gisa_form_operand(isa, form, count, &o) == GISA_OK) {
        const char *name = gisa_operand_name(isa, form, count++);
        check(name && strcmp(o.name, name) == 0, isa, "gisa_operand_name", info->mnemonic);
        check(o.doc && *o.doc, isa, "every operand says what it is", o.name);
        check((o.field_count == 0) ==
                      ((o.flags & GISA_INFO_HELD_NOWHERE) != 0 || strcmp(o.codec, "literal") == 0) ||
                  o.field_count,
              isa, "what has no field is held nowhere", o.name);
        for (unsigned k = 0; k < o.field_count; k++)
            check(!(mask_of(o.field[k]) & info->mask), isa, "fields are not fixed", info->mnemonic);
    }
    check(count == info->operand_count, isa, "the number of operands", info->mnemonic);
    if (!word_of_form(isa, form, random, &bits, &insn) ||
        gisa_print(isa, &insn, NULL, whole, &size) != GISA_OK)
        return;
    for (unsigned i = 0; i < insn.operand_count; i++) {
        size_t room = sizeof text;
        check(gisa_print_operand(isa, &insn, i, NULL, text, &room) == GISA_OK && strlen(text) == room, isa,
              "gisa_print_operand", info->mnemonic);
        gisa_form_operand(isa, form, i, &o);
        bool away = (insn.operand[i].flags & GISA_OPERAND_DEFAULT) || (o.flags & GISA_INFO_IS_OPTIONAL);
        check(away || strstr(whole, text), isa, "an operand alone reads as in the instruction", whole);
    }
    size_t tiny = 1;
    if (insn.operand_count)
        check(gisa_print_operand(isa, &insn, 0, NULL, text, &tiny) == GISA_STATUS_NO_SPACE && !*text && tiny,
              isa, "gisa_print_operand says how much room it needs", info->mnemonic);
}

/* ---- codes, names, words ---------------------------------------------------------------- */

/* What the assembler makes of the name of a code, as the source of a move. */
static void check_code(const gisa_isa *isa, unsigned code) {
    char room[8], text[64], which[32];
    gisa_code_info info;
    gisa_insn insn;
    uint8_t bytes[16];
    size_t size = sizeof bytes;
    snprintf(which, sizeof which, "code %u", code);
    check(gisa_code(isa, code, room, &info) == GISA_OK, isa, "gisa_code", which);
    check((info.kind == GISA_KIND_NONE) == (*info.name == 0) &&
              (info.kind == GISA_KIND_NONE) == (info.registers == 0),
          isa, "reserved codes have no name", which);
    if (info.kind == GISA_KIND_NONE || info.kind == GISA_KIND_LITERAL || info.lds_direct)
        return;
    snprintf(text, sizeof text, "v_mov_b32_e32 v0, %s", info.name);
    bool ok = gisa_parse(isa, text, strlen(text), NULL, &insn, NULL) == GISA_OK &&
              gisa_encode(isa, &insn, bytes, &size) == GISA_OK;
    check(ok && (bytes[0] | (bytes[1] & 1) << 8) == (int)code, isa, "the name of a code is assembled to it",
          text);
    for (unsigned syntax = 0; syntax < 2 && ok; syntax++) {
        gisa_style style = {.syntax = (gisa_syntax)syntax};
        char printed[GISA_TEXT_MAX];
        size = sizeof printed;
        const char *name = syntax == GISA_SYNTAX_CLRX ? info.clrx : info.name;
        ok = gisa_print_operand(isa, &insn, 1, &style, printed, &size) == GISA_OK &&
             strcmp(printed, name) == 0;
        check(ok, isa, "the name of a code is what is printed for it", printed);
        ok = true;
    }
}

static bool is_used(const gisa_isa *isa, unsigned class_) {
    gisa_form_info info;
    for (uint32_t i = 0; gisa_form(isa, i, &info) == GISA_OK; i++)
        if (info.class_ == class_)
            return true;
    return false;
}

static void check_words(const gisa_isa *isa) {
    const char *word, *text;
    unsigned i;
    for (i = 0; gisa_meaning_at(isa, i, &word, &text) == GISA_OK; i++) {
        char place[64];
        const char *dot = strchr(word, '.');
        check(gisa_meaning(isa, NULL, word) == text, isa, "gisa_meaning", word);
        snprintf(place, sizeof place, "%.*s", dot ? (int)(dot - word) : 0, word);
        if (dot)
            check(gisa_meaning(isa, place, dot + 1) == text, isa, "gisa_meaning with a place", word);
        check(*text && text[strlen(text) - 1] != '.' && strchr(text, '\n') == NULL, isa,
              "a meaning is a phrase", word);
    }
    check(i > 200, isa, "there are words", "");
    check(!gisa_meaning(isa, NULL, "no such word") && !gisa_meaning(isa, "no such place", "f32"), isa,
          "unknown words have no meaning", "");
    for (unsigned c = 1; c < GISA_CLASS_COUNT; c++)
        check(!is_used(isa, c) || gisa_meaning(isa, NULL, gisa_class_name(c)) != NULL, isa,
              "classes have a meaning", gisa_class_name(c));
}

/* Each row that is executed rests on something, and the spec says on whose word. */
static void check_evidence(const gisa_isa *isa, const gisa_form_info *info) {
    check(!info->body == (info->rests == GISA_EVIDENCE_NOTHING), isa,
          "rests on something where it has a body", info->mnemonic);
    check(!info->body == !gisa_evidence_name(info->rests), isa, "what it rests on has a name",
          info->mnemonic);
    check(!info->body == !*info->rests_on, isa, "somebody says so", info->mnemonic);
}

/* Docs are in the third person: Adds, Sign-extends. */
static void check_voice(const gisa_isa *isa, const gisa_form_info *info) {
    size_t verb = strspn(info->doc, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-");
    check(verb > 2 && info->doc[verb - 1] == 's' && strchr(" :,", info->doc[verb]) &&
              isupper((unsigned char)*info->doc),
          isa, "the doc begins with what the instruction does", info->doc);
}

/* Marks are in the order of the text, and where the text names their operand. */
static void check_marks(const gisa_isa *isa, uint32_t form, const gisa_form_info *info) {
    gisa_doc_mark m;
    size_t size = strlen(info->doc), end = 0;
    check(info->summary && info->summary <= size && !strpbrk(info->doc, "{}"), isa,
          "a doc with a first sentence", info->mnemonic);
    for (unsigned i = 0; gisa_form_doc_mark(isa, form, i, &m) == GISA_OK; i++) {
        gisa_operand_info o;
        check(m.at >= end && m.at + m.size <= size, isa, "marks follow each other", info->doc);
        check(m.operand < 0 || !m.state, isa, "a mark is an operand or a state", info->doc);
        end = m.at + m.size;
        if (m.operand < 0 || gisa_form_operand(isa, form, (unsigned)m.operand, &o) != GISA_OK)
            continue;
        const char *word = info->doc + m.at;
        check(strncmp(word, o.name, strlen(o.name)) == 0 ||
                  (*o.word && strncmp(word, o.word, strlen(o.word)) == 0),
              isa, "the doc names the operand", word);
    }
}

/* What is done once for the wave is said nowhere to be done by each lane; and all LDS rows read M0
 * where it limits addresses, on other generations those whose bodies say so. */
static void check_said(const gisa_isa *isa, const gisa_form_info *info) {
    const char *of_class = gisa_meaning(isa, NULL, gisa_class_name(info->class_));
    check(!info->once || !of_class || !strstr(of_class, "each active lane"), isa,
          "is done once, and its class says so", info->mnemonic);
    check(!info->once || !strstr(info->doc, "In each active lane"), isa, "is done once, and its text says so",
          info->mnemonic);
    bool says =
        info->body && (strstr(info->body, "M0") || strstr(info->body, "GWS") || strstr(info->body, "GDS"));
    const char *name;
    int64_t value;
    bool limits = false;
    for (unsigned i = 0; gisa_fact_at(isa, i, &name, &value) == GISA_OK; i++)
        limits |= strcmp(name, "lds_m0_limit") == 0 && value;
    if (info->class_ == GISA_CLASS_DS && info->body && !limits)
        check(says == !!(info->reads & GISA_STATE_M0), isa, "reads M0 where its body does", info->mnemonic);
}

static void check_architecture(const gisa_isa *isa) {
    uint64_t random = 88172645463325252u + gisa_generation(isa);
    gisa_form_info info;
    gisa_format_info format;
    gisa_piece piece;
    for (uint32_t form = 0; gisa_form(isa, form, &info) == GISA_OK; form++) {
        test_begin();
        check_form_picture(isa, form, &info);
        check_evidence(isa, &info);
        check_said(isa, &info);
        check_marks(isa, form, &info);
        check_voice(isa, &info);
        check_operands(isa, form, &info, &random);
        check_operand_bits(isa, form, &info, &random);
        check(gisa_format(isa, info.format_index, &format) == GISA_OK &&
                  strcmp(format.name, info.format) == 0 && format.size == info.size,
              isa, "the format of a form", info.mnemonic);
        test_end();
    }
    for (uint32_t f = 0; gisa_format(isa, f, &format) == GISA_OK; f++) {
        check_cover(isa, f, gisa_format_piece, format.size, format.name);
        check(format.doc && *format.doc, isa, "formats have a meaning", format.name);
    }
    for (unsigned code = 0; code < 512; code++)
        check_code(isa, code);
    check_words(isa);
    check(gisa_form_piece(isa, UINT32_MAX, 0, &piece) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_form_piece(isa, 0, 64, &piece) == GISA_STATUS_END &&
              gisa_form_piece(NULL, 0, 0, &piece) != GISA_OK,
          isa, "bad arguments", "gisa_form_piece");
}

static int print_evidence(const gisa_isa *isa) {
    gisa_form_info info;
    for (uint32_t i = 0; isa && gisa_form(isa, i, &info) == GISA_OK; i++)
        if (info.body)
            printf("%u %s %s\n", info.row, gisa_evidence_name(info.rests), info.rests_on);
    return isa ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "evidence") == 0)
        return print_evidence(gisa_find(argv[2]));
    const gisa_isa *isa;
    if (argc == 4 && strcmp(argv[1], "words") == 0)
        return print_words(argv[2], argv[3]);
    for (unsigned i = 0; (isa = gisa_at(i)); i++)
        check_architecture(isa);
    return test_close("describe");
}
