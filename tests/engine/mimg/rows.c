/* SPDX-License-Identifier: MIT */
/* Every row of image instructions, for every kind of image, on several formats: registers are
 * filled in the order of addresses.txt, and what comes is what the model says. */
#include <math.h>
#include <stdlib.h>

#include "mimg.h"

enum { VDATA = 32, MOST_ELEMENTS = 16 };

/* A line of addresses.txt. */
typedef struct row {
    char name[64];
    kind kind;
    bool halves; /* derivatives have 16 bits, whatever the others have */
    unsigned registers, registers_a16, elements;
    char element[MOST_ELEMENTS][12];
} row;

/* What the name says. */
typedef struct sense {
    bool loads, stores, atomic, samples, gathers, resinfo, lod;
    bool bits, with_sign;
    request request;
} sense;

/* How it is done this time. */
typedef struct variant {
    unsigned dmask;
    bool a16, d16, tfe, glc, texels;
} variant;

typedef struct trial {
    runner *r;
    const row *row;
    const sense *m;
    variant v;
    picture *p;
    filter s;
    lane lane[LANES];
    uint32_t data[LANES][4];
    uint64_t exec;
} trial;

/* ---- names ---------------------------------------------------------------------------- */

static bool has(const char *name, const char *suffix) {
    const size_t size = strlen(suffix);
    for (const char *at = name; (at = strstr(at, suffix)); at += size)
        if (at[size] == '_' || !at[size])
            return true;
    return false;
}

static bool begins(const char *name, const char *start) {
    return strncmp(name, start, strlen(start)) == 0;
}

static sense meaning_of(const char *name, unsigned gen) {
    sense m = {.loads = begins(name, "image_load"),
               .stores = begins(name, "image_store"),
               .atomic = begins(name, "image_atomic"),
               .samples = begins(name, "image_sample"),
               .gathers = begins(name, "image_gather4"),
               .resinfo = has(name, "_resinfo"),
               .lod = has(name, "_get_lod")};
    m.bits = has(name, "_pck");
    m.with_sign = has(name, "_sgn");
    m.request = (request){.compares = has(name, "_c"),
                          .zero = has(name, "_lz"),
                          .given = has(name, "_l"),
                          .steps = has(name, "_d") || has(name, "_cd"),
                          .gathers = m.gathers,
                          .gen = gen};
    return m;
}

/* image_atomic_rsub ... are on gfx6 and gfx7, image_gather4h on gfx9; those that pack texels are
   not executed. */
static bool is_there(const char *name, unsigned gen) {
    const bool old = has(name, "_rsub") || has(name, "_fmin") || has(name, "_fmax") || has(name, "_fcmpswap");
    if (has(name, "h_pck") || strstr(name, "h_pck"))
        return false;
    return old ? gen < 8 : strstr(name, "gather4h") ? gen == 9 : true;
}

/* ---- registers ------------------------------------------------------------------------ */

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* To f16, to the nearest, ties to even. */
static uint32_t half_of(float x) {
    const double size = fabs((double)x);
    int exponent = 0;
    if (x != x)
        return 0x7e00;
    if (size == 0)
        return signbit(x) ? 0x8000 : 0;
    frexp(size, &exponent);
    exponent = exponent - 1 < -14 ? -14 : exponent - 1;
    double units = nearbyint(ldexp(size, 10 - exponent));
    if (units >= 2048) {
        units /= 2;
        exponent++;
    }
    if (exponent > 15)
        return (x < 0 ? 0x8000u : 0) | 0x7c00;
    const uint32_t bits =
        units < 1024 ? (uint32_t)units : ((uint32_t)(exponent + 15) << 10) + (uint32_t)units - 1024;
    return (x < 0 ? 0x8000u : 0) | bits;
}

static float float_of_element(const lane *l, const char *e) {
    static const char *const steps[] = {"dx/dh", "dy/dh", "dz/dh", "dx/dv", "dy/dv", "dz/dv"};
    for (unsigned i = 0; i < 6; i++)
        if (strcmp(e, steps[i]) == 0)
            return l->step[i / 3][i % 3];
    return strcmp(e, "x") == 0           ? l->at[0]
           : strcmp(e, "y") == 0         ? l->at[1]
           : strcmp(e, "z") == 0         ? l->at[2]
           : strcmp(e, "bias") == 0      ? l->bias
           : strcmp(e, "reference") == 0 ? l->reference
           : strcmp(e, "lod") == 0       ? l->lod
           : strcmp(e, "clamp") == 0     ? l->least
                                         : l->slice;
}

static uint32_t number_of_element(const lane *l, const char *e) {
    return strcmp(e, "x") == 0          ? l->number[0]
           : strcmp(e, "y") == 0        ? l->number[1]
           : strcmp(e, "z") == 0        ? l->number[2]
           : strcmp(e, "mip") == 0      ? l->mip
           : strcmp(e, "fragment") == 0 ? l->fragment
                                        : l->slice_number;
}

static uint32_t offsets_of(const lane *l) {
    return (uint32_t)(l->offset[0] & 63) | (uint32_t)(l->offset[1] & 63) << 8 |
           (uint32_t)(l->offset[2] & 63) << 16 | (random32() & 0xffc0c0c0);
}

static bool has_half(const trial *t, const char *element) {
    return t->v.a16 || (t->row->halves && strchr(element, '/'));
}

/* Fills the address registers of a lane; returns how many there are. */
static unsigned put_address(const trial *t, unsigned which) {
    const lane *l = &t->lane[which];
    const bool floats = t->m->samples || t->m->gathers || t->m->lod;
    unsigned next = 0, group = 0;
    uint32_t low = 0;
    bool half = false;
    for (unsigned i = 0; i < t->row->elements; i++) {
        const char *e = t->row->element[i];
        const unsigned now = strcmp(e, "offsets") == 0     ? 1
                             : strcmp(e, "bias") == 0      ? 2
                             : strcmp(e, "reference") == 0 ? 3
                             : strstr(e, "/dh")            ? 4
                             : strstr(e, "/dv")            ? 5
                                                           : 6;
        const uint32_t whole = now == 1 ? offsets_of(l)
                               : floats ? bits_of(float_of_element(l, e))
                                        : number_of_element(l, e);
        if (now != group)
            half = false;
        group = now;
        if (!has_half(t, e) || now == 1 || now == 3) {
            set_vgpr(t->r, next++, which, whole);
            continue;
        }
        const uint32_t value = floats ? half_of(float_of(whole)) : whole & 0xffff;
        if (half)
            set_vgpr(t->r, next - 1, which, low | value << 16);
        else
            set_vgpr(t->r, next++, which, value | random32() << 16);
        low = value;
        half = !half;
    }
    return next;
}

/* ---- lanes ---------------------------------------------------------------------------- */

/* A number that f16 holds exactly, or any. */
static float some_float(bool half, float low, float high) {
    float x = random_float(low, high);
    return half ? (float)((int)(x * 64)) / 64 : x;
}

static float coordinate(const trial *t, float low, float high) {
    return some_float(t->v.a16, low, high);
}

static void place_lane(trial *t, lane *l, const lane *first) {
    const picture *p = t->p;
    for (unsigned k = 0; k < 3; k++) {
        const float size = t->v.texels ? (float)picture_size(p, k < 3 ? k : 0, 0) : 1;
        float near = coordinate(t, -0.1f, 0.1f);
        l->at[k] = p->kind == KCUBE ? coordinate(t, 1, 2)
                   : first          ? first->at[k] + near
                                    : coordinate(t, -1.2f * size, 2.2f * size);
        if (first && p->kind == KCUBE)
            l->at[k] = first->at[k] + near < 1 || first->at[k] + near > 2 ? first->at[k] - near
                                                                          : first->at[k] + near;
        for (unsigned to = 0; to < 2; to++)
            l->step[to][k] = some_float(has_half(t, "/"), -1, 1);
        l->offset[k] = t->row->element[0][0] == 'o' ? (int)(random32() % 64) - 32 : 0;
    }
    l->slice = p->kind == KCUBE ? (float)(random32() % 6 + 8 * (random32() % 2)) : coordinate(t, -1, 4);
    l->bias = coordinate(t, -1, 1);
    l->reference = random32() % 8 ? random_float(-0.2f, 1.2f) : p->texels[0].f[0];
    l->lod = coordinate(t, -1, 4);
    l->least = coordinate(t, 0, 2);
}

static bool has_element(const row *r, const char *name) {
    for (unsigned i = 0; i < r->elements; i++)
        if (strcmp(r->element[i], name) == 0)
            return true;
    return false;
}

/* Most lanes are inside. */
static uint32_t index_below(uint32_t size) {
    return random32() % 10 == 0 ? random32() % 3 ? size + random32() % 3 : (uint32_t)-1 - random32() % 2
                                : random32() % size;
}

static void number_lane(trial *t, lane *l) {
    const picture *p = t->p;
    l->mip = has_element(t->row, "mip") ? index_below(p->levels) : 0;
    for (unsigned k = 0; k < 3; k++)
        l->number[k] = index_below(picture_size(p, k, l->mip < p->levels ? l->mip : 0));
    l->slice_number = index_below(p->slices);
    l->fragment = index_below(p->samples);
}

static void absent_parts(const trial *t, lane *l) {
    if (!has_element(t->row, "bias"))
        l->bias = 0;
    if (!has_element(t->row, "clamp"))
        l->least = 0;
}

/* Without derivatives they are the differences of the first lanes of the quad. */
static void quad_steps(trial *t) {
    for (unsigned i = 0; i < LANES && !t->m->request.steps; i++)
        for (unsigned k = 0; k < 3; k++) {
            const lane *q = &t->lane[i & ~3u];
            t->lane[i].step[0][k] = q[1].at[k] - q[0].at[k];
            t->lane[i].step[1][k] = q[2].at[k] - q[0].at[k];
        }
}

static void make_lanes(trial *t) {
    for (unsigned i = 0; i < LANES; i++) {
        lane *l = &t->lane[i];
        place_lane(t, l, i % 4 ? &t->lane[i & ~3u] : NULL);
        number_lane(t, l);
        absent_parts(t, l);
        for (unsigned k = 0; k < 4; k++)
            t->data[i][k] = random32();
    }
    quad_steps(t);
}

static void make_filter(trial *t) {
    filter *s = &t->s;
    *s = (filter){
        .compare = random32() % 8, .mag = random32() % 2, .min = random32() % 2, .mip = random32() % 3};
    for (unsigned k = 0; k < 3; k++)
        s->clamp[k] = t->v.texels ? 2 + random32() % 6 : random32() % 8;
    s->z = random32() % 3;
    s->mode = t->m->request.compares || random32() % 3 ? 0 : 1 + random32() % 2;
    s->border = random32() % 3;
    s->truncates = random32() % 4 == 0;
    s->no_cube_wrap = random32() % 3 == 0;
    s->min_lod = (float)(random32() % 512) / 256;
    s->max_lod = random32() % 2 ? 15 : s->min_lod + (float)(random32() % 512) / 256;
    s->bias = random32() % 2 ? 0 : (float)((int)(random32() % 512) - 256) / 256;
    filter_make(s);
}

/* ---- what has to come ------------------------------------------------------------------ */

static bool inside(const trial *t, const lane *l) {
    const picture *p = t->p;
    if (l->mip >= p->levels || l->number[0] >= picture_size(p, 0, l->mip))
        return false;
    if (picture_axes(p->kind) > 1 && l->number[1] >= picture_size(p, 1, l->mip))
        return false;
    if (p->kind == K3D && l->number[2] >= picture_size(p, 2, l->mip))
        return false;
    if ((has_element(t->row, "slice") || has_element(t->row, "face")) && l->slice_number >= p->slices)
        return false;
    return !has_element(t->row, "fragment") || l->fragment < p->samples;
}

static texel *texel_of(const trial *t, const lane *l) {
    const kind k = t->p->kind;
    const bool slices = has_element(t->row, "slice") || has_element(t->row, "face");
    return picture_at(t->p, l->mip, l->number[0], picture_axes(k) > 1 ? l->number[1] : 0,
                      k == K3D ? l->number[2]
                      : slices ? l->slice_number
                               : 0,
                      has_element(t->row, "fragment") ? l->fragment : 0);
}

static texel loaded(const trial *t, const lane *l) {
    texel zero = {.u = {0}};
    return model_select(t->p, inside(t, l) ? *texel_of(t, l) : zero);
}

/* Unconverted: of integers what they are, of floats their bits; others are not asked for. */
static texel loaded_bits(const trial *t, const lane *l) {
    texel bits = {.u = {0}};
    const format *f = t->p->format;
    if (inside(t, l))
        for (unsigned c = 0; c < f->count; c++) {
            uint32_t x = texel_of(t, l)->u[c], sign = 1u << (f->width - 1);
            bits.u[c] = f->width == 32 ? x : x & (2 * sign - 1);
            if (t->m->with_sign && f->width < 32)
                bits.u[c] = (bits.u[c] ^ sign) - sign;
        }
    return bits;
}

static texel size_of(const trial *t, const lane *l) {
    const picture *p = t->p;
    texel size = {.u = {0, 0, 0, p->levels}};
    const bool array = p->kind == KCUBE || p->kind == K2DARRAY || p->kind == K2DMSAAARRAY;
    if (l->mip >= p->levels)
        return size;
    size.u[0] = picture_size(p, 0, l->mip);
    size.u[1] = p->kind == K1DARRAY ? p->slices : p->kind == K1D ? 1 : picture_size(p, 1, l->mip);
    size.u[2] = p->kind == K3D ? picture_size(p, 2, l->mip) : array ? p->slices : 1;
    return size;
}

static texel lods_of(const trial *t, const lane *l, double nudge) {
    double lods[2];
    model_lod(t->p, &t->s, l, lods);
    return (texel){.f = {(float)(lods[0] + nudge), (float)(lods[1] + nudge)}};
}

static texel wanted(const trial *t, const lane *l, double nudge) {
    request r = t->m->request;
    r.in_texels = t->v.texels;
    r.component = (unsigned)__builtin_ctz(t->v.dmask);
    if (t->m->loads)
        return t->m->bits ? loaded_bits(t, l) : loaded(t, l);
    return t->m->resinfo ? size_of(t, l)
           : t->m->lod   ? lods_of(t, l, nudge)
                         : model_sample(t->p, &t->s, l, &r, nudge);
}

/* ---- what has come --------------------------------------------------------------------- */

static bool is_near(float a, float b) {
    const double x = (double)a, y = (double)b;
    return x == y || fabs(x - y) <= 1e-4 * (1 + fabs(x)) || (x != x && y != y);
}

static bool results_are_floats(const trial *t) {
    return !t->m->resinfo && !(t->m->loads && t->m->bits) &&
           (!is_integer(t->p->format) || t->m->request.compares || t->m->lod);
}

/* Data that are kept apart from the rest by the half of a register. */
static uint32_t got(const trial *t, unsigned which, unsigned n) {
    const bool packs = t->v.d16 && t->r->gen == 9;
    const uint32_t word = get_vgpr(t->r, VDATA + (packs ? n / 2 : n), which);
    return packs && n & 1 ? word >> 16 : t->v.d16 ? word & 0xffff : word;
}

static bool agrees(const trial *t, unsigned which, const texel *want, unsigned mask) {
    unsigned n = 0;
    for (unsigned c = 0; c < 4; c++) {
        if (!(mask >> c & 1))
            continue;
        const uint32_t is = got(t, which, n++);
        if (t->v.d16 && results_are_floats(t)) {
            const int apart = (int)is - (int)half_of(want->f[c]);
            if (apart < -2 || apart > 2)
                return false;
        } else if (t->v.d16                ? is != (want->u[c] & 0xffff)
                   : results_are_floats(t) ? !is_near(float_of(is), want->f[c])
                                           : is != want->u[c])
            return false;
    }
    return true;
}

static bool status_is_zero(const trial *t, unsigned which, unsigned count) {
    const unsigned data = t->v.d16 && t->r->gen == 9 ? (count + 1) / 2 : count;
    return !t->v.tfe || get_vgpr(t->r, VDATA + data, which) == 0;
}

/* The level of detail may be rounded in another way. */
static bool lane_agrees(const trial *t, unsigned which) {
    static const double nudges[] = {0, 1.0 / 256, -1.0 / 256};
    const unsigned mask = t->m->gathers ? 15 : t->v.dmask ? t->v.dmask : 1;
    if (!status_is_zero(t, which, (unsigned)__builtin_popcount(mask)))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        texel want = wanted(t, &t->lane[which], nudges[i]);
        if (agrees(t, which, &want, mask))
            return true;
        if (!t->m->samples && !t->m->gathers && !t->m->lod)
            return false;
    }
    return false;
}

/* ---- one instruction ------------------------------------------------------------------- */

static void write_text(const trial *t, char *text, size_t room) {
    const unsigned data = t->m->gathers ? 4 : (unsigned)__builtin_popcount(t->v.dmask ? t->v.dmask : 1);
    const unsigned count = (t->v.d16 && t->r->gen == 9 ? (data + 1) / 2 : data) + t->v.tfe;
    const bool filters = t->m->samples || t->m->gathers || t->m->lod,
               da = t->row->kind == KCUBE || (t->row->kind >= K1DARRAY && t->row->kind != K2DMSAA);
    char registers[32];
    if (count == 1)
        snprintf(registers, sizeof registers, "v%u", VDATA);
    else
        snprintf(registers, sizeof registers, "v[%u:%u]", VDATA, VDATA + count - 1);
    snprintf(text, room, "%s %s, v[0:15], s[0:7]%s dmask:0x%x%s%s%s%s%s%s", t->row->name, registers,
             filters ? ", s[8:11]" : "", t->v.dmask, t->v.texels || !filters ? " unorm" : "",
             t->v.glc ? " glc" : "", t->v.a16 ? " a16" : "", t->v.tfe ? " tfe" : "", da ? " da" : "",
             t->v.d16 ? " d16" : "");
}

static void fill_registers(trial *t) {
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned count = put_address(t, i);
        if (count != (t->v.a16 ? t->row->registers_a16 : t->row->registers))
            check(false, "%s %s: %u registers", t->row->name, kind_names[t->row->kind], count);
        for (unsigned k = 0; k < 6; k++)
            set_vgpr(t->r, VDATA + k, i, 0xdead0000 + k);
        for (unsigned k = 0; k < 4 && (t->m->stores || t->m->atomic); k++)
            set_vgpr(t->r, VDATA + k, i, t->data[i][k]);
    }
    set_sgprs(t->r, 8, t->s.words, 4);
    t->exec = random32() % 3 ? UINT64_MAX : (uint64_t)random32() << 32 | random32();
    set_exec(t->r, t->exec);
}

static void complain(const trial *t, unsigned i, const char *text) {
    const texel want = wanted(t, &t->lane[i], 0);
    const lane *l = &t->lane[i];
    check(
        false,
        "gfx%u, %s %s, levels %u+%u: %s: lane %u at %g %g %g slice %g (%u %u %u, %u mip %u): %08x %08x %08x %08x, "
        "want %08x %08x %08x %08x (floats %g %g, want %g %g); clamps %u%u%u filters %u%u%u%u mode %u%s%s",
        t->r->gen, kind_names[t->p->kind], t->p->format->name, t->p->first_level, t->p->levels, text, i,
        (double)l->at[0], (double)l->at[1], (double)l->at[2], (double)l->slice, l->number[0], l->number[1],
        l->number[2], l->slice_number, l->mip, got(t, i, 0), got(t, i, 1), got(t, i, 2), got(t, i, 3),
        want.u[0], want.u[1], want.u[2], want.u[3], (double)float_of(got(t, i, 0)),
        (double)float_of(got(t, i, 1)), (double)want.f[0], (double)want.f[1], t->s.clamp[0], t->s.clamp[1],
        t->s.clamp[2], t->s.mag, t->s.min, t->s.z, t->s.mip, t->s.mode, t->s.truncates ? " truncates" : "",
        t->s.no_cube_wrap ? " no cube wrap" : "");
}

/* Lanes that are off keep what they have. */
static bool is_untouched(const trial *t, unsigned which) {
    for (unsigned k = 0; k < 6; k++)
        if (get_vgpr(t->r, VDATA + k, which) != 0xdead0000 + k)
            return false;
    return true;
}

static void try_reading(trial *t) {
    char text[160];
    make_filter(t);
    make_lanes(t);
    fill_registers(t);
    write_text(t, text, sizeof text);
    if (!run(t->r, text, NULL))
        return;
    for (unsigned i = 0; i < LANES; i++) {
        const bool on = t->exec >> i & 1, good = on ? lane_agrees(t, i) : is_untouched(t, i);
        test_trials(good, 0);
        if (!good) {
            complain(t, i, text);
            return;
        }
    }
}

/* ---- stores ---------------------------------------------------------------------------- */

/* Values that the format holds. */
static void make_data(trial *t) {
    for (unsigned i = 0; i < LANES; i++) {
        const texel *some = picture_at(t->p, 0, random32() % picture_size(t->p, 0, 0), 0, 0, 0);
        for (unsigned k = 0; k < 4; k++) {
            const uint32_t x = some->u[random32() % t->p->format->count];
            t->data[i][k] =
                t->m->bits ? random32() & (t->p->format->width < 32 ? (1u << t->p->format->width) - 1 : ~0u)
                           : x;
        }
    }
}

/* What the texel is afterwards. */
static void store_in_model(trial *t, unsigned i) {
    const lane *l = &t->lane[i];
    uint32_t given[4] = {0};
    texel *to = texel_of(t, l);
    const format *f = t->p->format;
    unsigned n = 0;
    for (unsigned c = 0; c < 4; c++)
        if (t->v.dmask >> c & 1)
            given[c] = t->data[i][n++];
    for (unsigned k = 0; k < f->count; k++) {
        to->u[k] = t->m->bits ? given[k] : 0;
        for (unsigned c = 4; c-- > 0 && !t->m->bits;)
            if (t->p->select[c] == 4 + k)
                to->u[k] = given[c];
        if (t->m->bits && f->number == SINT)
            to->u[k] = (to->u[k] ^ 1u << (f->width - 1)) - (1u << (f->width - 1));
    }
}

static bool same_bits(const format *f, const texel *a, const texel *b) {
    for (unsigned k = 0; k < f->count; k++)
        if (f->number == SNORM && a->f[k] != b->f[k])
            return false;
        else if (f->number != SNORM && a->u[k] != b->u[k])
            return false;
    return true;
}

/* Raw stores of a format that is not of integers: what stands there is converted on its way
   here. */
static bool memory_agrees(const trial *t) {
    const picture *p = t->p;
    for (unsigned level = 0; level < p->levels; level++)
        for (unsigned z = 0; z < (p->kind == K3D ? picture_size(p, 2, level) : p->slices); z++)
            for (unsigned y = 0; y < picture_size(p, 1, level); y++)
                for (unsigned x = 0; x < picture_size(p, 0, level); x++)
                    for (unsigned i = 0; i < p->samples; i++) {
                        const texel is = picture_stored(p, level, x, y, z, i);
                        if (!same_bits(p->format, &is, picture_at(p, level, x, y, z, i)))
                            return false;
                    }
    return true;
}

static void restore(const trial *t) {
    const picture *p = t->p;
    for (unsigned level = 0; level < p->levels; level++)
        for (unsigned z = 0; z < (p->kind == K3D ? picture_size(p, 2, level) : p->slices); z++)
            for (unsigned y = 0; y < picture_size(p, 1, level); y++)
                for (unsigned x = 0; x < picture_size(p, 0, level); x++)
                    for (unsigned i = 0; i < p->samples; i++)
                        *picture_at(p, level, x, y, z, i) = picture_stored(p, level, x, y, z, i);
}

static void try_storing(trial *t) {
    char text[160];
    make_lanes(t);
    make_data(t);
    fill_registers(t);
    write_text(t, text, sizeof text);
    if (!run(t->r, text, NULL))
        return;
    for (unsigned i = 0; i < LANES; i++)
        if ((t->exec >> i & 1) && inside(t, &t->lane[i]))
            store_in_model(t, i);
    check(memory_agrees(t), "gfx%u, %s %s: %s: the texels in memory", t->r->gen, kind_names[t->p->kind],
          t->p->format->name, text);
    restore(t);
}

/* ---- atomic operations ----------------------------------------------------------------- */

static uint64_t changed(const char *name, uint64_t old, uint64_t data, uint64_t compare, bool wide) {
    const int64_t a = wide ? (int64_t)old : (int32_t)old, b = wide ? (int64_t)data : (int32_t)data;
    double x, y, z;
    memcpy(&x, &old, sizeof x);
    memcpy(&y, &data, sizeof y);
    memcpy(&z, &compare, sizeof z);
    if (!wide) {
        x = (double)float_of((uint32_t)old);
        y = (double)float_of((uint32_t)data);
        z = (double)float_of((uint32_t)compare);
    }
    return has(name, "_swap")       ? data
           : has(name, "_cmpswap")  ? (old == compare ? data : old)
           : has(name, "_fcmpswap") ? (x == z ? data : old)
           : has(name, "_add")      ? old + data
           : has(name, "_sub")      ? old - data
           : has(name, "_rsub")     ? data - old
           : has(name, "_smin")     ? (b < a ? data : old)
           : has(name, "_umin")     ? (data < old ? data : old)
           : has(name, "_smax")     ? (b > a ? data : old)
           : has(name, "_umax")     ? (data > old ? data : old)
           : has(name, "_and")      ? old & data
           : has(name, "_or")       ? old | data
           : has(name, "_xor")      ? old ^ data
           : has(name, "_inc")      ? (old >= data ? 0 : old + 1)
           : has(name, "_dec")      ? (old == 0 || old > data ? data : old - 1)
           : has(name, "_fmin")     ? (y < x ? data : old)
                                    : (y > x ? data : old);
}

static uint64_t joined(const uint32_t *words, bool wide) {
    return words[0] | (wide ? (uint64_t)words[1] << 32 : 0);
}

/* The bits of a texel of 32-bit components, or of one in 32 bits. */
static void try_atomic(trial *t) {
    char text[160];
    const bool wide = t->p->format->count == 2,
               swaps = has(t->row->name, "_cmpswap") || has(t->row->name, "_fcmpswap");
    bool good = true;
    t->v.dmask = swaps ? (wide ? 15 : 3) : wide ? 3 : 1;
    make_lanes(t);
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned k = 0; k < 4; k++) /* near what is there, now and then */
            t->data[i][k] = random32() % 2 || !inside(t, &t->lane[i])
                                ? random32()
                                : texel_of(t, &t->lane[i])->u[k % (wide ? 2 : 1)];
    fill_registers(t);
    write_text(t, text, sizeof text);
    if (!run(t->r, text, NULL))
        return;
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned size = wide ? 2 : 1;
        if (!(t->exec >> i & 1))
            continue;
        uint64_t old = 0;
        if (inside(t, &t->lane[i])) {
            texel *to = texel_of(t, &t->lane[i]);
            old = joined(to->u, wide);
            uint64_t new =
                changed(t->row->name, old, joined(t->data[i], wide), joined(&t->data[i][size], wide), wide);
            to->u[0] = (uint32_t) new;
            if (wide)
                to->u[1] = (uint32_t)(new >> 32);
        }
        for (unsigned k = 0; k < size; k++)
            good &= get_vgpr(t->r, VDATA + k, i) == (t->v.glc ? (uint32_t)(old >> 32 * k) : t->data[i][k]);
    }
    check(good, "gfx%u, %s %s: %s: the old values", t->r->gen, kind_names[t->p->kind], t->p->format->name,
          text);
    check(memory_agrees(t), "gfx%u, %s %s: %s: the texels in memory", t->r->gen, kind_names[t->p->kind],
          t->p->format->name, text);
    restore(t);
}

/* ---- rows ------------------------------------------------------------------------------ */

static bool read_row(char *line, row *r) {
    char *word = strtok(line, " \n");
    memset(r, 0, sizeof *r);
    if (!word || *word == '#')
        return false;
    snprintf(r->name, sizeof r->name, "%s", word);
    word = strtok(NULL, " \n");
    while (r->kind < KINDS && strcmp(kind_names[r->kind], word) != 0)
        r->kind++;
    r->registers = (unsigned)atoi(strtok(NULL, " \n"));
    r->registers_a16 = (unsigned)atoi(strtok(NULL, " \n"));
    while ((word = strtok(NULL, " \n")) && r->elements < MOST_ELEMENTS)
        snprintf(r->element[r->elements++], sizeof *r->element, "%.11s", word);
    return true;
}

static bool fits(const sense *m, const format *f) {
    if (m->request.compares)
        return !is_integer(f) && f->count == 1;
    if (m->atomic)
        return f->number == UINT && f->width == 32;
    if (m->bits)
        return is_integer(f);
    return true;
}

static variant make_variant(const trial *t) {
    const bool samples = t->m->samples || t->m->gathers || t->m->lod;
    variant v = {.dmask = 1 + random32() % 15};
    v.a16 = (t->r->gen == 9 || t->row->halves) && random32() % 3 == 0;
    v.d16 = t->r->gen >= 8 && (t->m->loads || t->m->samples || t->m->gathers) && !t->m->bits &&
            random32() % 3 == 0;
    v.tfe = (t->m->loads || samples) && random32() % 4 == 0;
    v.glc = random32() % 2;
    v.texels = (t->m->samples || t->m->gathers) && t->p->kind != KCUBE && random32() % 6 == 0;
    if (t->m->gathers)
        v.dmask = t->m->request.compares ? 1 : 1u << random32() % 4;
    if (t->m->lod)
        v.dmask &= 3, v.dmask = v.dmask ? v.dmask : 1;
    return v;
}

static void try_row(runner *r, const row *one, const sense *m, picture *p) {
    static trial t;
    t = (trial){.r = r, .row = one, .m = m, .p = p};
    t.v = make_variant(&t);
    runner_picture(r, p);
    if (m->stores)
        try_storing(&t);
    else if (m->atomic)
        try_atomic(&t);
    else
        try_reading(&t);
}

/* ---- what the library says of registers ------------------------------------------------ */

static bool same_kind(const char *type, const char *k) {
    for (; *type; type++)
        if (*type != '_' && *type != *k++)
            return false;
    return !*k;
}

static bool same_registers(const row *r, const gisa_address *a) {
    const char *at = a->registers;
    for (unsigned i = 0; i < r->elements; i++) {
        const char *name = strcmp(r->element[i], "clamp") == 0 ? "lod clamp" : r->element[i];
        const size_t size = strcspn(at, r->halves ? ",&" : ",");
        if (size != strlen(name) || memcmp(at, name, size) != 0)
            return false;
        at += size + (at[size] ? 1 + (at[size] == ',') : 0);
    }
    return !*at && a->count == r->registers;
}

static void test_address(const gisa_isa *isa, unsigned gen, const row *r) {
    gisa_form_info info;
    gisa_address a;
    for (uint32_t at = 0; gisa_form(isa, at, &info) == GISA_OK; at++)
        for (unsigned i = 0; strcmp(info.name, r->name) == 0 && gisa_form_address(isa, at, i, &a) == GISA_OK;
             i++)
            if (!*a.image || same_kind(a.image, kind_names[r->kind])) {
                check(same_registers(r, &a), "gfx%u: registers of %s %s: %s", gen, r->name,
                      kind_names[r->kind], a.registers);
                return;
            }
    check(false, "gfx%u: no registers of %s %s", gen, r->name, kind_names[r->kind]);
}

static void test_row(runner *r, const row *one, picture pictures[KINDS][2][16]) {
    const sense m = meaning_of(one->name, r->gen);
    const bool levels = !m.atomic && one->kind < K2DMSAA;
    test_begin();
    for (unsigned i = 0; i < format_count; i++)
        for (unsigned many = 0; many <= levels; many++)
            if (fits(&m, &formats[i]) && pictures[one->kind][many][i].memory)
                for (unsigned k = 0; k < 2; k++)
                    try_row(r, one, &m, &pictures[one->kind][many][i]);
    check(test_count.tried, "gfx%u: %s %s was not tried", r->gen, one->name, kind_names[one->kind]);
    test_end();
}

/* The row of the same sample with derivatives of 16 bits (neo). Two share a register. */
static bool halve(row *r) {
    const unsigned directions = 2, in_one = has_element(r, "dy/dh") ? 1 : 0;
    if (!has(r->name, "_d"))
        return false;
    snprintf(r->name + strlen(r->name), sizeof r->name - strlen(r->name), "_g16");
    r->halves = true;
    r->registers -= directions * in_one;
    return true;
}

static bool is_wanted(row *r, unsigned gen, bool halves) {
    return is_there(r->name, gen) && !strstr(r->name, "gather4h") && (!halves || halve(r));
}

void test_rows(const gisa_isa *isa, unsigned gen, bool halves) {
    static picture pictures[KINDS][2][16];
    FILE *in = fopen("tests/engine/mimg/addresses.txt", "r");
    char line[256];
    row one;
    runner r;
    if (!in || !runner_open(&r, isa, gen)) {
        check(false, "addresses.txt cannot be read");
        return;
    }
    for (kind k = K1D; k < KINDS; k++)
        for (unsigned i = 0; i < 2 * format_count; i++)
            picture_make(&pictures[k][i % 2][i / 2], isa, gen, k, &formats[i / 2], i % 2 ? LEVELS : 1);
    while (fgets(line, sizeof line, in))
        if (read_row(line, &one) && is_wanted(&one, gen, halves)) {
            test_row(&r, &one, pictures);
            test_address(isa, gen, &one);
        }
    fclose(in);
    runner_close(&r);
    for (kind k = K1D; k < KINDS; k++)
        for (unsigned i = 0; i < 2 * format_count; i++)
            picture_free(&pictures[k][i % 2][i / 2]);
}
