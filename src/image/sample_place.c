/* SPDX-License-Identifier: MIT */
/* From coordinates to texels: fixed point, wrapping, borders, slices, and the faces of cubes. */
#include <stdlib.h>

#include "sample_parts.h"

/* What a coordinate outside of the image means, by number. */
enum {
    CLAMP_WRAP,
    CLAMP_MIRROR,
    CLAMP_LAST,
    CLAMP_MIRROR_ONCE,
    CLAMP_HALF_BORDER,
    CLAMP_MIRROR_ONCE_HALF_BORDER,
    CLAMP_BORDER,
    CLAMP_MIRROR_ONCE_BORDER
};

static const double far_away = 1073741824; /* beyond all texels, and exact in 8 more bits */

/* ---- one axis ------------------------------------------------------------------------------- */

static bool is_cube_wrap(const sample_source *s) {
    return s->image->kind == IMAGE_CUBE && !s->sampler->no_cube_wrap;
}

/* The coordinate in texels. Where it repeats it is reduced before it is scaled. */
static double in_texels(float at, uint32_t size, unsigned clamp, bool texels) {
    double u = (double)at;
    const bool repeats = clamp == CLAMP_WRAP || clamp == CLAMP_MIRROR;
    const double tiny = 1.17549435082228750797e-38; /* floats below are denormal, and zero */
    if (u != u || (repeats && (u > far_away * far_away || u < -far_away * far_away)))
        u = 0;
    u = u < tiny && u > -tiny ? 0 : u;
    if (texels)
        return u;
    if (repeats && (u >= 4503599627370496.0 || u <= -4503599627370496.0))
        return 0; /* an even number */
    if (clamp == CLAMP_WRAP)
        u -= (double)number_floor(u);
    if (clamp == CLAMP_MIRROR)
        u -= 2 * (double)number_floor(u / 2);
    return number_limit(u, far_away) * size;
}

static double at_half_border(double t, uint32_t size, unsigned clamp) {
    if (clamp == CLAMP_MIRROR_ONCE_HALF_BORDER && t < 0)
        t = -t;
    return t < 0 ? 0 : t > size ? size : t;
}

/* In 256ths of a texel. */
static int64_t fixed_point(const sample_source *s, double t) {
    const unsigned scale = sample_option(s, SAMPLE_TEXEL_FRACTION) == 0 ? 256 : 64;
    const bool down = s->sampler->trunc_coord || sample_option(s, SAMPLE_TEXEL_ROUNDING);
    t = number_limit(t, far_away) * scale;
    return (down ? number_floor(t) : number_nearest(t)) * (256 / scale);
}

static int64_t modulo(int64_t i, int64_t n) {
    return (i % n + n) % n;
}

static int32_t wrapped(int64_t i, int64_t n, unsigned clamp, bool point) {
    const bool outside = i < 0 || i >= n,
               once = clamp == CLAMP_MIRROR_ONCE || clamp == CLAMP_MIRROR_ONCE_BORDER;
    const int64_t mirrored = once && i < 0 ? -1 - i : i, last = mirrored < 0   ? 0
                                                                : mirrored < n ? mirrored
                                                                               : n - 1;
    switch (clamp) {
    case CLAMP_WRAP: return (int32_t)modulo(i, n);
    case CLAMP_MIRROR:
        return (int32_t)(modulo(i, 2 * n) < n ? modulo(i, 2 * n) : 2 * n - 1 - modulo(i, 2 * n));
    case CLAMP_HALF_BORDER:
    case CLAMP_MIRROR_ONCE_HALF_BORDER: return outside && !point ? SAMPLE_BORDER : (int32_t)last;
    case CLAMP_BORDER: return outside ? SAMPLE_BORDER : (int32_t)i;
    case CLAMP_MIRROR_ONCE_BORDER: return mirrored >= n ? SAMPLE_BORDER : (int32_t)mirrored;
    default: return (int32_t)last;
    }
}

sample_pair sample_texels(const sample_source *s, const sample_point *p, unsigned axis, float at,
                          uint32_t size, sample_mode mode) {
    const unsigned clamp = is_cube_wrap(s) ? CLAMP_LAST : s->sampler->clamp[axis];
    double t = in_texels(at, size, clamp, sample_in_texels(s, p));
    if (clamp == CLAMP_HALF_BORDER || clamp == CLAMP_MIRROR_ONCE_HALF_BORDER)
        t = at_half_border(t, size, clamp);
    const int64_t fixed = fixed_point(s, t) - (mode == SAMPLE_LINEAR ? 128 : 0);
    const int64_t first = number_floor((double)fixed / 256) + p->offset[axis];
    sample_pair pair = {.count = mode == SAMPLE_POINT ? 1 : 2};
    pair.weight = mode == SAMPLE_LINEAR ? (unsigned)(fixed & 255) : 0;
    for (unsigned i = 0; i < 2; i++) {
        pair.raw[i] = first + i;
        pair.texel[i] = wrapped(first + i, size, clamp, mode == SAMPLE_POINT);
    }
    return pair;
}

/* ---- slices --------------------------------------------------------------------------------- */

static int64_t whole(const sample_source *s, float x) {
    double limited = number_limit((double)x, far_away);
    return s->sampler->trunc_coord ? (int64_t)limited : number_nearest(limited);
}

uint32_t sample_slice(const sample_source *s, const sample_point *p) {
    int64_t n = whole(s, p->slice), last = (int64_t)s->image->slices - 1;
    if (s->image->kind == IMAGE_CUBE) {
        int64_t face = n & 7;
        n = 6 * ((n - face) / 8) + (face < 6 ? face : 5);
    }
    return (uint32_t)(n < 0 ? 0 : n < last ? n : last > 0 ? last : 0);
}

/* ---- the edges of a cube -------------------------------------------------------------------- */

/* What the axes of a face are: right, down and outward, each 1 + 2 * (x, y, z), negative where it
   points to the negative side. */
typedef struct face_axes {
    int8_t right, down, out;
} face_axes;

enum { X = 1, Y, Z };
static const face_axes faces[6] = {{-Z, -Y, X}, {Z, -Y, -X}, {X, Z, Y},
                                   {X, -Z, -Y}, {X, -Y, Z},  {-X, -Y, -Z}};

static void put_axis(int64_t direction[3], int axis, int64_t length) {
    const unsigned number = (unsigned)abs(axis) - X;
    direction[number] = axis < 0 ? -length : length;
}

static int64_t along(const int64_t direction[3], int axis) {
    const unsigned number = (unsigned)abs(axis) - X;
    return axis < 0 ? -direction[number] : direction[number];
}

static unsigned face_of(const int64_t direction[3]) {
    unsigned best = 0;
    for (unsigned i = 1; i < 6; i++)
        if (along(direction, faces[i].out) > along(direction, faces[best].out))
            best = i;
    return best;
}

/* A coordinate of -length to length as a texel. */
static int32_t on_face(int64_t at, int64_t length, uint32_t size) {
    int64_t i = (at + length) * (int64_t)size / (2 * length);
    return (int32_t)(i < 0 ? 0 : i < (int64_t)size ? i : (int64_t)size - 1);
}

sample_seam sample_across(uint32_t slice, uint32_t last_slice, uint32_t size, int64_t x, int64_t y) {
    const face_axes *from = &faces[slice % 6];
    int64_t direction[3] = {0};
    put_axis(direction, from->out, size);
    put_axis(direction, from->right, 2 * x + 1 - (int64_t)size);
    put_axis(direction, from->down, 2 * y + 1 - (int64_t)size);
    const unsigned face = face_of(direction);
    const face_axes *to = &faces[face];
    const int64_t length = along(direction, to->out);
    const uint32_t there = slice - slice % 6 + face;
    return (sample_seam){there < last_slice ? there : last_slice,
                         on_face(along(direction, to->right), length, size),
                         on_face(along(direction, to->down), length, size)};
}
