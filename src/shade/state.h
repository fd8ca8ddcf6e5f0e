/* SPDX-License-Identifier: MIT */
/* What shaders work on: the registers of a batch of instances, row by row, and instructions with
   their operands sorted out. */
#ifndef GISA_SHADE_STATE_H
#define GISA_SHADE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "body_kinds.h"
#include "gisa_shade.h"
#include "core/tables.h"
#include "emu/traffic.h"

enum {
    SHADE_LANES = GISA_SHADE_LANES,
    SHADE_REGISTERS = GISA_SHADE_BANK,
    SHADE_CHANNELS = CHANNELS,
    SHADE_UNITS = 16,
    SHADE_PREDICATES = 4,
    SHADE_STEPS = 16 /* iterations of a repeated instruction */
};

/* ---- bodies ---- */

/* A row of a channel: a word of each instance. */
typedef uint32_t shade_row[SHADE_LANES];

/* What a loop over the instances is given. */
typedef struct gisa_shade_call {
    const uint32_t *from[SHADE_SOURCES][SHADE_CHANNELS]; /* rows of the channels of the sources */
    uint32_t *to;
    unsigned channel; /* of the result */
    bool narrow;      /* the result is held as f16 */
    const uint32_t *field;
    const uint8_t *model;
} gisa_shade_call;

typedef void gisa_shade_wide(const gisa_shade_call *C);
typedef struct gisa_shade_half gisa_shade_half;
typedef void gisa_shade_once(gisa_shade_batch *W, const gisa_shade_half *H);

/* As isagen writes it. */
typedef struct gisa_shade_body {
    uint8_t view[SHADE_ROLES]; /* enum shade_view */
    uint8_t
        uses[SHADE_SOURCES]; /* where there is one result for all channels: those that it needs, a bit each */
    bool whole, old;         /* one result for all channels; the old value is looked at */
    bool phase;              /* the program goes on here after an end */
    bool discards, deepens;  /* fragments; gives them a depth */
    bool steps;              /* sets how far repeated instructions advance */
    uint8_t fields;          /* how many fields of the word it speaks of */
    uint32_t models;
    gisa_shade_once *once; /* NULL: it is a loop over the instances, see gisa_shade_level */
} gisa_shade_body;

extern const gisa_shade_body usse_bodies[];

/* ---- instructions ---- */

/* Those that have a gisa_kind come first, in its order. */
enum shade_bank {
    BANK_R,
    BANK_O,
    BANK_PA,
    BANK_SA,
    BANKS,
    BANK_I = BANKS,
    BANK_INDEX,
    BANK_FIXED,
    BANK_NONE
};
_Static_assert(BANK_SA == (int)GISA_KIND_SECONDARY - (int)GISA_KIND_TEMP &&
                   BANK_INDEX == (int)GISA_KIND_INDEX - (int)GISA_KIND_TEMP,
               "the order of gisa_kind");

static inline uint8_t shade_bank_of_kind(unsigned kind) {
    return kind >= GISA_KIND_TEMP && kind <= GISA_KIND_INDEX ? (uint8_t)(kind - GISA_KIND_TEMP) : BANK_NONE;
}

static inline const char *shade_bank_letters(unsigned bank) {
    return gisa_bank_letters(GISA_KIND_TEMP + bank);
}

typedef struct shade_operand {
    uint8_t bank;   /* enum shade_bank */
    uint8_t format; /* enum shade_view: of its channels in registers */
    uint8_t named;  /* the format that the instruction says; internal registers hold f32 instead */
    bool floating;  /* bodies look at it as floats */
    bool fraction;  /* an integer that stands for a fraction of the greatest one */
    bool flushes;   /* its subnormals become 0 */
    bool clears;    /* a result of 16 bits makes the other half of its register 0 */
    bool wraps;     /* of a number that is too great, an integer takes the low bits; otherwise the nearest */
    bool doubled;   /* its number counts pairs */
    uint8_t index;  /* 1, 2: the number is that of an index register times `scale` more; 0 = it is not */
    uint8_t scale;
    uint8_t mods;   /* GISA_MOD_NEG, GISA_MOD_ABS */
    uint8_t step;   /* registers for each step of a repeated instruction */
    uint8_t source; /* which increment generator: 0 the destination, 1 to 3 the sources, NO_GENERATOR */
    uint8_t shown;  /* which channels, a bit each */
    uint8_t channel[SHADE_CHANNELS]; /* what each is: 0-3 xyzw, 4-7 the constants 0 1 2 1/2 */
    uint16_t word;                   /* the first register; of BANK_I the register */
    uint8_t kind;                    /* gisa_kind, and of BANK_FIXED the number */
    uint32_t fixed[SHADE_CHANNELS];  /* of BANK_FIXED: x y z w */
} shade_operand;

/* What becomes of a result. */
enum shade_sink { SINK_STORE, SINK_PREDICATE, SINK_MASK_BYTES, SINK_MASK_CHANNELS };

/* One of the operations of a word: there may be two. */
struct gisa_shade_half {
    const gisa_shade_body *body;
    gisa_shade_wide *wide;
    uint8_t sources;
    uint8_t sink, condition, channel, predicate; /* SINK_PREDICATE: of which channel, to which one */
    bool writes;                                 /* of a test: the result, too */
    bool split; /* channels z and w of the first source are x and y of the second one */
    shade_operand s[SHADE_SOURCES], d;
    uint32_t field[SHADE_FIELDS];
    uint32_t from[SHADE_SOURCES][SHADE_CHANNELS], to[SHADE_CHANNELS]; /* known.c: where rows are in a batch */
};

/* How registers advance where an instruction is repeated. */
enum { REPEAT_EXTERNAL, REPEAT_INTERNAL, REPEAT_BOTH, REPEAT_BY_STATE };

/* No predicate, one of the four, or Pn. */
enum { PREDICATE_NONE = 0xff, PREDICATE_N = 0xfe };

typedef struct shade_op {
    uint64_t bits;
    uint32_t form;
    const char *fault; /* why it cannot be executed; NULL = it can be */
    const char *field; /* the field that is to blame; NULL = none */
    uint8_t halves, repeat, repeat_mode, predicate;
    bool repeats, has_repeat_mode; /* its form has such a field, also where it is done once */
    bool inverted, end;
    bool known, apart; /* all rows are known beforehand; and no result is where a source is */
    uint32_t models;   /* that it depends on */
    gisa_shade_half half[2];
} shade_op;

typedef struct shade_program {
    shade_op *ops;
    uint32_t count;
} shade_program;

/* ---- the machine ---- */

typedef struct shade_region {
    uint32_t address, size;
    unsigned char *memory;
    bool read_only;
} shade_region;

struct gisa_shade {
    const gisa_isa *isa;
    const struct gisa_shade_level *level;
    uint8_t model[MAX_MODELS];
    unsigned char *code[2]; /* primary, secondary */
    uint32_t words[2];
    shade_program program[2]; /* the same, prepared; ops = NULL: not yet */
    uint32_t sa[SHADE_REGISTERS];
    gisa_gxp_registers vertex_index, instance_index; /* where a program finds these numbers */
    gisa_shade_texture textures[SHADE_UNITS];
    shade_region *regions;
    unsigned region_count;
};

/* What the threads of a draw share. */
typedef struct shade_draw {
    const gisa_shade *machine;
    const gisa_shade_draw *asked;
    const uint8_t *model;
    uint32_t sa[SHADE_REGISTERS]; /* as the secondary program leaves it */
    struct shade_watch *watch;    /* NULL: there is no observer */
} shade_draw;

/* Tables of the increment generators. */
typedef struct shade_steps {
    int16_t at[4][SHADE_STEPS];
} shade_steps;

struct gisa_shade_batch {
    _Alignas(64) shade_row reg[BANKS][SHADE_REGISTERS];
    shade_row internal[4][SHADE_CHANNELS]; /* f32 */
    shade_row index[2];
    shade_row depth;
    shade_row temp[2][SHADE_SOURCES][SHADE_CHANNELS], result[2][SHADE_CHANNELS], fixed, gather;
    uint64_t predicate[SHADE_PREDICATES];
    uint64_t lanes, live; /* those that are there, those that have not been discarded */
    uint64_t real;    /* instances: not those that only complete the last quad, which never are at fault */
    uint64_t active;  /* those that execute the current instruction */
    uint64_t running; /* those that have not ended */
    uint32_t pc, next_pc;
    uint32_t lane_pc[SHADE_LANES], lane_link[SHADE_LANES], lane_steps[SHADE_LANES];
    uint32_t link;     /* of the active instances, which all have the same */
    uint32_t steps_at; /* likewise: 1 + the instruction that has set the increments, 0 = none has */
    shade_steps steps;
    bool has_depth, secondary, jumped;
    const shade_op *op;
    shade_draw *draw;
    uint64_t first; /* instance */
    uint64_t instructions, limit;
    gisa_shade_result *result_of; /* of a fault */
    uint64_t *executed, *counted, *models;
    wave_traffic *traffic;  /* NULL: not wanted */
    uint64_t fault_address; /* of memory, */
    bool fault_in_memory;   /* where a fault comes of that */
};

/* Ends the batch; `lanes` are the instances that are to blame, 0 = all. */
void shade_fault(gisa_shade_batch *W, uint64_t lanes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static inline bool shade_failed(const gisa_shade_batch *W) {
    return W->result_of->end != GISA_SHADE_END_ENDED;
}

/* May this lane be at fault? */
static inline bool shade_answers(const gisa_shade_batch *W, unsigned lane) {
    return W->active & W->real & UINT64_C(1) << lane;
}

static inline unsigned shade_lowest(uint64_t mask) {
    return (unsigned)__builtin_ctzll(mask);
}

/* models.c: whether a model has this option, by name; and its bit. */
bool shade_model(const gisa_isa *isa, const uint8_t *choices, const char *name, const char *option,
                 uint32_t *bit);

/* machine.c: forgets what was prepared */
void shade_forget(gisa_shade *m);
/* prepare.c: an instruction with its operands sorted out; never fails, but may be one that is a
   fault. */
void shade_prepare(const gisa_shade *machine, bool secondary, uint64_t bits, shade_op *op);
/* What a constant or a number is in each channel. */
void shade_fix(const gisa_shade *m, const shade_operand *o, unsigned number, uint32_t fixed[]);
/* prepare_pack.c: which channels a conversion takes, and how; NULL or why it cannot be executed */
const char *shade_prepare_pack(gisa_shade_half *h, bool scaled, bool has_second);
/* prepare_test.c: what a test writes */
void shade_prepare_test(const gisa_isa *isa, const gisa_insn *insn, gisa_shade_half *h);
/* The number in a field of the word, by its name; false: the format has none of that name. */

/* fetch.c: a channel of an operand as bodies see it, in iteration j of a repeated instruction. The
 * row is that of a register or `to`; NULL after a fault. */
const uint32_t *shade_fetch(gisa_shade_batch *W, const shade_operand *o, unsigned channel, int offset,
                            uint32_t *to);
/* store.c: what the instances of `mask` have computed, in a row for each channel of the set. */
void shade_store(gisa_shade_batch *W, const shade_operand *o, unsigned channels, int offset, uint64_t mask,
                 const uint32_t *const rows[SHADE_CHANNELS]);
/* Where a row of registers begins; NULL and a fault: there is no such register. */
uint32_t *shade_register(gisa_shade_batch *W, unsigned bank, int word);

uint32_t *shade_index(gisa_shade_batch *W, int number); /* from 0 */

/* known.c: instructions whose rows are known beforehand */
void shade_prepare_known(shade_op *op);
void shade_step_known(gisa_shade_batch *W, const shade_op *op, uint64_t mask);

/* step.c: one instruction for the active instances. */
void shade_step(gisa_shade_batch *W, const shade_op *op);
/* The channels of the result in an iteration: of a repeated dot product the mask turns. */
unsigned shade_result_channels(const shade_op *op, const gisa_shade_half *h, unsigned iteration);
/* test.c */
void shade_sink(gisa_shade_batch *W, const gisa_shade_half *h, int offset, uint64_t mask,
                const uint32_t *const rows[SHADE_CHANNELS]);
/* repeat.c */
void shade_reset_steps(gisa_shade_batch *W);
void shade_restore_steps(gisa_shade_batch *W);
int shade_offset(const gisa_shade_batch *W, const shade_op *op, const shade_operand *o, unsigned iteration);
/* The same where the increments say `steps` for this iteration. */
int shade_advance(const shade_op *op, const shade_operand *o, unsigned iteration, int steps);
/* draw.c: the instructions of a program sorted out, 1 = of the secondary one; a batch, and one
   whose registers are all 0 but sa; false, NULL: no memory */
bool shade_ready(gisa_shade *m, unsigned which);
gisa_shade_batch *shade_new_batch(shade_draw *draw);
void shade_clear(gisa_shade_batch *W, const uint32_t *sa);
/* flow.c: all instances go to an instruction; one instruction of some; runs a batch to its end */
void shade_go_all(gisa_shade_batch *W, uint32_t pc);
/* Instances that have come to the end of the program: the others go on. */
void shade_end_those_done(gisa_shade_batch *W, const shade_program *program);
void shade_run_one(gisa_shade_batch *W, const shade_program *program);
void shade_run_batch(gisa_shade_batch *W, const shade_program *program);
/* memory.c */
unsigned char *shade_memory(const gisa_shade *m, uint64_t address, uint32_t size);
/* machine.c: part of what is mapped there may only be read. */
bool shade_is_read_only(const gisa_shade *m, uint64_t address, uint32_t size);
gisa_status shade_map(gisa_shade *m, uint32_t address, void *memory, uint32_t size, bool read_only);
/* trace.c */
void shade_trace(gisa_shade_batch *W, const shade_op *op);

#endif
