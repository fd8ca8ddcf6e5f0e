/* SPDX-License-Identifier: MIT */
/* Runs a pixel stage: quads of triangles become waves, which threads run, and in their order
   pixels. */
#include "pixels.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/host_floats.h"
#include "core/load.h"
#include "core/tables.h"
#include "emu/pool.h"

enum { BATCHES = 16 /* that are filled before they run, for each thread */ };

/* A run: batches that are filled and wait, then run side by side, then are put into the target. */
typedef struct drawing {
    pool_job job; /* first */
    const gisa_stage_pixels *run;
    const gisa_stage_target *target;
    gisa_stage_result *result;
    raster_view view;
    unsigned sample, samples; /* that is drawn now; for which there are quads of their own */
    batch *batch;
    unsigned filled, room;
    gisa_stage **stage; /* of each thread */
    unsigned stages;
    pool *pool;
    pthread_mutex_t lock; /* what follows */
    unsigned next, workers;
} drawing;

/* ---- pixels --------------------------------------------------------------------------------- */

static bool passes(const pixel *p, const pixel_result *r, unsigned sample, float *depth) {
    const float z = r->has_depth ? r->depth : p->z[sample];
    if (!(z < *depth))
        return false;
    *depth = z;
    return true;
}

static void put_sample(const drawing *d, const pixel *p, const pixel_result *r, unsigned sample) {
    const gisa_stage_target *t = d->target;
    const size_t at = ((size_t)p->y * t->width + p->x) * (d->run->samples ? d->run->samples : 1) + sample;
    if (t->depth && !passes(p, r, sample, &t->depth[at]))
        return;
    for (unsigned i = 0; i < TARGETS; i++)
        for (unsigned c = 0; c < 4 && t->color[i]; c++)
            if (r->written[i] >> c & 1)
                t->color[i][4 * at + c] = r->color[i][c];
}

static void put_pixels(const drawing *d, const batch *b) {
    for (unsigned lane = 0; lane < RASTER_QUAD * b->quads; lane++) {
        const pixel *p = &b->pixel[lane];
        const pixel_result *r = &b->result[lane];
        for (uint32_t left = b->valid >> lane & 1 ? p->covered & r->samples : 0; left; left &= left - 1)
            put_sample(d, p, r, (unsigned)__builtin_ctz(left));
    }
}

/* ---- waves ---------------------------------------------------------------------------------- */

static batch *take_batch(drawing *d) {
    pthread_mutex_lock(&d->lock);
    batch *b = d->next < d->filled ? &d->batch[d->next++] : NULL;
    pthread_mutex_unlock(&d->lock);
    return b;
}

/* Each thread has a stage of its own. */
static void work(pool_job *job) {
    drawing *d = (drawing *)job;
    pthread_mutex_lock(&d->lock);
    gisa_stage *stage = d->workers < d->stages ? d->stage[d->workers++] : NULL;
    pthread_mutex_unlock(&d->lock);
    for (batch *b; stage && (b = take_batch(d));)
        pixels_run_wave(stage, b);
}

static void run_batches(drawing *d) {
    d->next = d->workers = 0;
    d->job = (pool_job){.work = work, .wanted = d->stages - 1, .kept = true};
    const bool offered = d->pool && d->filled > 1 && pool_offer(d->pool, &d->job);
    work(&d->job);
    if (offered)
        pool_take_back(d->pool, &d->job);
}

/* What a batch has come to; false: it is the last one. */
static bool finish(drawing *d, const batch *b) {
    const uint64_t instructions = d->result->instructions + b->end.instructions;
    const uint64_t waves = d->result->waves + b->end.waves;
    *d->result = b->end;
    d->result->instructions = instructions;
    d->result->waves = waves;
    if (b->end.end != GISA_STAGE_END_ENDED)
        return false;
    put_pixels(d, b);
    return true;
}

/* Runs all that are filled. */
static bool flush(drawing *d) {
    bool fine = true;
    if (d->filled && !d->batch[d->filled - 1].quads)
        d->filled--;
    run_batches(d);
    for (unsigned i = 0; i < d->filled && fine; i++)
        fine = finish(d, &d->batch[i]);
    d->filled = 0;
    return fine;
}

/* The batch that the next quad goes into; NULL: a wave has failed. */
static batch *open_batch(drawing *d) {
    batch *last = d->filled ? &d->batch[d->filled - 1] : NULL;
    if (last && last->quads < QUADS && last->sample == d->sample)
        return last;
    if (d->filled == d->room && !flush(d))
        return NULL;
    last = &d->batch[d->filled++];
    last->quads = last->primitives = last->begins = 0;
    last->sample = d->sample;
    last->run = d->run;
    last->valid = 0;
    return last;
}

/* ---- triangles ------------------------------------------------------------------------------ */

static void begin_primitive(batch *b, const gisa_stage_vertex *corners) {
    for (unsigned i = 0; i < CORNERS; i++)
        b->corner[b->primitives][i] = &corners[i];
    b->primitives++;
    if (b->quads)
        b->begins |= 1u << (b->quads - 1);
}

static bool is_front(const drawing *d, const raster_triangle *t) {
    return t->clockwise == d->run->front_is_clockwise;
}

static bool is_culled(const drawing *d, bool front) {
    return d->run->cull == (front ? GISA_STAGE_CULL_FRONT : GISA_STAGE_CULL_BACK);
}

static void open_pixel(const drawing *d, const raster_triangle *t, const raster_pixel *from, pixel *to) {
    const raster_view *view = &d->view;
    *to = (pixel){.x = from->x, .y = from->y, .covered = from->covered, .centre = from->centre};
    to->front = is_front(d, t);
    to->at = from->centre;
    to->z[0] = from->centre.z;
    raster_at_centroid(view, t, from, &to->centroid);
    for (unsigned i = 0; i < view->samples && view->samples > 1; i++) {
        raster_point at;
        raster_at_sample(view, t, from, i, &at);
        to->z[i] = at.z;
        if (d->samples > 1 && i == d->sample)
            to->at = at;
    }
    if (d->samples > 1)
        to->covered &= 1u << d->sample;
}

/* Lanes of one sample: is any of the quad covered there? */
static bool is_wanted(const drawing *d, const raster_pixel quad[RASTER_QUAD]) {
    uint32_t covered = 0;
    for (unsigned i = 0; i < RASTER_QUAD; i++)
        covered |= quad[i].covered;
    return d->samples <= 1 || covered >> d->sample & 1;
}

/* `last`: the batch in which the triangle has begun. */
static bool add_quad(drawing *d, const gisa_stage_vertex *corners, const raster_triangle *t,
                     const raster_pixel quad[RASTER_QUAD], const batch **last) {
    batch *b = open_batch(d);
    if (!b)
        return false;
    if (b != *last || !b->quads)
        begin_primitive(b, corners);
    *last = b;
    for (unsigned i = 0; i < RASTER_QUAD; i++)
        open_pixel(d, t, &quad[i], &b->pixel[RASTER_QUAD * b->quads + i]);
    b->quads++;
    return true;
}

static bool draw(drawing *d, const gisa_stage_vertex *corners, const raster_triangle *t) {
    raster_pixel quad[RASTER_QUAD];
    uint32_t place[2];
    for (d->sample = 0; d->sample < d->samples; d->sample++) {
        const batch *last = NULL;
        for (bool more = raster_first(&d->view, t, place, quad); more;
             more = raster_next(&d->view, t, place, quad))
            if (is_wanted(d, quad) && !add_quad(d, corners, t, quad, &last))
                return false;
    }
    return true;
}

/* False: it covers nothing, or is left out. */
static bool open_triangle(const drawing *d, const gisa_stage_vertex *corners, raster_triangle *t) {
    const raster_corner corner[CORNERS] = {{.position = corners[0].position},
                                           {.position = corners[1].position},
                                           {.position = corners[2].position}};
    return raster_open(&d->view, corner, t) && !is_culled(d, is_front(d, t));
}

/* ---- the run -------------------------------------------------------------------------------- */

static bool has_coordinates(const gisa_stage_state *state) {
    return state->ps_input_ena & ((2u << GCN_PS_INPUT_LINEAR_CENTROID) - 1);
}

static bool open_view(drawing *d) {
    const gisa_stage_pixels *run = d->run;
    d->view = (raster_view){.width = d->target->width,
                            .height = d->target->height,
                            .up_is_positive = run->up_is_positive,
                            .from_minus_one = run->from_minus_one,
                            .rectangle = run->rectangles};
    d->samples = run->per_sample && run->samples ? run->samples : 1;
    if (run->samples > RASTER_SAMPLES)
        return false;
    d->view.samples = run->samples;
    memcpy(d->view.sample, run->sample, sizeof d->view.sample);
    return true;
}

/* Atomic operations and stores of stages of their own would not see each other in order. */
static bool changes_memory(const gisa_stage *s) {
    const uint32_t shared = GISA_STATE_MEMORY | GISA_STATE_LDS | GISA_STATE_GDS;
    gisa_insn insn;
    for (size_t at = 0; at < s->given.code_size;) {
        const gisa_status status =
            gisa_decode(s->isa, (const char *)s->given.code + at, s->given.code_size - at, &insn);
        if (status == GISA_OK && s->isa->forms[insn.form].writes & shared)
            return true;
        at += status == GISA_OK && insn.size ? insn.size : 4;
    }
    return false;
}

static bool open_stages(drawing *d, gisa_stage *s) {
    unsigned threads =
        d->run->threads > 1 && !s->is_observed && !s->entry && !changes_memory(s) ? d->run->threads : 1;
    threads = threads < POOL_MOST_THREADS ? threads : POOL_MOST_THREADS;
    d->room = BATCHES * threads;
    d->batch = calloc(d->room, sizeof *d->batch);
    d->stage = calloc(threads, sizeof(gisa_stage *));
    d->pool = threads > 1 ? pool_new() : NULL;
    if (!d->batch || !d->stage || (threads > 1 && !d->pool))
        return false;
    d->stage[d->stages++] = s;
    while (d->stages < threads && (d->stage[d->stages] = stage_copy(s)))
        d->stages++;
    return d->stages == threads;
}

static void close_drawing(drawing *d) {
    for (unsigned i = 1; i < d->stages; i++)
        gisa_stage_free(d->stage[i]);
    pool_free(d->pool);
    free(d->stage);
    free(d->batch);
    pthread_mutex_destroy(&d->lock);
}

static void draw_all(drawing *d) {
    bool fine = true;
    for (uint64_t i = 0; i < d->run->triangles && fine; i++) {
        raster_triangle t;
        const gisa_stage_vertex *corners = d->run->corners + CORNERS * i;
        if (open_triangle(d, corners, &t))
            fine = draw(d, corners, &t);
    }
    if (fine)
        flush(d);
}

static bool is_right(const gisa_stage *s, const gisa_stage_pixels *run, const gisa_stage_target *target,
                     const gisa_stage_result *r) {
    return s && run && target && r && s->kind == GISA_STAGE_KIND_PS && (run->corners || !run->triangles) &&
           run->attributes <= GISA_STAGE_PARAMS && target->width <= 1 << 15 && target->height <= 1 << 15;
}

gisa_status gisa_stage_run_pixels(gisa_stage *s, const gisa_stage_pixels *run,
                                  const gisa_stage_target *target, gisa_stage_result *r) {
    drawing d = {.run = run, .target = target, .result = r};
    if (!is_right(s, run, target, r) || !open_view(&d))
        return GISA_STATUS_BAD_ARGUMENT;
    stage_begin_run(s, r);
    if (!has_coordinates(&s->state))
        return stage_breaks(r, "SPI_PS_INPUT_ENA enables none of persp_... and linear_..., with which "
                               "hardware hangs"),
               GISA_OK;
    pthread_mutex_init(&d.lock, NULL);
    const uint64_t floats = host_floats_begin();
    const gisa_status status = open_stages(&d, s) ? GISA_OK : GISA_STATUS_NO_MEMORY;
    if (status == GISA_OK)
        draw_all(&d);
    close_drawing(&d);
    host_floats_end(floats);
    return status;
}

/* ---- samples -------------------------------------------------------------------------------- */

gisa_status gisa_stage_set_samples(gisa_stage_pixels *run, unsigned samples) {
    raster_view view = {.samples = 0};
    if (!run || !raster_set_samples(&view, samples))
        return GISA_STATUS_BAD_ARGUMENT;
    run->samples = samples;
    memcpy(run->sample, view.sample, sizeof run->sample);
    return GISA_OK;
}

void gisa_stage_resolve(const float *color, uint64_t pixels, unsigned samples, float *picture) {
    const uint64_t floats = host_floats_begin();
    for (uint64_t i = 0; i < 4 * pixels; i++) {
        double sum = 0;
        for (unsigned k = 0; k < samples; k++)
            sum += color[4 * (i / 4 * samples + k) + i % 4];
        picture[i] = (float)(sum / samples);
    }
    host_floats_end(floats);
}
