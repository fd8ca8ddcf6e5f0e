/* SPDX-License-Identifier: MIT */
/* The check of undefined values alone, as an observer, with a list of what it has found. */
#ifndef TEST_GLUE_H
#define TEST_GLUE_H

#include "../../../watch/undefined.h"

enum { MOST_FOUND = 64 };

struct gisa_watch {
    const gisa_isa *isa;
    void *self;
    unsigned count;
    struct {
        char what[200];
        uint64_t pc;
        unsigned times;
    } found[MOST_FOUND];
    watch_block block; /* that the host has told of; size 0: none */
};

gisa_observer glue_observer(gisa_watch *watch);
void glue_begin(gisa_watch *watch, const gisa_isa *isa);
void glue_end(gisa_watch *watch);
void glue_facts(const gisa_isa *isa, const gisa_insn *insn, watch_site *facts);

void values_test(void);
void brute_test(const char *arch, unsigned trials);

#endif
