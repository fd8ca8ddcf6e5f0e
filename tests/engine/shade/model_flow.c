/* SPDX-License-Identifier: MIT */
/* The second implementation of programs: one instance goes its way from word to word, whatever the
   others do. */
#include <string.h>

#include "model.h"

#define F(high, low) ((unsigned)(w >> (low) & ((UINT64_C(1) << ((high) - (low) + 1)) - 1)))
#define B(bit) ((unsigned)(w >> (bit)&1))

enum { MOST_STEPS = 300, NOWHERE = 64 };

typedef struct walk {
    instance *at;
    unsigned count, pc, link;
    unsigned link_from, steps_from; /* the word that has set it */
    int steps[4][16];
    uint64_t shown;
} walk;

/* The generator whose table is furthest from that at the beginning. */
static unsigned greatest(int steps[4][16]) {
    unsigned best = 0;
    int most = -1;
    for (unsigned g = 0; g < 4; g++) {
        int far = 0;
        for (int j = 0; j < 16; j++)
            far += steps[g][j] < j ? j - steps[g][j] : steps[g][j] - j;
        best = far > most ? g : best;
        most = far > most ? far : most;
    }
    return best;
}

static void show(walk *s, unsigned word) {
    s->shown |= word < 64 ? UINT64_C(1) << word : 0;
}

/* Branches, returns, and nothing: bits 40 to 38 say which. */
static bool flow(walk *s, uint64_t w, bool *ends) {
    bool takes = model_holds(s->at, F(58, 56));
    int far = (int)F(19, 0) - (B(19) ? 1 << 20 : 0);
    unsigned op = F(40, 38), target = op ? s->pc + (unsigned)far : F(19, 0), from = s->pc++;
    *ends = op > 1 && B(50);
    if (op == 5 || (op == 2 && !takes)) {
        show(s, from);
        return true;
    }
    if (op == 2) {
        show(s, from);
        show(s, s->link_from);
        s->pc = s->link;
        return true;
    }
    if (op > 2 || F(21, 20))
        return false;
    if (!takes)
        return true;
    if (B(41)) {
        s->link = s->pc;
        s->link_from = from;
    } else
        show(s, from);
    s->pc = target;
    return target <= s->count;
}

/* Any other instruction: all four of a quad are this instance. */
static bool other(walk *s, uint64_t w) {
    instance q[QUAD];
    for (unsigned k = 0; k < QUAD; k++)
        q[k] = *s->at;
    memcpy(model_steps, s->steps, sizeof model_steps);
    model_advanced = 0;
    if (!model_step(q, w))
        return false;
    *s->at = q[0];
    bool sets = memcmp(model_steps, s->steps, sizeof model_steps) != 0;
    memcpy(s->steps, model_steps, sizeof model_steps);
    if (model_ran && (model_advanced >> greatest(s->steps) & 1))
        show(s, s->steps_from);
    if (sets)
        s->steps_from = s->pc;
    else if (model_ran)
        show(s, s->pc);
    s->pc++;
    return true;
}

/* The last instruction of a program says so; which groups have such a bit. */
static bool ends_program(uint64_t w) {
    static const uint32_t at_50 = 1u << 3 | 1u << 6 | 1u << 7 | 1u << 8 | 0xfu << 10 | 0x3fu << 16 | 1u << 26;
    if (F(63, 59) == 7 && F(47, 46))
        return false; /* of conditional moves the bit belongs to a source */
    if (F(63, 59) != 31)
        return (at_50 >> F(63, 59) & 1) && B(50);
    switch (F(53, 52)) {
    case 0: return B(51); /* phas */
    case 1: return false;
    case 2: return B(50);
    default: return F(58, 56) == 3 && B(50);
    }
}

/* A program goes on past the end of a phase. */
static bool is_phase(uint64_t w) {
    return F(63, 59) == 31 && F(58, 56) == 2 && F(54, 52) == 4 && F(44, 43) < 3 &&
           (F(42, 40) < 3 || F(42, 40) == 7);
}

static model_end go(walk *s, const uint64_t *words) {
    for (unsigned i = 0; i < MOST_STEPS; i++) {
        bool ends;
        if (s->pc == s->count)
            return MODEL_ENDED;
        unsigned from = s->pc;
        uint64_t w = words[from];
        if (F(63, 59) == 31 && !F(54, 51)) {
            if (!flow(s, w, &ends))
                return MODEL_FAULT;
        } else {
            ends = ends_program(w);
            if (!other(s, w))
                return MODEL_FAULT;
        }
        if (ends && (from + 1 == s->count || !is_phase(words[from + 1])))
            return MODEL_ENDED;
    }
    return MODEL_TOO_LONG;
}

model_end model_run(instance q[QUAD], const uint64_t *words, unsigned count, uint64_t *shown) {
    model_end all = MODEL_ENDED;
    *shown = 0;
    for (unsigned k = 0; k < QUAD; k++) {
        walk s = {.at = &q[k], .count = count, .link_from = NOWHERE, .steps_from = NOWHERE};
        model_reset_steps();
        memcpy(s.steps, model_steps, sizeof s.steps);
        model_end end = go(&s, words);
        all = end == MODEL_TOO_LONG || all == MODEL_ENDED ? end : all;
        *shown |= s.shown;
    }
    model_reset_steps();
    return all;
}
