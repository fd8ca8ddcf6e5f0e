/* SPDX-License-Identifier: MIT */
/* What a machine may have that makes its code faster: functions of the host that run many
 * instructions at a time, where ops say so (src/native/). */
#ifndef GISA_EMU_TRANSLATOR_H
#define GISA_EMU_TRANSLATOR_H

#include "program.h"

/* The waves of a group, and which one runs. If that one waits in translated code and the next one
 * waits in the same code, the next one continues there at once. All numbers count instructions. */
typedef struct native_turns {
    gcn_wave *const *waves; /* by their number; NULL before the wave begins and after it ends */
    unsigned count, at;     /* how many; the one that runs */
    uint64_t turn;          /* the most that one turn may take */
    uint64_t room;          /* the most that this turn and all later ones may take */
    uint64_t around;        /* when the turns have taken this many, the first wave gets no more */
    uint64_t before;        /* what was left when this turn began */
    uint64_t done;          /* in the turns that have ended */
} native_turns;

/* Runs from its entry `number` on, at most *left instructions, which it counts down. Returns the
 * next op of the wave that runs last, turns->at; NULL if that wave stops. It does nothing if *left
 * is too small. `ops`: those of its code. */
typedef const gisa_op *native_run(gcn_wave *wave, unsigned number, uint64_t *left, const gisa_op *const *ops,
                                  native_turns *turns);

/* Waves that have not begun, one after another, of whole work-groups, each of 64 work-items along
 * x: the next one's place, and the scalar registers that it begins with. */
typedef struct native_waves {
    uint32_t scalars[CODE_VCC + 1]; /* the last one is none */
    uint32_t id_at[3];              /* those that have the place of the group; CODE_VCC: none has it */
    uint64_t varies;                /* a bit for each of them */
    uint32_t id[3], groups[3];      /* the group's place, and how many groups there are */
    uint32_t item[3], size[3];      /* its first work-item's place in the group, of this size */
    uint32_t given[3];              /* all bits, where a vector register has the coordinate */
    uint32_t number, per_group;     /* the wave's in its group, of so many */
} native_waves;

/* Runs at most `count` such waves to their ends, and goes on in `waves` with each. How many; the
 * next one, if any, is to begin as usual: nothing has been done of it. `wave`: one that is idle, in
 * which the scalar registers are free. */
typedef uint64_t native_straight(gcn_wave *wave, native_waves *waves, uint64_t count);

/* Where such a function may be entered; gisa_op.native. */
typedef struct native_entry {
    native_run *run;
    unsigned number;
    const gisa_op *const *ops;
    unsigned top;              /* it needs this number of vector registers, in a usual mode, */
    gisa_float_mode mode;      /* and this one, in which floats are the host's */
    native_straight *straight; /* NULL: there is none from here */
    unsigned length;           /* instructions that it runs of a wave */
} native_entry;

typedef struct translator translator;
struct translator {
    /* A wave is about to run from its pc on; called by each launch once, by any thread. */
    void (*begins)(translator *t, const gcn_wave *wave);
    /* Adds instructions that waves have run in the kernel at `pc`. Any thread calls it, now and
     * then. */
    void (*ran)(translator *t, const gisa_program *program, uint64_t pc, uint64_t instructions);
    /* Code is unloaded; nothing runs in it. */
    void (*forgets)(translator *t, const gisa_program *program);
    void (*ends)(translator *t);
    uint64_t straight; /* waves that were run in one go; any thread adds to it */
};

/* Whether the wave may go there. */
bool native_suits(const gcn_wave *wave, const native_entry *entry);
/* Runs a turn of wave t->at from `op` on, as op->run does, and maybe turns of the waves after it.
   Returns the next op of the wave that runs last, t->at. Adds to t->done what ran, without the last
   instruction of a wave that waits or faults. */
const gisa_op *native_turn(native_turns *t, const gisa_op *op);

#endif
