/* SPDX-License-Identifier: MIT */
/* Writes the tables of numbers: all rows in one list, which generations with the same rows share,
   and for each generation where its tables are in it. */
#include "spec.h"

/* A core with some architectures alone has none: they are for images, which it does not touch. */
static bool is_row(const spec *s, int i, int table, int gen) {
    const numbers_line *n = &s->numbers.at[i];
    return !s->only && n->id == table && (n->gens >> gen & 1);
}

/* A generation before this one with the same rows; its own number if there is none. */
static int twin_of(const spec *s, int table, int gen) {
    for (int g = 0; g < gen; g++) {
        bool same = true;
        for (int i = 0; i < s->numbers.count && same; i++)
            same = is_row(s, i, table, g) == is_row(s, i, table, gen);
        if (same)
            return g;
    }
    return gen;
}

static void measure(const spec *s, int table, int gen, int *rows, int *columns) {
    *rows = *columns = 0;
    for (int i = 0; i < s->numbers.count; i++)
        if (is_row(s, i, table, gen)) {
            *rows += 1;
            *columns = s->numbers.at[i].count > *columns ? s->numbers.at[i].count : *columns;
        }
}

static void put_rows(const spec *s, int table, int gen, int columns, FILE *out) {
    for (int i = 0; i < s->numbers.count; i++) {
        const numbers_line *n = &s->numbers.at[i];
        if (!is_row(s, i, table, gen))
            continue;
        fprintf(out, "    %lld,", (long long)n->key);
        for (int k = 0; k < columns; k++)
            fprintf(out, k < n->count ? "(int64_t)0x%llx," : "0,", (unsigned long long)n->value[k]);
        fprintf(out, "\n");
    }
}

static const char *name_of(const spec *s, int table) {
    int i = 0;
    while (s->numbers.at[i].id != table)
        i++;
    return s->numbers.at[i].name;
}

void emit_numbers(spec *s, FILE *out) {
    int *first = resize(NULL, (size_t)(s->number_table_count * MAX_GENS + 1) * sizeof *first), next = 0;
    fprintf(out, "static const int64_t numbers[] = {\n");
    for (int table = 0; table < s->number_table_count; table++)
        for (int gen = 0; gen < s->gen_count; gen++) {
            int rows, columns, twin = twin_of(s, table, gen);
            measure(s, table, gen, &rows, &columns);
            first[table * MAX_GENS + gen] = twin < gen ? first[table * MAX_GENS + twin] : next;
            if (twin < gen)
                continue;
            put_rows(s, table, gen, columns, out);
            next += rows * (columns + 1);
        }
    fprintf(out, "    0};\n");
    for (int gen = 0; gen < s->gen_count; gen++) {
        if (!is_wanted_generation(s, gen))
            continue;
        fprintf(out, "static const number_table number_tables_%d[] = {", gen);
        for (int table = 0; table < s->number_table_count; table++) {
            int rows, columns;
            measure(s, table, gen, &rows, &columns);
            fprintf(out, "{%u,%d,%d,%d},", intern(s, name_of(s, table)), first[table * MAX_GENS + gen], rows,
                    columns);
        }
        fprintf(out, "{0,0,0,0}};\n");
    }
}
