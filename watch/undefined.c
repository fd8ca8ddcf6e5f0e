/* SPDX-License-Identifier: MIT */
/*
 * Finds values that were never written where they decide something. Most instructions read
 * registers that are defined in all active lanes, which a look at a mask of lanes shows; the others
 * are evaluated bit by bit, from the tree of their body.
 */
#include "undefined.h"

#include <stdlib.h>
#include <string.h>

/* ---- launches, groups, waves ---------------------------------------------------------------- */

static void decides(void *ctx, shadow_decision what, unsigned lane, const shadow_value *x);

/* The trees that it has read, and what kernels have written, stay for the next launch. */
static void *begin(gisa_watch *watch) {
    void **kept = watch_kept(watch, &watch_undefined);
    undefined_check *u = *kept ? *kept : calloc(1, sizeof *u);
    if (!u)
        return NULL;
    undefined_forget_stored(u);
    u->any_page = watch_has_undefined(watch);
    if (*kept)
        return u;
    u->watch = watch;
    u->isa = watch_isa(watch);
    u->vocabulary = shadow_vocabulary_new(u->isa);
    undefined_prepare(u);
    u->world.decides = decides;
    return *kept = u;
}

static void forget(void *kept) {
    undefined_check *u = kept;
    if (!u)
        return;
    for (undefined_wave *w = u->free_waves, *next; w; w = next) {
        next = w->next;
        undefined_area_free(&w->private_memory);
        free(w);
    }
    undefined_pages_free(u);
    shadow_vocabulary_free(u->vocabulary);
    free(u->addresses);
    free(u);
}

/* What is beyond the bytes that the kernel has asked for is another check's. */
static void leave_rest(undefined_area *area, uint32_t asked) {
    if (asked < area->size) {
        memset(area->bits + asked, 0, area->size - asked);
        area->left = asked;
    }
}

static void group_begins(gisa_watch *watch, void *self, gisa_observed_group *group) {
    undefined_area *area = calloc(1, sizeof *area);
    (void)self;
    if (!area || !undefined_area_new(area, group->lds_size))
        watch_no_memory(watch);
    else
        leave_rest(area, watch_launch(watch)->lds_size);
    watch_group_of(group)->own[watch_undefined.number] = area;
}

static void group_ends(gisa_watch *watch, void *self, gisa_observed_group *group) {
    undefined_area *area = watch_group_of(group)->own[watch_undefined.number];
    (void)watch, (void)self;
    if (area)
        undefined_area_free(area);
    free(area);
}

static undefined_wave *new_wave(undefined_check *u) {
    undefined_wave *w = u->free_waves;
    if (!w)
        return calloc(1, sizeof *w);
    u->free_waves = w->next;
    return w;
}

/* Registers hold nothing but what the launch has set. */
static void start(undefined_wave *w, const gisa_observed_wave *wave) {
    const uint32_t vectors = wave->vgpr_count < UNDEFINED_VGPRS ? wave->vgpr_count : UNDEFINED_VGPRS;
    memset(w->row, 0xff, vectors * sizeof w->row[0]);
    memset(w->scalar, 0, sizeof w->scalar);
    for (unsigned i = 0; i < UNDEFINED_VGPRS; i++) {
        w->lanes[i] = i >= wave->vgprs_given && i < vectors ? ~UINT64_C(0) : 0;
        w->has_origin[i] = 0;
    }
    for (unsigned i = 0; i < UNDEFINED_SCALARS; i++) {
        w->scalar[i] = undefined_is_followed(i) && i >= wave->sgprs_given ? UINT32_MAX : 0;
        w->scalar_origin[i] = origin_make(ORIGIN_SCALAR, i, 0);
    }
    w->scalar[CODE_SCC] = 1;
}

static bool start_private(undefined_wave *w, const gisa_observed_wave *wave) {
    const uint32_t size = wave->private_memory ? wave->private_size * SHADOW_LANES : 0;
    if (w->private_memory.bits && w->private_memory.size == size) {
        memset(w->private_memory.bits, 0xff, size);
        memset(w->private_memory.origin, 0, size);
        w->private_memory.clean_from = w->private_memory.clean_to = 0;
        return true;
    }
    undefined_area_free(&w->private_memory);
    return !size || undefined_area_new(&w->private_memory, size);
}

static void find_mode(undefined_wave *w, const gisa_observed_wave *wave) {
    uint32_t on = 0;
    if (!w->index_mode.count &&
        gisa_wave_find(wave->wave, "mode.gpr_idx_en", &w->index_mode, NULL) != GISA_OK)
        w->index_mode.count = 0;
    if (w->index_mode.count)
        gisa_wave_get(wave->wave, &w->index_mode, 0, 0, &on);
    w->indexed = on;
}

static void wave_begins(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    undefined_check *u = self;
    undefined_wave *w = new_wave(u);
    if (!w || !start_private(w, wave)) {
        watch_no_memory(watch);
        free(w);
        return;
    }
    start(w, wave);
    w->indexed = false;
    watch_wave_of(wave)->own[watch_undefined.number] = w;
}

static void wave_ends(gisa_watch *watch, void *self, gisa_observed_wave *wave) {
    undefined_check *u = self;
    undefined_wave *w = watch_wave_of(wave)->own[watch_undefined.number];
    (void)watch;
    if (!w)
        return;
    w->next = u->free_waves;
    u->free_waves = w;
}

/* ---- findings ------------------------------------------------------------------------------- */

static const char *const sentences[] = {"the branch depends on", "EXEC depends on", "the message depends on",
                                        "the output depends on"};

/* Each is reported once: registers that have decided something count as defined. */
static void decides(void *ctx, shadow_decision what, unsigned lane, const shadow_value *x) {
    undefined_check *u = ctx;
    undefined_wave *w = u->of_wave;
    if (u->trial)
        return;
    undefined_report(u, sentences[what], what == SHADOW_OUTPUT && !u->site->once ? lane : GISA_WAVE_ALL,
                     x->origin);
    for (unsigned i = 0; what != SHADOW_OUTPUT && i < u->site->scalar_count; i++)
        w->scalar[u->site->scalar[i]] = 0;
}

static unsigned lowest(uint64_t mask) {
    unsigned i = 0;
    if (!(mask & UINT32_MAX)) {
        mask >>= 32;
        i = 32;
    }
    for (unsigned step = 16; step; step >>= 1)
        if (!(mask & ((UINT64_C(1) << step) - 1))) {
            mask >>= step;
            i += step;
        }
    return i;
}

static void tell_address(undefined_check *u, unsigned reg, unsigned lane) {
    undefined_report(u, "the address depends on", lane, undefined_origin(u->of_wave, reg, lane));
}

static void check_vector(undefined_check *u, const undefined_place *p) {
    undefined_wave *w = u->of_wave;
    for (unsigned k = 0; k < p->count && p->reg + k < UNDEFINED_VGPRS; k++) {
        uint64_t *lanes = &w->lanes[p->reg + k];
        if (*lanes & u->exec)
            tell_address(u, p->reg + k, lowest(*lanes & u->exec));
        *lanes &= ~u->exec;
    }
}

static void check_scalar(undefined_check *u, const undefined_place *p) {
    undefined_wave *w = u->of_wave;
    for (unsigned k = 0; k < p->count; k++) {
        const unsigned code = p->reg + k;
        if (!undefined_is_followed(code) || !w->scalar[code])
            continue;
        undefined_report(u, "the address depends on", GISA_WAVE_ALL, w->scalar_origin[code]);
        w->scalar[code] = 0;
    }
}

static void check_addresses(undefined_check *u) {
    for (unsigned i = 0; i < u->site->address_count; i++)
        if (u->site->address[i].kind == PLACE_VECTOR)
            check_vector(u, &u->site->address[i]);
        else
            check_scalar(u, &u->site->address[i]);
}

/* ---- a closer look -------------------------------------------------------------------------- */

/* That of a source of which nothing else is known. */
static uint32_t some_origin(const undefined_check *u) {
    const undefined_site *s = u->site;
    for (unsigned i = 0; i < s->scalar_count; i++)
        if (u->of_wave->scalar[s->scalar[i]])
            return u->of_wave->scalar_origin[s->scalar[i]];
    for (unsigned i = 0; i < s->vector_count; i++)
        if (u->of_wave->lanes[s->vector[i]])
            return undefined_origin(u->of_wave, s->vector[i], lowest(u->of_wave->lanes[s->vector[i]]));
    return origin_make(ORIGIN_SCALAR, GCN_CODE_M0, 0);
}

/* Where the tree cannot be followed, all that it gives is undefined. */
static void give_up(undefined_check *u, unsigned lane) {
    const uint32_t origin = some_origin(u);
    for (unsigned i = 0; i < 2; i++) {
        memset(u->results.of[i][lane].undefined, 0xff, sizeof u->results.of[i][lane].undefined);
        u->results.of[i][lane].origin = origin;
        u->results.have[i] |= UINT64_C(1) << lane;
    }
}

static void run(undefined_check *u, unsigned lane) {
    if (shadow_run_tree(u->site->tree, &u->world, lane, &u->results))
        return;
    for (unsigned i = 0; i < SHADOW_LANES; i++)
        if (u->site->once || i == lane)
            give_up(u, i);
}

/* The halves one after the other; the old value of D is the same for both. */
static void run_packed(undefined_check *u, unsigned lane) {
    uint32_t low;
    u->half = 0;
    run(u, lane);
    low = u->results.of[0][lane].undefined[0] & 0xffff;
    u->results.have[0] &= ~(UINT64_C(1) << lane);
    u->half = 1;
    run(u, lane);
    u->half = 0;
    u->results.of[0][lane].undefined[0] = low | u->results.of[0][lane].undefined[0] << 16;
}

/* Accesses are in the order of lanes. */
static void start_lane(undefined_check *u, unsigned lane) {
    const gisa_observed_step *step = u->step;
    while (step && u->first_access < step->access_count && step->access[u->first_access].lane < lane)
        u->first_access++;
    u->next_access = u->first_access;
}

static void run_lanes(undefined_check *u) {
    for (unsigned lane = 0; lane < SHADOW_LANES; lane++) {
        if (!(u->exec >> lane & 1) || !undefined_is_written(u, lane))
            continue;
        start_lane(u, lane);
        if (u->site->modifiers.packed)
            run_packed(u, lane);
        else
            run(u, lane);
        undefined_tell_output(u, lane);
    }
}

/* Masks are stored even where no lane is active. */
static void store_results(undefined_check *u) {
    for (unsigned i = 0; i < 2; i++) {
        if (u->site->of_result[i].kind == PLACE_VECTOR)
            for (unsigned lane = 0; lane < SHADOW_LANES; lane++)
                if (u->results.have[i] >> lane & 1)
                    undefined_store_lane(u, i, lane);
        if (u->site->of_result[i].kind == PLACE_SCALAR && u->results.have[i])
            undefined_store_scalar(u, i);
    }
    const shadow_operand *mask = &u->results.of[SHADOW_NEW_EXEC][0];
    const shadow_value x = {.undefined = mask->undefined[0] | mask->undefined[1], .origin = mask->origin};
    if (u->results.have[SHADOW_NEW_EXEC] && x.undefined)
        decides(u, SHADOW_MASK, 0, &x);
}

static void look_closer(undefined_check *u) {
    u->world.exec = u->exec;
    u->next_access = u->first_access = 0;
    undefined_results_clear(u);
    if (u->site->once) {
        run(u, 0);
        undefined_tell_output(u, 0);
    } else
        run_lanes(u);
    store_results(u);
}

/* ---- moves ---------------------------------------------------------------------------------- */

static uint32_t scalar_bits(const undefined_wave *w, const undefined_place *p) {
    return p->kind == PLACE_SCALAR && undefined_is_followed(p->reg) ? w->scalar[p->reg] : 0;
}

/* The lane of a move; false: that depends on undefined bits. */
static bool lane_of(const undefined_check *u, unsigned *lane) {
    const undefined_place *p = &u->site->source[1];
    if (u->site->first_lane)
        *lane = u->exec ? lowest(u->exec) : 0;
    else if (p->kind == PLACE_CONSTANT)
        *lane = (unsigned)p->constant % SHADOW_LANES;
    else if (p->kind == PLACE_SCALAR && p->reg < 128 && !scalar_bits(u->of_wave, p))
        *lane = u->wave->scalar[p->reg] % SHADOW_LANES;
    else
        return false;
    return true;
}

/* Lanes in which a source is undefined. */
static uint64_t lanes_of(const undefined_wave *w, const undefined_place *p) {
    return p->kind == PLACE_VECTOR ? w->lanes[p->reg] : scalar_bits(w, p) ? UINT64_MAX : 0;
}

static void copy_lane(undefined_wave *w, const undefined_place *from, unsigned to, unsigned lane) {
    const bool vector = from->kind == PLACE_VECTOR;
    if (vector)
        undefined_set(w, to, lane, w->row[from->reg][lane], undefined_origin(w, from->reg, lane));
    else
        undefined_set(w, to, lane, scalar_bits(w, from), w->scalar_origin[from->reg]);
}

static bool move_lanes(const undefined_check *u) {
    const undefined_site *s = u->site;
    undefined_wave *w = u->of_wave;
    const undefined_place *yes = &s->source[s->yes], *no = &s->source[s->no];
    const unsigned code = s->source[s->condition].reg, to = s->of_result[0].reg;
    uint64_t mask = UINT64_MAX;
    if (to >= u->wave->vgpr_count || (yes->kind == PLACE_VECTOR && yes->reg >= u->wave->vgpr_count) ||
        (no->kind == PLACE_VECTOR && no->reg >= u->wave->vgpr_count))
        return false;
    if (s->move == MOVE_SELECT) {
        if ((w->scalar[code] | (uint64_t)w->scalar[code + 1] << 32) & u->exec)
            return false;
        mask = u->wave->scalar[code] | (uint64_t)u->wave->scalar[code + 1] << 32;
    }
    const uint64_t from_yes = mask & lanes_of(w, yes) & u->exec, from_no = ~mask & lanes_of(w, no) & u->exec;
    for (uint64_t left = from_yes | from_no; left; left &= left - 1) {
        const unsigned lane = lowest(left);
        copy_lane(w, from_yes >> lane & 1 ? yes : no, to, lane);
    }
    w->lanes[to] = (w->lanes[to] & ~u->exec) | from_yes | from_no;
    return true;
}

static bool move_lane(const undefined_check *u) {
    undefined_wave *w = u->of_wave;
    const undefined_place *from = &u->site->source[0], *to = &u->site->of_result[0];
    unsigned lane;
    if (!lane_of(u, &lane))
        return false;
    if (u->site->move == MOVE_TO_LANE) {
        undefined_set(w, to->reg, lane, scalar_bits(w, from),
                      w->scalar_origin[from->reg % UNDEFINED_SCALARS]);
        return true;
    }
    if (to->kind != PLACE_SCALAR || !undefined_is_followed(to->reg) || from->reg >= u->wave->vgpr_count)
        return false;
    w->scalar[to->reg] = w->lanes[from->reg] >> lane & 1 ? w->row[from->reg][lane] : 0;
    if (w->scalar[to->reg])
        w->scalar_origin[to->reg] = undefined_origin(w, from->reg, lane);
    return true;
}

static bool move_registers(const undefined_check *u) {
    switch (u->site->move) {
    case MOVE_FROM_LANE:
    case MOVE_TO_LANE: return move_lane(u);
    case MOVE_COPY:
    case MOVE_SELECT: return move_lanes(u);
    default: return false;
    }
}

static void move_from_memory(undefined_check *u, const gisa_wave_access *a) {
    const undefined_place *d = &u->site->of_result[0];
    const shadow_value x = undefined_load(u, a);
    for (unsigned k = 0; k < d->count; k++)
        undefined_set(u->of_wave, d->reg + k, a->lane, (uint32_t)(x.undefined >> 32 * k), x.origin);
}

static void move_to_memory(undefined_check *u, const gisa_wave_access *a) {
    const undefined_place *p = &u->site->source[0];
    const undefined_wave *w = u->of_wave;
    shadow_value x = {0};
    for (unsigned k = 0; k < p->count; k++)
        if (w->lanes[p->reg + k] >> a->lane & 1) {
            x.undefined |= (shadow_bits)w->row[p->reg + k][a->lane] << 32 * k;
            x.origin = undefined_origin(w, p->reg + k, a->lane);
        }
    undefined_store_output(u, a, &x);
    undefined_tell_output(u, a->lane);
}

/* Each active lane has one element, or some have none, as the others are out of range. */
static bool move_memory(undefined_check *u, const gisa_observed_step *step) {
    const bool load = u->site->move == MOVE_FROM_MEMORY;
    const undefined_place *p = load ? &u->site->of_result[0] : &u->site->source[0];
    if (p->reg + p->count > u->wave->vgpr_count)
        return false;
    for (uint32_t i = 0; i < step->access_count; i++)
        if (step->access[i].size != 4u * p->count || step->access[i].lane >= SHADOW_LANES)
            return false;
    for (unsigned k = 0; load && k < p->count; k++)
        u->of_wave->lanes[p->reg + k] &= ~u->exec;
    for (uint32_t i = 0; i < step->access_count; i++)
        if (load)
            move_from_memory(u, &step->access[i]);
        else
            move_to_memory(u, &step->access[i]);
    return true;
}

/* ---- each instruction ----------------------------------------------------------------------- */

static inline bool reads_undefined(const undefined_site *s, const undefined_wave *w, uint64_t exec) {
    uint64_t found = 0;
    for (unsigned i = 0; i < s->vector_count; i++)
        found |= w->lanes[s->vector[i]];
    found &= s->all_lanes ? ~UINT64_C(0) : exec;
    for (unsigned i = 0; i < s->scalar_count; i++)
        found |= w->scalar[s->scalar[i]];
    for (unsigned i = 0; i < s->mask_count; i++)
        found |= (w->scalar[s->mask[i]] | (uint64_t)w->scalar[s->mask[i] + 1] << 32) & exec;
    return found;
}

static inline void define_results(const undefined_site *s, undefined_wave *w, uint64_t exec) {
    for (unsigned i = 0; i < s->result_count; i++)
        w->lanes[s->result[i]] &= ~exec;
    for (unsigned i = 0; i < s->written_count; i++)
        w->scalar[s->written[i]] = 0;
}

/* Neither reads nor writes registers, as s_waitcnt. */
static bool has_nothing(const undefined_site *s) {
    return s->is_plain && !s->sets_mode && !s->vector_count && !s->scalar_count && !s->mask_count &&
           !s->result_count && !s->written_count;
}

static const undefined_site *site_of(undefined_check *u, const gisa_site *site) {
    watch_site *facts = watch_site_of(site);
    if (!facts)
        return NULL;
    void **own = &facts->own[watch_undefined.number];
    if (!*own)
        *own = undefined_site_new(u, site, facts);
    const undefined_site *s = *own;
    if (s && !s->is_memory && !s->sets_mode)
        facts->after &= ~(UINT32_C(1) << watch_undefined.number);
    if (s && has_nothing(s))
        facts->before &= ~(UINT32_C(1) << watch_undefined.number);
    if (!*own || shadow_vocabulary_lacks_memory(u->vocabulary))
        watch_no_memory(u->watch);
    return *own;
}

static bool look_at(undefined_check *u, gisa_observed_wave *wave, const gisa_site *site) {
    const undefined_site *found = site_of(u, site);
    u->of_wave = watch_wave_of(wave) ? watch_wave_of(wave)->own[watch_undefined.number] : NULL;
    u->of_group =
        watch_group_of(wave->group) ? watch_group_of(wave->group)->own[watch_undefined.number] : NULL;
    u->wave = wave;
    u->exec = *wave->exec;
    u->at = site;
    u->site = u->of_wave ? found : NULL;
    if (u->site && u->site->skipped)
        define_results(u->site, u->of_wave, u->exec); /* what is not known of is taken to be defined */
    return u->site && !u->site->skipped;
}

/* Nothing is undefined where its elements may be. */
static bool can_skip(const undefined_check *u) {
    const bool lds = !u->of_group || u->of_group->left == 0,
               host = !u->any_page && !u->of_wave->private_memory.size;
    return (u->site->in_lds || u->site->in_memory) && (!u->site->in_lds || lds) &&
           (!u->site->in_memory || host);
}

/* Most instructions are plain, and read nothing that is undefined; false: nothing has been done. */
static bool look_quickly(const gisa_observed_wave *wave, const gisa_site *site) {
    const undefined_site *s = watch_site_of(site)->own[watch_undefined.number];
    undefined_wave *w = watch_wave_of(wave)->own[watch_undefined.number];
    const uint64_t exec = *wave->exec;
    if (!s || !w || !s->is_plain || w->indexed || !exec || reads_undefined(s, w, exec))
        return false;
    define_results(s, w, exec);
    return true;
}

static void look_at_registers(undefined_check *u) {
    const bool indexed = u->of_wave->indexed && u->site->is_compute;
    u->step = NULL;
    if (!u->site->by_number && !indexed && !reads_undefined(u->site, u->of_wave, u->exec))
        define_results(u->site, u->of_wave, u->exec);
    else if (indexed || !move_registers(u))
        look_closer(u);
}

/* `after` goes on with it, where there may be something to find. */
static void look_at_memory(undefined_check *u) {
    u->reads = reads_undefined(u->site, u->of_wave, u->exec);
    u->runs = u->reads || !can_skip(u);
    u->wave->skips_accesses = !u->runs;
    if (!u->runs)
        define_results(u->site, u->of_wave, u->exec);
}

static void before(gisa_watch *watch, void *self, gisa_observed_wave *wave, gisa_site *site) {
    undefined_check *u = self;
    (void)watch;
    u->runs = false;
    if (look_quickly(wave, site) || !look_at(u, wave, site) || (u->site->needs_a_lane && !u->exec))
        return;
    if (u->site->address_count)
        check_addresses(u);
    if (u->site->is_memory)
        look_at_memory(u);
    else
        look_at_registers(u);
}

static bool loads_undefined(undefined_check *u, const gisa_observed_step *step) {
    for (uint32_t i = 0; i < step->row_count; i++)
        if (!undefined_is_clean_row(u, &step->row[i]))
            return true;
    for (uint32_t i = 0; i < step->access_count; i++)
        if (!undefined_is_clean(u, &step->access[i]))
            return true;
    return false;
}

static void define_memory(undefined_check *u, const gisa_observed_step *step) {
    for (uint32_t i = 0; i < step->row_count; i++)
        undefined_clean_row(u, &step->row[i]);
    for (uint32_t i = 0; i < step->access_count; i++)
        undefined_clean(u, &step->access[i]);
}

/* Lane by lane, as the tree goes through them. */
static const gisa_observed_step *with_list(undefined_check *u, const gisa_observed_step *step) {
    uint32_t count = 0;
    if (!step->row_count)
        return step;
    for (uint64_t left = step->row[0].lanes; left; left &= left - 1)
        for (uint32_t i = 0; i < step->row_count && i < MOST_LISTED; i++)
            u->element_of[count++] = watch_element(&step->row[i], lowest(left));
    u->expanded = *step;
    u->expanded.access = u->element_of;
    u->expanded.access_count = count;
    u->expanded.row_count = 0;
    return &u->expanded;
}

static void after_memory(undefined_check *u, const gisa_observed_step *step) {
    if (u->reads || (u->site->is_load && loads_undefined(u, step))) {
        u->step = with_list(u, step);
        if (!u->site->move || !move_memory(u, u->step))
            look_closer(u);
        return;
    }
    define_results(u->site, u->of_wave, u->exec);
    if (u->site->is_store)
        define_memory(u, step);
}

static void after(gisa_watch *watch, void *self, gisa_observed_wave *wave, const gisa_observed_step *step) {
    undefined_check *u = self;
    const undefined_site *s = watch_site_of(step->site)->own[watch_undefined.number];
    undefined_wave *w = watch_wave_of(wave)->own[watch_undefined.number];
    (void)watch;
    if (!s || step->kind == GISA_WAVE_KIND_WAITS || step->fault != GISA_CAUSE_NONE)
        return;
    if (s->sets_mode && w)
        find_mode(w, wave);
    if (u->runs)
        after_memory(u, step);
}

const watch_check watch_undefined = {.name = "undefined",
                                     .bit = GISA_WATCH_UNDEFINED,
                                     .wants_accesses = true,
                                     .begin = begin,
                                     .group_begins = group_begins,
                                     .group_ends = group_ends,
                                     .wave_begins = wave_begins,
                                     .wave_ends = wave_ends,
                                     .before = before,
                                     .after = after,
                                     .site_free = free,
                                     .forget = forget,
                                     .number = 0};
