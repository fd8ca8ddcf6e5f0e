/* SPDX-License-Identifier: MIT */
/* A draw: the secondary program once, then batches of instances, which threads take one after the
   other. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/host_floats.h"
#include "core/load.h"
#include "emu/pool.h"
#include "level.h"
#include "watch.h"

typedef struct draw {
    pool_job job; /* first */
    shade_draw shared;
    unsigned batch;
    pthread_mutex_t lock;  /* what follows */
    uint64_t next;         /* the next instance to take */
    uint64_t turn;         /* in order: the first instance of the batch whose `end` is next */
    pthread_cond_t passed; /* the turn has been passed on */
    bool ended;
    gisa_status status;
    gisa_shade_result *result;
} draw;

bool shade_ready(gisa_shade *m, unsigned which) {
    shade_program *p = &m->program[which];
    if (p->ops)
        return true;
    p->count = m->words[which];
    p->ops = calloc((size_t)p->count + 1, sizeof *p->ops);
    for (uint32_t i = 0; p->ops && i < p->count; i++) {
        uint64_t bits = 0;
        for (unsigned k = 0; k < 8; k++)
            bits |= (uint64_t)m->code[which][8 * (size_t)i + k] << 8 * k;
        shade_prepare(m, which, bits, &p->ops[i]);
    }
    return p->ops;
}

gisa_shade_batch *shade_new_batch(shade_draw *d) {
    gisa_shade_batch *W = aligned_alloc(64, (sizeof *W + 63) / 64 * 64);
    if (!W)
        return NULL;
    memset(W, 0, sizeof *W);
    W->draw = d;
    W->limit = d->asked->limit;
    return W;
}

void shade_clear(gisa_shade_batch *W, const uint32_t *sa) {
    memset(W->reg, 0, sizeof W->reg[0] * BANK_SA);
    memset(W->internal, 0, sizeof W->internal);
    memset(W->index, 0, sizeof W->index);
    memset(W->predicate, 0, sizeof W->predicate);
    for (unsigned i = 0; i < SHADE_REGISTERS; i++)
        W->draw->machine->level->fill(W->reg[BANK_SA][i], sa[i]);
    memset(W->depth, 0, sizeof W->depth);
    W->has_depth = false;
}

/* Numbers of forms, those of a thread. */
typedef struct counters {
    uint64_t *executed, *lanes, models[MAX_MODELS];
} counters;

static bool open_counters(const shade_draw *d, counters *c, gisa_shade_batch *W) {
    size_t forms = gisa_form_count(d->machine->isa);
    *c = (counters){0};
    if (d->asked->executed && !(W->executed = c->executed = calloc(forms, sizeof *c->executed)))
        return false;
    if (d->asked->lanes && !(W->counted = c->lanes = calloc(forms, sizeof *c->lanes)))
        return false;
    W->models = d->asked->models ? c->models : NULL;
    return true;
}

static void add_counters(const shade_draw *d, const counters *c) {
    size_t forms = c->executed || c->lanes ? gisa_form_count(d->machine->isa) : 0;
    for (size_t i = 0; i < forms; i++) {
        if (c->executed)
            d->asked->executed[i] += c->executed[i];
        if (c->lanes)
            d->asked->lanes[i] += c->lanes[i];
    }
    for (unsigned i = 0; d->asked->models && i < MAX_MODELS; i++)
        d->asked->models[i] += c->models[i];
}

static void run_secondary(draw *d) {
    shade_draw *s = &d->shared;
    gisa_shade_batch *W = shade_new_batch(s);
    counters c;
    memcpy(s->sa, s->machine->sa, sizeof s->sa);
    if (!s->machine->program[1].count) {
        free(W);
        return;
    }
    if (!W || !open_counters(s, &c, W))
        d->status = GISA_STATUS_NO_MEMORY;
    else {
        W->lanes = W->live = 15; /* a whole quad, in which nothing differs */
        W->real = 1;
        W->secondary = true;
        W->result_of = d->result;
        shade_clear(W, s->sa);
        shade_run_batch(W, &s->machine->program[1]);
        d->result->instructions += W->instructions;
        for (unsigned i = 0; i < SHADE_REGISTERS; i++)
            s->sa[i] = W->reg[BANK_SA][i][0];
        add_counters(s, &c);
        free(c.executed);
        free(c.lanes);
    }
    free(W);
}

/* ---- batches ---- */

static bool take(draw *d, uint64_t *first, unsigned *count) {
    uint64_t left;
    pthread_mutex_lock(&d->lock);
    left = d->shared.asked->instances - d->next;
    *first = d->next;
    *count = left < d->batch ? (unsigned)left : d->batch;
    bool any = *count && !d->ended;
    d->next += any ? *count : 0;
    pthread_mutex_unlock(&d->lock);
    return any;
}

/* What one batch has given; of several faults that of the lowest instance stays. */
static void note(draw *d, const gisa_shade_batch *W, const gisa_shade_result *r) {
    pthread_mutex_lock(&d->lock);
    uint64_t instructions = d->result->instructions + W->instructions;
    if (r->end != GISA_SHADE_END_ENDED &&
        (d->result->end == GISA_SHADE_END_ENDED || r->instance < d->result->instance)) {
        *d->result = *r;
        d->ended = true;
    }
    d->result->instructions = instructions;
    pthread_mutex_unlock(&d->lock);
}

/* In order, batches wait until those before them are done; false: one of these was at fault.
   Batches are taken in order, so the first one never waits. */
static bool take_turn(draw *d, uint64_t first) {
    if (!d->shared.asked->in_order)
        return true;
    pthread_mutex_lock(&d->lock);
    while (d->turn != first)
        pthread_cond_wait(&d->passed, &d->lock);
    const bool fine = !d->ended;
    pthread_mutex_unlock(&d->lock);
    return fine;
}

static void pass_turn(draw *d, uint64_t next) {
    pthread_mutex_lock(&d->lock);
    d->turn = next;
    pthread_cond_broadcast(&d->passed);
    pthread_mutex_unlock(&d->lock);
}

/* The numbers that a vertex program asks for. */
static void number(gisa_shade_batch *W) {
    const gisa_shade_draw *asked = W->draw->asked;
    const gisa_gxp_registers *vertex = &W->draw->machine->vertex_index,
                             *instance = &W->draw->machine->instance_index;
    uint64_t vertices = asked->vertices ? asked->vertices : UINT64_MAX;
    for (unsigned i = 0; i < SHADE_LANES; i++) {
        if (vertex->count && vertex->first < SHADE_REGISTERS)
            W->reg[BANK_PA][vertex->first][i] = asked->first_vertex + (uint32_t)((W->first + i) % vertices);
        if (instance->count && instance->first < SHADE_REGISTERS)
            W->reg[BANK_PA][instance->first][i] =
                asked->first_instance + (uint32_t)((W->first + i) / vertices);
    }
}

static void work(pool_job *job) {
    draw *d = (draw *)job;
    const gisa_shade_draw *asked = d->shared.asked;
    gisa_shade_batch *W = shade_new_batch(&d->shared);
    counters c = {0};
    uint64_t first;
    unsigned count;
    bool ready = W && open_counters(&d->shared, &c, W);
    while (ready && take(d, &first, &count)) {
        gisa_shade_result r = {.end = GISA_SHADE_END_ENDED, .instance = first};
        W->result_of = &r;
        W->first = first;
        /* the rest of the last quad computes along */
        unsigned whole = (count + 3) / 4 * 4;
        W->real = count == SHADE_LANES ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
        W->lanes = W->live = whole == SHADE_LANES ? ~UINT64_C(0) : (UINT64_C(1) << whole) - 1;
        shade_clear(W, d->shared.sa);
        number(W);
        if (asked->begin)
            asked->begin(asked->ctx, W, first, count);
        shade_run_batch(W, &d->shared.machine->program[0]);
        if (take_turn(d, first) && asked->end && r.end == GISA_SHADE_END_ENDED)
            asked->end(asked->ctx, W, first, count);
        note(d, W, &r);
        pass_turn(d, first + count);
    }
    pthread_mutex_lock(&d->lock);
    if (ready)
        add_counters(&d->shared, &c);
    else
        d->status = GISA_STATUS_NO_MEMORY;
    pthread_mutex_unlock(&d->lock);
    free(c.executed);
    free(c.lanes);
    free(W);
}

static void run_batches(draw *d, unsigned threads) {
    uint64_t batches = (d->shared.asked->instances + d->batch - 1) / d->batch;
    pool *p = threads > 1 && batches > 1 ? pool_new() : NULL;
    d->job = (pool_job){.work = work, .wanted = threads - 1, .kept = true};
    bool offered = p && pool_offer(p, &d->job);
    work(&d->job);
    if (offered)
        pool_take_back(p, &d->job);
    pool_free(p);
}

gisa_status gisa_shade_run(gisa_shade *m, const gisa_shade_draw *asked, gisa_shade_result *result) {
    if (!m || !asked || !result || asked->batch > SHADE_LANES || asked->batch % 4)
        return GISA_STATUS_BAD_ARGUMENT;
    *result = (gisa_shade_result){.end = GISA_SHADE_END_ENDED};
    if (!host_is_little_endian()) {
        snprintf(result->message, sizeof result->message, "%s", EMULATOR_NEEDS);
        return GISA_STATUS_BAD_ARGUMENT;
    }
    draw *d = calloc(1, sizeof *d);
    if (!d)
        return GISA_STATUS_NO_MEMORY;
    const uint64_t floats = host_floats_begin();
    d->shared.machine = m;
    d->shared.asked = asked;
    d->shared.model = m->model;
    d->batch = asked->batch ? asked->batch : SHADE_LANES;
    d->result = result;
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->passed, NULL);
    if (!shade_ready(m, 0) || !shade_ready(m, 1) ||
        (asked->observer && !(d->shared.watch = shade_watch_new(m, asked))))
        d->status = GISA_STATUS_NO_MEMORY;
    if (d->status == GISA_OK)
        run_secondary(d);
    unsigned threads = asked->trace || asked->observer || !asked->threads ? 1 : asked->threads;
    if (d->status == GISA_OK && result->end == GISA_SHADE_END_ENDED && asked->instances)
        run_batches(d, threads < POOL_MOST_THREADS ? threads : POOL_MOST_THREADS);
    gisa_status status = d->status;
    shade_watch_free(d->shared.watch);
    pthread_cond_destroy(&d->passed);
    pthread_mutex_destroy(&d->lock);
    free(d);
    host_floats_end(floats);
    return status;
}
