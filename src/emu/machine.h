/* SPDX-License-Identifier: MIT */
/* A machine: what is mapped, and the code objects that are loaded. */
#ifndef GISA_EMU_MACHINE_H
#define GISA_EMU_MACHINE_H

#include <pthread.h>

#include "../object/kernels.h"
#include "gisa_machine.h"
#include "pool.h"
#include "program.h"
#include "translator.h"

typedef struct mapped {
    gisa_region at;
    char *name; /* may be NULL */
} mapped;

/* The kernel at an address, and what the metadata say of it. */
typedef struct known_kernel {
    uintptr_t descriptor;
    const kernel_metadata *metadata;
} known_kernel;

struct gisa_loaded {
    gisa_machine *machine;
    struct gisa_loaded *next;
    uint8_t *memory; /* page-aligned */
    size_t size;
    uint64_t base; /* the file's address of memory[0] */
    object o;
    kernel_list kernels;
    known_kernel *known; /* in ascending order */
    size_t known_count;
    gisa_program *program;
};

/* Memory that is not used any more, but which waves may still look at, since they remember where it
 * was; and a launch that runs. Times count what has been retired. */
typedef struct retired {
    void *block;
    size_t scratch_size; /* of private memory (scratch.h), 0 = it comes from malloc */
    uint64_t gone;
} retired;

typedef struct running_launch {
    struct running_launch *next;
    uint64_t begun;
} running_launch;

struct gisa_machine {
    const gisa_isa *isa;
    uint8_t model[MAX_MODELS]; /* what has been chosen of each */
    gisa_device device;
    gisa_sync sync;
    uint8_t *queue; /* what a queue pointer points to: enough of amd_queue_t for the apertures */
    pool *pool;
    pthread_mutex_t lock;    /* of what follows */
    pthread_cond_t idle;     /* all that was started has ended */
    unsigned started;        /* launches of gisa_machine_start */
    running_launch *running; /* all launches */
    mapped *maps;            /* in ascending order */
    size_t map_count, map_room;
    gisa_map *
        map; /* the same, for waves: a new one after each change; old ones are kept while waves run that may look at them */
    retired *old;
    size_t old_count, old_room;
    void *usual_private, *usual_packet; /* where these were last (machine_pages) */
    uint64_t time;
    gisa_host host; /* what it answers; members may be NULL */
    gisa_loaded *loaded;
    translator *translator; /* NULL: all code is interpreted */
    struct wave_set *waves; /* that are kept for the next launch */
    unsigned wave_sets;
};

/* The code that holds an address, or NULL. */
gisa_program *machine_program(gisa_machine *machine, uint64_t pc);

/* Copies at most `size` bytes of what kernels have at an address, up to where it is mapped; says
   how many. */
size_t machine_read(gisa_machine *machine, uint64_t address, void *to, size_t size);

/* Whether what stands there is a kernel of code object version 2. */
bool machine_has_v2(gisa_machine *machine, const void *descriptor);

/* While a launch runs, the maps and the memory that it may look at are kept. */
void machine_begin_launch(gisa_machine *machine, running_launch *launch);
/* `cut`: it did not run to its end. */
void machine_end_launch(gisa_machine *machine, running_launch *launch, bool cut);
/* Frees what malloc has given, and what is not mapped any more, when no launch runs that may still
   look at it. */
/* Pages of zeros for the machine's own use, at addresses where nothing was mapped, and mapped;
 * NULL: no memory. They are unmapped, and then given back with scratch_free. `usual` (may be NULL)
 * is where the last ones were, and where these will be if that is possible, so that launches
 * repeat. */
uint8_t *machine_pages(gisa_machine *machine, size_t size, const char *name, void **usual);
void machine_retire(gisa_machine *machine, void *block, size_t scratch_size);

/* Decodes all code anew where it has changed. */
void machine_renew(gisa_machine *machine);

/* Describes an address by what is mapped around it: "12 bytes past the end of x (4096 bytes)". */
void machine_describe(gisa_machine *machine, uint64_t address, char *text, size_t room);

/* The symbol that an address of code belongs to: NAME and the distance from it; NULL: none. */
const char *machine_symbol(gisa_machine *machine, uint64_t pc, uint64_t *distance);

#endif
