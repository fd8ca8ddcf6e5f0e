/* SPDX-License-Identifier: MIT */
/* Writes what the engines name of the spec as a header of constants: operand codes, parts of packed
 * numbers, names of values, facts. Only what is the same wherever it is stated has a constant; the
 * rest is looked up in the tables. */
#include <ctype.h>
#include <string.h>

#include "spec.h"

static void put_capitals(FILE *out, const char *name) {
    for (const char *p = name; *p; p++)
        fputc(isalnum((unsigned char)*p) ? toupper((unsigned char)*p) : '_', out);
}

static void put_family(FILE *out, const char *family) {
    fputs("#define ", out);
    put_capitals(out, family);
    fputc('_', out);
}

/* GCN_MODE_ROUND_F32: letters become capitals, and what may not stand in a name an underscore. */
static void put_name(FILE *out, const char *family, const char *table, const char *name) {
    put_family(out, family);
    size_t size = strlen(table);
    if (strncmp(name, table, size) == 0 && name[size] == '_')
        name += size + 1; /* UNUSED_PAD of UNUSED */
    put_capitals(out, table);
    fputc('_', out);
    put_capitals(out, name);
}

static bool is_named(const code_line *c) {
    return c->kind == CODE_PAIR_LO || c->kind == CODE_REG;
}

static void put_codes(const spec *s, const char *family, FILE *out) {
    for (int i = 0; i < s->codes.count; i++) {
        const code_line *c = &s->codes.at[i];
        bool same = is_named(c), first = true;
        for (int k = 0; k < s->codes.count && same; k++)
            if (is_named(&s->codes.at[k]) && strcmp(s->codes.at[k].name, c->name) == 0) {
                same = s->codes.at[k].first == c->first;
                first = first && k >= i;
            }
        if (!same || !first)
            continue;
        put_name(out, family, "code", c->name);
        fprintf(out, " %d\n", c->first);
    }
}

/* A part in one piece, in the low 64 bits: its place, and a mask of it. */
static void put_parts(const spec *s, const char *family, FILE *out) {
    for (int i = 0; i < s->packs.count; i++) {
        const pack_line *p = &s->packs.at[i];
        bool same = !p->high.width && p->low.shift + p->low.width <= 64, same_width = true, first = true;
        for (int k = 0; k < s->packs.count && same; k++) {
            const pack_line *q = &s->packs.at[k];
            if (strcmp(q->name, p->name) == 0 && strcmp(q->part, p->part) == 0) {
                same = q->low.shift == p->low.shift && !q->high.width;
                same_width = same_width && q->low.width == p->low.width;
                first = first && k >= i;
            }
        }
        if (!same || !first)
            continue;
        put_name(out, family, p->name, p->part);
        fprintf(out, "_AT %u\n", p->low.shift);
        if (!same_width)
            continue;
        put_name(out, family, p->name, p->part);
        fprintf(out, " 0x%llxu\n", (~0ull >> (64 - p->low.width)) << p->low.shift);
    }
}

/* GCN_PART_STATUS_scc: a part by the number that it has in the tables of all generations, in the
 * letters of the spec, so that words of bodies can name it. */
static void put_part_numbers(const spec *s, FILE *out) {
    int next = 0;
    for (int i = 0; i < s->packs.count; i++)
        if (s->packs.at[i].id == next) {
            put_family(out, s->name);
            fprintf(out, "PART_%s_%s %d\n", s->packs.at[i].name, s->packs.at[i].part, next++);
        }
}

/* GCN_TABLE_TILE_MODE: a table of numbers, by the number that it has on all generations. */
static void put_tables(const spec *s, FILE *out) {
    int next = 0;
    for (int i = 0; i < s->numbers.count; i++)
        if (s->numbers.at[i].id == next) {
            put_name(out, s->name, "table", s->numbers.at[i].name);
            fprintf(out, " %d\n", next++);
        }
}

static void put_values(const spec *s, const char *family, FILE *out) {
    for (int i = 0; i < s->names.count; i++) {
        const names_line *n = &s->names.at[i];
        bool same = true, first = true;
        for (int k = 0; k < s->names.count && same; k++)
            if (strcmp(s->names.at[k].name, n->name) == 0 && strcmp(s->names.at[k].llvm, n->llvm) == 0) {
                same = s->names.at[k].value == n->value;
                first = first && k >= i;
            }
        if (!same || !first)
            continue;
        put_name(out, family, n->name, n->llvm);
        fprintf(out, " %d\n", n->value);
    }
}

static void put_facts(const spec *s, const char *family, FILE *out) {
    for (int i = 0; i < s->facts.count; i++) {
        const fact_line *f = &s->facts.at[i];
        int stated = 0;
        for (int k = 0; k < s->facts.count; k++)
            stated += strcmp(s->facts.at[k].name, f->name) == 0;
        if (stated != 1 || f->only >= 0 || f->gens != (1u << s->gen_count) - 1)
            continue;
        put_name(out, family, "fact", f->name);
        fprintf(out, " %lld\n", (long long)f->value);
    }
}

/* GCN_ADDRESS_BIAS: a set of parts of an image's address. */
static void put_address_parts(const spec *s, FILE *out) {
    for (int i = 0; i < s->words.count; i++)
        if (s->words.at[i].part >= 0) {
            put_name(out, s->name, "address", s->words.at[i].name);
            fprintf(out, " 0x%xu\n", 1u << s->words.at[i].part);
        }
}

void emit_engine_facts(spec *s, FILE *out) {
    fprintf(out, "/* Written by isagen from isa/%s; not to be edited. */\n#pragma once\n", s->name);
    put_codes(s, s->name, out);
    put_parts(s, s->name, out);
    put_part_numbers(s, out);
    put_tables(s, out);
    put_values(s, s->name, out);
    put_facts(s, s->name, out);
    put_address_parts(s, out);
}
