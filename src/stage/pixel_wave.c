/* SPDX-License-Identifier: MIT */
/* One wave of a pixel stage: the registers and attributes that it begins with, and its exports as
   colours and depths. */
#include <stdio.h>
#include <string.h>

#include "pixels.h"

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
static void put_attributes(const gisa_stage *s, const batch *b) {
    gisa_wave *wave = s->wave[0];
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

static bool is_centroid(unsigned number) {
    return number == GCN_PS_INPUT_PERSP_CENTROID || number == GCN_PS_INPUT_LINEAR_CENTROID;
}

static bool is_sample(unsigned number) {
    return number == GCN_PS_INPUT_PERSP_SAMPLE || number == GCN_PS_INPUT_LINEAR_SAMPLE;
}

/* The value of a vector register in a pixel. */
static uint32_t input_of(const batch *b, const stage_input *input, const pixel *p) {
    const unsigned k = input->part;
    const raster_point *at = is_centroid(input->number) ? &p->centroid
                             : is_sample(input->number) ? &p->at
                                                        : &p->centre;
    const int8_t *moved = b->run->per_sample && b->run->samples > 1 ? b->run->sample[b->sample] : NULL;
    switch (input->number) {
    case GCN_PS_INPUT_PERSP_SAMPLE:
    case GCN_PS_INPUT_PERSP_CENTER:
    case GCN_PS_INPUT_PERSP_CENTROID: return bits_of(at->persp[k & 1]);
    case GCN_PS_INPUT_PERSP_PULL: return bits_of((k < 2 ? at->persp[k] : 1) / at->w);
    case GCN_PS_INPUT_LINEAR_SAMPLE:
    case GCN_PS_INPUT_LINEAR_CENTER:
    case GCN_PS_INPUT_LINEAR_CENTROID: return bits_of(at->linear[k & 1]);
    case GCN_PS_INPUT_POS_X: return bits_of((float)p->x + 0.5f + (moved ? moved[0] / 16.0f : 0));
    case GCN_PS_INPUT_POS_Y: return bits_of((float)p->y + 0.5f + (moved ? moved[1] / 16.0f : 0));
    case GCN_PS_INPUT_POS_Z: return bits_of(p->at.z);
    case GCN_PS_INPUT_POS_W: return bits_of(p->at.w);
    case GCN_PS_INPUT_FRONT_FACE: return p->front ? ~0u : 0;
    case GCN_PS_INPUT_ANCILLARY: return b->sample << 8;
    case GCN_PS_INPUT_SAMPLE_COVERAGE: return p->covered;
    case GCN_PS_INPUT_POS_FIXED: return (p->y & 0xffff) << 16 | (p->x & 0xffff);
    default: return 0;
    }
}

static void put_inputs(gisa_stage *s, const batch *b) {
    for (unsigned i = 0; i < s->layout.count; i++) {
        const stage_input *input = &s->layout.input[i];
        uint32_t *row =
            input->vector && s->state.ps_input_ena >> input->number & 1 ? stage_row(s, 0, input) : NULL;
        for (unsigned lane = 0; row && lane < RASTER_QUAD * b->quads; lane++)
            row[lane] = input_of(b, input, &b->pixel[lane]);
    }
}

static uint64_t covered(const batch *b) {
    uint64_t mask = 0;
    for (unsigned lane = 0; lane < RASTER_QUAD * b->quads; lane++)
        mask |= (uint64_t)(b->pixel[lane].covered != 0) << lane;
    return mask;
}

/* ---- what it leaves ------------------------------------------------------------------------- */

static bool check_format(const gisa_stage *s, batch *b, unsigned target) {
    const gisa_wave_export *e = gisa_wave_exported(s->wave[0], target);
    char text[120];
    if (!e || colours_fit(e, s->state.color_format >> 4 * target & 15))
        return true;
    snprintf(text, sizeof text, "an export to mrt%u %s compr, which SPI_SHADER_COL_FORMAT does not expect",
             target, e->compressed ? "says" : "does not say");
    return stage_breaks(&b->end, text);
}

/* The last export must say done, and vm: so hardware knows that the pixels are complete. */
static bool check(const gisa_stage *s, batch *b) {
    const gisa_wave_export *last = NULL;
    for (unsigned target = 0; target <= GCN_TARGET_NULL; target++) {
        const gisa_wave_export *e = gisa_wave_exported(s->wave[0], target);
        last = e && (!last || e->last > last->last) ? e : last;
    }
    if (!last)
        return stage_breaks(&b->end, "the pixel stage ended without an export");
    if (!last->done)
        return stage_breaks(&b->end, "the last export of the pixel stage does not say done");
    if (!last->valid)
        return stage_breaks(&b->end, "the last export of the pixel stage does not say vm");
    for (unsigned target = 0; target < TARGETS; target++)
        if (!check_format(s, b, target))
            return false;
    return true;
}

/* The depth, and the mask of samples, component z. */
static void take_depth(const gisa_wave_export *e, unsigned lane, pixel_result *to) {
    enum { DEPTH, MASK = 2 };
    to->samples = ~0u;
    to->has_depth = e && e->lanes[DEPTH] >> lane & 1;
    if (to->has_depth)
        memcpy(&to->depth, &e->value[DEPTH][lane], sizeof to->depth);
    if (e && !e->compressed && e->lanes[MASK] >> lane & 1)
        to->samples = e->value[MASK][lane];
}

static void take(const gisa_stage *s, batch *b) {
    const gisa_wave *wave = s->wave[0];
    const gisa_wave_export *depth = gisa_wave_exported(wave, GCN_TARGET_MRTZ);
    gisa_wave_export_count(wave, &b->valid);
    b->valid &= covered(b);
    for (unsigned lane = 0; lane < RASTER_QUAD * b->quads; lane++) {
        memset(b->result[lane].written, 0, sizeof b->result[lane].written);
        take_depth(depth, lane, &b->result[lane]);
    }
    for (unsigned i = 0; i < TARGETS; i++) {
        const gisa_wave_export *e = gisa_wave_exported(wave, i);
        const unsigned format = s->state.color_format >> 4 * i & 15;
        for (unsigned lane = 0; e && lane < RASTER_QUAD * b->quads; lane++)
            b->result[lane].written[i] = (uint8_t)colours_put(e, format, lane, b->result[lane].color[i]);
    }
}

void pixels_run_wave(gisa_stage *s, batch *b) {
    stage_begin_result(&b->end);
    stage_begin_wave(s, 0, covered(b));
    stage_put_scalar(s, 0, stage_scalar(s, GCN_PS_SGPR_PRIM_MASK), b->begins << 16);
    put_attributes(s, b);
    put_inputs(s, b);
    if (stage_run_wave(s, &b->run->limits, &b->end) && check(s, b))
        take(s, b);
}
