/* SPDX-License-Identifier: MIT */
/*
 * Programs may change how the floats of their thread work: round upwards, take denormals for zero,
 * trap. Nothing of that may reach results, in the caller's thread or in those of the library, and
 * the program finds it again afterwards.
 */
#define _GNU_SOURCE
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "gisa_native.h"
#include "gisa_shade.h"
#include "gisa_stage.h"
#include "gisa_wave.h"

TEST_COUNTERS;

enum { ITEMS = 65536, SIZE = 16, CORNERS = 3 };

/* What a part leaves. */
typedef union results {
    uint32_t words[4 * ITEMS];
    float picture[4 * SIZE * SIZE];
    gisa_stage_vertex vertices[ITEMS / 64];
    uint8_t bytes[16 * ITEMS];
} results;

/* Denormals, what is not exact, what traps: NaN, infinity, 0 to be divided by. */
static uint32_t number(uint32_t i) {
    static const uint32_t some[] = {0x00000001, 0x3dcccccd, 0x7fa00000, 0x7f800000,
                                    0x80000000, 0x3f800001, 0x007fffff, 0x7f7fffff};
    return i % 3 ? i * 0x9e3779b1 : some[i / 3 % 8] ^ i >> 8;
}

/* ---- text ------------------------------------------------------------------------------------ */

static bool parses(results *r) {
    static const char *const texts[] = {"v_mov_b32 v0, 0.1", "v_mov_b32 v0, 0.3",
                                        "v_mul_f32 v1, 123456.789, v2",
                                        "v_mov_b32 v0, 0.12345678901234567890"};
    gisa_insn insn;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t size = 8;
        if (gisa_parse(gisa_find("gfx900"), texts[i], strlen(texts[i]), NULL, &insn, NULL) ||
            gisa_encode(gisa_find("gfx900"), &insn, r->bytes + 8 * i, &size))
            return false;
    }
    return true;
}

static void *assemble(const char *arch, const char *text, gisa_output output, size_t *size) {
    const gisa_asm_options options = {.isa = gisa_find(arch), .output = output};
    void *made = NULL;
    return gisa_assemble("text", text, strlen(text), &options, &made, size) == GISA_OK ? made : NULL;
}

static bool assembles(results *r) {
    size_t size;
    void *made =
        assemble("gfx900", ".float 0.1, 0.7, 1e-39\n.double 0.1, 2.3, 1e-310\n", GISA_OUTPUT_RAW, &size);
    if (made)
        memcpy(r->bytes, made, size);
    free(made);
    return made;
}

/* ---- waves ----------------------------------------------------------------------------------- */

#define COMPUTE                                                                                              \
    "v_mul_f32 v5, v4, v4\nv_add_f32 v6, 0x3dcccccd, v4\nv_rcp_f32 v7, v4\nv_mac_f32 v7, v5, v6\n"           \
    "v_cvt_f64_f32 v[8:9], v4\nv_mul_f64 v[8:9], v[8:9], v[8:9]\nv_mul_f64 v[10:11], v[8:9], v[8:9]\n"       \
    "v_sqrt_f32 v9, v6\nv_xor_b32 v6, v6, v9\nv_xor_b32 v7, v7, v10\n"

static const char kernel[] =
    ".text\n.globl k\n.p2align 8\n.type k,@function\n"
    "k:\ns_load_dwordx2 s[4:5], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\ns_lshl_b32 s6, s2, 6\n"
    "v_lshl_add_u32 v0, v0, 0, s6\nv_lshlrev_b32 v0, 4, v0\nglobal_load_dword v4, v0, s[4:5]\n"
    "s_waitcnt vmcnt(0)\n" COMPUTE "global_store_dwordx4 v0, v[4:7], s[4:5]\ns_endpgm\n"
    ".p2align 6\n.amdhsa_kernel k\n.amdhsa_user_sgpr_kernarg_segment_ptr 1\n.amdhsa_kernarg_size 8\n"
    ".amdhsa_next_free_vgpr 12\n.amdhsa_next_free_sgpr 16\n.amdhsa_float_denorm_mode_32 3\n"
    ".amdhsa_float_denorm_mode_16_64 3\n.end_amdhsa_kernel\n";

static bool runs(results *r, unsigned threads, gisa_native_mode mode) {
    const gisa_native_options native = {.mode = mode, .cache = "/dev/null"};
    const uint64_t argument = (uintptr_t)r;
    size_t size = 0;
    void *file = assemble("gfx900", kernel, GISA_OUTPUT_CO, &size);
    gisa_machine *m = gisa_machine_new(gisa_find("gfx900"));
    gisa_loaded *loaded;
    gisa_kernel k;
    gisa_result result = {0};
    bool good = file && gisa_machine_map(m, r, sizeof *r, "results") == GISA_OK &&
                (mode == GISA_NATIVE_MODE_OFF || gisa_machine_native(m, &native) == GISA_OK) &&
                gisa_machine_load(m, file, size, NULL, &loaded) == GISA_OK &&
                gisa_kernel_at(loaded, 0, &k) == GISA_OK;
    for (uint32_t i = 0; i < ITEMS; i++)
        r->words[4 * i] = number(i);
    if (good) {
        const gisa_launch l = {.descriptor = k.descriptor,
                               .dimensions = 1,
                               .grid = {ITEMS, 1, 1},
                               .group = {64, 1, 1},
                               .threads = threads,
                               .kernarg = (void *)(uintptr_t)&argument,
                               .kernarg_size = 8};
        if (threads > 1 && gisa_machine_start(m, &l, &result, NULL, NULL) == GISA_OK)
            gisa_machine_wait(m); /* its thread works for the next launch as well */
        good = gisa_machine_run(m, &l, &result) == GISA_OK && result.end == GISA_END_ENDED;
    }
    gisa_machine_free(m);
    free(file);
    return good;
}

static bool runs_here(results *r) {
    return runs(r, 1, GISA_NATIVE_MODE_OFF);
}

static bool runs_elsewhere(results *r) {
    return runs(r, 3, GISA_NATIVE_MODE_OFF);
}

static bool runs_translated(results *r) {
    return runs(r, 3, GISA_NATIVE_MODE_ALL);
}

/* A wave of code; `stops`: each instruction by a call of its own. */
static bool runs_wave(results *r, bool steps) {
    gisa_wave *w = gisa_wave_new(gisa_find("gfx900"));
    gisa_wave_register v4, v5;
    bool good = w && gisa_wave_find(w, "v4", &v4, NULL) == GISA_OK &&
                gisa_wave_find(w, "v[5:7]", &v5, NULL) == GISA_OK &&
                gisa_wave_assemble(w, 0x1000, COMPUTE "s_endpgm\n", GISA_SYNTAX_LLVM, NULL) == GISA_OK;
    for (unsigned i = 0; good && i < GISA_WAVE_LANES; i++)
        good = gisa_wave_set(w, &v4, i, 0, number(i)) == GISA_OK;
    if (good && steps)
        while (gisa_wave_step(w, NULL) == GISA_WAVE_KIND_WENT_ON) {
        }
    else if (good)
        good = gisa_wave_run(w, 1000, 0, NULL) == GISA_WAVE_END_ENDED;
    for (unsigned i = 0; good && i < 3; i++)
        memcpy(r->words + i * GISA_WAVE_LANES, gisa_wave_row(w, &v5, i), 4 * GISA_WAVE_LANES);
    gisa_wave_free(w);
    return good;
}

static bool wave_runs(results *r) {
    return runs_wave(r, false);
}

static bool wave_steps(results *r) {
    return runs_wave(r, true);
}

/* ---- stages ---------------------------------------------------------------------------------- */

static gisa_stage *open_stage(gisa_stage_kind kind, const char *text) {
    gisa_stage *stage = gisa_stage_new(gisa_find("gfx900"), kind);
    size_t size = 0;
    void *code = assemble("gfx900", text, GISA_OUTPUT_RAW, &size);
    if (stage && code)
        gisa_stage_load(stage, code, size);
    free(code);
    return stage;
}

static bool runs_vertices(results *r) {
    gisa_stage *stage =
        open_stage(GISA_STAGE_KIND_VS, "v_cvt_f32_u32 v4, v0\nv_mul_f32 v4, 0x3dcccccd, v4\n" COMPUTE
                                       "exp pos0 v4, v5, v6, v7 done\ns_endpgm\n");
    gisa_stage_vertices v = {.count = ITEMS / 64, .vertex = r->vertices};
    gisa_stage_result result;
    const bool good =
        stage && gisa_stage_run_vertices(stage, &v, &result) == GISA_OK && result.end == GISA_STAGE_END_ENDED;
    gisa_stage_free(stage);
    return good;
}

static void keep(void *ctx, gisa_wave *w, uint64_t first, unsigned lanes) {
    results *r = ctx;
    gisa_wave_register v5;
    if (gisa_wave_find(w, "v5", &v5, NULL) == GISA_OK)
        memcpy(r->words + first, gisa_wave_row(w, &v5, 0), 4 * (size_t)lanes);
}

static const char by_lane[] =
    "v_mbcnt_lo_u32_b32 v4, -1, 0\nv_mbcnt_hi_u32_b32 v4, -1, v4\nv_cvt_f32_u32 v4, v4\n"
    "v_mul_f32 v4, 0x3dcccccd, v4\n" COMPUTE;

static bool runs_waves(results *r) {
    char text[sizeof by_lane + 20];
    gisa_stage_result result;
    const gisa_stage_run run = {.count = 100, .end = keep, .ctx = r};
    snprintf(text, sizeof text, "%ss_endpgm\n", by_lane);
    gisa_stage *stage = open_stage(GISA_STAGE_KIND_VS, text);
    const bool good =
        stage && gisa_stage_run_waves(stage, &run, &result) == GISA_OK && result.end == GISA_STAGE_END_ENDED;
    gisa_stage_free(stage);
    return good;
}

static bool dispatches(results *r) {
    static const uint32_t groups[3] = {2, 1, 1}, size[3] = {64, 1, 1};
    char text[sizeof by_lane + 200];
    const gisa_stage_limits limits = {0};
    gisa_stage_result result;
    snprintf(text, sizeof text,
             "%sv_mbcnt_lo_u32_b32 v0, -1, 0\nv_mbcnt_hi_u32_b32 v0, -1, v0\nv_lshlrev_b32 v0, 4, v0\n"
             "global_store_dwordx4 v0, v[4:7], s[0:1]\ns_endpgm\n",
             by_lane);
    gisa_stage *stage = open_stage(GISA_STAGE_KIND_CS, text);
    const bool good = stage && gisa_stage_map(stage, 0x10000, r, sizeof *r, true) == GISA_OK &&
                      gisa_stage_set_user_data(stage, 0, 0x10000) == GISA_OK &&
                      gisa_stage_set_user_data(stage, 1, 0) == GISA_OK &&
                      gisa_stage_dispatch(stage, groups, size, &limits, &result) == GISA_OK &&
                      result.end == GISA_STAGE_END_ENDED;
    gisa_stage_free(stage);
    return good;
}

static const float values[CORNERS][4] = {
    {0.1f, 0.2f, 0.3f, 0.4f}, {0.8f, 1.1f, 1.4f, 1.7f}, {1.5f, 2.1f, 2.7f, 3.3f}};

static void place_corners(float (*position)[4], size_t apart) {
    static const float at[CORNERS][4] = {
        {-1, -0.9f, 0.1f, 1}, {0.9f, -1, 0.7f, 1.3f}, {-0.3f, 1.1f, 0.3f, 1.7f}};
    for (unsigned i = 0; i < CORNERS; i++)
        memcpy((char *)position + i * apart, at[i], sizeof at[i]);
}

static bool runs_pixels(results *r) {
    gisa_stage *stage = open_stage(GISA_STAGE_KIND_PS, "s_mov_b32 m0, s0\nv_interp_p1_f32 v4, v0, attr0.x\n"
                                                       "v_interp_p2_f32 v4, v1, attr0.x\n" COMPUTE
                                                       "exp mrt0 v4, v5, v6, v7 done vm\ns_endpgm\n");
    gisa_stage_vertex v[CORNERS] = {0};
    const gisa_stage_pixels run = {.corners = v, .triangles = 1, .attributes = 1, .threads = 2};
    const gisa_stage_target target = {.width = SIZE, .height = SIZE, .color = {r->picture}};
    gisa_stage_result result;
    place_corners(&v[0].position, sizeof *v);
    for (unsigned i = 0; i < CORNERS; i++)
        memcpy(v[i].param[0], values[i], sizeof values[i]);
    if (!stage)
        return false;
    gisa_stage_state_of(stage)->ps_input_addr = gisa_stage_state_of(stage)->ps_input_ena = 2;
    const bool good =
        gisa_stage_run_pixels(stage, &run, &target, &result) == GISA_OK && result.end == GISA_STAGE_END_ENDED;
    gisa_stage_free(stage);
    return good;
}

static bool resolves(results *r) {
    static const float samples[] = {0.1f, 0.2f,   0.3f, 1, 0.7f, 0.1f, 0.9f, 1,
                                    0.3f, 1e-39f, 0.1f, 0, 0.6f, 0,    0.2f, 1};
    gisa_stage_resolve(samples, 1, 4, r->picture);
    return true;
}

/* ---- shaders of the PS Vita ------------------------------------------------------------------ */

static void begin(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    (void)ctx;
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < 4; i++)
            gisa_shade_row(b, GISA_KIND_PRIMARY, i)[k] = number(4 * ((uint32_t)first + k) + i);
}

static void end(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    results *r = ctx;
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < 4; i++)
            r->words[4 * (first + k) + i] = gisa_shade_row(b, GISA_KIND_OUTPUT, i)[k];
}

static bool shades(results *r) {
    size_t size = 0;
    void *code = assemble(
        "sgx543", "mul.f32 o0.xy, pa0.xy, pa0.yz\nrsq.f32 o2.x, abs(pa0.x)\nlog.f32 o2.-y, abs(pa2.x)\n",
        GISA_OUTPUT_RAW, &size);
    gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
    const gisa_shade_draw d = {
        .instances = ITEMS, .threads = 2, .begin = begin, .end = end, .ctx = r, .limit = 10000};
    gisa_shade_result result;
    const bool good = code && m && gisa_shade_primary(m, code, size) == GISA_OK &&
                      gisa_shade_run(m, &d, &result) == GISA_OK && result.end == GISA_SHADE_END_ENDED;
    gisa_shade_free(m);
    free(code);
    return good;
}

static bool draws(results *r) {
    size_t size = 0;
    void *file =
        assemble("sgx543",
                 "\t.gxp fragment\n\t.input color0, float, components=4, words=4\n\t.result f32x4\n\tphas\n"
                 "\tmul.f32 pa0.xy, pa0.xy, pa0.xy\n\tnop.end\n",
                 GISA_OUTPUT_GXP, &size);
    gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
    gisa_gxp *shader = NULL;
    gisa_shade_vertex v[CORNERS] = {0};
    const gisa_shade_triangles run = {
        .corners = v, .triangles = 1, .passed = {1u << GISA_SHADE_COLOR0, 0}, .draw = {.threads = 2}};
    const gisa_shade_target target = {.width = SIZE, .height = SIZE, .color = r->picture};
    gisa_shade_result result;
    place_corners(&v[0].position, sizeof *v);
    for (unsigned i = 0; i < CORNERS; i++)
        memcpy(v[i].value[GISA_SHADE_COLOR0], values[i], sizeof values[i]);
    const bool good = file && m && gisa_gxp_open(file, size, &shader, NULL) == GISA_OK &&
                      gisa_shade_load(m, shader) == GISA_OK &&
                      gisa_shade_draw_triangles(m, shader, &run, &target, &result) == GISA_OK &&
                      result.end == GISA_SHADE_END_ENDED;
    gisa_shade_free(m);
    gisa_gxp_close(shader);
    free(file);
    return good;
}

/* ---- floats that are not as C has them ------------------------------------------------------- */

#if defined __x86_64__
#include <xmmintrin.h>

/* Upwards, denormals are 0, and NaN, infinity and a division by 0 trap. */
static const uint64_t unusual = 0x1900 | 0x40 | 0x8000 | 0x4000;

static void set_floats(uint64_t to) {
    _mm_setcsr((unsigned)to);
}

static uint64_t floats(void) {
    return _mm_getcsr();
}
#elif defined __aarch64__
static const uint64_t unusual = (uint64_t)1 << 24 | (uint64_t)1 << 22;

static void set_floats(uint64_t to) {
    __asm__ volatile("msr fpcr, %0" ::"r"(to) : "memory");
}

static uint64_t floats(void) {
    uint64_t now;
    __asm__ volatile("mrs %0, fpcr" : "=r"(now));
    return now;
}
#endif

#if defined __x86_64__ || defined __aarch64__
static const struct {
    const char *name;
    bool (*run)(results *r);
} parts[] = {{"gisa_parse", parses},
             {"gisa_assemble", assembles},
             {"gisa_machine_run, one thread", runs_here},
             {"gisa_machine_run, three threads", runs_elsewhere},
             {"gisa_machine_run, translated", runs_translated},
             {"gisa_wave_run", wave_runs},
             {"gisa_wave_step", wave_steps},
             {"gisa_stage_run_vertices", runs_vertices},
             {"gisa_stage_run_waves", runs_waves},
             {"gisa_stage_dispatch", dispatches},
             {"gisa_stage_run_pixels", runs_pixels},
             {"gisa_stage_resolve", resolves},
             {"gisa_shade_run", shades},
             {"gisa_shade_draw_triangles", draws}};

int main(void) {
    static results usual, other, none;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        const uint64_t before = floats();
        memset(&usual, 0, sizeof usual);
        memset(&other, 0, sizeof other);
        const bool ran = parts[i].run(&usual);
        set_floats(unusual);
        const bool ran_again = parts[i].run(&other);
        const uint64_t after = floats();
        set_floats(before);
        if (!test_check(ran && ran_again && after == unusual && memcmp(&usual, &other, sizeof usual) == 0 &&
                        memcmp(&usual, &none, sizeof usual) != 0))
            printf("%s: %s%s%s\n", parts[i].name, ran && ran_again ? "" : "did not run; ",
                   after == unusual ? "" : "floats are not as they were; ",
                   memcmp(&usual, &other, sizeof usual) == 0 ? "" : "other results");
    }
    return test_close("hostfloats");
}
#else
int main(void) {
    test_count.skipped = 1; /* floats of other processors are left as they are */
    return test_close("hostfloats");
}
#endif
