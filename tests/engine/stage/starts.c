/* SPDX-License-Identifier: MIT */
/* The registers that waves of each stage begin with, written down anew from Mesa and AMD's register
   headers, and work-groups of several waves. */
#include <string.h>

#include "stage.h"

static bool is_at(const gisa_stage *stage, const char *name, unsigned bank, unsigned first) {
    gisa_wave_register reg;
    const bool good = gisa_stage_find(stage, name, &reg) == GISA_OK && reg.bank == bank && reg.first == first;
    if (!good)
        printf("    %s\n", name);
    return good;
}

typedef struct place {
    const char *name;
    unsigned number;
} place;

/* Names of scalar registers, then an empty one, then of vector registers. */
static bool are_at(const gisa_stage *stage, const place *places) {
    bool good = true;
    unsigned bank = GISA_KIND_SGPR;
    for (; places->name; places++)
        if (*places->name)
            good = is_at(stage, places->name, bank, places->number) && good;
        else
            bank = GISA_KIND_VGPR;
    return good;
}

static gisa_stage *open_stage(const gisa_isa *isa, gisa_stage_kind kind, unsigned user_data) {
    gisa_stage *stage = gisa_stage_new(isa, kind);
    for (unsigned i = 0; stage && i < user_data; i++)
        gisa_stage_set_user_data(stage, i, 100 + i);
    return stage;
}

/* Check case 25, and more inputs. */
static void test_pixel_start(const gisa_isa *isa, const char *arch) {
    static const place some[] = {{"user_data", 0}, {"prim_mask", 5}, {"", 0},  {"persp_center", 0},
                                 {"pos_x", 2},     {"pos_y", 3},     {NULL, 0}};
    static const place all[] = {{"prim_mask", 2},
                                {"", 0},
                                {"persp_sample", 0},
                                {"persp_center", 2},
                                {"persp_centroid", 4},
                                {"persp_pull", 6},
                                {"linear_sample", 9},
                                {"linear_center", 11},
                                {"linear_centroid", 13},
                                {"line_stipple", 15},
                                {"pos_x", 16},
                                {"pos_w", 19},
                                {"front_face", 20},
                                {"ancillary", 21},
                                {"sample_coverage", 22},
                                {"pos_fixed", 23},
                                {NULL, 0}};
    gisa_stage *stage = open_stage(isa, GISA_STAGE_KIND_PS, 5);
    gisa_wave_register reg;
    gisa_stage_state_of(stage)->ps_input_addr = gisa_stage_state_of(stage)->ps_input_ena = 0x0302;
    check(are_at(stage, some), arch, "PS with ADDR = 0x302");
    check(gisa_stage_find(stage, "pos_z", &reg) == GISA_STATUS_SYNTAX, arch, "an input that is not there");
    gisa_stage_free(stage);
    stage = open_stage(isa, GISA_STAGE_KIND_PS, 2);
    gisa_stage_state_of(stage)->ps_input_addr = 0xffff;
    check(are_at(stage, all), arch, "PS with all inputs");
    gisa_stage_free(stage);
}

static void test_vertex_start(const gisa_isa *isa, const char *arch) {
    static const place plain[] = {{"user_data", 0}, {"", 0}, {"vertex_id", 0}, {"instance_id", 3}, {NULL, 0}};
    static const place streamout[] = {
        {"so_config", 3}, {"so_write_index", 4}, {"so_base2", 5}, {"oc_lds", 6}, {NULL, 0}};
    gisa_stage *stage = open_stage(isa, GISA_STAGE_KIND_VS, 3);
    check(are_at(stage, plain), arch, "VS");
    gisa_stage_state_of(stage)->sgprs = 0x53; /* config, write index, base 2, off-chip LDS */
    check(are_at(stage, streamout), arch, "VS with stream output");
    gisa_stage_state_of(stage)->vgprs = 2;
    gisa_wave_register reg;
    check(gisa_stage_find(stage, "instance_id", &reg) == GISA_STATUS_SYNTAX, arch, "VS with two registers");
    gisa_stage_free(stage);
}

static void test_other_starts(const gisa_isa *isa, const char *arch) {
    static const place ls[] = {
        {"", 0},  {"vertex_id", 0}, {"relative_vertex", 1}, {"instance_step", 2}, {"instance_id", 3},
        {NULL, 0}};
    static const place es[] = {{"es2gs_offset", 2}, {"", 0}, {"vertex_id", 0}, {NULL, 0}};
    static const place hs[] = {
        {"tess_factor_offset", 2}, {"", 0}, {"patch_id", 0}, {"control_point", 1}, {NULL, 0}};
    static const place gs[] = {
        {"gs2vs_offset", 2},   {"gs_wave_id", 3},    {"", 0},  {"primitive_id", 2}, {"vertex_offset2", 3},
        {"vertex_offset5", 6}, {"invocation_id", 7}, {NULL, 0}};
    static const place hs9[] = {{"user_data_lo", 0},
                                {"oc_lds", 2},
                                {"merged_wave_info", 3},
                                {"tess_factor_offset", 4},
                                {"scratch_offset", 5},
                                {"user_data", 8},
                                {"", 0},
                                {"control_point", 1},
                                {"vertex_id", 2},
                                {"relative_vertex", 3},
                                {"instance_step", 4},
                                {"instance_id", 5},
                                {NULL, 0}};
    static const place gs9[] = {{"gs2vs_offset", 2},
                                {"merged_wave_info", 3},
                                {"oc_lds", 4},
                                {"user_data", 8},
                                {"", 0},
                                {"vertex_offsets01", 0},
                                {"primitive_id", 2},
                                {"invocation_id", 3},
                                {"vertex_offsets45", 4},
                                {"vertex_id", 5},
                                {NULL, 0}};
    const bool merged = gisa_generation(isa) == 3;
    gisa_stage *stages[] = {open_stage(isa, GISA_STAGE_KIND_LS, 2), open_stage(isa, GISA_STAGE_KIND_ES, 2),
                            open_stage(isa, GISA_STAGE_KIND_HS, 2), open_stage(isa, GISA_STAGE_KIND_GS, 2)};
    check(merged ? !stages[0] && !stages[1] : are_at(stages[0], ls) && are_at(stages[1], es), arch,
          "LS and ES");
    check(are_at(stages[2], merged ? hs9 : hs), arch, "HS");
    check(are_at(stages[3], merged ? gs9 : gs), arch, "GS");
    for (unsigned i = 0; i < 4; i++)
        gisa_stage_free(stages[i]);
}

/* ---- what waves find there ------------------------------------------------------------- */

typedef struct seen {
    gisa_stage *stage;
    bool good;
    uint64_t instances;
} seen;

static void begin(void *ctx, gisa_wave *wave, uint64_t first, unsigned lanes) {
    seen *s = ctx;
    gisa_wave_register reg;
    s->good = s->good && gisa_stage_find(s->stage, "vertex_id", &reg) == GISA_OK;
    for (unsigned lane = 0; lane < lanes; lane++)
        gisa_wave_set(wave, &reg, lane, 0, (uint32_t)(first + lane) * 3);
}

static void end(void *ctx, gisa_wave *wave, uint64_t first, unsigned lanes) {
    seen *s = ctx;
    s->instances += lanes;
    for (unsigned lane = 0; lane < lanes; lane++)
        s->good = s->good && get(wave, "v9", lane) == (first + lane) * 3 + 101;
    s->good = s->good && (lanes == 64 || get(wave, "v9", lanes) == 0);
}

static void test_waves(const gisa_isa *isa, const char *arch) {
    seen s = {.stage = open_stage(isa, GISA_STAGE_KIND_VS, 2), .good = true};
    const gisa_stage_run run = {.count = 150, .begin = begin, .end = end, .ctx = &s};
    gisa_stage_result result;
    load(s.stage, isa,
         gisa_generation(isa) == 3   ? "v_add_u32 v9, s1, v0\ns_endpgm"
         : gisa_generation(isa) == 2 ? "v_add_u32 v9, vcc, s1, v0\ns_endpgm"
                                     : "v_add_i32 v9, vcc, s1, v0\ns_endpgm");
    check(gisa_stage_run_waves(s.stage, &run, &result) == GISA_OK && result.end == GISA_STAGE_END_ENDED &&
              s.good && s.instances == 150 && result.waves == 3 && result.instructions == 6,
          arch, "150 instances in three waves");
    gisa_stage_free(s.stage);
}

/* The numbers of vertices, through indices. */
static void test_vertices(const gisa_isa *isa, const char *arch) {
    static gisa_stage_vertex vertex[100];
    uint32_t indices[100];
    bool good = true;
    gisa_stage *stage = open_stage(isa, GISA_STAGE_KIND_VS, 0);
    gisa_stage_vertices v = {
        .indices = indices, .count = 100, .base_vertex = 7, .instance = 12, .step_rate = 5, .vertex = vertex};
    gisa_stage_result result;
    for (unsigned i = 0; i < 100; i++)
        indices[i] = i * 31 % 100;
    load(stage, isa, "exp param2 v0, v1, v2, v3\nexp pos0 v0, v0, v0, v0 done\ns_endpgm");
    check(gisa_stage_run_vertices(stage, &v, &result) == GISA_OK && result.end == GISA_STAGE_END_ENDED, arch,
          "a vertex stage ends");
    for (unsigned i = 0; i < 100; i++)
        good = good && bits_of(vertex[i].param[2][0]) == indices[i] + 7 &&
               bits_of(vertex[i].param[2][1]) == 2 && bits_of(vertex[i].param[2][3]) == 12;
    check(good && v.params == 4, arch, "vertex and instance ids");
    load(stage, isa, "exp pos0 v0, v0, v0, v0\ns_endpgm");
    gisa_stage_run_vertices(stage, &v, &result);
    check(result.end == GISA_STAGE_END_FAULT && strstr(result.message, "does not say done"), arch,
          "the last position must say done");
    load(stage, isa, "exp param0 v0, v0, v0, v0\ns_endpgm");
    gisa_stage_run_vertices(stage, &v, &result);
    check(result.end == GISA_STAGE_END_FAULT && strstr(result.message, "without an export to pos0"), arch,
          "a position must be exported");
    gisa_stage_free(stage);
}

/* ---- work-groups ----------------------------------------------------------------------- */

/* Each wave writes its number to LDS, waits, and reads that of the next wave. */
static const char barrier_code[] = "s_mov_b32 m0, -1\n"
                                   "v_lshlrev_b32_e32 v3, 2, v0\n"
                                   "ds_write_b32 v3, v0\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "s_barrier\n"
                                   "v_xor_b32_e32 v4, 0x1fc, v3\n"
                                   "ds_read_b32 v5, v4\n"
                                   "s_waitcnt lgkmcnt(0)\n"
                                   "s_lshl_b32 s8, s4, 9\n"
                                   "buffer_store_dword v5, v3, s[0:3], s8 offen\n"
                                   "s_endpgm\n";

static void test_groups(const gisa_isa *isa, const char *arch) {
    static uint32_t memory[1024] __attribute__((aligned(4096)));
    static const uint32_t groups[3] = {3, 1, 1}, size[3] = {128, 1, 1};
    const uint64_t address = 0x10000;
    bool good = true;
    gisa_stage *stage = open_stage(isa, GISA_STAGE_KIND_CS, 0);
    gisa_stage_result result;
    memset(memory, 0xff, sizeof memory);
    gisa_stage_map(stage, address, memory, sizeof memory, true);
    const uint32_t resource[4] = {(uint32_t)address, 0, sizeof memory, 0x00027fac};
    for (unsigned i = 0; i < 4; i++)
        gisa_stage_set_user_data(stage, i, resource[i]);
    load(stage, isa, barrier_code);
    check(gisa_stage_dispatch(stage, groups, size, NULL, &result) == GISA_OK &&
              result.end == GISA_STAGE_END_ENDED && result.waves == 6,
          arch, "three work-groups of two waves");
    for (unsigned i = 0; i < 384; i++)
        good = good && memory[i] == (i % 128 ^ 127);
    check(good && memory[384] == 0xffffffff, arch, "waves of a group meet at the barrier");
    load(stage, isa, "s_cmp_eq_u32 s4, 0\ns_branch -1\ns_endpgm");
    const gisa_stage_limits limits = {.instructions = 1000};
    gisa_stage_dispatch(stage, groups, size, &limits, &result);
    check(result.end == GISA_STAGE_END_LIMIT, arch, "the limit of instructions");
    gisa_stage_free(stage);
}

static void test_arguments(const gisa_isa *isa, const char *arch) {
    gisa_stage *stage = open_stage(isa, GISA_STAGE_KIND_CS, 0);
    static const uint32_t one[3] = {1, 1, 1}, none[3] = {0, 1, 1}, many[3] = {1024, 2, 1};
    gisa_stage_result result;
    check(gisa_stage_dispatch(stage, one, none, NULL, &result) == GISA_STATUS_BAD_ARGUMENT &&
              gisa_stage_dispatch(stage, one, many, NULL, &result) == GISA_STATUS_BAD_ARGUMENT,
          arch, "sizes of work-groups");
    check(gisa_stage_set_user_data(stage, gisa_generation(isa) == 3 ? 31 : 15, 0) == GISA_OK &&
              gisa_stage_set_user_data(stage, gisa_generation(isa) == 3 ? 32 : 16, 0) ==
                  GISA_STATUS_BAD_ARGUMENT,
          arch, "how many registers of user data there are");
    check(!gisa_stage_new(gisa_find("sgx543"), GISA_STAGE_KIND_PS) &&
              !gisa_stage_new(NULL, GISA_STAGE_KIND_PS) && !gisa_stage_new(isa, GISA_STAGE_KIND_COUNT),
          arch, "stages that do not exist");
    gisa_stage_set_rsrc(stage, 0x00ac0000, 4 << 1);
    check(gisa_stage_state_of(stage)->float_mode == 0xc0 && gisa_stage_state_of(stage)->dx10_clamp &&
              gisa_stage_state_of(stage)->ieee && gisa_stage_state_of(stage)->user_sgprs == 4,
          arch, "RSRC1 and RSRC2");
    gisa_stage_free(stage);
    gisa_stage_free(NULL);
}

void test_starts(void) {
    for (unsigned n = 0; n < 4; n++) {
        const gisa_isa *isa = gisa_find(arch_names[n]);
        test_pixel_start(isa, arch_names[n]);
        test_vertex_start(isa, arch_names[n]);
        test_other_starts(isa, arch_names[n]);
        test_waves(isa, arch_names[n]);
        test_vertices(isa, arch_names[n]);
        test_groups(isa, arch_names[n]);
        test_arguments(isa, arch_names[n]);
    }
}
