/* SPDX-License-Identifier: MIT */
/* Worked cases, each with the numbers that were computed by hand from the documents: the registers
 * of an address, rounding and wrapping of coordinates, seams of cubes, comparisons, gathers, sizes
 * and levels of detail; faults in words; lanes and registers at their edges. */
#include <math.h>
#include <stdlib.h>

#include "mimg.h"

/* A picture without random texels: floats, or what the format holds. */
typedef struct drawing {
    runner r;
    uint8_t *memory;
    image read;
    uint32_t t[8], s[4];
    unsigned gen;
} drawing;

enum { POINT = 0, BILINEAR = 5 }; /* XY_MAG_FILTER and XY_MIN_FILTER */
enum { WRAP, MIRROR, LAST, ONCE_LAST, HALF_BORDER, ONCE_HALF_BORDER, BORDER, ONCE_BORDER };
enum { FLOAT_32 = 4, TEXELS_8 = 10, TEXELS_16 = 2 };

static void begin(drawing *d, const gisa_isa *isa, unsigned gen, unsigned type, unsigned width,
                  unsigned height) {
    memset(d, 0, sizeof *d);
    d->gen = gen;
    d->memory = aligned_alloc(256, MEMORY);
    memset(d->memory, 0, MEMORY);
    runner_open(&d->r, isa, gen);
    gisa_wave_map(d->r.wave, BASE, d->memory, MEMORY, true);
    put_bits(d->t, 0, 32, (uint32_t)(BASE >> 8));
    put_bits(d->t, 52, 6, FLOAT_32);
    put_bits(d->t, 58, 4, FLOAT);
    put_bits(d->t, 64, 14, width - 1);
    put_bits(d->t, 78, 14, height - 1);
    for (unsigned i = 0; i < 4; i++)
        put_bits(d->t, 96 + 3 * i, 3, 4 + i);
    put_bits(d->t, 116, 5, gen < 9 ? 8 : 0);
    put_bits(d->t, 124, 4, type);
    put_bits(d->t, 141, 14, width - 1);
    put_bits(d->s, 44, 12, 0xfff);
}

static void end(drawing *d) {
    runner_close(&d->r);
    free(d->memory);
}

static void clamps(drawing *d, unsigned clamp) {
    put_bits(d->s, 0, 9, clamp | clamp << 3 | clamp << 6);
}

/* The resource and the sampler are done. */
static void ready(drawing *d, bool da) {
    image_rules rules;
    image_rules_init(&rules, d->r.isa);
    image_read(&d->read, &rules, d->t, da);
    set_sgprs(&d->r, 0, d->t, 8);
    set_sgprs(&d->r, 8, d->s, 4);
}

static void draw(drawing *d, unsigned x, unsigned y, unsigned z, uint32_t bits, unsigned size) {
    memcpy(d->memory + (image_place(&d->read, 0, x, y, z, 0) - BASE), &bits, size);
}

static void draw_float(drawing *d, unsigned x, unsigned y, unsigned z, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    draw(d, x, y, z, bits, sizeof bits);
}

static void set_float(drawing *d, unsigned reg, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    set_vgpr(&d->r, reg, GISA_WAVE_ALL, bits);
}

static float result(drawing *d, unsigned reg) {
    uint32_t bits = get_vgpr(&d->r, 32 + reg, 0);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float sampled(drawing *d, float x, float y) {
    set_float(d, 0, x);
    set_float(d, 1, y);
    return run(&d->r, "image_sample_lz v32, v[0:1], s[0:7], s[8:11] dmask:0x1", NULL) ? result(d, 0) : NAN;
}

static void expect(const drawing *d, const char *what, float got, float want) {
    check(got == want, "gfx%u: %s: %g, not %g", d->gen, what, (double)got, (double)want);
}

/* ---- coordinates ----------------------------------------------------------------------- */

static void test_bilinear(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 9, 2, 1);
    clamps(&d, LAST);
    put_bits(d.s, 84, 4, BILINEAR);
    ready(&d, false);
    draw_float(&d, 1, 0, 0, 1);
    expect(&d, "bilinear in the middle", sampled(&d, 0.5f, 0.5f), 0.5f);
    expect(&d, "bilinear on the left texel", sampled(&d, 0.25f, 0.5f), 0);
    expect(&d, "bilinear on the right texel", sampled(&d, 0.75f, 0.5f), 1);
    expect(&d, "NaN is 0", sampled(&d, NAN, 0.5f), 0);
    expect(&d, "infinity is the edge", sampled(&d, INFINITY, 0.5f), 1);
    end(&d);
}

static void test_point(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 9, 4, 1);
    clamps(&d, LAST);
    ready(&d, false);
    for (unsigned i = 0; i < 4; i++)
        draw_float(&d, i, 0, 0, (float)i);
    expect(&d, "a point is rounded to 1/256", sampled(&d, 0.4999f, 0), 2);
    gisa_wave_choose(d.r.wave, "texel_rounding", "down");
    expect(&d, "the model texel_rounding=down", sampled(&d, 0.4999f, 0), 1);
    gisa_wave_choose(d.r.wave, "texel_rounding", "nearest");
    expect(&d, "a point to 8 bits", sampled(&d, 0.4985f, 0), 1);
    gisa_wave_choose(d.r.wave, "texel_fraction", "six");
    expect(&d, "the model texel_fraction=six", sampled(&d, 0.4985f, 0), 2);
    gisa_wave_choose(d.r.wave, "texel_fraction", "eight");
    put_bits(d.s, 27, 1, 1);
    ready(&d, false);
    expect(&d, "TRUNC_COORD", sampled(&d, 0.4999f, 0), 1);
    end(&d);
}

static void test_clamps(const gisa_isa *isa, unsigned gen) {
    static const struct {
        unsigned clamp;
        float texel, want; /* texel: of the coordinate; -9: the border */
    } cases[] = {{WRAP, -1, 3},         {MIRROR, -1, 0}, {MIRROR, 4, 3},      {ONCE_LAST, -3, 2},
                 {ONCE_LAST, -9, 3},    {BORDER, 4, -9}, {BORDER, 3, 3},      {ONCE_BORDER, -3, 2},
                 {ONCE_BORDER, -5, -9}, {LAST, -7, 0},   {HALF_BORDER, 9, 3}, {ONCE_HALF_BORDER, -2, 1},
                 {WRAP, 5, 1}};
    drawing d;
    begin(&d, isa, gen, 9, 4, 1);
    put_bits(d.s, 126, 2, 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char what[64];
        clamps(&d, cases[i].clamp);
        ready(&d, false);
        for (unsigned x = 0; x < 4; x++)
            draw_float(&d, x, 0, 0, (float)x + 10);
        snprintf(what, sizeof what, "clamp %u of texel %g", cases[i].clamp, (double)cases[i].texel);
        expect(&d, what, sampled(&d, (cases[i].texel + 0.5f) / 4, 0.5f),
               cases[i].want == -9 ? 1 : cases[i].want + 10);
    }
    end(&d);
}

static void test_seam(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 11, 2, 2);
    put_bits(d.s, 84, 4, BILINEAR);
    put_bits(d.t, 128, 13, 5);
    if (gen < 9)
        put_bits(d.t, 173, 13, 5);
    ready(&d, true);
    draw_float(&d, 1, 0, 1, 8);  /* face 1, texel (1, 0) */
    draw_float(&d, 0, 0, 4, 16); /* face 4, texel (0, 0) */
    set_float(&d, 0, 1.125f);    /* a quarter of the texel to the left of face 4 */
    set_float(&d, 1, 1.25f);
    set_float(&d, 2, 4);
    if (run(&d.r, "image_sample_lz v32, v[0:2], s[0:7], s[8:11] dmask:0x1 da", NULL))
        expect(&d, "the seam of a cube", result(&d, 0), 14);
    end(&d);
}

/* ---- comparison, gathers --------------------------------------------------------------- */

static void test_comparison(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 9, 2, 1);
    clamps(&d, LAST);
    put_bits(d.s, 12, 3, 1);
    put_bits(d.s, 84, 4, BILINEAR);
    ready(&d, false);
    draw_float(&d, 0, 0, 0, 0.25f);
    draw_float(&d, 1, 0, 0, 0.75f);
    set_float(&d, 0, 0.5f);
    set_float(&d, 1, 0.5f);
    set_float(&d, 2, 0.5f);
    if (run(&d.r, "image_sample_c_lz v[32:35], v[0:2], s[0:7], s[8:11] dmask:0xf", NULL)) {
        expect(&d, "a filtered comparison", result(&d, 0), 0.5f);
        expect(&d, "z of a comparison", result(&d, 2), 0.5f);
        expect(&d, "w of a comparison", result(&d, 3), 1);
    }
    end(&d);
}

static void test_gather(const gisa_isa *isa, unsigned gen, bool integers) {
    static const float floats[4] = {3, 4, 2, 1}, nearest[4] = {4, 4, 4, 4};
    drawing d;
    begin(&d, isa, gen, 9, 2, 2);
    clamps(&d, LAST);
    if (integers)
        put_bits(d.t, 58, 4, UINT);
    ready(&d, false);
    for (unsigned i = 0; i < 4; i++)
        if (integers)
            draw(&d, i % 2, i / 2, 0, 1 + i, 4);
        else
            draw_float(&d, i % 2, i / 2, 0, (float)(1 + i));
    set_float(&d, 0, 0.5f);
    set_float(&d, 1, 0.5f);
    if (run(&d.r, "image_gather4_lz v[32:35], v[0:1], s[0:7], s[8:11] dmask:0x1", NULL))
        for (unsigned i = 0; i < 4; i++)
            expect(&d, integers ? "gathered integers" : "gathered floats",
                   integers ? (float)get_vgpr(&d.r, 32 + i, 0) : result(&d, i),
                   integers && gen < 9 ? nearest[i] : floats[i]);
    end(&d);
}

static void test_gather_row(const gisa_isa *isa) {
    drawing d;
    begin(&d, isa, 9, 9, 6, 1);
    clamps(&d, LAST);
    ready(&d, false);
    for (unsigned i = 0; i < 6; i++)
        draw_float(&d, i, 0, 0, (float)i);
    set_float(&d, 0, 2.5f / 6);
    set_float(&d, 1, 0.5f);
    if (run(&d.r, "image_gather4h v[32:35], v[0:1], s[0:7], s[8:11] dmask:0x1", NULL))
        for (unsigned i = 0; i < 4; i++)
            expect(&d, "a gathered row", result(&d, i), (float)(2 + i > 5 ? 5 : 2 + i));
    end(&d);
}

/* ---- sizes and levels ------------------------------------------------------------------ */

static void test_size(const gisa_isa *isa, unsigned gen) {
    static const uint32_t want[] = {8, 4, 5, 6}, none[] = {0, 0, 0, 6};
    drawing d;
    begin(&d, isa, gen, 13, 64, 32);
    put_bits(d.t, 108, 4, 1);
    put_bits(d.t, 112, 4, 6);
    put_bits(d.t, 121, 1, gen < 9);
    put_bits(d.t, 128, 13, 4);
    if (gen < 9)
        put_bits(d.t, 173, 13, 4);
    else
        put_bits(d.t, 188, 4, 6);
    ready(&d, true);
    for (unsigned m = 2; m < 10; m += 4) {
        set_vgpr(&d.r, 0, GISA_WAVE_ALL, m);
        if (run(&d.r, "image_get_resinfo v[32:35], v0, s[0:7] dmask:0xf da", NULL))
            for (unsigned i = 0; i < 4; i++)
                check(get_vgpr(&d.r, 32 + i, 0) == (m == 2 ? want : none)[i],
                      "gfx%u: size of level %u: [%u] is %u", gen, m, i, get_vgpr(&d.r, 32 + i, 0));
    }
    end(&d);
}

static void test_lod(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 9, 256, 4);
    put_bits(d.t, 112, 4, 7);
    put_bits(d.t, 121, 1, gen < 9);
    if (gen >= 9)
        put_bits(d.t, 188, 4, 7);
    put_bits(d.s, 44, 12, 1 << 8);
    ready(&d, false);
    for (unsigned i = 0; i < LANES; i++) {
        float x = (float)(i & 1) / 64;
        uint32_t bits;
        memcpy(&bits, &x, sizeof bits);
        set_vgpr(&d.r, 0, i, bits);
        set_vgpr(&d.r, 1, i, 0);
    }
    if (run(&d.r, "image_get_lod v[32:33], v[0:1], s[0:7], s[8:11] dmask:0x3", NULL)) {
        expect(&d, "the level of detail, clamped by the sampler", result(&d, 0), 1);
        expect(&d, "the level of detail before that", result(&d, 1), 2);
    }
    end(&d);
}

/* ---- registers ------------------------------------------------------------------------- */

/* Ten registers of image_sample_c_d_cl_o, six with a16; and their order. */
static void test_registers(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 13, 4, 4);
    put_bits(d.t, 128, 13, 2);
    if (gen < 9)
        put_bits(d.t, 173, 13, 2);
    put_bits(d.s, 12, 3, 3);
    ready(&d, true);
    draw_float(&d, 3, 1, 2, 0.5f);
    set_vgpr(&d.r, 0, GISA_WAVE_ALL, 2 | 0x3f << 8); /* 2 to the right, 1 up */
    for (unsigned i = 1; i < 10; i++)
        set_float(&d, i, 0);
    set_float(&d, 1, 0.25f);
    set_float(&d, 6, 1.5f / 4);
    set_float(&d, 7, 2.5f / 4);
    set_float(&d, 8, 2);
    if (run(&d.r, "image_sample_c_d_cl_o v32, v[0:15], s[0:7], s[8:11] dmask:0x1 da", NULL))
        expect(&d, "ten registers of an address", result(&d, 0), 1);
    set_vgpr(&d.r, 2, GISA_WAVE_ALL, 0);
    set_vgpr(&d.r, 3, GISA_WAVE_ALL, 0);
    set_vgpr(&d.r, 4, GISA_WAVE_ALL, 0x3600 | 0x3900u << 16); /* 0.375, 0.625 */
    set_vgpr(&d.r, 5, GISA_WAVE_ALL, 0x4000);                 /* 2, 0 */
    if (gen == 9 && run(&d.r, "image_sample_c_d_cl_o v32, v[0:15], s[0:7], s[8:11] dmask:0x1 a16 da", NULL))
        expect(&d, "six registers of an address with a16", result(&d, 0), 1);
    end(&d);
}

/* The result may lie on the address, and the last register of the wave on nothing. */
static void test_overlap(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 9, 64, 1);
    put_bits(d.t, 52, 6, 14);
    ready(&d, false);
    for (unsigned i = 0; i < 64; i++)
        draw_float(&d, i, 0, 0, (float)i);
    for (unsigned i = 0; i < LANES; i++) {
        set_vgpr(&d.r, 32, i, i);
        set_vgpr(&d.r, 33, i, 0);
    }
    if (run(&d.r, "image_load v[32:35], v[32:33], s[0:7] dmask:0xf unorm", NULL))
        for (unsigned i = 0; i < LANES; i++)
            check((float)i == (float)0 ? get_vgpr(&d.r, 32, i) == 0 : get_vgpr(&d.r, 32, i) != i,
                  "gfx%u: lane %u of a load on its address", gen, i);
    end(&d);
}

/* Lanes that are off give their coordinates to the quad. */
static void test_helpers(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 9, 256, 4);
    put_bits(d.s, 44, 12, 15 << 8);
    ready(&d, false);
    for (unsigned i = 0; i < LANES; i++) {
        float x = (float)(i & 1) / 64;
        uint32_t bits;
        memcpy(&bits, &x, sizeof bits);
        set_vgpr(&d.r, 0, i, bits);
        set_vgpr(&d.r, 32, i, 77);
    }
    set_exec(&d.r, 1);
    if (run(&d.r, "image_get_lod v32, v[0:1], s[0:7], s[8:11] dmask:0x2", NULL)) {
        expect(&d, "the quad of one active lane", result(&d, 0), 2);
        check(get_vgpr(&d.r, 32, 1) == 77, "gfx%u: an inactive lane is not written", gen);
    }
    end(&d);
}

/* ---- the palette of border colours ------------------------------------------------------- */

/* Entry 3 lies 48 bytes after the palette's address. */
static void test_palette(const gisa_isa *isa, unsigned gen) {
    enum { PALETTE = 0x2000, ENTRY = 3 };
    static const float colour[4] = {0.25f, -7, 1000, 3};
    static const uint8_t order[6][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {3, 2, 1, 0},
                                        {3, 0, 1, 2}, {2, 1, 0, 3}, {1, 0, 3, 2}};
    drawing d;
    begin(&d, isa, gen, 9, 4, 4);
    memcpy(d.memory + PALETTE + 16 * ENTRY, colour, sizeof colour);
    clamps(&d, BORDER);
    put_bits(d.s, 96, 12, ENTRY);
    put_bits(d.s, 126, 2, 3);
    check(gisa_wave_set_border_palette(d.r.wave, BASE + PALETTE + 16), "gfx%u: an odd palette", gen);
    check(!gisa_wave_set_border_palette(d.r.wave, BASE + PALETTE), "gfx%u: a palette", gen);
    for (unsigned swizzle = 0; swizzle < (gen == 9 ? 6 : 1); swizzle++) {
        d.t[4] &= ~(7u << 29);
        d.t[4] |= swizzle << 29;
        ready(&d, false);
        set_float(&d, 0, -1);
        set_float(&d, 1, 0.5f);
        const bool good = run(&d.r, "image_sample_lz v[32:35], v[0:1], s[0:7], s[8:11] dmask:0xf", NULL);
        check(good, "gfx%u: a sample of the palette", gen);
        for (unsigned i = 0; i < 4 && good; i++)
            expect(&d, "a colour of the palette", result(&d, i), colour[order[swizzle][i]]);
    }
    end(&d);
}

/* ---- which fragment a sample has --------------------------------------------------------- */

/* 4 samples, 2 fragments, in the worked case of the documents: fragments 0 and 1, then none. */
static void test_fmask(const gisa_isa *isa, unsigned gen) {
    enum { UINT_NUMBER = 4, S4_F2 = 48, FMASK = 45, S4_F2_OF_GFX9 = 4, ELEMENT = 0xa4 };
    drawing d;
    begin(&d, isa, gen, 9, 4, 4);
    put_bits(d.t, 52, 6, gen == 9 ? FMASK : S4_F2);
    put_bits(d.t, 58, 4, gen == 9 ? S4_F2_OF_GFX9 : UINT_NUMBER);
    ready(&d, false);
    draw(&d, 2, 1, 0, ELEMENT, 1);
    set_vgpr(&d.r, 0, GISA_WAVE_ALL, 2);
    set_vgpr(&d.r, 1, GISA_WAVE_ALL, 1);
    check(run(&d.r, "image_load v[32:33], v[0:1], s[0:7] dmask:0x3 unorm", NULL) &&
              get_vgpr(&d.r, 32, 0) == 0x2210 && get_vgpr(&d.r, 33, 0) == 0,
          "gfx%u: a load of FMASK: %x", gen, get_vgpr(&d.r, 32, 0));
    end(&d);
}

/* ---- faults in words ------------------------------------------------------------------- */

static void expect_fault(drawing *d, const char *text, const char *words) {
    gisa_wave_fault fault;
    check(!run(&d->r, text, &fault) && strstr(fault.message, words), "gfx%u: %s: fault \"%s\" has no \"%s\"",
          d->gen, text, fault.message, words);
}

static void test_faults(const gisa_isa *isa, unsigned gen) {
    static const char sample[] = "image_sample_lz v32, v[0:1], s[0:7], s[8:11] dmask:0x1";
    drawing d;
    begin(&d, isa, gen, 9, 4, 4);
    ready(&d, false);
    clamps(&d, BORDER);
    put_bits(d.s, 126, 2, 3);
    ready(&d, false);
    expect_fault(&d, sample, "palette");
    put_bits(d.s, 126, 2, 0);
    put_bits(d.s, 15, 1, 1);
    clamps(&d, WRAP);
    ready(&d, false);
    expect_fault(&d, sample, "coordinates are in texels");
    put_bits(d.s, 15, 1, 0);
    put_bits(d.s, 19, 1, 1);
    ready(&d, false);
    expect_fault(&d, sample, "MC_COORD_TRUNC");
    put_bits(d.s, 19, 1, 0);
    put_bits(d.s, 9, 3, 2);
    put_bits(d.s, 84, 4, 15);
    ready(&d, false);
    gisa_wave_choose(d.r.wave, "anisotropy", "refused");
    expect_fault(&d, sample, "anisotropy=refused");
    gisa_wave_choose(d.r.wave, "anisotropy", "samples");
    check(run(&d.r, sample, NULL), "gfx%u: an anisotropic filter", gen);
    expect_fault(&d, "image_atomic_add v[32:33], v[0:1], s[0:7] dmask:0x3 unorm", "another size");
    put_bits(d.t, 52, 6, 35);
    put_bits(d.t, 58, 4, 0);
    ready(&d, false);
    set_float(&d, 0, 0);
    set_float(&d, 1, 0);
    expect_fault(&d, "image_store v32, v[0:1], s[0:7] dmask:0x1 unorm", "reading only");
    put_bits(d.t, 124, 4, 3);
    ready(&d, false);
    expect_fault(&d, sample, "reserved");
    memset(d.t, 0, sizeof d.t);
    ready(&d, false);
    set_vgpr(&d.r, 32, GISA_WAVE_ALL, 5);
    check(run(&d.r, sample, NULL) && get_vgpr(&d.r, 32, 3) == 0, "gfx%u: an image of zeros reads as 0", gen);
    end(&d);
}

/* ---- models ---------------------------------------------------------------------------- */

static void test_models(const gisa_isa *isa, unsigned gen) {
    drawing d;
    begin(&d, isa, gen, 9, 4, 1);
    clamps(&d, LAST);
    put_bits(d.s, 64, 14, 256); /* LOD_BIAS 1 */
    put_bits(d.s, 12, 3, 7);
    put_bits(d.s, 84, 4, 1); /* linear where it is magnified */
    put_bits(d.t, 96, 3, 0); /* x is 0 */
    ready(&d, false);
    set_float(&d, 0, 0.5f);
    set_float(&d, 1, 0.5f);
    set_float(&d, 2, 0.5f);
    if (run(&d.r, "image_sample_c_lz v32, v[0:2], s[0:7], s[8:11] dmask:0x1", NULL))
        expect(&d, "compare_select=ignored", result(&d, 0), 1);
    gisa_wave_choose(d.r.wave, "compare_select", "applied");
    if (run(&d.r, "image_sample_c_lz v32, v[0:2], s[0:7], s[8:11] dmask:0x1", NULL))
        expect(&d, "compare_select=applied", result(&d, 0), 0);
    put_bits(d.t, 96, 3, 4);
    ready(&d, false);
    draw_float(&d, 1, 0, 0, 0);
    draw_float(&d, 2, 0, 0, 1);
    set_float(&d, 2, -0.75f); /* the level of detail; with the bias 0.25 */
    if (run(&d.r, "image_sample_l v32, v[0:2], s[0:7], s[8:11] dmask:0x1", NULL))
        expect(&d, "lod_operand_bias=added: minified", result(&d, 0), 1);
    gisa_wave_choose(d.r.wave, "mag_threshold", "half");
    if (run(&d.r, "image_sample_l v32, v[0:2], s[0:7], s[8:11] dmask:0x1", NULL))
        expect(&d, "mag_threshold=half", result(&d, 0), 0.5f);
    gisa_wave_choose(d.r.wave, "mag_threshold", "zero");
    gisa_wave_choose(d.r.wave, "lod_operand_bias", "ignored");
    if (run(&d.r, "image_sample_l v32, v[0:2], s[0:7], s[8:11] dmask:0x1", NULL))
        expect(&d, "lod_operand_bias=ignored: magnified", result(&d, 0), 0.5f);
    end(&d);
}

void test_cases(const gisa_isa *isa, unsigned gen) {
    test_bilinear(isa, gen);
    test_point(isa, gen);
    test_clamps(isa, gen);
    test_seam(isa, gen);
    test_comparison(isa, gen);
    test_gather(isa, gen, false);
    test_gather(isa, gen, true);
    if (gen == 9)
        test_gather_row(isa);
    test_size(isa, gen);
    test_lod(isa, gen);
    test_registers(isa, gen);
    test_overlap(isa, gen);
    test_helpers(isa, gen);
    test_palette(isa, gen);
    test_fmask(isa, gen);
    test_faults(isa, gen);
    test_models(isa, gen);
}
