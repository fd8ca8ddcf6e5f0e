/* SPDX-License-Identifier: MIT */
/* What bodies (src/shade/vocab.h) are given, and the tables of them that isagen writes. */
#ifndef GISA_SHADE_BODY_H
#define GISA_SHADE_BODY_H

#include "state.h"

/* How the level of detail of a sample comes about. */
enum { SHADE_LOD_IMPLICIT, SHADE_LOD_BIAS, SHADE_LOD_REPLACE, SHADE_LOD_GRADIENT };

/* Flow: the active instances go on at another instruction. */
void shade_go(gisa_shade_batch *W, uint32_t target);
void shade_depth(gisa_shade_batch *W, const gisa_shade_half *H);

void shade_load_elements(gisa_shade_batch *W, const gisa_shade_half *H, unsigned size);
void shade_store_elements(gisa_shade_batch *W, const gisa_shade_half *H, unsigned size);
void shade_sample(gisa_shade_batch *W, const gisa_shade_half *H, unsigned dimensions, unsigned lod);

#endif
