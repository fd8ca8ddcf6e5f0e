/* SPDX-License-Identifier: MIT */
/* gisa run on shader stages: gives a stage its vertices, triangles or work-groups, and prints or
 * writes what comes of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "run_stage.h"
#include "run_triangles.h"
#include "run_wave.h"

static int finish(stage_run *r, const gisa_stage_result *result, gisa_status status) {
    r->result = *result;
    if (status == GISA_OK && result->end == GISA_STAGE_END_ENDED)
        return 0;
    if ((r->taken || r->holds) && status == GISA_OK)
        return 1;
    shader_says(status == GISA_OK ? result->message : gisa_status_text(status), NULL);
    return 1;
}

/* ---- vertices ------------------------------------------------------------------------------- */

static bool read_indices(stage_run *r, uint32_t **indices) {
    uint64_t count = 0;
    *indices = r->indices ? indices_read(r->indices, &count) : NULL;
    if (*indices && (!r->vertex_count || r->vertex_count > count))
        r->vertex_count = count;
    return *indices || !r->indices;
}

static void print_vertices(const gisa_stage_vertices *v) {
    for (uint64_t i = 0; i < v->count; i++) {
        const float *p = v->vertex[i].position;
        printf("%llu position %.9g %.9g %.9g %.9g\n", (unsigned long long)i, (double)p[0], (double)p[1],
               (double)p[2], (double)p[3]);
        for (unsigned k = 0; k < GISA_STAGE_PARAMS; k++)
            if (v->params >> k & 1) {
                p = v->vertex[i].param[k];
                printf("%llu param%u %.9g %.9g %.9g %.9g\n", (unsigned long long)i, k, (double)p[0],
                       (double)p[1], (double)p[2], (double)p[3]);
            }
    }
}

/* ---- pixels --------------------------------------------------------------------------------- */

/* An attribute "N=v,v,v,v" for all corners, or "N=v/v/v": left before right, top first. */
static bool put_attribute(const parameter_data *d, gisa_stage_vertex corner[3], unsigned *count) {
    char *end;
    const unsigned long number = strtoul(d->name, &end, 10);
    if (end == d->name || *end || number >= GISA_STAGE_PARAMS)
        return shader_says("expected --attr N=..., with N from 0 to 31, not", d->name);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned c = 0; c < 4; c++)
            corner[i].param[number][c] = (float)d->value[(d->rows > i ? i : 0) * SHADER_VALUES + c];
    if (*count <= number)
        *count = (unsigned)number + 1;
    return true;
}

/* A rectangle over the whole picture. */
static bool open_rectangle(const stage_run *r, gisa_stage_vertex **corners, gisa_stage_pixels *p) {
    static const float position[3][4] = {{-1, -1, 0, 1}, {1, -1, 0, 1}, {-1, 1, 0, 1}};
    *corners = calloc(3, sizeof **corners);
    if (!*corners)
        return shader_says("out of memory", NULL);
    for (unsigned i = 0; i < 3; i++) {
        memcpy((*corners)[i].position, position[i], sizeof position[i]);
        if (r->up)
            (*corners)[i].position[1] = -position[i][1];
    }
    for (unsigned i = 0; i < r->attribute_count; i++)
        if (!put_attribute(&r->attribute[i], *corners, &p->attributes))
            return false;
    p->triangles = 1;
    p->rectangles = true;
    return true;
}

/* Lines of x, y, z, w and four numbers of each attribute; three lines are a triangle. */
static bool open_corners(const stage_run *r, gisa_stage_vertex **corners, gisa_stage_pixels *p) {
    char text[600];
    parameter_data d = {0};
    snprintf(text, sizeof text, "corners=%s", r->corners);
    if (r->attribute_count)
        return shader_says("--attr and --corners exclude each other", NULL);
    if (!data_read(text, true, &d))
        return free(d.value), false;
    *corners = calloc(d.rows, sizeof **corners);
    for (unsigned i = 0; *corners && i < d.rows; i++) {
        const double *row = d.value + (size_t)i * SHADER_VALUES;
        for (unsigned k = 0; k < SHADER_VALUES; k++)
            if (k < 4)
                (*corners)[i].position[k] = (float)row[k];
            else
                (*corners)[i].param[k / 4 - 1][k % 4] = (float)row[k];
    }
    p->attributes = d.columns > 4 ? (d.columns - 1) / 4 : 0;
    p->triangles = d.rows / 3;
    p->rectangles = r->primitive == PRIMITIVE_RECTANGLES;
    free(d.value);
    return *corners || shader_says("out of memory", NULL);
}

static bool open_target(const stage_run *r, gisa_stage_target *target) {
    const size_t pixels = (size_t)r->width * r->height * (r->samples ? r->samples : 1);
    *target = (gisa_stage_target){.width = r->width, .height = r->height};
    target->color[0] = calloc(4 * pixels, sizeof(float));
    target->depth = r->depth ? malloc(pixels * sizeof(float)) : NULL;
    for (size_t i = 0; target->depth && i < pixels; i++)
        target->depth[i] = 1;
    return (target->color[0] && (target->depth || !r->depth)) || shader_says("out of memory", NULL);
}

static int put_picture(stage_run *r, gisa_stage_target *target) {
    const image picture = {target->color[0], r->width, r->height};
    if (r->samples)
        gisa_stage_resolve(target->color[0], (uint64_t)r->width * r->height, r->samples, target->color[0]);
    if (r->taken) {
        r->taken->image = picture;
        target->color[0] = NULL;
        return 0;
    }
    if (r->case_file && !stage_case_write(r, &picture))
        return 1;
    return picture_put(r->picture, &picture, r->quiet);
}

/* All attributes are smooth and come of the export of their number, where --interp says nothing. */
static void open_modes(gisa_stage_pixels *p, const stage_run *r) {
    for (unsigned i = 0; i < GISA_STAGE_PARAMS; i++)
        p->attribute[i] = r->mode_set >> i & 1 ? r->mode[i] : (gisa_stage_attribute){.param = (uint8_t)i};
    for (unsigned i = 0; i < GISA_STAGE_PARAMS; i++)
        if (r->mode_set >> i & 1 && p->attributes <= i)
            p->attributes = i + 1;
}

static gisa_stage_pixels pixels_of(const stage_run *r) {
    gisa_stage_pixels p = {.up_is_positive = r->up,
                           .front_is_clockwise = r->clockwise,
                           .from_minus_one = r->from_minus_one,
                           .cull = (gisa_stage_cull)r->cull,
                           .per_sample = r->per_sample,
                           .threads = r->threads,
                           .limits = r->limits};
    if (r->samples)
        gisa_stage_set_samples(&p, r->samples);
    if (r->positions)
        memcpy(p.sample, r->position, sizeof p.sample);
    return p;
}

static int run_pixels(stage_run *r) {
    gisa_stage_pixels p = pixels_of(r);
    gisa_stage_result result = {0};
    gisa_stage_vertex *corners = NULL;
    int status = 1;
    if ((r->corners ? open_corners(r, &corners, &p) : open_rectangle(r, &corners, &p)) &&
        open_target(r, &r->target)) {
        p.corners = corners;
        open_modes(&p, r);
        status = finish(r, &result, gisa_stage_run_pixels(r->first.stage, &p, &r->target, &result));
    }
    free(corners);
    return status;
}

/* ---- vertices into pixels ------------------------------------------------------------------- */

static int draw_instance(stage_run *r, const gisa_stage_vertices *v, const gisa_stage_target *target) {
    gisa_stage_pixels p = pixels_of(r);
    gisa_stage_result result = {0};
    gisa_stage_vertex *corners;
    int status;
    p.triangles = primitive_triangles(r->primitive, v->count);
    p.rectangles = r->primitive == PRIMITIVE_RECTANGLES;
    for (unsigned i = 0; i < GISA_STAGE_PARAMS; i++)
        p.attributes = v->params >> i & 1 ? i + 1 : p.attributes;
    corners = calloc(3 * (size_t)p.triangles + 1, sizeof *corners);
    if (!corners)
        return shader_says("out of memory", NULL), 1;
    for (uint64_t i = 0; i < 3 * p.triangles; i++)
        corners[i] = v->vertex[primitive_corner(r->primitive, i / 3, (unsigned)(i % 3))];
    p.corners = corners;
    open_modes(&p, r);
    status = finish(r, &result, gisa_stage_run_pixels(r->pixel.stage, &p, target, &result));
    free(corners);
    return status;
}

static int run_instance(stage_run *r, gisa_stage_vertices *v, const gisa_stage_target *target) {
    gisa_stage_result result = {0};
    int status = finish(r, &result, gisa_stage_run_vertices(r->first.stage, v, &result));
    if (!status && r->pixel.stage)
        status = draw_instance(r, v, target);
    else if (!status && !r->quiet && !r->holds)
        print_vertices(v);
    return status;
}

static int run_vertices(stage_run *r) {
    gisa_stage_vertices *v = &r->vertices;
    uint32_t *indices = NULL;
    int status = 1;
    const bool fine = read_indices(r, &indices) && (!r->pixel.stage || open_target(r, &r->target));
    *v = (gisa_stage_vertices){
        .limits = r->limits, .indices = indices, .count = r->vertex_count ? r->vertex_count : 3};
    v->vertex = fine ? calloc(v->count, sizeof *v->vertex) : NULL;
    if (fine && !v->vertex)
        shader_says("out of memory", NULL);
    for (status = !v->vertex; !status && v->instance < r->instances; v->instance++)
        status = run_instance(r, v, &r->target);
    free(indices);
    v->indices = NULL;
    return status;
}

/* ---- other stages --------------------------------------------------------------------------- */

static int run_compute(stage_run *r) {
    gisa_stage_result result = {0};
    uint32_t groups[3];
    for (unsigned k = 0; k < 3; k++) {
        r->grid[k] = r->grid[k] ? r->grid[k] : 1;
        r->group[k] = r->group[k] ? r->group[k] : k ? 1 : r->grid[0] < STAGE_MOST ? r->grid[0] : STAGE_MOST;
        groups[k] = (r->grid[k] + r->group[k] - 1) / r->group[k];
    }
    return finish(r, &result, gisa_stage_dispatch(r->first.stage, groups, r->group, &r->limits, &result));
}

/* --input NAME=v,v,...: a value for each instance, or one for all; NAME=FILE: a line each. */
static void put_input(const stage_run *r, const parameter_data *d, gisa_wave *wave, uint64_t first,
                      unsigned lanes) {
    gisa_wave_register reg;
    if (gisa_stage_find(r->first.stage, d->name, &reg))
        return;
    for (unsigned lane = 0; lane < lanes; lane++) {
        const unsigned count = data_count(d);
        const uint64_t i = first + lane < count ? first + lane : count - 1;
        const float number = (float)data_value(d, (unsigned)i);
        uint32_t bits;
        if (r->input_float >> (d - r->input) & 1)
            memcpy(&bits, &number, sizeof bits);
        else
            bits = (uint32_t)(int64_t)data_value(d, (unsigned)i);
        gisa_wave_set(wave, &reg, lane, 0, bits);
    }
}

static void begin(void *ctx, gisa_wave *wave, uint64_t first, unsigned lanes) {
    const stage_run *r = ctx;
    for (unsigned i = 0; i < r->input_count; i++)
        put_input(r, &r->input[i], wave, first, lanes);
}

static void end(void *ctx, gisa_wave *wave, uint64_t first, unsigned lanes) {
    stage_run *r = ctx;
    (void)first;
    (void)lanes;
    for (unsigned i = 0; i < r->dump_count && !r->holds; i++)
        r->bad_dump |= !wave_dump(wave, r->dump[i], wave_print, NULL);
}

/* As many as asked for, or as inputs have values. */
static uint64_t count_instances(const stage_run *r) {
    uint64_t count = r->vertex_count ? r->vertex_count : r->instances;
    for (unsigned i = 0; i < r->input_count && !r->vertex_count; i++)
        count = data_count(&r->input[i]) > count ? data_count(&r->input[i]) : count;
    return count;
}

static int run_instances(stage_run *r) {
    const gisa_stage_run run = {
        .count = count_instances(r), .begin = begin, .end = end, .ctx = r, .limits = r->limits};
    gisa_stage_result result = {0};
    gisa_wave_register reg;
    for (unsigned i = 0; i < r->input_count; i++)
        if (gisa_stage_find(r->first.stage, r->input[i].name, &reg))
            return shader_says("the stage does not begin with such a register (gisa info VS_VGPR, PS_INPUT):",
                               r->input[i].name),
                   1;
    return finish(r, &result, gisa_stage_run_waves(r->first.stage, &run, &result)) || r->bad_dump;
}

void stage_forget(stage_run *r) {
    free(r->vertices.vertex);
    free(r->target.color[0]);
    free(r->target.depth);
    r->vertices = (gisa_stage_vertices){.count = 0};
    r->target = (gisa_stage_target){.width = 0};
}

int stage_put(stage_run *r) {
    int status = 0;
    if (r->target.color[0])
        status = put_picture(r, &r->target);
    else if (r->vertices.vertex && r->holds && !r->quiet)
        print_vertices(&r->vertices);
    return status || stage_memory_finish(&r->first) || stage_memory_finish(&r->pixel);
}

int stage_draw(stage_run *r) {
    int status;
    stage_forget(r);
    if (r->input_count || r->dump_count)
        status = run_instances(r);
    else
        switch (r->kind) {
        case GISA_STAGE_KIND_PS: status = run_pixels(r); break;
        case GISA_STAGE_KIND_VS: status = run_vertices(r); break;
        case GISA_STAGE_KIND_CS: status = run_compute(r); break;
        default: status = run_instances(r);
        }
    return status || r->holds ? status : stage_put(r);
}
