/* SPDX-License-Identifier: MIT */
/* Models matter where they are said to matter, and nowhere else. Words of each row by chance, on
 * registers by chance, with each option: each option changes some result; what the operation of a
 * row speaks of can change a result of that row; and what changes a result is what the run says
 * that it depended on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shade.h"

enum { MODELS = 32, OPTIONS = 4, TRIES = 20000, LEAST = 2, SINGLE = 20, NAME = 160 };

static unsigned char memory[MODEL_MEMORY];
static unsigned model_count;
static char options[MODELS][OPTIONS][32];
static bool matters[MODELS][OPTIONS];

/* Rows of one name and format are one: what can matter in one of a pair's encodings can in
   another. */
typedef struct named {
    char name[NAME];
    uint32_t said, changed, doubtful; /* a bit for each model */
    uint32_t speaks, bodies;          /* those that the operation speaks of; of these, those that were said */
} named;

static void read_models(const gisa_isa *isa) {
    gisa_model m;
    for (; gisa_model_at(isa, model_count, &m) == GISA_OK && model_count < MODELS; model_count++)
        if (sscanf(m.options, "%31s %31s %31s %31s", options[model_count][0], options[model_count][1],
                   options[model_count][2], options[model_count][3]) < 2)
            check(false, "model %s has no options", m.name);
}

typedef struct outcome {
    instance q[QUAD];
    gisa_shade_end end;
    unsigned char memory[MODEL_MEMORY];
    uint64_t models[MODELS];
} outcome;

/* Words that show where a branch went stand after it. */
static void run_word(gisa_shade *m, uint64_t w, const outcome *start, outcome *out) {
    static uint64_t words[MOST_WORDS];
    static unsigned count;
    char message[400];
    if (!count)
        count = assemble("nop\nnop\nmov.u32 r120, #1\nmov.u32 r121, #2\nmov.u32 r122, #3\n", words);
    words[1] = w;
    *out = *start;
    memcpy(memory, start->memory, sizeof memory);
    memset(out->models, 0, sizeof out->models);
    out->end = run_quad_counting(m, words, count, out->q, message, out->models);
    memcpy(out->memory, memory, sizeof memory);
}

static bool differ(const outcome *a, const outcome *b) {
    char where[64];
    return a->end != b->end ||
           (a->end == GISA_SHADE_END_ENDED &&
            (!same_quad(a->q, b->q, 0, where) || memcmp(a->memory, b->memory, sizeof a->memory) != 0));
}

static void choose(gisa_shade *m, const gisa_isa *isa, unsigned model, unsigned option) {
    gisa_model info;
    gisa_model_at(isa, model, &info);
    gisa_shade_choose(m, info.name, options[model][option]);
}

/* One word with the options that come first, then with each other one. */
static void try_options(gisa_shade *m, const gisa_isa *isa, uint64_t w, named *row, bool all) {
    static outcome start, usual, other;
    uint32_t said = 0, changed = 0, to[QUAD];
    fill_quad(start.q);
    for (unsigned i = 0; i < MODEL_MEMORY; i++)
        start.memory[i] = (unsigned char)(chance() >> 32);
    for (unsigned k = 0; k < QUAD; k++)
        to[k] = MODEL_ADDRESS + (uint32_t)(chance() % (MODEL_MEMORY / 2));
    model_aim(start.q, w, to);
    run_word(m, w, &start, &usual);
    for (unsigned i = 0; i < model_count; i++)
        said |= (uint32_t)(usual.models[i] != 0) << i;
    row->said |= said;
    row->bodies |= said & row->speaks;
    for (unsigned i = 0; i < model_count; i++) {
        if (!all && !(said & ~row->changed & UINT32_C(1) << i))
            continue;
        for (unsigned k = 1; k < OPTIONS && options[i][k][0]; k++) {
            choose(m, isa, i, k);
            run_word(m, w, &start, &other);
            if (differ(&usual, &other)) {
                changed |= UINT32_C(1) << i;
                matters[i][k] = matters[i][0] = true;
            }
        }
        choose(m, isa, i, 0);
    }
    row->changed |= changed;
    if (changed & ~said && !row->doubtful) {
        gisa_model info;
        gisa_model_at(isa, (unsigned)__builtin_ctz(changed & ~said), &info);
        row->doubtful = changed & ~said;
        check(false, "%016llx %s depends on %s, which the run does not say", (unsigned long long)w,
              text_of(w), info.name);
    }
}

static named *row_of(named *rows, unsigned *count, const gisa_form_info *info) {
    char name[NAME];
    const char *plus = strchr(info->name, '+');
    snprintf(name, sizeof name, "%s %.*s", info->format, plus ? (int)(plus - info->name) : 60, info->name);
    for (unsigned i = 0; i < *count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    named *row = &rows[(*count)++];
    *row = (named){0};
    memcpy(row->name, name, sizeof name);
    return row;
}

static void try_form(gisa_shade *m, const gisa_isa *isa, const gisa_form_info *info, named *row) {
    bool pair = strchr(info->name, '+') != NULL;
    if (pair && chance() % 32)
        return; /* there are many */
    for (unsigned i = 0; i < TRIES && (i < (pair ? LEAST : SINGLE) || row->bodies & ~row->changed); i++) {
        uint64_t w = chance() & (chance() & 1 ? UINT64_MAX : ~UINT64_C(0xffffc)); /* short branches */
        w = (w & ~info->mask) | info->value;
        try_options(m, isa, w, row, i < LEAST);
    }
}

static void say_results(const gisa_isa *isa, const named *rows, unsigned count) {
    gisa_model info;
    for (unsigned i = 0; i < count; i++)
        /* The order of a sum changes a sign too rarely to be found by chance. */
        for (uint32_t vain = strstr(rows[i].name, " test") ? 0 : rows[i].bodies & ~rows[i].changed; vain;
             vain &= vain - 1) {
            gisa_model_at(isa, (unsigned)__builtin_ctz(vain), &info);
            check(false, "%s: %s is said to matter, but no option changes a result", rows[i].name, info.name);
        }
    for (unsigned i = 0; i < model_count; i++) {
        gisa_model_at(isa, i, &info);
        for (unsigned k = 0; k < OPTIONS && options[i][k][0]; k++)
            check(matters[i][k], "%s=%s changes no result of any word", info.name, options[i][k]);
    }
}

void test_choices(void) {
    static named rows[1024];
    static float texels[MODEL_SIDE * MODEL_SIDE * 4];
    const gisa_isa *isa = gisa_find("sgx543");
    gisa_shade *m = gisa_shade_new(isa);
    gisa_form_info info;
    unsigned count = 0;
    gisa_shade_texture t = {.texels = texels, .width = MODEL_SIDE, .height = MODEL_SIDE, .levels = 1};
    for (unsigned i = 0; i < MODEL_SIDE * MODEL_SIDE * 4; i++) /* a NaN now and then */
        texels[i] = i % 7 ? (float)(chance() % 256) / 255 : as_float(0x7fc00000);
    gisa_shade_map(m, MODEL_ADDRESS, memory, sizeof memory);
    read_models(isa);
    for (uint32_t f = 0; gisa_form(isa, f, &info) == GISA_OK && count < sizeof rows / sizeof *rows; f++) {
        t.cube = strstr(info.name, "Cube") != NULL;
        t.height = t.cube ? 1 : MODEL_SIDE;
        t.width = t.height;
        for (unsigned i = 0; i < MODEL_UNITS; i++)
            gisa_shade_set_texture(m, i, &t);
        named *row = row_of(rows, &count, &info);
        row->speaks |= strchr(info.name, '+') ? 0 : gisa_form_models(isa, f);
        try_form(m, isa, &info, row);
    }
    say_results(isa, rows, count);
    gisa_shade_free(m);
}
