/* SPDX-License-Identifier: MIT */
/*
 * Expressions over the state of a wave:
 *
 *     v3 > 100              a register of the lane; v3@5: of lane 5; v[2:3]: 64 bits
 *     s4 == 0 && group 1    scalar registers, also vcc, exec, scc, m0, pc, mode.denorm
 *     lds[lane * 4]:f32     memory of the work-group; mem[x + 8]:u16, private[0]
 *     lane 5, v3:f32 > 1.5  a comma is an "and"
 *     i < n                 variables of the source
 *     x, y                  arguments of the kernel, by name; x[3]:f32 is an element of what x points to
 */
#ifndef GISA_CMD_DEBUG_EXPRESSION_H
#define GISA_CMD_DEBUG_EXPRESSION_H

#include "../run/numerals.h"
#include "target.h"

typedef struct debug_value {
    enum { VALUE_UNSIGNED, VALUE_SIGNED, VALUE_FLOAT } kind;
    unsigned bits; /* 8 to 64 */
    uint64_t raw;  /* extended to 64 bits; of a float its encoding in `bits` */
    double number; /* of a float */
} debug_value;

typedef struct expression expression;

enum { EXPRESSION_WHY = 200 };

/* Reads a whole text; NULL: `why` says what is wrong with it, and *at where. It may name variables
 * of the source that are in scope at `pc`, 0: none; their values are those where the wave stands
 * then. */
expression *expression_read(const target *t, uint64_t pc, const char *text, size_t *at,
                            char why[EXPRESSION_WHY]);
void expression_free(expression *e); /* NULL is allowed */

/* Does it have a value for each lane? */
bool expression_by_lane(const expression *e);

/* Its value in a lane of a wave, which may be NULL. NULL: all is well; otherwise why it has
   none. */
const char *expression_value(const target *t, const expression *e, const debug_wave *w, unsigned lane,
                             debug_value *result);
/* In one lane that is active, where it has values by lane: *lane becomes that. What has no value
   does not hold. */
bool expression_holds(const target *t, const expression *e, const debug_wave *w, unsigned *lane);

/* What stands for a place: a register, or memory. */
typedef struct debug_place {
    bool is_register, every_lane; /* v3@*: in every lane */
    gisa_wave_register reg;
    unsigned lane;
    gisa_wave_space space;
    uint64_t address;
    const numeral_type *type; /* that it is said to have; NULL: none */
    uint32_t size;            /* in bytes */
} debug_place;

/* NULL: all is well; otherwise why it is not a place. */
const char *expression_place(const target *t, const expression *e, const debug_wave *w, unsigned lane,
                             debug_place *p);

/* As a number of the type (NULL: of its own), for people. */
enum { VALUE_TEXT = 80 };
void value_text(const debug_value *v, const numeral_type *type, char text[VALUE_TEXT]);
debug_value value_of(const numeral_type *type, uint64_t raw);

#endif
