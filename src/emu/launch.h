/* SPDX-License-Identifier: MIT */
/* One run of a kernel: what all its work-groups share, and the state that a wave begins with. */
#ifndef GISA_EMU_LAUNCH_H
#define GISA_EMU_LAUNCH_H

#include <stdatomic.h>

#include "machine.h"

enum { GROUP_WAVES = GCN_FACT_GROUP_WAVES, APART = 64 /* bytes of a line of the host's cache */ };
_Static_assert(GISA_MOST_WAVES == 64 * GCN_FACT_UNIT_SIMDS * GCN_FACT_SIMD_WAVES, "64 compute units");

typedef struct launch {
    gisa_machine *machine;
    const gisa_launch *asked;
    gisa_result *result;
    gisa_device device; /* with the map as it was when the launch began */
    gisa_program *program;
    translator *translator; /* NULL: instructions are run one by one */
    uint64_t descriptor, entry, queue;
    uint32_t rsrc1, rsrc2, properties;
    uint32_t private_word3; /* facts of the architecture */
    bool flat_scratch_is_address;
    uint32_t grid[3], group[3], groups[3];
    uint64_t group_count;
    uint32_t lds_asked;     /* in bytes, */
    uint32_t lds_size;      /* and what a group has */
    uint32_t private_size;  /* bytes for each work-item */
    uint32_t group_waves;   /* in a whole work-group */
    uint32_t most_resident; /* how many work-groups may have begun and not ended */
    uint8_t *scratch;       /* for each of their waves, a block of 64 * private_size bytes (scratch.h) */
    void *packet;           /* 64 bytes that the kernel may read */
    void *kernarg;          /* the arguments, as the kernel finds them */
    unsigned threads;
    _Atomic int told_translator; /* a wave has begun */
    _Atomic int over;     /* nothing more is to begin: a fault, the limit, or the caller asks for an end */
    uint8_t apart[APART]; /* what follows is written for each group: what all read is not beside it */
    _Atomic uint64_t next_group, instructions;
    _Atomic uint64_t waits;  /* how often a work-group was set aside because it waited */
    _Atomic uint64_t events; /* changes with all that may let a waiting work-group go on */
    pthread_mutex_t lock;    /* of what follows, and of result */
    uint32_t resident;       /* how many work-groups there is memory for */
    unsigned runners;        /* threads that work on it */
    unsigned votes;          /* those whose work-groups all wait, */
    uint64_t voted;          /* as of this number of events */
    bool loops, told;        /* some wait by a loop; the caller has been told */
} launch;

/* Whether the caller asks for an end; another thread may write there. */
static inline bool launch_is_stopped(const gisa_launch *asked) {
    return asked->stop && __atomic_load_n(asked->stop, __ATOMIC_RELAXED);
}

/* What the hardware registers of a wave at a place begin with: looking it up takes longer than many
   a wave. */
typedef struct first_registers {
    gisa_place place;
    uint32_t hwreg[GISA_HWREGS];
} first_registers;

/* A wave of a work-group, where its private memory is, and the compute unit that it thinks it is
   on. */
typedef struct wave_start {
    uint32_t group[3];
    unsigned number, slot, unit;
} wave_start;

/* setup.c: makes the private memory of a slot zero again, where another wave has used it, */
void launch_clear_private(const launch *l, unsigned slot);
/* and the registers of a wave. `first` is kept from one wave to the next. */
void launch_begin_wave(const launch *l, gcn_wave *wave, const wave_start *start, first_registers *first);
/* Sets the scalar registers that a wave of the group is given, of `scalars`; how many. id_at: gets
   where the group's place is, as far as it is there; NULL = it is not asked. */
unsigned launch_set_scalars(const launch *l, uint32_t scalars[CODE_VCC], const uint32_t group[3],
                            unsigned waves, unsigned slot, uint32_t id_at[3]);
/* How many coordinates of a work-item have a vector register. */
unsigned launch_items_given(const launch *l);
/* How many work-items of the group there are: fewer than launch.group at the edges of the grid. */
void launch_group_size(const launch *l, const uint32_t group[3], uint32_t size[3]);

/* fault.c: the first fault of a launch becomes its result, */
void launch_fault(launch *l, const gcn_wave *wave, const uint32_t group[3], unsigned number);
/* or that it was cut off before its end, and where it was; wave: NULL = it cannot be said. */
void launch_cut(launch *l, gisa_end_kind end, const gcn_wave *wave, const uint32_t group[3], unsigned number);

/* Why a wave has stopped, without where; what kind of fault that is; and the instruction at an
   address: "saxpy+0x24: v_add_f32 v0, v1, v2". */
void launch_say_fault(launch *l, const gcn_wave *wave, char *text, size_t room);
gisa_cause launch_cause(gisa_fault_kind kind);
void launch_name_instruction(launch *l, uint64_t pc, char *text, size_t room);

/* In words: groups wait for others for which there is no room. */
void launch_say_crowded(const launch *l, char *text, size_t room);

/* runner.c: takes work-groups until there are none; false: no memory. `number`: which of the
   launch's threads it is. */
bool launch_work(launch *l, unsigned number);

#endif
