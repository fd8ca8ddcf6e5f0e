/* SPDX-License-Identifier: MIT */
/* Random numbers, and random instructions that work on registers and LDS. */
#include <stdio.h>
#include <string.h>

#include "native.h"

static uint64_t seed = 1;

void set_seed(uint64_t to) {
    seed = to;
}

uint32_t any(void) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(seed >> 33);
}

/* Numbers at which instructions differ. */
uint32_t number(void) {
    static const uint32_t floats[] = {0x3f800000, 0xbf800000, 0x40490fdb, 0x7f800000, 0x7fc00001, 0x7f7fffff,
                                      0x00000001, 0x807fffff, 0x80000000, 0x3ff00000, 0x7ff00000, 0x4b000000};
    const uint32_t x = any() << 16 ^ any();
    switch (any() % 8) {
    case 0: return x & 31;
    case 1: return UINT32_MAX >> x % 32;
    case 2:
    case 3: return floats[x % (sizeof floats / sizeof *floats)];
    case 4:
    case 5: return 0x3f000000 + (x & 0x81ffffff); /* usual floats */
    default: return x;
    }
}

/* Registers that there are, and none that the kernel needs. */
void settle(gisa_insn *insn) {
    for (unsigned i = 0; i < insn->operand_count; i++) {
        gisa_operand *o = &insn->operand[i];
        if (o->kind == GISA_KIND_VGPR)
            o->reg = (uint16_t)(o->reg % (VECTORS - o->count + 1));
        if (o->kind == GISA_KIND_SGPR)
            o->reg = (uint16_t)(o->reg % (SCALARS - o->count + 1) / o->count * o->count);
    }
}

/* Mostly without what leaves an instruction to the interpreter. */
static void leave_results(const gisa_isa *isa, gisa_insn *insn) {
    gisa_operand_info info;
    const bool leaves = any() % 4;
    for (unsigned i = 0; leaves && i < insn->operand_count; i++)
        if (gisa_form_operand(isa, insn->form, i, &info) == GISA_OK &&
            (info.role == GISA_ROLE_CLAMP || info.role == GISA_ROLE_OMOD))
            insn->operand[i].value = 0;
}

static bool is_wanted(const gisa_isa *isa, const gisa_insn *insn) {
    gisa_form_info f;
    const uint32_t states =
        GISA_STATE_SCC | GISA_STATE_VCC | GISA_STATE_EXEC | GISA_STATE_M0 | GISA_STATE_LDS;
    gisa_form(isa, insn->form, &f);
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        if (o->kind == GISA_KIND_TTMP || (o->kind == GISA_KIND_SGPR && o->reg >= SCALARS))
            return false;
    }
    return f.flow == GISA_FLOW_NEXT &&
           (f.class_ == GISA_CLASS_VALU || f.class_ == GISA_CLASS_SALU || f.class_ == GISA_CLASS_DS) &&
           !((f.reads | f.writes) & ~(states | GISA_STATE_MODE)) && !(f.writes & GISA_STATE_MODE);
}

/* Of a form by chance. */
size_t random_word(const gisa_isa *isa, uint64_t *bits) {
    const uint32_t form = any() % gisa_form_count(isa);
    gisa_form_info f;
    gisa_insn insn;
    size_t size = 8;
    gisa_form(isa, form, &f);
    *bits = ((any() | (uint64_t)any() << 32 | (uint64_t)any() << 17) & ~f.mask) | f.value;
    if (gisa_decode(isa, bits, 8, &insn) != GISA_OK)
        return 0;
    settle(&insn);
    leave_results(isa, &insn);
    if (!is_wanted(isa, &insn) || gisa_encode(isa, &insn, bits, &size) != GISA_OK ||
        gisa_decode(isa, bits, 8, &insn) != GISA_OK)
        return 0;
    return size;
}

bool has_role(const gisa_isa *isa, const gisa_insn *insn, gisa_role role) {
    gisa_operand_info info;
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (gisa_form_operand(isa, insn->form, i, &info) == GISA_OK && info.role == role)
            return true;
    return false;
}

size_t random_word_with(const gisa_isa *isa, gisa_role role, uint64_t *bits) {
    for (unsigned tries = 0; tries < 1000; tries++) {
        const size_t size = random_word(isa, bits);
        gisa_insn insn;
        if (size && gisa_decode(isa, bits, 8, &insn) == GISA_OK && has_role(isa, &insn, role))
            return size;
    }
    return 0;
}

uint32_t *words_of(const gisa_isa *isa, const char *text) {
    static uint32_t words[8];
    uint64_t bits;
    gisa_insn insn;
    size_t size = 8;
    if (gisa_parse(isa, text, strlen(text), NULL, &insn, NULL) || gisa_encode(isa, &insn, &bits, &size))
        return NULL;
    memcpy(words, &bits, 8);
    return words;
}
