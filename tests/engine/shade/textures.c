/* SPDX-License-Identifier: MIT */
/* Samples: each instruction with each kind of texture, filter, format and mode, against a second
 * way to compute them, in doubles and straight from what a sample is. Where a place is so near to a
 * border that rounding decides, either side would do, and it is left out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shade.h"

enum { PLAIN, BIAS, REPLACE, GRAD };
enum { SAMPLE, GATHER, INFORMATION, GATHER_WEIGHTS };
enum { PA = 2, SA = 3 };

/* What is tried. */
typedef struct trial {
    unsigned dimensions; /* 3 = a cube */
    unsigned lod, mode;
    unsigned from;     /* the format of coordinates: 0 f32, 1 f16, 2 fx10 */
    const char *to;    /* ".f32" ".f16" "" */
    unsigned to_words; /* of four components */
    bool primary;      /* the result goes to pa, not r */
    gisa_shade_texture t;
    char text[160];
} trial;

/* ---- the reference ---- */

static double part(double x) {
    return x - floor(x);
}

/* A place along one axis, moved into 0 .. 1, as the wrap mode says it. */
static long place(long i, long n, unsigned wrap) {
    if (wrap == GISA_WRAP_CLAMP)
        return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
    while (wrap == GISA_WRAP_REPEAT && i < 0)
        i += n;
    while (wrap == GISA_WRAP_REPEAT && i >= n)
        i -= n;
    while (wrap == GISA_WRAP_MIRROR && (i < 0 || i >= n)) /* -1 is 0, n is n - 1 */
        i = i < 0 ? -1 - i : 2 * n - 1 - i;
    return i;
}

/* The texel of a level. */
static const float *texel(const gisa_shade_texture *t, unsigned level, unsigned face, long x, long y) {
    const float *from = t->texels;
    long w = t->width, h = t->height, faces = t->cube ? 6 : 1;
    for (; level; level--) {
        from += 4 * faces * w * h;
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
    }
    from += 4 * (long)face * w * h;
    return from + 4 * (place(y, h, t->cube ? GISA_WRAP_CLAMP : t->wrap[1]) * w +
                       place(x, w, t->cube ? GISA_WRAP_CLAMP : t->wrap[0]));
}

static double size_of(uint32_t size, unsigned level) {
    return fmax(1, floor(ldexp(size, -(int)level)));
}

typedef struct spot {
    unsigned face;
    double x, y, lod;
    bool doubtful;
} spot;

static bool near_border(double x) {
    return part(x) < 2e-4 || part(x) > 1 - 2e-4;
}

static void sample(const gisa_shade_texture *t, unsigned level, spot *s, double out[4]) {
    double u = s->x * size_of(t->width, level), v = s->y * size_of(t->height, level);
    if (!t->bilinear) {
        const float *one = texel(t, level, s->face, (long)floor(u), (long)floor(v));
        s->doubtful |= near_border(u) || (t->height > 1 && near_border(v));
        for (unsigned c = 0; c < 4; c++)
            out[c] = (double)one[c];
        return;
    }
    for (unsigned c = 0; c < 4; c++)
        out[c] = 0;
    for (int y = 0; y < 2;
         y++) /* each texel by how much of it a square of its size around the place covers */
        for (int x = 0; x < 2; x++) {
            long i = (long)floor(u - 0.5) + x, k = (long)floor(v - 0.5) + y;
            double weight = (1 - fabs((double)i + 0.5 - u)) * (1 - fabs((double)k + 0.5 - v));
            for (unsigned c = 0; c < 4; c++)
                out[c] += weight * (double)texel(t, level, s->face, i, k)[c];
        }
}

static void filtered(const gisa_shade_texture *t, spot *s, double out[4]) {
    double lod = fmin(fmax(s->lod, 0), (double)(t->levels - 1)), next[4];
    if (!t->trilinear) {
        s->doubtful |= t->levels > 1 && fabs(part(lod) - 0.5) < 1e-4;
        sample(t, (unsigned)floor(lod + 0.5), s, out);
        return;
    }
    sample(t, (unsigned)floor(lod), s, out);
    if (part(lod) == 0)
        return;
    sample(t, (unsigned)floor(lod) + 1, s, next);
    for (unsigned c = 0; c < 4; c++)
        out[c] = out[c] * (1 - part(lod)) + next[c] * part(lod);
}

/* The face of a cube, and where on it. */
static void on_cube(const double d[3], spot *s) {
    /* for each face: the axes of x and y, and which way they go */
    static const struct {
        int x, y, x_sign, y_sign;
    } faces[6] = {{2, 1, -1, -1}, {2, 1, 1, -1}, {0, 2, 1, 1}, {0, 2, 1, -1}, {0, 1, 1, -1}, {0, 1, -1, -1}};
    unsigned axis = 0;
    for (unsigned i = 1; i < 3; i++)
        axis = fabs(d[i]) > fabs(d[axis]) ? i : axis;
    s->face = 2 * axis + (d[axis] < 0);
    s->x = 0.5 + 0.5 * faces[s->face].x_sign * d[faces[s->face].x] / fabs(d[axis]);
    s->y = 0.5 + 0.5 * faces[s->face].y_sign * d[faces[s->face].y] / fabs(d[axis]);
}

/* at: the coordinates of the quad; more: the third operand. */
static spot find_spot(const trial *r, double at[QUAD][3], double more[QUAD][6], unsigned k) {
    const gisa_shade_texture *t = &r->t;
    spot s = {0, at[k][0], r->dimensions > 1 ? at[k][1] : 0, 0, false};
    double squares[2] = {0, 0};
    if (r->dimensions == 3)
        on_cube(at[k], &s);
    for (unsigned way = 0; way < 2; way++) {
        double step[3] = {0, 0, 0}, dx, dy;
        for (unsigned i = 0; i < r->dimensions; i++)
            step[i] = r->lod == GRAD ? more[k][r->dimensions * way + i]
                                     : at[k | (1u << way)][i] - at[k & ~(1u << way)][i];
        dx = step[0];
        dy = step[1];
        if (r->dimensions == 3) {
            spot there = {0};
            for (unsigned i = 0; i < 3; i++)
                step[i] += at[k][i];
            on_cube(step, &there);
            dx = there.x - s.x;
            dy = there.y - s.y;
        }
        squares[way] = pow(dx * t->width, 2) + pow(dy * t->height, 2);
    }
    s.lod = r->lod == REPLACE ? more[k][0] : log2(sqrt(fmax(squares[0], squares[1])));
    s.lod += r->lod == BIAS ? more[k][0] : 0;
    return s;
}

/* ---- operands and results ---- */

static uint32_t fx10_from(double value) {
    return (uint32_t)(int)lround(value * 255) & 1023;
}

static double fx10_to(uint32_t bits) {
    int value = (int)(bits & 1023);
    return (value > 511 ? value - 1024 : value) / 255.0;
}

/* Coordinates as registers hold them, and what they then stand for. */
static void put_coordinates(const trial *r, double at[3], uint32_t words[3]) {
    words[0] = words[1] = words[2] = 0;
    for (unsigned i = 0; i < 3; i++)
        if (r->from == 0) {
            words[i] = as_bits((float)at[i]);
            at[i] = (double)as_float(words[i]);
        } else if (r->from == 1) {
            uint32_t half = half_from(at[i]);
            words[i / 2] |= half << 16 * (i % 2);
            at[i] = half_to(half);
        } else {
            uint32_t bits = fx10_from(at[i]);
            words[0] |= bits << 10 * i;
            at[i] = fx10_to(bits);
        }
}

static double component(const trial *r, const uint32_t *words, unsigned c) {
    return r->to_words == 4   ? (double)as_float(words[c])
           : r->to_words == 2 ? half_to(words[c / 2] >> 16 * (c % 2) & 0xffff)
                              : (words[0] >> 8 * c & 255) / 255.0;
}

/* How far a component may be from what is expected: f32 is computed in f32; the others are rounded
   once. */
static double slack(const trial *r, double value) {
    return r->to_words == 4 ? 3e-5 : 3e-5 + (r->to_words == 2 ? fabs(value) / 2048 + 1e-7 : 0.5 / 255);
}

static bool fits(const trial *r, const uint32_t *words, const double value[4]) {
    for (unsigned c = 0; c < 4; c++)
        if (!(fabs(component(r, words, c) - value[c]) <= slack(r, value[c])))
            return false;
    return true;
}

/* Four texels one after the other, the upper ones first, and perhaps four weights. */
static bool fits_gathered(const trial *r, const uint32_t *words, spot *s) {
    const gisa_shade_texture *t = &r->t;
    double lod = fmin(fmax(s->lod, 0), (double)(t->levels - 1));
    unsigned level = (unsigned)floor(lod + 0.5);
    double u = s->x * size_of(t->width, level) - 0.5, v = s->y * size_of(t->height, level) - 0.5;
    bool good = true;
    s->doubtful |= (t->levels > 1 && fabs(part(lod) - 0.5) < 1e-4) || near_border(u) ||
                   (t->height > 1 && near_border(v));
    for (unsigned n = 0; n < 4; n++) {
        double value[4], weight = (n & 1 ? part(u) : 1 - part(u)) * (n & 2 ? part(v) : 1 - part(v));
        for (unsigned c = 0; c < 4; c++)
            value[c] =
                (double)texel(t, level, s->face, (long)floor(u) + (n & 1), (long)floor(v) + (n >> 1))[c];
        good &= fits(r, words + n * r->to_words, value);
        if (r->mode == GATHER_WEIGHTS)
            good &= fabs(half_to(words[4 * r->to_words + n / 2] >> 16 * (n % 2) & 0xffff) - weight) < 1e-3;
    }
    return good;
}

/* ---- a trial ---- */

static double any(double least, double most) {
    return least + (most - least) * (double)(chance() >> 11) / 9007199254740992.0;
}

/* Around one place, so that the quad spans some texels; on a cube on one face of it. */
static void choose_place(const trial *r, double at[QUAD][3], double more[QUAD][6]) {
    bool cube = r->dimensions == 3;
    double step = ldexp(cube ? 0.4 : 1, -(int)(chance() % 5)), middle[3];
    unsigned axis = (unsigned)(chance() % 3);
    for (unsigned i = 0; i < 3; i++)
        middle[i] = cube ? any(-0.5, 0.5) : any(-1, 1);
    if (cube)
        middle[axis] = chance() & 1 ? 1.3 : -1.3;
    for (unsigned k = 0; k < QUAD; k++) {
        for (unsigned i = 0; i < 3; i++)
            at[k][i] = cube && i == axis ? middle[i] : middle[i] + any(-0.5, 0.5) * step;
        for (unsigned i = 0; i < 6; i++)
            more[k][i] = (double)(float)(r->lod == GRAD ? (cube && i % 3 == axis ? 0 : any(-0.4, 0.4) * step)
                                                        : any(-1, 4));
    }
}

static unsigned tried, doubtful;

static void run_trial(gisa_shade *m, const trial *r, const uint64_t *words, unsigned count) {
    instance q[QUAD];
    double at[QUAD][3], more[QUAD][6];
    char message[400] = "";
    memset(q, 0, sizeof q);
    choose_place(r, at, more);
    for (unsigned k = 0; k < QUAD; k++) {
        put_coordinates(r, at[k], &q[k].r[PA][0]);
        for (unsigned i = 0; i < 6; i++)
            q[k].r[PA][8 + i] = as_bits((float)more[k][i]);
        q[k].r[SA][4] = 3; /* the unit */
    }
    gisa_shade_end end = run_quad(m, words, count, q, message);
    check(end == GISA_SHADE_END_ENDED, "%s: %s", r->text, message);
    for (unsigned k = 0; k < QUAD && end == GISA_SHADE_END_ENDED; k++) {
        const uint32_t *got = &q[k].r[r->primary ? PA : 0][16];
        spot s = find_spot(r, at, more, k);
        double value[4];
        bool good;
        if (r->mode == SAMPLE) {
            filtered(&r->t, &s, value);
            good = fits(r, got, value);
        } else
            good = fits_gathered(r, got, &s);
        tried++;
        doubtful += s.doubtful;
        if (!s.doubtful)
            check(good, "%s at %g %g %g, face %u, lod %g: %g %g", r->text, at[k][0], at[k][1], at[k][2],
                  s.face, s.lod, component(r, got, 0), component(r, got, 3));
    }
}

static const char *describe(trial *r, char source[80]) {
    static const char *const names[] = {"1D", "2D", "Cube"}, *const ways[] = {"", "Bias", "Replace", "Grad"};
    snprintf(source, 80, "tex%s%s%s %s, pa0, sa4, pa8 mode:%u srcfmt:%u", names[r->dimensions - 1],
             ways[r->lod], r->to, r->primary ? "pa16" : "r16", r->mode, r->from);
    snprintf(r->text, sizeof r->text, "%s on %ux%u, %u levels%s%s, wrap %u %u", source, r->t.width,
             r->t.height, r->t.levels, r->t.bilinear ? ", bilinear" : "", r->t.trilinear ? ", trilinear" : "",
             r->t.wrap[0], r->t.wrap[1]);
    return source;
}

/* ---- all of them ---- */

enum { MOST_TEXELS = 6 * 512 };
static float texels[4 * MOST_TEXELS];

/* A texture of which all levels are there, or one. */
static void choose_texture(trial *r, unsigned kind, unsigned wrap) {
    static const uint8_t sizes[][2] = {{16, 8}, {5, 3}, {8, 8}, {4, 16}};
    const uint8_t *size = sizes[chance() % 4];
    unsigned most = 1;
    r->t = (gisa_shade_texture){.texels = texels,
                                .width = r->dimensions == 3 ? 8 : size[0],
                                .height = r->dimensions == 3   ? 8
                                          : r->dimensions == 2 ? size[1]
                                                               : 1,
                                .cube = r->dimensions == 3,
                                .bilinear = kind & 1,
                                .trilinear = kind >> 1 == 2,
                                .wrap = {(uint8_t)(wrap % 3), (uint8_t)(wrap / 3)}};
    while ((r->t.width | r->t.height) >> most)
        most++;
    r->t.levels = kind < 2 ? 1 : most;
}

/* Point, bilinear; without levels, with the nearest one, with a mean of two. */
static void test_all_samples(gisa_shade *m) {
    static const struct {
        const char *name;
        unsigned words;
    } formats[] = {{".f32", 4}, {".f16", 2}, {"", 1}};
    enum { KINDS = 6, WRAPS = 9 };
    for (unsigned i = 0; i < 3 * 4 * 3 * 3 * KINDS * WRAPS; i++) {
        static const unsigned modes[] = {SAMPLE, SAMPLE, SAMPLE, GATHER, GATHER_WEIGHTS};
        unsigned n = i / 36;
        trial r = {.dimensions = i % 3 + 1, .lod = i / 3 % 4, .from = i / 12 % 3};
        uint64_t words[MOST_WORDS];
        char source[80];
        r.to = formats[n % 3].name;
        r.to_words = formats[n % 3].words;
        n /= 3;
        choose_texture(&r, n % KINDS, n / KINDS);
        r.mode = modes[chance() % 5];
        r.primary = chance() & 1;
        unsigned count = assemble(describe(&r, source), words);
        gisa_shade_set_texture(m, 3, &r.t);
        test_begin();
        for (unsigned k = 0; k < 2; k++)
            run_trial(m, &r, words, count);
        test_end();
    }
    check(doubtful * 10 < tried, "%u of %u places are too near to a border", doubtful, tried);
    printf("%u samples, %u of them left out\n", tried, doubtful);
}

/* What is unknown, in all instructions: a fault that names it. */
static void test_unknown(gisa_shade *m) {
    static const struct {
        const char *change, *says;
    } cases[] = {
        {"fmt:1", "reserved"}, {"mode:2", "mode"}, {"srcfmt:3", "format of coordinates"}, {".minp", "minp"}};
    for (unsigned i = 0; i < 12; i++)
        for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
            static const char *const names[] = {"1D", "2D", "Cube"}, *const ways[] = {"", "Bias", "Replace",
                                                                                      "Grad"};
            bool suffix = cases[k].change[0] == '.';
            uint64_t words[MOST_WORDS];
            instance q[QUAD];
            char source[80], message[400] = "";
            memset(q, 0, sizeof q);
            snprintf(source, sizeof source, "tex%s%s%s r16, pa0, sa4, pa8 %s", names[i / 4], ways[i % 4],
                     suffix ? cases[k].change : "", suffix ? "" : cases[k].change);
            unsigned count = assemble(source, words);
            check(run_quad(m, words, count, q, message) == GISA_SHADE_END_FAULT &&
                      strstr(message, cases[k].says),
                  "%s: expected a fault of %s, got: %s", source, cases[k].says, message);
        }
}

void test_samples(void) {
    gisa_shade *m = gisa_shade_new(gisa_find("sgx543"));
    for (unsigned i = 0; i < 4 * MOST_TEXELS; i++)
        texels[i] = (float)(chance() % 256) / 255;
    test_all_samples(m);
    test_unknown(m);
    gisa_shade_free(m);
}
