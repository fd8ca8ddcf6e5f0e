/* SPDX-License-Identifier: MIT */
/* What compiled shaders show (what a console has shown is in tests/cases), and the choices where
   the hardware's behaviour is unknown: each has another result for each option. */
#include <stdlib.h>
#include <string.h>

#include "shade.h"

/* Assembles lines; they are part of the test, so they must assemble. */
unsigned assemble(const char *source, uint64_t words[MOST_WORDS]) {
    const gisa_asm_options options = {.isa = gisa_find("sgx543"), .output = GISA_OUTPUT_RAW, .report = tell};
    void *code;
    size_t size;
    if (gisa_assemble("test", source, strlen(source), &options, &code, &size) != GISA_OK ||
        size > 8 * MOST_WORDS) {
        check(false, "it does not assemble: %s", source);
        return 0;
    }
    memcpy(words, code, size);
    free(code);
    return (unsigned)(size / 8);
}

/* Runs lines on a quad whose registers are given. */
bool run_lines(gisa_shade *m, const char *source, instance q[QUAD]) {
    uint64_t words[MOST_WORDS];
    char message[400] = "";
    unsigned count = assemble(source, words);
    gisa_shade_end end = run_quad(m, words, count, q, message);
    check(end == GISA_SHADE_END_ENDED, "%s: %s", source, message);
    return end == GISA_SHADE_END_ENDED;
}

static void floats(instance q[QUAD], unsigned bank, unsigned first, unsigned count, const float *value) {
    for (unsigned k = 0; k < QUAD; k++)
        for (unsigned i = 0; i < count; i++)
            q[k].r[bank][first + i] = as_bits(value[i]);
}

static void expect(const instance q[QUAD], unsigned bank, unsigned reg, uint32_t bits, const char *what) {
    check(q[0].r[bank][reg] == bits, "%s: %08x, expected %08x", what, q[0].r[bank][reg], bits);
}

/* What compiled shaders show. */
static void test_compiled(gisa_shade *m) {
    instance q[QUAD];
    memset(q, 0, sizeof q);
    /* log and exp have the base 2: programs multiply by log2(e) before exp */
    floats(q, 2, 0, 2, (const float[]){8, 3});
    if (run_lines(m, "log.f32 r0.x, pa0.x\nexp.f32 r2.x, pa0.y", q)) {
        expect(q, 0, 0, as_bits(3), "log of 8");
        expect(q, 0, 2, as_bits(8), "exp of 3");
    }
    /* a unified result in an internal register writes all channels of the group, and is read as
       such after that */
    floats(q, 3, 70, 4, (const float[]){5, 6, 7, 8});
    if (run_lines(m, ".quad 0x28846000df9500a3\nmov.f32 r4.xy, i0.xy\nmov.f32 r6.xy, i0.zw", q))
        for (unsigned i = 0; i < 4; i++)
            expect(q, 0, 4 + i, as_bits((float)(5 + i)), "i0 after 28846000 DF9500A3");
    for (unsigned k = 0; k < QUAD; k++)
        q[k].i[0][3] = as_bits(1);
    if (run_lines(m, "rsq.f32 i1.x, i2.x + mov.f32 i0.xyz, sa70.xyz\nmov.f32 r4.xy, i0.zw", q)) {
        expect(q, 0, 4, as_bits(7), "z of three channels");
        expect(q, 0, 5, as_bits(1), "w of three channels");
    }
    /* a mad of group 0 into an internal register writes the channels of its four bits */
    floats(q, 3, 0, 4, (const float[]){1, 2, 3, 4});
    if (run_lines(m, "mad.f32 i0.xyzw, pa0.xxxx, sa0.xyzw, sa0.xyzw\nmov.f32 r4.xy, i0.zw", q)) {
        expect(q, 0, 4, as_bits(27), "z of a mad");
        expect(q, 0, 5, as_bits(36), "w of a mad");
    }
}

/* A derivative is one value for the quad: S0 of one instance - S1 of the first. */
static void test_derivatives(gisa_shade *m) {
    instance q[QUAD];
    memset(q, 0, sizeof q);
    for (unsigned k = 0; k < QUAD; k++) {
        q[k].r[2][0] = as_bits((float)(1 << k));
        q[k].r[2][2] = as_bits((float)(100 + k));
    }
    if (run_lines(m, "dsx.f32 r0.x, pa0.x, pa2.x\ndsy.f32 r2.x, pa0.x, pa2.x", q))
        for (unsigned k = 0; k < QUAD; k++) {
            check(q[k].r[0][0] == as_bits(2 - 100), "dsx in instance %u: %08x", k, q[k].r[0][0]);
            check(q[k].r[0][2] == as_bits(4 - 100), "dsy in instance %u: %08x", k, q[k].r[0][2]);
        }
}

/* mad.f16 rounds once, to the nearest: of these sums an f32 holds only that they lie in the middle
   between two halves. */
static void test_half_mad(gisa_shade *m) {
    static const uint16_t cases[][4] = {
        {0x3df4, 0x1160, 0x4201, 0x4201}, {0x3c20, 0x23c2, 0x5050, 0x5051}, {0x3fc2, 0x2820, 0x5806, 0x5807}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        instance q[QUAD];
        memset(q, 0, sizeof q);
        q[0].r[2][0] = cases[i][0];
        q[0].r[3][0] = cases[i][1];
        q[0].r[3][2] = cases[i][2];
        if (run_lines(m, "mad.f16 r0.xy, pa0.xx, sa0.xx, sa2.xx", q))
            expect(q, 0, 0, cases[i][3] * 0x10001u, "mad.f16");
    }
}

/* Index registers keep as many bits as the type of a move has; others all of them. */
static void test_index(gisa_shade *m) {
    instance q[QUAD];
    memset(q, 0, sizeof q);
    if (run_lines(m, "mov.u32 r0, #0x12345678\nmov.i16 index1, r0\nmov.i8 index2, r0\nmov.i16 r1, r0\n", q)) {
        check(q[0].index[0] == 0x5678, "mov.i16 index1: %08x", q[0].index[0]);
        check(q[0].index[1] == 0x78, "mov.i8 index2: %08x", q[0].index[1]);
        expect(q, 0, 1, 0x12345678, "mov.i16 of another register");
    }
    if (run_lines(m, "mov.u32 r0, #0x123fffff\nmov.i16 index1, r0\nmov.i8 index2, r0\n", q))
        check(q[0].index[0] == 0xffff && q[0].index[1] == 0xff, "all bits: %08x %08x", q[0].index[0],
              q[0].index[1]);
}

/* ---- choices ---- */

static void test_models(gisa_shade *m) {
    static const struct {
        const char *model, *option, *source;
        uint32_t r0; /* afterwards; the default first */
    } cases[] = {
        {"mad_rounding", "once", "mad.f32 r0.x, pa0.x, pa0.x, pa2.x", 0x33800000},
        {"mad_rounding", "twice", "mad.f32 r0.x, pa0.x, pa0.x, pa2.x", 0},
        {"exp_nan", "nan", "exp.f32 r0.x, pa4.x", 0x7fc00000},
        {"nan_sign", "positive", "mul.f32 r0.x, pa4.x, {1}", 0x7fc00000},
        {"nan_sign", "negative", "mul.f32 r0.x, pa4.x, {1}", 0xffc00000},
        {"exp_nan", "one", "exp.f32 r0.x, pa4.x", 0x3f800000},
        {"min_nan", "number", "min.f32 r0.x, pa4.x, {1}", 0x3f800000},
        {"min_nan", "number", "max.f32 r0.x, {1}, pa4.x", 0x3f800000},
        {"min_nan", "second", "min.f32 r0.x, {1}, pa4.x", 0x7fc00000},
        {"subnormals", "keep", "mul.f32 r0.x, pa6.x, {1}", 1},
        {"subnormals", "flush", "mul.f32 r0.x, pa6.x, {1}", 0},
        {"dot_order", "sequence", "dot.f32 r0.x, pa8.xyzw, sa0.xyzw", 0x3f800000},
        {"dot_order", "pairs", "dot.f32 r0.x, pa8.xyzw, sa0.xyzw", 0},
        {"constant_zw", "first", "mul.f32 r0.x, c4.w, sa0.x", 0x40000000},
        {"constant_zw", "words", "mul.f32 r0.x, c4.w, sa0.x", 0x40800000},
        {"immediate", "value", "mul.f32 r0.x, #5.x, sa0.x", 0x40a00000},
        {"immediate", "bits", "mul.f32 r0.x, #5.x, sa0.x", 5},
        {"pn", "iteration", "Pn mov.i32.repeat2 r0, sa0", 0},
        {"pn", "p0", "Pn mov.i32.repeat2 r0, sa0", 0},
        {"upper_half", "keep", "mov.u32 r0, #0x12345678\nand.u16 r0, r0, #0xff", 0x12340078},
        {"upper_half", "zero", "mov.u32 r0, #0x12345678\nand.u16 r0, r0, #0xff", 0x78},
        {"wide_shifts", "zero", "shl.u32 r0, sa0, #33", 0},
        {"wide_shifts", "modulo", "shl.u32 r0, sa0, #33", 0x7f000000},
        {"wide_shifts", "zero", "shr.u32 r0, sa0, #33", 0},
        {"wide_shifts", "modulo", "shr.u32 r0, sa0, #33", 0x1fc00000},
        {"wide_shifts", "zero", "asr.u32 r0, sa0, #33", 0},
        {"wide_shifts", "modulo", "asr.u32 r0, sa0, #33", 0x1fc00000},
        {"sop_rounding", "nearest", "add.fx8 r0, pa12, pa13 csel1:1 csel2:1", 0x00000054},
        {"sop_rounding", "down", "add.fx8 r0, pa12, pa13 csel1:1 csel2:1", 0x00000053},
        {"step_s1", "addend", "mad.u32.s1 r0, pa14, sa4, sa0", 0x3f800000},
        {"step_s1", "high", "mad.u32.s1 r0, pa14, sa4, sa0", 0xfffffffe},
        {"pack_range", "saturate", "pack.u8.f32 r0.x, pa16.x, pa16", 255},
        {"pack_range", "wrap", "pack.u8.f32 r0.x, pa16.x, pa16", 44},
        {"ba_target", "absolute", "ba 2\nmov.u32 r0, #1\nnop", 0},
        {"ba_target", "relative", "nop\nba 2\nmov.u32 r0, #1\nnop", 0},
        {"unknown_fields", "ignored", "mad.u16 r0, pa14, sa0, sa6 or:2", 0x1234},
        {"sample_count", "ignored", "mov.u32 r0, #5\ntex2D r0, pa24, sa8, r0 count:1", 0xff804003},
        {"sample_count", "components", "mov.u32 r0, #5\ntex2D r0, pa24, sa8, r0 count:1", 0x4003},
        {"gather_order", "rows", "tex2D r0, pa24, sa8, r0 mode:1\nmov.i32 r0, r1", 0xff804001},
        {"gather_order", "around", "tex2D r0, pa24, sa8, r0 mode:1\nmov.i32 r0, r1", 0xff804003},
        {"gather_order", "rows", "tex2D.f16 r0, pa24, sa8, r0 mode:3\nmov.i32 r0, r9",
         0x34003400}, /* weights */
        {"index_number", "plain", "mov.i32 index1, #3\nmov.i32 r0, sa[index1 * 2 + 0]", 0x1234},
        {"index_scale", "two", "mov.i32 index1, #3\nmov.i32 r0, sa[index1 * 2 + 0]", 0x1234},
        {"index_scale", "one", "mov.i32 index1, #6\nmov.i32 r0, sa[index1 * 2 + 0]", 0x1234},
    };
    /* bytes n, 64, 128, 255 of texel n */
    static const float texels[16] = {
        0,          64 / 255.0f, 128 / 255.0f, 1, 1 / 255.0f, 64 / 255.0f, 128 / 255.0f, 1,
        2 / 255.0f, 64 / 255.0f, 128 / 255.0f, 1, 3 / 255.0f, 64 / 255.0f, 128 / 255.0f, 1};
    const gisa_shade_texture four = {
        .texels = texels, .width = 2, .height = 2, .levels = 1, .wrap = {GISA_WRAP_CLAMP, GISA_WRAP_CLAMP}};
    gisa_model known;
    check(gisa_model_at(gisa_find("sgx543"), 0, &known) == GISA_OK, "there are models");
    check(gisa_shade_choose(m, "exp_nan", "3") == GISA_STATUS_BAD_ARGUMENT, "an option that there is not");
    check(gisa_shade_choose(m, "colour", "e") == GISA_STATUS_BAD_ARGUMENT, "a model that there is not");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        instance q[QUAD];
        memset(q, 0, sizeof q);
        gisa_shade *fresh = gisa_shade_new(gisa_find("sgx543"));
        floats(q, 3, 0, 4, (const float[]){1, 1, 1, 1});
        floats(q, 2, 0, 4, (const float[]){1.000244140625f, 0, -1.00048828125f, 0});
        floats(q, 2, 8, 4, (const float[]){1e20f, 1, -1e20f, 1});
        for (unsigned k = 0; k < QUAD; k++) {
            q[k].r[2][0] = 0x3f800800; /* 1 + 2^-12, whose square is 1 + 2^-11 + 2^-24 */
            q[k].r[2][2] = 0xbf801000;
            q[k].r[2][4] = 0x7fc00000;
            q[k].r[2][20] = as_bits(1);
            q[k].r[2][6] = 1;
            q[k].r[2][12] = 0x92;
            q[k].r[2][13] = 0;
            q[k].r[2][14] = 0xffffffff;
            q[k].r[3][4] = 0xffffffff;
            q[k].r[3][6] = 0x1234;
            q[k].r[2][16] = as_bits(300);
            q[k].r[2][24] = q[k].r[2][25] = as_bits(0.5f);
            q[k].r[2][18] = as_bits((float)(k & 2));
        }
        gisa_shade_set_texture(fresh, 0, &four);
        check(gisa_shade_choose(fresh, cases[i].model, cases[i].option) == GISA_OK, "%s=%s", cases[i].model,
              cases[i].option);
        if (run_lines(fresh, cases[i].source, q))
            check(q[0].r[0][0] == cases[i].r0, "%s=%s: %s: %08x, expected %08x", cases[i].model,
                  cases[i].option, cases[i].source, q[0].r[0][0], cases[i].r0);
        gisa_shade_free(fresh);
    }
}

void test_facts(void) {
    gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
    test_compiled(m);
    test_derivatives(m);
    test_half_mad(m);
    test_index(m);
    test_models(m);
    gisa_shade_free(m);
}
