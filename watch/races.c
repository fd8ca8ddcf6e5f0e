/* SPDX-License-Identifier: MIT */
/*
 * Races: two work-items touch the same bytes of LDS or memory, one of them writes, and nothing
 * orders the two. Of each word the last write and up to two reads since then are remembered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "shadow.h"

/* An access, as it is remembered. */
typedef struct side {
    uint32_t wave, time; /* of `order`; time 0: there is none */
    uint32_t site;       /* in racing.sites */
    uint8_t lane;        /* LANE_ALL: the wave */
    uint8_t mask;        /* bytes of the word */
    bool atomic;
} side;

enum { LANE_ALL = 255, READERS = 2 };

typedef struct cell {
    side reader[READERS], writer;
    side again;     /* the last one that wrote what was there already; time 0: none since the writer */
    uint32_t step;  /* in which it was written, */
    uint32_t value; /* and what it was then */
} cell;

typedef struct race_site {
    uint64_t pc;
    uint32_t number;
    bool atomic; /* or looks like one */
    gisa_registers shown;
    bool guesses;   /* what it reads is then replaced if it is still the same */
    uint32_t *held; /* findings that are none if it does that */
    uint32_t held_count;
    size_t held_room;
    uint32_t *told; /* sites that it has been found to race with */
    uint32_t told_count;
    size_t told_room;
} race_site;

/* Of a launch. */
typedef struct racing {
    order order;
    shadow memory;
    race_site **sites;
    uint32_t site_count;
    size_t site_room;
    uint32_t step;
} racing;

/* Of a group. */
typedef struct racing_group {
    uint32_t number;
    uint32_t barriers; /* that its first wave has passed */
    uint32_t words;
    cell *lds; /* of each word */
} racing_group;

typedef struct racing_wave {
    uint32_t number;
    uint32_t barriers; /* that it has passed */
} racing_wave;

static void *begin(gisa_watch *watch) {
    racing *r = calloc(1, sizeof *r);
    (void)watch;
    if (r)
        r->memory.cell = sizeof(cell);
    return r;
}

static void end(gisa_watch *watch, void *self) {
    racing *r = self;
    order_free(&r->order);
    shadow_free(&r->memory);
    for (uint32_t i = 0; i < r->site_count; i++) {
        for (uint32_t k = 0; !r->sites[i]->guesses && k < r->sites[i]->held_count; k++)
            watch_tell(watch, r->sites[i]->held[k]);
        free(r->sites[i]->held);
        free(r->sites[i]->told);
        free(r->sites[i]);
    }
    free(r->sites);
    free(r);
}

static void group_begins(gisa_watch *watch, void *self, gisa_observed_group *group) {
    racing *r = self;
    racing_group *g = calloc(1, sizeof *g);
    if (g) {
        g->words = group->lds_size / 4;
        g->lds = calloc(g->words + 1, sizeof *g->lds);
        g->number = g->lds ? order_add_group(&r->order, group->id) : UINT32_MAX;
    }
    if (!g || g->number == UINT32_MAX)
        watch_no_memory(watch);
    watch_group_of(group)->own[watch_races.number] = g;
}

static void group_ends(gisa_watch *watch, void *self, gisa_observed_group *group) {
    racing_group *g = watch_group_of(group)->own[watch_races.number];
    (void)watch, (void)self;
    if (g)
        free(g->lds);
    free(g);
}

static racing_group *group_of(const gisa_observed_wave *wave) {
    return watch_group_of(wave->group)->own[watch_races.number];
}

static racing_wave *wave_of(const gisa_observed_wave *wave) {
    return watch_wave_of(wave)->own[watch_races.number];
}

static void wave_begins(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    racing *r = self;
    const racing_group *g = group_of(wave);
    racing_wave *w = g && g->number != UINT32_MAX ? calloc(1, sizeof *w) : NULL;
    if (w)
        w->number = order_add_wave(&r->order, g->number, wave->number);
    if (!w || w->number == UINT32_MAX) {
        watch_no_memory(watch);
        free(w);
        w = NULL;
    }
    watch_wave_of(wave)->own[watch_races.number] = w;
}

static void wave_ends(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    (void)watch, (void)self;
    free(wave_of(wave));
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void add_registers(const gisa_operand *o, gisa_registers *set) {
    enum { FIRST_VECTOR = 256 };
    const unsigned first = o->kind == GISA_KIND_VGPR ? FIRST_VECTOR + o->reg : o->reg;
    for (unsigned i = first; i < first + o->count && i < 512; i++)
        set->bits[i / 64] |= UINT64_C(1) << i % 64;
}

static race_site *new_site(gisa_watch *watch, racing *r, const gisa_site *site) {
    const gisa_isa *isa = watch_isa(watch);
    race_site *s = calloc(1, sizeof *s);
    if (!s || !order_grow(&r->sites, r->site_count, &r->site_room, sizeof *r->sites)) {
        free(s);
        watch_no_memory(watch);
        return NULL;
    }
    *s = (race_site){.pc = site->pc, .number = r->site_count, .atomic = watch_site_of(site)->is_atomic};
    for (unsigned i = 0; i < site->insn.operand_count; i++) {
        const gisa_operand *o = &site->insn.operand[i];
        gisa_operand_info info;
        if (gisa_form_operand(isa, site->insn.form, i, &info) != GISA_OK)
            continue;
        s->atomic |= info.role == GISA_ROLE_GLC && o->value;
        if (o->count && (o->access & GISA_ACCESS_READ))
            add_registers(o, &s->shown);
    }
    r->sites[r->site_count++] = s;
    return s;
}

static const race_site *site_of(gisa_watch *watch, racing *r, gisa_site *site) {
    void **own = &watch_site_of(site)->own[watch_races.number];
    if (!*own)
        *own = new_site(watch, r, site);
    return *own;
}

/* ---- what is found --------------------------------------------------------------------------- */

/* What is being done. */
typedef struct doing {
    gisa_watch *watch;
    racing *r;
    gisa_observed_wave *wave;
    const gisa_site *at;
    const race_site *site;
    const gisa_wave_access *access;
    uint64_t word;
    side side;
} doing;

static void place_item(const gisa_watch *watch, const uint32_t group[3], uint32_t number, uint32_t item[3]) {
    const gisa_launch *asked = watch_launch(watch)->asked;
    uint32_t size[3];
    for (unsigned i = 0; i < 3; i++) { /* groups at the edges of the grid are smaller */
        const bool is_there = !asked->dimensions || i < asked->dimensions;
        const uint32_t whole = is_there && asked->group[i] ? asked->group[i] : 1,
                       grid = is_there && asked->grid[i] ? asked->grid[i] : 1;
        const uint64_t left = grid - (uint64_t)group[i] * whole;
        size[i] = left < whole ? (uint32_t)left : whole;
    }
    item[0] = number % size[0];
    item[1] = number / size[0] % size[1];
    item[2] = number / size[0] / size[1];
}

/* "work-item 5,0,0 of work-group 0,0,0 wrote LDS byte 16 here" */
static void say_other(const doing *d, const side *other, bool wrote, char *text, size_t room) {
    const order_wave *w = &d->r->order.waves[other->wave];
    const uint32_t *id = d->r->order.groups[w->group].id;
    const bool whole = other->lane == LANE_ALL, lds = d->access->space == GISA_WAVE_SPACE_LDS;
    const uint64_t byte = d->word + (unsigned)__builtin_ctz(other->mask & d->side.mask);
    uint32_t item[3];
    place_item(d->watch, id, w->number * GISA_WAVE_LANES + (whole ? 0 : other->lane), item);
    snprintf(text, room, "%s %u,%u,%u of work-group %u,%u,%u %s %s 0x%llx here",
             whole ? "the wave of work-item" : "work-item", item[0], item[1], item[2], id[0], id[1], id[2],
             wrote ? "wrote" : "read", lds ? "LDS byte" : "the byte at", (unsigned long long)byte);
}

/* Two instructions are reported once, whichever comes first. */
static bool is_told(const doing *d, uint32_t other) {
    race_site *s = d->r->sites[other], *own = d->r->sites[d->site->number];
    for (uint32_t i = 0; s != own && i < s->told_count; i++)
        if (s->told[i] == own->number)
            return true;
    for (uint32_t i = 0; i < own->told_count; i++)
        if (own->told[i] == other)
            return false;
    if (order_grow(&own->told, own->told_count, &own->told_room, sizeof *own->told))
        own->told[own->told_count++] = other;
    return false;
}

static void hold(const doing *d, uint32_t number) {
    race_site *s = d->r->sites[d->site->number];
    for (uint32_t i = 0; i < s->held_count; i++)
        if (s->held[i] == number)
            return;
    if (order_grow(&s->held, s->held_count, &s->held_room, sizeof *s->held))
        s->held[s->held_count++] = number;
    else
        watch_tell(d->watch, number);
}

static void tell(const doing *d, const side *other, bool wrote, bool writes) {
    const order_wave *w = &d->r->order.waves[other->wave];
    const bool same = w->group == d->r->order.waves[d->side.wave].group;
    char what[160], other_what[160];
    if (is_told(d, other->site))
        return;
    say_other(d, other, wrote, other_what, sizeof other_what);
    if (other->wave == d->side.wave)
        snprintf(what, sizeof what, "writes different values to the same %s in several work-items",
                 d->access->space == GISA_WAVE_SPACE_LDS ? "LDS" : "memory");
    else
        snprintf(what, sizeof what, "%s %s that another work-item %s has %s, with no %s in between",
                 writes ? "writes" : "reads", d->access->space == GISA_WAVE_SPACE_LDS ? "LDS" : "memory",
                 same ? "of the group" : "of another group", wrote ? "written" : "read",
                 same ? "barrier" : "order");
    const bool held = !writes && other->atomic;
    const uint32_t number =
        watch_found(d->watch, &(watch_report){.check = &watch_races,
                                              .wave = d->wave,
                                              .site = d->at,
                                              .lane = d->side.lane == LANE_ALL ? GISA_WAVE_ALL : d->side.lane,
                                              .what = what,
                                              .other_pc = d->r->sites[other->site]->pc,
                                              .other_what = other_what,
                                              .registers = d->site->shown,
                                              .held = held});
    if (held)
        hold(d, number);
}

static bool is_ordered(const doing *d, const side *s) {
    return order_is_known(&d->r->order, s->wave, s->time, d->side.wave);
}

/* Whether both touch a byte, and nothing orders them. Machine code does not tell a store that is
   atomic from one that is not: beside atomic accesses it is taken to be one. */
static bool races(const doing *d, const side *s, bool s_writes, bool writes) {
    const bool both_may_be_atomic = (s->atomic && (d->side.atomic || writes)) || (d->side.atomic && s_writes);
    return s->time && (s->mask & d->side.mask) && !both_may_be_atomic && !is_ordered(d, s);
}

/* ---- values of one instruction --------------------------------------------------------------- */

/* Whether two lanes store the same: the registers that are neither address nor anything else. */
static bool is_same_value(const doing *d, unsigned a, unsigned b) {
    const gisa_isa *isa = watch_isa(d->watch);
    const gisa_insn *insn = &d->at->insn;
    const uint32_t kept = d->access->size >= 4 ? UINT32_MAX : (UINT32_C(1) << 8 * d->access->size) - 1;
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        gisa_operand_info info;
        if (o->kind != GISA_KIND_VGPR || !(o->access & GISA_ACCESS_READ) ||
            gisa_form_operand(isa, insn->form, i, &info) != GISA_OK || info.role == GISA_ROLE_ADDRESS)
            continue;
        for (unsigned k = 0; k < o->count && o->reg + k < d->wave->vgpr_count; k++)
            if ((d->wave->vgpr[o->reg + k][a] ^ d->wave->vgpr[o->reg + k][b]) & kept)
                return false;
    }
    return true;
}

/* ---- one word -------------------------------------------------------------------------------- */

/* A load that only guesses what an atomic access will find may race with others: what matters is
   compared once more. */
static void learn_guesses(const doing *d, const cell *c) {
    for (unsigned i = 0; i < READERS; i++)
        if (c->reader[i].time && c->reader[i].wave == d->side.wave)
            d->r->sites[c->reader[i].site]->guesses = true;
}

static uint32_t value_of(const doing *d) {
    const gisa_observed_group *g = d->wave->group;
    uint32_t value = 0;
    if (d->access->space != GISA_WAVE_SPACE_LDS)
        gisa_machine_read(watch_machine(d->watch), d->word, &value, sizeof value);
    else if (d->word + sizeof value <= g->lds_size)
        memcpy(&value, g->lds + d->word, sizeof value);
    return value;
}

/* Whether a write has left all its bytes as the last writer had left them: then it makes no
   difference who was the last one. */
static bool changes_nothing(const cell *c, const side *write, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        if ((write->mask >> i & 1) && (!(c->writer.mask >> i & 1) || ((c->value ^ value) >> 8 * i & 0xff)))
            return false;
    return c->writer.time;
}

/* Several lanes of one instruction. */
static void look_at_lanes(const doing *d, const cell *c) {
    const side *w = &c->writer;
    if ((w->mask & d->side.mask) && !d->side.atomic && w->lane != d->side.lane &&
        !is_same_value(d, w->lane, d->side.lane))
        tell(d, w, true, true);
}

static void write_word(const doing *d, cell *c) {
    const uint32_t value = value_of(d);
    const bool in_step = c->writer.wave == d->side.wave && c->step == d->r->step;
    if (watch_site_of(d->at)->is_guess)
        learn_guesses(d, c);
    if (in_step)
        look_at_lanes(d, c);
    else if (changes_nothing(c, &d->side, value)) {
        c->again = d->side;
        return;
    } else if (races(d, &c->writer, true, true))
        tell(d, &c->writer, true, true);
    for (unsigned i = 0; !in_step && i < READERS; i++)
        if (races(d, &c->reader[i], false, true))
            tell(d, &c->reader[i], false, true);
    memset(c->reader, 0, sizeof c->reader);
    c->again.time = 0;
    c->writer = d->side;
    c->value = value;
    c->step = d->r->step;
}

static void read_word(const doing *d, cell *c) {
    const side *last = &c->reader[0];
    if (last->wave == d->side.wave && last->time == d->side.time && !(d->side.mask & ~last->mask))
        return; /* nothing has been written since */
    const bool is_known = c->again.time && is_ordered(d, &c->again);
    if (!is_known && races(d, &c->writer, true, false))
        tell(d, &c->writer, true, false);
    for (unsigned i = 0; i < READERS; i++) {
        side *s = &c->reader[i];
        if (!s->time || s->wave == d->side.wave || i == READERS - 1 || is_ordered(d, s)) {
            *s = d->side;
            return;
        }
    }
}

/* An atomic access sees what was before the write that it reads. */
static void take(const doing *d, const cell *c) {
    if (c->writer.time && !order_take(&d->r->order, d->side.wave, c->writer.wave, c->writer.time))
        watch_no_memory(d->watch);
}

static void look_at_word(const doing *d, cell *c) {
    const bool reads = d->access->access & GISA_ACCESS_READ, writes = d->access->access & GISA_ACCESS_WRITE;
    if (reads && d->side.atomic)
        take(d, c);
    if (writes)
        write_word(d, c);
    else if (reads)
        read_word(d, c);
}

/* ---- accesses -------------------------------------------------------------------------------- */

static bool is_private(const gisa_watch *watch, uint64_t address) {
    const gisa_observed_launch *l = watch_launch(watch);
    return l->private_memory && address - l->private_memory < l->private_bytes;
}

static cell *cell_at(const doing *d, const racing_group *g) {
    if (d->access->space != GISA_WAVE_SPACE_LDS)
        return shadow_at(&d->r->memory, d->word);
    return d->word / 4 < g->words ? &g->lds[d->word / 4] : NULL;
}

static void look_at(doing *d, const racing_group *g) {
    const uint64_t first = d->access->address, last = first + d->access->size;
    for (d->word = first & ~UINT64_C(3); d->word < last; d->word += 4) {
        const unsigned from = d->word < first ? (unsigned)(first - d->word) : 0,
                       to = last - d->word < 4 ? (unsigned)(last - d->word) : 4;
        cell *c = cell_at(d, g);
        if (!c) {
            watch_no_memory(d->watch);
            return;
        }
        d->side.mask = (uint8_t)((1u << to) - (1u << from));
        look_at_word(d, c);
    }
}

static void look_at_element(doing *d, const racing_group *g, const gisa_wave_access *a) {
    d->access = a;
    d->side.lane = a->lane == GISA_WAVE_ALL ? LANE_ALL : (uint8_t)a->lane;
    if (a->space == GISA_WAVE_SPACE_LDS ||
        (a->space == GISA_WAVE_SPACE_MEMORY && !is_private(d->watch, a->address)))
        look_at(d, g);
}

static void look_at_row(doing *d, const racing_group *g, const gisa_observed_row *row) {
    for (uint64_t left = row->lanes; left; left &= left - 1) {
        const gisa_wave_access a = watch_element(row, (unsigned)__builtin_ctzll(left));
        look_at_element(d, g, &a);
    }
}

/* The first wave of a group that passes a barrier shows that all have come. */
static void pass_barrier(racing *r, racing_group *g, racing_wave *w) {
    const bool first = ++w->barriers > g->barriers;
    if (first)
        g->barriers = w->barriers;
    order_pass(&r->order, w->number, first);
}

static void after(gisa_watch *watch, void *self, gisa_observed_wave *wave, const gisa_observed_step *step) {
    racing *r = self;
    racing_group *g = group_of(wave);
    racing_wave *w = wave_of(wave);
    doing d = {.watch = watch, .r = r, .wave = wave, .at = step->site};
    if (!g || !w)
        return;
    if (watch_site_of(step->site)->is_barrier && step->kind != GISA_WAVE_KIND_WAITS)
        pass_barrier(r, g, w);
    if (watch_site_of(step->site)->is_wide_barrier && step->kind != GISA_WAVE_KIND_WAITS)
        order_pass_all(&r->order, w->number);
    if (!(step->access_count + step->row_count) || !(d.site = site_of(watch, r, step->site)))
        return;
    r->step++;
    d.side =
        (side){.wave = w->number, .time = r->order.time, .site = d.site->number, .atomic = d.site->atomic};
    for (uint32_t i = 0; i < step->row_count; i++)
        look_at_row(&d, g, &step->row[i]);
    for (uint32_t i = 0; i < step->access_count; i++)
        look_at_element(&d, g, &step->access[i]);
    if (d.site->atomic && watch_site_of(step->site)->is_store)
        r->order.time++;
}

const watch_check watch_races = {.name = "races",
                                 .bit = GISA_WATCH_RACES,
                                 .wants_accesses = true,
                                 .number = 2,
                                 .begin = begin,
                                 .end = end,
                                 .group_begins = group_begins,
                                 .group_ends = group_ends,
                                 .wave_begins = wave_begins,
                                 .wave_ends = wave_ends,
                                 .after = after};
