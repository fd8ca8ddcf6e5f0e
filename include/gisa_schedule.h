/* SPDX-License-Identifier: MIT */
/*
 * gisa_schedule.h - what the order of instructions has to respect, and what they cost: wait
 * counters, hazards and issue times, for compilers, checkers and readers. In reading order:
 *
 *   1. Certainty  how each of these facts is known
 *   2. Registers  which ones an instruction reads and writes, as a set
 *   3. Counters   which instructions s_waitcnt can wait for, and what they leave unfinished
 *   4. Hazards    which instructions need a distance between them
 *   5. Times      which unit an instruction keeps busy, and for how many clocks
 *
 * Everything is data of the spec (isa/gcn/counters.isa, hazards.isa, timing.isa); families of which
 * nothing is known have none of it. As in parts 1 to 9 of gisa.h the functions work in the caller's
 * memory, keep no state, and may be called from any thread. Those that take a number count from 0
 * and answer GISA_STATUS_END past the last one. Pointers that they return live as long as the
 * program.
 */
#ifndef GISA_SCHEDULE_H
#define GISA_SCHEDULE_H

#include "gisa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. Certainty ----------------------------------------------------------------------- */

typedef enum gisa_certainty {
    GISA_CERTAINTY_NONE = 0,
    GISA_CERTAINTY_ASSUMED, /* no source says so, or sources contradict each other */
    GISA_CERTAINTY_SINGLE,  /* one source says so, or several do and another one does not */
    GISA_CERTAINTY_AGREED,  /* several sources say so */
    GISA_CERTAINTY_COUNT
} gisa_certainty;

/* "assumed", "single", "agreed"; NULL = GISA_CERTAINTY_NONE, or there is none such. */
GISA_API const char *gisa_certainty_name(unsigned certainty);

/* ---- 2. Registers ----------------------------------------------------------------------- */

/* A set of 32-bit registers by operand code (gisa_code): scalar registers from 0, VCC 106 and 107,
 * M0 124, EXEC 126 and 127, SCC 253, vector registers from 256. */
typedef struct gisa_registers {
    uint64_t bits[8]; /* code n is bit n % 64 of bits[n / 64] */
} gisa_registers;

GISA_API bool gisa_registers_meet(const gisa_registers *a,
                                  const gisa_registers *b); /* one in common? */

/* The registers that a decoded or parsed instruction reads and writes: those of its operands and
 * those it has without naming them. Of an operand that is written only with a modifier (glc) it
 * goes by the modifier. With lwe, an image instruction writes the register after its data, too. */
GISA_API gisa_status gisa_registers_of(const gisa_isa *isa, const gisa_insn *insn,
                                       gisa_registers *reads, gisa_registers *writes);

/* ---- 3. Counters ------------------------------------------------------------------------ */

typedef struct gisa_counter {
    const char *name; /* "vmcnt" */
    const char *doc;  /* what it counts */
    uint32_t most;    /* what its field of s_waitcnt holds; waiting for it waits for nothing */
} gisa_counter;

GISA_API gisa_status gisa_counter_at(const gisa_isa *isa, unsigned i, gisa_counter *counter);

/* A kind of event. A counter goes down in the order of issue only among events that are `ordered`
 * and have the same `with`: then waiting for k waits for all but the youngest k. In any other
 * mixture only 0 is of use. Results of one kind, if it is ordered, are also written in that order;
 * those of another kind are not, even where both have the same `with`. */
typedef struct gisa_event_kind {
    const char *name; /* "sampler" */
    const char *doc;
    unsigned counter; /* for gisa_counter_at */
    unsigned with;    /* the kind whose order it shares; its own number where there is none */
    bool ordered;
} gisa_event_kind;

GISA_API gisa_status gisa_event_kind_at(const gisa_isa *isa, unsigned i, gisa_event_kind *kind);

/* What an instruction adds to a counter when it issues. */
typedef struct gisa_event {
    const char *doc;     /* when the counter goes down again */
    const char *sources; /* whose knowledge it is; "" where it is assumed */
    const char *when;    /* the condition, as in the spec: "gds", "tgt=mrt*"; "" = always */
    unsigned counter, kind;
    /* What it is where the instruction's address is not in LDS, as compilers often know: another
     * kind; -1: then it does not count; the same kind where that makes no difference. */
    int usual;
    unsigned amount;
    uint8_t certainty; /* gisa_certainty */
    bool writes;       /* results arrive late: until the counter is down they are neither there, nor
                          may anything else be put in their place */
    bool merges; /* of a result that is also read, a part stays in the register (16-bit loads):
                          nothing of it is read at issue */
    bool reads;  /* sources are read late: until then they must stay as they are */
} gisa_event;

/* Event i that instructions of this form may cause. */
GISA_API gisa_status gisa_form_event(const gisa_isa *isa, uint32_t form, unsigned i,
                                     gisa_event *event);

/* Event i that this instruction causes, with the registers that it writes and reads late; either
 * may be NULL. */
GISA_API gisa_status gisa_event_of(const gisa_isa *isa, const gisa_insn *insn, unsigned i,
                                   gisa_event *event, gisa_registers *written,
                                   gisa_registers *read);

/* Whether the instruction is one that waits for counters (s_waitcnt); *least = the number of events
 * of this counter that it leaves unfinished, gisa_counter.most = any. */
GISA_API bool gisa_waits_for(const gisa_isa *isa, const gisa_insn *insn, unsigned counter,
                             uint32_t *least);

/* ---- 4. Hazards ------------------------------------------------------------------------- */

/* Of states, counters and bug one says what helps; with counters, bug says that it takes more. */
typedef struct gisa_hazard {
    const char *name; /* "valu_sgpr_vmem" */
    const char *doc;  /* what is wrong, in sentences */
    const char *sources;
    const char *producer, *consumer; /* in the spec's language: "valu writes sgpr" */
    const char *unless; /* such an instruction between the two ends it; "" = none does */
    unsigned states;    /* wait states that must lie between the two */
    uint32_t counters;  /* these counters must have reached 0, a bit for each */
    bool bug;           /* no wait helps; the doc says what does */
    bool advice;        /* a document asks for it and compilers do without: a warning at most */
    bool shared;        /* both sides are about registers, and must have one in common */
    bool hardware; /* what it calls registers are no operand codes but numbers of hwreg, or a bit of
                      one, which counts as 0 */
    uint8_t certainty;
} gisa_hazard;

GISA_API gisa_status gisa_hazard_at(const gisa_isa *isa, unsigned i, gisa_hazard *hazard);

/* The i-th hazard, *number, of which instructions of this form may be the producer, or the
 * consumer. */
GISA_API gisa_status gisa_form_hazard(const gisa_isa *isa, uint32_t form, bool consumer, unsigned i,
                                      unsigned *number);

/*
 * The i-th hazard between two instructions, of which `first` runs before `second`: *number is its
 * number. What lies between the two is the caller's to know: gisa_wait_states says how many wait
 * states each of these instructions is, gisa_ends_hazard whether one makes the hazard harmless, and
 * where all registers that both are about (*registers; may be NULL) have been written again by
 * instructions that are no producers, the hazard is over as well. *registers is empty where it is
 * about none.
 */
GISA_API gisa_status gisa_hazard_between(const gisa_isa *isa, const gisa_insn *first,
                                         const gisa_insn *second, unsigned i, unsigned *number,
                                         gisa_registers *registers);

/* Whether the instruction alone is one side of the hazard: the producer, or the consumer; and the
 * registers (may be NULL) that this side is about, an empty set where it is about none. There is a
 * hazard between two where both sides are met and, if it is `shared`, the sets have one in
 * common. */
GISA_API bool gisa_hazard_side(const gisa_isa *isa, const gisa_insn *insn, unsigned number,
                               bool consumer, gisa_registers *registers);

/* The wait states that the instruction is for those around it: 1, of s_nop more. */
GISA_API unsigned gisa_wait_states(const gisa_isa *isa, const gisa_insn *insn);

GISA_API bool gisa_ends_hazard(const gisa_isa *isa, const gisa_insn *insn, unsigned number);

/* ---- 5. Times --------------------------------------------------------------------------- */

/* Clocks for one wave on an idle machine; of memory the time to issue, not until the data are
 * there. Facts of the chip take part (fact double_factor): ask with the chip's own gisa_isa. */
typedef struct gisa_time {
    const char *unit;     /* "valu", "salu", "smem", "lds", "vmem", "exp", "control" */
    const char *clocks;   /* as in the spec: "8*double_factor" */
    const char *doc;      /* what else is known; NULL = nothing */
    const char *sources;  /* "" where it is assumed */
    uint32_t least, most; /* most > least: it depends on what the doc says */
    uint32_t step;        /* so much more for each unit of the operand `of`: 4 of s_nop */
    const char *of;       /* "" = none */
    uint8_t certainty;
} gisa_time;

GISA_API gisa_status gisa_form_time(const gisa_isa *isa, uint32_t form, gisa_time *time);

/* The same of one instruction: least and most hold what its operands add, and step is 0. */
GISA_API gisa_status gisa_time_of(const gisa_isa *isa, const gisa_insn *insn, gisa_time *time);

#ifdef __cplusplus
}
#endif
#endif
