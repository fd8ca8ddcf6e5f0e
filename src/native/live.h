/* SPDX-License-Identifier: MIT */
/* Which registers of a wave are still read: others need not be kept. */
#ifndef GISA_NATIVE_LIVE_H
#define GISA_NATIVE_LIVE_H

#include "unit.h"

enum { LIVE_WORDS = sizeof(gisa_scalars) / 4 };

typedef struct live_set {
    uint64_t here[GISA_VGPRS / 64];   /* vector registers, in lanes that are active; */
    uint64_t others[GISA_VGPRS / 64]; /* in lanes that are not, and become so before it */
    uint64_t scalar[(LIVE_WORDS + 63) / 64];
} live_set;

/* What is read from each instruction of the unit on, by its number; NULL: no memory. free() frees
   it. */
live_set *live_find(const unit *u);
/* What is read behind instruction `i`. */
live_set live_after(const unit *u, const live_set *from, size_t i);

/* What an instruction reads that the interpreter does not run. */
void live_add_reads(live_set *l, const unit_insn *insn);

static inline bool live_has(const uint64_t *set, unsigned i) {
    return set[i / 64] >> i % 64 & 1;
}

#endif
