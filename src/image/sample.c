/* SPDX-License-Identifier: MIT */
/* Samples and gathers: the texels of a footprint, their weighted sum, and what the resource selects
 * of it. */
#include "component.h"
#include "sample_parts.h"

/* ---- models --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    uint8_t options;
} models[SAMPLE_MODEL_COUNT] = {
    [SAMPLE_TEXEL_FRACTION] = {"texel_fraction", 2},     [SAMPLE_TEXEL_ROUNDING] = {"texel_rounding", 2},
    [SAMPLE_LOD_OPERAND_BIAS] = {"lod_operand_bias", 2}, [SAMPLE_MAG_THRESHOLD] = {"mag_threshold", 2},
    [SAMPLE_QUAD_GRADIENTS] = {"quad_gradients", 2},     [SAMPLE_ANISOTROPY] = {"anisotropy", 3},
    [SAMPLE_CUBE_CORNER] = {"cube_corner", 2},           [SAMPLE_COMPARE_SELECT] = {"compare_select", 2},
    [SAMPLE_REFERENCE_CLAMP] = {"reference_clamp", 2},   [SAMPLE_INTEGER_GATHER] = {"integer_gather", 2}};

const char *sample_model_name(sample_model which) {
    return models[which].name;
}

unsigned sample_model_options(sample_model which) {
    return models[which].options;
}

/* ---- what cannot be done -------------------------------------------------------------------- */

enum { CLAMP_MIRROR = 1, BORDER_PALETTE = 3, FIRST_BORDER_CLAMP = 4, FILTER_ANISOTROPIC = 2 };

static bool has_clamp(const sample_source *s, unsigned from, unsigned to) {
    for (unsigned i = 0; i < sample_axes(s->image->kind); i++)
        if (s->sampler->clamp[i] >= from && s->sampler->clamp[i] <= to)
            return true;
    return false;
}

const char *sample_refusal(const sample_source *s, const sample_point *any, bool gathers) {
    const bool anisotropic = (s->sampler->min_filter | s->sampler->mag_filter) & FILTER_ANISOTROPIC;
    if (s->image->log2_samples || s->image->kind >= IMAGE_2D_MSAA)
        return "a multisampled image cannot be sampled";
    if (gathers && sample_axes(s->image->kind) != 2)
        return "texels can be gathered from 2D images and cubes only";
    if (s->sampler->coord_trunc)
        return "the sampler truncates coordinates to halves of a texel (MC_COORD_TRUNC), which gisa does not do";
    if (sample_in_texels(s, any) && has_clamp(s, 0, CLAMP_MIRROR))
        return "the sampler repeats the image, but coordinates are in texels";
    if (s->sampler->border_type == BORDER_PALETTE && !s->palette && has_clamp(s, FIRST_BORDER_CLAMP, 7))
        return "the sampler takes its border colour from a palette, whose address is not known";
    if (anisotropic && s->sampler->max_aniso && s->models->option[SAMPLE_ANISOTROPY] == 2)
        return "the sampler's filter is anisotropic, which the model anisotropy=refused does not allow";
    return NULL;
}

/* ---- the footprint in one level ------------------------------------------------------------- */

/* The texels of a level: along each axis one or two. */
typedef struct footprint {
    unsigned level;
    sample_pair axis[3];
    uint32_t slice;
    bool seams; /* texels outside of a face are those of its neighbours */
} footprint;

static footprint footprint_of(const sample_source *s, const sample_point *p, unsigned level,
                              const float at[3], sample_mode mode, bool linear_z) {
    const image *t = s->image;
    const uint32_t size[3] = {image_width(t, level), image_height(t, level), image_depth(t, level)};
    const unsigned axes = sample_axes(t->kind);
    footprint f = {.level = level, .seams = t->kind == IMAGE_CUBE && !s->sampler->no_cube_wrap};
    for (unsigned i = 0; i < 3; i++)
        if (i < axes)
            f.axis[i] = sample_texels(s, p, i, at[i], size[i],
                                      i < 2      ? mode
                                      : linear_z ? SAMPLE_LINEAR
                                                 : SAMPLE_POINT);
        else
            f.axis[i] = (sample_pair){.count = 1};
    if (axes < 3)
        f.slice = sample_slice(s, p);
    return f;
}

/* Outside of a face in both directions there is no texel. */
static bool is_corner(const sample_source *s, const footprint *f, unsigned i, unsigned j) {
    const int64_t x = f->axis[0].raw[i], y = f->axis[1].raw[j];
    return f->seams && (x < 0 || x >= image_width(s->image, f->level)) &&
           (y < 0 || y >= image_height(s->image, f->level));
}

static sample_texel inside(const sample_source *s, const sample_point *p, const footprint *f, unsigned i,
                           unsigned j, unsigned k) {
    const int64_t x = f->axis[0].raw[i], y = f->axis[1].raw[j];
    const uint32_t width = image_width(s->image, f->level), height = image_height(s->image, f->level);
    const bool across = f->seams && f->axis[0].count == 2 && (x < 0 || x >= width || y < 0 || y >= height);
    if (across && !is_corner(s, f, i, j)) {
        sample_seam there = sample_across(f->slice, s->image->slices - 1, width, x, y);
        return sample_fetch(s, p, f->level, there.x,
                            there.y < (int32_t)height ? there.y : (int32_t)height - 1, (int32_t)there.slice);
    }
    return sample_fetch(s, p, f->level, f->axis[0].texel[i], f->axis[1].texel[j],
                        sample_axes(s->image->kind) == 3 ? f->axis[2].texel[k] : (int32_t)f->slice);
}

/* At the corner of a cube: the mean of the three texels that there are. */
static sample_texel corner(const sample_source *s, const sample_point *p, const footprint *f, unsigned i,
                           unsigned j) {
    const sample_texel a = inside(s, p, f, !i, j, 0), b = inside(s, p, f, i, !j, 0),
                       c = inside(s, p, f, !i, !j, 0);
    sample_texel mean;
    for (unsigned n = 0; n < 4; n++)
        mean.c[n] = number_bits((number_float(a.c[n]) + number_float(b.c[n]) + number_float(c.c[n])) / 3);
    return mean;
}

static sample_texel texel_of(const sample_source *s, const sample_point *p, const footprint *f, unsigned i,
                             unsigned j, unsigned k) {
    const bool averages =
        f->axis[0].count == 2 && sample_option(s, SAMPLE_CUBE_CORNER) == 0 && !sample_is_integer(s);
    return averages && is_corner(s, f, i, j) ? corner(s, p, f, i, j) : inside(s, p, f, i, j, k);
}

/* ---- filters -------------------------------------------------------------------------------- */

enum { MODE_BLEND, MODE_MIN, MODE_MAX };

static uint32_t blend(unsigned mode, float a, float b, unsigned weight) {
    if (mode == MODE_BLEND)
        return number_bits(a + (b - a) * ((float)weight / 256));
    if (a != a || b != b)
        return number_bits(a != a ? b : a);
    return number_bits((mode == MODE_MIN) == (b < a) ? b : a);
}

static sample_texel mix(const sample_source *s, sample_texel a, sample_texel b, unsigned weight) {
    for (unsigned i = 0; i < 4; i++)
        a.c[i] = blend(s->sampler->filter_mode, number_float(a.c[i]), number_float(b.c[i]), weight);
    return a;
}

/* Along x, then y, then z; what has no weight is not looked at. */
static sample_texel filter_axis(const sample_source *s, const sample_point *p, const footprint *f,
                                unsigned axis, unsigned at[3]) {
    sample_texel first, second;
    const unsigned weight = f->axis[axis].weight;
    at[axis] = 0;
    first = axis ? filter_axis(s, p, f, axis - 1, at) : texel_of(s, p, f, at[0], at[1], at[2]);
    if (!weight)
        return first;
    at[axis] = 1;
    second = axis ? filter_axis(s, p, f, axis - 1, at) : texel_of(s, p, f, at[0], at[1], at[2]);
    return mix(s, first, second, weight);
}

static sample_texel in_level(const sample_source *s, const sample_point *p, const sample_filter *filter,
                             unsigned level, const float at[3]) {
    const footprint f =
        footprint_of(s, p, level, at, filter->linear ? SAMPLE_LINEAR : SAMPLE_POINT, filter->linear_z);
    unsigned place[3] = {0};
    return filter_axis(s, p, &f, 2, place);
}

static sample_texel in_levels(const sample_source *s, const sample_point *p, const sample_filter *f,
                              const float at[3]) {
    sample_texel t = in_level(s, p, f, f->level[0], at);
    return f->level_weight ? mix(s, t, in_level(s, p, f, f->level[1], at), f->level_weight) : t;
}

/* Cubes have coordinates from 1 to 2. */
static void place_of(const sample_source *s, const sample_point *p, float at[3]) {
    memcpy(at, p->at, sizeof p->at);
    if (s->image->kind == IMAGE_CUBE)
        for (unsigned i = 0; i < 2; i++)
            at[i] -= 1;
}

/* The mean of samples along the longer step. */
static sample_texel filtered(const sample_source *s, const sample_point *p) {
    const sample_filter f = sample_choose(s, p);
    sample_texel sum, one;
    float at[3], from[3];
    place_of(s, p, from);
    if (f.count == 1)
        return in_levels(s, p, &f, from);
    for (unsigned k = 0; k < f.count; k++) {
        const float part = ((float)k + 0.5f) / (float)f.count - 0.5f;
        for (unsigned i = 0; i < 3; i++)
            at[i] = from[i] + part * f.along[i];
        one = in_levels(s, p, &f, at);
        for (unsigned i = 0; i < 4 && k; i++)
            if (s->sampler->filter_mode == MODE_BLEND)
                one.c[i] = number_bits(number_float(sum.c[i]) + number_float(one.c[i]));
            else
                one.c[i] = blend(s->sampler->filter_mode, number_float(sum.c[i]), number_float(one.c[i]), 0);
        sum = one;
    }
    for (unsigned i = 0; i < 4 && s->sampler->filter_mode == MODE_BLEND; i++)
        sum.c[i] = number_bits(number_float(sum.c[i]) / (float)f.count);
    return sum;
}

/* ---- after the filter ----------------------------------------------------------------------- */

static void finish(const sample_source *s, const sample_point *p, sample_texel t, uint32_t result[4]) {
    const uint32_t one = 0x3f800000;
    for (unsigned i = 0; i < 3 && s->sampler->degamma && !sample_is_integer(s) && !p->compares; i++)
        t.c[i] = component_degamma(t.c[i]);
    if (p->compares) {
        t = (sample_texel){{t.c[0], t.c[0], t.c[0], one}};
        if (sample_option(s, SAMPLE_COMPARE_SELECT) == 0) {
            memcpy(result, t.c, sizeof t.c);
            return;
        }
    }
    texel_select(&s->image->format, s->image->select, t.c, result);
}

void sample_image(const sample_source *s, const sample_point *p, uint32_t result[4]) {
    finish(s, p, filtered(s, p), result);
}

/* ---- gathers -------------------------------------------------------------------------------- */

static bool starts_at_point(const sample_source *s) {
    return s->integer_gathers_nearest && sample_is_integer(s) && sample_option(s, SAMPLE_INTEGER_GATHER) == 0;
}

/* The level of a point filter, whatever the filters of the sampler are. */
static unsigned level_of(const sample_source *s, const sample_point *p) {
    sampler point = *s->sampler;
    sample_source same = *s;
    same.sampler = &point;
    point.mip_filter = 1;
    return sample_choose(&same, p).level[0];
}

void sample_gather(const sample_source *s, const sample_point *p, unsigned component, bool row,
                   uint32_t result[4]) {
    static const uint8_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    sample_point point = *p;
    float at[3];
    place_of(s, p, at);
    const sample_mode mode = starts_at_point(s) ? SAMPLE_BOTH : SAMPLE_LINEAR;
    const unsigned level = level_of(s, p);
    for (unsigned i = 0; i < 4; i++) {
        uint32_t all[4];
        point.offset[0] = (int8_t)(p->offset[0] + (row ? (int)i : 0));
        const footprint f = footprint_of(s, &point, level, at, mode, false);
        finish(s, p, texel_of(s, p, &f, row ? 0 : order[i][0], row ? 0 : order[i][1], 0), all);
        result[i] = all[component];
    }
}
