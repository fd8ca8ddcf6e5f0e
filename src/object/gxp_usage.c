/* SPDX-License-Identifier: MIT */
/* How many registers of each bank the two programs of a .gxp file reach, as far as their words say it: what an index register adds is
 * not known, and what repeated instructions reach is no more than what is counted here. */
#include "gxp.h"

#include <string.h>

#include "tables.h"

/* The words of 32 bits from the first register on that hold the channels which take part. */
static uint32_t words_of(const gisa_operand *o) {
    bool half = o->type == GISA_B16 || o->type == GISA_U16 || o->type == GISA_I16 || o->type == GISA_F16;
    uint32_t words = 0;
    bool channels = false;
    for (unsigned i = 0; i < 4; i++) {
        int c = gisa_channel(o, i);
        uint32_t end = c < 0 || c > 3 ? 0 : half ? (uint32_t)c / 2 + 1 : (uint32_t)c + 1;
        channels |= c >= 0;
        words = end > words ? end : words;
    }
    return channels ? words : o->count;
}

/* How often the instruction is done again. */
static uint32_t repeats(const gisa_isa *isa, const gisa_insn *insn) {
    const format_row *row = &isa->formats[isa->forms[insn->form].format];
    for (unsigned i = 0; i < row->field_count; i++) {
        const format_field *f = &isa->format_fields[row->first_field + i];
        if (strcmp(isa->strings + f->name, "repeat") == 0)
            return (uint32_t)field_get(insn->bits, f->at);
    }
    return 0;
}

/* Where the operand's bank is counted; NULL = its size is not stated. What a secondary program names are sa registers. */
static uint32_t *count_of(gxp_usage *u, unsigned kind, bool secondary) {
    if (kind == GISA_SECONDARY || (secondary && (kind == GISA_TEMP || kind == GISA_PRIMARY)))
        return &u->sa;
    return kind == GISA_TEMP ? &u->temporaries : kind == GISA_PRIMARY ? &u->pa : NULL;
}

/* `further`: how many registers the last repetition may be behind the first. */
static void count_operands(const gisa_insn *insn, uint32_t further, bool secondary, gxp_usage *u) {
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        bool indexed = o->kind == GISA_INDEXED1 || o->kind == GISA_INDEXED2;
        uint32_t first = indexed ? o->reg & 0xff : o->reg, words = words_of(o);
        uint32_t *count = count_of(u, indexed ? o->reg >> 8u : o->kind, secondary);
        if (count && words && first + words + further > *count)
            *count = first + words + further;
    }
}

static void count_program(const gisa_isa *isa, const bytes *code, bool secondary, gxp_usage *u) {
    enum { STEP = 4 };
    gisa_insn insn;
    for (size_t at = 0; at < code->size; at += insn.size)
        if (gisa_decode(isa, code->data + at, code->size - at, &insn) == GISA_OK)
            count_operands(&insn, STEP * repeats(isa, &insn), secondary, u);
}

gxp_usage gxp_used(const gxp *g) {
    gxp_usage u = {0};
    const gisa_isa *isa = gxp_isa();
    if (isa) {
        count_program(isa, &g->primary, false, &u);
        count_program(isa, &g->secondary, true, &u);
    }
    return u;
}
