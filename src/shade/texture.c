/* SPDX-License-Identifier: MIT */
/* Samples of textures: the level of detail, which texels, and their mean. Computed in f32, in the
 * order in which it is written here; what the hardware's filters round is not known. */
#include <string.h>

#include "body.h"
#include "formats.h"
#include "level.h"

typedef struct texel {
    float c[SHADE_CHANNELS];
} texel;

/* ---- one level of one picture ---- */

typedef struct picture {
    const float *texels;
    uint32_t width, height;
} picture;

static uint32_t half_of(uint32_t size, unsigned times) {
    uint32_t smaller = times < 32 ? size >> times : 0;
    return smaller ? smaller : 1;
}

static picture picture_of(const gisa_shade_texture *t, unsigned level, unsigned face) {
    size_t at = 0, faces = t->cube ? 6 : 1;
    for (unsigned i = 0; i < level; i++)
        at += faces * half_of(t->width, i) * half_of(t->height, i);
    picture p = {t->texels, half_of(t->width, level), half_of(t->height, level)};
    at += (size_t)(t->cube ? face : 0) * p.width * p.height;
    p.texels += 4 * at;
    return p;
}

/* Which texel stands at place i of `size`. */
static uint32_t wrapped(int64_t i, uint32_t size, unsigned wrap) {
    int64_t n = size, round;
    switch (wrap) {
    case GISA_WRAP_CLAMP: return (uint32_t)(i < 0 ? 0 : i >= n ? n - 1 : i);
    case GISA_WRAP_MIRROR:
        round = ((i % (2 * n)) + 2 * n) % (2 * n);
        return (uint32_t)(round < n ? round : 2 * n - 1 - round);
    default: return (uint32_t)(((i % n) + n) % n);
    }
}

static texel texel_at(const gisa_shade_texture *t, const picture *p, int64_t x, int64_t y) {
    texel v;
    unsigned wrap[2] = {t->cube ? GISA_WRAP_CLAMP : t->wrap[0], t->cube ? GISA_WRAP_CLAMP : t->wrap[1]};
    size_t at = (size_t)wrapped(y, p->height, wrap[1]) * p->width + wrapped(x, p->width, wrap[0]);
    memcpy(v.c, p->texels + 4 * at, sizeof v.c);
    return v;
}

/* The greatest integer that is not above x; far away and for NaNs some number. */
static int64_t down(float x) {
    if (!(x > -1e15f && x < 1e15f))
        return 0;
    int64_t n = (int64_t)x;
    return n - ((float)n > x);
}

static texel mix(texel a, texel b, float part) {
    for (unsigned i = 0; i < SHADE_CHANNELS; i++)
        a.c[i] += (b.c[i] - a.c[i]) * part;
    return a;
}

static texel sample_picture(const gisa_shade_texture *t, const picture *p, float x, float y) {
    float u = x * (float)p->width, v = y * (float)p->height;
    if (!t->bilinear)
        return texel_at(t, p, down(u), down(v));
    u -= 0.5f;
    v -= 0.5f;
    int64_t left = down(u), top = down(v);
    float right_part = u - (float)left, low_part = v - (float)top;
    texel upper = mix(texel_at(t, p, left, top), texel_at(t, p, left + 1, top), right_part);
    texel lower = mix(texel_at(t, p, left, top + 1), texel_at(t, p, left + 1, top + 1), right_part);
    return mix(upper, lower, low_part);
}

/* ---- the level of detail ---- */

/* log2, near enough to choose a level: its own code, for libc alone has none. */
static float log2_of(float x) {
    union {
        float f;
        uint32_t u;
    } v = {.f = x};
    if (!(x > 0))
        return -127;
    float exponent = (float)((int)(v.u >> 23 & 255) - 127);
    v.u = (v.u & 0x7fffff) | 0x3f800000;
    float s = (v.f - 1) / (v.f + 1), q = s * s;
    return exponent + 2.8853901f * s * (1 + q * (1.0f / 3 + q * (0.2f + q * (1.0f / 7 + q / 9))));
}

static texel sample_level(const gisa_shade_texture *t, unsigned face, float x, float y, float lod) {
    float most = (float)(t->levels - 1), at = lod > 0 ? (lod < most ? lod : most) : 0;
    unsigned level = (unsigned)(t->trilinear ? at : at + 0.5f);
    picture p = picture_of(t, level, face);
    texel v = sample_picture(t, &p, x, y);
    if (t->trilinear && level + 1 < t->levels && at > (float)level) {
        p = picture_of(t, level + 1, face);
        v = mix(v, sample_picture(t, &p, x, y), at - (float)level);
    }
    return v;
}

/* The longer one of both steps, in texels. */
static float lod_of(const gisa_shade_texture *t, const float dx[2], const float dy[2]) {
    float w = (float)t->width, h = (float)t->height;
    float a = dx[0] * w * dx[0] * w + dx[1] * h * dx[1] * h,
          b = dy[0] * w * dy[0] * w + dy[1] * h * dy[1] * h;
    return 0.5f * log2_of(a > b ? a : b);
}

/* ---- cubes ---- */

/* The face that a direction hits, and where: the axis of the greatest magnitude, x before y before
   z. */
static unsigned face_of(const float d[3], float *x, float *y) {
    float size[3], across, along;
    unsigned axis, face;
    for (unsigned i = 0; i < 3; i++)
        size[i] = d[i] < 0 ? -d[i] : d[i];
    axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    face = 2 * axis + (d[axis] < 0);
    switch (face) {
    case 0: across = -d[2], along = -d[1]; break;
    case 1: across = d[2], along = -d[1]; break;
    case 2: across = d[0], along = d[2]; break;
    case 3: across = d[0], along = -d[2]; break;
    case 4: across = d[0], along = -d[1]; break;
    default: across = -d[0], along = -d[1];
    }
    float whole = size[axis] > 0 ? size[axis] : 1;
    *x = (across / whole + 1) / 2;
    *y = (along / whole + 1) / 2;
    return face;
}

/* ---- the instruction ---- */

typedef struct request {
    float at[SHADE_LANES][3], step[2][SHADE_LANES][3], lod[SHADE_LANES];
} request;

static bool fetch_floats(gisa_shade_batch *W, const shade_operand *o, unsigned channel, int offset, float *to,
                         unsigned stride) {
    shade_row temp;
    const uint32_t *row = shade_fetch(W, o, channel, offset, temp);
    for (unsigned i = 0; row && i < SHADE_LANES; i++)
        memcpy(&to[i * stride], &row[i], sizeof *to);
    return row;
}

static bool fetch_request(gisa_shade_batch *W, const gisa_shade_half *H, unsigned dimensions, unsigned lod,
                          request *r) {
    memset(r, 0, sizeof *r);
    for (unsigned k = 0; k < dimensions; k++)
        if (!fetch_floats(W, &H->s[0], k, 0, &r->at[0][k], 3))
            return false;
    if (lod == SHADE_LOD_BIAS || lod == SHADE_LOD_REPLACE)
        return fetch_floats(W, &H->s[2], 0, 0, r->lod, 1);
    for (unsigned k = 0; lod == SHADE_LOD_GRADIENT && k < 2 * dimensions; k++)
        if (!fetch_floats(W, &H->s[2], k % 4, (int)(k / 4 * 4), &r->step[k / dimensions][0][k % dimensions],
                          3))
            return false;
    return true;
}

/* The steps between the instances of a quad. */
static void find_steps(request *r) {
    for (unsigned i = 0; i < SHADE_LANES; i++)
        for (unsigned k = 0; k < 3; k++) {
            r->step[0][i][k] = r->at[i | 1][k] - r->at[i & ~1u][k];
            r->step[1][i][k] = r->at[i | 2][k] - r->at[i & ~2u][k];
        }
}

/* Where in which picture a lane samples. */
typedef struct spot {
    unsigned face;
    float x, y, lod;
} spot;

static spot spot_of(const gisa_shade_texture *t, const request *r, unsigned i, unsigned lod) {
    spot s = {0, r->at[i][0], r->at[i][1], r->lod[i]};
    float step[2][2];
    for (unsigned k = 0; k < 2; k++) {
        step[k][0] = r->step[k][i][0];
        step[k][1] = r->step[k][i][1];
    }
    if (t->cube) {
        s.face = face_of(r->at[i], &s.x, &s.y);
        for (unsigned k = 0; k < 2; k++) { /* where the neighbours hit, on whatever face */
            float next[3], there[2];
            for (unsigned n = 0; n < 3; n++)
                next[n] = r->at[i][n] + r->step[k][i][n];
            face_of(next, &there[0], &there[1]);
            step[k][0] = there[0] - s.x;
            step[k][1] = there[1] - s.y;
        }
    }
    if (lod != SHADE_LOD_REPLACE)
        s.lod += lod_of(t, step[0], step[1]);
    return s;
}

/* The four texels around a place, at the level that is nearest, and their weights in a bilinear
   sample. */
static void gather(const gisa_shade_texture *t, const spot *s, bool around, texel four[4], float weight[4]) {
    static const uint8_t orders[2][4] = {{0, 1, 2, 3}, {2, 3, 1, 0}}; /* right is 1, low is 2 */
    float most = (float)(t->levels - 1), at = s->lod > 0 ? (s->lod < most ? s->lod : most) : 0;
    picture p = picture_of(t, (unsigned)(at + 0.5f), s->face);
    float u = s->x * (float)p.width - 0.5f, v = s->y * (float)p.height - 0.5f;
    int64_t left = down(u), top = down(v);
    float right_part = u - (float)left, low_part = v - (float)top;
    for (unsigned n = 0; n < 4; n++) {
        unsigned right = orders[around][n] & 1, low = orders[around][n] >> 1;
        four[n] = texel_at(t, &p, left + right, top + low);
        weight[n] = (right ? right_part : 1 - right_part) * (low ? low_part : 1 - low_part);
    }
}

static const gisa_shade_texture *texture_of(gisa_shade_batch *W, uint32_t unit, unsigned lane, bool cube) {
    const gisa_shade_texture *t = unit < SHADE_UNITS ? &W->draw->machine->textures[unit] : NULL;
    if (t && t->texels && t->cube == cube)
        return t;
    if (!shade_answers(W, lane))
        return NULL;
    if (t && t->texels)
        shade_fault(W, UINT64_C(1) << lane, "texture unit %u has %s", unit, cube ? "no cube" : "a cube");
    else
        shade_fault(W, UINT64_C(1) << lane,
                    unit < SHADE_UNITS ? "texture unit %u has no texture"
                                       : "0x%x is no sampler state: expected a unit's number",
                    unit);
    return NULL;
}

static texel sample_spot(const gisa_shade_texture *t, const spot *s) {
    return sample_level(t, s->face, s->x, s->y, s->lod);
}

/* Four components of each lane, at the n-th place for so many of them after the first register. */
static void store_texel(gisa_shade_batch *W, const shade_operand *d, unsigned n,
                        uint32_t rows[SHADE_CHANNELS][SHADE_LANES]) {
    const uint32_t *from[SHADE_CHANNELS] = {rows[0], rows[1], rows[2], rows[3]};
    unsigned words = d->bank == BANK_I ? 1 : shade_channel_word(d->format, SHADE_CHANNELS - 1) + 1;
    shade_store(W, d, d->shown, (int)(n * words), W->active, from);
}

/* Four texels one after another; with weights, as four halves after them. */
static void store_gathered(gisa_shade_batch *W, const gisa_shade_half *H, bool weights,
                           uint32_t rows[5][SHADE_CHANNELS][SHADE_LANES]) {
    for (unsigned n = 0; n < 4; n++)
        store_texel(W, &H->d, n, rows[n]);
    if (!weights)
        return;
    shade_operand d = H->d;
    d.word = (uint16_t)(d.word +
                        (d.bank == BANK_I ? 4 : 4 * (shade_channel_word(d.format, SHADE_CHANNELS - 1) + 1)));
    d.format = VIEW_F16;
    d.shown = 15;
    store_texel(W, &d, 0, rows[4]);
}

/* What is computed of texels and coordinates is arithmetic: hosts do not agree on its NaNs. */
static uint32_t settled(float x, bool negative) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x == x ? bits : negative ? 0xffc00000 : 0x7fc00000;
}

void shade_sample(gisa_shade_batch *W, const gisa_shade_half *H, unsigned dimensions, unsigned lod) {
    enum { ONE, GATHER, INFORMATION, GATHER_WEIGHTS };
    shade_row result[5][SHADE_CHANNELS] = {{{0}}}, temp;
    const uint32_t *units;
    uint32_t bit;
    request r;
    const gisa_isa *isa = W->draw->machine->isa;
    bool around = shade_model(isa, W->draw->model, "gather_order", "around", &bit);
    bool negative = shade_model(isa, W->draw->model, "nan_sign", "negative", &bit);
    uint32_t mode = form_part(isa, W->op->form, W->op->bits, PART_GATHERS);
    if (!fetch_request(W, H, dimensions, lod, &r) || !(units = shade_fetch(W, &H->s[1], 0, 0, temp)))
        return;
    if (lod == SHADE_LOD_IMPLICIT || lod == SHADE_LOD_BIAS)
        find_steps(&r);
    for (uint64_t left = W->active; left; left &= left - 1) {
        unsigned i = shade_lowest(left);
        const gisa_shade_texture *t = texture_of(W, units[i], i, dimensions == 3);
        if (shade_failed(W))
            return;
        if (!t)
            continue;
        spot s = spot_of(t, &r, i, lod);
        texel v[5];
        if (mode == GATHER || mode == GATHER_WEIGHTS)
            gather(t, &s, around, v, v[4].c);
        else
            v[0] = sample_spot(t, &s);
        for (unsigned n = 0; n < (mode == GATHER || mode == GATHER_WEIGHTS ? 5u : 1u); n++)
            for (unsigned c = 0; c < SHADE_CHANNELS; c++)
                result[n][c][i] = settled(v[n].c[c], negative);
    }
    if (mode == GATHER || mode == GATHER_WEIGHTS)
        store_gathered(W, H, mode == GATHER_WEIGHTS, result);
    else
        store_texel(W, &H->d, 0, result[0]);
}

void gisa_shade_presample(gisa_shade_batch *W, unsigned unit, const float *x, const float *y,
                          float *result[4]) {
    const gisa_shade_texture *t = unit < SHADE_UNITS ? &W->draw->machine->textures[unit] : NULL;
    request r = {0};
    for (unsigned i = 0; i < SHADE_LANES; i++) {
        r.at[i][0] = x[i];
        r.at[i][1] = y[i];
    }
    find_steps(&r);
    for (unsigned i = 0; i < SHADE_LANES; i++) {
        texel v = {{0}};
        if (t && t->texels) {
            spot s = spot_of(t, &r, i, SHADE_LOD_IMPLICIT);
            v = sample_spot(t, &s);
        }
        for (unsigned c = 0; c < SHADE_CHANNELS; c++)
            result[c][i] = v.c[c];
    }
}
