/* SPDX-License-Identifier: MIT */
/*
 * Multisampling and threads: each sample against edges and planes of the test's own, at the places
 * that Direct3D and Vulkan document for 2, 4 and 8 samples; and that pictures do not depend on
 * threads.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"

enum { SIZE = 16, MOST = 8, TRIANGLES = 6, CORNERS = 3 * TRIANGLES, SCENES = 20 };

/* Red: attribute 0 at the centre, green: at the centroid, blue: at the sample; alpha: the mask. */
static const char samples_code[] = "s_mov_b32 m0, s0\n"
                                   "v_interp_p1_f32 v20, v2, attr0.x\n"
                                   "v_interp_p2_f32 v20, v3, attr0.x\n"
                                   "v_interp_p1_f32 v21, v4, attr0.x\n"
                                   "v_interp_p2_f32 v21, v5, attr0.x\n"
                                   "v_interp_p1_f32 v22, v0, attr0.x\n"
                                   "v_interp_p2_f32 v22, v1, attr0.x\n"
                                   "v_cvt_f32_u32_e32 v23, v9\n"
                                   "exp mrt0 v20, v21, v22, v23 done vm\n"
                                   "s_endpgm\n";
/* Where the sample is, and its number. */
static const char places_code[] = "v_lshrrev_b32_e32 v22, 8, v8\n"
                                  "v_cvt_f32_u32_e32 v22, v22\n"
                                  "v_mov_b32_e32 v23, 1.0\n"
                                  "exp mrt0 v6, v7, v22, v23 done vm\n"
                                  "s_endpgm\n";
/* Leaves samples 0 and 2. */
static const char masks_code[] = "v_mov_b32_e32 v22, 5\n"
                                 "v_mov_b32_e32 v23, 1.0\n"
                                 "exp mrtz off, off, v22, off\n"
                                 "exp mrt0 v23, v23, v23, v23 done vm\n"
                                 "s_endpgm\n";

static const int8_t places_2[][2] = {{4, 4}, {-4, -4}};
static const int8_t places_4[][2] = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};
static const int8_t places_8[][2] = {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}};
static const int8_t (*const places[])[2] = {places_2, places_4, places_8};

typedef struct scene {
    gisa_stage_vertex v[CORNERS];
    int64_t x[CORNERS], y[CORNERS]; /* in 1/256 of a pixel */
    double z[CORNERS], value[CORNERS];
} scene;

static float color[SIZE * SIZE * MOST * 4], depth[SIZE * SIZE * MOST];

static void make(scene *s) {
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < CORNERS; i++) {
        const unsigned base = i - i % 3;
        s->x[i] = i % 3 ? s->x[base] + (int64_t)(random32() % 4096) - 2048 : random32() % (256 * SIZE);
        s->y[i] = i % 3 ? s->y[base] + (int64_t)(random32() % 4096) - 2048 : random32() % (256 * SIZE);
        s->z[i] = (double)random_float(0.1f, 0.9f);
        s->value[i] = (double)random_float(-2, 2);
        s->v[i].position[0] = (float)s->x[i] / (128 * SIZE) - 1;
        s->v[i].position[1] = (float)s->y[i] / (128 * SIZE) - 1;
        s->v[i].position[2] = (float)s->z[i];
        s->v[i].position[3] = 1;
        s->v[i].param[0][0] = (float)s->value[i];
    }
}

/* ---- the test's own edges and planes --------------------------------------------------- */

static double area_of(const scene *s, unsigned n) {
    const int64_t *x = s->x + 3 * n, *y = s->y + 3 * n;
    return (double)((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]));
}

/* The value of a plane over a triangle, at a place in 1/256 of a pixel. */
static double plane(const scene *s, unsigned n, const double *value, int64_t px, int64_t py) {
    const int64_t *x = s->x + 3 * n, *y = s->y + 3 * n;
    const double i = (double)((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / area_of(s, n);
    const double j = (double)((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / area_of(s, n);
    const double *v = value + 3 * n;
    return v[0] + i * (v[1] - v[0]) + j * (v[2] - v[0]);
}

/* A place that is moved a little to the right and, much less, down is on no edge. */
static bool covers(const scene *s, unsigned n, int64_t px, int64_t py) {
    const int64_t *x = s->x + 3 * n, *y = s->y + 3 * n;
    if (area_of(s, n) == 0)
        return false;
    for (unsigned a = 0; a < 3; a++) {
        const unsigned b = (a + 1) % 3;
        const int64_t side = (x[b] - x[a]) * (py - y[a]) - (y[b] - y[a]) * (px - x[a]);
        const int64_t first = side ? side : y[a] != y[b] ? y[a] - y[b] : x[b] - x[a];
        if ((first > 0) != (area_of(s, n) > 0))
            return false;
    }
    return true;
}

static int64_t at(unsigned pixel, int place) {
    return 256 * (int64_t)pixel + 128 + 16 * place;
}

static uint32_t mask_of(const scene *s, unsigned n, unsigned x, unsigned y, const int8_t (*place)[2],
                        unsigned samples) {
    uint32_t mask = 0;
    for (unsigned k = 0; k < samples; k++)
        mask |= (uint32_t)covers(s, n, at(x, place[k][0]), at(y, place[k][1])) << k;
    return mask;
}

/* The nearest covered sample, or the centre. */
static double at_centroid(const scene *s, unsigned n, unsigned x, unsigned y, const int8_t (*place)[2],
                          unsigned samples, uint32_t mask) {
    int best = 1 << 20, from[2] = {0, 0};
    for (unsigned k = 0; k < samples && mask != (1u << samples) - 1; k++) {
        const int distance = place[k][0] * place[k][0] + place[k][1] * place[k][1];
        if (mask >> k & 1 && distance < best) {
            best = distance;
            from[0] = place[k][0];
            from[1] = place[k][1];
        }
    }
    return plane(s, n, s->value, at(x, from[0]), at(y, from[1]));
}

/* ---- pictures --------------------------------------------------------------------------- */

static bool draw(gisa_stage *stage, const scene *s, gisa_stage_pixels run, bool by_depth) {
    const gisa_stage_target target = {
        .width = SIZE, .height = SIZE, .color = {color}, .depth = by_depth ? depth : NULL};
    gisa_stage_result result;
    memset(color, 0, sizeof color);
    for (unsigned i = 0; i < SIZE * SIZE * MOST; i++)
        depth[i] = 1;
    run.corners = s->v;
    run.triangles = run.triangles ? run.triangles : TRIANGLES;
    run.attributes = 1;
    if (gisa_stage_run_pixels(stage, &run, &target, &result) || result.end != GISA_STAGE_END_ENDED) {
        printf("    %s\n", result.message);
        return false;
    }
    return true;
}

/* The triangle of a sample: the last one, or the nearest one; -1: none. */
static int seen(const scene *s, unsigned x, unsigned y, const int8_t place[2], bool by_depth) {
    int found = -1;
    double least = 1;
    for (unsigned n = 0; n < TRIANGLES; n++) {
        const int64_t px = at(x, place[0]), py = at(y, place[1]);
        if (!covers(s, n, px, py))
            continue;
        const double z = plane(s, n, s->z, px, py);
        if (!by_depth || z < least) {
            found = (int)n;
            least = z;
        }
    }
    return found;
}

static bool is_near(float got, double want) {
    return fabs((double)got - want) < 2e-4; /* thin triangles have steep planes */
}

static bool is_right(const scene *s, unsigned x, unsigned y, unsigned samples, const int8_t (*place)[2],
                     bool per_sample, bool by_depth) {
    bool good = true;
    for (unsigned k = 0; k < samples; k++) {
        const float *p = color + 4 * ((y * SIZE + x) * samples + k);
        const int n = seen(s, x, y, place[k], by_depth);
        if (n < 0) {
            good = good && p[0] == 0 && p[1] == 0 && p[2] == 0 && p[3] == 0;
            continue;
        }
        const uint32_t mask = mask_of(s, (unsigned)n, x, y, place, samples);
        const double centre = plane(s, (unsigned)n, s->value, at(x, 0), at(y, 0));
        const double sample = plane(s, (unsigned)n, s->value, at(x, place[k][0]), at(y, place[k][1]));
        good = good && is_near(p[0], centre) &&
               is_near(p[1], at_centroid(s, (unsigned)n, x, y, place, samples, mask)) &&
               is_near(p[2], per_sample ? sample : centre) && p[3] == (float)(per_sample ? 1u << k : mask);
    }
    return good;
}

/* A sliver has planes so steep that their value depends on the last bits of i and j. */
static bool is_fat(const scene *s) {
    for (unsigned n = 0; n < TRIANGLES; n++)
        if (fabs(area_of(s, n)) < 300000)
            return false;
    return true;
}

static void try_scene(gisa_stage *stage, const char *arch, unsigned log2_samples) {
    const unsigned samples = 2u << log2_samples;
    const int8_t(*place)[2] = places[log2_samples];
    scene s;
    do
        make(&s);
    while (!is_fat(&s));
    for (unsigned i = 0; i < 4; i++) {
        gisa_stage_pixels run = {.per_sample = i & 1};
        bool good = gisa_stage_set_samples(&run, samples) == GISA_OK && draw(stage, &s, run, i & 2);
        for (unsigned k = 0; k < SIZE * SIZE; k++)
            good = good && is_right(&s, k % SIZE, k / SIZE, samples, place, i & 1, i & 2);
        check(good, arch, i & 1 ? "samples that run alone" : "samples of pixels");
    }
}

static gisa_stage *stage_of(const gisa_isa *isa, const char *code) {
    gisa_stage *stage = gisa_stage_new(isa, GISA_STAGE_KIND_PS);
    if (!load(stage, isa, code)) {
        gisa_stage_free(stage);
        return NULL;
    }
    /* persp_sample, persp_center, persp_centroid, pos_x, pos_y, ancillary, sample_coverage */
    gisa_stage_state_of(stage)->ps_input_ena = gisa_stage_state_of(stage)->ps_input_addr =
        7 | 1 << 8 | 1 << 9 | 1 << 13 | 1 << 14;
    return stage;
}

/* ---- single facts ----------------------------------------------------------------------- */

static void whole(scene *s) {
    static const float position[3][2] = {{-1, -1}, {3, -1}, {-1, 3}};
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < 3; i++) {
        memcpy(s->v[i].position, position[i], sizeof position[i]);
        s->v[i].position[3] = 1;
    }
}

static void try_places(gisa_stage *stage, const char *arch) {
    gisa_stage_pixels run = {.per_sample = true, .triangles = 1};
    scene s;
    whole(&s);
    bool good = gisa_stage_set_samples(&run, 4) == GISA_OK && draw(stage, &s, run, false);
    for (unsigned i = 0; i < SIZE * SIZE * 4; i++) {
        const float *p = color + 4 * (size_t)i;
        good = good && p[0] == (float)(i / 4 % SIZE) + 0.5f + places_4[i % 4][0] / 16.0f &&
               p[1] == (float)(i / 4 / SIZE) + 0.5f + places_4[i % 4][1] / 16.0f && p[2] == (float)(i % 4);
    }
    check(good, arch, "places and numbers of samples");
    check(gisa_stage_set_samples(&run, 3) && gisa_stage_set_samples(&run, 32), arch, "counts of samples");
}

static void try_masks(gisa_stage *stage, const char *arch) {
    gisa_stage_pixels run = {.triangles = 1};
    float mean[SIZE * SIZE * 4];
    scene s;
    whole(&s);
    bool good = gisa_stage_set_samples(&run, 4) == GISA_OK && draw(stage, &s, run, false);
    for (unsigned i = 0; i < SIZE * SIZE * 4; i++)
        good = good && color[4 * i] == (i % 4 == 0 || i % 4 == 2 ? 1 : 0);
    check(good, arch, "an exported mask of samples");
    gisa_stage_resolve(color, SIZE * SIZE, 4, mean);
    for (unsigned i = 0; i < SIZE * SIZE * 4; i++)
        good = good && mean[i] == 0.5f;
    check(good, arch, "the mean of the samples");
}

static void try_threads(gisa_stage *stage, const char *arch) {
    static float alone[SIZE * SIZE * MOST * 4];
    scene s;
    make(&s);
    for (unsigned samples = 0; samples <= 4; samples += 4) {
        gisa_stage_pixels run = {.per_sample = samples};
        if (samples)
            gisa_stage_set_samples(&run, samples);
        bool good = draw(stage, &s, run, true);
        memcpy(alone, color, sizeof alone);
        for (unsigned threads = 2; threads < 6; threads++) {
            run.threads = threads;
            good = good && draw(stage, &s, run, true) && memcmp(alone, color, sizeof alone) == 0;
        }
        check(good, arch, "threads change a picture");
    }
}

void test_samples(void) {
    for (unsigned i = 0; i < 4; i++) {
        const gisa_isa *isa = gisa_find(arch_names[i]);
        gisa_stage *stage = stage_of(isa, samples_code), *second = stage_of(isa, places_code),
                   *third = stage_of(isa, masks_code);
        if (stage && second && third) {
            for (unsigned k = 0; k < SCENES * 3; k++)
                try_scene(stage, arch_names[i], k % 3);
            try_places(second, arch_names[i]);
            try_masks(third, arch_names[i]);
            try_threads(stage, arch_names[i]);
        }
        gisa_stage_free(stage);
        gisa_stage_free(second);
        gisa_stage_free(third);
    }
}
