/* SPDX-License-Identifier: MIT */
/* gisa list --coverage: for each group of the spec, which is a file of it, how many rows are
 * executed and how certain they are; what has been chosen where the hardware's behaviour is
 * unknown; and fields whose effect is unknown. All of it is counted from the tables. */
#include <stdio.h>
#include <string.h>

#include "gisa_shade.h"
#include "list.h"

row_certainty certainty_of(const row *r) {
    if (!r->info.body)
        return IS_NOT_THERE;
    if (r->info.unsure)
        return IS_UNSURE;
    if (r->info.approximate)
        return IS_APPROXIMATE;
    return r->models ? IS_CHOSEN : IS_EXACT;
}

/* ---- groups ---- */

static const char *const titles[] = {"exact", "approximate", "chosen", "uncertain"};
enum { COLUMN = 13 };

/* "usse/texture" of "usse/texture.isa:12" */
static int group_size(const row *r) {
    return (int)strcspn(r->info.source, ".:");
}

static bool same_group(const row *a, const row *b) {
    return group_size(a) == group_size(b) &&
           strncmp(a->info.source, b->info.source, (size_t)group_size(a)) == 0;
}

static void put_number(page *p, unsigned *column, unsigned number) {
    page_to(p, *column);
    *column += COLUMN;
    page_format(p, number ? INK_PLAIN : INK_FAINT, "%u", number);
}

static void put_counts(page *p, unsigned first, const unsigned count[CERTAINTIES]) {
    unsigned executed = 0;
    for (unsigned c = 0; c < IS_NOT_THERE; c++)
        executed += count[c];
    put_number(p, &first, executed + count[IS_NOT_THERE]);
    put_number(p, &first, executed);
    for (unsigned c = 0; c < IS_NOT_THERE; c++)
        put_number(p, &first, count[c]);
    page_end_line(p);
}

static void put_titles(page *p, unsigned column) {
    page_put(p, INK_FAINT, "group");
    page_to(p, column);
    page_put(p, INK_FAINT, "rows");
    page_to(p, column += COLUMN);
    page_put(p, INK_FAINT, "executed");
    for (unsigned c = 0; c < IS_NOT_THERE; c++) {
        page_to(p, column += COLUMN);
        page_put(p, INK_FAINT, titles[c]);
    }
    page_end_line(p);
}

/* The groups in the order in which they are met first: rows of one may stand apart, promoted ones
   among others. */
static void show_groups(page *p, const rows *r) {
    unsigned sum[CERTAINTIES] = {0}, first = 0;
    for (size_t i = 0; i < r->count; i++)
        first = (unsigned)group_size(&r->at[i]) > first ? (unsigned)group_size(&r->at[i]) : first;
    put_titles(p, first += 2);
    for (size_t i = 0; i < r->count; i++) {
        unsigned count[CERTAINTIES] = {0};
        bool shown = false;
        for (size_t k = 0; k < i && !shown; k++)
            shown = same_group(&r->at[k], &r->at[i]);
        for (size_t k = i; k < r->count && !shown; k++)
            count[certainty_of(&r->at[k])] += same_group(&r->at[k], &r->at[i]);
        if (shown)
            continue;
        page_format(p, INK_STRONG, "%.*s", group_size(&r->at[i]), r->at[i].info.source);
        put_counts(p, first, count);
        for (unsigned c = 0; c < CERTAINTIES; c++)
            sum[c] += count[c];
    }
    page_put(p, INK_STRONG, "all");
    put_counts(p, first, sum);
}

/* ---- why rows are not exact ---- */

/* What is not certain, or how near a result is. Pairs of operations have the reasons of both, which
   have rows of their own. */
static const char *reason_of(const row *r, row_certainty why) {
    if (certainty_of(r) != why || strchr(r->info.name, '+'))
        return NULL;
    return why == IS_UNSURE ? r->info.unsure : r->info.approximate;
}

static void show_reasons(page *p, const rows *r, row_certainty why, const char *title) {
    bool heading = false;
    for (size_t i = 0; i < r->count; i++) {
        const char *reason = reason_of(&r->at[i], why), *other;
        unsigned count = 0;
        bool shown = !reason;
        for (size_t k = 0; k < i && !shown; k++)
            shown = (other = reason_of(&r->at[k], why)) && strcmp(other, reason) == 0;
        for (size_t k = i; k < r->count && !shown; k++)
            count += (other = reason_of(&r->at[k], why)) && strcmp(other, reason) == 0;
        if (shown)
            continue;
        if (!heading)
            page_heading(p, title);
        heading = true;
        page_format(p, INK_PLAIN, "%u", count);
        page_flow(p, page_last_column(p, 6), INK_PLAIN, reason);
        page_end_line(p);
    }
}

/* ---- what it rests on ---- */

static const char *const meanings[GISA_EVIDENCE_COUNT] = {
    [GISA_EVIDENCE_MEASUREMENT] = "published results of real hardware",
    [GISA_EVIDENCE_AGREEMENT] = "independent sources that say the same",
    [GISA_EVIDENCE_MANUAL] = "one document"};

/* Rows that are executed, by how it is known what they do. */
static void show_evidence(page *p, const rows *r) {
    unsigned count[GISA_EVIDENCE_COUNT] = {0};
    for (size_t i = 0; i < r->count; i++)
        count[r->at[i].info.rests]++;
    page_heading(p, "Rests on");
    for (unsigned e = GISA_EVIDENCE_COUNT; --e;) {
        page_put(p, INK_STRONG, gisa_evidence_name(e));
        page_to(p, 16);
        page_format(p, INK_PLAIN, "%u", count[e]);
        page_to(p, 28);
        page_put(p, INK_PLAIN, meanings[e]);
        page_end_line(p);
    }
}

/* ---- choices ---- */

/* Each with the option that is taken, how many of the rows depend on it, and how certain it is. */
static void show_choices(page *p, const rows *r, const gisa_isa *isa, unsigned family) {
    gisa_model m;
    for (unsigned i = 0; gisa_model_at(isa, i, &m) == GISA_OK; i++) {
        unsigned depend = 0;
        for (size_t k = 0; k < r->count; k++)
            depend += r->at[k].family == family && (r->at[k].models >> i & 1);
        if (!i) {
            page_heading(p, "Chosen where the hardware's behaviour is unknown");
            page_put(p, INK_FAINT, "model");
            page_to(p, 16);
            page_put(p, INK_FAINT, "taken");
            page_to(p, 28);
            page_put(p, INK_FAINT, "rows");
            page_to(p, 34);
            page_put(p, INK_FAINT, "why it is a choice");
            page_end_line(p);
        }
        page_put(p, INK_STRONG, m.name);
        page_to(p, 16);
        page_format(p, INK_PLAIN, "%.*s", (int)strcspn(m.options, " "), m.options);
        page_to(p, 28);
        if (depend)
            page_format(p, INK_PLAIN, "%u", depend);
        else
            page_put(p, INK_FAINT, "-"); /* no operation says it: it comes with operands */
        page_to(p, 34);
        page_put(p, INK_PLAIN, m.certainty);
        page_end_line(p);
    }
}

/* ---- fields ---- */

static bool has_format(const rows *r, unsigned family, const char *format) {
    for (size_t i = 0; i < r->count; i++)
        if (r->at[i].family == family && strcmp(r->at[i].info.format, format) == 0)
            return true;
    return false;
}

static void show_fields(page *p, const rows *r, const gisa_isa *isa, unsigned family, bool *heading) {
    gisa_format_info format;
    for (uint32_t f = 0; gisa_format(isa, f, &format) == GISA_OK; f++) {
        phrase name = {.size = 0};
        const char *text;
        for (unsigned i = 0;
             has_format(r, family, format.name) && (text = unknown_values(isa, f, &i, &name));) {
            if (!*heading)
                page_heading(p, "Fields whose effect is unknown");
            *heading = true;
            page_put(p, INK_STRONG, format.name);
            page_to(p, 10);
            page_put(p, INK_PLAIN, name.text);
            page_flow(p, page_last_column(p, 34), INK_PLAIN, text);
            page_end_line(p);
        }
    }
}

/* ---- all of it ---- */

void list_coverage(page *p, const rows *r, uint32_t architectures) {
    const gisa_isa *isa;
    show_groups(p, r);
    show_evidence(p, r);
    show_reasons(p, r, IS_APPROXIMATE, "Approximate: rows, and how near");
    show_reasons(p, r, IS_UNSURE, "Uncertain: rows, and of what");
    for (size_t i = 0; i < r->count; i++)
        if (!i || r->at[i].family != r->at[i - 1].family)
            show_choices(p, r, gisa_at(r->at[i].family), r->at[i].family);
    bool heading = false;
    for (size_t i = 0; i < r->count; i++)
        if (!i || r->at[i].family != r->at[i - 1].family)
            for (unsigned a = r->at[i].family; (isa = gisa_at(a)) != NULL; a++) {
                if (strcmp(gisa_family(isa), gisa_family(gisa_at(r->at[i].family))) != 0)
                    break;
                if (architectures ? architectures >> a & 1 : a == r->at[i].family)
                    show_fields(p, r, isa, r->at[i].family, &heading);
            }
}
