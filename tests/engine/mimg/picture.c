/* SPDX-License-Identifier: MIT */
/* Pictures: resources made field by field, random texels, and what stands in memory. */
#include <stdlib.h>

#include "mimg.h"

const char *const kind_names[KINDS] = {"1d",      "2d",      "3d",     "cube",
                                       "1darray", "2darray", "2dmsaa", "2dmsaaarray"};

const format formats[] = {
    {"8_8_8_8 unorm", 10, UNORM, 4, 8},      {"32 float", 4, FLOAT, 1, 32}, {"16_16 sint", 5, SINT, 2, 16},
    {"32_32 uint", 11, UINT, 2, 32},         {"16 unorm", 2, UNORM, 1, 16}, {"8_8 snorm", 3, SNORM, 2, 8},
    {"32_32_32_32 float", 14, FLOAT, 4, 32}, {"32 uint", 4, UINT, 1, 32},   {"8_8_8_8 uint", 10, UINT, 4, 8}};
const unsigned format_count = sizeof formats / sizeof *formats;

void put_bits(uint32_t *words, unsigned low, unsigned width, uint32_t value) {
    for (unsigned i = 0; i < width; i++) {
        words[(low + i) / 32] &= ~(UINT32_C(1) << (low + i) % 32);
        words[(low + i) / 32] |= (i < 32 ? value >> i & 1 : 0) << (low + i) % 32;
    }
}

unsigned picture_axes(kind k) {
    return k == K1D || k == K1DARRAY ? 1 : k == K3D ? 3 : 2;
}

unsigned picture_size(const picture *p, unsigned axis, unsigned level) {
    const unsigned whole[] = {p->width, p->height, p->depth};
    unsigned size = whole[axis] >> (p->first_level + level);
    return size ? size : 1;
}

texel *picture_at(const picture *p, unsigned level, unsigned x, unsigned y, unsigned z, unsigned sample) {
    return &p->texels[((((size_t)level * SLICES + z) * SIZE + y) * SIZE + x) * 4 + sample];
}

/* ---- components ---- */

static uint32_t raw_of(const format *f, uint32_t value) {
    float x = (float)((int)(value % 4001) - 2000) / 500;
    uint32_t bits;
    if (f->number != FLOAT)
        return f->width == 32 ? value : value & ((1u << f->width) - 1);
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint32_t component_of(const format *f, uint32_t raw) {
    int value = f->width < 32 && raw >> (f->width - 1) ? (int)raw - (1 << f->width) : (int)raw;
    float x;
    uint32_t bits;
    switch (f->number) {
    case UNORM: x = (float)((double)raw / ((1 << f->width) - 1)); break;
    case SNORM:
        x = (float)((double)value / ((1 << (f->width - 1)) - 1));
        x = x < -1 ? -1 : x;
        break;
    case SINT: return (uint32_t)value;
    default: return raw;
    }
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static texel empty(const format *f) {
    texel t = {.f = {0, 0, 0, 1}};
    if (is_integer(f))
        t.u[3] = 1;
    return t;
}

static uint8_t *place(const picture *p, unsigned level, unsigned x, unsigned y, unsigned z, unsigned sample) {
    return p->memory + (image_place(&p->read, level, x, y, z, sample) - BASE);
}

static void put_texel(const picture *p, unsigned level, unsigned x, unsigned y, unsigned z, unsigned sample) {
    const format *f = p->format;
    texel *t = picture_at(p, level, x, y, z, sample);
    *t = empty(f);
    for (unsigned c = 0; c < f->count; c++) {
        uint32_t raw = raw_of(f, random32());
        memcpy(place(p, level, x, y, z, sample) + c * f->width / 8, &raw, f->width / 8);
        t->u[c] = component_of(f, raw);
    }
}

texel picture_stored(const picture *p, unsigned level, unsigned x, unsigned y, unsigned z, unsigned sample) {
    const format *f = p->format;
    texel t = empty(f);
    for (unsigned c = 0; c < f->count; c++) {
        uint32_t raw = 0;
        memcpy(&raw, place(p, level, x, y, z, sample) + c * f->width / 8, f->width / 8);
        t.u[c] = component_of(f, raw);
    }
    return t;
}

/* ---- resources ---- */

static void set_size(picture *p) {
    static const struct {
        unsigned width, height, depth, slices;
    } sizes[KINDS] = {{13, 1, 1, 1}, {11, 7, 1, 1}, {6, 5, 4, 1}, {8, 8, 1, 12},
                      {13, 1, 1, 3}, {9, 6, 1, 3},  {5, 4, 1, 1}, {5, 4, 1, 3}};
    p->width = sizes[p->kind].width;
    p->height = sizes[p->kind].height;
    p->depth = sizes[p->kind].depth;
    p->slices = sizes[p->kind].slices;
}

/* The bits of the fields are those of AMD's PAL, ROCr, and Mesa. */
static void set_words(picture *p, unsigned gen) {
    const bool many = p->kind == KCUBE || p->kind >= K1DARRAY;
    const bool samples = p->kind >= K2DMSAA;
    uint32_t *w = p->words;
    memset(w, 0, sizeof p->words);
    put_bits(w, 0, 32, (uint32_t)(BASE >> 8));
    put_bits(w, 40, 12, (uint32_t)(p->min_lod * 256));
    put_bits(w, 52, 6, p->format->data);
    put_bits(w, 58, 4, p->format->number);
    put_bits(w, 64, 14, p->width - 1);
    put_bits(w, 78, 14, p->height - 1);
    for (unsigned i = 0; i < 4; i++)
        put_bits(w, 96 + 3 * i, 3, p->select[i]);
    put_bits(w, 108, 4, p->first_level);
    put_bits(w, 112, 4, samples ? 2 : p->first_level + p->levels - 1);
    put_bits(w, 116, 5, samples ? (gen < 9 ? 14 : 9) : gen < 9 ? 8 : 0);
    put_bits(w, 121, 1, gen < 9 && p->levels + p->first_level > 1);
    put_bits(w, 124, 4, 8 + (uint32_t)p->kind);
    put_bits(w, 128, 13, p->kind == K3D ? p->depth - 1 : many ? p->slices - 1 : 0);
    put_bits(w, 141, gen < 9 ? 14 : 16, p->width - 1);
    put_bits(w, 160, 13, 0);
    if (gen < 9)
        put_bits(w, 173, 13, many ? p->slices - 1 : 0);
    else
        put_bits(w, 188, 4, p->first_level + p->levels - 1);
}

static void fill(picture *p) {
    for (unsigned level = 0; level < p->levels; level++)
        for (unsigned z = 0; z < (p->kind == K3D ? picture_size(p, 2, level) : p->slices); z++)
            for (unsigned y = 0; y < picture_size(p, 1, level); y++)
                for (unsigned x = 0; x < picture_size(p, 0, level); x++)
                    for (unsigned i = 0; i < p->samples; i++)
                        put_texel(p, level, x, y, z, i);
}

bool picture_make(picture *p, const gisa_isa *isa, unsigned gen, kind k, const format *f, unsigned levels) {
    static const uint8_t selections[3][4] = {{4, 5, 6, 7}, {6, 5, 4, 1}, {7, 0, 4, 5}};
    image_rules rules;
    *p = (picture){.kind = k, .format = f, .levels = levels, .samples = k >= K2DMSAA ? 4 : 1};
    memcpy(p->select, selections[random32() % 3], sizeof p->select);
    set_size(p);
    p->first_level = levels > 1 ? random32() % 2 : 0;
    p->min_lod = levels > 1 && random32() % 4 == 0 ? (float)p->first_level + 0.5f : 0;
    set_words(p, gen);
    image_rules_init(&rules, isa);
    if (image_read(&p->read, &rules, p->words, k == KCUBE || (k >= K1DARRAY && k != K2DMSAA)) != IMAGE_OK ||
        p->read.levels != levels || 1u << p->read.log2_samples != p->samples)
        return false;
    p->size = (p->read.layout.bytes + 4095) / 4096 * 4096;
    p->memory = aligned_alloc(4096, p->size);
    memset(p->memory, (int)(random32() & 255), p->size);
    p->texels = calloc((size_t)LEVELS * SLICES * SIZE * SIZE * 4, sizeof *p->texels);
    fill(p);
    return true;
}

void picture_free(picture *p) {
    free(p->memory);
    free(p->texels);
    *p = (picture){0};
}
