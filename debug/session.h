/* SPDX-License-Identifier: MIT */
/* The parts of a session, for debug/ alone. */
#ifndef GISA_DEBUG_SESSION_H
#define GISA_DEBUG_SESSION_H

#include <pthread.h>

#include "debug.h"

/* ---- memory.c: what is put back before a run ---- */

typedef struct saved_block {
    debug_block block;
    uint8_t *copy;
    uint8_t *written; /* a bit for each dword that a run has written; NULL: not known */
} saved_block;

typedef struct saved_memory {
    saved_block *at;
    unsigned count;
} saved_memory;

/* `notes`: what is written will be noted, and only that is put back. */
bool memory_save(saved_memory *m, const debug_block *block, unsigned count, bool notes);
void memory_restore(const saved_memory *m);
void memory_note(const saved_memory *m, uint64_t address, size_t size);
/* Where the host has it; NULL: memory_holds is false for this byte. */
uint8_t *memory_at(const saved_memory *m, uint64_t address);
bool memory_holds(const saved_memory *m, uint64_t address, size_t size);
void memory_free(saved_memory *m);

/* ---- edits.c: what the user has changed, and at which position ---- */

typedef struct edit {
    uint64_t number;
    bool is_register;
    debug_wave_id id;
    unsigned lane, word;
    gisa_wave_register reg;
    gisa_wave_space space;
    uint64_t address;
    uint32_t value, size;
    uint8_t *bytes;
} edit;

typedef struct edits {
    edit *at;
    size_t count, next; /* next: the first edit that is still to be made in this run */
} edits;

void edits_apply(debug *d);
void edits_free(edits *e);

/* ---- points.c ---- */

/* A point, and the value that it watches. */
typedef struct owned_point {
    bool used;
    debug_point p;
    uint8_t *value; /* of REGISTER, MEMORY */
    size_t value_size;
    bool known; /* the value is that of this run */
} owned_point;

typedef struct debug_points {
    owned_point *at;
    unsigned count;
    bool watches_memory, watches_registers;
} points;

/* A point that has been reached. */
typedef struct hit {
    unsigned point; /* 0: none */
    debug_wave_id id;
    unsigned lane;
    uint64_t pc, was, is;
    uint32_t size;
    uint8_t access;
} hit;

void points_begin_run(debug *d);                 /* values are read anew */
void points_begin_wave(debug *d, debug_wave *w); /* likewise those of the wave */
hit points_before(debug *d, debug_wave *w);      /* one at the instruction that comes next */
hit points_after(debug *d, debug_wave *w, uint64_t pc, const gisa_observed_step *step);
/* Counts it; false: it is to be ignored. */
bool points_take(debug *d, unsigned point);
void points_look(points *p); /* after a change: what is to be observed */
void points_free(points *p);

/* ---- waves.c ---- */

typedef struct waves {
    debug_wave **at;
    unsigned count, room;
} waves;

bool waves_add(waves *all, gisa_observed_wave *seen);
void waves_remove(waves *all, debug_wave *w);
/* After an instruction: calls and returns. */
void waves_follow(const gisa_isa *isa, debug_wave *wave, const gisa_observed_step *step);
debug_wave_id waves_id(const gisa_observed_wave *seen);

/* ---- session.c ---- */

/* A run of the launch. */
typedef enum pass_kind {
    PASS_FORWARD, /* until the order is done, or a point is reached */
    PASS_SEARCH,  /* to `goal`, noting the last position that would have done */
    PASS_TO       /* to `goal` */
} pass_kind;

typedef struct pass {
    pass_kind kind;
    bool first; /* FORWARD: where it begins it may stop as well */
    uint64_t from, goal;
    bool found;                /* SEARCH */
    bool found_near, at_first; /* likewise: what will do where there is none; its wave's first one */
    uint64_t near;
    debug_stop stop; /* TO: what is said there; SEARCH: what was found */
} pass;

/* What is stepped, as it was when the order was given. */
typedef struct stepping {
    debug_order order;
    uint64_t done, pc;
    unsigned calls;
    bool gone, absent; /* its wave has ended; had ended then */
} stepping;

struct debug {
    debug_options o;
    gisa_observer observer;
    gisa_launch launch;
    saved_memory memory;
    edits edits;
    points points;
    waves waves;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    bool stands;
    _Atomic bool quits; /* also without the lock; likewise: */
    _Atomic int interrupted;
    /* The session's thread, while it runs; the user's, while it stands. */
    debug_stop stop;
    pass pass;
    stepping step;
    hit pending; /* by the last instruction */
    uint64_t number, longest;
    uint64_t clocks; /* that have been read */
    bool ended, again;
    bool no_memory; /* for a wave of this run */
    bool asked;     /* its host, in this run */
};

#endif
