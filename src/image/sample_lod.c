/* SPDX-License-Identifier: MIT */
/* The level of detail of a sample, and the filter and levels that follow from it. */
#include "float/real.h"
#include "sample_parts.h"

/* Filters by number: bit 0 linear, bit 1 anisotropic; of levels, and of z. */
enum { FILTER_LINEAR = 1, FILTER_ANISOTROPIC = 2 };
enum { MIP_NONE, MIP_POINT, MIP_LINEAR };
enum { Z_AS_XY, Z_POINT, Z_LINEAR };

unsigned sample_axes(image_kind kind) {
    static const uint8_t axes[] = {
        [IMAGE_1D] = 1,       [IMAGE_2D] = 2,       [IMAGE_3D] = 3,      [IMAGE_CUBE] = 2,
        [IMAGE_1D_ARRAY] = 1, [IMAGE_2D_ARRAY] = 2, [IMAGE_2D_MSAA] = 2, [IMAGE_2D_MSAA_ARRAY] = 2};
    return axes[kind];
}

/* ---- from steps to a level ------------------------------------------------------------------ */

/* The logarithm of the square root of x to base 2. */
static double half_log2(double x) {
    static const gisa_modes modes = {.in32 = true, .out32 = true};
    const uint64_t one = UINT64_C(1023) << 52;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52) - 1023;
    if (!(x > 0) || exponent == -1023)
        return -INFINITY;
    bits = (bits & ((UINT64_C(1) << 52) - 1)) | one;
    memcpy(&x, &bits, sizeof x);
    return 0.5 * (exponent + (double)number_float(real_log2_f32(&modes, number_bits((float)x))));
}

/* The square of the length of a step, in texels of the first level. */
static double square_of(const sample_source *s, const float step[3]) {
    const double size[3] = {image_width(s->image, 0), image_height(s->image, 0), image_depth(s->image, 0)};
    double sum = 0;
    for (unsigned i = 0; i < sample_axes(s->image->kind); i++) {
        double texels = (double)step[i] * size[i];
        sum += texels * texels;
    }
    return sum == sum ? sum : 0;
}

static unsigned most_samples(const sample_source *s) {
    bool any = (s->sampler->min_filter | s->sampler->mag_filter) & FILTER_ANISOTROPIC;
    return any && sample_option(s, SAMPLE_ANISOTROPY) == 0
               ? 1u << (s->sampler->max_aniso < 4 ? s->sampler->max_aniso : 4)
               : 1;
}

/* How many samples: the longer step over the shorter one, rounded up. */
static unsigned samples_of(double longer, double shorter, unsigned most) {
    unsigned n = 1;
    while (n < most && (double)n * n * shorter < longer)
        n++;
    return n;
}

typedef struct detail {
    double lambda; /* before the clamps */
    unsigned count;
    const float *along;
} detail;

static detail from_steps(const sample_source *s, const sample_point *p) {
    double right = square_of(s, p->step[0]), down = square_of(s, p->step[1]);
    double longer = right > down ? right : down, shorter = right > down ? down : right;
    unsigned n = samples_of(longer, shorter, most_samples(s));
    return (detail){half_log2(longer / ((double)n * n)), n, right > down ? p->step[0] : p->step[1]};
}

/* To a multiple of 1/256. */
static double rounded(double x) {
    return x != x ? 0 : x < -1000 ? -INFINITY : (double)number_nearest(number_limit(x, 1000) * 256) / 256;
}

static detail detail_of(const sample_source *s, const sample_point *p) {
    detail d = {0, 1, p->step[0]};
    const double bias = (double)s->sampler->lod_bias;
    if (sample_in_texels(s, p) || p->level == SAMPLE_LEVEL_ZERO)
        return d;
    if (p->level == SAMPLE_LEVEL_GIVEN)
        d.lambda = (double)p->lod + (sample_option(s, SAMPLE_LOD_OPERAND_BIAS) == 0 ? bias : 0);
    else {
        d = from_steps(s, p);
        d.lambda += bias + (double)s->sampler->lod_bias_sec + (double)p->bias;
    }
    d.lambda = rounded(d.lambda);
    return d;
}

/* ---- clamps --------------------------------------------------------------------------------- */

/* By the sampler and the instruction. */
static double clamped(const sample_source *s, const sample_point *p, double lambda) {
    double low = (double)s->sampler->min_lod, high = (double)s->sampler->max_lod;
    if ((double)p->least > low)
        low = (double)p->least;
    lambda = lambda < high ? lambda : high;
    return lambda > low ? lambda : low;
}

/* By the image: its least level counts from the first one in memory. */
static double in_image(const sample_source *s, double lambda) {
    double low = (double)s->image->min_lod - s->image->first_level, high = s->image->levels - 1;
    lambda = lambda > low ? lambda : low;
    lambda = lambda < high ? lambda : high;
    return lambda > 0 ? lambda : 0;
}

/* ---- the filter ----------------------------------------------------------------------------- */

static void choose_levels(const sample_source *s, double level, sample_filter *f) {
    const unsigned last = s->image->levels - 1u;
    const int64_t fixed = number_nearest(level * 256);
    f->level[0] = f->level[1] = 0;
    f->level_weight = 0;
    if (s->sampler->mip_filter == MIP_NONE)
        return;
    if (s->sampler->mip_filter == MIP_LINEAR && !sample_is_integer(s)) {
        f->level[0] = (unsigned)(fixed >> 8);
        f->level[1] = f->level[0] < last ? f->level[0] + 1 : last;
        f->level_weight = (unsigned)(fixed & 255);
        return;
    }
    f->level[0] = (unsigned)number_floor(level + 0.5);
    f->level[0] = f->level[1] = f->level[0] < last ? f->level[0] : last;
}

sample_filter sample_choose(const sample_source *s, const sample_point *p) {
    detail d = detail_of(s, p);
    const bool texels = sample_in_texels(s, p);
    const double lambda = texels ? 0 : clamped(s, p, d.lambda);
    const double threshold = sample_option(s, SAMPLE_MAG_THRESHOLD) == 0 ? 0 : 0.5;
    const bool magnified = threshold > 0 ? lambda < threshold : lambda <= 0;
    const unsigned filter = magnified ? s->sampler->mag_filter : s->sampler->min_filter;
    sample_filter f = {.count = filter & FILTER_ANISOTROPIC ? d.count : 1};
    const unsigned z = s->sampler->z_filter;
    memcpy(f.along, d.along, sizeof f.along);
    f.linear = (filter & FILTER_LINEAR) && !sample_is_integer(s);
    f.linear_z = z == Z_AS_XY ? f.linear : z == Z_LINEAR && !sample_is_integer(s);
    choose_levels(s, texels ? 0 : in_image(s, lambda), &f);
    return f;
}

void sample_lod(const sample_source *s, const sample_point *p, float result[2]) {
    detail d = detail_of(s, p);
    result[0] = (float)in_image(s, clamped(s, p, d.lambda));
    result[1] = (float)d.lambda;
}
