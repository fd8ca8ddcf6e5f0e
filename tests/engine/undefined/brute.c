/* SPDX-License-Identifier: MIT */
/*
 * Single instructions with a few undefined bits, against the machine: it runs the instruction once
 * for every value that these bits can have. A bit of a result that is not always the same must be
 * called undefined. How many bits are called so that are always the same is counted as well.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../test.h"
#include "glue.h"

enum { BITS = 4, RUNS = 1 << BITS, CODES = 254 };

typedef struct bench {
    const gisa_isa *isa;
    gisa_wave *wave;
    gisa_watch watch;
    watch_wave of_wave;
    watch_group of_group;
    gisa_observed_group group;
    gisa_observed_wave seen;
    uint32_t scalar[256], scc;
    uint64_t exec;
    uint64_t called, called_wrongly; /* bits */
    unsigned tried, missed;
} bench;

static uint64_t seed = 1;

static uint32_t any(void) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(seed >> 33);
}

static uint32_t number(void) {
    const uint32_t x = any() << 16 ^ any();
    switch (any() % 8) {
    case 0: return 0;
    case 1: return UINT32_MAX;
    case 2: return x & 31;
    case 3: return x & 0xff00ff;
    case 4: return 0x3f800000;
    default: return x;
    }
}

/* ---- registers ------------------------------------------------------------------------------ */

static gisa_wave_register scalar_register(unsigned code) {
    const bool scc = code == CODE_SCC;
    return (gisa_wave_register){
        .bank = scc ? GISA_WAVE_BANK_SCC : GISA_KIND_SGPR, .first = scc ? 0 : code, .count = 1};
}

static void set_scalar(bench *b, unsigned code, uint32_t value) {
    const gisa_wave_register reg = scalar_register(code);
    gisa_wave_set(b->wave, &reg, 0, 0, code == CODE_SCC ? value & 1 : value);
}

static void read_scalars(bench *b) {
    for (unsigned code = 0; code < 128; code++) {
        const gisa_wave_register reg = scalar_register(code);
        if (undefined_is_followed(code) || code / 2 == GCN_CODE_EXEC / 2)
            gisa_wave_get(b->wave, &reg, 0, 0, &b->scalar[code]);
    }
    const gisa_wave_register scc = scalar_register(CODE_SCC);
    gisa_wave_get(b->wave, &scc, 0, 0, &b->scc);
    b->exec = b->scalar[GCN_CODE_EXEC] | (uint64_t)b->scalar[GCN_CODE_EXEC + 1] << 32;
}

/* Registers of the instruction, and bits of them that are undefined. */
typedef struct sample {
    uint32_t vector[MOST_LISTED * 2][SHADOW_LANES], scalar[256];
    unsigned vectors[MOST_LISTED * 2], vector_count;
    struct {
        bool is_scalar;
        unsigned reg, bit;
    } undefined[BITS];
    unsigned undefined_count;
    uint64_t exec;
} sample;

static void note_vector(sample *s, unsigned reg) {
    for (unsigned i = 0; i < s->vector_count; i++)
        if (s->vectors[i] == reg)
            return;
    s->vectors[s->vector_count++] = reg;
}

static void make(const undefined_site *site, sample *s) {
    s->vector_count = s->undefined_count = 0;
    for (unsigned i = 0; i < site->vector_count; i++)
        note_vector(s, site->vector[i]);
    for (unsigned i = 0; i < site->result_count; i++)
        note_vector(s, site->result[i]);
    for (unsigned i = 0; i < s->vector_count; i++)
        for (unsigned lane = 0; lane < SHADOW_LANES; lane++)
            s->vector[i][lane] = number();
    for (unsigned i = 0; i < 256; i++)
        s->scalar[i] = number();
    s->exec = any() % 2 ? UINT64_MAX : any() | (uint64_t)any() << 32;
    const unsigned all = site->vector_count + site->scalar_count + 2 * site->mask_count;
    const unsigned wanted = 1 + any() % BITS;
    for (unsigned i = 0; i < wanted && all; i++) {
        const unsigned k = any() % all, rest = k - site->vector_count;
        s->undefined[i].is_scalar = k >= site->vector_count;
        s->undefined[i].reg = k < site->vector_count      ? site->vector[k]
                              : rest < site->scalar_count ? site->scalar[rest]
                                                          : site->mask[(rest - site->scalar_count) / 2] +
                                                                (rest - site->scalar_count) % 2u;
        s->undefined[i].bit = s->undefined[i].is_scalar && s->undefined[i].reg == CODE_SCC ? 0 : any() % 32;
        s->undefined_count++;
    }
}

/* The state, with the undefined bits as the bits of `values` are. */
static void put(bench *b, const sample *s, unsigned values) {
    static const gisa_wave_register pc = {.bank = GISA_WAVE_BANK_PC, .count = 2};
    for (unsigned i = 0; i < s->vector_count; i++)
        memcpy(b->seen.vgpr[s->vectors[i]], s->vector[i], sizeof s->vector[i]);
    uint32_t scalar[256];
    memcpy(scalar, s->scalar, sizeof scalar);
    for (unsigned i = 0; i < s->undefined_count; i++) {
        const uint32_t bit = UINT32_C(1) << s->undefined[i].bit;
        const uint32_t on = values >> i & 1 ? bit : 0;
        for (unsigned lane = 0; !s->undefined[i].is_scalar && lane < SHADOW_LANES; lane++) {
            uint32_t *x = &b->seen.vgpr[s->undefined[i].reg][lane];
            *x = (*x & ~bit) | on;
        }
        if (s->undefined[i].is_scalar)
            scalar[s->undefined[i].reg] = (scalar[s->undefined[i].reg] & ~bit) | on;
    }
    scalar[GCN_CODE_EXEC] = (uint32_t)s->exec;
    scalar[GCN_CODE_EXEC + 1] = (uint32_t)(s->exec >> 32);
    for (unsigned code = 0; code < CODES; code++)
        if (undefined_is_followed(code) || code / 2 == GCN_CODE_EXEC / 2)
            set_scalar(b, code, scalar[code]);
    gisa_wave_set(b->wave, &pc, 0, 0, 0x1000);
    gisa_wave_set(b->wave, &pc, 0, 1, 0);
}

/* What the check says. */
static bool look(bench *b, const sample *s, gisa_site *site) {
    undefined_wave *w = b->of_wave.own[watch_undefined.number];
    memset(w->lanes, 0, sizeof w->lanes);
    memset(w->scalar, 0, sizeof w->scalar);
    for (unsigned i = 0; i < s->undefined_count; i++) {
        const unsigned reg = s->undefined[i].reg;
        const uint32_t bit = UINT32_C(1) << s->undefined[i].bit;
        for (unsigned lane = 0; !s->undefined[i].is_scalar && lane < SHADOW_LANES; lane++)
            undefined_set(w, reg, lane, (w->lanes[reg] >> lane & 1 ? w->row[reg][lane] : 0) | bit, 1u << 28);
        if (s->undefined[i].is_scalar) {
            w->scalar[reg] |= bit;
            w->scalar_origin[reg] = 2u << 28;
        }
    }
    put(b, s, any());
    read_scalars(b);
    b->watch.count = 0;
    watch_undefined.before(&b->watch, b->watch.self, &b->seen, site);
    return b->watch.count == 0;
}

/* Bits that are not the same in all runs. */
static bool vary(bench *b, const sample *s, uint32_t vector[][SHADOW_LANES], uint32_t *scalar) {
    static uint32_t first[MOST_LISTED * 2][SHADOW_LANES];
    uint32_t first_scalar[256];
    memset(vector, 0, sizeof first);
    memset(scalar, 0, sizeof first_scalar);
    for (unsigned values = 0; values < 1u << s->undefined_count; values++) {
        put(b, s, values);
        if (gisa_wave_step(b->wave, NULL) == GISA_WAVE_KIND_FAULT)
            return false;
        read_scalars(b);
        b->scalar[CODE_SCC] = b->scc;
        if (!values) {
            memcpy(first_scalar, b->scalar, sizeof first_scalar);
            for (unsigned i = 0; i < s->vector_count; i++)
                memcpy(first[i], b->seen.vgpr[s->vectors[i]], sizeof first[i]);
        }
        for (unsigned i = 0; i < s->vector_count; i++)
            for (unsigned lane = 0; lane < SHADOW_LANES; lane++)
                vector[i][lane] |= first[i][lane] ^ b->seen.vgpr[s->vectors[i]][lane];
        for (unsigned code = 0; code < CODES; code++)
            scalar[code] |= first_scalar[code] ^ b->scalar[code];
    }
    return true;
}

static bool compare(bench *b, uint32_t varies, uint32_t called) {
    b->called += (unsigned)__builtin_popcount(called);
    b->called_wrongly += (unsigned)__builtin_popcount(called & ~varies);
    return !(varies & ~called);
}

static void show(const bench *b, const sample *s, const gisa_site *site, const char *where, unsigned n,
                 unsigned lane) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    gisa_print(b->isa, &site->insn, NULL, text, &size);
    printf("missed: %s: %s%u lane %u on %s;", text, where, n, lane, gisa_name(b->isa));
    for (unsigned i = 0; i < s->undefined_count; i++)
        printf(" %c%u[%u]", s->undefined[i].is_scalar ? 's' : 'v', s->undefined[i].reg, s->undefined[i].bit);
    printf("\n");
}

static bool judge(bench *b, const sample *s, const gisa_site *site, uint32_t vector[][SHADOW_LANES],
                  const uint32_t *scalar) {
    const undefined_wave *w = b->of_wave.own[watch_undefined.number];
    bool good = true;
    for (unsigned i = 0; i < s->vector_count; i++)
        for (unsigned lane = 0; lane < SHADOW_LANES; lane++) {
            const unsigned reg = s->vectors[i];
            if (!compare(b, vector[i][lane], w->lanes[reg] >> lane & 1 ? w->row[reg][lane] : 0) && good) {
                show(b, s, site, "v", reg, lane);
                good = false;
            }
        }
    for (unsigned code = 0; code < CODES; code++)
        if ((undefined_is_followed(code) ? !compare(b, scalar[code], w->scalar[code]) : scalar[code] != 0) &&
            good) {
            show(b, s, site, "s", code, 0);
            good = false;
        }
    return good;
}

/* Vector registers as masks of lanes, and scalar ones as rows: code that no assembler writes. */
static bool is_odd(const undefined_site *site) {
    bool odd = site->of_result[1].kind > PLACE_VECTOR && !(site->tree->masks >> SHADOW_D1 & 1);
    for (unsigned i = 0; i < 4; i++)
        odd |= site->source[i].kind == PLACE_VECTOR && site->tree->masks >> (SHADOW_S0 + i) & 1;
    return odd;
}

/* Those that compute, and jump nowhere. */
static bool is_wanted(const undefined_site *site, const gisa_form_info *form) {
    return site && !site->skipped && !is_odd(site) && !site->is_memory && !site->sets_mode &&
           !site->by_number && form->flow == GISA_FLOW_NEXT &&
           (form->class_ == GISA_CLASS_VALU || form->class_ == GISA_CLASS_SALU ||
            (form->class_ == GISA_CLASS_DS && !site->is_memory &&
             !(form->reads & (GISA_STATE_GDS | GISA_STATE_LDS | GISA_STATE_M0)))) &&
           !(form->reads & (GISA_STATE_TRAP | GISA_STATE_PC));
}

static bool one(bench *b, uint32_t number_of_form, const gisa_form_info *form) {
    static uint32_t vector[MOST_LISTED * 2][SHADOW_LANES];
    uint32_t scalar[256];
    static sample s;
    gisa_site site = {.pc = 0x1000};
    watch_site facts;
    const uint64_t bits =
        ((any() | (uint64_t)any() << 32 | (uint64_t)any() << 17) & ~form->mask) | form->value;
    if (gisa_decode(b->isa, &bits, 8, &site.insn) != GISA_OK || site.insn.form != number_of_form)
        return false;
    glue_facts(b->isa, &site.insn, &facts);
    site.data = &facts;
    undefined_check *u = b->watch.self;
    undefined_site *own = undefined_site_new(u, &site, &facts);
    bool ran = is_wanted(own, form);
    facts.own[watch_undefined.number] = own;
    if (ran) {
        gisa_wave_load(b->wave, 0x1000, &bits, 8);
        make(own, &s);
        ran = s.undefined_count && look(b, &s, &site) && vary(b, &s, vector, scalar);
    }
    if (ran) {
        b->tried++;
        b->missed += !judge(b, &s, &site, vector, scalar);
    }
    free(own);
    return ran;
}

static void all_forms(bench *b, unsigned trials) {
    for (uint32_t i = 0; i < gisa_form_count(b->isa); i++) {
        gisa_form_info form;
        const unsigned missed = b->missed;
        unsigned done = 0;
        if (gisa_form(b->isa, i, &form) != GISA_OK || !form.body)
            continue;
        for (unsigned k = 0; k < 8 * trials && done < trials; k++)
            done += one(b, i, &form);
        if (done)
            test_check(b->missed == missed);
    }
}

void brute_test(const char *arch, unsigned trials) {
    static const gisa_wave_register v0 = {.bank = GISA_KIND_VGPR, .per_lane = true, .count = 1};
    bench *b = calloc(1, sizeof *b);
    b->isa = gisa_find(arch);
    b->wave = gisa_wave_new(b->isa);
    glue_begin(&b->watch, b->isa);
    b->group = (gisa_observed_group){.size = {64, 1, 1}, .waves = 1, .data = &b->of_group};
    b->seen = (gisa_observed_wave){.group = &b->group,
                                   .wave = b->wave,
                                   .vgpr = (uint32_t(*)[SHADOW_LANES])(void *)gisa_wave_row(b->wave, &v0, 0),
                                   .vgpr_count = 256,
                                   .sgpr_count = 102,
                                   .scalar = b->scalar,
                                   .exec = &b->exec,
                                   .scc = &b->scc,
                                   .data = &b->of_wave};
    watch_undefined.wave_begins(&b->watch, b->watch.self, &b->seen);
    all_forms(b, trials);
    printf(
        "%s: %u instructions, %u missed; of %llu bits that are called undefined %llu are always the same\n",
        arch, b->tried, b->missed, (unsigned long long)b->called, (unsigned long long)b->called_wrongly);
    watch_undefined.wave_ends(&b->watch, b->watch.self, &b->seen);
    glue_end(&b->watch);
    gisa_wave_free(b->wave);
    free(b);
}
