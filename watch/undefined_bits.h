/* SPDX-License-Identifier: MIT */
/*
 * Values of which some bits are undefined, and what bodies make of them. The trees of bodies
 * (gisa_semantics.h) are read once each and evaluated for value and undefined bits together.
 *
 * Each bit of a value is known, unknown (defined, but the evaluator does not compute it, as floats
 * are) or undefined. A bit that is not called undefined must not depend on undefined ones.
 */
#ifndef GISA_WATCH_SHADOW_H
#define GISA_WATCH_SHADOW_H

#include "gisa_semantics.h"

__extension__ typedef unsigned __int128 shadow_bits;
__extension__ typedef __int128 shadow_signed;

typedef struct shadow_type {
    char kind; /* 'u', 'i', 'f', 'b' as in trees; 't' bool; 0: no value */
    uint16_t bits;
} shadow_type;

/* Bits above the type's are 0 in all members; `value` is 0 where it is not known. */
typedef struct shadow_value {
    shadow_bits value, unknown, undefined;
    uint32_t origin; /* where undefined bits come from; 0: there are none */
} shadow_value;

/* Of an origin: something has been computed from the bits. Without it they are what was never
 * written, as it was or in another place. */
#define SHADOW_COMPUTED (UINT32_C(1) << 31)

/* ---- undefined_value.c ---------------------------------------------------------------------- */

shadow_bits shadow_mask(unsigned bits); /* the low ones; at most 128 */
shadow_value shadow_known(shadow_bits value);
shadow_value shadow_unknown(unsigned bits);
shadow_value shadow_undefined(unsigned bits, uint32_t origin);
shadow_value shadow_convert(shadow_value x, shadow_type from, shadow_type to);
/* One bit: is it not 0? */
shadow_value shadow_truth(shadow_value x);
bool shadow_is_known(const shadow_value *x);
/* `op` is that of C, its characters side by side: '+', '<' << 8 | '='. Both values have the type
 * `of`, but for shifts; comparisons give one bit. */
shadow_value shadow_binary(unsigned op, shadow_type of, shadow_value a, shadow_value b);
shadow_value shadow_not(shadow_value x, unsigned bits);
/* One of both, as a condition of one bit says. */
shadow_value shadow_choose(shadow_value condition, shadow_value yes, shadow_value no);
/* Any undefined bit makes all undefined. */
shadow_value shadow_mix(const shadow_value *values, unsigned count, unsigned bits);
/* Two bits that may be either: what is the same in both stays. */
shadow_value shadow_either(shadow_value a, shadow_value b);

/* ---- undefined_tree.c: trees as they are evaluated ------------------------------------------- */

typedef enum shadow_kind {
    SHADOW_BLOCK,
    SHADOW_DECLARE,
    SHADOW_LIST,
    SHADOW_RETURN,
    SHADOW_IF,
    SHADOW_FOR,
    SHADOW_EACH,
    SHADOW_NOTHING,
    SHADOW_ASSIGN,
    SHADOW_STEP,
    SHADOW_NUMBER,
    SHADOW_STRING,
    SHADOW_LOCAL,
    SHADOW_FIELD,
    SHADOW_WORD,
    SHADOW_VIEW,
    SHADOW_MEMBER,
    SHADOW_INDEX,
    SHADOW_CAST,
    SHADOW_UNARY,
    SHADOW_BINARY,
    SHADOW_CHOOSE,
    SHADOW_OLD,
    SHADOW_NAME,
    SHADOW_TYPE
} shadow_kind;

/* What a word is to the evaluator, from its effects in the vocabulary; of those without any, by
 * what it means. */
typedef enum shadow_word_kind {
    SHADOW_MIXES,    /* a function of its values */
    SHADOW_FUNCTION, /* with a tree of its own */
    SHADOW_SAME,     /* the bits of its value */
    SHADOW_SIGN,     /* the same with the highest bit inverted */
    SHADOW_SIZE,     /* the bits of the type */
    SHADOW_FRACTION, /* of the float's fraction */
    SHADOW_OPERAND,  /* `number`: shadow_operand_number */
    SHADOW_OF_LANE,  /* an operand of another lane */
    SHADOW_ROLE,     /* `number`: the gisa_role of a modifier, whose value it is */
    SHADOW_STATE,    /* `number`: GISA_STATE_SCC ... */
    SHADOW_SGPR,
    SHADOW_VGPR,
    SHADOW_REGISTER, /* the number of an operand's register */
    SHADOW_LANE_ID,
    SHADOW_LANES_BELOW,
    SHADOW_ACTIVE,
    SHADOW_FIRST_LANE,
    SHADOW_ADDRESS, /* the sum of the address operands */
    SHADOW_ELEMENT, /* of memory */
    SHADOW_ATOMIC,
    SHADOW_LOAD,  /* of memory, of no fixed size */
    SHADOW_STORE, /* likewise */
    SHADOW_MESSAGE,
    SHADOW_EXPORT
} shadow_word_kind;

enum { SHADOW_D, SHADOW_D1, SHADOW_NEW_EXEC, SHADOW_S0, SHADOW_OPERANDS = SHADOW_S0 + 4 };

struct shadow_node;

typedef struct shadow_word {
    const char *name;
    shadow_word_kind kind;
    unsigned number;
    const struct shadow_function *function; /* the first of its name */
    struct shadow_parameter {
        char kind;        /* 'v' a value, 'o' an operand, 't' a type, 'n' a name, 'x' an update */
        shadow_type type; /* kind 0: that of `over`, or of the type */
        bool is_unsigned; /* of that, the unsigned one */
    } parameter[8];
    unsigned parameter_count;
    shadow_type type;
} shadow_word;

typedef struct shadow_node {
    shadow_kind kind;
    unsigned op;
    shadow_type type, over;
    bool is_mask, is_each; /* of a view */
    unsigned slot;         /* of a local variable */
    unsigned count;        /* of an array; 0: it is none */
    shadow_bits number;
    const shadow_word *word;
    const struct shadow_function *function;
    unsigned part_count;
    struct shadow_node **parts;
} shadow_node;

typedef struct shadow_function {
    const char *name;
    shadow_type over, type;
    unsigned parameter_count, slots;
    shadow_type parameter[8];
    shadow_node *tree;
    struct shadow_function *next; /* of the same vocabulary */
} shadow_function;

typedef struct shadow_tree {
    shadow_node *root; /* NULL: it could not be read */
    unsigned slots;
    unsigned masks;    /* 1 << number: the operand is a mask of lanes */
    unsigned operands; /* 1 << number: it is in the tree */
    uint32_t words;    /* 1 << shadow_word_kind */
    uint32_t writes;   /* GISA_STATE_SCC ...: states that are assigned */
    uint32_t states;   /* that are in it at all */
} shadow_tree;

typedef struct shadow_vocabulary shadow_vocabulary;
/* NULL: no memory, or the family has no bodies. */
shadow_vocabulary *shadow_vocabulary_new(const gisa_isa *isa);
void shadow_vocabulary_free(shadow_vocabulary *vocabulary);
/* Not all that was asked for could be read. */
bool shadow_vocabulary_lacks_memory(const shadow_vocabulary *vocabulary);
/* Read when it is asked for the first time; NULL: no memory, or there is no tree. */
const shadow_tree *shadow_tree_of(shadow_vocabulary *vocabulary, unsigned operation);
/* From a text, for tests. */
const shadow_tree *shadow_tree_read(shadow_vocabulary *vocabulary, const char *json);

/* ---- undefined_run.c: evaluates them -------------------------------------------------------- */

enum { SHADOW_DWORDS = 16, SHADOW_LANES = 64 };

typedef struct shadow_operand {
    uint32_t value[SHADOW_DWORDS], unknown[SHADOW_DWORDS], undefined[SHADOW_DWORDS];
    uint32_t origin;
} shadow_operand;

typedef enum shadow_decision { SHADOW_BRANCH, SHADOW_MASK, SHADOW_PAYLOAD, SHADOW_OUTPUT } shadow_decision;

/* What the trees work on. A source or the old value of a result is fetched as it is, modifiers
 * included. */
typedef struct shadow_world {
    void *ctx;
    void (*fetch)(void *ctx, unsigned operand, unsigned lane, shadow_operand *to);
    bool (*same)(void *ctx, unsigned a, unsigned b); /* two sources are one register, unmodified */
    shadow_value (*role)(void *ctx, unsigned role, unsigned bits);
    shadow_value (*state)(void *ctx, uint32_t state);
    void (*set_state)(void *ctx, uint32_t state, const shadow_value *value);
    shadow_value (*number)(void *ctx, unsigned operand); /* of its register */
    shadow_value (*by_number)(void *ctx, bool vector, unsigned number, unsigned lane);
    void (*set_by_number)(void *ctx, bool vector, unsigned number, unsigned lane, const shadow_value *value);
    shadow_value (*address)(void *ctx, unsigned lane);
    /* bits 0: no fixed size */
    shadow_value (*load)(void *ctx, unsigned lane, unsigned bits);
    /* of the element that `load` gave last, if `again` */
    void (*store)(void *ctx, unsigned lane, unsigned bits, const shadow_value *value, bool again);
    void (*decides)(void *ctx, shadow_decision what, unsigned lane, const shadow_value *value);
    uint64_t exec;
} shadow_world;

/* Of one instruction: its results, lane by lane; a mask is in lane 0, where the caller has put
 * zeros. */
typedef struct shadow_results {
    uint64_t have[3]; /* lanes in which D, D1, NEW_EXEC have been written or read */
    shadow_operand of[3][SHADOW_LANES];
} shadow_results;

/* Runs the tree for one lane. `half` and what is packed are the caller's to see to, in fetch.
 * false: the evaluator cannot follow it, and what has been given is nothing. */
bool shadow_run_tree(const shadow_tree *tree, const shadow_world *world, unsigned lane,
                     shadow_results *results);

#endif
