/* SPDX-License-Identifier: MIT */
/*
 * Which registers of a wave hold pointers from the kernel's arguments: a pair that a scalar load
 * has read from there, copies of it, and sums with what is no such pointer. Whatever else is done
 * to a register makes it unknown.
 */
#ifndef GISA_WATCH_POINTERS_H
#define GISA_WATCH_POINTERS_H

#include "watch.h"

enum { POINTER_LOW = 1, POINTER_HIGH = 2, POINTER_CODES = 512 };

/* Half of a pointer to a block. */
typedef struct pointer_half {
    uint64_t block; /* its start; 0: it is no pointer */
    uint64_t lanes; /* in which it is one; of a scalar register all */
    uint8_t part;
} pointer_half;

typedef struct pointers {
    pointer_half at[POINTER_CODES]; /* by operand code */
    gisa_registers held;            /* those that are pointers, perhaps more */
} pointers;

/* Whether an instruction that reads no memory can make or lose pointers. */
static inline bool pointers_may_change(const watch_site *site) {
    uint64_t any = 0;
    for (unsigned i = 0; i < 8; i++)
        any |= site->writes.bits[i];
    return any;
}

/* After an instruction. */
void pointers_step(pointers *p, const gisa_watch *watch, const gisa_observed_wave *wave,
                   const gisa_observed_step *step);

/* The registers of which an instruction makes its address: operand codes of the first ones. */
typedef struct pointer_operands {
    unsigned count, code[4];
    unsigned resource; /* the one that describes a buffer, where there is one */
    bool is_buffer;
} pointer_operands;
void pointers_operands(const gisa_isa *isa, const gisa_insn *insn, pointer_operands *found);

/* The block that the address of an instruction is in for a lane, GISA_WAVE_ALL = of the wave: from
   the one pointer among these registers. 0: not known. */
uint64_t pointers_block(const pointers *p, const pointer_operands *operands, uint32_t lane);
/* The same for several lanes; false: they are not alike. */
bool pointers_block_of_all(const pointers *p, const pointer_operands *operands, uint64_t lanes,
                           uint64_t *block);

#endif
