/* SPDX-License-Identifier: MIT */
/* Counts what the instructions of launches do, by their addresses. */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

struct gisa_profile {
    gisa_observer observer;
    uint32_t banks;
    gisa_profile_row **rows; /* in the order in which they were met, or by address */
    size_t count, room;
    bool sorted, no_memory;
};

/* ---- rows ------------------------------------------------------------------------------------ */

static int by_address(const void *a, const void *b) {
    const gisa_profile_row *const *x = a, *const *y = b;
    return (*x)->pc < (*y)->pc ? -1 : (*x)->pc > (*y)->pc;
}

static gisa_profile_row *keep(gisa_profile *p, uint64_t pc) {
    gisa_profile_row *row;
    if (p->count == p->room) {
        const size_t room = p->room ? 2 * p->room : 256;
        gisa_profile_row **grown = realloc(p->rows, room * sizeof *grown);
        if (!grown)
            return NULL;
        p->rows = grown;
        p->room = room;
    }
    row = calloc(1, sizeof *row);
    if (!row)
        return NULL;
    row->pc = pc;
    p->sorted = false;
    p->rows[p->count++] = row;
    return row;
}

/* Rows with one address become one: several launches, and code that was changed. */
static void merge(gisa_profile_row *to, const gisa_profile_row *from) {
    to->waves += from->waves;
    to->lanes += from->lanes;
    to->jumped += from->jumped;
    to->elements += from->elements;
    to->bytes += from->bytes;
    to->lds_rounds += from->lds_rounds;
    to->lds_quickest += from->lds_quickest;
}

static void sort(gisa_profile *p) {
    size_t count = 0;
    if (p->sorted || !p->count)
        return;
    qsort(p->rows, p->count, sizeof *p->rows, by_address);
    for (size_t i = 0; i < p->count; i++)
        if (count && p->rows[count - 1]->pc == p->rows[i]->pc) {
            merge(p->rows[count - 1], p->rows[i]);
            free(p->rows[i]);
        } else
            p->rows[count++] = p->rows[i];
    p->count = count;
    p->sorted = true;
}

/* ---- counting -------------------------------------------------------------------------------- */

/* Lanes that were active before the instruction, which may change EXEC. */
static bool before(void *ctx, gisa_observed_wave *wave, gisa_site *site) {
    gisa_profile *p = ctx;
    gisa_profile_row *row = site->data;
    if (!row)
        site->data = row = keep(p, site->pc);
    if (row)
        row->lanes += (unsigned)__builtin_popcountll(*wave->exec);
    else
        p->no_memory = true;
    return true;
}

static void count_memory(const gisa_profile *p, gisa_profile_row *row, const gisa_observed_step *step) {
    bool lds = false;
    for (uint32_t i = 0; i < step->access_count; i++) {
        row->elements++;
        row->bytes += step->access[i].size;
        lds |= step->access[i].space == GISA_WAVE_SPACE_LDS;
    }
    if (lds)
        banks_count(p->banks, step->access, step->access_count, row);
}

/* An instruction that waits runs later, and is counted then. */
static bool after(void *ctx, gisa_observed_wave *wave, const gisa_observed_step *step) {
    gisa_profile_row *row = step->site->data;
    if (!row)
        return true;
    if (step->kind == GISA_WAVE_KIND_WAITS) {
        row->lanes -= (unsigned)__builtin_popcountll(*wave->exec);
        return true;
    }
    row->waves++;
    row->jumped += step->kind == GISA_WAVE_KIND_JUMPED;
    count_memory(ctx, row, step);
    return true;
}

/* ---- the interface --------------------------------------------------------------------------- */

gisa_profile *gisa_profile_new(gisa_machine *machine, bool memory) {
    gisa_profile *p = machine ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    p->banks = (uint32_t)gisa_fact(gisa_machine_isa(machine), "lds_banks", 32);
    p->observer = (gisa_observer){.ctx = p, .wants_accesses = memory, .before = before, .after = after};
    return p;
}

void gisa_profile_free(gisa_profile *p) {
    if (!p)
        return;
    for (size_t i = 0; i < p->count; i++)
        free(p->rows[i]);
    free(p->rows);
    free(p);
}

const gisa_observer *gisa_profile_observer(gisa_profile *p) {
    return p ? &p->observer : NULL;
}

gisa_status gisa_profile_at(gisa_profile *p, size_t i, gisa_profile_row *row) {
    if (!p || !row)
        return GISA_STATUS_BAD_ARGUMENT;
    sort(p);
    if (i >= p->count)
        return GISA_STATUS_END;
    *row = *p->rows[i];
    return GISA_OK;
}

/* Equal addresses meet when the rows are sorted. */
void gisa_profile_add(gisa_profile *p, gisa_profile *from) {
    if (!p || !from || p == from)
        return;
    sort(from);
    for (size_t i = 0; i < from->count; i++) {
        gisa_profile_row *row = keep(p, from->rows[i]->pc);
        if (row)
            merge(row, from->rows[i]);
        p->no_memory |= !row;
    }
    p->no_memory |= from->no_memory;
    sort(p);
}

bool gisa_profile_is_whole(const gisa_profile *p) {
    return p && !p->no_memory;
}
