/* SPDX-License-Identifier: MIT */
/* A statement that is an instruction: its bytes, and what has to be put into them later. */
#include <string.h>

#include "asm.h"

/* Notes what must be put into the instruction when its value is known. */
/* What a field holds that says to go on after the instruction. */
static uint8_t distance_zero(const assembler *a, const gisa_insn *insn, unsigned i, unsigned bit,
                             unsigned width) {
    gisa_insn next = *insn;
    uint64_t bits = 0;
    size_t size = sizeof bits;
    next.operand[i].value = 0;
    next.operand[i].flags &= (uint8_t)~GISA_OPERAND_PENDING;
    gisa_encode(a->isa, &next, &bits, &size);
    return (uint8_t)(bits >> bit & ((UINT64_C(1) << width) - 1));
}

static void wait_for(assembler *a, const gisa_insn *insn, unsigned i, uint64_t offset, size_t size) {
    const gisa_operand *o = &insn->operand[i];
    const pending *p = (size_t)o->value < a->pending_count ? &a->pending[o->value] : NULL;
    unsigned bit = 0, width = 0;
    if (!p || gisa_field(a->isa, insn, i, &bit, &width) != GISA_OK || bit > 63 || width > 64) {
        diagnose_at(a, p ? p->at : a->now.text, p ? p->length : 1, "the value must be known here");
        return;
    }
    fixup f = {.e = p->e,
               .at = source_location(a, p->at, p->length),
               .section = a->current,
               .offset = offset,
               .kind = o->kind == GISA_KIND_LITERAL ? FIXUP_LITERAL
                       : o->kind == GISA_KIND_LABEL ? FIXUP_BRANCH
                                                    : FIXUP_FIELD,
               .bit = (uint8_t)bit,
               .width = (uint8_t)width,
               .size = (uint8_t)size,
               .unit = (uint8_t)gisa_unit(a->isa)};
    if (f.kind == FIXUP_BRANCH)
        f.zero = distance_zero(a, insn, i, bit, width);
    fixup_add(a, &f);
}

static gisa_status parse(assembler *a, const char *text, gisa_insn *insn, gisa_error *error) {
    size_t size = (size_t)(a->now.end - text);
    gisa_env env = {
        .syntax = a->options->syntax, .address = section_here(a), .expression = expr_operand, .ctx = a};
    a->pending_count = 0;
    gisa_status status = gisa_parse(a->isa, text, size, &env, insn, error);
    if (status == GISA_OK || !a->pending_count)
        return status;
    /* Distances between labels are numbers too where nothing else will do; the first fault is what
       counts. */
    gisa_error second;
    a->pending_count = 0;
    a->fold_places = true;
    if (gisa_parse(a->isa, text, size, &env, insn, &second) == GISA_OK)
        status = GISA_OK;
    a->fold_places = false;
    return status;
}

void instruction(assembler *a, const char *text, size_t word) {
    gisa_insn insn;
    gisa_error error = {0};
    uint8_t code[16], *p;
    size_t size = sizeof code;
    if (!target_need_isa(a, text, word))
        return;
    a->names_used = false;
    gisa_status status = parse(a, text, &insn, &error);
    if (status != GISA_OK) {
        diagnose_at(a, text + error.offset, error.length, "%s",
                    error.message[0] ? error.message : gisa_status_text(status));
        return;
    }
    amdgpu_count_registers(a, &insn);
    if (a->pending_count) {
        status = gisa_encode(a->isa, &insn, code, &size);
        if (status != GISA_OK) {
            diagnose_at(a, text, word, "%s", gisa_status_text(status));
            return;
        }
    } else {
        size = insn.size;
        for (size_t i = 0; i < size && i < 8; i++)
            code[i] = (uint8_t)(insn.bits >> (8 * i));
    }
    if (!a->names_used && !a->pending_count)
        known_keep(a, &insn, text);
    uint64_t offset = section_here(a);
    if (!(p = section_emit(a, size)))
        return;
    memcpy(p, code, size);
    placed_tell(a, text, offset, size);
    for (unsigned i = 0; a->pending_count && i < insn.operand_count; i++)
        if (insn.operand[i].flags & GISA_OPERAND_PENDING)
            wait_for(a, &insn, i, offset, size);
}
