/* SPDX-License-Identifier: MIT */
/* What has been tried of each row, and the table of it. */
#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- goals ---- */

/* Values that are always a fault, and why. FORMAT.field=value, or field=value in all formats. */
static const char *const always_faults[] = {
#include "faults.def"
    NULL};

static bool used[512];

static bool is_known_fault(const coverage *c, const goal *g, unsigned value) {
    char own[96], any[64];
    snprintf(own, sizeof own, "%s.%s=%u", c->format, g->name, value);
    snprintf(any, sizeof any, "%s=%u", g->name, value);
    for (unsigned i = 0; always_faults[i]; i++)
        if (strcmp(always_faults[i], own) == 0 || strcmp(always_faults[i], any) == 0) {
            used[i] = true;
            return true;
        }
    return false;
}

/* The lower part of a field that lies in both halves of a word. */
static bool adds_to(goal *g, const char *name, gisa_bits at) {
    if (strcmp(g->name, name) != 0 || at.low + at.width != g->at[0].low)
        return false;
    g->at[0] = (gisa_bits){at.low, (uint8_t)(g->at[0].width + at.width)};
    g->by_bits = g->at[0].width > 5;
    g->values = g->by_bits ? 2u * g->at[0].width : 1u << g->at[0].width;
    return true;
}

static goal *add_goal(coverage *c, const char *name, gisa_bits at) {
    if (c->count && adds_to(&c->goals[c->count - 1], name, at))
        return &c->goals[c->count - 1];
    goal *g = &c->goals[c->count];
    check(c->count < MOST_GOALS, "%s has more than %d fields", c->name, MOST_GOALS);
    if (c->count < MOST_GOALS)
        c->count++;
    *g = (goal){.at = {at}, .by_bits = at.width > 5};
    snprintf(g->name, sizeof g->name, "%s", name);
    g->values = g->by_bits ? 2u * at.width : 1u << at.width;
    return g;
}

/* "m2": whether channel z is written. All together they are one goal. */
static bool is_mask(const char *name) {
    return name[0] == 'm' && name[1] >= '0' && name[1] <= '3' && !name[2];
}

static void add_mask(coverage *c, gisa_bits at) {
    goal *g = NULL;
    unsigned parts = 1;
    for (unsigned i = 0; i < c->count; i++)
        if (strcmp(c->goals[i].name, "channels") == 0)
            g = &c->goals[i];
    if (!g) {
        add_goal(c, "channels", at);
        return;
    }
    while (parts < 4 && g->at[parts].width)
        parts++;
    if (parts < 4) {
        g->at[parts] = at;
        g->values *= 2;
    }
}

void coverage_open(const gisa_isa *isa, uint32_t form, const char *name, coverage *c) {
    gisa_form_info info;
    gisa_piece piece;
    memset(c, 0, sizeof *c);
    gisa_form(isa, form, &info);
    snprintf(c->name, sizeof c->name, "%s", name);
    snprintf(c->format, sizeof c->format, "%s", info.format);
    for (unsigned i = 0; gisa_form_piece(isa, form, i, &piece) == GISA_OK; i++) {
        uint64_t mask = ((UINT64_C(1) << piece.at.width) - 1) << piece.at.low;
        if (piece.kind == GISA_PIECE_ZERO || piece.kind == GISA_PIECE_FIXED ||
            piece.kind == GISA_PIECE_OPCODE || (info.mask & mask) == mask)
            continue;
        if (is_mask(piece.name))
            add_mask(c, piece.at);
        else
            add_goal(c, piece.name, piece.at);
    }
    for (unsigned i = 0; i < c->count; i++)
        for (unsigned v = 0; v < c->goals[i].values; v++)
            c->goals[i].faults |= (uint64_t)is_known_fault(c, &c->goals[i], v) << v;
}

/* ---- values of a goal in a word ---- */

static unsigned value_of(const goal *g, uint64_t word) {
    unsigned value = 0, shift = 0;
    for (unsigned i = 0; i < 4 && g->at[i].width; shift += g->at[i++].width)
        value |= (unsigned)(word >> g->at[i].low & ((UINT64_C(1) << g->at[i].width) - 1)) << shift;
    return value;
}

static uint64_t with_value(const goal *g, uint64_t word, unsigned value) {
    if (g->by_bits) {
        uint64_t bit = UINT64_C(1) << (g->at[0].low + value / 2);
        return value & 1 ? word | bit : word & ~bit;
    }
    for (unsigned i = 0; i < 4 && g->at[i].width; value >>= g->at[i++].width) {
        uint64_t mask = ((UINT64_C(1) << g->at[i].width) - 1) << g->at[i].low;
        word = (word & ~mask) | ((uint64_t)value << g->at[i].low & mask);
    }
    return word;
}

static bool wanted(const goal *g, unsigned value) {
    return !(g->done >> value & 1) &&
           g->vain[value] < (g->faults >> value & 1 ? KNOWN_IN_VAIN : MOST_IN_VAIN);
}

/* A value that is missing, from a random one on; MOST_VALUES = none is. */
static unsigned missing(const goal *g) {
    unsigned first = (unsigned)(chance() % g->values);
    for (unsigned i = 0; i < g->values; i++)
        if (wanted(g, (first + i) % g->values))
            return (first + i) % g->values;
    return MOST_VALUES;
}

/* A value that most likely is no fault. */
static unsigned harmless(const goal *g) {
    unsigned value = (unsigned)(chance() % g->values);
    for (unsigned i = 0; i < g->values; i++, value = (value + 1) % g->values)
        if (g->done >> value & 1 || !((g->suspect | g->faults) >> value & 1))
            return value;
    return 0;
}

static uint32_t edges_left(const coverage *c, unsigned f) {
    uint32_t all;
    model_edges(f, &all);
    return c->seen[f] ? all & ~c->seen[f] : 0;
}

static bool short_of_edges(const coverage *c) {
    for (unsigned f = 0; f < MODEL_FORMATS; f++)
        if (edges_left(c, f))
            return true;
    return false;
}

/* One field has what is missing most of all; others have what is missing and did no harm. */
uint64_t coverage_word(coverage *c, const gisa_form_info *form) {
    uint64_t word = chance();
    bool edges = short_of_edges(c) && chance() & 1;
    c->focus = (unsigned)(chance() % c->count);
    for (unsigned i = 0; i < c->count && missing(&c->goals[c->focus]) == MOST_VALUES; i++)
        c->focus = (c->focus + 1) % c->count;
    for (unsigned i = 0; i < c->count; i++) {
        const goal *g = &c->goals[i];
        unsigned value = missing(g);
        if (value < MOST_VALUES && (i == c->focus || !((g->suspect | g->faults) >> value & 1)))
            word = with_value(g, word, value);
        else if (!g->by_bits)
            word = with_value(g, word, harmless(g));
        else if (edges && g->values >= 12 && chance() & 1) /* internal registers, which few words have */
            word |= ((UINT64_C(1) << g->at[0].width) - 4) << g->at[0].low;
        else if (g->values >= 12 && chance() % 4) /* the last registers of a bank have none after them */
            word = with_value(g, word, g->values - 2);
    }
    return (word & ~form->mask) | form->value;
}

void coverage_miss(coverage *c, uint64_t word) {
    const goal *g = &c->goals[c->focus];
    unsigned value = value_of(g, word);
    if (!g->by_bits && c->goals[c->focus].vain[value] < MOST_IN_VAIN)
        c->goals[c->focus].vain[value]++;
}

void coverage_note(coverage *c, uint64_t word, bool executed) {
    for (unsigned i = 0; i < c->count; i++) {
        goal *g = &c->goals[i];
        for (unsigned k = 0; k < (g->by_bits ? g->at[0].width : 1u); k++) {
            unsigned value = value_of(g, word);
            value = g->by_bits ? 2 * k + (value >> k & 1) : value;
            if (executed)
                g->done |= UINT64_C(1) << value;
            else
                g->suspect |= UINT64_C(1) << value;
            g->vain[value] += !executed && i == c->focus && g->vain[value] < MOST_IN_VAIN;
        }
    }
    for (unsigned f = 0; executed && f < MODEL_FORMATS; f++)
        c->seen[f] |= model_seen[f];
    c->executed += executed;
    c->faults += !executed;
}

bool coverage_full(const coverage *c) {
    for (unsigned i = 0; i < c->count; i++)
        for (unsigned v = 0; v < c->goals[i].values; v++)
            if (wanted(&c->goals[i], v))
                return false;
    for (unsigned f = 0; f < MODEL_FORMATS; f++)
        if (edges_left(c, f))
            return false;
    return c->executed != 0;
}

/* ---- the table ---- */

static struct { unsigned rows, words, secondary, faults, goals, values, edges; } sum;
void coverage_close(const coverage *c) {
    sum.rows++;
    sum.words += c->executed;
    sum.faults += c->faults;
    sum.secondary += c->secondary;
    check(c->executed != 0, "%s in %s was not executed", c->name, c->format);
    check(c->secondary != 0, "%s in %s was not executed in a secondary program", c->name, c->format);
    for (unsigned i = 0; i < c->count; i++) {
        const goal *g = &c->goals[i];
        sum.goals++;
        for (unsigned v = 0; v < g->values; v++)
            if (g->done >> v & 1) {
                sum.values++;
                check(!(g->faults >> v & 1), "%s: %s.%s=%u was executed", c->name, c->format, g->name, v);
            } else
                check(g->faults >> v & 1, "%s: %s.%s=%u%s was not executed", c->name, c->format, g->name,
                      g->by_bits ? v / 2 : v,
                      g->by_bits ? v & 1 ? " (a bit that is 1)" : " (a bit that is 0)" : "");
    }
    for (unsigned f = 0; f < MODEL_FORMATS; f++) {
        uint32_t all;
        const char *name = model_edges(f, &all);
        sum.edges += c->seen[f] != 0;
        check(!edges_left(c, f), "%s in %s did not read all edges of %s: 0x%x are missing", c->name,
              c->format, name, edges_left(c, f));
    }
}

void coverage_report(void) {
    for (unsigned i = 0; always_faults[i]; i++)
        check(used[i], "%s is nothing that there is", always_faults[i]);
    printf(
        "%u rows and groups of pairs: %u words executed, %u of them in secondary programs too, %u faults; %u values of %u fields, all edges of %u formats\n",
        sum.rows, sum.words, sum.secondary, sum.faults, sum.values, sum.goals, sum.edges);
}
