/* SPDX-License-Identifier: MIT */
/* Runs a pixel stage: quads of triangles become waves, exports become pixels. */
#include <stdio.h>
#include <string.h>

#include "raster/raster.h"
#include "stage.h"

enum { QUADS = STAGE_LANES / RASTER_QUAD, CORNERS = RASTER_CORNERS };

/* A wave that is being filled: quads of one primitive after the other. */
typedef struct batch {
    gisa_stage *stage;
    const gisa_stage_pixels *run;
    const gisa_stage_target *target;
    gisa_stage_result *result;
    raster_view view;
    raster_pixel pixel[STAGE_LANES];
    bool front[STAGE_LANES];
    unsigned quads, primitives;
    uint32_t begins; /* bit i: quad i + 1 is the first one of a primitive */
    const gisa_stage_vertex *corner[QUADS][CORNERS];
} batch;

/* ---- what a wave begins with ---------------------------------------------------------------- */

static void put_lds(gisa_wave *wave, uint32_t dword, float value) {
    const gisa_wave_register reg = {.bank = GISA_WAVE_BANK_LDS, .first = 4 * dword, .count = 1};
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    gisa_wave_set(wave, &reg, 0, 0, bits);
}

/* P0, P10 and P20 of a channel. */
static void parameters(const gisa_stage_attribute *a, const gisa_stage_vertex *const corner[CORNERS],
                       unsigned channel, float p[3]) {
    static const uint8_t constants[] = {0x0, 0x8, 0x7, 0xf}; /* channels that are 1 */
    p[1] = p[2] = 0;
    if (a->mode == GISA_STAGE_MODE_CONSTANT) {
        p[0] = constants[a->param & 3] >> channel & 1;
        return;
    }
    for (unsigned i = 0; i < CORNERS; i++)
        if (i == 0 || a->mode != GISA_STAGE_MODE_FLAT)
            p[i] = corner[i]->param[a->param % GISA_STAGE_PARAMS][channel];
    if (a->mode == GISA_STAGE_MODE_SMOOTH) {
        p[1] -= p[0];
        p[2] -= p[0];
    }
}

/* As v_interp_* find them: isa/gcn/vocab.isa, attribute_at. */
static void put_attributes(const batch *b) {
    gisa_wave *wave = b->stage->wave[0];
    for (unsigned a = 0; a < b->run->attributes; a++)
        for (unsigned primitive = 0; primitive < b->primitives; primitive++)
            for (unsigned c = 0; c < 4; c++) {
                const uint32_t at = 12 * (a * b->primitives + primitive);
                float p[3];
                parameters(&b->run->attribute[a], b->corner[primitive], c, p);
                put_lds(wave, at + 2 * c, p[0]);
                put_lds(wave, at + 2 * c + 1, p[1]);
                put_lds(wave, at + 8 + c, p[2]);
            }
}

static uint32_t bits_of(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* The value of a vector register in a pixel. */
static uint32_t input_of(const stage_input *input, const raster_pixel *p, bool front) {
    const unsigned k = input->part;
    switch (input->number) {
    case GCN_PS_INPUT_PERSP_SAMPLE:
    case GCN_PS_INPUT_PERSP_CENTER:
    case GCN_PS_INPUT_PERSP_CENTROID: return bits_of(p->centre.persp[k & 1]);
    case GCN_PS_INPUT_PERSP_PULL: return bits_of((k < 2 ? p->centre.persp[k] : 1) / p->centre.w);
    case GCN_PS_INPUT_LINEAR_SAMPLE:
    case GCN_PS_INPUT_LINEAR_CENTER:
    case GCN_PS_INPUT_LINEAR_CENTROID: return bits_of(p->centre.linear[k & 1]);
    case GCN_PS_INPUT_POS_X: return bits_of((float)p->x + 0.5f);
    case GCN_PS_INPUT_POS_Y: return bits_of((float)p->y + 0.5f);
    case GCN_PS_INPUT_POS_Z: return bits_of(p->centre.z);
    case GCN_PS_INPUT_POS_W: return bits_of(p->centre.w);
    case GCN_PS_INPUT_FRONT_FACE: return front ? ~0u : 0;
    case GCN_PS_INPUT_SAMPLE_COVERAGE: return p->covered;
    case GCN_PS_INPUT_POS_FIXED: return (p->y & 0xffff) << 16 | (p->x & 0xffff);
    default: return 0;
    }
}

static void put_inputs(const batch *b) {
    const gisa_stage *s = b->stage;
    for (unsigned i = 0; i < s->layout.count; i++) {
        const stage_input *input = &s->layout.input[i];
        uint32_t *row = input->vector && s->state.ps_input_ena >> input->number & 1
                            ? stage_row(b->stage, 0, input)
                            : NULL;
        for (unsigned lane = 0; row && lane < 4 * b->quads; lane++)
            row[lane] = input_of(input, &b->pixel[lane], b->front[lane]);
    }
}

static uint64_t covered(const batch *b) {
    uint64_t mask = 0;
    for (unsigned lane = 0; lane < 4 * b->quads; lane++)
        mask |= (uint64_t)(b->pixel[lane].covered != 0) << lane;
    return mask;
}

/* ---- what it leaves ------------------------------------------------------------------------- */

static bool check_format(const batch *b, unsigned target) {
    const gisa_wave_export *e = gisa_wave_exported(b->stage->wave[0], target);
    char text[120];
    if (!e || colours_fit(e, b->stage->state.color_format >> 4 * target & 15))
        return true;
    snprintf(text, sizeof text, "an export to mrt%u %s compr, which SPI_SHADER_COL_FORMAT does not expect",
             target, e->compressed ? "says" : "does not say");
    return stage_breaks(b->result, text);
}

/* The last export must say done, and vm: so hardware knows that the pixels are complete. */
static bool check(const batch *b) {
    const gisa_wave_export *last = NULL;
    for (unsigned target = 0; target <= GCN_TARGET_NULL; target++) {
        const gisa_wave_export *e = gisa_wave_exported(b->stage->wave[0], target);
        last = e && (!last || e->last > last->last) ? e : last;
    }
    if (!last)
        return stage_breaks(b->result, "the pixel stage ended without an export");
    if (!last->done)
        return stage_breaks(b->result, "the last export of the pixel stage does not say done");
    if (!last->valid)
        return stage_breaks(b->result, "the last export of the pixel stage does not say vm");
    for (unsigned target = 0; target < 8; target++)
        if (!check_format(b, target))
            return false;
    return true;
}

/* A depth that is exported replaces that of the triangle. */
static bool passes(const batch *b, const gisa_wave_export *depth, unsigned lane) {
    const raster_pixel *p = &b->pixel[lane];
    float z = p->centre.z, *to = b->target->depth;
    if (!to)
        return true;
    if (depth && depth->lanes[0] >> lane & 1)
        memcpy(&z, &depth->value[0][lane], sizeof z);
    to += (size_t)p->y * b->target->width + p->x;
    if (!(z < *to))
        return false;
    *to = z;
    return true;
}

static void put_pixels(const batch *b) {
    const gisa_wave *wave = b->stage->wave[0];
    const gisa_wave_export *depth = gisa_wave_exported(wave, GCN_TARGET_MRTZ);
    uint64_t valid;
    gisa_wave_export_count(wave, &valid);
    valid &= covered(b);
    for (unsigned lane = 0; lane < 4 * b->quads; lane++) {
        const raster_pixel *p = &b->pixel[lane];
        if (!(valid >> lane & 1) || !passes(b, depth, lane))
            continue;
        for (unsigned i = 0; i < 8; i++) {
            const gisa_wave_export *e = gisa_wave_exported(wave, i);
            if (e && b->target->color[i])
                colours_put(e, b->stage->state.color_format >> 4 * i & 15, lane,
                            b->target->color[i] + 4 * ((size_t)p->y * b->target->width + p->x));
        }
    }
}

/* Runs the wave, if there is one. */
static bool flush(batch *b) {
    bool fine = true;
    if (b->quads) {
        stage_begin_wave(b->stage, 0, covered(b));
        stage_put_scalar(b->stage, 0, stage_scalar(b->stage, GCN_PS_SGPR_PRIM_MASK), b->begins << 16);
        put_attributes(b);
        put_inputs(b);
        fine = stage_run_wave(b->stage, &b->run->limits, b->result) && check(b);
        if (fine)
            put_pixels(b);
    }
    b->quads = b->primitives = 0;
    b->begins = 0;
    return fine;
}

/* ---- triangles ------------------------------------------------------------------------------ */

static void begin_primitive(batch *b, const gisa_stage_vertex *corners) {
    for (unsigned i = 0; i < CORNERS; i++)
        b->corner[b->primitives][i] = &corners[i];
    b->primitives++;
    if (b->quads)
        b->begins |= 1u << (b->quads - 1);
}

static bool is_front(const batch *b, const raster_triangle *t) {
    return t->clockwise == b->run->front_is_clockwise;
}

static bool is_culled(const batch *b, bool front) {
    return b->run->cull == (front ? GISA_STAGE_CULL_FRONT : GISA_STAGE_CULL_BACK);
}

static bool draw(batch *b, const gisa_stage_vertex *corners, const raster_triangle *t) {
    const bool front = is_front(b, t);
    uint32_t place[2];
    raster_pixel quad[RASTER_QUAD];
    bool begun = false;
    for (bool more = raster_first(&b->view, t, place, quad); more;
         more = raster_next(&b->view, t, place, quad)) {
        if (!begun)
            begin_primitive(b, corners);
        memcpy(&b->pixel[RASTER_QUAD * b->quads], quad, sizeof quad);
        for (unsigned i = 0; i < RASTER_QUAD; i++)
            b->front[RASTER_QUAD * b->quads + i] = front;
        begun = ++b->quads < QUADS;
        if (!begun && !flush(b))
            return false;
    }
    return true;
}

/* False: it covers nothing, or is left out. */
static bool open_triangle(const batch *b, const gisa_stage_vertex *corners, raster_triangle *t) {
    const raster_corner corner[CORNERS] = {{.position = corners[0].position},
                                           {.position = corners[1].position},
                                           {.position = corners[2].position}};
    return raster_open(&b->view, corner, t) && !is_culled(b, is_front(b, t));
}

static bool has_coordinates(const gisa_stage_state *state) {
    return state->ps_input_ena & ((2u << GCN_PS_INPUT_LINEAR_CENTROID) - 1);
}

gisa_status gisa_stage_run_pixels(gisa_stage *s, const gisa_stage_pixels *run,
                                  const gisa_stage_target *target, gisa_stage_result *r) {
    batch b = {.stage = s, .run = run, .target = target, .result = r};
    bool fine = true;
    if (!s || !run || !target || !r || s->kind != GISA_STAGE_KIND_PS || (run->triangles && !run->corners) ||
        run->attributes > GISA_STAGE_PARAMS || target->width > 1 << 15 || target->height > 1 << 15)
        return GISA_STATUS_BAD_ARGUMENT;
    stage_begin_result(r);
    stage_lay_out(s, &s->layout);
    if (!has_coordinates(&s->state))
        return stage_breaks(r, "SPI_PS_INPUT_ENA enables none of persp_... and linear_..., with which "
                               "hardware hangs"),
               GISA_OK;
    b.view = (raster_view){.width = target->width,
                           .height = target->height,
                           .up_is_positive = run->up_is_positive,
                           .rectangle = run->rectangles};
    for (uint64_t i = 0; i < run->triangles && fine; i++) {
        raster_triangle t;
        const gisa_stage_vertex *corners = run->corners + CORNERS * i;
        if (open_triangle(&b, corners, &t))
            fine = draw(&b, corners, &t);
    }
    if (fine)
        flush(&b);
    return GISA_OK;
}
