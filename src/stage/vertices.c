/* SPDX-License-Identifier: MIT */
/* Runs a vertex stage: vertices in, positions and attributes out. */
#include <string.h>

#include "stage.h"

static void begin(gisa_stage *s, const gisa_stage_vertices *v, uint64_t first, unsigned lanes) {
    const uint32_t rate = v->step_rate ? v->step_rate : 1;
    const uint32_t value[] = {[GCN_VS_VGPR_VERTEX_ID] = 0,
                              [GCN_VS_VGPR_INSTANCE_STEP] = v->instance / rate,
                              [GCN_VS_VGPR_PRIMITIVE_ID] = 0,
                              [GCN_VS_VGPR_INSTANCE_ID] = v->instance};
    stage_begin_wave(s, 0, ~UINT64_C(0) >> (STAGE_LANES - lanes));
    for (unsigned k = 0; k < sizeof value / sizeof *value; k++) {
        uint32_t *row = stage_row(s, 0, stage_vector(s, k, 0));
        for (unsigned lane = 0; row && lane < lanes; lane++)
            row[lane] = value[k];
    }
    uint32_t *id = stage_row(s, 0, stage_vector(s, GCN_VS_VGPR_VERTEX_ID, 0));
    for (unsigned lane = 0; id && lane < lanes; lane++)
        id[lane] = v->base_vertex + (v->indices ? v->indices[first + lane] : (uint32_t)(first + lane));
}

static void copy_export(const gisa_wave_export *from, unsigned lane, float to[4]) {
    for (unsigned c = 0; from && c < 4; c++)
        if (from->lanes[c] >> lane & 1)
            memcpy(&to[c], &from->value[c][lane], sizeof to[c]);
}

/* The last position says done. */
static bool check(const gisa_wave *wave, gisa_stage_result *r) {
    const gisa_wave_export *last = NULL;
    if (!gisa_wave_exported(wave, GCN_TARGET_POS0))
        return stage_breaks(r, "the vertex stage ended without an export to pos0");
    for (unsigned t = GCN_TARGET_POS0; t < GCN_TARGET_POS0 + 4; t++) {
        const gisa_wave_export *e = gisa_wave_exported(wave, t);
        last = e && (!last || e->last > last->last) ? e : last;
    }
    return last->done || stage_breaks(r, "the last export of a position does not say done");
}

static void take(const gisa_wave *wave, gisa_stage_vertices *v, uint64_t first, unsigned lanes) {
    for (unsigned lane = 0; lane < lanes; lane++) {
        gisa_stage_vertex *to = &v->vertex[first + lane];
        memset(to, 0, sizeof *to);
        copy_export(gisa_wave_exported(wave, GCN_TARGET_POS0), lane, to->position);
        for (unsigned p = 0; p < GISA_STAGE_PARAMS; p++)
            copy_export(gisa_wave_exported(wave, GCN_TARGET_PARAM0 + p), lane, to->param[p]);
    }
    for (unsigned p = 0; p < GISA_STAGE_PARAMS; p++)
        v->params |= gisa_wave_exported(wave, GCN_TARGET_PARAM0 + p) ? 1u << p : 0;
}

gisa_status gisa_stage_run_vertices(gisa_stage *s, gisa_stage_vertices *v, gisa_stage_result *r) {
    if (!s || !v || !r || s->kind != GISA_STAGE_KIND_VS || (v->count && !v->vertex))
        return GISA_STATUS_BAD_ARGUMENT;
    stage_begin_run(s, r);
    v->params = 0;
    for (uint64_t first = 0; first < v->count; first += STAGE_LANES) {
        const uint64_t rest = v->count - first;
        const unsigned lanes = rest < STAGE_LANES ? (unsigned)rest : STAGE_LANES;
        begin(s, v, first, lanes);
        if (!stage_run_wave(s, &v->limits, r) || !check(s->wave[0], r))
            break;
        take(s->wave[0], v, first, lanes);
    }
    return GISA_OK;
}
