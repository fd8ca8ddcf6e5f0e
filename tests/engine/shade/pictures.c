/* SPDX-License-Identifier: MIT */
/*
 * Vertex programs into fragment programs: coverage and values against a rasteriser of the test's
 * own, which moves each centre a little to the right and, much less, down, so that none lies on an
 * edge, and divides planes of the window by each other.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shade.h"

/* A power of two: then places of the window have exact coordinates. */
enum { SIZE = 32, TRIANGLES = 24, CORNERS = 3 * TRIANGLES, SCENES = 30 };

typedef struct program {
    void *bytes;
    gisa_gxp *file;
    gisa_shade *machine;
} program;

static program open_program(const char *source) {
    const gisa_asm_options options = {.isa = gisa_find("sgx543"), .output = GISA_OUTPUT_GXP, .report = tell};
    program p = {0};
    size_t size = 0;
    check(gisa_assemble("text", source, strlen(source), &options, &p.bytes, &size) == GISA_OK &&
              gisa_gxp_open(p.bytes, size, &p.file, NULL) == GISA_OK &&
              (p.machine = gisa_shade_new(options.isa)) && gisa_shade_load(p.machine, p.file) == GISA_OK,
          "%s", source);
    return p;
}

static void close_program(program *p) {
    gisa_shade_free(p->machine);
    gisa_gxp_close(p->file);
    free(p->bytes);
}

/* ---- vertices ------------------------------------------------------------------------------- */

static const char vertex_code[] = "\t.gxp vertex\n"
                                  "\t.parameter attribute, \"position\", f32x4, 0\n"
                                  "\t.parameter attribute, \"colour\", f32x4, 4\n"
                                  "\t.varying color0\n"
                                  "\t.varying texcoord3, xyw\n"
                                  "\t.varying clip2\n"
                                  "\tphas\n"
                                  "\tmov.f32 o0.xy, pa0.xy\n"
                                  "\tmov.f32 o2.xy, pa2.xy\n"
                                  "\tmul.f32 o4.xyzw, {1, 1, 1, 1}, pa4.xyzw\n"
                                  "\tor.u32 o8, pa5, #0\n"
                                  "\tor.u32 o9, pa4, #0\n"
                                  "\tor.u32 o10, pa6, #0\n"
                                  "\tor.u32 o11, pa0, #0\n"
                                  "\temit.end\n";

/* A corner at a place of the window, on the grid of 1/256. */
typedef struct corner {
    int64_t x, y;
    float z, w, colour[4];
} corner;

typedef struct scene {
    corner c[CORNERS];
    gisa_shade_vertex v[CORNERS];
    const program *vertex;
} scene;

static void put(gisa_shade_batch *b, unsigned reg, unsigned lane, float f) {
    gisa_shade_row(b, GISA_KIND_PRIMARY, reg)[lane] = as_bits(f);
}

static void begin(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    const scene *s = ctx;
    for (unsigned lane = 0; lane < count; lane++) {
        const corner *c = &s->c[first + lane];
        put(b, 0, lane, ((float)c->x / (128 * SIZE) - 1) * c->w);
        put(b, 1, lane, ((float)c->y / (128 * SIZE) - 1) * c->w);
        put(b, 2, lane, c->z * c->w);
        put(b, 3, lane, c->w);
        for (unsigned k = 0; k < 4; k++)
            put(b, 4 + k, lane, c->colour[k]);
    }
}

static void end(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    scene *s = ctx;
    gisa_shade_take(b, s->vertex->file, count, s->v + first);
}

static float some(float low, float high) {
    return low + (high - low) * (float)(chance() >> 40) / (1 << 24);
}

static void make_scene(scene *s) {
    for (unsigned i = 0; i < CORNERS; i++) {
        const corner *base = &s->c[i - i % 3];
        s->c[i] = (corner){.x = (int64_t)(chance() % (256 * SIZE)), .y = (int64_t)(chance() % (256 * SIZE))};
        if (i % 3) {
            s->c[i].x = base->x + (int64_t)(chance() % 4096) - 2048;
            s->c[i].y = base->y + (int64_t)(chance() % 4096) - 2048;
        }
        if (chance() & 1) {
            s->c[i].x &= ~(int64_t)127; /* on centres and between them */
            s->c[i].y &= ~(int64_t)127;
        }
        s->c[i].z = some(0.1f, 0.9f);
        s->c[i].w = ldexpf(1, (int)(chance() % 3)); /* so that corners stay on the grid */
        for (unsigned k = 0; k < 4; k++)
            s->c[i].colour[k] = some(-2, 2);
    }
}

static void run_vertices(scene *s) {
    const gisa_shade_draw draw = {.instances = CORNERS, .begin = begin, .end = end, .ctx = s};
    gisa_shade_result result;
    check(gisa_shade_run(s->vertex->machine, &draw, &result) == GISA_OK && result.end == GISA_SHADE_END_ENDED,
          "vertices: %s", result.message);
}

/* ---- the rasteriser of the test ------------------------------------------------------------- */

static bool is_inner(const corner *a, const corner *b, int64_t x, int64_t y, int64_t turn) {
    const int64_t side = (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
    const int64_t right = a->y - b->y, down = b->x - a->x; /* how the side changes that way */
    const int64_t first = side ? side : right ? right : down;
    return (first > 0) == (turn > 0);
}

static int64_t turn_of(const corner c[3]) {
    return (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[2].x - c[0].x) * (c[1].y - c[0].y);
}

static bool is_covered(const corner c[3], unsigned x, unsigned y) {
    const int64_t px = 256 * (int64_t)x + 128, py = 256 * (int64_t)y + 128, turn = turn_of(c);
    return turn && is_inner(&c[0], &c[1], px, py, turn) && is_inner(&c[1], &c[2], px, py, turn) &&
           is_inner(&c[2], &c[0], px, py, turn);
}

/* The parts of the corners in the window. */
static void parts_at(const corner c[3], double x, double y, double part[3]) {
    const double area = (double)turn_of(c);
    part[1] = ((x - (double)c[0].x) * (double)(c[2].y - c[0].y) -
               (double)(c[2].x - c[0].x) * (y - (double)c[0].y)) /
              area;
    part[2] = ((double)(c[1].x - c[0].x) * (y - (double)c[0].y) -
               (x - (double)c[0].x) * (double)(c[1].y - c[0].y)) /
              area;
    part[0] = 1 - part[1] - part[2];
}

static double depth_at(const corner c[3], const double part[3]) {
    return part[0] * c[0].z + part[1] * c[1].z + part[2] * c[2].z;
}

static double value_at(const corner c[3], const double part[3], unsigned k) {
    double over_w = 0, value = 0;
    for (unsigned i = 0; i < 3; i++) {
        over_w += part[i] / c[i].w;
        value += part[i] * c[i].colour[k] / c[i].w;
    }
    return value / over_w;
}

/* The triangle that is seen there: the last one, or with a depth test the nearest; -1: none. */
static int seen(const scene *s, unsigned x, unsigned y, bool by_depth, gisa_shade_cull cull) {
    int found = -1;
    double least = 1;
    for (int n = 0; n < TRIANGLES; n++) {
        const corner *c = s->c + 3 * n;
        const bool front = turn_of(c) < 0; /* anticlockwise, as y points down */
        double part[3];
        if (!is_covered(c, x, y) || (front && cull == GISA_SHADE_CULL_FRONT) ||
            (!front && cull == GISA_SHADE_CULL_BACK))
            continue;
        parts_at(c, 256 * x + 128, 256 * y + 128, part);
        const double z = depth_at(c, part);
        if (!by_depth || z < least) {
            found = n;
            least = z;
        }
    }
    return found;
}

/* ---- pictures ------------------------------------------------------------------------------- */

static float picture[SIZE * SIZE * 4], depth[SIZE * SIZE];

static gisa_shade_result draw(const program *p, const scene *s, gisa_shade_triangles run, bool by_depth) {
    const gisa_shade_target target = {SIZE, SIZE, picture, by_depth ? depth : NULL};
    gisa_shade_result result = {0};
    memset(picture, 0, sizeof picture);
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        depth[i] = 1;
    run.corners = run.corners ? run.corners : s->v;
    run.triangles = run.triangles ? run.triangles : TRIANGLES;
    if (!run.passed.values)
        run.passed = (gisa_shade_passed){gisa_shade_passes(s->vertex->file).values, 0};
    check(gisa_shade_draw_triangles(p->machine, p->file, &run, &target, &result) == GISA_OK, "a picture");
    return result;
}

/* The fragment program gives its input: the colour as it is. */
static const char colour_code[] = "\t.gxp fragment\n"
                                  "\t.input color0, float, components=4, words=4\n"
                                  "\t.result f32x4\n"
                                  "\tphas\n"
                                  "\tnop.end\n";

static bool is_right(const scene *s, unsigned x, unsigned y, bool by_depth, gisa_shade_cull cull) {
    const float *p = picture + 4 * (y * SIZE + x);
    const int n = seen(s, x, y, by_depth, cull);
    double part[3];
    bool good = true;
    if (n < 0)
        return p[0] == 0 && p[1] == 0 && p[2] == 0 && p[3] == 0;
    parts_at(s->c + 3 * n, 256 * x + 128, 256 * y + 128, part);
    for (unsigned k = 0; k < 4; k++)
        good = good && fabs(p[k] - value_at(s->c + 3 * n, part, k)) < 1e-5;
    return good && (!by_depth || fabs(depth[y * SIZE + x] - depth_at(s->c + 3 * n, part)) < 1e-6);
}

static void try_scene(const program *vertex, const program *fragment) {
    static float alone[SIZE * SIZE * 4];
    static const unsigned batches[] = {0, 4, 20};
    scene s = {.vertex = vertex};
    make_scene(&s);
    run_vertices(&s);
    for (unsigned i = 0; i < 6; i++) {
        const bool by_depth = i & 1;
        const gisa_shade_cull cull = (gisa_shade_cull)(i / 2);
        unsigned wrong = 0;
        gisa_shade_result r = draw(fragment, &s, (gisa_shade_triangles){.cull = cull}, by_depth);
        for (unsigned k = 0; k < SIZE * SIZE; k++)
            wrong += !is_right(&s, k % SIZE, k / SIZE, by_depth, cull);
        check(!wrong && r.end == GISA_SHADE_END_ENDED, "a scene: %u pixels are wrong %s", wrong, r.message);
        memcpy(alone, picture, sizeof alone);
        for (unsigned k = 0; k < 3; k++) {
            draw(fragment, &s,
                 (gisa_shade_triangles){.cull = cull, .draw = {.threads = 3, .batch = batches[k]}}, by_depth);
            check(memcmp(alone, picture, sizeof alone) == 0, "threads and batches change a picture");
        }
    }
}

/* ---- single facts --------------------------------------------------------------------------- */

/* Two triangles over the whole picture, with colours that are planes. */
static void cover(scene *s) {
    static const uint8_t places[6][2] = {{0, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 1}};
    memset(s->c, 0, sizeof s->c);
    for (unsigned i = 0; i < 6; i++) {
        const float x = places[i][0], y = places[i][1];
        s->c[i] = (corner){
            places[i][0] * 256 * SIZE, places[i][1] * 256 * SIZE, 0.5f, 1, {x * SIZE, y * SIZE, x + y, 1}};
    }
    run_vertices(s);
}

typedef float expectation(unsigned x, unsigned y, unsigned c);

static void expect(const program *p, const scene *s, gisa_shade_triangles run, const char *what,
                   expectation *wanted) {
    unsigned wrong = 0;
    run.triangles = 2;
    const gisa_shade_result r = draw(p, s, run, false);
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        for (unsigned c = 0; c < 4; c++)
            wrong += fabsf(picture[4 * i + c] - wanted(i % SIZE, i / SIZE, c)) > 1e-4f;
    check(!wrong && r.end == GISA_SHADE_END_ENDED, "%s: %u numbers are wrong: %g %g %g %g %s", what, wrong,
          (double)picture[0], (double)picture[1], (double)picture[2], (double)picture[3], r.message);
}

static float centre(unsigned x, unsigned y, unsigned c) {
    return c == 0 ? (float)x + 0.5f : c == 1 ? (float)y + 0.5f : c == 2 ? 0.5f : 1;
}

static float mirrored(unsigned x, unsigned y, unsigned c) {
    return centre(x, c == 1 ? SIZE - 1 - y : y, c);
}

static float texcoord(unsigned x, unsigned y, unsigned c) {
    return c == 0 ? (float)y + 0.5f : c == 1 ? (float)x + 0.5f : c == 2 ? 0 : (float)(x + y + 1) / SIZE;
}

static float right_half(unsigned x, unsigned y, unsigned c) {
    return x < SIZE / 2 ? 0 : centre(x, y, c);
}

static float steps(unsigned x, unsigned y, unsigned c) {
    (void)x;
    (void)y;
    return c == 0 || c == 3 ? 1 : 0;
}

static const char position_code[] = "\t.gxp fragment\n"
                                    "\t.input position, components=4, words=4\n"
                                    "\t.result f32x4\n\tphas\n\tnop.end\n";
static const char texcoord_code[] = "\t.gxp fragment\n"
                                    "\t.input texcoord3, components=4, words=4\n"
                                    "\t.result f32x4\n\tphas\n\tnop.end\n";
/* pa0 = d color0.x / dx, the rest 0 0 1; at edges the other fragments of a quad matter. */
static const char steps_code[] = "\t.gxp fragment\n"
                                 "\t.input color0, float, components=4, words=4\n"
                                 "\t.result f32x4\n\tphas\n"
                                 "\tdsx.f32 r0.x, pa0.x, pa0.x\n"
                                 "\tdsy.f32 r2.x, pa0.x, pa0.x\n"
                                 "\tor.u32 pa0, r0, #0\n"
                                 "\tor.u32 pa1, r2, #0\n"
                                 "\tmov.f32 pa2.xy, {0, 1}\n"
                                 "\tnop.end\n";

static void try_facts(const program *vertex) {
    scene s = {.vertex = vertex};
    program p = open_program(position_code);
    cover(&s);
    expect(&p, &s, (gisa_shade_triangles){0}, "the position", centre);
    expect(&p, &s, (gisa_shade_triangles){.up_is_positive = true}, "the position, y upwards", centre);
    const gisa_shade_passed clipped = gisa_shade_passes(vertex->file);
    check(clipped.clips == 4 && clipped.values == (1u << GISA_SHADE_COLOR0 | 1u << 3), "what is passed on");
    expect(&p, &s, (gisa_shade_triangles){.passed = clipped}, "a clip plane", right_half);
    close_program(&p);
    p = open_program(texcoord_code);
    expect(&p, &s, (gisa_shade_triangles){0}, "coordinates by their parts", texcoord);
    const gisa_shade_result r =
        draw(&p, &s, (gisa_shade_triangles){.passed = {1u << GISA_SHADE_COLOR0, 0}}, false);
    check(r.end == GISA_SHADE_END_FAULT && strstr(r.message, "texcoord3"), "a missing input: %s", r.message);
    close_program(&p);
    p = open_program(steps_code);
    expect(&p, &s, (gisa_shade_triangles){0}, "steps", steps);
    close_program(&p);
}

/* The plane of y in the colour, seen from below and above. */
static void try_up(const program *vertex, const program *fragment) {
    scene s = {.vertex = vertex};
    cover(&s);
    for (unsigned i = 0; i < 6; i++) {
        s.v[i].value[GISA_SHADE_COLOR0][2] = 0.5f;
        s.v[i].value[GISA_SHADE_COLOR0][3] = 1;
    }
    expect(fragment, &s, (gisa_shade_triangles){0}, "y downwards", centre);
    expect(fragment, &s, (gisa_shade_triangles){.up_is_positive = true}, "y upwards", mirrored);
}

/* Depths from -w to w: -0.5 is at 0.25 of the window; what is before -1 is left out. */
static void try_depths(const program *vertex, const program *fragment) {
    scene s = {.vertex = vertex};
    cover(&s);
    for (unsigned i = 0; i < 6; i++)
        s.v[i].position[2] = -0.5f;
    draw(fragment, &s, (gisa_shade_triangles){.triangles = 2, .from_minus_one = true}, true);
    check(depth[0] == 0.25f && picture[3] == 1, "depths from -1: %g", (double)depth[0]);
    draw(fragment, &s, (gisa_shade_triangles){.triangles = 2}, true);
    check(depth[0] == 1 && picture[3] == 0, "a depth below 0 covers nothing");
}

void test_pictures(void) {
    program vertex = open_program(vertex_code), fragment = open_program(colour_code);
    if (vertex.machine && fragment.machine) {
        for (unsigned i = 0; i < SCENES; i++)
            try_scene(&vertex, &fragment);
        try_facts(&vertex);
        try_up(&vertex, &fragment);
        try_depths(&vertex, &fragment);
    }
    close_program(&vertex);
    close_program(&fragment);
}
