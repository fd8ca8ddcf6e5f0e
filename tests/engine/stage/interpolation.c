/* SPDX-License-Identifier: MIT */
/*
 * Each form of interpolation on random parameters, against P0 + I * P10 + J * P20 in host floats.
 * LDS is filled from a list of parameters of each attribute, primitive and channel, in the layout
 * that CLRX documents (GCN ISA, VINTRP): twelve dwords an attribute and primitive, P0 and P10 of
 * the four channels alternating, then P20.
 */
#include <math.h>
#include <string.h>

#include "stage.h"

enum { ATTRIBUTES = 6, PRIMITIVES = 16, TRIES = 12 };

/* What the pixels of a wave have. */
typedef struct scene {
    float p[3][ATTRIBUTES][PRIMITIVES][4]; /* P0, P10, P20; as two f16 in half mode */
    unsigned primitives, primitive[64];    /* of each lane */
    uint32_t m0;
    float i[64], old[64];
    uint64_t exec;
} scene;

static uint32_t half_pair(void) {
    const uint32_t low = 0x3000 + random32() % 0x1800, high = 0x3000 + random32() % 0x1800;
    return low | (random32() & 1) << 15 | high << 16;
}

static void make_scene(scene *s, bool half) {
    unsigned at = 0;
    s->m0 = 4 * (random32() % 32);
    for (unsigned quad = 0; quad < 16; quad++) {
        if (quad && random32() % 3 == 0) {
            at++;
            s->m0 |= 1u << (16 + quad - 1);
        }
        for (unsigned k = 0; k < 4; k++)
            s->primitive[4 * quad + k] = at;
    }
    s->primitives = at + 1;
    for (unsigned k = 0; k < sizeof s->p / sizeof(float); k++)
        (&s->p[0][0][0][0])[k] = half ? float_of(half_pair()) : random_float(-4, 4);
    for (unsigned lane = 0; lane < 64; lane++) {
        s->i[lane] = random_float(-1, 2);
        s->old[lane] = random_float(-8, 8);
    }
    s->exec = (uint64_t)random32() << 32 | random32();
}

static void put_scene(gisa_wave *wave, const scene *s) {
    for (unsigned a = 0; a < ATTRIBUTES; a++)
        for (unsigned n = 0; n < s->primitives; n++) {
            const unsigned start = (s->m0 & 0xffff) + 48 * (a * s->primitives + n);
            for (unsigned c = 0; c < 4; c++)
                for (unsigned k = 0; k < 3; k++) {
                    char name[24];
                    snprintf(name, sizeof name, "lds[%u]", start + (k == 2 ? 32 + 4 * c : 8 * c + 4 * k));
                    set(wave, name, 0, bits_of(s->p[k][a][n][c]));
                }
        }
    for (unsigned lane = 0; lane < 64; lane++) {
        set(wave, "v1", lane, bits_of(s->i[lane]));
        set(wave, "v2", lane, bits_of(s->old[lane]));
    }
    set(wave, "m0", 0, s->m0);
    set_exec(wave, s->exec);
}

/* Product and sum are each rounded. */
static float mad(float a, float b, float c) {
    const volatile float product = a * b;
    return product + c;
}

/* An f16 that is a normal number. */
static float half_of(uint32_t bits) {
    const float f = ldexpf((float)(1024 + (bits & 0x3ff)), (int)(bits >> 10 & 31) - 25);
    return bits & 0x8000 ? -f : f;
}

static float part(const scene *s, unsigned k, unsigned a, unsigned lane, unsigned c, bool high) {
    return half_of(bits_of(s->p[k][a][s->primitive[lane]][c]) >> (high ? 16 : 0) & 0xffff);
}

/* To the nearest f16, the even one of two, as it is a normal number or too small for one. */
static uint32_t round_half(float f) {
    const float size = fabsf(f);
    int e;
    frexpf(size, &e);
    e = e < -13 ? -13 : e;
    const uint32_t steps = (uint32_t)rintf(ldexpf(size, 11 - e));
    return (f < 0 ? 0x8000u : 0) + (uint32_t)(e + 13) * 1024 + steps;
}

static bool is_row(const char *mnemonic, const char *name) {
    return strncmp(mnemonic, name, strlen(name)) == 0;
}

/* What the destination becomes in a lane: v0 = ROW v1 (I or J), with v2 as the value before or the
   other source. False: there is no reference. */
static bool expected(const char *row, const scene *s, unsigned a, unsigned c, unsigned lane, bool high,
                     unsigned parameter, const gisa_isa *isa, uint32_t *want) {
    const unsigned n = s->primitive[lane];
    const float i = s->i[lane], old = s->old[lane];
    const uint32_t kept = gisa_generation(isa) == 3 ? bits_of(old) & 0xffff0000 : 0;
    if (is_row(row, "v_interp_p1_f32"))
        *want = bits_of(mad(s->p[1][a][n][c], i, s->p[0][a][n][c]));
    else if (is_row(row, "v_interp_p2_f32"))
        *want = bits_of(mad(s->p[2][a][n][c], i, old));
    else if (is_row(row, "v_interp_mov_f32"))
        *want = bits_of(s->p[parameter == 2 ? 0 : parameter + 1][a][n][c]);
    else if (is_row(row, "v_interp_p1ll_f16"))
        *want = bits_of(mad(part(s, 1, a, lane, c, high), i, part(s, 0, a, lane, c, high)));
    else if (is_row(row, "v_interp_p1lv_f16")) /* v3 has halves */
        *want = bits_of(mad(part(s, 1, a, lane, c, high), i, part(s, 0, 0, lane, 0, high)));
    else if (is_row(row, "v_interp_p2_legacy_f16"))
        *want = round_half(mad(part(s, 2, a, lane, c, high), i, old));
    else if (is_row(row, "v_interp_p2_f16"))
        *want = round_half(mad(part(s, 2, a, lane, c, high), i, old)) | kept;
    else
        return false;
    return true;
}

/* The text of one try; v0 is the destination. */
static void write_text(const char *row, unsigned a, unsigned c, bool high, unsigned parameter,
                       char text[128]) {
    static const char *const parameters[] = {"p10", "p20", "p0"};
    if (is_row(row, "v_interp_mov"))
        snprintf(text, 128, "%s v0, %s, attr%u.%c", row, parameters[parameter], a, "xyzw"[c]);
    else if (is_row(row, "v_interp_p1lv"))
        snprintf(text, 128, "%s v0, v1, attr%u.%c, v3%s", row, a, "xyzw"[c], high ? " high" : "");
    else if (is_row(row, "v_interp_p2") && strstr(row, "f16"))
        snprintf(text, 128, "%s v0, v1, attr%u.%c, v2%s", row, a, "xyzw"[c], high ? " high" : "");
    else
        snprintf(text, 128, "%s v0, v1, attr%u.%c%s", row, a, "xyzw"[c], high ? " high" : "");
}

static bool try_one(gisa_wave *wave, const gisa_isa *isa, const char *row) {
    static scene s;
    const bool half = strstr(row, "f16") != NULL, high = half && random32() & 1;
    const unsigned a = random32() % ATTRIBUTES, c = random32() % 4, parameter = random32() % 3;
    bool good = true;
    char text[128];
    gisa_wave_reset(wave);
    make_scene(&s, half);
    put_scene(wave, &s);
    for (unsigned lane = 0; lane < 64; lane++) {
        set(wave, "v0", lane, bits_of(s.old[lane])); /* p2 reads it */
        set(wave, "v3", lane, bits_of(s.p[0][0][s.primitive[lane]][0]));
    }
    write_text(row, a, c, high, parameter, text);
    if (!assemble(wave, text) || gisa_wave_step(wave, NULL) != GISA_WAVE_KIND_WENT_ON)
        return false;
    for (unsigned lane = 0; lane < 64; lane++) {
        uint32_t want = bits_of(s.old[lane]);
        if ((s.exec >> lane & 1) && !expected(row, &s, a, c, lane, high, parameter, isa, &want))
            return check(false, gisa_name(isa), "an interpolation without a reference");
        good = good && get(wave, "v0", lane) == want;
    }
    if (!good && test_problems() < 10)
        printf("failed: %s: %s\n", gisa_name(isa), text);
    return good;
}

/* Outside LDS parameters are 0; inactive lanes read nothing. */
static void test_outside(gisa_wave *wave, const char *arch) {
    gisa_wave_step_info info;
    gisa_wave_reset(wave);
    set(wave, "m0", 0, 0xfff0);
    set(wave, "v0", GISA_WAVE_ALL, 0x12345678);
    set_exec(wave, 6);
    assemble(wave, "v_interp_mov_f32 v0, p0, attr31.w");
    check(gisa_wave_step(wave, &info) == GISA_WAVE_KIND_WENT_ON, arch, "parameters outside LDS");
    check(get(wave, "v0", 1) == 0 && get(wave, "v0", 0) == 0x12345678, arch, "parameters outside LDS are 0");
    check(info.access_count == 0, arch, "nothing is read outside LDS");
    set(wave, "m0", 0, 16);
    set(wave, "lds[16]", 0, 7);
    assemble(wave, "v_interp_mov_f32 v0, p0, attr0.x");
    gisa_wave_step(wave, &info);
    check(get(wave, "v0", 2) == 7 && info.access_count == 2 && info.access[0].lane == 1 &&
              info.access[0].address == 16 && info.access[0].space == GISA_WAVE_SPACE_LDS,
          arch, "a step tells which parameters are read");
}

/* Check case 21: v0 = 1, v1 = 3, v2 = 5, I = 0.25, J = 0.5. */
static void test_case(gisa_wave *wave, const char *arch) {
    gisa_wave_reset(wave);
    set(wave, "lds[0]", 0, bits_of(1));
    set(wave, "lds[4]", 0, bits_of(2));
    set(wave, "lds[32]", 0, bits_of(4));
    set(wave, "v1", GISA_WAVE_ALL, bits_of(0.25f));
    set(wave, "v2", GISA_WAVE_ALL, bits_of(0.5f));
    assemble(wave, "v_interp_p1_f32 v3, v1, attr0.x\nv_interp_p2_f32 v3, v2, attr0.x\n"
                   "v_interp_mov_f32 v4, p0, attr0.x");
    check(gisa_wave_run(wave, 0, 0, NULL) == GISA_WAVE_END_ADDRESS, arch, "interpolation runs");
    check(float_of(get(wave, "v3", 0)) == 3.5f && float_of(get(wave, "v4", 63)) == 1.0f, arch,
          "1 + 0.25 * 2 + 0.5 * 4");
}

/* Modifiers of the forms that have them. */
static void test_modifiers(gisa_wave *wave, const char *arch) {
    gisa_wave_reset(wave);
    set(wave, "lds[0]", 0, bits_of(1));
    set(wave, "lds[4]", 0, bits_of(2));
    set(wave, "v1", GISA_WAVE_ALL, bits_of(-0.25f));
    set(wave, "mode.ieee", 0, 0); /* with it results are not multiplied */
    assemble(wave, "v_interp_p1_f32_e64 v3, -v1, attr0.x\nv_interp_p1_f32_e64 v4, |v1|, attr0.x clamp\n"
                   "v_interp_p1_f32_e64 v5, v1, attr0.x mul:4");
    gisa_wave_run(wave, 0, 0, NULL);
    check(float_of(get(wave, "v3", 0)) == 1.5f && float_of(get(wave, "v4", 0)) == 1.0f &&
              float_of(get(wave, "v5", 0)) == 2.0f,
          arch, "modifiers of interpolation");
}

void test_interpolation(void) {
    for (unsigned n = 0; n < 4; n++) {
        const gisa_isa *isa = gisa_find(arch_names[n]);
        gisa_wave *wave = gisa_wave_new(isa);
        unsigned forms = 0;
        for (uint32_t i = 0; i < gisa_form_count(isa); i++) {
            gisa_form_info info;
            if (gisa_form(isa, i, &info) || info.class_ != GISA_CLASS_INTERP)
                continue;
            forms++;
            test_begin();
            for (unsigned k = 0; k < TRIES; k++)
                test_check(try_one(wave, isa, info.mnemonic));
            test_end();
        }
        check(forms >= 3, arch_names[n], "there are forms of interpolation");
        test_outside(wave, arch_names[n]);
        test_case(wave, arch_names[n]);
        if (gisa_generation(isa) >= 2)
            test_modifiers(wave, arch_names[n]);
        gisa_wave_free(wave);
    }
}
