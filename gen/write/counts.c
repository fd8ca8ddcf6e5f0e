/* SPDX-License-Identifier: MIT */
/* Writes the functions that say how many registers an operand has where other fields decide it.
 * Generations share those that are equal, and with them the functions of shapes that call them. */
#include <string.h>

#include "spec.h"

/* The first generation that has the function of this text, and its index there. */
static int first_with(const spec *s, const char *code, int *index) {
    for (int gen = 0; gen < s->gen_count; gen++)
        for (int i = 0; i < s->g[gen].count_code.count; i++)
            if (strcmp(s->g[gen].count_code.at[i], code) == 0) {
                *index = i;
                return gen;
            }
    return -1;
}

void count_name(const spec *s, int gen, int i, char name[COUNT_NAME]) {
    int index = i, first = first_with(s, s->g[gen].count_code.at[i], &index);
    snprintf(name, COUNT_NAME, "count_%d_%d", first, index);
}

static void emit_function_text(const spec *s, int gen, FILE *out) {
    for (int i = 0, index = 0; i < s->g[gen].count_code.count; i++)
        if (first_with(s, s->g[gen].count_code.at[i], &index) == gen)
            fprintf(out, "static unsigned count_%d_%d(uint64_t bits) {\n%s}\n", gen, i,
                    s->g[gen].count_code.at[i]);
}

static void emit_list(const spec *s, int gen, FILE *out) {
    fprintf(out, "unsigned (*const %s_counts_%d[])(uint64_t) = {", s->name, gen);
    for (int i = 0; i < s->g[gen].count_code.count; i++) {
        char name[COUNT_NAME];
        count_name(s, gen, i, name);
        fprintf(out, "%s, ", name);
    }
    fprintf(out, "NULL};\n");
}

void emit_counts(const spec *s, FILE *out) {
    fprintf(out, "__attribute__((unused)) static unsigned popcount(unsigned x) {\n"
                 "    unsigned n = 0;\n    for (; x; x &= x - 1)\n        n++;\n    return n;\n}\n\n");
    for (int gen = 0; gen < s->gen_count; gen++) {
        emit_function_text(s, gen, out);
        emit_list(s, gen, out);
    }
}
