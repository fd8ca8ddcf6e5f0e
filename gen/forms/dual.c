/* SPDX-License-Identifier: MIT */
/* Dual issue: rows for each pair of operations that one word may hold. Which operations there are stands in the spec; which pairs
 * are legal, and which source an operation takes from where, is the same for all of them. */
#include <stdlib.h>
#include <string.h>

#include "spec.h"

/* ---- sources ---- */

/* U the unified operand, A B C the internal ones; by sel. */
static const char first_sources[3][4][4] = {
    {"U", "A", "B", "C"}, {"UB", "AU", "AB", ""}, {"UBC", "AUC", "ABU", "ABC"}};
static const char second_sources[3][3][4][4] = {
    {{"A", "U", "U", "U"}, {"AB", "UB", "AU", "BU"}, {"ABC", "UBC", "AUC", "AUB"}},
    {{"A", "B", "U", ""}, {"AC", "BC", "CU", ""}, {"", "", "", ""}},
    {{"A", "B", "C", "U"}, {"", "", "", ""}, {"", "", "", ""}}};

static void add_operand(header *h, const char *name, bool half) {
    row_operand *r = &h->operand[h->operand_count++];
    memset(r, 0, sizeof *r);
    snprintf(r->name, sizeof r->name, "%s", name);
    snprintf(r->type, sizeof r->type, "%s", name[0] == '+' ? "b32" : half ? "f16" : "f32");
}

/* Destination and sources: the names of operand statements say the role, and how many channels are shown. */
static void add_half(header *h, const operation_line *o, bool unified, bool half, const char *sources) {
    char name[MAX_NAME];
    bool vector = o->kind == DUAL_VECTOR;
    const char *shown = !vector    ? (o->kind == DUAL_DOT || o->kind == DUAL_SQUARE ? "all"
                                      : o->kind == DUAL_ONE                         ? "one"
                                                                                    : "dash")
                        : !unified ? "mask"
                        : half     ? "four"
                                   : "two";
    add_operand(h, !unified ? "DI" : vector ? half ? "DV16" : "DV32" : half ? "DS16" : "DS32", half);
    for (const char *p = sources; *p; p++) {
        snprintf(name, sizeof name, "%c%s", *p, shown);
        add_operand(h, name, half);
        if (o->kind == DUAL_SQUARE) /* which is written twice */
            add_operand(h, name, half);
    }
}

/* The row whose body an operation has: dot products are those of as many channels as the format has. */
static int row_like(spec *s, const dual_line *d, const operation_line *o, bool half) {
    bool dots = o->kind == DUAL_DOT || o->kind == DUAL_SQUARE;
    for (int i = 0; i < s->headers.count; i++) {
        const header *h = &s->headers.at[i];
        if (strcmp(h->name, o->like[half]) == 0 && (!dots || strcmp(h->format, d->dots) == 0))
            return i;
    }
    fail(s, o->at, "operation %s is like '%s', which is no row", o->name, o->like[half]);
    return -1;
}

/* What is not certain of one of them is not certain of both. */
static void take_doubts(header *h, const header *one, const header *two) {
    const flag *a = find_flag(one, "unsure", -1), *b = find_flag(two, "unsure", -1);
    char text[512];
    if (!a && !b)
        return;
    bool both = a && b && strcmp(a->args, b->args) != 0;
    snprintf(text, sizeof text, "%s%s%s", a ? a->args : b->args, both ? "; " : "", both ? b->args : "");
    h->flags[h->flag_count] = (flag){.gens = ~0u, .name = "unsure"};
    h->flags[h->flag_count++].args = copy_text(text, strlen(text));
}

static void take_bodies(spec *s, header *h, int first, int second) {
    const header *one = &s->headers.at[first], *two = &s->headers.at[second];
    char body[4096];
    if (!one->body || !two->body)
        return;
    snprintf(body, sizeof body, "%s\n    // and of the second operation:\n%s", one->body, two->body);
    h->body = copy_text(body, strlen(body));
    h->body_line = one->body_line;
    h->body_number = one->body_number;
    h->second_body = two->body_number;
    h->part[0] = first;
    h->part[1] = second;
    take_doubts(h, one, two);
}

static void add_row(spec *s, const dual_line *d, const operation_line *first, const operation_line *second,
                    int sel, bool unified, bool half) {
    int like[2] = {row_like(s, d, first, half), row_like(s, d, second, half)};
    header *h = LIST_ADD(s->headers);
    char join[3 * MAX_NAME], doc[512];
    const char *type = half ? "f16" : "f32";
    memset(h, 0, sizeof *h);
    h->at = d->at;
    h->many = true;
    snprintf(join, sizeof join, "%s.%s+%s.%s", first->name, type, second->name, type);
    snprintf(h->name, sizeof h->name, "%.*s", MAX_NAME - 1, join);
    snprintf(h->format, sizeof h->format, "%.*s%s", MAX_NAME - 2, d->name, first->sources == 1 ? "U" : "");
    h->opcode[0] = first->code << 7 | second->page << 6 | unified << 5 | second->code << 2 | sel |
                   half << 10 | first->page << 11;
    add_half(h, first, unified, half, first_sources[first->sources - 1][sel]);
    snprintf(join, sizeof join, "+ %s.%s", second->name, type);
    add_operand(h, join, half);
    add_half(h, second, !unified, half, second_sources[first->sources - 1][second->sources - 1][sel]);
    snprintf(doc, sizeof doc, "Two operations at once: %s and %s. Both read before either writes.",
             first->name, second->name);
    h->doc = copy_text(doc, strlen(doc));
    if (like[0] >= 0 && like[1] >= 0)
        take_bodies(s, h, like[0], like[1]);
}

static bool is_legal(const dual_line *d, const operation_line *first, const operation_line *second, int sel) {
    int most = first->sources == 1 ? 3 : first->sources == 2 ? 2 : 1;
    return first->page < d->pages && !(second->code == 0 && second->page == 0) && second->sources <= most &&
           !(first->sources == 2 && sel == 3);
}

void expand_duals(spec *s) {
    for (int d = 0; d < s->duals.count; d++)
        for (int i = 0; i < s->operations.count; i++)
            for (int k = 0; k < s->operations.count; k++)
                for (int bits = 0; bits < 16; bits++)
                    if (is_legal(&s->duals.at[d], &s->operations.at[i], &s->operations.at[k], bits & 3))
                        add_row(s, &s->duals.at[d], &s->operations.at[i], &s->operations.at[k], bits & 3,
                                bits & 4, bits & 8);
}
