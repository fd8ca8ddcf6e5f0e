/* SPDX-License-Identifier: MIT */
/* The code of RADV in gisa: descriptor set 0, the registers that RADV expects, a draw or a
   dispatch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gisa_stage.h"
#include "radv.h"

enum { PAGE = 4096, SET = 0x10000, BUFFER = 0x20000, TEXTURE = 0x30000, PITCH = 64 };

static uint8_t memory[BUFFERS][BUFFER_BYTES] __attribute__((aligned(PAGE)));
static uint32_t set[PAGE / 4] __attribute__((aligned(PAGE)));
static uint8_t texture[TEXELS][PITCH][4] __attribute__((aligned(PAGE)));

/* V# of raw buffers, as RADV makes them: base, no stride, size, float of 32 bits, all components
   (ISA manuals, "Buffer Resource Descriptor"). */
static void fill_set(uint32_t high) {
    for (uint32_t i = 0; i < BUFFERS; i++) {
        const uint32_t v[4] = {BUFFER + i * BUFFER_BYTES, high & 0xffff, BUFFER_BYTES,
                               4u | 5u << 3 | 6u << 6 | 7u << 9 | 7u << 12 | 4u << 15};
        memcpy(set + 4 * i, v, sizeof v);
    }
}

/* T# of a linear image and S#, by the ISA manuals ("Image Resource Definition", "Image Sampler
 * Definition"): RGBA of 8 bits, unorm, type 2D; the tiling index 8 of gfx6 to gfx8 is linear. A
 * combined image and sampler takes 96 bytes, of which the sampler is the last 16. */
static void fill_textures(uint32_t high, bool gfx9) {
    for (uint32_t i = 0; i < TEXTURES; i++) {
        uint32_t *t = set + 4 * BUFFERS + 24 * i, *s = t + 20;
        const uint32_t wrap = i ? 2 : 0, filter = i ? 0 : 1;
        memset(t, 0, 96);
        t[0] = TEXTURE >> 8 | (high & 0xffff) << 24;
        t[1] = (high & 0xffff) >> 8 | 10 << 20;
        t[2] = (TEXELS - 1) | (TEXELS - 1) << 14;
        t[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | (gfx9 ? 0 : 8 << 20) | 9u << 28;
        t[4] = (PITCH - 1) << 13;
        s[0] = wrap | wrap << 3 | wrap << 6;
        s[1] = 0xfff << 12;
        s[2] = filter << 20 | filter << 22;
    }
}

/* The address that the code makes of 32 bits and the upper half. Resources have 48 bits, extended
   with their sign or not: both places are the same memory. */
static bool map_both(gisa_stage *stage, uint32_t high, uint32_t low, void *bytes, size_t size) {
    const uint64_t whole = (uint64_t)high << 32 | low, part = (uint64_t)(high & 0xffff) << 32 | low;
    return gisa_stage_map(stage, whole, bytes, size, true) == GISA_OK &&
           (whole == part || gisa_stage_map(stage, part, bytes, size, true) == GISA_OK);
}

static bool map_all(gisa_stage *stage, uint32_t high) {
    return map_both(stage, high, SET, set, sizeof set) &&
           map_both(stage, high, BUFFER, memory, sizeof memory) &&
           map_both(stage, high, TEXTURE, texture, sizeof texture);
}

/* MODE as RADV sets it: f32 denormals flushed, f16 and f64 kept, DX10_CLAMP. */
static gisa_stage *open_stage(const gisa_isa *isa, gisa_stage_kind kind, const shader_code *code,
                              char why[512]) {
    first_registers r;
    const char *reason = "";
    const uint32_t high =
        gisa_generation(isa) == 3 ? 0xffff8000 : 0; /* of addresses that RADV makes of 32 bits */
    gisa_stage *stage = gisa_stage_new(isa, kind);
    gisa_stage_state *state = gisa_stage_state_of(stage);
    const char letter = kind == GISA_STAGE_KIND_PS ? 'p' : kind == GISA_STAGE_KIND_CS ? 'c' : 'v';
    if (!stage || !code_registers(code->text, letter, &r, &reason)) {
        snprintf(why, 512, "%s", reason);
        return gisa_stage_free(stage), NULL;
    }
    fill_set(high);
    fill_textures(high, gisa_generation(isa) == 3);
    for (unsigned i = 0; i < 16; i++)
        gisa_stage_set_user_data(stage, i, r.set && i == r.set ? SET : 0);
    state->user_sgprs = r.user_sgprs;
    if (kind == GISA_STAGE_KIND_PS)
        state->ps_input_ena = state->ps_input_addr = r.inputs;
    if (kind == GISA_STAGE_KIND_CS)
        state->sgprs = r.inputs;
    if (gisa_stage_load(stage, code->word, 4 * code->count) || !map_all(stage, high)) {
        snprintf(why, 512, "memory cannot be mapped");
        return gisa_stage_free(stage), NULL;
    }
    return stage;
}

static bool ended(const gisa_stage_result *result, gisa_status status, char why[512]) {
    if (status == GISA_OK && result->end == GISA_STAGE_END_ENDED)
        return true;
    snprintf(why, 512, "%s", status ? gisa_status_text(status) : result->message);
    return false;
}

/* Flat attributes take the value of the first vertex, as Vulkan does; they are read with
   v_interp_mov, so it does not matter that P10 and P20 are there. */
static bool draw(const program *p, gisa_stage *vs, gisa_stage *ps, outcome *o, char why[512]) {
    gisa_stage_vertex *vertex = calloc(p->vertices, sizeof *vertex);
    gisa_stage_vertices v = {.count = p->vertices, .vertex = vertex, .limits = {.instructions = 1 << 24}};
    gisa_stage_target target = {.width = SIZE, .height = SIZE, .color = {o->picture}};
    gisa_stage_pixels pixels = {.corners = vertex, .triangles = p->vertices / 3, .limits = v.limits};
    gisa_stage_result result;
    for (unsigned i = 0; i < GISA_STAGE_PARAMS; i++)
        pixels.attribute[i].param = (uint8_t)i;
    pixels.attributes = 16;
    const bool fine = vertex && ended(&result, gisa_stage_run_vertices(vs, &v, &result), why) &&
                      ended(&result, gisa_stage_run_pixels(ps, &pixels, &target, &result), why);
    free(vertex);
    return fine;
}

static bool run_graphics(const gisa_isa *isa, const program *p, shader_code code[2], outcome *o,
                         char why[512]) {
    gisa_stage *vs = open_stage(isa, GISA_STAGE_KIND_VS, &code[0], why);
    gisa_stage *ps = vs ? open_stage(isa, GISA_STAGE_KIND_PS, &code[1], why) : NULL;
    const bool fine = ps && draw(p, vs, ps, o, why);
    gisa_stage_free(vs);
    gisa_stage_free(ps);
    return fine;
}

static bool run_compute(const gisa_isa *isa, const program *p, shader_code code[2], char why[512]) {
    static const uint32_t groups[3] = {GROUPS_X, GROUPS_Y, 1};
    static const gisa_stage_limits limits = {.instructions = 1 << 24};
    gisa_stage *cs = open_stage(isa, GISA_STAGE_KIND_CS, &code[0], why);
    gisa_stage_result result;
    const bool fine = cs && ended(&result, gisa_stage_dispatch(cs, groups, p->group, &limits, &result), why);
    gisa_stage_free(cs);
    return fine;
}

bool stages_run(const char *arch, const program *p, shader_code code[2], const outcome *start,
                outcome *result, char why[512]) {
    const gisa_isa *isa = gisa_find(arch);
    memset(result, 0, sizeof *result);
    memcpy(memory, start->buffer, sizeof memory);
    for (unsigned y = 0; y < TEXELS; y++)
        memcpy(texture[y], start->texels[y], sizeof start->texels[y]);
    const bool fine = p->compute ? run_compute(isa, p, code, why) : run_graphics(isa, p, code, result, why);
    memcpy(result->buffer, memory, sizeof memory);
    return fine;
}
