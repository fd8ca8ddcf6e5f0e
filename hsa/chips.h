/* SPDX-License-Identifier: MIT */
/* The chips that agents may be: what programs can ask of them. */
#ifndef GISA_HSA_CHIPS_H
#define GISA_HSA_CHIPS_H

#include <stdint.h>

typedef struct chip {
    const char *name;    /* "gfx900", as the library calls it */
    const char *isa;     /* of the code objects that it takes */
    const char *product; /* the board */
    uint32_t device;     /* PCI device id; 0 where no board is known */
    uint32_t compute_units, shader_engines, arrays;
    uint32_t clock;                      /* of the core, MHz */
    uint32_t memory_clock, memory_width; /* MHz, bits */
    uint32_t l1, l2;                     /* caches, bytes */
    uint64_t memory;                     /* bytes */
    uint32_t real_clock;                 /* of s_memrealtime, MHz */
} chip;

/* By a name that gisa_find knows; NULL: none has it. */
const chip *chip_named(const char *name);
const chip *chip_at(unsigned i); /* NULL after the last one */

/* What the spec states about it: lanes of a wave, work-items of a group at most, SIMD units of a
   compute unit, waves that it holds. */
uint32_t chip_lanes(const chip *c);
uint32_t chip_group_items(const chip *c);
uint32_t chip_simds(const chip *c);
uint32_t chip_unit_waves(const chip *c);

#endif
