/* SPDX-License-Identifier: MIT */
/* A machine: what is mapped, and the code objects that are loaded. */
#ifndef GISA_EMU_MACHINE_H
#define GISA_EMU_MACHINE_H

#include <pthread.h>

#include "../object/kernels.h"
#include "gisa_machine.h"
#include "pool.h"
#include "program.h"

typedef struct mapped {
    gisa_region at;
    char *name; /* may be NULL */
} mapped;

struct gisa_loaded {
    gisa_machine *machine;
    struct gisa_loaded *next;
    uint8_t *memory; /* page-aligned */
    size_t size;
    uint64_t base; /* the file's address of memory[0] */
    object o;
    kernel_list kernels;
    gisa_program *program;
};

struct gisa_machine {
    const gisa_isa *isa;
    uint8_t model[MAX_MODELS]; /* what has been chosen of each */
    gisa_device device;
    uint8_t *queue; /* what a queue pointer points to: enough of amd_queue_t for the apertures */
    pool *pool;
    pthread_mutex_t lock;      /* of what follows */
    pthread_cond_t idle;       /* all that was started has ended */
    unsigned started, running; /* launches: those of gisa_machine_start, and all */
    mapped *maps;              /* in ascending order */
    size_t map_count, map_room;
    gisa_map *
        map; /* the same, for waves: a new one after each change; old ones are kept while waves run that may look at them */
    void **old;
    size_t old_count;
    gisa_host host; /* what it answers; members may be NULL */
    gisa_loaded *loaded;
    struct wave_set *waves; /* that are kept for the next launch */
    unsigned wave_sets;
};

/* The code that holds an address, or NULL. */
gisa_program *gisa_machine_program(gisa_machine *machine, uint64_t pc);

/* Whether what stands there is a kernel of code object version 2. */
bool gisa_machine_has_v2(gisa_machine *machine, const void *descriptor);

/* While a launch runs, the maps that it may look at are kept. */
void gisa_machine_begin_launch(gisa_machine *machine);
void gisa_machine_end_launch(gisa_machine *machine);

/* Decodes all code anew where it has changed. */
void gisa_machine_renew(gisa_machine *machine);

/* Describes an address by what is mapped around it: "12 bytes behind the end of x (4096 bytes)". */
void gisa_machine_describe(gisa_machine *machine, uint64_t address, char *text, size_t room);

/* The symbol that an address of code belongs to: NAME and the distance from it; NULL: none. */
const char *gisa_machine_symbol(gisa_machine *machine, uint64_t pc, uint64_t *distance);

#endif
