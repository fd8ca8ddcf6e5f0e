/* SPDX-License-Identifier: MIT */
/* Branches, calls, returns, discards, depths and increments: random programs of them, with words
 * between them that show which way each instance has gone, as a primary and as a secondary program.
 * A word counts as tried where its effect has become visible. */
#include <stdio.h>
#include <string.h>

#include "coverage.h"

enum { LONGEST = 20, MOST_PROGRAMS = 6000, MOST_ROWS = 16 };

typedef struct row {
    uint32_t form;
    gisa_form_info info;
    coverage c;
    int shift;     /* of the field that says where a branch goes; -1 = it has none */
    unsigned ways; /* 1 forward, 2 backward, 4 to the end of the program: where it went */
} row;

static row rows[MOST_ROWS];
static unsigned row_count;

static bool is_flow(const gisa_form_info *info) {
    return info->body && (info->class_ == GISA_CLASS_BRANCH || info->class_ == GISA_CLASS_CONTROL);
}

/* Where a branch goes is not tried bit by bit: most numbers lead out of any program. */
static void open_row(const gisa_isa *isa, uint32_t form, const gisa_form_info *info) {
    check(row_count < MOST_ROWS, "there are more than %d rows of flow", MOST_ROWS);
    if (row_count == MOST_ROWS)
        return;
    row *r = &rows[row_count++];
    *r = (row){.form = form, .info = *info, .shift = -1};
    coverage_open(isa, form, info->name, &r->c);
    for (unsigned i = 0; i < r->c.count; i++)
        if (strcmp(r->c.goals[i].name, "off") == 0) {
            r->shift = (int)r->c.goals[i].at[0].low;
            r->c.goals[i] = r->c.goals[--r->c.count];
        }
}

static bool is_relative(const row *r) {
    return strcmp(r->info.name, "br") == 0;
}

/* ---- programs ---- */

/* A word of the row at this place of a program; false: it is another form. */
static bool some_word(const gisa_isa *isa, row *r, unsigned place, unsigned count, uint64_t *w) {
    gisa_insn insn;
    *w = coverage_word(&r->c, &r->info);
    if (r->shift >= 0) {
        uint64_t target = chance() % 16 ? chance() % (count + 1) : chance(), mask = 0xfffff;
        *w = (*w & ~(mask << r->shift)) | ((is_relative(r) ? target - place : target) & mask) << r->shift;
    }
    return gisa_decode_head(isa, w, sizeof *w, &insn) == GISA_OK && insn.form == r->form;
}

/* What each instance computes from the words that it comes to is different for each way: r(100 + k)
   = 3 r(100 + k) + place. */
static uint64_t marker(unsigned place) {
    char source[80];
    uint64_t words[MOST_WORDS];
    static uint64_t made[LONGEST];
    if (!made[place]) {
        snprintf(source, sizeof source, "mad.u32.s0 r%u, r%u, #3, #%u\n", 100 + place % 2, 100 + place % 2,
                 place + 1);
        made[place] = assemble(source, words) ? words[0] : 0;
    }
    return made[place];
}

/* An exact instruction that repeats, or writes predicates, and is no end; nearly always no fault
 * after the word `before`. Only the last one may compute floats: what a NaN is as an integer is
 * nobody's business. */
static uint64_t plain(const instance q[QUAD], uint64_t before, unsigned kept, bool last) {
    static const unsigned groups[] = {7, 8, 9, 10, 11, 12, 13, 16, 18, 19, 20, 21, 26};
    for (unsigned i = 0; i < 400; i++) {
        uint64_t group = last && chance() & 1 ? 3 : groups[chance() % (sizeof groups / sizeof *groups)];
        uint64_t w = (chance() & ~(UINT64_C(31) << 59)) | group << 59;
        static instance copy[QUAD];
        bool floats = group == 7   ? (w >> 40 & 7) > 2
                      : group == 8 ? (w >> 41 & 7) > 4 || (w >> 38 & 7) > 4
                                   : group == 3;
        if (floats && !last)
            continue;
        if (w >> 59 == 9)
            w = (w & ~(UINT64_C(3) << 18)) | (1 + chance() % 3) << 18; /* no functions of floats */
        else
            w &= ~(UINT64_C(1) << 50);
        memcpy(copy, q, sizeof copy);
        model_reset_steps();
        bool steps = before && model_step(copy, before) &&
                     model_steps[0][1] + model_steps[1][1] + model_steps[2][1] + model_steps[3][1] != 4;
        model_advanced = 0;
        if (model_step(copy, w) && (!steps || model_advanced >> kept & 1 || i > 200))
            return w;
    }
    return marker(0);
}

typedef struct program {
    uint64_t words[LONGEST];
    unsigned count, place; /* of the word that matters */
} program;

/* Which of four increments the word is tried for: that of the field that is missing most. */
static unsigned generator_of(const row *r) {
    const char *name = r->c.goals[r->c.focus].name;
    unsigned digit = (unsigned)(name[strlen(name) - 1] - '0');
    return digit < 4 ? digit : (unsigned)(chance() % 4);
}

/* Great increments lead out of the registers, but for those that an index register undoes: the
   three others are small ones. */
static uint64_t tamed(const row *r, uint64_t w, unsigned kept, instance q[QUAD]) {
    bool bases = strcmp(r->info.name, "smbo") == 0;
    unsigned width = bases ? 12 : 8;
    if (!bases && strcmp(r->info.name, "smlsi") != 0)
        return w;
    for (unsigned i = 0; i < 4; i++)
        if (i != kept)
            w &= ~(((UINT64_C(1) << width) - 4) << (3 - i) * width);
    if (bases && kept == 1 && chance() % 16) /* source 0 is never an indexed register */
        w &= ~(UINT64_C(0xf80) << 24);
    for (unsigned k = 0; k < QUAD && bases; k++)
        q[k].index[0] = q[k].index[1] = 20 - (uint32_t)((w >> (3 - kept) * width & 4095) / 2);
    return w;
}

static bool make(const gisa_isa *isa, row *r, instance q[QUAD], program *p) {
    p->count = 6 + (unsigned)(chance() % (LONGEST - 6));
    p->place = (unsigned)(chance() % p->count);
    uint64_t *mine = &p->words[p->place];
    if (!some_word(isa, r, p->place, p->count, mine))
        return false;
    unsigned kept = generator_of(r);
    *mine = tamed(r, *mine, kept, q);
    for (unsigned i = 0; i < p->count; i++) {
        row *other = &rows[chance() % (chance() & 1 ? 3 : row_count)]; /* branches more often */
        if (i == p->place)
            continue;
        if (i % 2)
            p->words[i] = marker(i);
        else if (chance() % 10 > 4 || !some_word(isa, other, i, p->count, &p->words[i]))
            p->words[i] = plain(q, i > p->place ? *mine : 0, kept, i + 2 >= p->count);
    }
    model_reset_steps();
    return true;
}

/* ---- running them ---- */

static const char *listing(const program *p) {
    static char text[LONGEST * 120];
    size_t used = 0;
    *text = 0;
    for (unsigned i = 0; i < p->count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "\n    %2u %016llx %.90s", i,
                                 (unsigned long long)p->words[i], text_of(p->words[i]));
    return text;
}

static void run_primary(gisa_shade *m, row *r, const program *p, const instance start[QUAD]) {
    static instance got[QUAD], expected[QUAD];
    char message[400] = "", where[64] = "";
    uint64_t shown;
    memcpy(expected, start, sizeof expected);
    model_end wanted = model_run(expected, p->words, p->count, &shown);
    if (wanted == MODEL_TOO_LONG)
        return;
    memcpy(got, start, sizeof got);
    gisa_shade_end end = run_quad(m, p->words, p->count, got, message);
    bool known = wanted == MODEL_ENDED;
    check(end == (known ? GISA_SHADE_END_ENDED : GISA_SHADE_END_FAULT), "%s: %s%s", r->info.name,
          known ? message : "expected a fault", listing(p));
    if (known && end == GISA_SHADE_END_ENDED)
        check(same_quad(got, expected, 0, where), "%s: %s%s", r->info.name, where, listing(p));
    bool visible = known && (shown >> p->place & 1);
    uint64_t w = p->words[p->place];
    memset(model_seen, 0, sizeof model_seen);
    if (visible || chance() % 16 == 0) /* that it is in vain is mostly because of the words around it */
        coverage_note(&r->c, w, visible);
    if (visible && r->shift >= 0) {
        unsigned far = (unsigned)(w >> r->shift), target = (is_relative(r) ? p->place + far : far) & 0xfffff;
        r->ways |= target == p->count ? 4 : target > p->place ? 1 : 2;
    }
}

/* The same as a secondary program: what it leaves in sa registers is what a primary one without
   instructions begins with. */
static void run_secondary(gisa_shade *m, row *r, const program *p, const instance start[QUAD]) {
    static instance got[QUAD], expected[QUAD], none[QUAD];
    char message[400] = "";
    uint64_t shown;
    memset(expected, 0, sizeof expected);
    for (unsigned k = 0; k < QUAD; k++)
        memcpy(expected[k].r[3], start[0].r[3], sizeof expected[k].r[3]);
    model_secondary = true;
    model_end wanted = model_run(expected, p->words, p->count, &shown);
    model_secondary = false;
    if (wanted == MODEL_TOO_LONG)
        return;
    memset(none, 0, sizeof none);
    gisa_shade_end end = run_secondary_alone(m, p->words, p->count, start[0].r[3], got, message);
    bool known = wanted == MODEL_ENDED;
    check(end == (known ? GISA_SHADE_END_ENDED : GISA_SHADE_END_FAULT), "%s, secondary: %s%s", r->info.name,
          known ? message : "expected a fault", listing(p));
    if (!known || end != GISA_SHADE_END_ENDED)
        return;
    for (unsigned k = 0; k < QUAD; k += 3) {
        unsigned i = 0;
        while (i < WORDS - 1 && same_word(got[k].r[3][i], expected[0].r[3][i], 0))
            i++;
        check(same_word(got[k].r[3][i], expected[0].r[3][i], 0),
              "%s, secondary: sa%u = %08x, expected %08x%s", r->info.name, i, got[k].r[3][i],
              expected[0].r[3][i], listing(p));
        check(memcmp(got[k].r, none[k].r, 3 * sizeof got[k].r[0]) == 0 && !got[k].killed && !got[k].deep,
              "%s, secondary: other registers%s", r->info.name, listing(p));
    }
    r->c.secondary += shown >> p->place & 1;
}

static bool is_done(const row *r) {
    return coverage_full(&r->c) && (r->shift < 0 || r->ways == 7) && r->c.secondary > 0;
}

static void try_row(gisa_shade *m, const gisa_isa *isa, row *r) {
    static instance start[QUAD];
    program p;
    for (unsigned i = 0; i < MOST_PROGRAMS && (i < 100 || !is_done(r)); i++) {
        if (i % 4 == 0)
            fill_quad(start);
        if (!make(isa, r, start, &p)) {
            coverage_miss(&r->c, p.words[p.place]);
            continue;
        }
        run_primary(m, r, &p, start);
        if (i % 4 == 0)
            run_secondary(m, r, &p, start);
    }
    coverage_close(&r->c);
    check(r->shift < 0 || r->ways == 7, "%s did not go all ways: %u", r->info.name, r->ways);
}

static void try_named_row(gisa_shade *m, const gisa_isa *isa, row *r) {
    test_begin();
    try_row(m, isa, r);
    test_end();
}

void test_flow_rows(void) {
    const gisa_isa *isa = gisa_find("sgx543");
    gisa_shade *m = gisa_shade_new(isa);
    gisa_form_info info;
    for (uint32_t form = 0; gisa_form(isa, form, &info) == GISA_OK; form++)
        if (is_flow(&info))
            open_row(isa, form, &info);
    for (unsigned i = 0; m && i < row_count; i++)
        try_named_row(m, isa, &rows[i]);
    gisa_shade_free(m);
}
