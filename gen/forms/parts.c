/* SPDX-License-Identifier: MIT */
/* What single fields of a word are to the engine that runs it, and which increment generator an operand follows: the statements `part`
 * and `increments`. */
#include "read/line.h"

static const char *const part_names[FORMAT_PARTS] = {[PART_CONDITION] = "condition",
                                                     [PART_STORES] = "stores",
                                                     [PART_FIRST_ALONE] = "first_alone",
                                                     [PART_PREDICATE] = "predicate",
                                                     [PART_CHANNEL] = "channel",
                                                     [PART_BY_CHANNEL] = "by_channel",
                                                     [PART_AS_TAKEN] = "as_taken",
                                                     [PART_REPEAT_MODE] = "repeat_mode",
                                                     [PART_SCALES] = "scales",
                                                     [PART_SECOND_PAIR] = "second_pair",
                                                     [PART_COORDINATES] = "coordinates",
                                                     [PART_COUNT] = "count",
                                                     [PART_GATHERS] = "gathers",
                                                     [PART_FETCH] = "fetch",
                                                     [PART_CLIPS] = "clips",
                                                     [PART_PLANE] = "plane"};

static int part_named(const char *name) {
    for (int i = 0; i < FORMAT_PARTS; i++)
        if (strcmp(part_names[i], name) == 0)
            return i;
    return -1;
}

/* part NAME : FIELD ..., with the format in front of the field where it is not so in all that have one of this name */
void read_part(spec *s, line *l) {
    char name[MAX_NAME] = "", word[MAX_NAME];
    next_word(l, ":", name, s);
    int part = part_named(name), first = s->parts.count;
    if (part < 0)
        fail(s, l->at, "'%s' is not a part of words", name);
    if (!take(l, ':'))
        fail(s, l->at, "expected: part NAME : FIELD ...");
    while (next_word(l, "", word, s)) {
        const char *dot = strchr(word, '.');
        part_line *p = LIST_ADD(s->parts);
        *p = (part_line){.part = part, .at = l->at};
        snprintf(p->format, sizeof p->format, "%.*s", dot ? (int)(dot - word) : 0, word);
        snprintf(p->field, sizeof p->field, "%s", dot ? dot + 1 : word);
    }
    if (s->parts.count == first)
        fail(s, l->at, "expected the field that is the %s", name);
}

/* increments NUMBER : OPERAND ..., or without operands: of all others */
void read_increments(spec *s, line *l) {
    char word[MAX_NAME] = "";
    next_word(l, ":", word, s);
    int generator = (int)need_number(s, l, word);
    if (generator < 0 || generator >= NO_GENERATOR)
        fail(s, l->at, "expected: increments NUMBER [: OPERAND ...]");
    if (!take(l, ':')) {
        s->other_increments = generator;
        need_end(s, l);
    }
    while (next_word(l, "", word, s)) {
        increments_line *i = LIST_ADD(s->increments);
        *i = (increments_line){.generator = generator, .at = l->at};
        snprintf(i->name, sizeof i->name, "%s", word);
    }
}

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
