/* SPDX-License-Identifier: MIT */
/* gisa run on a pair of shaders: a vertex program makes corners, a fragment program draws the
   triangles between them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_triangles.h"

typedef struct mesh {
    shader_run *s;
    gisa_shade_vertex *vertex, *corners;
    uint32_t *indices; /* NULL: the vertices of an instance one after the other */
    uint64_t index_count, triangles;
    gisa_shade_target target;
    gisa_status status; /* FAILED: has said what is wrong */
} mesh;

/* Whether it has come to its end; *status: whether there was anything else. */
static bool ended(mesh *m, gisa_status status, gisa_shade_result *result) {
    result->instructions += m->s->result.instructions;
    m->s->result = *result;
    m->status = status;
    if (status != GISA_OK)
        shader_says(*result->message ? result->message : gisa_status_text(status), NULL);
    return status == GISA_OK && result->end == GISA_SHADE_END_ENDED;
}

/* Something else is wrong. */
static bool says(mesh *m, const char *what, const char *which) {
    m->status = GISA_STATUS_FAILED;
    return shader_says(what, which);
}

/* ---- vertices ------------------------------------------------------------------------------- */

static void begin(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    const mesh *m = ctx;
    input_begin(m->s, batch, first, count);
}

static void end(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    const mesh *m = ctx;
    gisa_shade_take(batch, m->s->shader, count, m->vertex + first);
}

static bool run_vertices(mesh *m) {
    gisa_shade_result result = {0};
    gisa_shade_draw *draw = &m->s->draw;
    m->vertex = calloc(m->s->instances, sizeof *m->vertex);
    if (!m->vertex)
        return says(m, "out of memory", NULL);
    draw->instances = m->s->instances;
    draw->begin = begin;
    draw->end = end;
    draw->ctx = m;
    const gisa_status status = gisa_shade_run(m->s->machine, draw, &result);
    return ended(m, status, &result);
}

/* ---- triangles ------------------------------------------------------------------------------ */

static bool check_indices(mesh *m, uint64_t vertices) {
    char text[40];
    for (uint64_t i = 0; m->indices && i < m->index_count; i++)
        if (m->indices[i] >= vertices) {
            snprintf(text, sizeof text, "vertex %u", m->indices[i]);
            return says(m, "the file of --indices asks for a vertex that is not there:", text);
        }
    return true;
}

/* The triangles of all instances, one after the other. */
static bool assemble(mesh *m) {
    const shader_run *s = m->s;
    const uint64_t vertices = s->draw.vertices ? s->draw.vertices : s->instances;
    const uint64_t each = primitive_triangles(s->primitive, m->indices ? m->index_count : vertices);
    if (!check_indices(m, vertices))
        return false;
    m->corners = calloc(3 * (each ? each : 1), s->instances / vertices * sizeof *m->corners);
    for (uint64_t base = 0; m->corners && base + vertices <= s->instances; base += vertices)
        for (uint64_t i = 0; i < each; i++, m->triangles++)
            for (unsigned k = 0; k < 3; k++) {
                const uint64_t at = primitive_corner(s->primitive, i, k);
                m->corners[3 * m->triangles + k] = m->vertex[base + (m->indices ? m->indices[at] : at)];
            }
    return m->corners || says(m, "out of memory", NULL);
}

/* ---- the picture ---------------------------------------------------------------------------- */

static bool open_target(mesh *m) {
    const shader_run *pixel = m->s->pixel;
    const size_t pixels = (size_t)pixel->width * pixel->height;
    m->target = (gisa_shade_target){.width = pixel->width, .height = pixel->height};
    m->target.color = calloc(4 * pixels, sizeof(float));
    m->target.depth = m->s->depth ? malloc(pixels * sizeof(float)) : NULL;
    for (size_t i = 0; m->target.depth && i < pixels; i++)
        m->target.depth[i] = 1;
    return (m->target.color && (m->target.depth || !m->s->depth)) || says(m, "out of memory", NULL);
}

static bool draw(mesh *m) {
    const shader_run *s = m->s;
    gisa_shade_result result = {0};
    gisa_shade_triangles run = {.corners = m->corners,
                                .triangles = m->triangles,
                                .passed = gisa_shade_passes(s->shader),
                                .up_is_positive = s->up,
                                .from_minus_one = s->from_minus_one,
                                .front_is_clockwise = s->clockwise,
                                .cull = (gisa_shade_cull)s->cull,
                                .draw = s->draw};
    run.draw.observed_as = MESH_FRAGMENT;
    run.draw.observed_code = MESH_FRAGMENT_CODE;
    const gisa_status status =
        gisa_shade_draw_triangles(s->pixel->machine, s->pixel->shader, &run, &m->target, &result);
    return ended(m, status, &result);
}

gisa_status mesh_draw(shader_run *s) {
    mesh m = {.s = s};
    s->result = (gisa_shade_result){0};
    free(s->drawn.pixels);
    if (s->indices && !(m.indices = indices_read(s->indices, &m.index_count)))
        m.status = GISA_STATUS_FAILED;
    if (!m.status && open_target(&m) && run_vertices(&m) && assemble(&m))
        draw(&m);
    s->drawn = (image){m.target.color, m.target.width, m.target.height};
    free(m.indices);
    free(m.vertex);
    free(m.corners);
    free(m.target.depth);
    return m.status;
}
