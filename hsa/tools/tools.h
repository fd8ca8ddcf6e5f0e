/* SPDX-License-Identifier: MIT */
/*
 * What the HSA runtime and libgisa-tools.so know of each other. The library looks at launches: it
 * checks, profiles and debugs them with what the gisa command has for that, and depends on other
 * libraries. The runtime opens it where the environment asks for such a thing, and gives it all
 * launches.
 */
#ifndef GISA_HSA_TOOLS_H
#define GISA_HSA_TOOLS_H

#include "gisa_machine.h"

/* What the runtime has for the library. */
typedef struct tools_host {
    /* "gisa-hsa: ..." to standard error. */
    void (*complain)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    /* All memory that programs have allocated or locked and kernels may write: their address, the
       host's. */
    void (*each_block)(void (*each)(void *ctx, uint64_t address, void *at, size_t size), void *ctx);
} tools_host;

/* A launch that is due; the kernel has no name. */
typedef struct tools_launch {
    gisa_machine *machine;
    const gisa_kernel *kernel;
    gisa_launch launch;
    /* What the packet gives, in bytes: of LDS in all, and of private memory to each work-item. The
     * launch has what the kernel needs, where that is more. */
    uint32_t group_size, private_size;
} tools_launch;

/* Calls may come from several threads at once. */
typedef struct tools {
    /* A code object has been loaded; the bytes of the file live as long as the call. */
    void (*loaded)(gisa_machine *machine, const gisa_loaded *loaded, const void *file, size_t size);
    void (*unloads)(gisa_machine *machine, const gisa_loaded *loaded); /* it is still there */
    /* Memory that kernels may touch; the name stays. */
    void (*allocated)(const void *start, size_t size, const char *name);
    void (*freed)(const void *start);
    /* In place of gisa_machine_run. */
    gisa_status (*run)(tools_launch *l, gisa_result *result);
    /* A kernel of this machine reads a clock, on this thread. false: it is the host's. */
    bool (*clock)(const gisa_machine *machine, uint64_t *time);
    /* Likewise it asks the host for something: printf, malloc. */
    void (*asks)(const gisa_machine *machine);
    /* The process ends; the status that it is to end with, or -1: its own. */
    int (*ends)(void);
} tools;

/* The one function that the library exports. NULL: the environment asks for nothing that can be
   done, which has been said. */
const tools *gisa_tools_open(const tools_host *host);
#define TOOLS_OPEN "gisa_tools_open"

#endif
