/* SPDX-License-Identifier: MIT */
/*
 * Bounds: LDS beyond what the kernel asked for, private memory of other work-items, blocks of
 * memory that have been freed or that another argument points to.
 */
#include <stdio.h>
#include <stdlib.h>

#include "pointers.h"

enum { ROW = 4 * GISA_WAVE_LANES }; /* bytes of private memory in which each lane has a dword */

static pointers *pointers_of(const gisa_observed_wave *wave) {
    return watch_wave_of(wave)->own[watch_bounds.number];
}

static void wave_begins(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    (void)self;
    if (!(watch_wave_of(wave)->own[watch_bounds.number] = calloc(1, sizeof(pointers))))
        watch_no_memory(watch);
}

static void wave_ends(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    (void)watch, (void)self;
    free(pointers_of(wave));
}

/* ---- what is found --------------------------------------------------------------------------- */

typedef struct looking {
    gisa_watch *watch;
    gisa_observed_wave *wave;
    const gisa_site *site;
    const pointer_operands *operands;
    const gisa_wave_access *access;
    const watch_block *last; /* of the access before */
} looking;

static void tell(const looking *l, const char *what, const char *other_what) {
    watch_found(l->watch, &(watch_report){.check = &watch_bounds,
                                          .wave = l->wave,
                                          .site = l->site,
                                          .lane = l->access->lane,
                                          .what = what,
                                          .other_what = other_what,
                                          .registers = watch_site_of(l->site)->reads});
}

static const char *verb(const gisa_wave_access *a) {
    return a->access & GISA_ACCESS_WRITE ? "writes" : "reads";
}

static void look_at_lds(const looking *l) {
    const uint32_t size = watch_launch(l->watch)->lds_size;
    char what[120], where[80];
    if (l->access->address + l->access->size <= size)
        return;
    snprintf(what, sizeof what, "%s LDS beyond the %u bytes that the kernel asked for", verb(l->access),
             size);
    snprintf(where, sizeof where, "%u bytes at 0x%llx", l->access->size,
             (unsigned long long)l->access->address);
    tell(l, what, where);
}

/* ---- private memory through buffers ---------------------------------------------------------- */

/* Each wave has a block in which lanes lie side by side. */
static bool is_own(const looking *l) {
    const gisa_observed_wave *w = l->wave;
    const uint64_t offset = l->access->address - (uintptr_t)w->private_memory;
    return offset < (uint64_t)w->private_size * GISA_WAVE_LANES &&
           (l->access->lane == GISA_WAVE_ALL || offset % ROW / 4 == l->access->lane);
}

static void look_at_private(const looking *l) {
    char what[120];
    if (is_own(l))
        return;
    snprintf(what, sizeof what, "%s private memory of another work-item: its own has %u bytes",
             verb(l->access), l->wave->private_size);
    tell(l, what, NULL);
}

/* Whether the instruction's buffer is the private memory. */
static bool is_private_buffer(const looking *l) {
    const gisa_observed_launch *launch = watch_launch(l->watch);
    const uint32_t *words = &l->wave->scalar[l->operands->resource];
    const uint64_t base = words[0] | (uint64_t)(words[1] & 0xffff) << 32;
    return l->operands->is_buffer && launch->private_memory &&
           base - launch->private_memory < launch->private_bytes;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static bool ends_in(const watch_block *b, const gisa_wave_access *a) {
    return a->address - b->start + a->size <= b->size;
}

/* Accesses of an instruction are mostly beside each other. */
static const watch_block *block_at(looking *l, uint64_t address) {
    if (!l->last || address - l->last->start >= l->last->size)
        l->last = watch_block_at(l->watch, address);
    return l->last;
}

static void look_at_block(looking *l) {
    const gisa_wave_access *a = l->access;
    const uint64_t from = pointers_block(pointers_of(l->wave), l->operands, a->lane);
    const watch_block *b = block_at(l, a->address), *mine = from && b && b->start == from ? b : NULL;
    char what[400], where[80];
    if (!mine && from)
        mine = watch_block_at(l->watch, from);
    if (b && !b->freed && ends_in(b, a) && (!mine || mine == b))
        return;
    snprintf(where, sizeof where, "%u bytes at 0x%llx", a->size, (unsigned long long)a->address);
    if (b && b->freed)
        snprintf(what, sizeof what, "%s memory that has been freed: %s", verb(a), b->name);
    else if (mine && b && mine != b)
        snprintf(what, sizeof what, "%s %s through a pointer to %s", verb(a), b->name, mine->name);
    else if (mine && !b)
        snprintf(what, sizeof what, "%s memory outside of %s through a pointer to it", verb(a), mine->name);
    else if (b && !ends_in(b, a))
        snprintf(what, sizeof what, "%s beyond the end of %s", verb(a), b->name);
    else
        return;
    tell(l, what, where);
}

/* The launch ends by this access. */
static void look_at_fault(const looking *l) {
    const gisa_wave_access *a = l->access;
    const uint64_t from = pointers_block(pointers_of(l->wave), l->operands, a->lane);
    const watch_block *mine = from ? watch_block_at(l->watch, from) : NULL;
    const watch_block *b = watch_block_at(l->watch, a->address);
    char what[400], where[80];
    if (b && ends_in(b, a)) /* it may only be read, or is not aligned */
        return;
    snprintf(where, sizeof where, "%u bytes at 0x%llx", a->size, (unsigned long long)a->address);
    if (mine)
        snprintf(what, sizeof what, "%s memory outside of %s through a pointer to it", verb(a), mine->name);
    else
        snprintf(what, sizeof what, "%s memory that may not be touched", verb(a));
    tell(l, what, where);
}

/* By its buffer, which has a place for each lane. GCC's code reaches private memory by addresses as
   well, and shares it. */
static bool is_private(const looking *l) {
    const gisa_observed_launch *launch = watch_launch(l->watch);
    return l->access->address - launch->private_memory < launch->private_bytes + UINT32_MAX &&
           is_private_buffer(l);
}

static void look_at(looking *l) {
    switch ((gisa_wave_space)l->access->space) {
    case GISA_WAVE_SPACE_LDS: look_at_lds(l); return;
    case GISA_WAVE_SPACE_MEMORY:
        if (is_private(l))
            look_at_private(l);
        else
            look_at_block(l);
        return;
    case GISA_WAVE_SPACE_PRIVATE: /* what is not its own is a fault */
    case GISA_WAVE_SPACE_GDS: return;
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Whether nothing is wrong with any of them, as a look at both ends shows. */
static bool is_inside(looking *l, const gisa_observed_row *row) {
    const watch_block *b;
    uint64_t from;
    if (row->space == GISA_WAVE_SPACE_LDS)
        return row->end <= watch_launch(l->watch)->lds_size;
    if (row->space != GISA_WAVE_SPACE_MEMORY || l->operands->is_buffer ||
        !pointers_block_of_all(pointers_of(l->wave), l->operands, row->lanes, &from))
        return false;
    b = block_at(l, row->start);
    if (!b)
        return false;
    return !b->freed && row->end - b->start <= b->size && (!from || from == b->start);
}

static void look_at_row(looking *l, const gisa_observed_row *row) {
    if (is_inside(l, row))
        return;
    for (uint64_t left = row->lanes; left; left &= left - 1) {
        const gisa_wave_access a = watch_element(row, (unsigned)__builtin_ctzll(left));
        l->access = &a; /* cppcheck-suppress autoVariables ; look_at alone reads it */
        look_at(l);
    }
}

static const pointer_operands *operands_of(gisa_watch *watch, const gisa_site *site) {
    void **own = &watch_site_of(site)->own[watch_bounds.number];
    if (!*own && (*own = calloc(1, sizeof(pointer_operands))))
        pointers_operands(watch_isa(watch), &site->insn, *own);
    if (!*own)
        watch_no_memory(watch);
    return *own;
}

static void site_free(void *own) {
    free(own);
}

static void after(gisa_watch *watch, void *self, gisa_observed_wave *wave, const gisa_observed_step *step) {
    looking l = {.watch = watch, .wave = wave, .site = step->site};
    watch_site *facts = watch_site_of(step->site);
    (void)self;
    if (!facts->is_load && !facts->is_store && !pointers_may_change(facts))
        facts->after &= ~(UINT32_C(1) << watch_bounds.number);
    if (!pointers_of(wave) || (step->access_count + step->row_count + step->outside_count &&
                               !(l.operands = operands_of(watch, step->site))))
        return;
    for (uint32_t i = 0; i < step->row_count; i++)
        look_at_row(&l, &step->row[i]);
    for (uint32_t i = 0; i < step->access_count; i++) {
        l.access = &step->access[i];
        look_at(&l);
    }
    for (uint32_t i = 0; i < step->outside_count; i++) {
        l.access = &step->outside[i];
        if (l.access->space == GISA_WAVE_SPACE_LDS)
            look_at_lds(&l);
        else if (is_private_buffer(&l))
            look_at_private(&l);
        else if (step->fault == GISA_CAUSE_ADDRESS)
            look_at_fault(&l);
    }
    pointers_step(pointers_of(wave), watch, wave, step);
}

const watch_check watch_bounds = {.name = "bounds",
                                  .bit = GISA_WATCH_BOUNDS,
                                  .wants_accesses = true,
                                  .number = 1,
                                  .wave_begins = wave_begins,
                                  .wave_ends = wave_ends,
                                  .site_free = site_free,
                                  .after = after};
