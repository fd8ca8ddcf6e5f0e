/* SPDX-License-Identifier: MIT */
/* Waves of a group that wait for each other, in translated code: one goes on where the other
   waits. */
#ifndef GISA_NATIVE_TURNS_H
#define GISA_NATIVE_TURNS_H

#include "emu/translator.h"

/* The wave is at instruction `at` of this code, behind which is not `next`: maybe it waits. */
ALWAYS_ const gisa_op *native_stays(gcn_wave *wave, const gisa_op *const *ops, unsigned at,
                                    const gisa_op *next) {
    if (wave->waiting) {
        wave->waits_in = ops;
        wave->waits_at = at;
    }
    return next;
}

/* Where the wave waits in this code, it is the next one's turn, if that one does so as well; it
   goes on at waits_at. Not so where the first one has done nothing but wait: maybe no wave gets
   on. */
ALWAYS_ bool native_next_turn(gcn_wave **wave, native_turns *t, u64 *left, const gisa_op *const *ops) {
    const unsigned number = t->at + 1 < t->count ? t->at + 1 : 0;
    const u64 done = t->before - *left - 1; /* but the one that waits */
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
