/* SPDX-License-Identifier: MIT */
/* A watch itself: what its own files share, and checks do not see. */
#ifndef GISA_WATCH_OWN_H
#define GISA_WATCH_OWN_H

#include "watch.h"

/* A finding with the texts that it owns. */
typedef struct kept_finding {
    gisa_watch_finding told;
    uint64_t *call; /* the innermost first */
    size_t calls;
    uint32_t hash;
    bool held;
} kept_finding;

/* What is called for each instruction, at hand. */
typedef struct check_call {
    void (*before)(gisa_watch *watch, void *self, gisa_observed_wave *wave, gisa_site *site);
    void (*after)(gisa_watch *watch, void *self, gisa_observed_wave *wave, const gisa_observed_step *step);
    void *self;
} check_call;

struct gisa_watch {
    gisa_machine *machine;
    const gisa_isa *isa;
    uint32_t checks;
    gisa_observer observer;
    gisa_observed_launch launch;
    void *self[WATCH_CHECKS];               /* of each check, while a launch runs */
    void *kept[WATCH_CHECKS];               /* likewise, for all launches */
    const watch_check *order[WATCH_CHECKS]; /* those that are wanted */
    unsigned count;
    uint32_t calls_before, calls_after; /* those that have such calls, by their numbers */
    check_call call[WATCH_CHECKS];      /* likewise */
    unsigned wanters;                   /* of accesses */
    bool no_memory;
    bool holds_stores;  /* some site has `unwaited` */
    watch_site **sites; /* of the launch */
    size_t site_count, site_room;
    watch_block *blocks; /* by address */
    size_t block_count, block_room;
    kept_finding *findings;
    size_t finding_count, finding_room;
    uint32_t *slots; /* number + 1 of findings by hash; half of them are 0 */
    size_t slot_count;
};

/* Room for one more element of an array; false: out of memory, which is noted. */
bool own_grow(gisa_watch *watch, void *array, size_t count, size_t *room, size_t element);

/* sites.c: the facts of the instruction there, in site->data; NULL: no memory. */
watch_site *own_site(gisa_watch *watch, gisa_site *site);

/* report.c, blocks.c */
void own_free_findings(gisa_watch *watch);
void own_free_blocks(gisa_watch *watch);

#endif
