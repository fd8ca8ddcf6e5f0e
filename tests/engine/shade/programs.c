/* SPDX-License-Identifier: MIT */
/* Whole programs, made by the assembler, against the same in C; and that results depend on neither
   threads nor batches. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shade.h"

enum { MANY = 1000 };

/* ---- many instances: registers pa0.. of each are given, registers o0.. are looked at ---- */

typedef struct run {
    uint32_t in[MANY][16], out[MANY][16];
    uint64_t alive[MANY];
    unsigned count;
} run;

static void begin(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    run *r = ctx;
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < 16; i++)
            gisa_shade_row(b, GISA_KIND_PRIMARY, i)[k] = r->in[first + k][i];
}

static void end(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    run *r = ctx;
    for (unsigned k = 0; k < count; k++) {
        r->alive[first + k] = gisa_shade_alive(b) >> k & 1;
        for (unsigned i = 0; i < 16; i++)
            r->out[first + k][i] = gisa_shade_row(b, GISA_KIND_OUTPUT, i)[k];
    }
}

static gisa_shade_result draw(gisa_shade *m, run *r, unsigned batch, unsigned threads) {
    gisa_shade_draw d = {.instances = r->count,
                         .batch = batch,
                         .threads = threads,
                         .begin = begin,
                         .end = end,
                         .ctx = r,
                         .limit = 100000};
    gisa_shade_result result;
    memset(r->out, 0, sizeof r->out);
    check(gisa_shade_run(m, &d, &result) == GISA_OK, "a draw");
    return result;
}

static gisa_shade *machine_of(const char *source) {
    uint64_t words[MOST_WORDS];
    gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
    unsigned count = assemble(source, words);
    gisa_shade_primary(m, words, 8 * (size_t)count);
    return m;
}

static run *some_run(unsigned count) {
    run *r = calloc(1, sizeof *r);
    r->count = count;
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < 16; i++)
            r->in[k][i] = as_bits((float)(int)(chance() % 2001) / 100 - 10);
    return r;
}

static float in(const run *r, unsigned k, unsigned i) {
    return as_float(r->in[k][i]);
}

/* Runs it on many instances; expected(r, k, i) is what register o(i) of instance k should be. */
static void test_program(const char *name, const char *source, unsigned outputs, const float *uniforms,
                         unsigned count, float (*expected)(const run *r, unsigned k, unsigned i),
                         float slack) {
    gisa_shade *m = machine_of(source);
    run *r = some_run(MANY);
    for (unsigned i = 0; i < count; i++)
        gisa_shade_uniforms(m)[i] = as_bits(uniforms[i]);
    gisa_shade_result result = draw(m, r, 0, 1);
    check(result.end == GISA_SHADE_END_ENDED, "%s: %s", name, result.message);
    unsigned bad = 0, first = 0;
    float got = 0, want = 0;
    for (unsigned k = 0; k < r->count; k++)
        for (unsigned i = 0; i < outputs; i++) {
            float a = as_float(r->out[k][i]), b = expected(r, k, i);
            if (!(fabsf(a - b) <= slack * (1 + fabsf(b))) && !(isnan(a) && isnan(b)) && !bad++) {
                first = k * 16 + i;
                got = a;
                want = b;
            }
        }
    check(!bad, "%s: %u values are wrong, the first is o%u of instance %u: %g, expected %g", name, bad,
          first % 16, first / 16, (double)got, (double)want);
    free(r);
    gisa_shade_free(m);
}

/* ---- a matrix ---- */

static const float matrix[16] = {1, 2, 3, 4, 0.5f, -1, 0.25f, 2, 0, 0, 1, -3, 4, 3, 2, 1};

static float transformed(const run *r, unsigned k, unsigned i) {
    return ((in(r, k, 0) * matrix[4 * i] + in(r, k, 1) * matrix[4 * i + 1]) +
            in(r, k, 2) * matrix[4 * i + 2]) +
           in(r, k, 3) * matrix[4 * i + 3];
}

/* ---- light: max(n . l / |n|, 0) ---- */

static float lit(const run *r, unsigned k, unsigned i) {
    float x = in(r, k, 0), y = in(r, k, 1), z = in(r, k, 2);
    float light = (x * 0.5f + y * 0.25f - z) / sqrtf(x * x + y * y + z * z);
    (void)i;
    return light > 0 ? light : 0;
}

/* ---- a power by logarithms: gamma ---- */

static float power(const run *r, unsigned k, unsigned i) {
    (void)i;
    return powf(fabsf(in(r, k, 0)), 2.25f);
}

/* ---- a table of bytes, looked up by an index register ---- */

static float looked_up(const run *r, unsigned k, unsigned i) {
    (void)i;
    int x = (int)(fabsf(in(r, k, 0)) * 0.9f);
    return (float)(x * x);
}

/* ---- bytes there and back ---- */

static float packed(const run *r, unsigned k, unsigned i) {
    float x = in(r, k, i);
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    return rintf(x * 255) / 255;
}

/* ---- noise: integers ---- */

static float noise(const run *r, unsigned k, unsigned i) {
    uint32_t x = r->in[k][0];
    (void)i;
    x = (x << 13) ^ x;
    x = x * 1103515245u + 12345u;
    return as_float((x >> 9) | 0x3f800000);
}

/* ---- a loop: how often 1.5 may be taken away ---- */

static float counted(const run *r, unsigned k, unsigned i) {
    float x = in(r, k, 0), n = 0;
    (void)i;
    while (x > 0) {
        x -= 1.5f;
        n++;
    }
    return n;
}

/* ---- branches that meet again, and a routine that is called ---- */

static float branched(const run *r, unsigned k, unsigned i) {
    float x = in(r, k, 0), y = in(r, k, 1);
    (void)i;
    return x > y ? (x - y) * 2 : (y - x) * 3 + 1;
}

static float called(const run *r, unsigned k, unsigned i) {
    float x = in(r, k, 0);
    (void)i;
    return x > 0 ? x * 4 : x * 2;
}

/* ---- repeats: dot products of one word for a matrix; moves that go on ---- */

static float repeated(const run *r, unsigned k, unsigned i) {
    return in(r, k, 2 * (i / 2) + i % 2);
}

static float backwards(const run *r, unsigned k, unsigned i) {
    return in(r, k, 3 - i);
}

/* Steps of two bits turn them: 2, 3, 0, 1. A compiler copies by an `or` with 0, whose number stays
   0. */
static float turned(const run *r, unsigned k, unsigned i) {
    return in(r, k, (i + 2) % 4);
}

/* What one phase leaves in registers the next one finds. */
static float in_phases(const run *r, unsigned k, unsigned i) {
    (void)i;
    return in(r, k, 0) + in(r, k, 2);
}

/* What a test does not write may be a constant. */
static float tested(const run *r, unsigned k, unsigned i) {
    return i ? 0 : in(r, k, 0);
}

/* o1 and o2 from pa2 and pa3: the second source of a move is its register. */
static float based(const run *r, unsigned k, unsigned i) {
    return i ? in(r, k, i + 1) : 0;
}

static void test_sources(void) {
    test_program("matrix",
                 "dot.f32 o0.x, pa0.xyzw, sa0.xyzw\ndot.f32 o0.-y, pa0.xyzw, sa4.xyzw\n"
                 "dot.f32 o0.--z, pa0.xyzw, sa8.xyzw\ndot.f32 o0.---w, pa0.xyzw, sa12.xyzw\n",
                 4, matrix, 16, transformed, 0);
    test_program("light",
                 "dot.f32 r0.x, pa0.xyz0, sa0.xyzw\ndot.f32 r2.x, pa0.xyz0, pa0.xyzw\nrsq.f32 r2.x, r2.x\n"
                 "mul.f32 r0.x, r0.x, r2.x\nmax.f32 o0.x, r0.x, {0}\n",
                 1, (const float[]){0.5f, 0.25f, -1, 0}, 4, lit, 1e-6f);
    test_program("gamma", "log.f32 r0.x, abs(pa0.x)\nmul.f32 r0.x, r0.x, sa0.x\nexp.f32 o0.x, r0.x\n", 1,
                 (const float[]){2.25f}, 1, power, 1e-5f);
    test_program("table",
                 "mul.f32 r0.x, abs(pa0.x), sa40.x\npack.u16.f32 r2.x, r0.x, r0\nmov.i32 index1, r2\n"
                 "mov.f32 o0.x, sa[index1 * 2 + 0].x\n",
                 1,
                 (const float[41]){[0] = 0,
                                   [2] = 1,
                                   [4] = 4,
                                   [6] = 9,
                                   [8] = 16,
                                   [10] = 25,
                                   [12] = 36,
                                   [14] = 49,
                                   [16] = 64,
                                   [18] = 81,
                                   [40] = 0.9f},
                 41, looked_up, 0);
    test_program("bytes",
                 "pack.u8.f32 r0.xyzw, pa0.xyzw, pa2 scale:1\npack.f32.u8 o0.xy, r0.xy scale:1\n"
                 "pack.f32.u8 o2.xy, r0.zw scale:1\n",
                 4, NULL, 0, packed, 1e-7f);
    test_program(
        "noise",
        "mov.i32 r0, pa0\nshl.u32 r1, r0, #13\nxor.u32 r0, r1, r0\nmov.u32 r2, #0x41c64e6d\nmov.u32 r3, #12345\n"
        "mad.u32.s0 r0, r0, r2, r3\nshr.u32 r0, r0, #9\nmov.u32 r1, #0x3f800000\nor.u32 o0, r0, r1\n",
        1, NULL, 0, noise, 0);
}

static void test_flow(void) {
    static const float uniforms[] = {-1.5f, 1, 2, 3, 4, 0};
    test_program("a loop",
                 "mov.f32 r0.x, pa0.x\nmov.f32 r2.x, {0}\n"
                 "next:\ntest.sub.f32.gt p0, r16, r0, c0\n!p0 br done\n"
                 "add.f32 r0.x, r0.x, sa0.x\nadd.f32 r2.x, r2.x, {1}\nbr next\n"
                 "done:\nmov.f32 o0.x, r2.x\n",
                 1, uniforms, 6, counted, 0);
    test_program("branches",
                 "sub:\nadd.f32 r0.x, -pa0.x, pa0.y\ntest.add.f32.lt p0, r16, r0, c0\np0 br other\n"
                 "mad.f32 o0.x, r0.x, sa2.y, sa0.y\nbr end\n"
                 "other:\nmul.f32 o0.x, -r0.x, {2}\nend:\nnop\n",
                 1, uniforms, 6, branched, 1e-6f);
    test_program("a routine",
                 "br start\n"
                 "twice:\nadd.f32 r0.x, r0.x, r0.x\nlapc\n"
                 "start:\nmov.f32 r0.x, pa0.x\nbr.savelink twice\ntest.add.f32.gt p0, r16, r0, c0\n"
                 "p0 br.savelink twice\nmov.f32 o0.x, r0.x\n",
                 1, NULL, 0, called, 0);
    test_program("repeated moves", "mov.f32.repeat2 o0.xy, pa0.xy\n", 4, NULL, 0, repeated, 0);
    test_program("increments", "smlsi 1, -1, -1, -1\nmov.i32.repeat4 o0, pa3\n", 4, NULL, 0, backwards, 0);
    test_program("a turned copy", "smlsi 1, 1, 78, 1 mode2:1\nor.u32.repeat4 o0, pa0, #0\n", 4, NULL, 0,
                 turned, 0);
    test_program("phases",
                 "phas wait:1\nmov.f32 r0.x, pa0.x\nnop.end\n"
                 "phas\nadd.f32 o0.x, r0.x, pa2.x\nnop.end\nmov.f32 o0.x, {0}\n",
                 1, NULL, 0, in_phases, 0);
    test_program("tests that write no result",
                 "test.sub.f32.gt p0, c0, sa2, sa0 once:1\np0 mov.f32 o0.x, pa0.x\n"
                 "test.sub.f32.lt p1, c0, sa2, sa0 once:1\np1 mov.i32 o1, pa0\n",
                 2, uniforms, 6, tested, 0);
    test_program("bases", "smbo 1, 3, 2, 0\nmov.i32.repeat2 o0, pa0\n", 3, NULL, 0, based, 0);
}

/* ---- the same whatever the batch and the threads are ---- */

static const char *const mixed =
    "mul.f32 r0.xyzw, pa0.xyzw, pa4.xyzw\ndsx.f32 r4.xy, pa0.xy, pa0.xy\ndsy.f32 r6.xy, pa2.xy, pa2.xy\n"
    "mov.f32 r8.x, pa8.x\nmov.f32 r10.x, {0}\n"
    "next:\ntest.sub.f32.gt p0, r16, r8, c0\n!p0 br done\nadd.f32 r8.x, -r8.x, {2}\nmov.f32 r12.x, r8.x\nsub_:\nmul.f32 r8.x, r8.x, c0.x\nadd.f32 r8.x, -r12.x, r8.x\n"
    "test.sub.f32.lt p1, r16, r8, pa2\np1 br skip\nadd.f32 r10.x, r10.x, r8.x\nskip:\nbr next\n"
    "done:\ntest.sub.f32.gt p2, r16, r10, pa6\nkill r0, r0\nmov.f32 o0.xy, r0.xy\nmov.f32 o2.xy, r4.xy\nmov.f32 o4.xy, r6.xy\n"
    "mov.f32 o6.x, r10.x\nexp.f32 o8.xyzw, pa10.x\n";

static void test_batches(void) {
    static const unsigned batches[] = {64, 4, 8, 20, 60}, threads[] = {1, 2, 5};
    char source[2048];
    strcpy(source, mixed);
    memcpy(strstr(source, "kill r0, r0"), "nop        ", 11);
    gisa_shade *m = machine_of(source);
    run *r = some_run(MANY - 3), *first = calloc(1, sizeof *first);
    gisa_shade_result result = draw(m, r, 64, 1);
    check(result.end == GISA_SHADE_END_ENDED, "mixed: %s", result.message);
    *first = *r;
    for (unsigned b = 0; b < sizeof batches / sizeof *batches; b++)
        for (unsigned t = 0; t < sizeof threads / sizeof *threads; t++) {
            result = draw(m, r, batches[b], threads[t]);
            check(result.end == GISA_SHADE_END_ENDED && memcmp(first->out, r->out, sizeof r->out) == 0,
                  "batches of %u on %u threads", batches[b], threads[t]);
        }
    free(r);
    free(first);
    gisa_shade_free(m);
}

/* ---- faults, limits, discarded fragments, memory, the secondary program ---- */

static void expect_fault(const char *source, const char *message) {
    gisa_shade *m = machine_of(source);
    run *r = some_run(200);
    gisa_shade_result result = draw(m, r, 0, 3);
    check(result.end == GISA_SHADE_END_FAULT && strstr(result.message, message), "'%s' is not in '%s'",
          message, result.message);
    free(r);
    gisa_shade_free(m);
}

static void test_faults(void) {
    expect_fault("nop\nand.u32 r0, g3, #1\n", "global registers");
    expect_fault("mov.f32 r0.xy, r[index1 * 2 + 0].xy\nmov.u32 index1, #500\nmov.i32 r0, r[index1 * 2 + 0]\n",
                 "instruction 2 of the primary program, instance 0");
    expect_fault("rlp.u32 r0, r0, r0\n", "its effect is unknown");
    expect_fault("tex2D.minp.f32 r0, pa0, sa0, r0\n", "the effect of minp is unknown: the result is packed");
    expect_fault("tex2D.f32 r0, pa0, sa0, r0 mode:2\n", "the effect of mode is unknown");
    expect_fault("lda32.fetch1 r0, r0, #0, #0\n", "nothing is mapped at address 0x0");
    expect_fault("tex2D.f32 r0, pa0, sa0, r0\n", "texture unit 0 has no texture");
    expect_fault("smlsi 1, 1, -2, 1\nmov.i32.repeat2 r0, #1\n", "there is no number -1");
    expect_fault("smlsi 1, 1, -1, 1\nmul.f32 r4.x, pa0.x, pa0.x\nrcp.f32.repeat4 r0.x, c1.y\n",
                 "there is no constant -1");
    expect_fault("br 5\n", "there is no instruction 5");
    expect_fault("nop\nbr -3\n", "there is no instruction -2");
    gisa_shade *m = machine_of("nop\n");
    uint32_t memory[4] = {1, 2, 3, 4};
    run *three = some_run(3); /* what completes the quad has no address, and is not asked for one */
    gisa_shade_map(m, 0x100, memory, sizeof memory);
    for (unsigned k = 0; k < 3; k++)
        three->in[k][0] = 0x100 + 4 * k;
    gisa_shade_primary(m, NULL, 0);
    check(draw(m, three, 0, 1).end == GISA_SHADE_END_ENDED, "a program without instructions");
    uint64_t words[MOST_WORDS];
    gisa_shade_primary(m, words,
                       8 * (size_t)assemble("lda32.fetch1 r0, pa0, #0, #0\nmov.i32 o0, r0\n", words));
    gisa_shade_result result = draw(m, three, 0, 1);
    check(result.end == GISA_SHADE_END_ENDED && three->out[2][0] == 3, "three loads: %s", result.message);
    free(three);
    gisa_shade_free(m);
    m = machine_of("self:\nbr self\n");
    run *r = some_run(4);
    check(draw(m, r, 0, 1).end == GISA_SHADE_END_LIMIT, "a loop without end ends at the limit");
    free(r);
    gisa_shade_free(m);
}

static void test_discard(void) {
    uint64_t words[2] = {0, 0xf9300206f0000000}; /* !p0 kill, in the pattern that is known */
    gisa_shade *m;
    run *r = some_run(100);
    uint64_t code[MOST_WORDS];
    unsigned count = assemble("test.sub.f32.gt p0, r16, pa0, c0\n", code);
    check(count == 1, "one word");
    words[0] = code[0];
    m = gisa_shade_new(gisa_find("sgx543"));
    gisa_shade_primary(m, words, sizeof words);
    gisa_shade_result result = draw(m, r, 0, 1);
    check(result.end == GISA_SHADE_END_ENDED, "kill: %s", result.message);
    unsigned wrong = 0;
    for (unsigned k = 0; k < r->count; k++)
        wrong += r->alive[k] != (in(r, k, 0) > 0);
    check(!wrong, "%u fragments are discarded, or not, against !p0 kill", wrong);
    free(r);
    gisa_shade_free(m);
}

static void test_memory(void) {
    uint32_t memory[64];
    instance q[QUAD];
    gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
    memset(q, 0, sizeof q);
    for (unsigned i = 0; i < 64; i++)
        memory[i] = i * 0x01010101;
    check(gisa_shade_map(m, 0x1000, memory, sizeof memory) == GISA_OK, "memory is mapped");
    check(gisa_shade_map(m, 0x10ff, memory, 4) == GISA_STATUS_BAD_ARGUMENT, "not twice");
    for (unsigned k = 0; k < QUAD; k++)
        q[k].r[0][0] = 0x1000 + 16 * k;
    if (run_lines(
            m, "lda32.fetch3 r4, r0, #2, #0\nlda16.fetch1 r8, r0, #3, #0\nlda8.fetch2 r10, r0, #5, #0\n", q))
        for (unsigned k = 0; k < QUAD; k++) {
            for (unsigned i = 0; i < 3; i++)
                check(q[k].r[0][4 + i] == memory[4 * k + 2 + i], "lda32: %08x", q[k].r[0][4 + i]);
            check(q[k].r[0][8] == (memory[4 * k + 1] >> 16), "lda16: %08x", q[k].r[0][8]);
            check(q[k].r[0][10] == (memory[4 * k + 1] >> 8 & 255), "lda8: %08x", q[k].r[0][10]);
        }
    for (unsigned k = 0; k < QUAD; k++)
        q[k].r[0][20] = 0xabcd0000 + k;
    if (run_lines(m, "sta32.fetch1 r0, #1, r20\nsta16.fetch1 r0, #0, r20\n", q))
        for (unsigned k = 0; k < QUAD; k++) {
            check(memory[4 * k + 1] == 0xabcd0000 + k, "sta32: %08x", memory[4 * k + 1]);
            check((memory[4 * k] & 0xffff) == k, "sta16: %08x", memory[4 * k]);
        }
    for (unsigned k = 0; k < QUAD; k++)
        for (unsigned i = 0; i < 4; i++)
            q[k].r[0][24 + i] = 0x100 * k + i;
    /* the base of source 2 counts from the first word on */
    if (run_lines(m, "smbo 0, 0, 0, 4\nsta32.fetch2 r0, #1, r20\nsta32.fetch1 r0, #3, r22\n", q))
        for (unsigned k = 0; k < QUAD; k++)
            check(memory[4 * k + 1] == 0x100 * k && memory[4 * k + 2] == 0x100 * k + 1 &&
                      memory[4 * k + 3] == 0x100 * k + 2,
                  "sta32 with a base: %08x %08x %08x", memory[4 * k + 1], memory[4 * k + 2],
                  memory[4 * k + 3]);
    gisa_shade_free(m);
}

/* All rows that load and store, whatever their kind of address is called; without .fetch four bytes
   more. */
static void test_all_accesses(void) {
    static const unsigned sizes[] = {32, 16, 8};
    for (unsigned i = 0; i < 36; i++) {
        unsigned bits = sizes[i / 3 % 3], bytes = bits / 8;
        bool stores = i / 9 % 2, fetch = i >= 18;
        uint32_t memory[16], value = bits == 32 ? 0x89abcdef : bits == 16 ? 0xcdef : 0xef;
        char source[100];
        instance q[QUAD];
        gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
        memset(q, 0, sizeof q);
        memset(memory, 0, sizeof memory);
        if (!stores)
            memory[fetch ? 2 : 3] = 0x89abcdef;
        gisa_shade_map(m, 0x2000, memory, sizeof memory);
        for (unsigned k = 0; k < QUAD; k++) {
            q[k].r[0][0] = 0x2008 - 2 * bytes;
            q[k].r[0][2] = 0x89abcdef;
        }
        snprintf(source, sizeof source, "%s%c%u%s %s", stores ? "st" : "ld", "alt"[i % 3], bits,
                 fetch ? ".fetch1" : "", stores ? "r0, #2, r2" : "r4, r0, #2, #0");
        if (run_lines(m, source, q)) {
            uint32_t got = stores ? memory[fetch ? 2 : 3] : q[3].r[0][4];
            check(got == value, "%s: %08x, expected %08x", source, got, value);
        }
        gisa_shade_free(m);
    }
}

static void test_secondary(void) {
    uint64_t words[MOST_WORDS];
    gisa_shade *m = machine_of("nop\n");
    run *r = some_run(130);
    unsigned count = assemble("mul.f32 r4.xy, r0.xy, r2.xy\nnop.end\n", words);
    gisa_shade_secondary(m, words, 8 * (size_t)count);
    count = assemble("mov.f32 o0.xy, sa4.xy\n", words);
    gisa_shade_primary(m, words, 8 * (size_t)count);
    for (unsigned i = 0; i < 4; i++)
        gisa_shade_uniforms(m)[i] = as_bits((float)i + 2);
    gisa_shade_result result = draw(m, r, 0, 2);
    check(result.end == GISA_SHADE_END_ENDED && as_float(r->out[129][0]) == 8 &&
              as_float(r->out[129][1]) == 15,
          "all registers of the secondary program are sa: %g %g %s", (double)as_float(r->out[129][0]),
          (double)as_float(r->out[129][1]), result.message);
    free(r);
    gisa_shade_free(m);
}

/* ---- textures ---- */

/* Levels of one colour each: which one is taken says what the level of detail is. */
static void test_levels(void) {
    static const char *const sources[] = {
        "tex2DReplace.f32 r0, pa0, sa0, pa2\nmov.f32 o0.xy, r0.xy\nmov.f32 o2.xy, r2.xy\n",
        "tex2DBias.f32 r0, pa0, sa0, pa2\nmov.f32 o0.xy, r0.xy\nmov.f32 o2.xy, r2.xy\n",
        "tex2DGrad.f32 r0, pa0, sa0, pa4\nmov.f32 o0.xy, r0.xy\nmov.f32 o2.xy, r2.xy\n",
        "tex2D.f32 r0, pa0, sa0, r0\nmov.f32 o0.xy, r0.xy\nmov.f32 o2.xy, r2.xy\n"};
    float pixels[(64 + 16 + 4 + 1) * 4];
    for (unsigned i = 0; i < 85; i++)
        for (unsigned c = 0; c < 4; c++)
            pixels[4 * i + c] = i < 64 ? 0 : i < 80 ? 1 : i < 84 ? 2 : 3;
    gisa_shade_texture t = {.texels = pixels, .width = 8, .height = 8, .levels = 4};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned level = 0; level < 4; level++) {
            gisa_shade *m = machine_of(sources[i]);
            run *r = some_run(4);
            float step = ldexpf(1, (int)level) / 8; /* so that a pixel is 2^level texels wide */
            for (unsigned k = 0; k < 4; k++) {
                r->in[k][0] = as_bits((i == 1 ? 0.125f : i == 3 ? step : 0) * (float)(k & 1));
                r->in[k][1] = as_bits((i == 1 ? 0.125f : i == 3 ? step : 0) * (float)(k >> 1));
                r->in[k][2] = as_bits((float)level);
                r->in[k][4] = as_bits(step);
                r->in[k][5] = r->in[k][6] = 0;
                r->in[k][7] = as_bits(step);
            }
            gisa_shade_set_texture(m, 0, &t);
            gisa_shade_result result = draw(m, r, 0, 1);
            check(result.end == GISA_SHADE_END_ENDED && as_float(r->out[3][0]) == (float)level,
                  "%s level %u: %g %s", sources[i], level, (double)as_float(r->out[3][0]), result.message);
            free(r);
            gisa_shade_free(m);
        }
}

static void test_cube(void) {
    static const float directions[6][3] = {{2, 0.1f, 0.3f},  {-2, 0.1f, 0.3f}, {0.1f, 2, 0.3f},
                                           {0.1f, -2, 0.3f}, {0.1f, 0.3f, 2},  {0.1f, 0.3f, -2}};
    float pixels[6 * 4];
    for (unsigned i = 0; i < 24; i++)
        pixels[i] = (float)(i / 4);
    gisa_shade_texture t = {.texels = pixels, .width = 1, .height = 1, .levels = 1, .cube = true};
    for (unsigned face = 0; face < 6; face++) {
        gisa_shade *m =
            machine_of("texCube.f32 r0, pa0, sa0, r0\nmov.f32 o0.xy, r0.xy\nmov.f32 o2.xy, r2.xy\n");
        run *r = some_run(4);
        for (unsigned k = 0; k < 4; k++)
            for (unsigned i = 0; i < 3; i++)
                r->in[k][i] = as_bits(directions[face][i]);
        gisa_shade_set_texture(m, 0, &t);
        gisa_shade_result result = draw(m, r, 0, 1);
        check(result.end == GISA_SHADE_END_ENDED && as_float(r->out[0][0]) == (float)face, "face %u: %g %s",
              face, (double)as_float(r->out[0][0]), result.message);
        free(r);
        gisa_shade_free(m);
    }
}

void test_programs(void) {
    test_sources();
    test_flow();
    test_batches();
    test_faults();
    test_discard();
    test_memory();
    test_all_accesses();
    test_secondary();
    test_levels();
    test_cube();
}
