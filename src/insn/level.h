/* SPDX-License-Identifier: MIT */
/* What is built once for each level of the host's instruction set: bodies over all lanes, and work
   on whole rows. */
#ifndef GISA_EMU_LEVEL_H
#define GISA_EMU_LEVEL_H

#include "op.h"

typedef struct gisa_level {
    const char *name;
    gisa_wide *const *bodies; /* by body number; NULL where the body is of another kind */
    gisa_near *const *near;   /* likewise */
    gisa_step *plain; /* of instructions whose sources and results are vector registers or constants */
    gisa_step *wide;  /* of those that have scalar registers, masks or signs as well */
    void (*row_of_mask)(uint64_t mask, uint32_t *row); /* 0 or all ones for each lane */
    void (*fill)(uint32_t *row, uint32_t value);       /* all lanes */
    void (*spread)(gcn_wave *wave, const gisa_op *op, unsigned source);
    /* Source 0 with DPP: what each lane gets, and whether it is written (dpp_rows.h). */
    void (*move)(uint32_t *to, uint32_t *on, const uint32_t *row, const struct dpp_moves *moves,
                 uint64_t exec, bool bounds);
    /* f32 with output modifiers and clamp (finish.h); false: the odd lanes need the exact
       functions. */
    bool (*finish)(uint32_t *to, uint32_t *odd, const uint32_t *row, unsigned omod, bool clamp, bool omods);
    void (*collect)(gcn_wave *wave, const gisa_op *op, const gisa_rows *rows);
    /* Addresses of all lanes: the sum of two rows, of which the second is the upper half (NULL: 0),
       and of `sum`; the least and the greatest one, and whether they are the same distance apart. */
    void (*addresses)(uint64_t *to, const uint32_t *low, const uint32_t *high, uint64_t sum);
    buffer_placer *places; /* as buffer_places in buffer_rows.h */
    /* Finds where lanes are in the wave's buffer: the address rows and what is added to address_sum
       are bytes from the origin, those of lanes in range in the wave's in_range. `index`, `offset`:
       rows, NULL = all 0; `dwords`: of an element. False: an active lane is out of range, or rows
       cannot say it. */
    bool (*buffer_bases)(gcn_wave *wave, const uint32_t *index, const uint32_t *offset, unsigned dwords);
    bool (*look_at_addresses)(const uint64_t *address, uint64_t *least, uint64_t *greatest);
} gisa_level;

/* The best one for this host, or the one that a test has asked for. */
const gisa_level *level_best(void);

/* For tests, before anything is decoded or run: "baseline", "avx2", "avx512" or NULL, the best one.
 * False: this host or build does not have it. */
bool level_use(const char *name);

#endif
