/* SPDX-License-Identifier: MIT */
/* What is built once for each level of the host's instruction set: bodies, and work on whole
   rows. */
#ifndef GISA_SHADE_LEVEL_H
#define GISA_SHADE_LEVEL_H

#include "state.h"

typedef struct gisa_shade_level {
    const char *name;
    gisa_shade_wide *const *bodies; /* by body number; NULL where the body is done once for the batch */
    /* A channel of a format, out of the words that hold it from bit `shift` on. */
    void (*decode)(uint32_t *to, const uint32_t *words, const shade_operand *o, unsigned shift);
    /* The way back: to the bits of the format. `wrap`: low bits of what is out of range, otherwise
       the nearest. */
    void (*encode)(uint32_t *to, const uint32_t *from, const shade_operand *o, bool wrap);
    /* `width` bits of words from bit `shift` on become those of `bits`, for the instances of the
       mask. */
    void (*insert)(uint32_t *words, const uint32_t *bits, unsigned shift, unsigned width, uint64_t mask);
    void (*sign)(uint32_t *to, const uint32_t *from, uint32_t clear, uint32_t flip);
    void (*negate)(uint32_t *to, const uint32_t *from); /* integers */
    void (*fill)(uint32_t *to, uint32_t value);
    void (*flush)(uint32_t *row); /* subnormals become 0 */
    /* Of which instances sign and zero are as asked, see test.c. */
    uint64_t (*test)(const uint32_t *row, unsigned condition, const shade_operand *o);
} gisa_shade_level;

/* The one that the GCN emulator has chosen for this host as well. */
const gisa_shade_level *shade_best_level(void);

#endif
