/* SPDX-License-Identifier: MIT */
/* What a check at run time is given, in its simplest form. */
#include "glue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const gisa_isa *watch_isa(const gisa_watch *watch) {
    return watch->isa;
}

void **watch_kept(gisa_watch *watch, const watch_check *check) {
    (void)check;
    return &watch->self;
}

const gisa_observed_launch *watch_launch(const gisa_watch *watch) {
    static const gisa_observed_launch launch;
    (void)watch;
    return &launch;
}

bool watch_has_undefined(const gisa_watch *watch) {
    return watch->block.size;
}

void watch_no_memory(gisa_watch *watch) {
    (void)watch;
}

const watch_block *watch_block_at(const gisa_watch *watch, uint64_t address) {
    const watch_block *b = &watch->block;
    return b->size && address >= b->start && address - b->start < b->size ? b : NULL;
}

uint32_t watch_found(gisa_watch *watch, const watch_report *report) {
    for (unsigned i = 0; i < watch->count; i++)
        if (watch->found[i].pc == report->site->pc && !strcmp(watch->found[i].what, report->what)) {
            watch->found[i].times++;
            return i + 1;
        }
    if (watch->count == MOST_FOUND)
        return 0;
    snprintf(watch->found[watch->count].what, sizeof watch->found[0].what, "%s", report->what);
    watch->found[watch->count].times = 1;
    watch->found[watch->count++].pc = report->site->pc;
    return watch->count;
}

void glue_facts(const gisa_isa *isa, const gisa_insn *insn, watch_site *facts) {
    memset(facts, 0, sizeof *facts);
    if (!insn->size)
        return;
    gisa_registers_of(isa, insn, &facts->reads, &facts->writes);
    gisa_states(isa, insn, &facts->state_reads, &facts->state_writes);
    facts->operation = gisa_form_operation(isa, insn->form, 0);
}

static void group_begins(void *ctx, gisa_observed_group *group) {
    gisa_watch *watch = ctx;
    group->data = calloc(1, sizeof(watch_group));
    watch_undefined.group_begins(watch, watch->self, group);
}

static void group_ends(void *ctx, gisa_observed_group *group) {
    gisa_watch *watch = ctx;
    watch_undefined.group_ends(watch, watch->self, group);
    free(group->data);
}

static void wave_begins(void *ctx, gisa_observed_wave *wave) {
    gisa_watch *watch = ctx;
    wave->data = calloc(1, sizeof(watch_wave));
    watch_undefined.wave_begins(watch, watch->self, wave);
}

static void wave_ends(void *ctx, gisa_observed_wave *wave) {
    gisa_watch *watch = ctx;
    watch_undefined.wave_ends(watch, watch->self, wave);
    free(wave->data);
}

static bool before(void *ctx, gisa_observed_wave *wave, gisa_site *site) {
    gisa_watch *watch = ctx;
    if (!site->data) {
        site->data = calloc(1, sizeof(watch_site));
        glue_facts(watch->isa, &site->insn, site->data);
    }
    watch_undefined.before(watch, watch->self, wave, site);
    return true;
}

static bool after(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
    gisa_watch *watch = ctx;
    watch_undefined.after(watch, watch->self, wave, step);
    return true;
}

gisa_observer glue_observer(gisa_watch *watch) {
    return (gisa_observer){.ctx = watch,
                           .wants_accesses = true,
                           .group_begins = group_begins,
                           .group_ends = group_ends,
                           .wave_begins = wave_begins,
                           .wave_ends = wave_ends,
                           .before = before,
                           .after = after};
}

void glue_begin(gisa_watch *watch, const gisa_isa *isa) {
    memset(watch, 0, sizeof *watch);
    watch->isa = isa;
    watch->self = watch_undefined.begin(watch);
}

void glue_end(gisa_watch *watch) {
    watch_undefined.forget(watch->self);
}
