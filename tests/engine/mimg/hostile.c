/* SPDX-License-Identifier: MIT */
/* Random resources, samplers, registers and fields: each instruction ends, by a fault in words or
 * not; memory outside of what is mapped stays as it is. */
#include <stdlib.h>

#include "mimg.h"

enum { GUARD = 4096, TIMES = 6000 };

static const char *const names[] = {"image_load",           "image_store",        "image_load_mip",
                                    "image_sample",         "image_sample_c_d_o", "image_sample_b_cl",
                                    "image_gather4_c",      "image_get_lod",      "image_get_resinfo",
                                    "image_atomic_cmpswap", "image_store_pck",    "image_load_pck_sgn",
                                    "image_gather4_b_o",    "image_sample_lz"};

/* Most fields are sensible, or hardly any instruction would come as far as to memory. */
static void make_resource(uint32_t words[8], unsigned gen) {
    for (unsigned i = 0; i < 8; i++)
        words[i] = random32();
    if (random32() % 4 == 0)
        return;
    put_bits(words, 0, 40, 0);
    put_bits(words, 0, 32, (uint32_t)(BASE >> 8) + random32() % 8);
    put_bits(words, 52, 6, 1 + random32() % 14);
    put_bits(words, 58, 4, random32() % 8);
    if (random32() % 4)
        put_bits(words, 64, 28, random32() % 64 | (random32() % 64) << 14);
    put_bits(words, 95, 1, 0);
    put_bits(words, 124, 4, 8 + random32() % 8);
    put_bits(words, 108, 8, random32() % 8 << 4);
    put_bits(words, 116, 5, gen < 9 ? 8 : 0);
    put_bits(words, 128, 13, random32() % 8);
    put_bits(words, 160, 26, random32() % 2 ? 0 : random32() % 8 << 13);
    put_bits(words, 192, 31, 0);
    words[7] = 0;
}

static void try_one(runner *r, uint8_t *memory, unsigned i) {
    const char *name = names[random32() % (sizeof names / sizeof *names)];
    const bool samples = strstr(name, "sample") || strstr(name, "gather") || strstr(name, "lod");
    uint32_t words[8], sampler_words[4] = {random32(), random32(), random32(), random32()};
    char text[160];
    gisa_wave_fault fault = {0};
    make_resource(words, r->gen);
    if (random32() % 2)
        put_bits(sampler_words, 19, 1, 0);
    set_sgprs(r, 0, words, 8);
    set_sgprs(r, 8, sampler_words, 4);
    for (unsigned k = 0; k < 12; k++)
        for (unsigned n = 0; n < LANES; n += 1 + random32() % 8) {
            float x = random_float(-2, 3);
            uint32_t bits;
            memcpy(&bits, &x, sizeof bits);
            set_vgpr(r, k, n, random32() % 3 == 0 ? random32() : random32() % 2 ? random32() % 32 : bits);
        }
    snprintf(text, sizeof text, "%s %s, v[0:15], s[0:7]%s dmask:0x%x%s%s", name,
             strstr(name, "gather") || strstr(name, "cmpswap") ? "v[32:35]" : "v32",
             samples ? ", s[8:11]" : "", strstr(name, "cmpswap") ? 15u : 1u << random32() % 4,
             random32() % 2 ? " unorm" : "", random32() % 2 ? " da" : "");
    const bool good = run(r, text, &fault);
    bool outside = false;
    for (unsigned k = 0; k < GUARD; k++)
        outside |= memory[k] != 0xa5 || memory[GUARD + MEMORY + k] != 0xa5;
    check(good || *fault.message, "gfx%u: trial %u: %s: a fault without words", r->gen, i, text);
    check(!outside, "gfx%u: trial %u: %s: memory outside is written", r->gen, i, text);
}

void test_hostile(const gisa_isa *isa, unsigned gen) {
    uint8_t *memory = aligned_alloc(4096, MEMORY + 2 * GUARD);
    runner r;
    memset(memory, 0xa5, MEMORY + 2 * GUARD);
    runner_open(&r, isa, gen);
    gisa_wave_map(r.wave, BASE, memory + GUARD, MEMORY, true);
    test_begin();
    for (unsigned i = 0; i < TIMES; i++)
        try_one(&r, memory, i);
    test_end();
    runner_close(&r);
    free(memory);
}
