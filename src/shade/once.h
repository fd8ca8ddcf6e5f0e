/* SPDX-License-Identifier: MIT */
/* Bodies that are done once for a batch: words for flow, memory and textures. W is the batch, H the
   instruction. */
#ifndef GISA_SHADE_ONCE_H
#define GISA_SHADE_ONCE_H

#include "vocab.h"

/* ---- Flow: instructions have numbers, from 0 ---- */

WORD_ u32 *word_LINK(gisa_shade_batch *W) {
    return &W->link;
}
#define HERE (W->pc)
#define NEXT (W->pc + 1)
#define GO(target) shade_go(W, (target))
#define PHASE ((void)0) /* where the program goes on after an end */
#define DISCARD (W->live &= ~W->active)
#define DEPTH shade_depth(W, H)
/* A step that is about to be set. */
WORD_ int16_t *word_ADVANCE(gisa_shade_batch *W, u32 generator, u32 iteration) {
    W->steps_at = W->pc + 1;
    return &W->steps.at[generator][iteration];
}

/* ---- Memory and textures ---- */

#define LOAD(type) shade_load_elements(W, H, sizeof(type))
#define STORE(type) shade_store_elements(W, H, sizeof(type))
#define CUBE 3
#define SAMPLE(dimensions, lod) shade_sample(W, H, dimensions, SHADE_LOD_##lod)

#endif
