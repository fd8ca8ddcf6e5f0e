/* SPDX-License-Identifier: MIT */
/* Draws triangles with a fragment program: the quads that they cover become instances, in order;
 * results become pixels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/host_floats.h"
#include "passed.h"
#include "raster/raster.h"

/* A quad of a triangle, whose first pixel this is. */
typedef struct quad {
    uint32_t triangle;
    uint16_t x, y;
} quad;

typedef struct picture {
    const gisa_gxp *shader;
    const gisa_shade_triangles *run;
    const gisa_shade_target *target;
    raster_view view;
    uint32_t wanted; /* values that the program takes */
    gisa_gxp_registers color;
    unsigned format, channels; /* of the result */
    bool deepens;              /* the program writes depths */
    quad *quads;
    uint64_t count, room;
} picture;

/* ---- quads ---------------------------------------------------------------------------------- */

static bool open_triangle(const picture *p, uint64_t i, raster_triangle *t) {
    const gisa_shade_vertex *v = p->run->corners + RASTER_CORNERS * i;
    const raster_corner corner[RASTER_CORNERS] = {
        {v[0].position, v[0].clip}, {v[1].position, v[1].clip}, {v[2].position, v[2].clip}};
    if (!raster_open(&p->view, corner, t))
        return false;
    const bool front = t->clockwise == p->run->front_is_clockwise;
    return p->run->cull != (front ? GISA_SHADE_CULL_FRONT : GISA_SHADE_CULL_BACK);
}

static bool add_quad(picture *p, uint32_t triangle, const uint32_t place[2]) {
    if (p->count == p->room) {
        const uint64_t room = p->room ? 2 * p->room : 1024;
        quad *more = realloc(p->quads, (size_t)room * sizeof *more);
        if (!more)
            return false;
        p->quads = more;
        p->room = room;
    }
    p->quads[p->count++] = (quad){triangle, (uint16_t)place[0], (uint16_t)place[1]};
    return true;
}

/* All that the triangles cover; false: out of memory. */
static bool find_quads(picture *p) {
    for (uint64_t i = 0; i < p->run->triangles; i++) {
        raster_triangle t;
        raster_pixel pixel[RASTER_QUAD];
        uint32_t place[2];
        if (!open_triangle(p, i, &t))
            continue;
        for (bool more = raster_first(&p->view, &t, place, pixel); more;
             more = raster_next(&p->view, &t, place, pixel))
            if (!add_quad(p, (uint32_t)i, place))
                return false;
    }
    return true;
}

/* The pixels of a batch, and the triangles of its quads. */
typedef struct batch {
    raster_pixel pixel[SHADE_LANES];
    const gisa_shade_vertex *corners[SHADE_LANES / RASTER_QUAD];
    uint64_t covered;
} batch;

static void find_pixels(const picture *p, uint64_t first, unsigned count, batch *b) {
    raster_triangle t;
    memset(b, 0, sizeof *b);
    for (unsigned i = 0; i < count / RASTER_QUAD; i++) {
        const quad *q = &p->quads[first / RASTER_QUAD + i];
        if (i == 0 || q->triangle != q[-1].triangle)
            open_triangle(p, q->triangle, &t);
        raster_quad(&p->view, &t, q->x, q->y, &b->pixel[RASTER_QUAD * i]);
        b->corners[i] = p->run->corners + RASTER_CORNERS * (uint64_t)q->triangle;
    }
    for (unsigned lane = 0; lane < count; lane++)
        b->covered |= (uint64_t)(b->pixel[lane].covered != 0) << lane;
}

/* ---- what fragments begin with -------------------------------------------------------------- */

static float between(const gisa_shade_vertex *v, const raster_point *at, unsigned value, unsigned c) {
    const double from = v[0].value[value][c];
    return (float)(from + (double)at->persp[0] * (v[1].value[value][c] - from) +
                   (double)at->persp[1] * (v[2].value[value][c] - from));
}

static void interpolate(const picture *p, const batch *b, unsigned lane, gisa_shade_values *to) {
    const raster_pixel *pixel = &b->pixel[lane];
    const float position[4] = {(float)pixel->x + 0.5f, (float)pixel->y + 0.5f, pixel->centre.z,
                               1 / pixel->centre.w};
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned value = 0; value < GISA_SHADE_VALUES; value++)
            if (p->wanted >> value & 1)
                to->row[value][c][lane] = between(b->corners[lane / RASTER_QUAD], &pixel->centre, value, c);
        to->row[GISA_SHADE_POSITION][c][lane] = position[c];
    }
}

static void begin(void *ctx, gisa_shade_batch *W, uint64_t first, unsigned count) {
    const picture *p = ctx;
    gisa_shade_values values;
    batch b;
    memset(&values, 0, sizeof values);
    find_pixels(p, first, count, &b);
    for (unsigned lane = 0; lane < count; lane++)
        interpolate(p, &b, lane, &values);
    W->real &= b.covered;
    gisa_shade_give(W, p->shader, &values, p->wanted | 1u << GISA_SHADE_POSITION);
}

/* ---- what they leave ------------------------------------------------------------------------ */

static bool passes(const picture *p, const raster_pixel *pixel, const float *depth, unsigned lane) {
    const float z = p->deepens && depth ? depth[lane] : pixel->centre.z;
    float *to = p->target->depth;
    if (!to)
        return true;
    to += (size_t)pixel->y * p->target->width + pixel->x;
    if (!(z < *to))
        return false;
    *to = z;
    return true;
}

static void put_color(const picture *p, gisa_shade_batch *W, const raster_pixel *pixel, unsigned lane) {
    float *to = p->target->color + 4 * ((size_t)pixel->y * p->target->width + pixel->x);
    uint32_t words[4] = {0};
    for (unsigned k = 0; k < p->color.count && k < 4; k++) {
        const uint32_t *row = gisa_shade_row(W, p->color.bank, p->color.first + k);
        words[k] = row ? row[lane] : 0;
    }
    for (unsigned c = 0; c < 4; c++)
        to[c] = c < p->channels ? passed_unpack(p->format, words, c) : c == 3;
}

static void end(void *ctx, gisa_shade_batch *W, uint64_t first, unsigned count) {
    const picture *p = ctx;
    const float *depth = gisa_shade_depth_row(W);
    const uint64_t alive = gisa_shade_alive(W);
    batch b;
    find_pixels(p, first, count, &b);
    for (unsigned lane = 0; lane < count; lane++)
        if (alive >> lane & 1 && passes(p, &b.pixel[lane], depth, lane) && p->target->color)
            put_color(p, W, &b.pixel[lane], lane);
}

/* ---- the draw ------------------------------------------------------------------------------- */

static bool refuse(gisa_shade_result *r, const char *why, const char *which) {
    r->end = GISA_SHADE_END_FAULT;
    snprintf(r->message, sizeof r->message, "%s %s", why, which);
    return false;
}

static bool has_flag(const gisa_gxp_info *info, const char *flag) {
    for (unsigned bit = 0; bit < 32; bit++) {
        const char *name = gisa_gxp_flag_name(bit);
        if (info->flags >> bit & 1 && name && strcmp(name, flag) == 0)
            return true;
    }
    return false;
}

/* The result of the program; false: the run's result says why it cannot be a colour. */
static bool open_result(picture *p, const gisa_gxp_info *info, gisa_shade_result *r) {
    const char *channels = strchr(info->result, 'x');
    p->color = info->result_registers;
    p->format = passed_format(info->result);
    p->channels = channels ? (unsigned)strtoul(channels + 1, NULL, 10) : 1;
    p->deepens = has_flag(info, "depth");
    return (p->format != VIEW_NONE && p->channels <= 4 && p->color.count) ||
           refuse(r, "the layout of this program's result is unknown:", info->result);
}

/* Everything that the program takes must be passed on. */
static bool open_values(picture *p, gisa_shade_result *r) {
    gisa_gxp_varying v;
    p->wanted = gisa_shade_passes(p->shader).values;
    for (unsigned i = 0; gisa_gxp_varying_at(p->shader, i, &v) == GISA_OK; i++)
        for (unsigned k = 0; k < 2; k++) {
            const char *name = k ? v.sampled : v.name;
            const int value = gisa_shade_value(name);
            if (value >= 0 && value != GISA_SHADE_POSITION && !(p->run->passed.values >> value & 1))
                return refuse(r, "the corners do not have what the fragment program takes:", name);
        }
    return true;
}

static gisa_status run_quads(picture *p, gisa_shade *machine, gisa_shade_result *r) {
    gisa_shade_draw draw = p->run->draw;
    draw.instances = RASTER_QUAD * p->count;
    draw.begin = begin;
    draw.end = end;
    draw.ctx = p;
    draw.in_order = true;
    draw.vertices = 0;
    return gisa_shade_run(machine, &draw, r);
}

gisa_status gisa_shade_draw_triangles(gisa_shade *machine, const gisa_gxp *shader,
                                      const gisa_shade_triangles *run, const gisa_shade_target *target,
                                      gisa_shade_result *r) {
    enum { LARGEST = 1 << 15 };
    picture p = {.shader = shader, .run = run, .target = target};
    gisa_gxp_info info;
    if (!machine || !shader || !run || !target || !r || (run->triangles && !run->corners) ||
        run->triangles > UINT32_MAX || target->width > LARGEST || target->height > LARGEST ||
        gisa_gxp_about(shader, &info) != GISA_OK || !info.fragment)
        return GISA_STATUS_BAD_ARGUMENT;
    *r = (gisa_shade_result){.end = GISA_SHADE_END_ENDED};
    if (!open_result(&p, &info, r) || !open_values(&p, r))
        return GISA_OK;
    const uint64_t floats = host_floats_begin();
    p.view = (raster_view){.width = target->width,
                           .height = target->height,
                           .up_is_positive = run->up_is_positive,
                           .from_minus_one = run->from_minus_one,
                           .clips = run->passed.clips};
    const gisa_status status = find_quads(&p) ? run_quads(&p, machine, r) : GISA_STATUS_NO_MEMORY;
    free(p.quads);
    host_floats_end(floats);
    return status;
}
