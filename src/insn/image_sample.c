/* SPDX-License-Identifier: MIT */
/* Samples and gathers of a lane: the point, whose level of detail comes from its registers or from
 * the other lanes of its quad, the models, and the memory. */
#include <string.h>

#include "image_lanes.h"

/* ---- the source ----------------------------------------------------------------------------- */

typedef struct reader {
    gcn_wave *w;
    const gisa_lane *lane;
} reader;

static bool read_memory(void *memory, uint64_t address, unsigned size, void *to) {
    const reader *r = memory;
    memcpy(to, element_mem(r->w, r->lane, address, size, false), size);
    return !r->w->fault.kind;
}

static sample_source source_of(const gcn_wave *w, const sample_models *models, reader *r) {
    return (sample_source){.image = &w->image.image,
                           .sampler = &w->image.sampler,
                           .models = models,
                           .read = read_memory,
                           .memory = r,
                           .palette = w->device->border_palette,
                           .integer_gathers_nearest = w->op->image_facts->integer_gathers_nearest};
}

/* ---- the point ------------------------------------------------------------------------------ */

/* The difference of a coordinate between two lanes of the quad, whether they are active or not. */
static void take_step(gcn_wave *w, unsigned from, unsigned to, uint32_t parts, float step[3]) {
    const image_address a = image_address_of(w, &w->lane[from], parts, true),
                        b = image_address_of(w, &w->lane[to], parts, true);
    for (unsigned i = 0; i < sample_axes(w->image.image.kind); i++)
        step[i] = b.place.at[i] - a.place.at[i];
}

static void take_steps(gcn_wave *w, unsigned lane, uint32_t parts, bool fine, sample_point *p) {
    const unsigned row = fine ? lane & ~1u : lane & ~3u, column = fine ? lane & ~2u : lane & ~3u;
    take_step(w, row, row | 1, parts, p->step[0]);
    take_step(w, column, column | 2, parts, p->step[1]);
}

static sample_point point_of(gcn_wave *w, const gisa_lane *lane, uint32_t parts, bool level_0,
                             const sample_models *models) {
    const image_address a = image_address_of(w, lane, parts, true);
    sample_point p = {.slice = a.slice.at,
                      .in_texels = w->op->image.unorm,
                      .compares = parts & GCN_ADDRESS_REFERENCE,
                      .reference = a.reference,
                      .lod = a.lod,
                      .bias = a.bias,
                      .least = a.least};
    memcpy(p.at, a.place.at, sizeof p.at);
    memcpy(p.offset, a.offset, sizeof p.offset);
    memcpy(p.step, a.step, sizeof p.step);
    p.level = level_0 ? SAMPLE_LEVEL_ZERO : parts & GCN_ADDRESS_LOD ? SAMPLE_LEVEL_GIVEN : SAMPLE_LEVEL_STEPS;
    if (p.level == SAMPLE_LEVEL_STEPS && !(parts & (GCN_ADDRESS_DERIVATIVES | GCN_ADDRESS_HALF_DERIVATIVES)))
        take_steps(w, lane->number, parts, models->option[SAMPLE_QUAD_GRADIENTS], &p);
    return p;
}

/* ---- with the models that have been chosen, and with others --------------------------------- */

typedef struct request {
    uint32_t parts;
    bool level_0, gathers, row;
} request;

static gisa_b128 answer(gcn_wave *w, const gisa_lane *lane, const request *r, const sample_models *models) {
    reader memory = {w, lane};
    const sample_source s = source_of(w, models, &memory);
    const sample_point p = point_of(w, lane, r->parts, r->level_0, models);
    const char *why = sample_refusal(&s, &p, r->gathers);
    gisa_b128 result = {{0}};
    if (why)
        image_fault(w, lane, why);
    else if (r->gathers)
        sample_gather(&s, &p, (unsigned)__builtin_ctz(image_mask(w)), r->row, result.w);
    else
        sample_image(&s, &p, result.w);
    return result;
}

/* Counts the models of which another option gives another result in this lane. */
static void count_models(gcn_wave *w, const gisa_lane *lane, const request *r, const gisa_b128 *chosen) {
    for (unsigned i = 0; i < SAMPLE_MODEL_COUNT && !w->fault.kind; i++)
        for (unsigned k = 0; w->device->sample_counts[i] && k < sample_model_options((sample_model)i); k++) {
            sample_models other = w->device->sample_models;
            other.option[i] = (uint8_t)k;
            const gisa_b128 result = answer(w, lane, r, &other);
            const bool differs = w->fault.kind || memcmp(&result, chosen, sizeof result) != 0;
            w->fault.kind = GISA_FAULT_NONE;
            if (differs) {
                __atomic_fetch_add(w->device->sample_counts[i], 1, __ATOMIC_RELAXED);
                break;
            }
        }
}

static gisa_b128 answered(gcn_wave *w, const gisa_lane *lane, const request *r) {
    if (!image_of(w, lane))
        return (gisa_b128){{0}};
    const gisa_b128 result = answer(w, lane, r, &w->device->sample_models);
    if (w->device->counts_samples && !w->traffic)
        count_models(w, lane, r, &result);
    return result;
}

gisa_b128 image_sample(gcn_wave *w, const gisa_lane *lane, uint32_t parts, bool level_0) {
    return answered(w, lane, &(request){parts, level_0, false, false});
}

gisa_b128 image_gather(gcn_wave *w, const gisa_lane *lane, uint32_t parts, bool level_0, bool row) {
    return answered(w, lane, &(request){parts, level_0, true, row});
}

gisa_b128 image_lod(gcn_wave *w, const gisa_lane *lane, uint32_t parts) {
    reader memory = {w, lane};
    gisa_b128 result = {{0}};
    if (!image_of(w, lane))
        return result;
    const sample_source s = source_of(w, &w->device->sample_models, &memory);
    const sample_point p = point_of(w, lane, parts, false, s.models);
    float lods[2];
    sample_lod(&s, &p, lods);
    memcpy(result.w, lods, sizeof lods);
    return result;
}
