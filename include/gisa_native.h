/* SPDX-License-Identifier: MIT */
/*
 * gisa_native.h - kernels as fast as if they had been compiled for the host: their instructions are
 * written as C, from the same bodies of the spec that the interpreter is built of, compiled by the
 * host's C compiler while the program runs, and kept on disk for the next time.
 *
 *     gisa_native_options options = {.mode = GISA_NATIVE_MODE_ALL};
 *     gisa_machine_native(machine, &options);
 *
 * Results are the same bits. Without a compiler, and where code cannot be translated, everything is
 * interpreted as before; so it is in launches that are observed or counted.
 */
#ifndef GISA_NATIVE_H
#define GISA_NATIVE_H

#include "gisa_machine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gisa_native_mode {
    GISA_NATIVE_MODE_OFF, /* all is interpreted */
    GISA_NATIVE_MODE_ALL, /* a kernel is translated before it runs for the first time */
    /* A kernel is interpreted first. When it has run for long it is translated, by a thread of its
     * own; waves go on in what that made from a jump on, or from a barrier. What the cache holds is
     * used sooner. */
    GISA_NATIVE_MODE_AUTO,
    GISA_NATIVE_MODE_COUNT
} gisa_native_mode;

typedef struct gisa_native_options {
    gisa_native_mode mode;
    /* The C compiler, found in PATH; NULL: "cc". */
    const char *compiler;
    /* A folder for what has been compiled, which is made, and of which no one else may write; NULL:
     * gisa in XDG_CACHE_HOME or ~/.cache. Where it cannot be used, one that is removed at the end.
     */
    const char *cache;
    /* GISA_NATIVE_MODE_AUTO: translates a kernel after this number of instructions, and takes it
     * from the cache after the 64th part of that; 0: 2^24. */
    uint64_t after;
} gisa_native_options;

/* What was done on a machine. */
typedef struct gisa_native_info {
    uint64_t kernels;      /* that were asked for */
    uint64_t compiled;     /* of these, by the compiler */
    uint64_t cached;       /* and taken from the cache */
    uint64_t instructions; /* of these kernels, */
    uint64_t translated;   /* and of these instructions, those that the interpreter does not run */
    double seconds;        /* that the compiler took */
    uint64_t waves;        /* that ran in one go, on a way without branches */
} gisa_native_info;

/* Before the first launch, while nothing runs. GISA_STATUS_NO_MEMORY; GISA_STATUS_END: there is no
 * compiler, or no place for what it makes; all is interpreted. */
GISA_API gisa_status gisa_machine_native(gisa_machine *machine, const gisa_native_options *options);
/* The same as the environment asks: GISA_NATIVE is "off", "all" or "auto", GISA_NATIVE_CC the
 * compiler. GISA_STATUS_BAD_ARGUMENT: another word; without GISA_NATIVE nothing changes. */
GISA_API gisa_status gisa_machine_native_usual(gisa_machine *machine);
/* All 0 where nothing is translated. */
GISA_API void gisa_machine_native_info(gisa_machine *machine, gisa_native_info *info);

#ifdef __cplusplus
}
#endif
#endif
