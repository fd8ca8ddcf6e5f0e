/* SPDX-License-Identifier: MIT */
/*
 * Finds the pixels of a triangle. Coverage is exact: corners are rounded to 1/256 of a pixel, and
 * edges are compared in integers; a centre on an edge counts where that is a top or a left one. The
 * coordinates i and j come of the corners as they are, in double precision. A triangle with a
 * corner behind the eye (w <= 0) is compared in homogeneous coordinates instead.
 */
#include <math.h>

#include "stage.h"

enum { UNIT = 256, CENTRE = UNIT / 2 };
#define SUBPIXELS ((double)UNIT)
#define FARTHEST ((double)(1 << 29))

/* ---- corners -------------------------------------------------------------------------- */

/* From clip space to the window, before the division by w. */
static void to_window(const raster_view *view, raster_triangle *t) {
    for (unsigned i = 0; i < 3; i++) {
        const float *p = t->corner[i]->position;
        const double y = view->up_is_positive ? -(double)p[1] : (double)p[1];
        t->w[i] = p[3];
        t->x[i] = ((double)p[0] + p[3]) * view->width / 2;
        t->y[i] = (y + p[3]) * view->height / 2;
        t->z[i] = p[2];
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

bool raster_open(const raster_view *view, const gisa_stage_vertex *corners, raster_triangle *t) {
    t->behind = false;
    for (unsigned i = 0; i < 3; i++)
        t->corner[i] = &corners[i];
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

static bool is_covered(const raster_view *view, const raster_triangle *t, const raster_pixel *p,
                       const double part[3]) {
    const int64_t x = (int64_t)p->x * UNIT + CENTRE, y = (int64_t)p->y * UNIT + CENTRE;
    if (p->x >= view->width || p->y >= view->height || !(p->z >= 0 && p->z <= 1))
        return false;
    if (t->behind)
        return is_before(t, part);
    return view->rectangle ? is_in_rectangle(t, x, y) : is_in_triangle(t, x, y);
}

/* i and j are the parts of the second and the third corner. */
static void measure(const raster_view *view, const raster_triangle *t, raster_pixel *p) {
    const double x = p->x + 0.5, y = p->y + 0.5;
    double part[3], sum = 0, flat = 0, depth = 0;
    for (unsigned i = 0; i < 3; i++) {
        part[i] = t->edge[i][0] * x + t->edge[i][1] * y + t->edge[i][2];
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
    p->covered = is_covered(view, t, p, part);
}

bool raster_quad(const raster_view *view, const raster_triangle *t, uint32_t x, uint32_t y,
                 raster_pixel quad[4]) {
    bool any = false;
    for (unsigned i = 0; i < 4; i++) {
        quad[i] = (raster_pixel){.x = x + (i & 1), .y = y + (i >> 1)};
        measure(view, t, &quad[i]);
        any |= quad[i].covered;
    }
    return any;
}
