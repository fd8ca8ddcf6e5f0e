/* SPDX-License-Identifier: MIT */
/*
 * What the checks at run time share. Each check is one watch_check; watch.c is the observer of the
 * launch and calls all that are wanted, in the order of its table. None knows of the others.
 */
#ifndef GISA_WATCH_ROOM_H
#define GISA_WATCH_ROOM_H

#include "gisa_schedule.h"
#include "gisa_watch.h"

enum { WATCH_CHECKS = 8, WATCH_MOST_CALLS = 64 };

/* Facts of an instruction that several checks ask for, computed once for its place:
 * gisa_site.data. */
typedef struct watch_site {
    gisa_registers reads, writes;       /* gisa_registers_of */
    uint32_t state_reads, state_writes; /* gisa_states */
    unsigned operation;                 /* gisa_form_operation */
    bool is_load, is_store;             /* of memory, LDS or GDS, */
    bool is_atomic;                     /* or both at once */
    bool is_guess;                      /* an atomic access that writes where memory is what it expects */
    bool is_barrier;                    /* of the work-group, */
    bool is_wide_barrier;               /* of the grid, or another way to wait for other groups */
    bool is_vector;                     /* done by each active lane */
    bool sets_mask;                     /* EXEC, to a constant */
    bool is_call;
    bool leaves;          /* it jumps to an address in registers, as returns do */
    bool is_move, is_sum; /* the result is a source; or a sum of sources, whatever their values */
    /* Checks whose `before` and `after` are called here, a bit each, by their numbers. One that has
       nothing to do at the place takes its own away. */
    uint32_t before, after;
    /* The finding, if any, that what it stores was under way at a barrier. It is told once another
     * wave of the group touches that. */
    uint32_t unwaited;
    void *own[WATCH_CHECKS]; /* of each check, which frees it in site_free */
} watch_site;

/* A call that a wave is in. */
typedef struct watch_call {
    uint64_t pc, back; /* of the calling instruction, and where it returns to */
} watch_call;

typedef struct watch_wave {
    uint64_t items; /* lanes that are work-items: as it begins they are active */
    /* It has turned work-items off by a constant, as code does that takes a wave as one thread. */
    bool is_thread;
    watch_call *call; /* the outermost first; NULL: there was none yet */
    unsigned calls;
    void *own[WATCH_CHECKS];
} watch_wave; /* gisa_observed_wave.data */

typedef struct watch_group {
    void *own[WATCH_CHECKS];
} watch_group; /* gisa_observed_group.data */

static inline watch_site *watch_site_of(const gisa_site *site) {
    return site->data;
}
static inline watch_wave *watch_wave_of(const gisa_observed_wave *wave) {
    return wave->data;
}
static inline watch_group *watch_group_of(const gisa_observed_group *group) {
    return group->data;
}

/* A lane's element of a row. */
static inline gisa_wave_access watch_element(const gisa_observed_row *row, unsigned lane) {
    return (gisa_wave_access){.address = row->base[lane] + row->offset,
                              .size = row->size,
                              .lane = lane,
                              .space = row->space,
                              .access = row->access};
}

/* Elements lie one after another without a gap. */
static inline bool watch_is_run(const gisa_observed_row *row) {
    return row->regular && row->step == (int64_t)row->size;
}

/* One check. All calls may be NULL; `self` is what `begin` made, own[number] its slot. A call that
 * has no memory says so (watch_no_memory), and does without. Where data of a wave, a group or a
 * site is NULL there was none for them, and nothing is called. */
typedef struct watch_check {
    const char *name;                  /* "undefined" */
    uint32_t bit;                      /* gisa_watch_kind */
    uint32_t also;                     /* likewise: it finds that, too */
    bool wants_accesses;               /* as rows where that is possible */
    void *(*begin)(gisa_watch *watch); /* of a launch; NULL: no memory */
    void (*end)(gisa_watch *watch, void *self);
    void (*group_begins)(gisa_watch *watch, void *self, gisa_observed_group *group);
    void (*group_ends)(gisa_watch *watch, void *self, gisa_observed_group *group);
    void (*wave_begins)(gisa_watch *watch, void *self, gisa_observed_wave *wave);
    void (*wave_ends)(gisa_watch *watch, void *self, gisa_observed_wave *wave);
    void (*before)(gisa_watch *watch, void *self, gisa_observed_wave *wave, gisa_site *site);
    /* Where the instruction waits, ends the wave or is a fault, always. */
    void (*after)(gisa_watch *watch, void *self, gisa_observed_wave *wave, const gisa_observed_step *step);
    void (*site_free)(void *own);
    void (*forget)(void *kept); /* what it keeps from launch to launch: watch_kept */
    unsigned number;            /* its place in the table, and in `own`: the number of its bit */
} watch_check;

/* Each in its own file. */
extern const watch_check watch_undefined, watch_bounds, watch_races, watch_barriers, watch_waits,
    watch_hazards;

/* What one check has found. The first time an instruction is reported with the same `what` it is
 * kept, later ones are counted. */
typedef struct watch_report {
    const watch_check *check;
    gisa_observed_wave *wave;
    const gisa_site *site;    /* the instruction that is wrong */
    uint32_t lane;            /* GISA_WAVE_ALL: the wave */
    const char *what;         /* "reads v5, which was never written": one sentence without full stop */
    uint64_t other_pc;        /* the other side: the store that it races with, the load; 0: none */
    const char *other_what;   /* "v5 was allocated at the kernel's beginning"; NULL: nothing */
    gisa_registers registers; /* that matter; their values are told */
    bool held;                /* it is told once watch_tell says so */
} watch_report;

/* The number of the finding, from 1; 0: it is not kept. */
uint32_t watch_found(gisa_watch *watch, const watch_report *report);
void watch_tell(gisa_watch *watch, uint32_t number);

/* items.c: a lane's work-item; "10,0,0 to 63,0,0"; "wave 1 (work-items 64,0,0 to 127,0,0)",
 * "waves 0, 2 to 7" of waves by number, of which there are at most 64. */
void watch_place_item(const gisa_observed_wave *wave, unsigned lane, uint32_t item[3]);
void watch_say_items(const gisa_observed_wave *wave, uint64_t lanes, char *text, size_t room);
void watch_say_waves(const gisa_observed_group *group, uint64_t waves, char *text, size_t room);

/* watch_site.unwaited becomes this finding; whether any site has one. */
void watch_holds_store(gisa_watch *watch, watch_site *site, uint32_t number);
bool watch_any_store(const gisa_watch *watch);

/* calls.c: after an instruction that calls or leaves, what the wave is in. */
void watch_follow_calls(gisa_watch *watch, watch_wave *wave, const gisa_observed_step *step);

/* The check's own place for what outlives a launch; NULL at first. */
void **watch_kept(gisa_watch *watch, const watch_check *check);

bool watch_wants(const gisa_watch *watch, const watch_check *check);
void watch_no_memory(gisa_watch *watch);

/* The machine, its architecture, the launch that runs; and what the host has said of memory
   (gisa_watch_memory). */
gisa_machine *watch_machine(const gisa_watch *watch);
const gisa_isa *watch_isa(const gisa_watch *watch);
const gisa_observed_launch *watch_launch(const gisa_watch *watch);
/* The block of host memory in which an address lies: NULL: nothing is known of it. */
typedef struct watch_block {
    uint64_t start, size;
    const char *name;
    bool undefined; /* it was not written before the launch */
    bool freed;     /* it is not to be used any more */
} watch_block;
/* Is there a block that has not been written? */
bool watch_has_undefined(const gisa_watch *watch);
const watch_block *watch_block_at(const gisa_watch *watch, uint64_t address);

#endif
