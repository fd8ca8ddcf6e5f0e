/* SPDX-License-Identifier: MIT */
/* A thread of a launch, and the work-groups that it has begun and not ended. */
#ifndef GISA_EMU_GROUP_H
#define GISA_EMU_GROUP_H

#include "launch.h"
#include "observe.h"
#include "snapshot.h"
#include "waves.h"

typedef enum group_state {
    GROUP_NONE,   /* there is room for one */
    GROUP_READY,  /* it has not been seen to wait */
    GROUP_WAITS,  /* when it was last looked at, none of its waves got on */
    GROUP_UNKNOWN /* it waited; something has happened since */
} group_state;

/* Room for a work-group, and the group that is in it. */
typedef struct resident {
    group_state state;
    uint32_t id[3];
    uint64_t at; /* its number */
    gisa_group group;
    wave_set *set;
    gcn_wave *waves[GROUP_WAVES]; /* by their number; NULL: it has not begun, or has ended */
    gcn_wave *idle[GROUP_WAVES];  /* of the set; the last one is what the host has in its cache */
    unsigned idle_count, wave_count;
    bool ended[GROUP_WAVES];
    bool private_used[GROUP_WAVES]; /* a wave of this number has had its private memory */
    unsigned slot;                  /* of private memory, of its first wave */
    unsigned asleep;    /* rounds in a row in which all its waves slept, or waited for those that did */
    seen_group *seen;   /* NULL: there is no observer */
    bool loops;         /* a wave waits by a loop, and not by an instruction that waits */
    gcn_wave *straight; /* of the set, with the state that waves begin with: straight.c; NULL = none yet */
    unsigned usual;     /* the wave of this number is known to begin as usual */
} resident;

typedef struct runner {
    launch *l;
    unsigned number;
    observation *observation; /* NULL: there is no observer */
    snapshot *before;         /* NULL: not needed yet, or no memory */
    resident **all;
    unsigned count;         /* of these */
    unsigned held;          /* of these, how many have a group */
    bool no_memory;         /* for more */
    bool failed;            /* there was no memory for what a group needs */
    unsigned at;            /* the one that runs, or ran last */
    uint64_t next, end;     /* groups that it has taken, and not begun */
    uint64_t instructions;  /* not yet counted in the launch, */
    uint64_t untold;        /* and those that are still to be told to the translator */
    uint64_t straight;      /* waves that were run in one go */
    uint64_t since;         /* instructions since a group began, where some were set aside */
    unsigned rests;         /* how often in a row no group got on */
    uint64_t looked, voted; /* launch.events when groups were looked at, and when that was told */
} runner;

typedef enum stint_end {
    STINT_OVER,  /* the launch is over */
    STINT_ENDED, /* the group has ended */
    STINT_WAITS, /* it waits, or sleeps */
    STINT_MAY_WAIT,
    STINT_LONG /* it has run for long, and may wait in a way that cannot be seen */
} stint_end;

/* In ascending order of certainty. */
typedef enum group_look_at {
    GROUP_GETS_ON,
    GROUP_MAY_WAIT, /* a wave looks at memory again and again, it seems, and the others wait */
    GROUP_IS_STUCK  /* until something else changes memory */
} group_look_at;

/* group.c */
bool launch_is_over(launch *l);
/* Tells where the launch was when it was cut off. */
void group_cut(launch *l, const resident *g, gisa_end_kind end);
/* Tells the translator what has run. */
void group_tell(runner *r);
/* false: no memory. */
bool group_begin(runner *r, resident *g, uint64_t number);
/* The first `count` waves have ended without having begun; the next one is to begin as usual. */
void group_skip(resident *g, unsigned count);
/* Runs the group until it ends or, where others could run, is set aside. Adds to *spent how many
   instructions that took. */
stint_end group_stint(runner *r, resident *g, uint64_t *spent);
/* Runs each wave a little. */
group_look_at group_look(runner *r, resident *g);
/* The wave to blame for a wait: one that is halted, or else the first one; `wave_count`: there is
   none. */
unsigned group_blamed(const resident *g);
/* When nothing has got on for so many rounds: what is waited for comes from elsewhere, which may
   need the host's processor. */
void group_rest(unsigned rounds);

/* Instructions that may still be run: at most `most`, within the limit of the launch. */
uint64_t group_room(const runner *r, uint64_t most);
/* Adds to the launch what has been run of the group, and ends the launch at its limit. */
uint64_t group_count(runner *r, const resident *g);

/* straight.c: where all of a wave that has not begun can be run in one go; NULL: nowhere. */
const native_entry *group_straight_entry(const launch *l);
/* Runs such waves: from wave `number` of a group on, at most `waves`, also of the groups that
   follow. How many; the next one is to begin as usual, unless this was cut short. `g`: a room for
   groups, in which no other wave than those has still to begin. */
uint64_t group_run_straight(runner *r, resident *g, uint64_t group, unsigned number, uint64_t waves);

/* runner.c: whether another group could run instead. */
bool runner_has_others(const runner *r);

#endif
