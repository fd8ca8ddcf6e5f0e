/* SPDX-License-Identifier: MIT */
/* A session: the thread that runs the launch, again and again, and where it stands. */
#include "passes.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- standing -------------------------------------------------------------------------------- */

/* Stands until there is an order, which says how to go on. */
static void stand(debug *d) {
    d->stop.number = d->number;
    d->interrupted = 0;
    pthread_mutex_lock(&d->lock);
    d->stands = true;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
    if (d->o.stopped)
        d->o.stopped(d->o.ctx);
    pthread_mutex_lock(&d->lock);
    while (d->stands && !d->quits)
        pthread_cond_wait(&d->changed, &d->lock);
    pthread_mutex_unlock(&d->lock);
}

/* After stand(): true when this run is to end, since another one is due. */
static bool is_over(const debug *d) {
    return d->quits || d->again;
}

/* ---- the observer ---------------------------------------------------------------------------- */

static void wave_begins(void *ctx, gisa_observed_wave *seen) {
    debug *d = ctx;
    if (waves_add(&d->waves, seen))
        points_begin_wave(d, seen->data);
    else
        d->no_memory = true;
}

static void wave_ends(void *ctx, gisa_observed_wave *seen) {
    debug *d = ctx;
    debug_wave *w = seen->data;
    if (w && debug_same_wave(&w->id, &d->step.order.wave))
        d->step.gone = true;
    waves_remove(&d->waves, w);
    seen->data = NULL;
}

static void show_progress(const debug *d) {
    enum { OFTEN = 1 << 20 };
    if (d->o.progress && d->number % OFTEN == 0 && d->number)
        d->o.progress(d->o.ctx, d->number, d->pass.kind == PASS_FORWARD ? 0 : d->pass.goal);
}

static bool before(void *ctx, gisa_observed_wave *seen, gisa_site *site) {
    debug *d = ctx;
    debug_wave *w = seen->data;
    if (!w || is_over(d))
        return false; /* d->no_memory; or another wave has ended this run */
    w->pc = site->pc;
    edits_apply(d);
    show_progress(d);
    if (pass_stops(d, w)) {
        d->stop.next = w;
        stand(d);
        if (is_over(d))
            return false;
    } else if (is_over(d))
        return false;
    pass_line(d, w);
    if (!w->waits)
        w->began = d->number;
    d->observer.wants_accesses = d->points.watches_memory || d->o.shares_memory;
    d->pending = (hit){.point = 0};
    d->number++;
    return true;
}

/* Where others write to its memory. */
static void note_writes(const debug *d, const gisa_observed_step *step) {
    for (uint32_t i = 0; i < step->access_count; i++) {
        const gisa_wave_access *a = &step->access[i];
        if (a->space == GISA_WAVE_SPACE_MEMORY && a->access & GISA_ACCESS_WRITE)
            memory_note(&d->memory, a->address, a->size);
    }
}

static bool after(void *ctx, gisa_observed_wave *seen, const gisa_observed_step *step) {
    debug *d = ctx;
    debug_wave *w = seen->data;
    if (d->o.shares_memory)
        note_writes(d, step);
    if (!w)
        return true;
    w->waits = step->kind == GISA_WAVE_KIND_WAITS;
    if (w->waits || step->fault)
        return true;
    w->pc = step->next_pc;
    w->done++;
    w->last = w->began;
    waves_follow(d->o.isa, w, step);
    if (d->points.watches_memory || d->points.watches_registers) {
        d->pending = points_after(d, w, step->site->pc, step);
        pass_watched(d, w);
    }
    return true;
}

bool debug_clock(debug *d, uint64_t *time) {
    if (!pthread_equal(pthread_self(), d->thread))
        return false;
    *time = d->clocks++;
    return true;
}

void debug_asks(debug *d) {
    if (pthread_equal(pthread_self(), d->thread))
        d->asked = true;
}

bool debug_goes_back(const debug *d) {
    return !d->asked;
}

/* Each run reads the same times. */
static uint64_t read_clock(void *ctx, gisa_clock_kind kind) {
    debug *d = ctx;
    (void)kind;
    return d->clocks++;
}

static bool is_stuck(void *ctx, const char *message) {
    (void)ctx, (void)message;
    return true;
}

/* ---- the thread ------------------------------------------------------------------------------ */

static gisa_status run_once(debug *d, gisa_result *result) {
    gisa_status status;
    memory_restore(&d->memory);
    d->number = d->clocks = 0;
    d->edits.next = 0;
    d->again = d->ended = d->no_memory = d->asked = false;
    d->pending = (hit){.point = 0};
    d->observer.wants_accesses = d->points.watches_memory || d->o.shares_memory;
    points_begin_run(d);
    status = d->o.run ? d->o.run(d->o.ctx, &d->observer, result)
                      : gisa_machine_run(d->o.machine, &d->launch, result);
    if (d->no_memory)
        status = GISA_STATUS_NO_MEMORY;
    if (status == GISA_STATUS_NO_MEMORY)
        result->message[0] = 0;
    if (status && !result->message[0])
        memcpy(result->message, "out of memory", sizeof "out of memory");
    return status;
}

static void *run_all(void *ctx) {
    debug *d = ctx;
    gisa_result result;
    while (!d->quits) {
        const gisa_status status = run_once(d, &result);
        if (d->quits || d->again)
            continue;
        d->ended = true;
        if (pass_ends(d, status, &result)) {
            d->stop.next = d->stop.wave = NULL;
            do
                stand(d);
            while (!is_over(d) && pass_nowhere(d));
        }
    }
    return NULL;
}

/* ---- from outside ---------------------------------------------------------------------------- */

static void go_on(debug *d) {
    pthread_mutex_lock(&d->lock);
    d->stands = false;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

void debug_go(debug *d, const debug_order *order) {
    pass_order(d, order);
    go_on(d);
}

void debug_go_to(debug *d, uint64_t number) {
    pass_to(d, number);
    go_on(d);
}

void debug_restart(debug *d) {
    pass_restart(d);
    go_on(d);
}

bool debug_wait(debug *d, int milliseconds) {
    struct timespec until;
    bool stands;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_mutex_lock(&d->lock);
    while (!d->stands)
        if (milliseconds < 0)
            pthread_cond_wait(&d->changed, &d->lock);
        else if (pthread_cond_timedwait(&d->changed, &d->lock, &until))
            break;
    stands = d->stands;
    pthread_mutex_unlock(&d->lock);
    return stands;
}

const debug_stop *debug_stopped(const debug *d) {
    return &d->stop;
}

void debug_interrupt(debug *d) {
    d->interrupted = 1;
}

static bool begin(debug *d) {
    const gisa_host host = {.clock = read_clock, .ctx = d};
    d->observer = (gisa_observer){
        .ctx = d, .wave_begins = wave_begins, .wave_ends = wave_ends, .before = before, .after = after};
    d->launch = d->o.launch;
    d->launch.observer = &d->observer;
    if (!d->launch.stuck)
        d->launch.stuck = is_stuck;
    if (!d->o.keeps_host)
        gisa_machine_set_host(d->o.machine, &host);
    pass_begin(d);
    return memory_save(&d->memory, d->o.block, d->o.block_count, d->o.shares_memory) &&
           pthread_create(&d->thread, NULL, run_all, d) == 0;
}

static void release(debug *d) {
    points_free(&d->points);
    edits_free(&d->edits);
    memory_free(&d->memory);
    free(d->waves.at);
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->changed);
    free(d);
}

debug *debug_new(const debug_options *options) {
    debug *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->o = *options;
    if (options->points)
        d->points = *options->points;
    free(options->points);
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->changed, NULL);
    if (begin(d))
        return d;
    release(d);
    return NULL;
}

/* What it stands at comes to no end by itself. */
void debug_free(debug *d) {
    if (!d)
        return;
    pthread_mutex_lock(&d->lock);
    d->quits = true;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    if (!d->o.keeps_host)
        gisa_machine_set_host(d->o.machine, NULL);
    release(d);
}
