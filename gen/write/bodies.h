/* SPDX-License-Identifier: MIT */
/* What is known of a body when it is written as C. */
#ifndef GISA_GEN_BODIES_H
#define GISA_GEN_BODIES_H

#include "spec.h"

enum body_kind {
    SCALAR,   /* of the scalar unit */
    COMPUTES, /* on one lane, or on all of them at once */
    MEMORY,   /* goes through memory, lane by lane */
    LANES     /* looks at other lanes, or runs once for the wave */
};

/* What a body sees of its operands: the width in bits, 0 = there is none, MASK = one bit of a mask
   of lanes. */
enum { ROLES = ROLE_D1 + 1, MASK = 1 };

typedef struct roles {
    int bits[ROLES];
} roles;

/* One function for all headers that have its number. */
typedef struct body {
    const header *h; /* the first of them */
    int number;
    enum body_kind kind;
    bool load;      /* loads once for the wave and does nothing else */
    bool near;      /* there is a function that does all lanes at once where memory was expected, */
    bool across;    /* or where operands are registers: dwords, of other lanes as well */
    unsigned masks; /* operands that are masks of lanes, as gisa_body has them */
    roles roles;
    bool again;              /* says what an earlier one of its file says, whose functions it has */
    bool copies;             /* ... and, beyond it, that NEW_EXEC is D */
    char name[3 * MAX_NAME]; /* of its functions: that of the row, as C has names */
    const char *rows;        /* of its function for all lanes at once: an earlier one's, too */
    bool rows_again;         /* it is an earlier one's, of any file */
} body;

typedef LIST(body) body_list;

/* body_list.c */
body_list list_bodies(spec *s);

/* lane_bodies.c; the operands of a scalar body, and its result to where it goes */
void emit_scalar(const spec *s, FILE *out, const body *b);
void scalar_operands(const spec *s, FILE *out, const body *b);
void scalar_result(FILE *out, const body *b);
void emit_memory(const spec *s, FILE *out, const body *b);
void emit_lanes(const spec *s, FILE *out, const body *b);

/* row_bodies.c; the rows of operands, as C */
extern const char *const row_of_role[];
void emit_exact(const spec *s, FILE *out, const body *b);
void emit_wide(const spec *s, FILE *out, const body *b);

/* across_bodies.c */
bool is_across(const spec *s, const body *b);
void emit_across(const spec *s, FILE *out, const body *b);

/* near_bodies.c: those that load once for the wave, too */
void emit_near(const spec *s, FILE *out, const body *b);
bool in_lds_alone(const header *h);

/* native_bodies.c: the functions, and the table of them */
void emit_native(spec *s, FILE *out, const void *bodies);
void emit_native_table(spec *s, FILE *out, const void *bodies);

/* linear.c: of sets of sources, as bits: bit v says something of the case that the sources of v go
   up by the same from each lane to the next, without wrapping, and the others are the same in all
   lanes. */
typedef struct lanes_follow {
    uint16_t linear; /* D goes up likewise, modulo 2^n, or is the same in all lanes: if v is 0 */
    uint16_t steps;  /* where D does not wrap, the mask of lanes changes at most once from the first
                        lane to the last */
    uint16_t equals; /* the mask of lanes differs only where S0 and S1 are equal */
    uint16_t flat;   /* D is the same in all lanes where it is in the first and in the last */
} lanes_follow;
lanes_follow find_linear(const body *b);
/* Of a body that is one operation on floats: the operands, as bits, of which a NaN makes D one. */
unsigned find_spreads(const body *b);

/* Which floats a body works on that MODE may flush: 1: f32, 2: f64 and f16. */
static inline unsigned flushed_floats(const header *h) {
    return (h->facts.floats & 32 ? 1 : 0) | (h->facts.floats & (64 | 16) ? 2 : 0);
}

/* bodies.c: the body itself, in the frame of its function; what operands have before their
   names there */
void emit_inside(FILE *out, const body *b, const char *operands);

/* shade_bodies.c: the four files of bodies.c, of a family with banks */
void emit_shade_once(spec *s, FILE *out, const void *bodies);
void emit_shade_rows(spec *s, FILE *out, const void *bodies);
void emit_shade_table(spec *s, FILE *out, const void *bodies);
void emit_shade_level_table(spec *s, FILE *out, const void *bodies);

#endif
