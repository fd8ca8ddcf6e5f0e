/* SPDX-License-Identifier: MIT */
/* The laws of one word (check.h), through the public interface alone. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/tables.h"

const char *const law_names[LAW_COUNT] = {"total", "encode", "print", "llvm",  "clrx",
                                          "odd",   "same",   "parse", "exact", "many"};

void store(uint8_t code[8], uint64_t bits) {
    for (int i = 0; i < 8; i++)
        code[i] = (uint8_t)(bits >> 8 * i);
}

uint64_t load(const uint8_t *code, size_t size) {
    uint64_t bits = 0;
    while (size--)
        bits = bits << 8 | code[size];
    return bits;
}

static bool same_operands(const gisa_insn *a, const gisa_insn *b) {
    if (a->form != b->form || a->operand_count != b->operand_count)
        return false;
    for (unsigned i = 0; i < a->operand_count; i++)
        if (memcmp(&a->operand[i], &b->operand[i], sizeof a->operand[i]) != 0)
            return false;
    return true;
}

static void check_rooms(const gisa_isa *isa, const gisa_insn *insn, const gisa_style *style, const char *text,
                        size_t need) {
    for (size_t room = 0; room <= need; room++) {
        char *small = malloc(room + 1);
        size_t size = room;
        gisa_status status;
        memset(small, 'x', room + 1);
        status = gisa_print(isa, insn, style, small, &size);
        if (status != GISA_STATUS_NO_SPACE || size != need || small[room] != 'x' || (room && small[0] != 0))
            broken(isa, PRINT, insn->bits, insn, text, "a text that has no room");
        free(small);
    }
}

static bool encodes_to(const gisa_isa *isa, const gisa_insn *insn, uint64_t bits, size_t size) {
    uint8_t code[8];
    size_t room = sizeof code;
    return gisa_encode(isa, insn, code, &room) == GISA_OK && room == size && load(code, room) == bits;
}

/* What has an exact text: literals of any value, packed immediates, fields that have a name. */
static void check_reasons(const gisa_isa *isa, const gisa_insn *insn, uint32_t odd) {
    const form *f = &isa->forms[insn->form];
    uint64_t nameless = insn->rest & f->unused & isa->formats[f->format].ignored;
    if (odd & GISA_ODD_LITERAL)
        broken(isa, EXACT, insn->bits, insn, "", "a literal has no text");
    if ((odd & GISA_ODD_UNUSED) && !nameless)
        broken(isa, EXACT, insn->bits, insn, "", "bits with a name have no text");
    if ((odd & GISA_ODD_ENCODING) && !(f->flags & FORM_NEVER))
        broken(isa, EXACT, insn->bits, insn, "", "an encoding has no text");
}

/* True when the text came back as the same bits. */
static bool check_text(const gisa_isa *isa, const gisa_insn *insn, gisa_syntax syntax, bool exact,
                       uint32_t odd, bool rooms) {
    gisa_style style = {.syntax = syntax, .address = 0x12340, .exact = exact};
    gisa_env env = {.syntax = syntax, .address = 0x12340};
    enum law law = exact ? EXACT : syntax == GISA_SYNTAX_LLVM ? LLVM_LAW : CLRX_LAW;
    char text[GISA_TEXT_MAX], message[300];
    size_t size = sizeof text;
    gisa_insn back;
    gisa_error error = {0};
    gisa_status status = gisa_print(isa, insn, &style, text, &size);
    bool same;
    if (status != GISA_OK || text[size] != 0 || strlen(text) != size) {
        broken(isa, PRINT, insn->bits, insn, "", "print does not give a text");
        return false;
    }
    if (rooms)
        check_rooms(isa, insn, &style, text, size);
    memset(&back, 0, sizeof back);
    status = gisa_parse(isa, text, size, &env, &back, &error);
    same = status == GISA_OK && encodes_to(isa, &back, insn->bits, insn->size);
    if (status == GISA_OK && !encodes_to(isa, &back, back.bits, back.size))
        broken(isa, PARSE, insn->bits, insn, text, "bits are not what encode gives");
    if (!odd && !same) {
        if (status == GISA_OK)
            snprintf(message, sizeof message, "parses to %08x %08x", (unsigned)back.bits,
                     (unsigned)(back.bits >> 32));
        else
            snprintf(message, sizeof message, "%u: %s", error.offset, error.message);
        broken(isa, law, insn->bits, insn, text, message);
    }
    if (odd && same && (exact || syntax == GISA_SYNTAX_LLVM))
        broken(isa, exact ? EXACT : ODD, insn->bits, insn, text, gisa_oddity_text(odd));
    if (!odd && same && !same_operands(insn, &back))
        broken(isa, SAME, insn->bits, insn, text, "other operands");
    return same;
}

/* Decodes from a block of exactly `size` bytes, so that a sanitizer sees every byte too many. */
static gisa_status decode_exactly(const gisa_isa *isa, uint64_t bits, size_t size, gisa_insn *insn) {
    uint8_t code[8], *exact = malloc(size ? size : 1);
    gisa_status status;
    store(code, bits);
    memcpy(exact, code, size);
    status = gisa_decode(isa, exact, size, insn);
    free(exact);
    return status;
}

static void check_truncated(const gisa_isa *isa, uint64_t bits, const gisa_insn *whole,
                            gisa_status whole_status) {
    size_t unit = gisa_unit(isa);
    for (size_t size = 0; size < 8; size++) {
        gisa_insn insn;
        gisa_status status = decode_exactly(isa, bits, size, &insn), expected = whole_status;
        size_t expected_size = whole->size;
        if (size == 0 || size < whole->size) {
            expected = size ? GISA_STATUS_TRUNCATED : GISA_STATUS_END;
            expected_size = size < unit ? size : unit;
        }
        /* Without the second dword another form may match: only the size is sure then. */
        if (whole->size > unit && size >= unit && status != GISA_STATUS_TRUNCATED && insn.size == unit)
            continue;
        if (status != expected || insn.size != expected_size)
            broken(isa, TOTAL, bits, whole, "", "truncated");
    }
}

static void check_encode(const gisa_isa *isa, const gisa_insn *insn, bool rooms) {
    uint8_t code[9];
    size_t size = 8;
    gisa_insn copy = *insn;
    copy.bits = ~insn->bits; /* must not be looked at */
    memset(code, 0xa5, sizeof code);
    gisa_status status = gisa_encode(isa, &copy, code, &size);
    if (status != GISA_OK || size != insn->size || load(code, size) != insn->bits || code[size] != 0xa5)
        broken(isa, ENCODE, insn->bits, insn, "", gisa_status_text(status));
    for (size_t room = 0; rooms && room < insn->size; room++) {
        size = room;
        memset(code, 0xa5, sizeof code);
        status = gisa_encode(isa, &copy, code, &size);
        if (status != GISA_STATUS_NO_SPACE || size != insn->size || code[0] != 0xa5 || code[room] != 0xa5)
            broken(isa, ENCODE, insn->bits, insn, "", "no room");
    }
}

outcome check_word(const gisa_isa *isa, uint64_t bits, gisa_insn *insn, enum depth depth) {
    uint8_t code[8];
    gisa_insn halves;
    gisa_status second;
    outcome o = {GISA_OK, 0, {false, false}};
    store(code, bits);
    memset(insn, 0, sizeof *insn);
    o.status = gisa_decode(isa, code, 8, insn);
    second = gisa_decode_head(isa, code, 8, &halves);
    if (second == GISA_OK)
        second = gisa_decode_operands(isa, &halves);
    if (o.status != second || halves.size != insn->size || halves.bits != insn->bits)
        broken(isa, TOTAL, bits, insn, "", "head and operands");
    if (insn->size != gisa_unit(isa) && insn->size != 8)
        broken(isa, TOTAL, bits, insn, "", "size");
    if (o.status != GISA_OK && o.status != GISA_STATUS_RESERVED && o.status != GISA_STATUS_UNKNOWN)
        broken(isa, TOTAL, bits, insn, "", gisa_status_text(o.status));
    if (depth == THOROUGH)
        check_truncated(isa, bits, insn, o.status);
    if (o.status != GISA_OK && o.status != GISA_STATUS_RESERVED)
        return o;
    check_encode(isa, insn, depth != PLAIN);
    o.odd = gisa_oddities(isa, insn);
    if (o.status == GISA_OK) {
        for (gisa_syntax syntax = GISA_SYNTAX_LLVM; syntax <= GISA_SYNTAX_CLRX; syntax++) {
            o.same[syntax] = check_text(isa, insn, syntax, false, o.odd, depth == THOROUGH);
            uint32_t odd = gisa_exact_oddities(isa, insn, syntax);
            check_reasons(isa, insn, odd);
            check_text(isa, insn, syntax, true, odd, depth == THOROUGH);
        }
    } else { /* no text is promised, but no crash is, and the disassembler writes one after the data */
        char text[GISA_TEXT_MAX];
        size_t size = sizeof text;
        if (gisa_print(isa, insn, NULL, text, &size) != GISA_OK)
            broken(isa, PRINT, bits, insn, "", "a reserved word has no text");
    }
    return o;
}
