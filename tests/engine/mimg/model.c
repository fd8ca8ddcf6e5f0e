/* SPDX-License-Identifier: MIT */
/* The model of samples: all texels of a footprint with their weights, in double precision. */
#include <math.h>

#include "mimg.h"

/* ---- samplers ---- */

void filter_make(filter *s) {
    uint32_t *w = s->words;
    memset(w, 0, sizeof s->words);
    for (unsigned i = 0; i < 3; i++)
        put_bits(w, 3 * i, 3, s->clamp[i]);
    put_bits(w, 9, 3, s->aniso);
    put_bits(w, 12, 3, s->compare);
    put_bits(w, 15, 1, s->unnormalized);
    put_bits(w, 27, 1, s->truncates);
    put_bits(w, 28, 1, s->no_cube_wrap);
    put_bits(w, 29, 2, s->mode);
    put_bits(w, 32, 12, (uint32_t)(s->min_lod * 256));
    put_bits(w, 44, 12, (uint32_t)(s->max_lod * 256));
    put_bits(w, 64, 14, (uint32_t)(int)(s->bias * 256));
    put_bits(w, 84, 2, s->mag);
    put_bits(w, 86, 2, s->min);
    put_bits(w, 88, 2, s->z);
    put_bits(w, 90, 2, s->mip);
    put_bits(w, 126, 2, s->border);
}

texel model_select(const picture *p, texel t) {
    texel result;
    for (unsigned i = 0; i < 4; i++)
        if (p->select[i] >= 4)
            result.u[i] = t.u[p->select[i] - 4];
        else if (p->select[i] == 1 && !is_integer(p->format))
            result.f[i] = 1;
        else
            result.u[i] = p->select[i] == 1;
    return result;
}

/* ---- one texel ---- */

/* The index, or -1: the border. */
static long wrap(unsigned clamp, long i, long n, bool point) {
    switch (clamp) {
    case 0: return ((i % n) + n) % n;
    case 1: i = ((i % (2 * n)) + 2 * n) % (2 * n); return i < n ? i : 2 * n - 1 - i;
    case 3: i = i < 0 ? -1 - i : i; /* falls through */
    case 2: return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
    case 4:
    case 5:
        if (point)
            return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
        return i < 0 || i >= n ? -1 : i;
    case 7: i = i < 0 ? -1 - i : i; /* falls through */
    default: return i < 0 || i >= n ? -1 : i;
    }
}

static texel border_of(const picture *p, const filter *s) {
    texel t = {.u = {0}};
    for (unsigned i = 0; i < 4; i++)
        if (s->border == 2 || (s->border == 1 && i == 3)) {
            if (is_integer(p->format))
                t.u[i] = 1;
            else
                t.f[i] = 1;
        }
    return t;
}

/* The direction of a point of a face, s and t from -1 to 1, and back (as Direct3D and OpenGL have
   it). */
static void direction_of(unsigned face, double s, double t, double d[3]) {
    switch (face) {
    case 0: d[0] = 1, d[1] = -t, d[2] = -s; break;
    case 1: d[0] = -1, d[1] = -t, d[2] = s; break;
    case 2: d[0] = s, d[1] = 1, d[2] = t; break;
    case 3: d[0] = s, d[1] = -1, d[2] = -t; break;
    case 4: d[0] = s, d[1] = -t, d[2] = 1; break;
    default: d[0] = -s, d[1] = -t, d[2] = -1;
    }
}

static unsigned hit(const double d[3], double *s, double *t) {
    double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
    unsigned face = x > y && x > z ? (d[0] < 0) : y > z ? 2 + (d[1] < 0) : 4 + (d[2] < 0);
    switch (face) {
    case 0: *s = -d[2] / x, *t = -d[1] / x; break;
    case 1: *s = d[2] / x, *t = -d[1] / x; break;
    case 2: *s = d[0] / y, *t = d[2] / y; break;
    case 3: *s = d[0] / y, *t = -d[2] / y; break;
    case 4: *s = d[0] / z, *t = -d[1] / z; break;
    default: *s = -d[0] / z, *t = -d[1] / z;
    }
    return face;
}

static bool outside(long i, long n) {
    return i < 0 || i >= n;
}

static double compared(const picture *p, const filter *s, const lane *l, double d) {
    double r = (double)l->reference;
    if (p->format->number == UNORM)
        r = r < 0 ? 0 : r > 1 ? 1 : r;
    switch (s->compare) {
    case 0: return 0;
    case 1: return r < d;
    case 2: return r == d;
    case 3: return r <= d;
    case 4: return r > d;
    case 5: return r != d;
    case 6: return r >= d;
    default: return 1;
    }
}

typedef struct place {
    const picture *p;
    const filter *s;
    const lane *l;
    const request *r;
    unsigned level;
    long slice;
    bool point, point_z;
} place;

static texel fetched(const place *at, long x, long y, long z) {
    const picture *p = at->p;
    texel t = x < 0 || y < 0 || z < 0 ? border_of(p, at->s)
                                      : *picture_at(p, at->level, (unsigned)x, (unsigned)y, (unsigned)z, 0);
    if (at->r->compares)
        t.f[0] = (float)compared(p, at->s, at->l, (double)t.f[0]);
    return t;
}

static texel cube_texel(const place *at, long x, long y, bool *missing) {
    const long n = (long)picture_size(at->p, 0, at->level);
    double d[3], s, t;
    *missing = outside(x, n) && outside(y, n);
    if (!outside(x, n) && !outside(y, n))
        return fetched(at, x, y, at->slice);
    if (*missing || at->point) {
        long i = x < 0 ? 0 : x >= n ? n - 1 : x, j = y < 0 ? 0 : y >= n ? n - 1 : y;
        return fetched(at, i, j, at->slice);
    }
    direction_of((unsigned)(at->slice % 6), (2.0 * (double)x + 1) / (double)n - 1,
                 (2.0 * (double)y + 1) / (double)n - 1, d);
    unsigned face = hit(d, &s, &t);
    long i = (long)floor((s + 1) / 2 * (double)n + 1e-9), j = (long)floor((t + 1) / 2 * (double)n + 1e-9);
    return fetched(at, i >= n ? n - 1 : i, j >= n ? n - 1 : j, at->slice / 6 * 6 + (long)face);
}

/* ---- a level ---- */

typedef struct axis {
    long i[2];
    double w[2];
} axis;

static axis axis_of(const picture *p, const filter *s, const request *r, float at, unsigned k, unsigned level,
                    bool linear, bool seams) {
    const double n = picture_size(p, k, level);
    const unsigned clamp = seams ? 2 : s->clamp[k];
    double t = r->in_texels || s->unnormalized ? (double)at : (double)at * n;
    if (clamp == 5)
        t = fabs(t);
    if (clamp == 4 || clamp == 5)
        t = t < 0 ? 0 : t > n ? n : t;
    double fixed = s->truncates ? floor(t * 256) : nearbyint(t * 256);
    if (linear)
        fixed -= 128;
    axis a = {.i = {(long)floor(fixed / 256), (long)floor(fixed / 256) + 1}};
    a.w[1] = linear ? fixed / 256 - floor(fixed / 256) : 0;
    a.w[0] = 1 - a.w[1];
    return a;
}

static long slice_of(const picture *p, const filter *s, const lane *l) {
    long n = (long)(s->truncates ? trunc((double)l->slice) : nearbyint((double)l->slice)),
         last = (long)p->slices - 1;
    if (p->kind == KCUBE)
        n = n / 8 * 6 + n % 8;
    return n < 0 ? 0 : n > last ? last : n;
}

typedef struct sums {
    double sum[4], least[4], most[4];
} sums;

static void add(sums *to, const texel *t, double weight) {
    for (unsigned c = 0; c < 4; c++) {
        const double x = (double)t->f[c];
        to->sum[c] += weight * x;
        to->least[c] = fmin(to->least[c], x);
        to->most[c] = fmax(to->most[c], x);
    }
}

/* The texel at a place of the footprint; that at the corner of a cube is the mean of the others. */
static texel footprint(const place *at, const axis a[3], unsigned bits, bool seams) {
    const picture *p = at->p;
    const unsigned axes = picture_axes(p->kind);
    long i[3] = {0};
    for (unsigned k = 0; k < axes; k++)
        i[k] = a[k].i[bits >> k & 1] + at->l->offset[k];
    if (seams) {
        bool missing, other;
        texel t = cube_texel(at, i[0], i[1], &missing);
        if (!missing || at->point || is_integer(p->format))
            return t;
        long x = a[0].i[~bits & 1], y = a[1].i[~bits >> 1 & 1];
        texel b = cube_texel(at, x, i[1], &other), c = cube_texel(at, i[0], y, &other),
              d = cube_texel(at, x, y, &other);
        for (unsigned k = 0; k < 4; k++)
            t.f[k] = (b.f[k] + c.f[k] + d.f[k]) / 3;
        return t;
    }
    for (unsigned k = 0; k < axes; k++)
        i[k] =
            wrap(at->s->clamp[k], i[k], (long)picture_size(p, k, at->level), k < 2 ? at->point : at->point_z);
    return fetched(at, i[0], axes > 1 ? i[1] : 0, axes > 2 ? i[2] : at->slice);
}

static texel level_sample(const picture *p, const filter *s, const lane *l, const request *r, unsigned level,
                          bool linear, double part, sums *to) {
    const unsigned axes = picture_axes(p->kind);
    const bool seams = p->kind == KCUBE && !s->no_cube_wrap;
    place at = {p, s, l, r, level, slice_of(p, s, l), !linear, false};
    axis a[3];
    texel one = {.u = {0}};
    for (unsigned k = 0; k < axes; k++) {
        bool here = k < 2 || s->z == 0 ? linear : s->z == 2 && !is_integer(p->format);
        a[k] = axis_of(p, s, r, p->kind == KCUBE ? l->at[k] - 1 : l->at[k], k, level, here, seams);
        at.point_z = !here;
    }
    for (unsigned bits = 0; bits < 1u << axes; bits++) {
        double weight = part;
        for (unsigned k = 0; k < axes; k++)
            weight *= a[k].w[bits >> k & 1];
        if (weight == 0)
            continue;
        one = footprint(&at, a, bits, seams);
        if (!is_integer(p->format))
            add(to, &one, weight);
    }
    return one;
}

/* ---- the level of detail ---- */

static double length_of(const picture *p, const float step[3]) {
    double sum = 0;
    for (unsigned k = 0; k < picture_axes(p->kind); k++)
        sum += pow((double)step[k] * picture_size(p, k, 0), 2);
    return sqrt(sum);
}

static double lambda_of(const picture *p, const filter *s, const lane *l, const request *r) {
    if (r->in_texels || s->unnormalized || r->zero)
        return 0;
    double lambda = r->given ? (double)l->lod + (double)s->bias
                             : log2(fmax(length_of(p, l->step[0]), length_of(p, l->step[1]))) +
                                   (double)s->bias + (double)l->bias;
    return isinf(lambda) ? lambda : nearbyint(lambda * 256) / 256;
}

static double sampler_clamp(const filter *s, const lane *l, double lambda) {
    double low = fmax((double)s->min_lod, (double)l->least);
    return fmax(low, fmin(lambda, (double)s->max_lod));
}

static double image_clamp(const picture *p, double lambda) {
    lambda = fmax(lambda + p->first_level, (double)p->min_lod) - p->first_level;
    return fmax(0, fmin(lambda, (double)p->levels - 1));
}

void model_lod(const picture *p, const filter *s, const lane *l, double lods[2]) {
    request r = {.steps = true};
    lods[1] = lambda_of(p, s, l, &r);
    lods[0] = image_clamp(p, sampler_clamp(s, l, lods[1]));
}

/* ---- the result ---- */

static texel gathered(const picture *p, const filter *s, const lane *l, const request *r, unsigned level) {
    static const unsigned order[4] = {2, 3, 1, 0}; /* bit 0: x + 1, bit 1: y + 1 */
    const bool integer = is_integer(p->format), seams = p->kind == KCUBE && !s->no_cube_wrap;
    place at = {p, s, l, r, level, slice_of(p, s, l), false, false};
    texel result;
    axis a[3];
    for (unsigned k = 0; k < 2; k++)
        a[k] = axis_of(p, s, r, p->kind == KCUBE ? l->at[k] - 1 : l->at[k], k, level,
                       !(integer && r->gen < 9), seams);
    for (unsigned i = 0; i < 4; i++) {
        texel t = footprint(&at, a, order[i], seams);
        if (r->compares)
            t = (texel){.f = {t.f[0], t.f[0], t.f[0], 1}};
        else
            t = model_select(p, t);
        result.u[i] = t.u[r->component];
    }
    return result;
}

texel model_sample(const picture *p, const filter *s, const lane *l, const request *r, double nudge) {
    const bool texels = r->in_texels || s->unnormalized, integer = is_integer(p->format);
    const double raw = lambda_of(p, s, l, r);
    const double lambda = texels ? 0 : sampler_clamp(s, l, raw + (r->zero ? 0 : nudge));
    const bool linear = ((lambda <= 0 ? s->mag : s->min) & 1) && !integer;
    const double detail = texels ? 0 : image_clamp(p, lambda);
    sums all = {{0}, {INFINITY, INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY, -INFINITY}};
    unsigned level = s->mip == 0 && !r->gathers ? 0 : (unsigned)floor(detail + 0.5);
    texel t;
    if (r->gathers)
        return gathered(p, s, l, r, level);
    if (s->mip == 2 && !integer) {
        level = (unsigned)floor(detail);
        double part = nearbyint((detail - level) * 256) / 256;
        if (part > 0)
            level_sample(p, s, l, r, level + 1 < p->levels ? level + 1 : p->levels - 1, linear, part, &all);
        t = level_sample(p, s, l, r, level, linear, 1 - part, &all);
    } else
        t = level_sample(p, s, l, r, level, linear, 1, &all);
    for (unsigned c = 0; c < 4 && !integer; c++)
        t.f[c] = (float)(s->mode == 1 ? all.least[c] : s->mode == 2 ? all.most[c] : all.sum[c]);
    if (r->compares)
        return (texel){.f = {t.f[0], t.f[0], t.f[0], 1}};
    return model_select(p, t);
}
