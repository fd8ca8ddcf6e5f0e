/* SPDX-License-Identifier: MIT */
/* Elements of memory as rows of all lanes. */
#include "site_rows.h"

#include "insn/body.h"
#include "insn/level.h"

void site_rows_open(row_bases *b, gcn_wave *w, const gisa_op *op) {
    b->exec = *wave_exec(w);
    b->are_there = memory_bases(w, op, b->base);
}

/* ---- what is learned ------------------------------------------------------------------------- */

/* Elements of one lane, in the order of its accesses. */
static bool take_lane(site_rows *s, const gisa_wave_access *a, uint64_t base) {
    for (unsigned k = 0; k < s->count; k++) {
        s->size[k] = a[k].size;
        s->offset[k] = a[k].address - base;
        s->aligned |= a[k].size == 12 ? 15 : a[k].size - 1;
        if (a[k].space != a->space)
            return false;
    }
    s->space = a->space;
    return true;
}

static bool is_alike(const site_rows *s, const gisa_wave_access *a, uint64_t base, unsigned lane) {
    for (unsigned k = 0; k < s->count; k++)
        if (a[k].lane != lane || a[k].size != s->size[k] || a[k].space != s->space ||
            a[k].address != base + s->offset[k])
            return false;
    return (base & s->aligned) == s->rest;
}

/* An address of two registers is not one in LDS, although flat ones may lead there. */
static bool is_plain(const gcn_wave *w, unsigned space) {
    const bool wide = w->address_row[1] || w->address_sum;
    return space == (wide ? GISA_WAVE_SPACE_MEMORY : GISA_WAVE_SPACE_LDS);
}

void site_rows_learn(site_rows *s, const row_bases *b, const gcn_wave *w, const wave_traffic *t) {
    const unsigned lanes = (unsigned)__builtin_popcountll(b->exec),
                   first = (unsigned)__builtin_ctzll(b->exec);
    const gisa_wave_access *a = t->at;
    if (w->fault.kind || !t->count || t->outside->count)
        return;
    *s = (site_rows){.state = SITE_NEVER, .count = (uint8_t)(t->count / lanes)};
    if (t->count > t->room || t->count % lanes || t->count / lanes > SITE_ELEMENTS ||
        !take_lane(s, a, b->base[first]) || !is_plain(w, s->space))
        return;
    if (s->space != GISA_WAVE_SPACE_LDS || !w->lds_aligned)
        s->aligned = 0;
    s->rest = b->base[first] & s->aligned;
    for (uint64_t left = b->exec; left; left &= left - 1, a += s->count) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        if (!is_alike(s, a, b->base[lane], lane))
            return;
    }
    s->state = SITE_KNOWN;
}

/* ---- what is known --------------------------------------------------------------------------- */

/* What all rows of the instruction have in common. False: lanes differ, or are missing. */
static bool look_at_bases(const row_bases *b, const gcn_wave *w, uint64_t *least, uint64_t *greatest) {
    if (b->exec == UINT64_MAX)
        return w->level->look_at_addresses(b->base, least, greatest);
    *least = UINT64_MAX;
    *greatest = 0;
    for (uint64_t left = b->exec; left; left &= left - 1) {
        const uint64_t base = b->base[__builtin_ctzll(left)];
        *least = base < *least ? base : *least;
        *greatest = base > *greatest ? base : *greatest;
    }
    return false;
}

/* Lanes at equal distances are aligned if the first two are. */
static bool is_aligned(const site_rows *s, const row_bases *b, bool regular) {
    uint64_t other = 0;
    for (uint64_t left = regular ? 3 : b->exec; left; left &= left - 1)
        other |= b->base[__builtin_ctzll(left)] ^ s->rest;
    return !(other & s->aligned);
}

uint32_t site_rows_run(const site_rows *s, const row_bases *b, gcn_wave *w, const gisa_op *op,
                       gisa_observed_row *rows) {
    uint64_t least, greatest;
    const bool regular = look_at_bases(b, w, &least, &greatest);
    if ((s->aligned && !is_aligned(s, b, regular)) || !memory_run_near(w, op))
        return 0;
    for (unsigned k = 0; k < s->count; k++) {
        gisa_observed_row *r = &rows[k];
        r->lanes = b->exec;
        r->base = b->base;
        r->offset = s->offset[k];
        r->start = least + s->offset[k];
        r->end = greatest + s->offset[k] + s->size[k];
        r->step = (int64_t)(b->base[1] - b->base[0]);
        r->size = s->size[k];
        r->regular = regular;
        r->space = s->space;
    }
    return s->count;
}
