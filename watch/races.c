/* SPDX-License-Identifier: MIT */
/*
 * Races: two work-items touch the same bytes of LDS or memory, one of them writes, and nothing
 * orders the two.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "race_cells.h"
#include "shadow.h"

enum { KNOWN = 64 };

typedef struct epoch {
    uint32_t wave, time; /* of `order` */
} epoch;

typedef struct race_site {
    uint64_t pc;
    uint32_t number;
    const watch_site *facts;
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
    epoch *epochs; /* the first one stands for none */
    size_t epoch_count, epoch_room;
} racing;

/* Of a group. */
typedef struct racing_group {
    uint32_t number;
    uint32_t barriers; /* that its first wave has passed */
    uint32_t words;
    cell *lds; /* of each word */
    line *lines;
} racing_group;

typedef struct racing_wave {
    uint32_t number;
    uint32_t barriers;     /* that it has passed */
    uint32_t epoch;        /* the last one; 0: none */
    uint32_t known[KNOWN]; /* epochs that are ordered before what it does, by their numbers' low bits */
    uint32_t other;        /* one that is not, of those its instruction has met; 0: none yet */
} racing_wave;

static void *begin(gisa_watch *watch) {
    racing *r = calloc(1, sizeof *r);
    (void)watch;
    if (!r)
        return NULL;
    r->memory.cell = sizeof(cell);
    r->memory.line = sizeof(line);
    if (!order_grow(&r->epochs, 0, &r->epoch_room, sizeof *r->epochs)) {
        free(r);
        return NULL;
    }
    r->epochs[r->epoch_count++] = (epoch){0, 0};
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
    free(r->epochs);
    free(r);
}

static void group_begins(gisa_watch *watch, void *self, gisa_observed_group *group) {
    racing *r = self;
    racing_group *g = calloc(1, sizeof *g);
    if (g) {
        g->words = group->lds_size / 4;
        g->lds = calloc(g->words + LINE_WORDS, sizeof *g->lds);
        g->lines = calloc(g->words / LINE_WORDS + 1, sizeof *g->lines);
        g->number = g->lds && g->lines ? order_add_group(&r->order, group->id) : UINT32_MAX;
    }
    if (!g || g->number == UINT32_MAX)
        watch_no_memory(watch);
    watch_group_of(group)->own[watch_races.number] = g;
}

static void group_ends(gisa_watch *watch, void *self, gisa_observed_group *group) {
    racing_group *g = watch_group_of(group)->own[watch_races.number];
    (void)watch, (void)self;
    if (g) {
        free(g->lds);
        free(g->lines);
    }
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
    if (!s || r->site_count == MOST_SITES ||
        !order_grow(&r->sites, r->site_count, &r->site_room, sizeof *r->sites)) {
        free(s);
        watch_no_memory(watch);
        return NULL;
    }
    *s = (race_site){.pc = site->pc,
                     .number = r->site_count,
                     .facts = watch_site_of(site),
                     .atomic = watch_site_of(site)->is_atomic};
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

enum { ROW_BYTES = 2048 };

/* What is being done. */
typedef struct doing {
    gisa_watch *watch;
    racing *r;
    gisa_observed_wave *wave;
    const gisa_site *at;
    const race_site *site;
    const gisa_wave_access *access;
    uint64_t word;
    uint32_t rows; /* that the instruction has */
    racing_wave *own;
    side side;
    uint8_t values[ROW_BYTES];
} doing;

static epoch epoch_of(const doing *d, const side *s) {
    return d->r->epochs[s->epoch];
}

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
    const order_wave *w = &d->r->order.waves[epoch_of(d, other).wave];
    const uint32_t *id = d->r->order.groups[w->group].id;
    const bool whole = lane_in(*other) == LANE_ALL, lds = d->access->space == GISA_WAVE_SPACE_LDS;
    const uint64_t byte = d->word + (unsigned)__builtin_ctz(mask_in(*other) & mask_in(d->side));
    uint32_t item[3];
    place_item(d->watch, id, w->number * GISA_WAVE_LANES + (whole ? 0 : lane_in(*other)), item);
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
    const uint32_t wave = epoch_of(d, other).wave;
    const order_wave *w = &d->r->order.waves[wave];
    const bool same = w->group == d->r->order.waves[d->own->number].group;
    char what[160], other_what[160];
    if (is_told(d, site_in(*other)))
        return;
    say_other(d, other, wrote, other_what, sizeof other_what);
    if (wave == d->own->number)
        snprintf(what, sizeof what, "writes different values to the same %s in several work-items",
                 d->access->space == GISA_WAVE_SPACE_LDS ? "LDS" : "memory");
    else
        snprintf(what, sizeof what, "%s %s that another work-item %s has %s, with no %s in between",
                 writes ? "writes" : "reads", d->access->space == GISA_WAVE_SPACE_LDS ? "LDS" : "memory",
                 same ? "of the group" : "of another group", wrote ? "written" : "read",
                 same ? "barrier" : "order");
    const bool held = !writes && is_atomic(*other);
    const uint32_t number = watch_found(
        d->watch, &(watch_report){.check = &watch_races,
                                  .wave = d->wave,
                                  .site = d->at,
                                  .lane = lane_in(d->side) == LANE_ALL ? GISA_WAVE_ALL : lane_in(d->side),
                                  .what = what,
                                  .other_pc = d->r->sites[site_in(*other)]->pc,
                                  .other_what = other_what,
                                  .registers = d->site->shown,
                                  .held = held});
    if (held)
        hold(d, number);
}

/* What is known stays known. */
static bool is_ordered(const doing *d, const side *s) {
    const epoch e = epoch_of(d, s);
    const bool known = d->own->known[s->epoch % KNOWN] == s->epoch ||
                       order_is_known(&d->r->order, e.wave, e.time, d->own->number);
    if (known)
        d->own->known[s->epoch % KNOWN] = s->epoch;
    else
        d->own->other = s->epoch;
    return known;
}

/* Whether both touch a byte, and nothing orders them. Machine code does not tell a store that is
   atomic from one that is not: beside atomic accesses it is taken to be one. */
static bool races(const doing *d, const side *s, bool s_writes, bool writes) {
    const bool both_may_be_atomic =
        (is_atomic(*s) && (d->site->atomic || writes)) || (d->site->atomic && s_writes);
    return s->epoch && (mask_in(*s) & mask_in(d->side)) && !both_may_be_atomic && !is_ordered(d, s);
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
        if (c->reader[i].epoch && epoch_of(d, &c->reader[i]).wave == d->own->number)
            d->r->sites[site_in(c->reader[i])]->guesses = true;
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
        if ((mask_in(*write) >> i & 1) &&
            (!(mask_in(c->writer) >> i & 1) || ((c->value ^ value) >> 8 * i & 0xff)))
            return false;
    return c->writer.epoch;
}

/* Several lanes of one instruction. */
static void look_at_lanes(const doing *d, const cell *c) {
    const side *w = &c->writer;
    if ((mask_in(*w) & mask_in(d->side)) && !d->site->atomic && lane_in(*w) != lane_in(d->side) &&
        !is_same_value(d, lane_in(*w), lane_in(d->side)))
        tell(d, w, true, true);
}

static void write_word(const doing *d, cell *c) {
    const uint32_t value = value_of(d);
    const bool in_step = c->writer.epoch == d->side.epoch && c->step == d->r->step;
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
    c->again.epoch = 0;
    c->writer = d->side;
    c->value = value;
    c->step = d->r->step;
}

static void read_word(const doing *d, cell *c) {
    const side *last = &c->reader[0];
    if (last->epoch == d->side.epoch && !(mask_in(d->side) & ~mask_in(*last)))
        return; /* nothing has been written since */
    const bool is_known = c->again.epoch && is_ordered(d, &c->again);
    if (!is_known && races(d, &c->writer, true, false))
        tell(d, &c->writer, true, false);
    for (unsigned i = 0; i < READERS; i++) {
        side *s = &c->reader[i];
        if (!s->epoch || epoch_of(d, s).wave == d->own->number || i == READERS - 1 || is_ordered(d, s)) {
            *s = d->side;
            return;
        }
    }
}

/* An atomic access sees what was before the write that it reads. */
static void take(const doing *d, const cell *c) {
    const epoch e = epoch_of(d, &c->writer);
    if (c->writer.epoch && !order_take(&d->r->order, d->own->number, e.wave, e.time))
        watch_no_memory(d->watch);
}

/* A barrier did not wait for the store that another wave now touches. */
static void look_at_store(const doing *d, const cell *c) {
    const side *w = &c->writer;
    const uint32_t wave = epoch_of(d, w).wave;
    const uint32_t number =
        w->epoch && wave != d->own->number ? d->r->sites[site_in(*w)]->facts->unwaited : 0;
    if (number && d->r->order.waves[wave].group == d->r->order.waves[d->own->number].group)
        watch_tell(d->watch, number);
}

static void look_at_word(const doing *d, cell *c) {
    const bool reads = d->access->access & GISA_ACCESS_READ, writes = d->access->access & GISA_ACCESS_WRITE;
    look_at_store(d, c);
    if (reads && d->site->atomic)
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

/* A word's line is split when one cell is asked for; `at` is the number of the word among the
   cells. */
static cell *cell_in(cell *cells, line *lines, uint64_t at) {
    line *l = &lines[at / LINE_WORDS];
    if (!l->is_split)
        line_split(l, &cells[at / LINE_WORDS * LINE_WORDS]);
    return &cells[at];
}

static cell *cell_at(const doing *d, const racing_group *g) {
    const shadow_page *page;
    if (d->access->space == GISA_WAVE_SPACE_LDS)
        return d->word / 4 < g->words ? cell_in(g->lds, g->lines, d->word / 4) : NULL;
    page = shadow_page_at(&d->r->memory, d->word);
    return page ? cell_in((cell *)page->cells, (line *)page->lines, d->word / 4 % SHADOW_WORDS) : NULL;
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
        d->side = side_make(d->side.epoch, d->site->number, lane_in(d->side), (1u << to) - (1u << from),
                            d->site->atomic);
        look_at_word(d, c);
    }
}

static void look_at_element(doing *d, const racing_group *g, const gisa_wave_access *a) {
    d->access = a;
    d->side = side_make(d->side.epoch, d->site->number, a->lane == GISA_WAVE_ALL ? LANE_ALL : a->lane, 0,
                        d->site->atomic);
    if (a->space == GISA_WAVE_SPACE_LDS ||
        (a->space == GISA_WAVE_SPACE_MEMORY && !is_private(d->watch, a->address)))
        look_at(d, g);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Whether there is no such access, or it is ordered before: mostly known already, either way. */
static inline bool is_before(const doing *d, const uint32_t *known, const side *s) {
    return !s->epoch || known[s->epoch % KNOWN] == s->epoch ||
           (s->epoch != d->own->other && is_ordered(d, s));
}

/* Most reads and writes do not race, and a short look shows it; false: nothing has been done. */
static inline bool read_quickly(const doing *d, cell *c, side own, const uint32_t *known) {
    unsigned i;
    if ((c->reader[0].epoch == own.epoch && mask_in(c->reader[0]) == WHOLE) ||
        (c->reader[1].epoch == own.epoch && mask_in(c->reader[1]) == WHOLE))
        return true;
    if (!is_before(d, known, &c->writer))
        return false;
    i = is_before(d, known, &c->reader[0]) ? 0 : READERS - 1;
    c->reader[i] = own;
    return true;
}

static inline bool write_quickly(const doing *d, cell *c, side own, const uint32_t *known, uint32_t step,
                                 uint32_t value) {
    if ((c->step == step && c->writer.epoch == own.epoch) || !is_before(d, known, &c->writer) ||
        !is_before(d, known, &c->reader[0]) || !is_before(d, known, &c->reader[1]))
        return false;
    if (c->writer.epoch && mask_in(c->writer) == WHOLE && c->value == value)
        c->again = own;
    else
        *c = (cell){.writer = own, .value = value, .step = step};
    return true;
}

/* Words that lie one after another, with their cells; `values` is what is in memory now. */
typedef struct words {
    uint64_t start, end;   /* addresses, multiples of 4 */
    cell *cells;           /* of all words there are side by side; */
    line *lines;           /* likewise; */
    uint64_t first;        /* the number of the word at `start` */
    const uint8_t *values; /* NULL: not known */
} words;

/* Those of elements from `start` on, as many as have cells side by side. */
static bool find_words(const doing *d, const racing_group *g, uint8_t space, uint64_t start, words *w) {
    *w = (words){.start = start & ~UINT64_C(3)};
    if (space == GISA_WAVE_SPACE_LDS) {
        w->first = w->start / 4;
        w->end = 4 * (uint64_t)g->words;
        w->cells = w->start < w->end ? g->lds : NULL;
        w->lines = g->lines;
        w->values = d->wave->group->lds + w->start;
        return w->cells;
    }
    const shadow_page *page = shadow_page_at(&d->r->memory, w->start);
    w->first = w->start / 4 % SHADOW_WORDS;
    w->end = shadow_end(w->start);
    w->cells = page ? (cell *)page->cells : NULL;
    w->lines = page ? (line *)page->lines : NULL;
    if (!page)
        watch_no_memory(d->watch);
    return page;
}

/* That of the word at an address. */
static inline cell *cell_of_words(const words *w, uint64_t address) {
    return cell_in(w->cells, w->lines, w->first + (address - w->start) / 4);
}

/* Whether the element is whole words of those. */
static inline bool has_element(const words *w, uint64_t address, uint32_t size) {
    return !((address | size) & 3) && address >= w->start && address + size <= w->end;
}

/* Whether the row is whole words of those, one element after another. */
static inline bool has_run(const words *w, const gisa_observed_row *row) {
    return watch_is_run(row) && has_element(w, row->start, (uint32_t)(row->end - row->start)) &&
           row->size % 4 == 0;
}

/* ---- lines of 64 words ----------------------------------------------------------------------- */

/* What a run does to one of them. */
typedef struct run {
    const doing *d;
    run_side side;
    const uint8_t *values; /* that are there now */
    bool alone;            /* the instruction has no other rows */
} run;

/* As read_quickly of each word; false: nothing has been done. */
static bool read_line(const run *r, line *l) {
    const uint32_t *known = r->d->own->known;
    const bool all = l->read == UINT64_MAX, same = l->reader.first.epoch == r->side.first.epoch;
    if (l->read && same && all)
        return true;
    if (!is_before(r->d, known, &l->writer.first) ||
        (l->read && (same ? !run_is_same(&l->reader, &r->side) : !is_before(r->d, known, &l->reader.first))))
        return false;
    l->reader = r->side;
    l->read = UINT64_MAX;
    return true;
}

/* Some words are as they were: of these the last writer, who is the same one, and readers stay. */
static bool repeat_line(const run *r, line *l, uint64_t changed) {
    if (changed && (!r->alone || !run_is_same(&l->writer, &r->side)))
        return false;
    l->read &= ~changed;
    l->repeated = ~changed;
    l->again = r->side;
    if (changed) {
        l->step = r->d->r->step;
        memcpy(l->value, r->values, sizeof l->value);
    }
    return true;
}

/* As write_quickly of each word. */
static bool write_line(const run *r, line *l) {
    const uint32_t *known = r->d->own->known, step = r->d->r->step;
    uint64_t changed = UINT64_MAX;
    if ((l->step == step && l->writer.first.epoch == r->side.first.epoch) ||
        !is_before(r->d, known, &l->writer.first) || (l->read && !is_before(r->d, known, &l->reader.first)))
        return false;
    if (l->writer.first.epoch)
        changed = line_changed(l, r->values);
    if (changed != UINT64_MAX)
        return repeat_line(r, l, changed);
    line_join(l, &r->side, step, r->values);
    return true;
}

/* Words of a split line; those that are open. */
static uint64_t read_cells(const run *r, cell *c) {
    uint64_t open = 0;
    for (unsigned i = 0; i < LINE_WORDS; i++) {
        const side own = {r->side.first.epoch, r->side.first.what + (i >> r->side.shift << 5)};
        open |= (uint64_t)!read_quickly(r->d, &c[i], own, r->d->own->known) << i;
    }
    return open;
}

/* Where all have been written and changed, the line stands for its cells again. */
static uint64_t write_cells(const run *r, line *l, cell *c) {
    const uint32_t step = r->d->r->step;
    uint64_t open = 0;
    bool joins = l->splits < LINE_SPLITS;
    for (unsigned i = 0; i < LINE_WORDS; i++) {
        const side own = {r->side.first.epoch, r->side.first.what + (i >> r->side.shift << 5)};
        uint32_t value;
        memcpy(&value, r->values + 4 * i, sizeof value);
        open |= (uint64_t)!write_quickly(r->d, &c[i], own, r->d->own->known, step, value) << i;
        joins &= c[i].step == step;
    }
    if (joins && !open)
        line_join(l, &r->side, step, r->values);
    return open;
}

/* Open words of a line. */
static uint64_t look_at_line(const run *r, line *l, cell *cells, bool reads) {
    if (!l->is_split && (reads ? read_line(r, l) : write_line(r, l)))
        return 0;
    if (!l->is_split)
        line_split(l, cells);
    return reads ? read_cells(r, cells) : write_cells(r, l, cells);
}

/* Lanes of which some words are open: 1 << shift words are a lane's. */
static uint64_t lanes_of(uint64_t open, unsigned shift) {
    uint64_t lanes = 0;
    for (uint64_t left = open; left; left &= left - 1)
        lanes |= UINT64_C(1) << (__builtin_ctzll(left) >> shift);
    return lanes;
}

/* Whether such a row is whole lines. */
static bool has_lines(const words *w, const gisa_observed_row *row) {
    return row->size <= 16 && !(row->size & (row->size - 1)) &&
           (w->first + (row->start - w->start) / 4) % LINE_WORDS == 0;
}

/* Lanes of such a row that need a closer look. */
static uint64_t look_at_lines(const doing *d, const words *w, const gisa_observed_row *row, bool reads) {
    const unsigned shift = row->size == 4 ? 0 : row->size == 8 ? 1 : 2, lanes = LINE_WORDS >> shift;
    uint64_t open = 0;
    run r = {.d = d, .alone = d->rows == 1, .side.shift = shift};
    for (unsigned first = 0; first < GISA_WAVE_LANES; first += lanes) {
        const uint64_t from = row->start - w->start + (uint64_t)first * row->size,
                       number = (w->first + from / 4) / LINE_WORDS;
        r.side.first = side_make(d->side.epoch, d->site->number, first, WHOLE, false);
        r.values = w->values + from;
        open |= lanes_of(look_at_line(&r, &w->lines[number], &w->cells[number * LINE_WORDS], reads), shift)
                << first;
    }
    return open;
}

/* ---- runs and scattered elements ------------------------------------------------------------- */

/* Lanes of such a row that need a closer look. */
static uint64_t read_run(const doing *d, const words *w, const gisa_observed_row *row) {
    const uint32_t now = d->side.epoch, site = d->site->number, *known = d->own->known;
    uint64_t open = 0, address = row->start;
    for (unsigned lane = 0; lane < GISA_WAVE_LANES; lane++) {
        bool good = true;
        for (uint32_t i = 0; i < row->size; i += 4, address += 4)
            good &=
                read_quickly(d, cell_of_words(w, address), side_make(now, site, lane, WHOLE, false), known);
        open |= (uint64_t)!good << lane;
    }
    return open;
}

static uint64_t write_run(const doing *d, const words *w, const gisa_observed_row *row) {
    const uint32_t now = d->side.epoch, site = d->site->number, *known = d->own->known, step = d->r->step;
    const uint8_t *values = w->values + (row->start - w->start);
    uint64_t open = 0, address = row->start;
    for (unsigned lane = 0; lane < GISA_WAVE_LANES; lane++) {
        bool good = true;
        for (uint32_t i = 0; i < row->size; i += 4, address += 4, values += 4) {
            uint32_t value;
            memcpy(&value, values, sizeof value);
            good &= write_quickly(d, cell_of_words(w, address), side_make(now, site, lane, WHOLE, false),
                                  known, step, value);
        }
        open |= (uint64_t)!good << lane;
    }
    return open;
}

/* Whether the words of a lane's element need no closer look. */
static bool read_element(const doing *d, const words *w, const gisa_observed_row *row, unsigned lane) {
    const uint64_t address = row->base[lane] + row->offset;
    const side own = side_make(d->side.epoch, d->site->number, lane, WHOLE, false);
    bool good = has_element(w, address, row->size);
    for (uint64_t i = 0; good && i < row->size; i += 4)
        good = read_quickly(d, cell_of_words(w, address + i), own, d->own->known);
    return good;
}

/* Lanes of a section, of those given, that need no closer look; a lane that reads what the one
   before has read needs none if that one does not. */
static uint64_t read_section(const doing *d, const words *w, const gisa_observed_row *row, unsigned first,
                             uint64_t lanes) {
    uint64_t done = 0;
    for (uint64_t left = lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left), lane = first + i;
        const bool again = i && (done >> (i - 1) & 1) && row->base[lane] == row->base[lane - 1];
        done |= (uint64_t)(again || read_element(d, w, row, lane)) << i;
    }
    return done;
}

/* Lanes that need a closer look. Tiles read the same in a whole section, or what the section before
   has read. */
static uint64_t read_words(const doing *d, const words *w, const gisa_observed_row *row, uint64_t lanes) {
    enum { SECTION = 16, ALL = (1 << SECTION) - 1 };
    uint64_t done = 0, now = 0;
    for (unsigned first = 0; first < GISA_WAVE_LANES; first += SECTION) {
        const uint64_t *base = row->base + first, active = lanes >> first & ALL;
        if (active != ALL)
            now = read_section(d, w, row, first, active);
        else if (!first || memcmp(base, base - SECTION, SECTION * sizeof *base))
            now = memcmp(base, base + 1, (SECTION - 1) * sizeof *base)
                      ? read_section(d, w, row, first, ALL)
                      : (read_element(d, w, row, first) ? ALL : 0);
        done |= now << first;
    }
    return lanes & ~done;
}

static uint64_t write_words(const doing *d, const words *w, const gisa_observed_row *row, uint64_t lanes) {
    const uint32_t now = d->side.epoch, site = d->site->number, *known = d->own->known, step = d->r->step;
    uint64_t open = 0;
    for (uint64_t left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        const uint64_t address = row->base[lane] + row->offset, from = address - w->start;
        bool good = has_element(w, address, row->size);
        for (uint64_t i = 0; good && i < row->size; i += 4) {
            uint32_t value;
            memcpy(&value, w->values + from + i, sizeof value);
            good = write_quickly(d, cell_of_words(w, address + i), side_make(now, site, lane, WHOLE, false),
                                 known, step, value);
        }
        open |= good ? 0 : UINT64_C(1) << lane;
    }
    return open;
}

/* What stores have left there is read at once. */
static void know_values(doing *d, words *w, uint64_t end) {
    const uint64_t size = (end < w->end ? end : w->end) - w->start;
    if (size <= ROW_BYTES && gisa_machine_read(watch_machine(d->watch), w->start, d->values, size) == size) {
        w->values = d->values;
        w->end = w->start + size;
    }
}

/* Lanes that need a closer look, after one at the words from an address on. */
static uint64_t look_at_words(doing *d, const racing_group *g, const gisa_observed_row *row, uint64_t lanes,
                              uint64_t start) {
    const bool reads = row->access == GISA_ACCESS_READ;
    words w;
    if (d->site->atomic || watch_site_of(d->at)->is_guess || watch_any_store(d->watch) ||
        !find_words(d, g, row->space, start, &w))
        return lanes;
    if (!reads && !w.values)
        know_values(d, &w, row->end);
    if (!reads && !w.values)
        return lanes;
    if (lanes == UINT64_MAX && has_run(&w, row) && has_lines(&w, row))
        return look_at_lines(d, &w, row, reads);
    if (lanes == UINT64_MAX && has_run(&w, row))
        return reads ? read_run(d, &w, row) : write_run(d, &w, row);
    return reads ? read_words(d, &w, row, lanes) : write_words(d, &w, row, lanes);
}

/* Elements may lie on two pages. */
static void look_at_row(doing *d, const racing_group *g, const gisa_observed_row *row) {
    const gisa_observed_launch *l = watch_launch(d->watch);
    const bool lds = row->space == GISA_WAVE_SPACE_LDS;
    uint64_t start = lds ? 0 : row->start;
    uint64_t open = row->lanes;
    if (lds || row->end <= l->private_memory || start >= l->private_memory + l->private_bytes)
        open = look_at_words(d, g, row, open, start);
    start = shadow_end(start);
    if (open && !lds && start < row->end && open != row->lanes)
        open = look_at_words(d, g, row, open, start);
    for (; open; open &= open - 1) {
        const gisa_wave_access a = watch_element(row, (unsigned)__builtin_ctzll(open));
        look_at_element(d, g, &a);
    }
}

/* ---- instructions that run ------------------------------------------------------------------- */

/* The number of this wave at this time. */
static uint32_t current_epoch(gisa_watch *watch, racing *r, racing_wave *w) {
    if (w->epoch && r->epochs[w->epoch].time == r->order.time)
        return w->epoch;
    if (!order_grow(&r->epochs, r->epoch_count, &r->epoch_room, sizeof *r->epochs)) {
        watch_no_memory(watch);
        return 0;
    }
    r->epochs[r->epoch_count] = (epoch){w->number, r->order.time};
    w->epoch = (uint32_t)r->epoch_count++;
    return w->known[w->epoch % KNOWN] = w->epoch;
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
    watch_site *facts = watch_site_of(step->site);
    doing d;
    if (!facts->is_load && !facts->is_store && !facts->is_barrier && !facts->is_wide_barrier)
        facts->after &= ~(UINT32_C(1) << watch_races.number);
    if (!g || !w)
        return;
    if (facts->is_barrier && step->kind != GISA_WAVE_KIND_WAITS)
        pass_barrier(r, g, w);
    if (facts->is_wide_barrier && step->kind != GISA_WAVE_KIND_WAITS)
        order_pass_all(&r->order, w->number);
    if (!(step->access_count + step->row_count) || !(d.site = site_of(watch, r, step->site)))
        return;
    d.watch = watch;
    d.r = r;
    d.wave = wave;
    d.at = step->site;
    r->step++;
    d.own = w;
    w->other = 0;
    d.rows = step->row_count;
    d.side = side_make(current_epoch(watch, r, w), d.site->number, LANE_ALL, 0, d.site->atomic);
    if (!d.side.epoch)
        return;
    for (uint32_t i = 0; i < step->row_count; i++)
        look_at_row(&d, g, &step->row[i]);
    for (uint32_t i = 0; i < step->access_count; i++)
        look_at_element(&d, g, &step->access[i]);
    if (d.site->atomic && facts->is_store)
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
