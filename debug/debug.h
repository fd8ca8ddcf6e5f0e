/* SPDX-License-Identifier: MIT */
/*
 * debug.h - a launch under control: it stops, goes on, and goes back. No terminal, no text.
 *
 * A session runs the launch on a thread of its own. Runs repeat, so a position is a number: how
 * many instructions of all waves have begun. To go back is to restore memory and to run again up
 * to a smaller number.
 *
 * All calls come from one thread, and but for debug_wait, debug_interrupt and debug_free only while
 * the session stands, which it does at first and after debug_wait has returned true.
 */
#ifndef GISA_DEBUG_H
#define GISA_DEBUG_H

#include "gisa_observe.h"

typedef struct debug debug;

/* Memory that a launch may change: it is put back before the launch runs again. */
typedef struct debug_block {
    void *at;
    size_t size;
    uint64_t address; /* where the launch finds it; 0: at the same address */
} debug_block;

/* The whole number of a wave: its work-group, its number there. */
typedef struct debug_wave_id {
    uint32_t group[3], number;
} debug_wave_id;

/* A call that the wave is still in. */
typedef struct debug_call {
    uint64_t from, back; /* addresses of the call, and of the instruction after it */
} debug_call;

/* A wave that has begun and not ended. */
typedef struct debug_wave {
    debug_wave_id id;
    gisa_observed_wave *seen;
    uint64_t pc;      /* of its next instruction */
    uint64_t done;    /* instructions that it has executed */
    uint64_t last;    /* the position of the last of them */
    uint64_t began;   /* likewise of the one that it has tried last */
    bool waits;       /* it has tried the next one, and will try it again */
    uint64_t line;    /* that it is in (debug_options.line) */
    debug_call *call; /* the outermost one first; at most DEBUG_MOST_CALLS are known */
    unsigned calls;
} debug_wave;

enum { DEBUG_MOST_CALLS = 256 };

/* ---- points: where it stops ---------------------------------------------------------------- */

typedef enum debug_point_kind {
    DEBUG_POINT_CODE,     /* before the instruction at `address` */
    DEBUG_POINT_GROUP,    /* before the first instruction of a work-group */
    DEBUG_POINT_WAVE,     /* ... of a wave */
    DEBUG_POINT_REGISTER, /* after a register of wave `id` has changed */
    DEBUG_POINT_MEMORY    /* after memory was accessed */
} debug_point_kind;

typedef enum debug_access {
    DEBUG_ACCESS_CHANGE, /* its value is another one */
    DEBUG_ACCESS_WRITE,
    DEBUG_ACCESS_READ,
    DEBUG_ACCESS_ANY
} debug_access;

enum { DEBUG_MOST_WATCHED = 1 << 16 }; /* bytes */

typedef struct debug_point {
    debug_point_kind kind;
    bool enabled, temporary; /* temporary: it is removed when it has stopped the launch */
    uint64_t ignore;         /* how many times it does not stop yet */
    uint64_t hits;
    uint64_t address; /* of code; of memory in its space */
    uint64_t *more;   /* of code: likewise before these; allocated, freed with the point */
    unsigned more_count;
    bool has_id; /* of GROUP, WAVE: only this one */
    /* of REGISTER, LDS and private memory: whose */
    debug_wave_id id;
    gisa_wave_register reg;
    unsigned lane; /* of REGISTER: GISA_WAVE_ALL = any; of private memory: whose */
    gisa_wave_space space;
    debug_access access;
    uint32_t size; /* of memory, in bytes */
    /* NULL: always. May choose the lane that the user is to see. */
    bool (*holds)(void *ctx, debug *d, debug_wave *wave, unsigned *lane);
    void *ctx;
    void (*forget)(void *ctx); /* frees ctx; may be NULL */
} debug_point;

/* Returns its number, from 1: the session owns ctx and `more` then. 0 = out of memory. */
unsigned debug_point_add(debug *d, const debug_point *point);
bool debug_point_remove(debug *d, unsigned number);
void debug_point_enable(debug *d, unsigned number, bool enabled);
/* NULL: there is none of that number, or no more. Numbers up to debug_point_most are in use. */
debug_point *debug_point_at(debug *d, unsigned number);
unsigned debug_point_most(const debug *d);

/* ---- the session --------------------------------------------------------------------------- */

/* Points without a session. */
typedef struct debug_points debug_points;
/* Takes all points of a session that stands, for the next one; NULL: no memory, and they stay. */
debug_points *debug_points_take(debug *d);
void debug_points_free(debug_points *p); /* NULL is allowed */

typedef struct debug_options {
    gisa_machine *machine;
    const gisa_isa *isa;
    /* Without an observer. If it has no `stuck`, it ends where no wave can go on. */
    gisa_launch launch;
    debug_points *points; /* of an earlier session, with the same numbers; may be NULL */
    /* The machine has a host that stays: it asks debug_clock what time it is. Otherwise clocks
       count how often they are read. */
    bool keeps_host;
    /* Others write to the blocks as well while the launch runs: only what the launch itself has
       written is put back, by dwords. It is slower. */
    bool shares_memory;
    const debug_block *block;
    unsigned block_count;
    /* Runs what there is with this observer, on the session's thread, and fills the result; NULL:
       the launch is run. */
    gisa_status (*run)(void *ctx, const gisa_observer *observer, gisa_result *result);
    /* Reads memory as the wave finds it (NULL: none is left), and says how many bytes are there;
       NULL: as the machine has it. With both calls and keeps_host the machine may be NULL. */
    size_t (*read)(void *ctx, const debug_wave *wave, uint64_t address, void *to, size_t size);
    /* The line of the source that code belongs to, as a number that differs for each; 0: unknown.
       Called on the session's thread; may be NULL. */
    uint64_t (*line)(void *ctx, uint64_t pc);
    /* Called on the session's thread each time it has stopped. May be NULL. */
    void (*stopped)(void *ctx);
    /* Called there now and then while it runs again: up to `number` of about `all` (0: unknown). */
    void (*progress)(void *ctx, uint64_t number, uint64_t all);
    void *ctx;
} debug_options;

/* It begins to run at once, and stops before the first instruction. NULL: out of memory. */
debug *debug_new(const debug_options *options);
void debug_free(debug *d); /* also while it runs; NULL is allowed */

typedef enum debug_why {
    DEBUG_WHY_BEGIN,       /* at the first instruction */
    DEBUG_WHY_STEPPED,     /* what was asked for is done */
    DEBUG_WHY_POINT,       /* debug_stop.point */
    DEBUG_WHY_FAULT,       /* the next instruction cannot be executed, or was one too many: result */
    DEBUG_WHY_INTERRUPTED, /* debug_interrupt */
    DEBUG_WHY_FIRST,       /* backwards: there was nothing earlier to stop at */
    DEBUG_WHY_ENDED,       /* no wave is left */
    DEBUG_WHY_FAILED       /* the launch was refused: result.message */
} debug_why;

typedef struct debug_stop {
    debug_why why;
    uint64_t number;  /* the position: how many instructions have begun */
    debug_wave *next; /* the wave that runs next; NULL: it has ended */
    debug_wave *wave; /* that the stop is about; NULL likewise */
    unsigned lane;    /* likewise; GISA_WAVE_ALL: no certain one */
    unsigned point;   /* DEBUG_WHY_POINT: its number */
    /* Of a point on a register or memory: where the instruction is that did it; forwards it is the
       one before. The value before and now: its first `size` bytes, at most 8. */
    uint64_t pc, was, is;
    uint32_t size;
    uint8_t access;     /* GISA_ACCESS_READ, GISA_ACCESS_WRITE */
    gisa_result result; /* of DEBUG_WHY_FAULT, DEBUG_WHY_ENDED, DEBUG_WHY_FAILED */
    gisa_status status; /* likewise: of gisa_machine_run */
} debug_stop;

/* Waits until the launch has stopped, for this number of milliseconds at most; negative: without a
   limit. */
bool debug_wait(debug *d, int milliseconds);
const debug_stop *debug_stopped(const debug *d);
/* The time that the launch reads, the same one in each run; false: this is not the thread of the
   session. */
bool debug_clock(debug *d, uint64_t *time);
/* Stops it soon; may be called by a handler of signals. */
void debug_interrupt(debug *d);
/* The launch asks its host for something that no restoring of memory undoes. Nothing on other
   threads than the session's. */
void debug_asks(debug *d);
/* Whether the session can go back: false once the launch has asked its host for something, since
   going back runs the launch again, and it would ask a second time. */
bool debug_goes_back(const debug *d);

typedef enum debug_step {
    DEBUG_STEP_NONE,        /* up to a point */
    DEBUG_STEP_INSTRUCTION, /* one of the wave */
    DEBUG_STEP_OVER,        /* likewise, calls as one */
    DEBUG_STEP_OUT,         /* until its innermost call has returned; backwards: to that call */
    DEBUG_STEP_LINE,        /* to the beginning of another line */
    DEBUG_STEP_LINE_OVER,
    DEBUG_STEP_PAST,   /* likewise, with a greater address: out of a loop */
    DEBUG_STEP_ADDRESS /* until the wave comes to `address` */
} debug_step;

typedef struct debug_order {
    debug_step step;
    bool back;
    debug_wave_id wave; /* that is stepped */
    uint64_t address;
} debug_order;

/* Each lets it run; debug_wait says when it stands again. */
void debug_go(debug *d, const debug_order *order);
void debug_go_to(debug *d, uint64_t number); /* a position, forwards or backwards */
void debug_restart(debug *d);                /* from the beginning to the first point */

/* ---- what there is ------------------------------------------------------------------------- */

/* Waves that have begun and not ended, in the order in which they began. NULL: no more. */
debug_wave *debug_wave_at(debug *d, unsigned i);
debug_wave *debug_wave_find(debug *d, const debug_wave_id *id);
bool debug_same_wave(const debug_wave_id *a, const debug_wave_id *b);

/* Copies memory, and says how many bytes are there. LDS and private memory are those of the
   wave. */
size_t debug_read(debug *d, const debug_wave *wave, unsigned lane, gisa_wave_space space, uint64_t address,
                  void *to, size_t size);

/* These change what is there, now and whenever the launch comes to this position again. What was
 * changed at later positions is forgotten. */
gisa_status debug_set_register(debug *d, const debug_wave *wave, const gisa_wave_register *reg, unsigned lane,
                               unsigned word, uint32_t value);
/* GISA_STATUS_END: not all of it is memory that can be written. */
gisa_status debug_write(debug *d, const debug_wave *wave, unsigned lane, gisa_wave_space space,
                        uint64_t address, const void *from, size_t size);

#endif
