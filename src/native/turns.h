/* SPDX-License-Identifier: MIT */
/* Passes the turn from a wave that waits in translated code to the next wave of its group. */
#ifndef GISA_NATIVE_TURNS_H
#define GISA_NATIVE_TURNS_H

#include "emu/translator.h"

/* Instruction `at` has been tried, and the wave does not simply go on. Notes where it waits, if it
   does; returns where it goes on. */
ALWAYS_ const gisa_op *native_stays(gcn_wave *wave, const gisa_op *const *ops, unsigned at) {
    const gisa_op *op = ops[at];
    if (wave->waiting) {
        wave->waits_in = ops;
        wave->waits_at = at;
    }
    return scalar_stays(wave, op) || scalar_stops(wave, op->next_pc) ? NULL : op_next(op);
}

/* True if the wave and the next one both wait in this code: *wave is the next one then, which
   continues at its waits_at. False as well if the wave has run nothing but the instruction that
   waits: perhaps no wave can make progress. */
ALWAYS_ bool native_next_turn(gcn_wave **wave, native_turns *t, u64 *left, const gisa_op *const *ops) {
    const unsigned number = t->at + 1 < t->count ? t->at + 1 : 0;
    const u64 done = t->before - *left - 1; /* without the one that waits */
    gcn_wave *next = number < t->count ? t->waves[number] : NULL;
    if ((*wave)->waits_in != ops || !next || next->waits_in != ops || !done || done >= t->room ||
        (!number && t->done + done >= t->around))
        return false;
    next->waits_in = NULL;
    next->again = true;
    next->waiting = false;
    t->at = number;
    t->done += done;
    t->room -= done;
    *left = t->before = t->turn < t->room ? t->turn : t->room;
    *wave = next;
    return true;
}

#endif
