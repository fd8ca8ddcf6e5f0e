/* SPDX-License-Identifier: MIT */
/* Dual issue: rows for each pair of operations that one word may hold. Which operations there are,
 * which pairs are legal and which source an operation takes from where stands in the spec. */
#include <stdlib.h>
#include <string.h>

#include "spec.h"

/* ---- sources ----------------------------------------------------------------------------- */

static const kind_line *kind_of(spec *s, const operation_line *o) {
    for (int i = 0; i < s->kinds.count; i++)
        if (strcmp(s->kinds.at[i].name, o->kind) == 0)
            return &s->kinds.at[i];
    return NULL;
}

/* The letters of what an operation takes; `second`: how many sources the second one has, 0 = it is
   the first. NULL = there is no such word. */
static const char *letters_of(const spec *s, int first, int second, int selection) {
    for (int i = 0; i < s->sources.count; i++) {
        const sources_line *o = &s->sources.at[i];
        if (o->first == first && o->second == second)
            return strcmp(o->letters[selection], ".") == 0 ? NULL : o->letters[selection];
    }
    return NULL;
}

static void add_operand(header *h, const char *name, bool half) {
    row_operand *r = &h->operand[h->operand_count++];
    memset(r, 0, sizeof *r);
    snprintf(r->name, sizeof r->name, "%s", name);
    snprintf(r->type, sizeof r->type, "%s", name[0] == '+' ? "b32" : half ? "f16" : "f32");
}

/* Destination and sources: the names of operand statements say the role, and how many channels are
   shown. */
static void add_half(header *h, const kind_line *k, bool unified, bool half, const char *letters) {
    char name[MAX_NAME + 1];
    const int result = !unified ? DUAL_INTERNAL : half ? DUAL_F16 : DUAL_F32;
    add_operand(h, k->result[result], half);
    for (const char *p = letters; *p; p++) {
        snprintf(name, sizeof name, "%c%s", *p, k->source[result]);
        add_operand(h, name, half);
        if (k->twice)
            add_operand(h, name, half);
    }
}

/* The row whose body an operation has: dot products are those of as many channels as the format
   has. */
static int row_like(spec *s, const dual_line *d, const operation_line *o, bool half) {
    const bool dots = kind_of(s, o)->dots;
    for (int i = 0; i < s->headers.count; i++) {
        const header *h = &s->headers.at[i];
        if (strcmp(h->name, o->like[half]) == 0 && (!dots || strcmp(h->format, d->dots) == 0))
            return i;
    }
    fail(s, o->at, "operation %s is like '%s', which is not a row", o->name, o->like[half]);
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

/* ---- rows -------------------------------------------------------------------------------- */

/* The part of an opcode that a field holds; -1 = the format does not have it, and the value is not
   0. */
static int opcode_part(const format *f, const char *name, int value) {
    int shift = 0;
    for (int i = f->field_count; i-- > 0;) {
        if (strcmp(f->field[i].name, name) == 0)
            return value << shift;
        shift += strncmp(f->field[i].name, "op_", 3) == 0 ? f->field[i].width : 0;
    }
    return value ? -1 : 0;
}

/* A pair as it may stand in a word. */
typedef struct pair {
    const dual_line *d;
    const operation_line *first, *second;
    int selection;
    bool unified; /* the result of the first operation; that of the other one is internal */
    bool half;
} pair;

/* -1 = the format does not have it. */
static int opcode_of(const format *f, const pair *p) {
    const int page = opcode_part(f, "op_wide", p->first->page);
    return page < 0
               ? -1
               : page | opcode_part(f, "op_half", p->half) | opcode_part(f, "op_first", p->first->code) |
                     opcode_part(f, "op_page", p->second->page) | opcode_part(f, "op_store", p->unified) |
                     opcode_part(f, "op_second", p->second->code) | opcode_part(f, "op_sel", p->selection);
}

static void name_row(spec *s, header *h, const pair *p) {
    char text[3 * MAX_NAME], doc[512];
    const char *type = p->half ? "f16" : "f32";
    snprintf(text, sizeof text, "%s.%s+%s.%s", p->first->name, type, p->second->name, type);
    snprintf(h->name, sizeof h->name, "%.*s", MAX_NAME - 1, text);
    snprintf(doc, sizeof doc, "Does two operations at once: %s and %s.\nBoth read before either writes.",
             p->first->name, p->second->name);
    h->doc = read_doc(s, doc, h->at);
}

static void add_row(spec *s, const pair *p, int opcode, const char *letters, const char *second_letters) {
    const int like[2] = {row_like(s, p->d, p->first, p->half), row_like(s, p->d, p->second, p->half)};
    header *h = LIST_ADD(s->headers);
    char join[2 * MAX_NAME];
    memset(h, 0, sizeof *h);
    h->at = p->d->at;
    h->many = true;
    name_row(s, h, p);
    snprintf(h->format, sizeof h->format, "%.*s%s", MAX_NAME - 2, p->d->name,
             p->first->sources == 1 ? "U" : "");
    h->opcode[0] = opcode;
    add_half(h, kind_of(s, p->first), p->unified, p->half, letters);
    snprintf(join, sizeof join, "+ %s.%s", p->second->name, p->half ? "f16" : "f32");
    add_operand(h, join, p->half);
    add_half(h, kind_of(s, p->second), !p->unified, p->half, second_letters);
    if (like[0] >= 0 && like[1] >= 0)
        take_bodies(s, h, like[0], like[1]);
}

static void add_pair(spec *s, const pair *p) {
    const char *letters = letters_of(s, p->first->sources, 0, p->selection);
    const char *second = letters_of(s, p->first->sources, p->second->sources, p->selection);
    const int opcode = opcode_of(find_format(s, p->d->name, 0), p);
    if (letters && second && opcode >= 0 && !p->second->first)
        add_row(s, p, opcode, letters, second);
}

static void check_duals(spec *s) {
    for (int i = 0; i < s->operations.count; i++)
        if (!kind_of(s, &s->operations.at[i]))
            fail(s, s->operations.at[i].at, "operation %s: no kind is called '%s'", s->operations.at[i].name,
                 s->operations.at[i].kind);
    for (int i = 0; i < s->duals.count; i++)
        if (!find_format(s, s->duals.at[i].name, 0))
            fail(s, s->duals.at[i].at, "there is no format %s", s->duals.at[i].name);
}

void expand_duals(spec *s) {
    check_duals(s);
    for (int d = 0; d < s->duals.count && !s->errors; d++)
        for (int i = 0; i < s->operations.count; i++)
            for (int k = 0; k < s->operations.count; k++)
                for (int bits = 0; bits < 16; bits++)
                    add_pair(s, &(pair){&s->duals.at[d], &s->operations.at[i], &s->operations.at[k], bits & 3,
                                        bits & 4, bits & 8});
}
