/* SPDX-License-Identifier: MIT */
/* Which registers an instruction reads and writes, as sets of operand codes. */
#include <string.h>

#include "operands.h"
#include "scheduler.h"

bool gisa_registers_meet(const gisa_registers *a, const gisa_registers *b) {
    uint64_t common = 0;
    for (unsigned i = 0; a && b && i < 8; i++)
        common |= a->bits[i] & b->bits[i];
    return common != 0;
}

void registers_add(gisa_registers *to, unsigned first, unsigned count) {
    unsigned end = first + count < CODES ? first + count : CODES;
    for (unsigned begin = first; begin < end; begin = (begin / 64 + 1) * 64) {
        unsigned left = end - begin < 64 - begin % 64 ? end - begin : 64 - begin % 64;
        to->bits[begin / 64] |= (UINT64_MAX >> (64 - left)) << begin % 64;
    }
}

void registers_add_operand(const gisa_isa *isa, const gisa_insn *insn, unsigned i, bool half,
                           gisa_registers *to) {
    const gisa_operand *o = &insn->operand[i];
    int code = operand_code(isa, o);
    unsigned count = half ? o->count / 2u : o->count;
    bool constant = o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL;
    if (code < 0 || constant || !o->count)
        return;
    /* What can only be read is one code, whatever its width. */
    registers_add(to, (unsigned)code, code >= OPERAND_FIRST_VALUE && code < OPERAND_FIRST_VGPR ? 1 : count);
}

/* The operand of a role; NULL: there is none. */
static const gisa_operand *operand_of(const gisa_isa *isa, const gisa_insn *insn, unsigned role) {
    const form *f = &isa->forms[insn->form];
    for (unsigned i = 0; i < f->op_count && i < insn->operand_count; i++)
        if (form_op(isa, f, i)->role == role)
            return &insn->operand[i];
    return NULL;
}

static bool is_on(const gisa_isa *isa, const gisa_insn *insn, unsigned role) {
    const gisa_operand *o = operand_of(isa, insn, role);
    return o && o->value;
}

/* With lwe a status follows the data, which the text counts only with tfe. */
static void add_status(const gisa_isa *isa, const gisa_insn *insn, gisa_registers *to) {
    const gisa_operand *result = operand_of(isa, insn, GISA_ROLE_RESULT);
    if (!result || !(result->access & GISA_ACCESS_WRITE) || !is_on(isa, insn, GISA_ROLE_LWE) ||
        is_on(isa, insn, GISA_ROLE_TFE))
        return;
    const int code = operand_code(isa, result);
    if (code >= 0)
        registers_add(to, (unsigned)code + result->count, 1);
}

void registers_of_operands(const gisa_isa *isa, const gisa_insn *insn, unsigned access, gisa_registers *to) {
    bool half, written = event_lets_write(isa, insn, &half);
    if (access == GISA_ACCESS_WRITE && written)
        add_status(isa, insn, to);
    for (unsigned i = 0; i < insn->operand_count && i < GISA_MAX_OPERANDS; i++) {
        bool is_written = access == GISA_ACCESS_WRITE;
        if ((insn->operand[i].access & access) && (!is_written || written))
            registers_add_operand(isa, insn, i, is_written && half, to);
    }
}

void registers_of_states(const gisa_isa *isa, uint32_t states, gisa_registers *to) {
    const state_codes *codes = isa->schedule->states;
    for (unsigned i = 0; codes && i < GISA_STATE_COUNT; i++)
        if (states >> i & 1)
            registers_add(to, codes[i].first, codes[i].count);
}

gisa_status gisa_registers_of(const gisa_isa *isa, const gisa_insn *insn, gisa_registers *reads,
                              gisa_registers *writes) {
    uint32_t states_read, states_written;
    if (!isa || !insn || !reads || !writes)
        return GISA_STATUS_BAD_ARGUMENT;
    gisa_status status = gisa_states(isa, insn, &states_read, &states_written);
    if (status)
        return status;
    memset(reads, 0, sizeof *reads);
    memset(writes, 0, sizeof *writes);
    registers_of_operands(isa, insn, GISA_ACCESS_READ, reads);
    registers_of_operands(isa, insn, GISA_ACCESS_WRITE, writes);
    registers_of_states(isa, states_read, reads);
    registers_of_states(isa, states_written, writes);
    return GISA_OK;
}
