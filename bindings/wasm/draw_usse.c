/* SPDX-License-Identifier: MIT */
/* Pictures by a fragment program of USSE: of a .gxp file, as two triangles over the whole picture;
   of code alone, an instance for each pixel. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "gisa_shade.h"

typedef struct program {
    gisa_shade *machine;
    gisa_gxp *shader; /* NULL: code alone */
} program;

void EXPORT(gisa_js_shade_free)(program *p) {
    if (!p)
        return;
    gisa_shade_free(p->machine);
    gisa_gxp_close(p->shader);
    free(p);
}

static gisa_status load(program *p, const void *file, size_t size, bool is_file, gisa_error *error) {
    if (!is_file)
        return gisa_shade_primary(p->machine, file, size);
    gisa_status status = gisa_gxp_open(file, size, &p->shader, error);
    return status ? status : gisa_shade_load(p->machine, p->shader);
}

/* NULL: the answer is an error. */
program *EXPORT(gisa_js_shade)(const char *arch, const void *file, size_t size, bool is_file) {
    program *p = calloc(1, sizeof *p);
    gisa_error error = {0};
    gisa_status status = GISA_STATUS_NO_MEMORY;
    if (p && (p->machine = gisa_shade_new(gisa_find(arch))))
        status = load(p, file, size, is_file, &error);
    if (!status)
        return p;
    gisa_js_shade_free(p);
    answer_status(status, *error.message ? error.message : NULL);
    return NULL;
}

/* The sa registers. */
uint32_t *EXPORT(gisa_js_shade_uniforms)(program *p) {
    return gisa_shade_uniforms(p->machine);
}

/* The memory is the caller's and stays. */
int EXPORT(gisa_js_shade_bind)(program *p, unsigned buffer, void *memory, uint32_t size) {
    return p->shader ? gisa_shade_bind(p->machine, p->shader, buffer, memory, size)
                     : GISA_STATUS_BAD_ARGUMENT;
}

/* Texels of four floats, likewise. */
int EXPORT(gisa_js_shade_texture)(program *p, unsigned unit, const float *texels, uint32_t width,
                                  uint32_t height, bool bilinear) {
    const gisa_shade_texture texture = {
        .texels = texels, .width = width, .height = height, .levels = 1, .bilinear = bilinear};
    return gisa_shade_set_texture(p->machine, unit, &texture);
}

int EXPORT(gisa_js_shade_choose)(program *p, const char *model, const char *option) {
    return gisa_shade_choose(p->machine, model, option);
}

/* ---- pictures of files ------------------------------------------------------------------- */

enum { QUAD = 4, TRIANGLES = 2 };

/* From the top left on; `value` has four numbers of each corner, for all that the program takes. */
static void place_corners(gisa_shade_vertex corner[3 * TRIANGLES], const float value[QUAD][4]) {
    static const float position[QUAD][4] = {{-1, 1, 0, 1}, {1, 1, 0, 1}, {-1, -1, 0, 1}, {1, -1, 0, 1}};
    static const unsigned order[3 * TRIANGLES] = {0, 1, 2, 2, 1, 3};
    for (unsigned i = 0; i < 3 * TRIANGLES; i++) {
        memcpy(corner[i].position, position[order[i]], sizeof corner[i].position);
        for (unsigned k = 0; k < GISA_SHADE_VALUES; k++)
            memcpy(corner[i].value[k], value[order[i]], sizeof corner[i].value[k]);
    }
}

static gisa_status draw_file(const program *p, const gisa_shade_target *target, const float value[QUAD][4],
                             uint64_t limit, gisa_shade_result *result) {
    gisa_shade_vertex *corners = calloc(3 * TRIANGLES, sizeof *corners);
    if (!corners)
        return GISA_STATUS_NO_MEMORY;
    place_corners(corners, value);
    const gisa_shade_triangles run = {.corners = corners,
                                      .triangles = TRIANGLES,
                                      .passed = gisa_shade_passes(p->shader),
                                      .up_is_positive = true,
                                      .draw = {.limit = limit}};
    gisa_status status = gisa_shade_draw_triangles(p->machine, p->shader, &run, target, result);
    free(corners);
    return status;
}

/* ---- pictures of code -------------------------------------------------------------------- */

typedef struct canvas {
    const gisa_shade_target *target;
    const float (*value)[4]; /* of the corners */
} canvas;

static void place_of(const canvas *c, uint64_t instance, uint32_t *x, uint32_t *y) {
    const uint64_t quads = (c->target->width + 1) / 2, quad = instance / QUAD;
    *x = (uint32_t)(quad % quads * 2 + (instance & 1));
    *y = (uint32_t)(quad / quads * 2 + (instance >> 1 & 1));
}

static float at(const float value[QUAD][4], unsigned k, float x, float y) {
    const float upper = value[0][k] + (value[1][k] - value[0][k]) * x,
                lower = value[2][k] + (value[3][k] - value[2][k]) * x;
    return upper + (lower - upper) * y;
}

/* pa0 to pa3 begin with the numbers of the corners, as floats. */
static void begin(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    const canvas *c = ctx;
    for (unsigned lane = 0; lane < count; lane++)
        for (unsigned k = 0; k < 4; k++) {
            uint32_t x, y;
            place_of(c, first + lane, &x, &y);
            const float value = at(c->value, k, ((float)x + 0.5f) / (float)c->target->width,
                                   ((float)y + 0.5f) / (float)c->target->height);
            memcpy(&gisa_shade_row(batch, GISA_KIND_PRIMARY, k)[lane], &value, sizeof value);
        }
}

/* There, too, they find their colours. */
static void end(void *ctx, gisa_shade_batch *batch, uint64_t first, unsigned count) {
    const canvas *c = ctx;
    const uint64_t alive = gisa_shade_alive(batch);
    for (unsigned lane = 0; lane < count; lane++) {
        uint32_t x, y;
        place_of(c, first + lane, &x, &y);
        if (!(alive >> lane & 1) || x >= c->target->width || y >= c->target->height)
            continue;
        for (unsigned k = 0; k < 4; k++)
            memcpy(&c->target->color[4 * ((size_t)y * c->target->width + x) + k],
                   &gisa_shade_row(batch, GISA_KIND_PRIMARY, k)[lane], sizeof(float));
    }
}

static gisa_status draw_code(const program *p, const gisa_shade_target *target, const float value[QUAD][4],
                             uint64_t limit, gisa_shade_result *result) {
    canvas c = {target, value};
    const uint64_t quads = (uint64_t)((target->width + 1) / 2) * ((target->height + 1) / 2);
    const gisa_shade_draw draw = {
        .instances = QUAD * quads, .limit = limit, .begin = begin, .end = end, .ctx = &c};
    return gisa_shade_run(p->machine, &draw, result);
}

/* ---- both -------------------------------------------------------------------------------- */

/* `value`: four numbers of each corner: top left, top right, bottom left, bottom right. `color`:
   four floats a pixel. */
int EXPORT(gisa_js_shade_draw)(const program *p, uint32_t width, uint32_t height, const float value[QUAD][4],
                               uint64_t limit, float *color) {
    const gisa_shade_target target = {.width = width, .height = height, .color = color};
    gisa_shade_result result = {0};
    gisa_status status =
        (p->shader ? draw_file : draw_code)(p, &target, (const float(*)[4])value, limit, &result);
    if (status)
        answer_status(status, *result.message ? result.message : NULL);
    else
        answer_end_of(result.end, result.message, result.instructions);
    return status;
}
