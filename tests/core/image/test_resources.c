/* SPDX-License-Identifier: MIT */
/* Resources: fields of T# and S# put together bit by bit, images whose layout is worked out by
   hand, and laws for random ones: no crash, and no two texels in one place. */
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "image_test.h"

enum { GENERATIONS = 4, HOSTILE = 20000, IMAGES = 1000, MOST_ELEMENTS = 40000 };

static const char *const architectures[GENERATIONS] = {"gfx600", "gfx704", "gfx803", "gfx900"};
static image_rules rules[GENERATIONS];

/* ---- making resources ------------------------------------------------------------------- */

static void put(uint32_t *words, unsigned low, unsigned width, uint64_t value) {
    for (unsigned i = 0; i < width; i++) {
        words[(low + i) / 32] &= ~(1u << (low + i) % 32);
        words[(low + i) / 32] |= (uint32_t)(value >> i & 1) << (low + i) % 32;
    }
}

typedef struct shape {
    unsigned gen, type, data, number, mode, width, height, depth, levels, log2_samples, pitch, base_level;
    uint64_t base; /* / 256 */
} shape;

/* The bits of a T# as drivers set them. */
static void make(uint32_t words[8], const shape *s) {
    unsigned last = s->log2_samples ? s->log2_samples : s->levels - 1;
    memset(words, 0, 8 * sizeof *words);
    put(words, 0, 40, s->base);
    put(words, 52, 6, s->data);
    put(words, 58, 4, s->number);
    put(words, 64, 14, s->width - 1);
    put(words, 78, 14, s->height - 1);
    put(words, 96, 12, 07654);
    put(words, 108, 4, s->base_level);
    put(words, 112, 4, last);
    put(words, 116, 5, s->mode);
    put(words, 124, 4, s->type);
    put(words, 128, 13, s->depth - 1);
    if (s->gen < 3) {
        put(words, 121, 1, s->levels > 1);
        put(words, 141, 14, s->pitch - 1);
        put(words, 173, 13, s->type == 10 ? 0 : s->type == 11 ? 6 * s->depth - 1 : s->depth - 1);
    } else {
        put(words, 141, 16, s->pitch - 1);
        put(words, 188, 4, s->log2_samples ? 0 : s->levels - 1);
    }
}

static const shape plain = {.gen = 0,
                            .type = 9,
                            .data = 4,
                            .number = 7,
                            .width = 1,
                            .height = 1,
                            .depth = 1,
                            .levels = 1,
                            .pitch = 1,
                            .base = 0x100};

static image_status read_shape(image *t, const shape *s) {
    uint32_t words[8];
    make(words, s);
    return image_read(t, &rules[s->gen], words, true);
}

static void check_place(const shape *s, unsigned level, uint32_t x, uint32_t y, uint64_t want) {
    image t;
    image_status status = read_shape(&t, s);
    uint64_t got = status == IMAGE_OK ? image_place(&t, level, x, y, 0, 0) - t.base : 0;
    check(status == IMAGE_OK && got == want, "%s mode %u, %ux%u, level %u, (%u, %u): %llu, not %llu (%s)",
          architectures[s->gen], s->mode, s->width, s->height, level, x, y, (unsigned long long)got,
          (unsigned long long)want, image_status_text(status));
}

/* ---- by hand ---------------------------------------------------------------------------- */

static void test_by_hand(void) {
    shape s = plain;
    test_begin();
    s.width = 100;
    s.height = 10;
    s.mode = 8;
    s.pitch = 128;
    check_place(&s, 0, 5, 3, 1556); /* linear aligned: a pitch of 128 */
    s.width = s.height = s.pitch = 16;
    s.mode = 13;
    check_place(&s, 0, 9, 2, 292); /* 1D thin */
    check_place(&s, 0, 7, 7, 252);
    s.levels = 5;
    check_place(&s, 1, 0, 0, 1024); /* 16 x 16 and 8 x 8 texels come first */
    check_place(&s, 2, 0, 0, 1280);
    s = plain; /* the PS4's 2D thin */
    s.gen = 1;
    s.width = s.height = s.pitch = 256;
    s.mode = 14;
    check(image_rules_chip(&rules[1], "liverpool"), "the PS4's chip");
    check_place(&s, 0, 8, 0, 256);
    check_place(&s, 0, 0, 8, 16640);
    check_place(&s, 0, 128, 64, 100352);
    check(image_rules_chip(&rules[1], "bonaire"), "the usual chip");
    s.gen = 3; /* 64KB_S_X of Vega 10 */
    s.mode = 25;
    check_place(&s, 0, 1, 0, 4);
    check_place(&s, 0, 0, 1, 16);
    check_place(&s, 0, 16, 0, 2048);
    check_place(&s, 0, 0, 8, 256);
    check_place(&s, 0, 128, 0, 81920);
    check_place(&s, 0, 0, 128, 163840);
    s.mode = 9; /* 64KB_S with levels: two blocks wide, the tail in the second one of the third row */
    s.levels = 9;
    check_place(&s, 1, 0, 0, 4 * 65536);
    for (unsigned level = 2; level < 9; level++) {
        static const unsigned tail[] = {32768, 16384, 8192, 4096, 2048, 1536, 1280};
        check_place(&s, level, 0, 0, 5 * 65536 + tail[level - 2]);
    }
    s.levels = 1; /* rows of pairs: 300 texels, of blocks: 75 */
    s.mode = 0;
    s.width = 300;
    s.height = 16;
    s.data = 32;
    s.number = 0;
    s.pitch = 384;
    check_place(&s, 0, 2, 1, 192 * 4 + 4);
    s.data = 35;
    s.pitch = 96;
    check_place(&s, 0, 4, 4, 96 * 8 + 8);
    s.gen = 2;
    s.mode = 8;
    s.pitch = 384;
    check_place(&s, 0, 4, 4, 96 * 8 + 8);
    s.data = 32;
    check_place(&s, 0, 2, 1, 192 * 4 + 4);
    test_end();
}

static void test_fields(void) {
    for (unsigned gen = 0; gen < GENERATIONS; gen++) {
        shape s = plain;
        uint32_t words[8] = {0};
        image t;
        test_begin();
        s.gen = gen;
        s.width = s.pitch = 300;
        s.height = 77;
        s.depth = 6;
        s.type = 13;
        s.mode = gen < 3 ? 8 : 0;
        s.base = 0x12345678ab;
        check(image_read(&t, &rules[gen], words, true) == IMAGE_NULL, "all zeros");
        make(words, &s);
        put(words, 160, 13, 2); /* BASE_ARRAY */
        put(words, 40, 12, 0x180);
        put(words, 192, 12, 0xfff);
        check(image_read(&t, &rules[gen], words, true) == IMAGE_OK, "an array");
        check(t.kind == IMAGE_2D_ARRAY && t.base == UINT64_C(0x12345678ab00) && t.width == 300 &&
                  t.height == 77 && t.depth == 1,
              "sizes");
        check(t.first_slice == 2 && t.slices == 4 && t.levels == 1, "slices");
        check(t.select[0] == 4 && t.select[1] == 5 && t.select[2] == 6 && t.select[3] == 7, "selection");
        check(t.min_lod == 1.5f && t.min_lod_warn == 4095 / 256.0f, "levels of detail");
        check(image_read(&t, &rules[gen], words, false) == IMAGE_OK && t.kind == IMAGE_2D, "without DA");
        put(words, 160, 13, 9);
        check(image_read(&t, &rules[gen], words, true) == IMAGE_RESERVED, "no slices");
        make(words, &s);
        put(words, 108, 4, 3);
        check(image_read(&t, &rules[gen], words, true) == IMAGE_RESERVED, "no levels");
        make(words, &s);
        put(words, 124, 4, 7);
        check(image_read(&t, &rules[gen], words, true) == IMAGE_RESERVED, "no type of image");
        make(words, &s);
        put(words, 52, 6, 30);
        check(image_read(&t, &rules[gen], words, true) == IMAGE_FORMAT, "no format");
        make(words, &s);
        put(words, 116, 5, gen == 3 ? 13 : 31);
        check(image_read(&t, &rules[gen], words, true) == (gen == 3 ? IMAGE_TILING : IMAGE_OK),
              "mode %u of %s", 31u, architectures[gen]);
        make(words, &s);
        put(words, 213, 1, 1);
        check(image_read(&t, &rules[gen], words, true) == (gen < 2 ? IMAGE_OK : IMAGE_COMPRESSED),
              "compressed");
        make(words, &s);
        put(words, 52, 6, 13); /* 32_32_32 in tiles */
        put(words, 116, 5, gen < 3 ? 14 : 9);
        check(image_read(&t, &rules[gen], words, true) == IMAGE_TILING, "elements of 12 bytes in tiles");
        test_end();
    }
}

static void test_sampler(void) {
    for (unsigned gen = 0; gen < GENERATIONS; gen++) {
        uint32_t words[4] = {0};
        sampler s;
        test_begin();
        put(words, 0, 9, 0327);
        put(words, 9, 3, 4);
        put(words, 12, 3, 3);
        put(words, 15, 1, 1);
        put(words, 32, 12, 0x180);
        put(words, 44, 12, 0xfff);
        put(words, 64, 14, 0x3f80);
        put(words, 78, 6, 0x38);
        put(words, 84, 8, 0x2d);
        put(words, 96, 12, 0xabc);
        put(words, 126, 2, 3);
        put(words, 108, 1, 1);
        sampler_read(&s, &rules[gen], words);
        check(s.clamp[0] == 7 && s.clamp[1] == 2 && s.clamp[2] == 3 && s.max_aniso == 4 && s.compare == 3,
              "clamps");
        check(s.unnormalized && !s.trunc_coord && !s.degamma && !s.no_cube_wrap, "flags");
        check(s.min_lod == 1.5f && s.max_lod == 4095 / 256.0f && s.lod_bias == -0.5f &&
                  s.lod_bias_sec == -0.5f,
              "lod");
        check(s.mag_filter == 1 && s.min_filter == 3 && s.z_filter == 2 && s.mip_filter == 0, "filters");
        check(s.border_pointer == 0xabc && s.border_type == 3 && s.skip_degamma == (gen == 3), "border");
        test_end();
    }
}

/* ---- laws ------------------------------------------------------------------------------- */

/* Random words: any status, in a moment; a place in an image that can be read. */
static void test_hostile(void) {
    for (unsigned gen = 0; gen < GENERATIONS; gen++) {
        test_begin();
        for (unsigned i = 0; i < HOSTILE; i++) {
            uint32_t words[8];
            uint64_t sum = 0;
            image t;
            for (unsigned k = 0; k < 8; k++)
                words[k] = random32();
            put(words, 127, 1, 1);
            if (gen >= 2)
                put(words, 213, 1, 0);
            if (gen < 3)
                put(words, 95, 1, 0);
            else
                put(words, 173, 4, 0);
            image_status status = image_read(&t, &rules[gen], words, i & 1);
            check(status < IMAGE_STATUS_COUNT && *image_status_text(status), "status %d", (int)status);
            if (status != IMAGE_OK)
                continue;
            for (unsigned level = 0; level < t.levels; level++)
                sum += image_place(&t, level, image_width(&t, level) - 1, image_height(&t, level) - 1,
                                   t.is_3d ? image_depth(&t, level) - 1 : t.slices - 1,
                                   (1u << t.log2_samples) - 1);
            check(sum != 1, "places");
        }
        test_end();
    }
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* All elements of all levels lie apart, and in the bytes that the image has. */
static void check_apart(const shape *s, const image *t) {
    static uint64_t at[MOST_ELEMENTS];
    unsigned count = 0;
    uint8_t w = t->format.block_width, h = t->format.block_height;
    for (unsigned level = 0; level < t->levels; level++)
        for (uint32_t z = 0; z < (t->is_3d ? image_depth(t, level) : t->slices); z++)
            for (uint32_t y = 0; y < image_height(t, level); y += h)
                for (uint32_t x = 0; x < image_width(t, level); x += w)
                    for (unsigned k = 0; k < 1u << t->log2_samples && count < MOST_ELEMENTS; k++)
                        at[count++] = image_place(t, level, x, y, z, k) - t->base;
    qsort(at, count, sizeof *at, compare);
    bool good = at[count - 1] + t->format.size <= t->layout.bytes;
    for (unsigned i = 1; i < count; i++)
        good = good && at[i] - at[i - 1] >= t->format.size;
    check(good, "%s mode %u type %u, format %u, %ux%ux%u, %u levels, %u samples: %u elements in %llu bytes",
          architectures[s->gen], s->mode, s->type, s->data, s->width, s->height, s->depth, s->levels,
          1u << s->log2_samples, count, (unsigned long long)t->layout.bytes);
}

static void test_apart(void) {
    static const uint8_t formats[][2] = {{1, 0},  {2, 0},  {10, 0}, {12, 7},
                                         {14, 7}, {35, 0}, {37, 0}, {13, 7}};
    unsigned read = 0;
    for (unsigned gen = 0; gen < GENERATIONS; gen++) {
        test_begin();
        for (unsigned i = 0; i < IMAGES; i++) {
            shape s = plain;
            image t;
            unsigned format = random32() % (sizeof formats / sizeof *formats);
            s.gen = gen;
            s.type = 8 + random32() % 7;
            s.data = formats[format][0];
            s.number = formats[format][1];
            s.mode = random32() % 32;
            s.width = 1 + random32() % 90;
            s.height = s.type == 8 || s.type == 12 ? 1 : 1 + random32() % 60;
            s.depth = s.type == 9 || s.type == 8 || s.type == 14 ? 1
                      : s.type == 11                             ? gen == 3 ? 6 : 1
                                                                 : 1 + random32() % 9;
            s.log2_samples = s.type == 14 ? random32() % 4 : 0;
            while (s.type != 14 && s.levels < 7 && (s.width | s.height) >> s.levels && random32() % 3)
                s.levels++;
            if (s.type == 14 && !s.log2_samples)
                continue;
            if (read_shape(&t, &s) != IMAGE_OK)
                continue;
            check_apart(&s, &t);
            read++;
        }
        test_end();
    }
    check(read > GENERATIONS * IMAGES / 4, "%u images", read);
}

void test_resources(void) {
    for (unsigned gen = 0; gen < GENERATIONS; gen++)
        image_rules_init(&rules[gen], gisa_find(architectures[gen]));
    test_by_hand();
    test_fields();
    test_sampler();
    test_hostile();
    test_apart();
}
