/* SPDX-License-Identifier: MIT */
/* What decoding says of results (gisa_operand.access) against what is executed: a word changes a
 * register if, and only if, it has an operand that is written. The words are random; half of them
 * have no channel in their mask, or no result. */
#include <stdio.h>
#include <string.h>

#include "shade.h"

enum { MOST_WORDS_OF_FORM = 24, TRIALS = 6 };

typedef struct tally {
    unsigned written, unwritten;
} tally;

/* Of registers with three parts of 10 bits channel w is none; the format may be another
   operand's. */
static bool is_fourth_of_three(const gisa_operand *o, const char *text) {
    return strstr(text, "fx10") && o->kind != GISA_KIND_INTERNAL && gisa_channel(o, 0) < 0 &&
           gisa_channel(o, 1) < 0 && gisa_channel(o, 2) < 0 && gisa_channel(o, 3) >= 0;
}

static bool has_result(const gisa_insn *insn) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].access & GISA_ACCESS_WRITE)
            return true;
    return false;
}

/* Does the row write registers, if the word does not say otherwise? */
static bool may_write(const gisa_isa *isa, uint32_t form) {
    gisa_operand_info info;
    for (unsigned i = 0; gisa_form_operand(isa, form, i, &info) == GISA_OK; i++)
        if (info.access & GISA_ACCESS_WRITE)
            return true;
    return false;
}

static bool same_registers(const instance *a, const instance *b) {
    return memcmp(a->r, b->r, sizeof a->r) == 0 && memcmp(a->i, b->i, sizeof a->i) == 0 &&
           memcmp(a->index, b->index, sizeof a->index) == 0;
}

/* Does the word change a register of any instance, with registers by chance? *ended: it was
   executed. */
static bool changes(gisa_shade *m, uint64_t word, bool *ended) {
    static instance start[QUAD], got[QUAD];
    char message[400];
    bool changed = false;
    fill_quad(start);
    for (unsigned k = 0; k < QUAD; k++)
        for (unsigned i = 0; i < 2; i++)
            start[k].index[i] %= 16;
    memcpy(got, start, sizeof start);
    *ended = run_quad(m, &word, 1, got, message) == GISA_SHADE_END_ENDED;
    for (unsigned k = 0; k < QUAD; k++)
        changed |= !same_registers(&start[k], &got[k]);
    return changed;
}

/* Masks and predicates of a word: none are left in every second word; the instruction is done by
   all instances. */
static uint64_t some_word(const gisa_isa *isa, uint32_t form, const gisa_form_info *info) {
    static const char *const masks[] = {"m0", "m1", "m2", "m3", "wben", "mask"};
    uint64_t word = (chance() & ~info->mask) | info->value;
    bool none = chance() >> 63;
    gisa_piece piece;
    for (unsigned i = 0; gisa_form_piece(isa, form, i, &piece) == GISA_OK; i++) {
        uint64_t bits = ((UINT64_C(1) << piece.at.width) - 1) << piece.at.low;
        for (size_t k = 0; none && k < sizeof masks / sizeof *masks; k++)
            if (strcmp(piece.name, masks[k]) == 0 && chance() >> 61)
                word &= ~bits;
        if (strcmp(piece.name, "pred") == 0)
            word &= ~bits;
    }
    return word;
}

static void try_access(gisa_shade *m, const gisa_isa *isa, uint64_t word, tally *t) {
    gisa_insn insn;
    bool changed = false, ended = true;
    if (gisa_decode(isa, &word, sizeof word, &insn) != GISA_OK)
        return;
    bool writes = has_result(&insn);
    for (unsigned i = 0; i < insn.operand_count; i++)
        if (insn.operand[i].access & GISA_ACCESS_WRITE && is_fourth_of_three(&insn.operand[i], text_of(word)))
            return;
    for (unsigned i = 0; i < TRIALS && ended && !changed; i++)
        changed = changes(m, word, &ended);
    if (!ended)
        return;
    *(writes ? &t->written : &t->unwritten) += 1;
    check(writes || !changed, "%016llx %s: writes a register that it is said not to write",
          (unsigned long long)word, text_of(word));
    check(!writes || changed, "%016llx %s: is said to write, but changes nothing", (unsigned long long)word,
          text_of(word));
}

void test_access(void) {
    const gisa_isa *isa = gisa_find("sgx543");
    gisa_shade *m = gisa_shade_new(isa);
    gisa_form_info info;
    tally all = {0};
    if (!m)
        return;
    for (uint32_t form = 0; gisa_form(isa, form, &info) == GISA_OK; form++) {
        bool pair = strchr(info.name, '+'),
             memory = info.class_ == GISA_CLASS_SAMPLE || info.reads & GISA_STATE_MEMORY;
        if (!may_write(isa, form) || memory)
            continue;
        test_begin();
        for (unsigned i = 0; i < (pair ? 2 : MOST_WORDS_OF_FORM); i++)
            try_access(m, isa, some_word(isa, form, &info), &all);
        test_end();
    }
    printf("%u words that write a register and %u that write none, executed\n", all.written, all.unwritten);
    check(all.written > 1000 && all.unwritten > 1000, "too few words of a kind");
    gisa_shade_free(m);
}
