/* SPDX-License-Identifier: MIT */
/* A body as a tree: what parse_body.c makes of its text, with the type of each part, and what
   body_facts.c finds in it. */
#ifndef GISA_GEN_BODY_H
#define GISA_GEN_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct place {
    const char *file;
    int line;
} place;

/* The type of a value, as C has it: i32 is {'i', 32}. Bits without a meaning count as unsigned up
   to 64 bits. */
enum type_kind {
    TYPE_VOID,
    TYPE_UNSIGNED,
    TYPE_SIGNED,
    TYPE_FLOAT,
    TYPE_BITS,    /* more than 64 of them: they can be copied, and no more */
    TYPE_OPERAND, /* an operand without a view */
    TYPE_PARTS    /* a word with members */
};

typedef struct body_type {
    uint8_t kind;
    uint16_t bits;
} body_type;

/* What a parameter of a word takes, or what the word gives. */
enum param_kind {
    PARAM_VALUE,   /* of a type */
    PARAM_FLOAT,   /* F: f16, f32 or f64, the same for all parameters that say F */
    PARAM_ANY,     /* X: that, or an integer */
    PARAM_TYPE,    /* `type`: the name of a type; a result of it has this type */
    PARAM_SAME,    /* `same`: a value of that type */
    PARAM_OPERAND, /* `operand`: D, S0 ... */
    PARAM_NAME,    /* `name`: a name, which no value has */
    PARAM_UPDATE,  /* `update`: a value of the type, in which `old` is what stood there */
    PARAM_BITS     /* U: an unsigned number of as many bits as F has */
};

enum { MAX_PARAMS = 8, MAX_VIEWS = 32, MAX_ADDRESS_PARTS = 16 };

typedef struct body_param {
    enum param_kind kind;
    body_type type;
} body_param;

/* What a word does besides giving a value: a set of these. */
enum word_effect {
    WORD_OPERAND = 1,   /* is an operand of the instruction */
    WORD_ASSIGNED = 2,  /* can be assigned */
    WORD_STATE = 4,     /* is state of the wave, which it reads and writes as it is used */
    WORD_ELEMENT = 8,   /* is an element of memory: likewise */
    WORD_ATOMIC = 16,   /* reads and writes an element in one go */
    WORD_ROWS = 32,     /* an element that can be found for all lanes at once */
    WORD_ADDRESS = 64,  /* comes from the operands that are addresses */
    WORD_LANES = 128,   /* looks at other lanes, or at registers by number */
    WORD_STOPS = 256,   /* the wave may not go on after it */
    WORD_ORDERED = 512, /* acts on what waves share or shows their order, so that it may not be done again */
    WORD_EACH = 1024,   /* begins a loop over the active lanes */
    WORD_INDEX = 2048,  /* asks for the number of an operand, not for its value */
    WORD_MODEL = 4096,  /* asks whether an option of a model has been chosen */
    WORD_ONCE = 8192,   /* is done once for all instances of a batch */
    WORD_PHASE = 16384, /* is where a program goes on after the end of a phase */
    WORD_JUMPS = 32768, /* is the address where the wave goes on */
    WORD_DISCARDS = 131072, /* discards fragments */
    WORD_DEEPENS = 262144,  /* gives them their depth */
    WORD_STEPS = 524288,    /* sets how far repeated instructions advance */
    WORD_PURE = 1048576,    /* depends on its operands alone, not on MODE */
    WORD_LEAVES = 2097152,  /* another instruction than the next one follows, or none */
    WORD_SPREADS = 8388608, /* gives a NaN where it is called with one */
    WORD_PART = 4194304,    /* is a part of the address of an image instruction */
    WORD_MASK = 16777216,   /* is the lane's bit of a mask that the instruction does not name */
    WORD_ALONE = 65536      /* an element that cannot be found for all lanes at once */
};

/* A word of bodies: `word NAME(parameters) type : effects`. */
typedef struct body_word {
    const char *name, *text; /* `text`: what it means, for users */
    const char *declaration; /* what follows its name */
    body_param param[MAX_PARAMS];
    int params;
    bool called; /* has parentheses */
    body_param result;
    uint32_t effects, states, reads,
        writes;                     /* `states`: of state, element, atomic; the others: of each use */
    const char *members;            /* names of its parts, with blanks around each; NULL = it has none */
    int role;                       /* of an operand: which one */
    int part;                       /* of the address of images: its number; -1 = it is none */
    const char *part_names;         /* the table with its registers by the type of the image; NULL = one */
    int of_role;                    /* gisa_role of the operands that it stands for; 0 = of none, or of any */
    int number;                     /* among the words of the spec */
    bool used;                      /* by a body */
    struct body_function *function; /* its definition, NULL = it is a primitive */
    place at;
} body_word;

/* How an operand is looked at: `view NAME type [each|mask] [channel N] [held FORMAT]`. */
typedef struct body_view {
    const char *name, *type_name;
    const char *held; /* the format in which registers hold what is looked at so: another one than its name */
    body_type type;
    bool each;   /* NAME[i] */
    bool mask;   /* this lane's bit of a mask of lanes */
    int channel; /* a certain one of a source of several; -1 = the one that is worked on */
} body_view;

enum node_kind {
    NODE_NUMBER,       /* value */
    NODE_STRING,       /* name: the text */
    NODE_LOCAL,        /* name */
    NODE_FIELD,        /* name: a field of the instruction word */
    NODE_OLD,          /* what stood there, in an update */
    NODE_NAME,         /* an argument that is no value */
    NODE_TYPE,         /* an argument that is a type */
    NODE_WORD,         /* word, its arguments below */
    NODE_VIEW,         /* view of what is below, and the index after it */
    NODE_MEMBER,       /* name: a part of what is below */
    NODE_INDEX,        /* array, index */
    NODE_CAST,         /* to the type */
    NODE_UNARY,        /* op */
    NODE_BINARY,       /* op */
    NODE_CHOOSE,       /* condition, value, value */
    NODE_ASSIGN,       /* op (= += ...), target, value */
    NODE_STEP,         /* op (++ --), target */
    NODE_BLOCK,        /* statements */
    NODE_DECLARE,      /* name, value; `count` elements of an array */
    NODE_IF,           /* condition, statement, statement or none */
    NODE_FOR,          /* first, condition, step, statement */
    NODE_EACH,         /* statement */
    NODE_DECLARATIONS, /* several of one type */
    NODE_LIST,         /* the values of an array */
    NODE_RETURN,       /* value: of a function */
    NODE_NOTHING
};

typedef struct body_node {
    enum node_kind kind;
    body_type type;
    char op[4];
    const char *name;
    uint64_t value;
    unsigned count;
    bool constant;  /* of a declaration */
    body_type over; /* of a word: the type that F or X stands for */
    const body_word *word;
    const body_view *view;
    const struct body_instance *instance; /* of a word that is a function: that for the type */
    const char *at;                       /* in the text of the body */
    struct body_node *below, *next;
} body_node;

/* ---- what is found in it ---- */

/* Operands by what they are to a body: sources, results (the third one is the new mask of
   lanes). */
enum { BODY_SOURCES = 4, BODY_RESULTS = 3, BODY_ROLES = BODY_SOURCES + BODY_RESULTS };
enum { ROLE_S0 = 0, ROLE_D = BODY_SOURCES, ROLE_D1, ROLE_NEW_EXEC };
enum { READS = 1, WRITES = 2 };

/* How a body uses an operand. */
typedef struct role_use {
    const char *at;  /* the first place in the text of the body; NULL = it does not speak of it */
    unsigned access; /* READS, WRITES; asking for its number is reading it */
    uint32_t views;  /* bit i: as view i of the spec, directly or through another word */
    bool direct;     /* itself, not through another word */
    bool number;     /* the body asks for its number */
} role_use;

typedef struct body_facts {
    uint32_t reads, writes; /* states */
    uint32_t effects;       /* of all its words */
    role_use role[BODY_ROLES];
    int d_first;            /* of D's first use, as it is executed: READS, WRITES or both; 0 = none */
    unsigned read, written; /* bytes of memory, by one lane */
    uint16_t parts;         /* of the address of an image: bit i = part i */
    unsigned floats;        /* the widths of floats that it works on: 16 | 32 | 64 */
} body_facts;

/* Whether F or X stands for a type in it: then there is one for each type. */
static inline bool word_is_generic(const body_word *w) {
    for (int i = 0; i < w->params; i++)
        if (w->param[i].kind == PARAM_FLOAT || w->param[i].kind == PARAM_ANY)
            return true;
    return false;
}

static inline bool param_is_float(const body_param *p) {
    return p->kind == PARAM_FLOAT || p->kind == PARAM_ANY ||
           (p->kind == PARAM_VALUE && p->type.kind == TYPE_FLOAT);
}

/* Whether a primitive works on floats as MODE says. */
static inline bool word_has_context(const body_word *w) {
    bool floats = param_is_float(&w->result);
    for (int i = 0; i < w->params; i++)
        floats |= param_is_float(&w->param[i]);
    return floats && w->called && !(w->effects & WORD_PURE);
}

/* Calls `see` for `n` and all nodes below it and after it, in the order of the text. */
static inline void each_node(const body_node *n, void (*see)(void *, const body_node *), void *to) {
    for (; n; n = n->next) {
        see(to, n);
        each_node(n->below, see, to);
    }
}

#endif
