/* SPDX-License-Identifier: MIT */
/* Each instruction by chance: random words of every group, on random registers, with special values
   among them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"

/* ---- registers ---- */

static uint32_t some_edge(void) {
    /* of words, of halves, of bytes, of three parts of 10 bits */
    static const uint32_t special[] = {
        0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 1,
        0x80000001, 0x7f7fffff, 0x3f000000, 0x4b000001, 0x7fffffff, 0xffffffff, 0x7c007c00, 0xfc007e00,
        0x7e007c00, 0x3c003c00, 0x00018001, 0x80010001, 0x80008000, 0x7fff7fff, 0x7bff0400, 0x80808080,
        0x7f7f7f7f, 0x80ff7f00, 0x007f80ff, 0x20080200, 0x1ff7fdff, 0x0ff3fcff, 0x3fffffff, 0x000ffc00};
    return special[chance() % (sizeof special / sizeof *special)];
}

static uint32_t some_bits(void) {
    uint64_t c = chance();
    switch (c >> 60 & 7) {
    case 0:
    case 4: return some_edge();
    case 1: return (uint32_t)c;
    case 2: return (uint32_t)(c & 0x7ff);
    case 3:
        return half_from((double)(int)(c & 255) / 16 - 8) | half_from((double)(int)(c >> 8 & 255) / 64) << 16;
    default: return as_bits((float)(int)(c & 0xffff) / 512 - 64);
    }
}

void fill_quad(instance q[QUAD]) {
    for (unsigned k = 0; k < QUAD; k++) {
        for (unsigned i = 0; i < 4 * WORDS; i++)
            q[k].r[i / WORDS][i % WORDS] = some_bits();
        for (unsigned i = 0; i < 16; i++)
            q[k].i[i / 4][i % 4] = chance() & 1 ? some_bits() : some_edge();
        for (unsigned i = 0; i < 2; i++) /* some lead to registers that there are not */
            q[k].index[i] = chance() % 16 ? chance() % 40 : chance() % 4 ? 500 : (uint32_t)-500;
        for (unsigned i = 0; i < 4; i++)
            q[k].p[i] = chance() >> 63;
        q[k].killed = q[k].deep = false;
        q[k].depth = 0;
    }
}

/* ---- comparing ---- */

static bool near(uint32_t a, uint32_t b, unsigned slack) {
    return a > b ? a - b <= slack : b - a <= slack;
}

bool same_word(uint32_t a, uint32_t b, unsigned slack) {
    return near(a, b, slack) || (near(a & 0xffff, b & 0xffff, slack) && near(a >> 16, b >> 16, slack));
}

bool same_quad(const instance *a, const instance *b, unsigned slack, char where[64]) {
    static const char *const names[] = {"r", "o", "pa", "sa"};
    for (unsigned k = 0; k < QUAD; k++) {
        for (unsigned i = 0; i < 4 * WORDS; i++)
            if (!same_word(a[k].r[i / WORDS][i % WORDS], b[k].r[i / WORDS][i % WORDS], slack)) {
                snprintf(where, 64, "%s%u[%u] = %08x, expected %08x", names[i / WORDS], i % WORDS, k,
                         a[k].r[i / WORDS][i % WORDS], b[k].r[i / WORDS][i % WORDS]);
                return false;
            }
        for (unsigned i = 0; i < 16; i++)
            if (!same_word(a[k].i[i / 4][i % 4], b[k].i[i / 4][i % 4], slack)) {
                snprintf(where, 64, "i%u.%u[%u] = %08x, expected %08x", i / 4, i % 4, k, a[k].i[i / 4][i % 4],
                         b[k].i[i / 4][i % 4]);
                return false;
            }
        for (unsigned i = 0; i < 2; i++)
            if (!same_word(a[k].index[i], b[k].index[i], slack)) {
                snprintf(where, 64, "index%u[%u] = %08x, expected %08x", i + 1, k, a[k].index[i],
                         b[k].index[i]);
                return false;
            }
        if (memcmp(a[k].p, b[k].p, sizeof a[k].p) != 0) {
            snprintf(where, 64, "a predicate of instance %u", k);
            return false;
        }
        if (a[k].killed != b[k].killed || a[k].depth != b[k].depth) {
            snprintf(where, 64, "instance %u: %s, depth %08x", k, a[k].killed ? "discarded" : "alive",
                     a[k].depth);
            return false;
        }
    }
    return true;
}

/* ---- words ---- */

static unsigned char memory[MODEL_MEMORY];

/* What loads and stores find, and where they go: instances apart from each other, and nearly always
   inside. */
static void aim(instance q[QUAD], uint64_t w) {
    uint32_t to[QUAD];
    for (unsigned i = 0; i < MODEL_MEMORY; i++)
        memory[i] = model_memory[i] = (unsigned char)(chance() >> 32);
    for (unsigned k = 0; k < QUAD; k++)
        to[k] = MODEL_ADDRESS + k * (MODEL_MEMORY / QUAD) + (uint32_t)(chance() % (MODEL_MEMORY / QUAD - 64));
    if (chance() % 32 == 0)
        to[chance() % QUAD] = MODEL_ADDRESS + MODEL_MEMORY - 3;
    model_aim(q, w, to);
}

/* Runs a word here and there; whether it was executed. */
static bool try_word(gisa_shade *m, uint64_t w, bool memory_too, unsigned slack) {
    static instance start[QUAD], got[QUAD], expected[QUAD];
    static unsigned times;
    char message[400] = "", where[64] = "";
    if (times++ % 4 == 0)
        fill_quad(start);
    memcpy(got, start, sizeof start);
    if (memory_too)
        aim(got, w);
    memcpy(expected, got, sizeof got);
    bool known = model_step(expected, w);
    gisa_shade_end end = run_quad(m, &w, 1, got, message);
    check(end == (known ? GISA_SHADE_END_ENDED : GISA_SHADE_END_FAULT), "%016llx %s: %s",
          (unsigned long long)w, text_of(w), known ? message : "expected a fault");
    if (!known || end != GISA_SHADE_END_ENDED)
        return false;
    check(same_quad(got, expected, slack, where), "%016llx %s: %s", (unsigned long long)w, text_of(w), where);
    if (memory_too)
        check(memcmp(memory, model_memory, sizeof memory) == 0, "%016llx %s: memory", (unsigned long long)w,
              text_of(w));
    return model_ran;
}

/* The same in a secondary program, where all registers are sa: words before it fill the others,
 * words after it make what is in them visible. Whether it was executed. */
static bool try_secondary(gisa_shade *m, uint64_t w, bool memory_too, unsigned slack) {
    static const char before[] =
        "mov.u32 index1, #5\nmov.u32 index2, #9\nmov.f32 i0.xyzw, r20.xyzw\n"
        "mov.f32 i1.xyzw, r24.xyzw\nmov.f32 i2.xyzw, r28.xyzw\nmov.f32 i3.xyzw, r32.xyzw\n"
        "test.sub.f32.gt p0, r16, r0, r2\ntest.sub.f32.gt p1, r16, r4, r6\n"
        "test.sub.f32.gt p2, r16, r8, r10\ntest.sub.f32.gt p3, r16, r12, r14\n",
                      after[] = "mov.f32 r100.xy, i0.xy\nmov.f32 r102.xy, i0.zw\nmov.f32 r104.xy, i1.xy\n"
                                "mov.f32 r106.xy, i1.zw\nmov.f32 r108.xy, i2.xy\nmov.f32 r110.xy, i2.zw\n"
                                "mov.f32 r112.xy, i3.xy\nmov.f32 r114.xy, i3.zw\np0 mov.u32 r116, #1\n"
                                "p1 mov.u32 r117, #2\np2 mov.u32 r118, #3\np3 mov.u32 r119, #4\n"
                                "or.u32 r120, r[index1 * 2 + 0], #0\nor.u32 r121, r[index2 * 2 + 0], #0\n";
    static uint64_t words[MOST_WORDS], tail[MOST_WORDS], shown;
    static unsigned first, last;
    static instance start[QUAD], got[QUAD];
    char message[400] = "";
    if (!first) {
        first = assemble(before, words);
        last = assemble(after, tail);
        memcpy(words + first + 1, tail, last * sizeof *tail);
    }
    words[first] = w;
    fill_quad(start);
    memset(start[0].i, 0, sizeof start[0].i);
    memset(start[0].index, 0, sizeof start[0].index);
    memset(start[0].p, 0, sizeof start[0].p);
    memset(start[0].r, 0, 3 * sizeof start[0].r[0]);
    for (unsigned k = 1; k < QUAD; k++)
        start[k] = start[0];
    model_secondary = true;
    if (memory_too)
        aim(start, w);
    uint32_t sa[WORDS];
    memcpy(sa, start[0].r[3], sizeof sa);
    for (unsigned k = 1; k < QUAD; k++)
        start[k] = start[0];
    bool known = model_run(start, words, first + 1 + last, &shown) == MODEL_ENDED;
    model_secondary = false;
    gisa_shade_end end = run_secondary_alone(m, words, first + 1 + last, sa, got, message);
    check(end == (known ? GISA_SHADE_END_ENDED : GISA_SHADE_END_FAULT), "%016llx %s, secondary: %s",
          (unsigned long long)w, text_of(w), known ? message : "expected a fault");
    if (!known || end != GISA_SHADE_END_ENDED)
        return false;
    unsigned i = 0;
    while (i < WORDS - 1 && same_word(got[0].r[3][i], start[0].r[3][i], slack))
        i++;
    check(same_word(got[0].r[3][i], start[0].r[3][i], slack),
          "%016llx %s, secondary: sa%u = %08x, expected %08x", (unsigned long long)w, text_of(w), i,
          got[0].r[3][i], start[0].r[3][i]);
    if (memory_too)
        check(memcmp(memory, model_memory, sizeof memory) == 0, "%016llx %s, secondary: memory",
              (unsigned long long)w, text_of(w));
    return shown >> first & 1;
}

/* Functions and conversions of floats are computed more exactly than they are compared. */
static unsigned slack_of(uint64_t w) {
    unsigned group = (unsigned)(w >> 59);
    if (group == 9 || group == 15)
        return w >> 18 & 3 ? 0 : 2; /* of integers they are exact */
    return group == 4 || group == 5 || group == 6 ? 2 : 0;
}

static bool has_place(const gisa_form_info *info) {
    return info->class_ == GISA_CLASS_SAMPLE || strstr(info->format, "LOAD") || strstr(info->format, "STORE");
}

enum { ENOUGH_SECONDARY = 12 };

/* A word of the form that has what is missing. A row with more fixed bits may lie within this
   one. */
static bool try_next(gisa_shade *m, const gisa_isa *isa, uint32_t form, const gisa_form_info *info,
                     coverage *next, coverage *other) {
    uint64_t w = coverage_word(next, info);
    gisa_insn insn;
    if (gisa_decode_head(isa, &w, sizeof w, &insn) != GISA_OK || insn.form != form) {
        coverage_miss(next, w);
        return false;
    }
    bool executed = try_word(m, w, has_place(info), slack_of(w));
    coverage_note(next, w, executed);
    if (other) {
        other->focus = MOST_GOALS;
        coverage_note(other, w, executed);
    }
    if (executed && next->secondary < ENOUGH_SECONDARY)
        next->secondary += try_secondary(m, w, has_place(info), slack_of(w));
    return executed;
}

/* All units have a picture, or a cube. */
static void set_textures(gisa_shade *m, bool cube) {
    const gisa_shade_texture t = {.texels = cube ? model_cube : model_picture,
                                  .width = cube ? 1 : MODEL_SIDE,
                                  .height = cube ? 1 : MODEL_SIDE,
                                  .levels = 1,
                                  .cube = cube};
    for (unsigned i = 0; i < MODEL_SIDE * MODEL_SIDE * 4; i++)
        model_picture[i] = (float)(chance() % 256) / 255;
    for (unsigned i = 0; i < 6 * 4; i++)
        model_cube[i] = (float)(chance() % 256) / 255;
    for (unsigned i = 0; i < MODEL_UNITS; i++)
        gisa_shade_set_texture(m, i, &t);
}

/* Words of one row, until each value of each field and all edges have been there. */
static void try_row(gisa_shade *m, const gisa_isa *isa, uint32_t form, const gisa_form_info *info) {
    enum { LEAST = 12, MOST = 6000 };
    static coverage c;
    coverage_open(isa, form, info->name, &c);
    if (info->class_ == GISA_CLASS_SAMPLE)
        set_textures(m, strstr(info->name, "Cube"));
    for (unsigned i = 0; i < MOST && (i < LEAST || !coverage_full(&c)); i++)
        try_next(m, isa, form, info, &c, NULL);
    coverage_close(&c);
}

/* ---- pairs: each one is executed; in a format, those with the same first operation share what has
 * to be tried, and so do those with the same second one ---- */

enum { MOST_GROUPS = 256 };
static coverage groups[MOST_GROUPS];
static unsigned group_count, pair_count;

static coverage *group_of(const gisa_isa *isa, uint32_t form, const gisa_form_info *info, bool second) {
    char name[64];
    const char *plus = strchr(info->name, '+');
    if (second)
        snprintf(name, sizeof name, "... + %s", plus + 1);
    else
        snprintf(name, sizeof name, "%.*s + ...", (int)(plus - info->name), info->name);
    for (unsigned i = 0; i < group_count; i++)
        if (strcmp(groups[i].name, name) == 0 && strcmp(groups[i].format, info->format) == 0)
            return &groups[i];
    check(group_count < MOST_GROUPS, "too many groups of pairs");
    coverage *c = &groups[group_count < MOST_GROUPS ? group_count++ : 0];
    coverage_open(isa, form, name, c);
    return c;
}

static void try_pair(gisa_shade *m, const gisa_isa *isa, uint32_t form, const gisa_form_info *info) {
    enum { ENOUGH = 8, MOST = 400 };
    coverage *first = group_of(isa, form, info, false), *second = group_of(isa, form, info, true);
    unsigned executed = 0;
    for (unsigned i = 0; i < MOST && executed < ENOUGH; i++)
        executed += try_next(m, isa, form, info, i & 1 ? second : first, i & 1 ? first : second);
    check(executed >= ENOUGH, "%s in %s was executed only %u times", info->name, info->format, executed);
    pair_count++;
}

static void close_pairs(void) {
    for (unsigned i = 0; i < group_count; i++)
        coverage_close(&groups[i]);
    printf("%u pairs, each at least 8 times\n", pair_count);
}

/* Flow and what belongs to the program are tried in whole programs (flow.c). */
static bool is_here(const gisa_form_info *info) {
    return info->body && (info->class_ == GISA_CLASS_VECTOR || info->class_ == GISA_CLASS_MOVE ||
                          info->class_ == GISA_CLASS_INTEGER || info->class_ == GISA_CLASS_SAMPLE);
}

/* Words that are no row of those, or none at all. */
static void try_any(gisa_shade *m) {
    static const unsigned all[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                   13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 27};
    for (unsigned g = 0; g < sizeof all / sizeof *all; g++)
        for (unsigned i = 0; i < 200; i++) {
            uint64_t w = (chance() & ~(UINT64_C(31) << 59)) | (uint64_t)all[g] << 59;
            try_word(m, w, false, slack_of(w));
        }
}

static void try_form(gisa_shade *m, const gisa_isa *isa, uint32_t form, const gisa_form_info *info) {
    test_begin();
    (strchr(info->name, '+') ? try_pair : try_row)(m, isa, form, info);
    test_end();
}

void test_rows(void) {
    const gisa_isa *isa = gisa_find("sgx543");
    gisa_shade *m = gisa_shade_new(isa);
    gisa_form_info info;
    gisa_shade_map(m, MODEL_ADDRESS, memory, sizeof memory);
    model_reset_steps();
    for (uint32_t form = 0; m && gisa_form(isa, form, &info) == GISA_OK; form++)
        if (is_here(&info))
            try_form(m, isa, form, &info);
    close_pairs();
    test_begin();
    try_any(m);
    test_end();
    gisa_shade_free(m);
}
