/* SPDX-License-Identifier: MIT */
/* What single fields of a word are to the engine that runs it, and which increment generator an
 * operand follows: the statements `part` and `increments`. */
#include "spec.h"

uint8_t generator_of(spec *s, const char *name) {
    uint8_t generator = s->increments.count ? (uint8_t)s->other_increments : NO_GENERATOR;
    for (int i = 0; i < s->increments.count; i++)
        if (strcmp(s->increments.at[i].name, name) == 0) {
            s->increments.at[i].used = true;
            generator = (uint8_t)s->increments.at[i].generator;
        }
    return generator;
}

/* The field of a format that is a part; of width 0: it has none. */
static field part_field(const spec *s, const generation *g, const format_row *f, int part) {
    const char *format_name = &s->strings.at[f->name];
    for (int i = 0; i < s->parts.count; i++) {
        const part_line *p = &s->parts.at[i];
        if (p->part != part || (*p->format && strcmp(p->format, format_name) != 0))
            continue;
        for (int k = 0; k < f->field_count; k++) {
            const format_field *piece = &g->format_fields.at[f->first_field + k];
            if (strcmp(&s->strings.at[piece->name], p->field) == 0)
                return piece->at;
        }
    }
    return (field){0, 0};
}

void emit_parts(const spec *s, int gen, FILE *out) {
    const generation *g = &s->g[gen];
    fprintf(out, "static const field format_parts_%d[][FORMAT_PARTS] = {\n", gen);
    for (int i = 0; i < g->formats.count; i++) {
        fprintf(out, "    {");
        for (int part = 0; part < FORMAT_PARTS; part++) {
            field f = part_field(s, g, &g->formats.at[i], part);
            fprintf(out, "{%u, %u}, ", f.shift, f.width);
        }
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

static bool is_there(const spec *s, const part_line *p) {
    for (int i = 0; i < s->formats.count; i++)
        for (int k = 0; k < s->formats.at[i].field_count; k++)
            if ((!*p->format || strcmp(s->formats.at[i].name, p->format) == 0) &&
                strcmp(s->formats.at[i].field[k].name, p->field) == 0)
                return true;
    return false;
}

void check_parts(spec *s) {
    for (int i = 0; i < s->parts.count; i++)
        if (!is_there(s, &s->parts.at[i]))
            fail(s, s->parts.at[i].at, "no format has the field '%s'", s->parts.at[i].field);
    for (int i = 0; i < s->increments.count; i++)
        if (!s->increments.at[i].used)
            fail(s, s->increments.at[i].at, "no operand in banks is called '%s'", s->increments.at[i].name);
}
