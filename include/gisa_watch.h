/* SPDX-License-Identifier: MIT */
/*
 * gisa_watch.h - finds bugs of kernels while they run: registers and memory that are read before
 * they are written, accesses beyond what is one's own, races, barriers that not all reach, missing
 * waits and hazards. docs/checking.md says what counts as a bug.
 *
 *     gisa_watch *watch = gisa_watch_new(machine, GISA_WATCH_ALL);
 *     gisa_launch launch = {.observer = gisa_watch_observer(watch), ...};
 *     gisa_machine_run(machine, &launch, &result);
 *     for (size_t i = 0; gisa_watch_finding_at(watch, i, &finding) == GISA_OK; i++)
 *         puts(finding.message);
 *     gisa_watch_free(watch);
 */
#ifndef GISA_WATCH_H
#define GISA_WATCH_H

#include "gisa_observe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits, to be combined. */
typedef enum gisa_watch_kind {
    GISA_WATCH_UNDEFINED = 1, /* what was never written decides something */
    GISA_WATCH_BOUNDS = 2,
    GISA_WATCH_RACES = 4,
    GISA_WATCH_BARRIERS = 8,
    GISA_WATCH_WAITS = 16,
    GISA_WATCH_HAZARDS = 32,
    GISA_WATCH_ALL = 63
} gisa_watch_kind;

typedef struct gisa_watch gisa_watch;

/* For launches of this machine, one after another; `checks` are gisa_watch_kind. NULL: no
   memory. */
GISA_API gisa_watch *gisa_watch_new(gisa_machine *machine, uint32_t checks);
GISA_API void gisa_watch_free(gisa_watch *watch); /* NULL is allowed */

/* To be named in gisa_launch.observer; lives as long as the watch. */
GISA_API const gisa_observer *gisa_watch_observer(gisa_watch *watch);

/* What the host knows of memory that kernels may reach: that `size` bytes are one block by this
 * name, whether anybody has written them, and that they are not to be used any more. Blocks that
 * are inside a mapping and beside each other are told apart. */
GISA_API gisa_status gisa_watch_memory(gisa_watch *watch, uint64_t address, uint64_t size,
                                       const char *name, bool undefined);
GISA_API void gisa_watch_freed(gisa_watch *watch, uint64_t address);
/* Nothing is known any more of the block that begins there. */
GISA_API void gisa_watch_forget(gisa_watch *watch, uint64_t address);

typedef struct gisa_watch_finding {
    uint32_t check;             /* gisa_watch_kind: one bit */
    uint64_t pc, other_pc;      /* the instruction; the other one it is about, 0 = none */
    uint64_t times;             /* how often it was found */
    uint32_t group[3], item[3]; /* the first time; of a whole wave its first active work-item */
    bool whole_wave;
    const char *what;       /* "reads v5, which was never written" */
    const char *other_what; /* of the other instruction, or where something comes from; or NULL */
    const char *registers;  /* "v5=0 s4=80"; "" */
} gisa_watch_finding;

/* In the order in which they were found; the texts live as long as the watch.
 * GISA_STATUS_END: there is none with this number. */
GISA_API gisa_status gisa_watch_finding_at(const gisa_watch *watch, size_t i,
                                           gisa_watch_finding *finding);

/* The calls that its wave was in the first time, the innermost first: addresses of the calling
 * instructions. GISA_STATUS_END: there are no more, or no more are known. */
GISA_API gisa_status gisa_watch_call_at(const gisa_watch *watch, size_t i, size_t depth,
                                        uint64_t *pc);

/* A finding as text for people, in lines: where, what, the instruction, the other one, which
 * work-item, registers. `other` may be NULL. On GISA_STATUS_NO_SPACE the text is cut. */
typedef struct gisa_watch_where {
    const char *place;       /* "k.s:12", "kernel+0x14" */
    const char *instruction; /* "ds_write_b32 v1, v0" */
} gisa_watch_where;
GISA_API gisa_status gisa_watch_text(const gisa_watch_finding *finding, const gisa_watch_where *at,
                                     const gisa_watch_where *other, char *text, size_t size);

/* false: there was no memory for all of it; findings may be missing. */
GISA_API bool gisa_watch_is_whole(const gisa_watch *watch);

GISA_API const char *gisa_watch_name(uint32_t check); /* "undefined"; NULL = no such check */

#ifdef __cplusplus
}
#endif
#endif
