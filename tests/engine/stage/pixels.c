/* SPDX-License-Identifier: MIT */
/*
 * Pixels: coverage against a rasteriser of its own, which moves each centre a little to the right
 * and, much less, down, so that no centre lies on an edge: with y downwards that is the rule of top
 * and left edges. Values against planes in the window.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"

enum { SIZE = 32, SCENES = 40 };

static const char plain_code[] = "s_mov_b32 m0, s0\n"
                                 "v_interp_p1_f32 v10, v0, attr0.x\n"
                                 "v_interp_p2_f32 v10, v1, attr0.x\n"
                                 "v_interp_p1_f32 v11, v0, attr1.z\n"
                                 "v_interp_p2_f32 v11, v1, attr1.z\n"
                                 "v_interp_mov_f32 v12, p0, attr1.w\n"
                                 "v_mov_b32_e32 v13, 1.0\n"
                                 "exp mrt0 v10, v11, v12, v13 done vm\n"
                                 "s_endpgm\n";

static float picture[SIZE * SIZE * 4];

static void clear(void) {
    memset(picture, 0, sizeof picture);
}

/* A corner at a place of the window, on the grid of 1/256. */
typedef struct corner {
    int64_t x, y; /* in 1/256 of a pixel */
} corner;

static void place(gisa_stage_vertex *v, corner at, float w) {
    v->position[0] = ((float)at.x / (128 * SIZE) - 1) * w;
    v->position[1] = ((float)at.y / (128 * SIZE) - 1) * w;
    v->position[2] = 0.5f * w;
    v->position[3] = w;
}

/* Whether the moved centre is on the inner side of the edge a b, of a triangle with this
   orientation. */
static bool is_inner(corner a, corner b, int64_t x, int64_t y, int64_t orientation) {
    const int64_t side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    const int64_t right = -(b.y - a.y), down = b.x - a.x; /* how the side changes that way */
    const int64_t first = side ? side : right ? right : down;
    return (first > 0) == (orientation > 0);
}

static bool is_covered(const corner c[3], unsigned x, unsigned y) {
    const int64_t px = 256 * (int64_t)x + 128, py = 256 * (int64_t)y + 128;
    const int64_t turn = (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[2].x - c[0].x) * (c[1].y - c[0].y);
    return turn && is_inner(c[0], c[1], px, py, turn) && is_inner(c[1], c[2], px, py, turn) &&
           is_inner(c[2], c[0], px, py, turn);
}

static corner random_corner(void) {
    const int64_t snap = random32() % 3 ? 1 : 128; /* often on centres */
    return (corner){((int64_t)(random32() % (256 * (SIZE + 16))) - 2048) / snap * snap,
                    ((int64_t)(random32() % (256 * (SIZE + 16))) - 2048) / snap * snap};
}

static bool draw(gisa_stage *stage, const gisa_stage_vertex *v, unsigned triangles, gisa_stage_pixels run) {
    const gisa_stage_target target = {.width = SIZE, .height = SIZE, .color = {picture}};
    gisa_stage_result result;
    run.corners = v;
    run.triangles = triangles;
    if (!run.attributes) {
        run.attributes = 2;
        run.attribute[1] = (gisa_stage_attribute){.param = 1};
    }
    if (gisa_stage_run_pixels(stage, &run, &target, &result) || result.end != GISA_STAGE_END_ENDED) {
        printf("    %s\n", result.message);
        return false;
    }
    return true;
}

/* Coverage of single triangles, in all orientations. */
static bool try_coverage(gisa_stage *stage) {
    gisa_stage_vertex v[3] = {0};
    corner c[3];
    bool good = true;
    for (unsigned i = 0; i < 3; i++) {
        c[i] = random_corner();
        place(&v[i], c[i], 1);
    }
    clear();
    good = draw(stage, v, 1, (gisa_stage_pixels){0});
    for (unsigned y = 0; y < SIZE; y++)
        for (unsigned x = 0; x < SIZE; x++)
            good = good && (picture[4 * (y * SIZE + x) + 3] == 1) == is_covered(c, x, y);
    return good;
}

/* Triangles around a point cover each pixel of the picture once. The exports of each add to the
   others' by a plane of their own: a pixel that two of them cover shows the later one, so each is
   drawn alone. */
static bool try_fan(gisa_stage *stage) {
    static const corner around[5] = {{-4096, -4096},
                                     {256 * SIZE + 4096, -4096},
                                     {256 * SIZE + 4096, 256 * SIZE + 4096},
                                     {-4096, 256 * SIZE + 4096},
                                     {-4096, -4096}};
    const corner middle = {(int64_t)(random32() % (2 * SIZE)) * 128,
                           (int64_t)(random32() % (2 * SIZE)) * 128};
    unsigned times[SIZE * SIZE] = {0};
    bool good = true;
    for (unsigned n = 0; n < 4; n++) {
        gisa_stage_vertex v[3] = {0};
        const bool turn = random32() & 1;
        place(&v[0], middle, 1);
        place(&v[turn ? 2 : 1], around[n], 1);
        place(&v[turn ? 1 : 2], around[n + 1], 1);
        clear();
        good = draw(stage, v, 1, (gisa_stage_pixels){0}) && good;
        for (unsigned i = 0; i < SIZE * SIZE; i++)
            times[i] += picture[4 * i + 3] == 1;
    }
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        good = good && times[i] == 1;
    return good;
}

/* Many small triangles in one draw share waves; the value of each pixel is that of the last
   triangle over it. A is a plane divided by a plane: a / w and 1 / w are linear in the window. */
static bool try_values(gisa_stage *stage) {
    enum { TRIANGLES = 12 };
    gisa_stage_vertex v[3 * TRIANGLES] = {0};
    corner c[3 * TRIANGLES];
    float w[3 * TRIANGLES];
    bool good = true;
    for (unsigned i = 0; i < 3 * TRIANGLES; i++) {
        const corner base = {(int64_t)(random32() % (256 * SIZE)), (int64_t)(random32() % (256 * SIZE))};
        c[i] = i % 3 ? (corner){c[i - i % 3].x + (int64_t)(random32() % 4096) - 2048,
                                c[i - i % 3].y + (int64_t)(random32() % 4096) - 2048}
                     : base;
        w[i] = ldexpf(1, (int)(random32() % 3)); /* so that corners stay on the grid */
        place(&v[i], c[i], w[i]);
        for (unsigned k = 0; k < 4; k++) {
            v[i].param[0][k] = random_float(-2, 2);
            v[i].param[1][k] = random_float(-2, 2);
        }
    }
    clear();
    good = draw(stage, v, TRIANGLES, (gisa_stage_pixels){0});
    for (unsigned y = 0; y < SIZE; y++)
        for (unsigned x = 0; x < SIZE; x++) {
            const float *p = picture + 4 * (y * SIZE + x);
            int last = -1;
            for (int n = 0; n < TRIANGLES; n++)
                last = is_covered(c + 3 * n, x, y) ? n : last;
            if (last < 0) {
                good = good && p[3] == 0;
                continue;
            }
            const corner *a = c + 3 * last;
            const double px = 256 * x + 128, py = 256 * y + 128;
            const double area = (double)(a[1].x - a[0].x) * (double)(a[2].y - a[0].y) -
                                (double)(a[2].x - a[0].x) * (double)(a[1].y - a[0].y);
            const double f1 = ((px - (double)a[0].x) * (double)(a[2].y - a[0].y) -
                               (double)(a[2].x - a[0].x) * (py - (double)a[0].y)) /
                              area;
            const double f2 = ((double)(a[1].x - a[0].x) * (py - (double)a[0].y) -
                               (px - (double)a[0].x) * (double)(a[1].y - a[0].y)) /
                              area;
            const double part[3] = {1 - f1 - f2, f1, f2};
            double over_w = 0, first = 0, second = 0;
            for (unsigned k = 0; k < 3; k++) {
                over_w += part[k] / w[3 * last + (int)k];
                first += part[k] * v[3 * last + (int)k].param[0][0] / w[3 * last + (int)k];
                second += part[k] * v[3 * last + (int)k].param[1][2] / w[3 * last + (int)k];
            }
            good = good && fabs(p[0] - first / over_w) < 1e-5 && fabs(p[1] - second / over_w) < 1e-5 &&
                   p[2] == v[3 * last].param[1][3] && p[3] == 1;
        }
    return good;
}

/* ---- single facts ---------------------------------------------------------------------- */

static void whole_picture(gisa_stage_vertex v[3]) {
    static const corner corners[3] = {{0, 0}, {256 * SIZE, 0}, {0, 256 * SIZE}};
    memset(v, 0, 3 * sizeof *v);
    for (unsigned i = 0; i < 3; i++)
        place(&v[i], corners[i], 1);
}

static bool all_are(float r, float g, float b, float a) {
    bool good = true;
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        good = good && picture[4 * i] == r && picture[4 * i + 1] == g && picture[4 * i + 2] == b &&
               picture[4 * i + 3] == a;
    if (!good)
        printf("    %g %g %g %g\n", (double)picture[0], (double)picture[1], (double)picture[2],
               (double)picture[3]);
    return good;
}

/* Flat, raw and constant attributes: check cases 21 and 22. */
static void test_modes(gisa_stage *stage, const gisa_isa *isa, const char *arch) {
    static const float values[3] = {1, 3, 5};
    gisa_stage_vertex v[3];
    gisa_stage_pixels run = {.rectangles = true, .attributes = 3};
    whole_picture(v);
    for (unsigned i = 0; i < 3; i++)
        v[i].param[7][1] = values[i];
    run.attribute[0] = (gisa_stage_attribute){7, GISA_STAGE_MODE_FLAT};
    run.attribute[1] = (gisa_stage_attribute){7, GISA_STAGE_MODE_RAW};
    run.attribute[2] = (gisa_stage_attribute){2, GISA_STAGE_MODE_CONSTANT};
    load(stage, isa,
         "s_mov_b32 m0, s0\nv_interp_p1_f32 v10, v0, attr0.y\nv_interp_p2_f32 v10, v1, attr0.y\n"
         "v_interp_mov_f32 v11, p10, attr1.y\nv_interp_mov_f32 v12, p20, attr1.y\n"
         "v_interp_mov_f32 v13, p0, attr2.w\nv_interp_mov_f32 v14, p0, attr2.z\nv_add_f32_e32 v13, v13, v14\n"
         "exp mrt0 v10, v11, v12, v13 done vm\ns_endpgm");
    clear();
    check(draw(stage, v, 1, run) && all_are(1, 3, 5, 1), arch, "flat, raw and constant attributes");
}

/* Check case 23: four f16 in two registers. */
static void test_formats(const gisa_isa *isa, const char *arch) {
    static const struct {
        uint32_t format, x, y;
        bool compressed;
        float want[4];
    } cases[] = {{4, 0x3c000000, 0x3c003800, true, {0, 1, 0.5f, 1}},
                 {15, 0x3c000000, 0x3c003800, true, {0, 1, 0.5f, 1}},
                 {5, 0xffff0000, 0x3333cccc, true, {0, 1, 0.8f, 0.2f}},
                 {6, 0x80017fff, 0x80000000, true, {1, -1, 0, -1}},
                 {7, 0x00020001, 0xffff0003, true, {1, 2, 3, 65535}},
                 {8, 0xfffe0001, 0x80000003, true, {1, -2, 3, -32768}},
                 {9, 0x3f800000, 0x40000000, false, {1, 2, 1, 2}},
                 {1, 0x3f800000, 0x40000000, false, {1, 0, 0, 0}},
                 {2, 0x3f800000, 0x40000000, false, {1, 2, 0, 0}},
                 {3, 0x3f800000, 0x40000000, false, {1, 0, 0, 2}},
                 {0, 0x3f800000, 0x40000000, false, {0, 0, 0, 0}}};
    gisa_stage *stage = gisa_stage_new(isa, GISA_STAGE_KIND_PS);
    gisa_stage_vertex v[3];
    whole_picture(v);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "v_mov_b32 v0, 0x%x\nv_mov_b32 v1, 0x%x\nexp mrt0 v0, %s done %svm\ns_endpgm", cases[i].x,
                 cases[i].y, cases[i].compressed ? "v0, v1, v1" : "v1, v0, v1",
                 cases[i].compressed ? "compr " : "");
        gisa_stage_state_of(stage)->color_format = cases[i].format;
        load(stage, isa, text);
        clear();
        check(draw(stage, v, 1, (gisa_stage_pixels){.rectangles = true}) &&
                  all_are(cases[i].want[0], cases[i].want[1], cases[i].want[2], cases[i].want[3]),
              arch, text);
    }
    gisa_stage_free(stage);
}

/* The registers of a pixel in a rectangle; lanes of a quad; helper lanes; what discard leaves. */
static void test_inputs(const gisa_isa *isa, const char *arch) {
    gisa_stage *stage = gisa_stage_new(isa, GISA_STAGE_KIND_PS);
    gisa_stage_vertex v[3];
    bool good = true;
    whole_picture(v);
    gisa_stage_state_of(stage)->ps_input_addr = 0x9322; /* persp and linear centre, x, y, front, fixed */
    gisa_stage_state_of(stage)->ps_input_ena = 0x9302;  /* linear is not enabled */
    load(stage, isa, "exp mrt0 v4, v5, v7, v2 done vm\ns_endpgm");
    clear();
    draw(stage, v, 1, (gisa_stage_pixels){.rectangles = true});
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        const float x = (float)(i % SIZE), y = (float)(i / SIZE);
        const float *p = picture + 4 * i;
        good = good && p[0] == x + 0.5f && p[1] == y + 0.5f &&
               bits_of(p[2]) == ((i / SIZE) << 16 | i % SIZE) && p[3] == 0;
    }
    check(good, arch, "positions of pixels");
    load(stage, isa, "exp mrt0 v6, v6, v6, v6 done vm\ns_endpgm");
    clear();
    draw(stage, v, 1, (gisa_stage_pixels){.rectangles = true, .front_is_clockwise = true});
    check(bits_of(picture[0]) == UINT32_MAX, arch, "a clockwise front");
    clear();
    draw(stage, v, 1, (gisa_stage_pixels){.rectangles = true});
    check(bits_of(picture[0]) == 0, arch, "a back");
    draw(stage, v, 1, (gisa_stage_pixels){.rectangles = true, .cull = GISA_STAGE_CULL_BACK});
    load(stage, isa,
         "v_mov_b32_e32 v6, 1.0\nv_cmp_gt_f32_e32 vcc, 4.0, v4\ns_and_b64 exec, exec, vcc\n"
         "exp mrt0 v6, v6, v6, v6 done vm\ns_endpgm");
    clear();
    draw(stage, v, 1, (gisa_stage_pixels){.rectangles = true, .cull = GISA_STAGE_CULL_BACK});
    check(picture[0] == 0, arch, "a culled back");
    draw(stage, v, 1, (gisa_stage_pixels){.rectangles = true});
    check(picture[4 * 3] == 1 && picture[4 * 4] == 0, arch, "discarded pixels stay");
    gisa_stage_free(stage);
}

/* Helper lanes have the values that their pixels would have: a difference across the edge of a
   triangle is that of the plane. */
static void test_helpers(const gisa_isa *isa, const char *arch) {
    gisa_stage *stage = gisa_stage_new(isa, GISA_STAGE_KIND_PS);
    static const corner corners[3] = {{0, 0}, {256 * SIZE, 0}, {0, 256 * SIZE}};
    gisa_stage_vertex v[3] = {0};
    bool good = true;
    unsigned covered = 0;
    for (unsigned i = 0; i < 3; i++) {
        place(&v[i], corners[i], 1);
        v[i].param[0][0] = (float)corners[i].x / 256;
        v[i].param[0][1] = (float)corners[i].y / 256;
    }
    load(stage, isa,
         "s_mov_b32 m0, s0\ns_mov_b64 s[4:5], exec\ns_wqm_b64 exec, exec\n"
         "v_interp_p1_f32 v10, v0, attr0.x\nv_interp_p2_f32 v10, v1, attr0.x\n"
         "v_interp_p1_f32 v11, v0, attr0.y\nv_interp_p2_f32 v11, v1, attr0.y\n"
         "ds_swizzle_b32 v12, v10 offset:0x80f5\nds_swizzle_b32 v13, v10 offset:0x80a0\n"
         "ds_swizzle_b32 v14, v11 offset:0x80ee\nds_swizzle_b32 v15, v11 offset:0x8044\n"
         "s_waitcnt lgkmcnt(0)\nv_sub_f32_e32 v12, v12, v13\nv_sub_f32_e32 v14, v14, v15\n"
         "v_mov_b32_e32 v16, 1.0\ns_mov_b64 exec, s[4:5]\nexp mrt0 v12, v14, v16, v16 done vm\ns_endpgm");
    clear();
    draw(stage, v, 1, (gisa_stage_pixels){0});
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        if (picture[4 * i + 3] == 1) {
            covered++;
            good = good && fabsf(picture[4 * i] - 1) < 1e-4f && fabsf(picture[4 * i + 1] - 1) < 1e-4f;
        }
    check(good && covered == SIZE * (SIZE - 1) / 2, arch, "derivatives at edges");
    gisa_stage_free(stage);
}

/* A corner behind the eye: the part before it is drawn. x = 0 at the eye's height on both sides. */
static void test_behind(gisa_stage *stage, const gisa_isa *isa, const char *arch) {
    gisa_stage_vertex v[3] = {
        {.position = {-1, 1, 0.5f, 1}}, {.position = {1, 1, 0.5f, 1}}, {.position = {0, -1, -0.25f, -0.5f}}};
    unsigned covered = 0;
    load(stage, isa, plain_code);
    clear();
    check(draw(stage, v, 1, (gisa_stage_pixels){0}), arch, "a corner behind the eye");
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        covered += picture[4 * i + 3] == 1;
    check(covered == 0 || picture[4 * ((SIZE - 1) * SIZE + SIZE / 2) + 3] == 1, arch,
          "what is before the eye is drawn");
}

static void test_depth(const gisa_isa *isa, const char *arch) {
    gisa_stage *stage = gisa_stage_new(isa, GISA_STAGE_KIND_PS);
    static float depth[SIZE * SIZE];
    gisa_stage_vertex v[6];
    gisa_stage_pixels run = {.corners = v, .triangles = 2, .rectangles = true, .attributes = 1};
    const gisa_stage_target target = {.width = SIZE, .height = SIZE, .color = {picture}, .depth = depth};
    gisa_stage_result result;
    whole_picture(v);
    whole_picture(v + 3);
    for (unsigned i = 0; i < 6; i++) {
        v[i].position[2] = i < 3    ? 0.25f
                           : i == 3 ? 0.0f
                                    : 0.5f; /* the second one is nearer at the left top */
        v[i].param[0][0] = i < 3 ? 1 : 2;
    }
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        depth[i] = 1;
    load(stage, isa,
         "s_mov_b32 m0, s0\nv_interp_mov_f32 v5, p0, attr0.x\nexp mrt0 v5, v5, v5, v5 done vm\ns_endpgm");
    clear();
    gisa_stage_run_pixels(stage, &run, &target, &result);
    check(result.end == GISA_STAGE_END_ENDED && picture[0] == 2 && picture[4 * (SIZE * SIZE - 1)] == 1 &&
              fabsf(depth[0] - 0.5f / (float)SIZE) < 1e-6f && depth[SIZE * SIZE - 1] == 0.25f,
          arch, "the depth test");
    load(stage, isa,
         "v_mov_b32 v5, 0x3e000000\nexp mrtz v5, off, off, off\nexp mrt0 v5, v5, v5, v5 done vm\ns_endpgm");
    clear();
    gisa_stage_run_pixels(stage, &run, &target, &result);
    check(picture[4 * (SIZE * SIZE - 1)] == 0.125f && depth[SIZE * SIZE - 1] == 0.125f && picture[0] == 0,
          arch, "an exported depth");
    gisa_stage_free(stage);
}

static const struct {
    const char *text, *says;
} broken[] = {{"s_endpgm", "without an export"},
              {"exp mrt0 v0, v0, v0, v0 vm\ns_endpgm", "does not say done"},
              {"exp mrt0 v0, v0, v0, v0 done\ns_endpgm", "does not say vm"},
              {"exp mrt0 v0, v0, v0, v0 done vm\nexp mrt0 v0, v0, v0, v0 done vm\ns_endpgm", "second export"},
              {"exp mrt0 v0, v0, v1, v1 done compr vm\ns_endpgm", "COL_FORMAT"},
              {"s_load_dword s4, s[0:1], 0x0\ns_endpgm", "which may not be touched"}};

static void test_faults(const gisa_isa *isa, const char *arch) {
    gisa_stage *stage = gisa_stage_new(isa, GISA_STAGE_KIND_PS);
    const gisa_stage_target target = {.width = SIZE, .height = SIZE, .color = {picture}};
    gisa_stage_vertex v[3];
    gisa_stage_pixels run = {.corners = v, .triangles = 1};
    gisa_stage_result result;
    whole_picture(v);
    gisa_stage_state_of(stage)->color_format = 9;
    gisa_stage_set_user_data(stage, 1, 0);
    for (unsigned i = 0; i < sizeof broken / sizeof *broken; i++) {
        load(stage, isa, broken[i].text);
        check(gisa_stage_run_pixels(stage, &run, &target, &result) == GISA_OK &&
                  result.end == GISA_STAGE_END_FAULT && strstr(result.message, broken[i].says),
              arch, broken[i].text);
    }
    gisa_stage_state_of(stage)->ps_input_ena = gisa_stage_state_of(stage)->ps_input_addr = 0x300;
    gisa_stage_run_pixels(stage, &run, &target, &result);
    check(result.end == GISA_STAGE_END_FAULT && strstr(result.message, "SPI_PS_INPUT_ENA"), arch,
          "no coordinates of a primitive");
    v[1].position[0] = NAN;
    gisa_stage_state_of(stage)->ps_input_ena = gisa_stage_state_of(stage)->ps_input_addr = 2;
    gisa_stage_run_pixels(stage, &run, &target, &result);
    check(result.end == GISA_STAGE_END_ENDED && !result.waves, arch, "a corner that is not a number");
    run.attributes = 33;
    check(gisa_stage_run_pixels(stage, &run, &target, &result) == GISA_STATUS_BAD_ARGUMENT, arch,
          "33 attributes");
    gisa_stage_free(stage);
}

void test_pixels(void) {
    for (unsigned n = 0; n < 4; n++) {
        const gisa_isa *isa = gisa_find(arch_names[n]);
        gisa_stage *stage = gisa_stage_new(isa, GISA_STAGE_KIND_PS);
        static bool (*const tries[])(gisa_stage *) = {try_coverage, try_fan, try_values};
        for (unsigned k = 0; k < 3; k++) {
            load(stage, isa, plain_code);
            test_begin();
            for (unsigned i = 0; i < SCENES; i++)
                check(tries[k](stage), arch_names[n], k == 0 ? "coverage" : k == 1 ? "a fan" : "values");
            test_end();
        }
        test_modes(stage, isa, arch_names[n]);
        test_behind(stage, isa, arch_names[n]);
        test_formats(isa, arch_names[n]);
        test_inputs(isa, arch_names[n]);
        test_helpers(isa, arch_names[n]);
        test_depth(isa, arch_names[n]);
        test_faults(isa, arch_names[n]);
        gisa_stage_free(stage);
    }
}
