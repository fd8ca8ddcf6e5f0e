/* SPDX-License-Identifier: MIT */
/* Fuzz target: any words as a shader. Whatever it does ends in time, with a report, and the size of
 * batches and the number of threads make no difference where it ends. Input: choices of models,
 * batch, registers' seed; then words of the secondary and the primary program. */
#include "fuzz.h"
#include "gisa_shade.h"

enum { HEAD = 8, MOST_WORDS = 256, LIMIT = 3000, INSTANCES = 24, MEMORY = 256 };

typedef struct result {
    uint32_t row[INSTANCES][GISA_SHADE_BANK / 4];
    uint8_t seed;
} result;

static void begin(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    const result *r = ctx;
    for (unsigned reg = 0; reg < 32; reg++)
        for (unsigned i = 0; i < count; i++) {
            uint32_t n = (uint32_t)(first + i) * 2654435761u + reg * 40503u + r->seed;
            gisa_shade_row(b, GISA_KIND_PRIMARY, reg)[i] = n & 64 ? n : 0x3f800000 + (n & 0xfffff);
        }
    *gisa_shade_predicate(b, 0) = 0x5a5a5a5a5a5a5a5a >> first % 64;
}

static void end(void *ctx, gisa_shade_batch *b, uint64_t first, unsigned count) {
    result *r = ctx;
    for (unsigned i = 0; i < count; i++)
        for (unsigned reg = 0; reg < GISA_SHADE_BANK / 4; reg++)
            r->row[first + i][reg] =
                gisa_shade_row(b, reg & 1 ? GISA_KIND_OUTPUT : GISA_KIND_TEMP, reg * 4)[i];
}

static gisa_shade_result run(gisa_shade *m, result *r, unsigned batch, unsigned threads) {
    gisa_shade_draw draw = {.instances = INSTANCES,
                            .batch = batch,
                            .threads = threads,
                            .begin = begin,
                            .end = end,
                            .ctx = r,
                            .limit = LIMIT};
    gisa_shade_result answer;
    LAW(gisa_shade_run(m, &draw, &answer) == GISA_OK, "no memory");
    return answer;
}

/* Memory is written by instances in any order, so it is not there where results are compared. */
static void fuzz_words(const uint8_t *data, size_t size, bool with_memory) {
    static float texels[4 * 4 * 4];
    static uint32_t memory[MEMORY];
    static result one, other;
    gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
    size_t words = (size - HEAD) / 8, secondary = data[2] % 16 < words ? data[2] % 16 : words;
    gisa_model model;
    gisa_shade_texture t = {texels, 4, 4, 1, false, data[3] & 1, false, {data[4] % 3, data[5] % 3}};
    words = words < MOST_WORDS ? words : MOST_WORDS;
    secondary = secondary < words ? secondary : words;
    for (unsigned i = 0; i < 32 && gisa_model_at(gisa_find("sgx543"), i, &model) == GISA_OK; i++)
        if (data[i / 8 % 4] >> i % 8 & 1)
            LAW(!gisa_shade_choose(m, model.name, strchr(model.options, ' ') + 1), "%s", model.name);
    gisa_shade_set_texture(m, 0, &t);
    if (with_memory)
        gisa_shade_map(m, 0, memory, sizeof memory);
    gisa_shade_secondary(m, data + HEAD, 8 * secondary);
    gisa_shade_primary(m, data + HEAD + 8 * secondary, 8 * (words - secondary));
    one.seed = other.seed = data[6];
    gisa_shade_result a = run(m, &one, 0, 1);
    if (!with_memory) {
        gisa_shade_result b = run(m, &other, 4 + 4 * (data[7] % 4), 2);
        LAW(a.end != GISA_SHADE_END_ENDED ||
                (b.end == GISA_SHADE_END_ENDED && memcmp(&one, &other, sizeof one) == 0),
            "batches of %d", 4 + 4 * (data[7] % 4));
    }
    gisa_shade_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEAD)
        return 0;
    fuzz_words(data, size, false);
    fuzz_words(data, size, true);
    return 0;
}
