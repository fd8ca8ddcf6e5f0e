/* SPDX-License-Identifier: MIT */
/* Makes stages, and runs their waves: one, or those of a work-group in turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"

/* Where the code is: not at 0, so that null pointers are faults. */
#define STAGE_CODE UINT64_C(0x400000000000)

/* ---- the stage ------------------------------------------------------------------------------ */

/* machine: NULL = one of its own */
static gisa_stage *new_stage(const gisa_isa *isa, gisa_machine *machine, gisa_stage_kind kind) {
    gisa_stage *s;
    if (!isa || (unsigned)kind >= GISA_STAGE_KIND_COUNT || strcmp(gisa_family(isa), "gcn") != 0 ||
        !stage_exists(isa, kind) || !(s = calloc(1, sizeof *s)))
        return NULL;
    s->isa = isa;
    s->kind = kind;
    s->wave[0] = machine ? wave_new_in(machine) : gisa_wave_new(isa);
    stage_default_state(isa, kind, &s->state);
    if (!s->wave[0]) {
        free(s);
        return NULL;
    }
    return s;
}

gisa_stage *gisa_stage_new(const gisa_isa *isa, gisa_stage_kind kind) {
    return new_stage(isa, NULL, kind);
}

gisa_stage *gisa_stage_new_in(gisa_machine *machine, gisa_stage_kind kind) {
    return machine ? new_stage(gisa_machine_isa(machine), machine, kind) : NULL;
}

static void forget(stage_given *g) {
    for (unsigned i = 0; i < g->choices; i++) {
        free(g->choice[i].model);
        free(g->choice[i].option);
    }
    free(g->choice);
    free(g->map);
    free(g->code);
}

/* The waves of a group before the first one, which they have joined. */
void gisa_stage_free(gisa_stage *s) {
    if (!s)
        return;
    for (unsigned i = STAGE_WAVES; i > 0; i--)
        gisa_wave_free(s->wave[i - 1]);
    forget(&s->given);
    free(s);
}

gisa_stage_state *gisa_stage_state_of(gisa_stage *s) {
    return s ? &s->state : NULL;
}

/* The same bits in all stages. */
void gisa_stage_set_rsrc(gisa_stage *s, uint32_t rsrc1, uint32_t rsrc2) {
    if (!s)
        return;
    s->state.float_mode = rsrc1 >> 12 & 0xff;
    s->state.dx10_clamp = rsrc1 >> 21 & 1;
    s->state.ieee = rsrc1 >> 23 & 1;
    s->state.user_sgprs = rsrc2 >> 1 & 31;
}

gisa_status gisa_stage_set_user_data(gisa_stage *s, unsigned number, uint32_t value) {
    if (!s || number >= (unsigned)gisa_fact(s->isa, "stage_user_sgprs", 16))
        return GISA_STATUS_BAD_ARGUMENT;
    s->user_data[number] = value;
    if (s->state.user_sgprs <= number)
        s->state.user_sgprs = number + 1;
    return GISA_OK;
}

static void leave_group(gisa_stage *s) {
    for (unsigned i = STAGE_WAVES; i-- > 1;) {
        gisa_wave_free(s->wave[i]);
        s->wave[i] = NULL;
    }
}

gisa_status gisa_stage_load(gisa_stage *s, const void *code, size_t size) {
    if (!s)
        return GISA_STATUS_BAD_ARGUMENT;
    leave_group(s);
    const gisa_status status = gisa_wave_load(s->wave[0], STAGE_CODE, code, size);
    void *copy = status == GISA_OK ? malloc(size + 1) : NULL;
    if (status != GISA_OK || !copy)
        return status != GISA_OK ? status : GISA_STATUS_NO_MEMORY;
    if (size)
        memcpy(copy, code, size);
    free(s->given.code);
    s->entry = 0;
    s->given.code = copy;
    s->given.code_size = size;
    return GISA_OK;
}

gisa_status gisa_stage_enter(gisa_stage *s, uint64_t address) {
    if (!s || !address || address % 4)
        return GISA_STATUS_BAD_ARGUMENT;
    leave_group(s);
    s->entry = address;
    return GISA_OK;
}

gisa_status gisa_stage_map(gisa_stage *s, uint64_t address, void *memory, size_t size, bool writable) {
    if (!s)
        return GISA_STATUS_BAD_ARGUMENT;
    stage_given *g = &s->given;
    struct stage_map *more = realloc(g->map, (g->maps + 1) * sizeof *more);
    if (!more)
        return GISA_STATUS_NO_MEMORY;
    g->map = more;
    const gisa_status status = gisa_wave_map(s->wave[0], address, memory, size, writable);
    if (status == GISA_OK)
        g->map[g->maps++] = (struct stage_map){address, memory, size, writable};
    return status;
}

gisa_status gisa_stage_choose(gisa_stage *s, const char *model, const char *option) {
    if (!s || !model || !option)
        return GISA_STATUS_BAD_ARGUMENT;
    stage_given *g = &s->given;
    struct stage_choice *more = realloc(g->choice, (g->choices + 1) * sizeof *more);
    if (!more)
        return GISA_STATUS_NO_MEMORY;
    g->choice = more;
    const gisa_status status = gisa_wave_choose(s->wave[0], model, option);
    if (status == GISA_OK)
        g->choice[g->choices++] = (struct stage_choice){strdup(model), strdup(option)};
    return status;
}

gisa_status gisa_stage_set_border_palette(gisa_stage *s, uint64_t address) {
    const gisa_status status =
        s ? gisa_wave_set_border_palette(s->wave[0], address) : GISA_STATUS_BAD_ARGUMENT;
    if (status == GISA_OK)
        s->given.palette = address;
    return status;
}

/* Gives to a stage what another one has been given. */
static bool give(gisa_stage *s, const stage_given *g) {
    bool good = gisa_stage_load(s, g->code, g->code_size) == GISA_OK;
    for (unsigned i = 0; i < g->maps && good; i++)
        good = gisa_stage_map(s, g->map[i].address, g->map[i].memory, g->map[i].size, g->map[i].writable) ==
               GISA_OK;
    for (unsigned i = 0; i < g->choices && good; i++)
        good = gisa_stage_choose(s, g->choice[i].model, g->choice[i].option) == GISA_OK;
    return good && (!g->palette || gisa_stage_set_border_palette(s, g->palette) == GISA_OK);
}

gisa_stage *stage_copy(const gisa_stage *from) {
    gisa_stage *s = gisa_stage_new(from->isa, from->kind);
    if (!s)
        return NULL;
    s->state = from->state;
    memcpy(s->user_data, from->user_data, sizeof s->user_data);
    s->layout = from->layout;
    if (give(s, &from->given))
        return s;
    gisa_stage_free(s);
    return NULL;
}

gisa_status gisa_stage_find(const gisa_stage *s, const char *name, gisa_wave_register *reg) {
    stage_layout l;
    const stage_input *found = NULL;
    if (!s || !name || !reg)
        return GISA_STATUS_BAD_ARGUMENT;
    stage_lay_out(s, &l);
    *reg = (gisa_wave_register){.bank = GISA_KIND_SGPR, .first = l.user_data, .count = s->state.user_sgprs};
    if (strcmp(name, "user_data") == 0 && reg->count)
        return GISA_OK;
    for (unsigned i = 0; i < l.count && !found; i++)
        if (strcmp(l.input[i].name, name) == 0)
            found = &l.input[i];
    if (!found)
        return GISA_STATUS_SYNTAX;
    *reg = (gisa_wave_register){.bank = found->vector ? GISA_KIND_VGPR : GISA_KIND_SGPR,
                                .per_lane = found->vector,
                                .first = found->at,
                                .count = 1};
    return GISA_OK;
}

/* ---- registers ------------------------------------------------------------------------------ */

static void set(gisa_wave *wave, const char *name, unsigned word, uint32_t value) {
    gisa_wave_register reg;
    if (gisa_wave_find(wave, name, &reg, NULL) == GISA_OK)
        gisa_wave_set(wave, &reg, GISA_WAVE_ALL, word, value);
}

static void set_scalar(gisa_wave *wave, uint32_t number, uint32_t value) {
    const gisa_wave_register reg = {.bank = GISA_KIND_SGPR, .first = number, .count = 1};
    gisa_wave_set(wave, &reg, 0, 0, value);
}

/* FLOAT_MODE is MODE[7:0]. */
static void set_mode(gisa_wave *wave, const gisa_stage_state *state) {
    set(wave, "mode", 0,
        (state->float_mode & 0xff) | (state->dx10_clamp ? GCN_MODE_DX10_CLAMP : 0) |
            (state->ieee ? GCN_MODE_IEEE : 0));
}

void stage_begin_wave(gisa_stage *s, unsigned which, uint64_t exec) {
    gisa_wave *wave = s->wave[which];
    gisa_wave_reset(wave);
    if (s->entry) {
        set(wave, "pc", 0, (uint32_t)s->entry);
        set(wave, "pc", 1, (uint32_t)(s->entry >> 32));
    }
    set_mode(wave, &s->state);
    set(wave, "exec", 0, (uint32_t)exec);
    set(wave, "exec", 1, (uint32_t)(exec >> 32));
    for (unsigned i = 0; i < s->state.user_sgprs && i < STAGE_USER_DATA; i++)
        set_scalar(wave, s->layout.user_data + i, s->user_data[i]);
}

void stage_put_scalar(gisa_stage *s, unsigned which, const stage_input *input, uint32_t value) {
    if (input)
        set_scalar(s->wave[which], input->at, value);
}

uint32_t *stage_row(gisa_stage *s, unsigned which, const stage_input *input) {
    const gisa_wave_register reg = {
        .bank = GISA_KIND_VGPR, .per_lane = true, .first = input ? input->at : 0, .count = 1};
    return input ? gisa_wave_row(s->wave[which], &reg, 0) : NULL;
}

/* ---- results -------------------------------------------------------------------------------- */

void stage_begin_result(gisa_stage_result *r) {
    memset(r, 0, sizeof *r);
}

void stage_begin_run(gisa_stage *s, gisa_stage_result *r) {
    stage_begin_result(r);
    stage_lay_out(s, &s->layout);
}

bool stage_breaks(gisa_stage_result *r, const char *rule) {
    r->end = GISA_STAGE_END_FAULT;
    snprintf(r->message, sizeof r->message, "%s", rule);
    return false;
}

static bool end_with(gisa_stage_result *r, gisa_stage_end end, const char *why) {
    r->end = end;
    snprintf(r->message, sizeof r->message, "%s", why);
    return false;
}

/* ---- running -------------------------------------------------------------------------------- */

enum { TURN = 1 << 20 /* instructions, between two looks at `stop` */ };

static bool is_stopped(const gisa_stage_limits *l) {
    return l && l->stop && *l->stop;
}

/* Runs a wave for at most a turn. False: the run is over. */
static bool take_turn(const gisa_wave *first, gisa_wave *wave, const gisa_stage_limits *l, uint64_t *left,
                      gisa_wave_end *end, gisa_stage_result *r) {
    gisa_wave_result one;
    const uint64_t most = l && l->instructions && *left < TURN ? *left : TURN;
    *end = gisa_wave_run(wave, most, 0, &one);
    r->instructions += one.instructions;
    *left -= one.instructions < *left ? one.instructions : *left;
    if (*end == GISA_WAVE_END_FAULT) {
        r->fault = one.fault;
        return end_with(r, GISA_STAGE_END_FAULT, one.fault.message);
    }
    if (wave_watch_stopped(first))
        return end_with(r, GISA_STAGE_END_STOPPED, "stopped by the observer");
    if (*end == GISA_WAVE_END_LIMIT && l && l->instructions && !*left)
        return end_with(r, GISA_STAGE_END_LIMIT, "the limit of instructions was reached");
    return !is_stopped(l) || end_with(r, GISA_STAGE_END_STOPPED, "interrupted");
}

static bool has_ended(gisa_wave_end end) {
    return end == GISA_WAVE_END_ENDED || end == GISA_WAVE_END_ADDRESS;
}

static bool run_in_turn(gisa_stage *s, unsigned count, const gisa_stage_limits *l, gisa_stage_result *r) {
    uint64_t left[STAGE_WAVES];
    bool ended[STAGE_WAVES] = {false};
    unsigned running = count, idle = 0;
    for (unsigned i = 0; i < count; i++)
        left[i] = l && l->instructions ? l->instructions : UINT64_MAX;
    r->waves += count;
    while (running && idle < 3) {
        const uint64_t before = r->instructions;
        for (unsigned i = 0; i < count; i++) {
            gisa_wave_end end;
            if (ended[i])
                continue;
            if (!take_turn(s->wave[0], s->wave[i], l, &left[i], &end, r))
                return false;
            ended[i] = has_ended(end);
            running -= ended[i];
        }
        idle = r->instructions == before ? idle + 1 : 0;
    }
    return !running || stage_breaks(r, "all waves wait for something that does not come");
}

bool stage_run_group(gisa_stage *s, unsigned count, const gisa_stage_limits *l, gisa_stage_result *r) {
    bool ended;
    if (!s->is_observed)
        return run_in_turn(s, count, l, r);
    ended = wave_watch_group(s->wave, count, &s->place) ? run_in_turn(s, count, l, r)
                                                        : stage_breaks(r, "out of memory for the observer");
    wave_watch_group_end(s->wave[0]);
    return ended;
}

bool stage_run_wave(gisa_stage *s, const gisa_stage_limits *l, gisa_stage_result *r) {
    const bool ended = stage_run_group(s, 1, l, r);
    s->place.group[0]++;
    return ended;
}

gisa_status gisa_stage_observe(gisa_stage *s, const gisa_observer *observer) {
    if (!s)
        return GISA_STATUS_BAD_ARGUMENT;
    if (!observer)
        wave_watch_end(s->wave[0]);
    const gisa_status status = observer ? wave_watch(s->wave[0], observer) : GISA_OK;
    s->is_observed = observer && status == GISA_OK;
    s->place = (watched_place){.group = {0, s->kind, 0}, .size = {STAGE_LANES, 1, 1}};
    return status;
}

gisa_status gisa_stage_run_waves(gisa_stage *s, const gisa_stage_run *run, gisa_stage_result *r) {
    if (!s || !run || !r)
        return GISA_STATUS_BAD_ARGUMENT;
    stage_begin_run(s, r);
    for (uint64_t first = 0; first < run->count; first += STAGE_LANES) {
        const uint64_t rest = run->count - first;
        const unsigned lanes = rest < STAGE_LANES ? (unsigned)rest : STAGE_LANES;
        stage_begin_wave(s, 0, ~UINT64_C(0) >> (STAGE_LANES - lanes));
        if (run->begin)
            run->begin(run->ctx, s->wave[0], first, lanes);
        if (!stage_run_wave(s, &run->limits, r))
            break;
        if (run->end)
            run->end(run->ctx, s->wave[0], first, lanes);
    }
    return GISA_OK;
}
