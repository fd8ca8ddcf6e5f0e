/* SPDX-License-Identifier: MIT */
/* The words that are being explained, and what they are. */
#include "explain.h"

subject subject_at(const gisa_isa *isa, const uint8_t *code, size_t size) {
    subject s = {.isa = isa, .code = code, .size = size};
    s.status = gisa_decode(isa, code, size, &s.insn);
    if (s.status != GISA_STATUS_UNKNOWN && s.status != GISA_STATUS_END)
        gisa_form(isa, s.insn.form, &s.form);
    gisa_states(isa, &s.insn, &s.reads, &s.writes);
    return s;
}

bool subject_is_instruction(const subject *s) {
    return s->status == GISA_OK || s->status == GISA_STATUS_RESERVED;
}

uint64_t first_unit(const subject *s) {
    uint64_t word = 0;
    for (size_t i = 0; i < gisa_unit(s->isa) && i < s->size; i++)
        word |= (uint64_t)s->code[i] << 8 * i;
    return word;
}
