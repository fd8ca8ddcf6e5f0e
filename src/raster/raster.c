/* SPDX-License-Identifier: MIT */
/*
 * Finds the pixels of a triangle. Coverage is exact: corners are rounded to 1/256 of a pixel, and
 * edges are compared in integers; a sample on an edge counts where that is a top or a left one. The
 * coordinates i and j come of the corners as they are, in double precision. A triangle with a
 * corner behind the eye (w <= 0) is compared in homogeneous coordinates instead.
 */
#include <math.h>
#include <string.h>

#include "raster.h"

enum { UNIT = 256, CENTRE = UNIT / 2 };
#define SUBPIXELS ((double)UNIT)
#define FARTHEST ((double)(1 << 29))

/* ---- corners -------------------------------------------------------------------------- */

/* From clip space to the window, before the division by w. */
static void to_window(const raster_view *view, raster_triangle *t) {
    for (unsigned i = 0; i < 3; i++) {
        const float *p = t->corner[i].position;
        const double y = view->up_is_positive ? -(double)p[1] : (double)p[1];
        t->w[i] = p[3];
        t->x[i] = ((double)p[0] + p[3]) * view->width / 2;
        t->y[i] = (y + p[3]) * view->height / 2;
        t->z[i] = view->from_minus_one ? ((double)p[2] + p[3]) / 2 : p[2];
    }
}

/* To the nearest. */
static int64_t fixed_of(double x) {
    const double scaled = x * SUBPIXELS;
    const double inside = scaled < -FARTHEST ? -FARTHEST : scaled > FARTHEST ? FARTHEST : scaled;
    return inside < 0 ? -(int64_t)(0.5 - inside) : (int64_t)(inside + 0.5);
}

static int64_t floor_div(int64_t x, int64_t by) {
    return x >= 0 ? x / by : -((by - 1 - x) / by);
}

static int64_t least(const int64_t x[3]) {
    const int64_t a = x[0] < x[1] ? x[0] : x[1];
    return a < x[2] ? a : x[2];
}

static int64_t most(const int64_t x[3]) {
    const int64_t a = x[0] > x[1] ? x[0] : x[1];
    return a > x[2] ? a : x[2];
}

static int64_t limited(int64_t x, int64_t high) {
    return x < 0 ? 0 : x > high ? high : x;
}

/* The pixels around its corners. */
static void bound(const raster_view *view, raster_triangle *t) {
    t->left = t->top = 0;
    t->right = view->width;
    t->bottom = view->height;
    if (t->behind)
        return;
    t->left = limited(floor_div(least(t->fixed_x), UNIT), view->width);
    t->top = limited(floor_div(least(t->fixed_y), UNIT), view->height);
    t->right = limited(floor_div(most(t->fixed_x), UNIT) + 1, view->width);
    t->bottom = limited(floor_div(most(t->fixed_y), UNIT) + 1, view->height);
}

/* Twice the area of three points; positive: they are clockwise as seen, as y points down. */
static int64_t fixed_area(const raster_triangle *t) {
    return (t->fixed_x[1] - t->fixed_x[0]) * (t->fixed_y[2] - t->fixed_y[0]) -
           (t->fixed_x[2] - t->fixed_x[0]) * (t->fixed_y[1] - t->fixed_y[0]);
}

/* The part of a point at each corner is proportional to the volume that the point has with the
   other two: these are linear functions of where it is. */
static void open_edges(raster_triangle *t) {
    for (unsigned i = 0; i < 3; i++) {
        const unsigned a = (i + 1) % 3, b = (i + 2) % 3;
        t->edge[i][0] = t->y[a] * t->w[b] - t->w[a] * t->y[b];
        t->edge[i][1] = t->w[a] * t->x[b] - t->x[a] * t->w[b];
        t->edge[i][2] = t->x[a] * t->y[b] - t->y[a] * t->x[b];
    }
    t->volume = t->edge[0][0] * t->x[0] + t->edge[0][1] * t->y[0] + t->edge[0][2] * t->w[0];
}

static bool is_finite(const raster_triangle *t) {
    for (unsigned i = 0; i < 3; i++)
        if (!isfinite(t->x[i]) || !isfinite(t->y[i]) || !isfinite(t->z[i]) || !isfinite(t->w[i]))
            return false;
    return true;
}

bool raster_open(const raster_view *view, const raster_corner corner[RASTER_CORNERS], raster_triangle *t) {
    t->behind = false;
    memcpy(t->corner, corner, sizeof t->corner);
    to_window(view, t);
    if (!is_finite(t))
        return false;
    for (unsigned i = 0; i < 3; i++)
        t->behind |= t->w[i] <= 0;
    for (unsigned i = 0; i < 3 && !t->behind; i++) {
        t->fixed_x[i] = fixed_of(t->x[i] / t->w[i]);
        t->fixed_y[i] = fixed_of(t->y[i] / t->w[i]);
    }
    open_edges(t);
    t->area = t->behind ? 0 : fixed_area(t);
    t->clockwise = t->behind ? t->volume > 0 : t->area > 0;
    bound(view, t);
    return t->volume != 0 && (t->behind || t->area) && t->left < t->right && t->top < t->bottom;
}

/* ---- pixels --------------------------------------------------------------------------- */

/* The side of the edge from a to b on which a point is, of a clockwise triangle: inside where it is
   positive. */
static bool is_inside(const raster_triangle *t, unsigned a, unsigned b, int64_t x, int64_t y) {
    const int64_t dx = t->fixed_x[b] - t->fixed_x[a], dy = t->fixed_y[b] - t->fixed_y[a];
    const int64_t side = dx * (y - t->fixed_y[a]) - dy * (x - t->fixed_x[a]);
    return side > 0 || (side == 0 && (dy < 0 || (dy == 0 && dx > 0)));
}

static bool is_in_rectangle(const raster_triangle *t, int64_t x, int64_t y) {
    return x >= least(t->fixed_x) && x < most(t->fixed_x) && y >= least(t->fixed_y) && y < most(t->fixed_y);
}

static bool is_in_triangle(const raster_triangle *t, int64_t x, int64_t y) {
    const unsigned second = t->clockwise ? 1 : 2, third = 3 - second;
    return is_inside(t, 0, second, x, y) && is_inside(t, second, third, x, y) && is_inside(t, third, 0, x, y);
}

/* Inside in space, and before the eye. */
static bool is_before(const raster_triangle *t, const double part[3]) {
    const double sign = t->volume < 0 ? -1 : 1;
    return sign * part[0] >= 0 && sign * part[1] >= 0 && sign * part[2] >= 0;
}

/* On the inner side of all clip planes. */
static bool is_kept(const raster_view *view, const raster_triangle *t, const double part[3]) {
    const double sum = part[0] + part[1] + part[2];
    for (unsigned plane = 0; plane < RASTER_CLIPS; plane++) {
        double distance = 0;
        if (!(view->clips >> plane & 1))
            continue;
        for (unsigned i = 0; i < 3; i++)
            distance += part[i] * t->corner[i].clip[plane];
        if (!(distance / sum >= 0))
            return false;
    }
    return true;
}

/* How much of a place each corner is, up to a factor. */
static void parts_at(const raster_triangle *t, double x, double y, double part[3]) {
    for (unsigned i = 0; i < 3; i++)
        part[i] = t->edge[i][0] * x + t->edge[i][1] * y + t->edge[i][2];
}

static void measure(const raster_triangle *t, const double part[3], raster_point *p) {
    double sum = 0, flat = 0, depth = 0;
    for (unsigned i = 0; i < 3; i++) {
        sum += part[i];
        flat += part[i] * t->w[i];
        depth += part[i] * t->z[i];
    }
    for (unsigned k = 0; k < 2; k++) {
        p->persp[k] = (float)(part[k + 1] / sum);
        p->linear[k] = (float)(part[k + 1] * t->w[k + 1] / flat);
    }
    p->w = (float)(flat / sum);
    p->z = (float)(depth / flat);
}

/* x and y: from the centre, in 1/16 of a pixel. */
static void measure_at(const raster_triangle *t, const raster_pixel *p, const int8_t at[2], double part[3],
                       raster_point *point) {
    parts_at(t, p->x + 0.5 + at[0] / 16.0, p->y + 0.5 + at[1] / 16.0, part);
    measure(t, part, point);
}

static bool is_covered(const raster_view *view, const raster_triangle *t, const raster_pixel *p,
                       const int8_t at[2], const double part[3], float z) {
    const int64_t x = (int64_t)p->x * UNIT + CENTRE + at[0] * (UNIT / 16);
    const int64_t y = (int64_t)p->y * UNIT + CENTRE + at[1] * (UNIT / 16);
    if (p->x >= view->width || p->y >= view->height || !(z >= 0 && z <= 1) || !is_kept(view, t, part))
        return false;
    if (t->behind)
        return is_before(t, part);
    return view->rectangle ? is_in_rectangle(t, x, y) : is_in_triangle(t, x, y);
}

static void open_pixel(const raster_view *view, const raster_triangle *t, raster_pixel *p) {
    static const int8_t middle[2] = {0, 0};
    double part[3];
    raster_point point;
    measure_at(t, p, middle, part, &p->centre);
    if (view->samples <= 1)
        p->covered = is_covered(view, t, p, middle, part, p->centre.z);
    for (unsigned i = 0; i < view->samples && view->samples > 1; i++) {
        measure_at(t, p, view->sample[i], part, &point);
        p->covered |= (uint32_t)is_covered(view, t, p, view->sample[i], part, point.z) << i;
    }
}

bool raster_quad(const raster_view *view, const raster_triangle *t, uint32_t x, uint32_t y,
                 raster_pixel quad[RASTER_QUAD]) {
    bool any = false;
    for (unsigned i = 0; i < RASTER_QUAD; i++) {
        quad[i] = (raster_pixel){.x = x + (i & 1), .y = y + (i >> 1)};
        open_pixel(view, t, &quad[i]);
        any |= quad[i].covered != 0;
    }
    return any;
}

static bool seek(const raster_view *view, const raster_triangle *t, uint32_t place[2],
                 raster_pixel quad[RASTER_QUAD]) {
    for (; place[1] < t->bottom; place[1] += 2, place[0] = (uint32_t)t->left & ~1u)
        for (; place[0] < t->right; place[0] += 2)
            if (raster_quad(view, t, place[0], place[1], quad))
                return true;
    return false;
}

bool raster_first(const raster_view *view, const raster_triangle *t, uint32_t place[2],
                  raster_pixel quad[RASTER_QUAD]) {
    place[0] = (uint32_t)t->left & ~1u;
    place[1] = (uint32_t)t->top & ~1u;
    return seek(view, t, place, quad);
}

bool raster_next(const raster_view *view, const raster_triangle *t, uint32_t place[2],
                 raster_pixel quad[RASTER_QUAD]) {
    place[0] += 2;
    return seek(view, t, place, quad);
}

/* ---- samples -------------------------------------------------------------------------- */

static const int8_t standard[][2] = {
    {0, 0},                                                                      /* 1 */
    {4, 4},   {-4, -4},                                                          /* 2 */
    {-2, -6}, {6, -2},  {-6, 2},  {2, 6},                                        /* 4 */
    {1, -3},  {-1, 3},  {5, 1},   {-3, -5}, {-5, 5},  {-7, -1}, {3, 7}, {7, -7}, /* 8 */
    {1, 1},   {-1, -3}, {-3, 2},  {4, -1},  {-5, -2}, {2, 5},   {5, 3}, {3, -5}, /* 16 */
    {-2, 6},  {0, -7},  {-4, -6}, {-6, 4},  {-8, 0},  {7, -4},  {6, 7}, {-7, -8}};

bool raster_set_samples(raster_view *view, unsigned samples) {
    if (!samples || samples > RASTER_SAMPLES || samples & (samples - 1))
        return false;
    view->samples = samples;
    memcpy(view->sample, standard + samples - 1, samples * sizeof *standard);
    return true;
}

void raster_at_sample(const raster_view *view, const raster_triangle *t, const raster_pixel *p, unsigned i,
                      raster_point *point) {
    double part[3];
    if (view->samples > 1)
        measure_at(t, p, view->sample[i], part, point);
    else
        *point = p->centre;
}

void raster_at_centroid(const raster_view *view, const raster_triangle *t, const raster_pixel *p,
                        raster_point *point) {
    const uint32_t all = (UINT32_C(1) << view->samples) - 1;
    unsigned best = 0;
    int nearest = -1;
    *point = p->centre;
    if (view->samples <= 1 || p->covered == all)
        return;
    for (unsigned i = 0; i < view->samples; i++) {
        const int8_t *at = view->sample[i];
        const int distance = at[0] * at[0] + at[1] * at[1];
        if (p->covered >> i & 1 && (nearest < 0 || distance < nearest)) {
            nearest = distance;
            best = i;
        }
    }
    if (nearest >= 0)
        raster_at_sample(view, t, p, best, point);
}
