/* SPDX-License-Identifier: MIT */
/* A turn of a wave in code of which some is translated. */
#include "translator.h"

bool native_suits(const gcn_wave *w, const native_entry *e) {
    return w->easy_top >= e->top && w->host_floats && same_float_mode(&w->float_mode, &e->mode) &&
           !w->traffic;
}

const gisa_op *native_turn(native_turns *t, const gisa_op *op) {
    gcn_wave *w = t->waves[t->at];
    uint64_t left = t->turn, counted = 0;
    t->before = left;
    w->waits_in = NULL;
    while (op && left) {
        const native_entry *e = __atomic_load_n(&op->native, __ATOMIC_ACQUIRE);
        const uint64_t before = left;
        if (e && native_suits(w, e) && !program_changed(w->program)) {
            op = e->run(w, e->number, &left, e->ops, t);
            w = t->waves[t->at];
        }
        counted = 1;
        if (op && left == before) { /* nothing ran, or as much by chance */
            counted = op->units != 0;
            left -= counted;
            op = op->run(w, op);
        }
    }
    left += w->waiting || w->fault.kind ? counted : 0;
    t->done += t->before - left;
    return op;
}
