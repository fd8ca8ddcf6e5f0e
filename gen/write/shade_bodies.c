/* SPDX-License-Identifier: MIT */
/* Writes the bodies of a family whose registers are in banks: those that compute, one function each
 * that goes through all instances of a batch (src/shade/wide.h), and those that are done once for
 * the batch (src/shade/once.h). */
#include <ctype.h>
#include <string.h>

#include "bodies.h"
#include "shade/body_kinds.h"

/* How the engine calls the format in which a body looks at an operand: VIEW_F32. */
static void emit_view(const spec *s, const header *h, int role, FILE *out) {
    const body_view *v = view_used(s, h, role, 0);
    fputs("VIEW_", out);
    for (const char *p = v ? v->held : "none"; *p; p++)
        fputc(toupper((unsigned char)*p), out);
}

/* The channels that the body names, a bit each. */
static unsigned uses_of(const spec *s, const header *h, int role) {
    unsigned uses = 0;
    for (const body_view *v = view_used(s, h, role, 0); v;
         v = view_used(s, h, role, (int)(v - s->views.at) + 1))
        uses |= v->channel < 0 ? 0 : 1u << v->channel;
    return uses;
}

/* Does the body look at channels of its sources by name? Then it has one result for all. */
static bool is_whole(const spec *s, const header *h) {
    return uses_of(s, h, ROLE_S0) != 0;
}

static bool is_once(const spec *s, const header *h) {
    int c = format_class(s, h);
    return c == GISA_CLASS_BRANCH || c == GISA_CLASS_CONTROL || c == GISA_CLASS_SAMPLE ||
           (h->facts.effects & WORD_ONCE);
}

/* The fields of the word that the body speaks of. */
typedef struct field_list {
    const char *name[SHADE_FIELDS];
    int count;
} field_list;

static void list_field(void *to, const body_node *n) {
    field_list *list = to;
    for (int i = 0; i < list->count; i++)
        if (n->kind == NODE_FIELD && strcmp(list->name[i], n->name) == 0)
            return;
    if (n->kind == NODE_FIELD && list->count < SHADE_FIELDS)
        list->name[list->count++] = n->name;
}

static field_list fields_of(const header *h) {
    field_list list = {.count = 0};
    each_node(h->tree, list_field, &list);
    return list;
}

static field place_of(const spec *s, const char *format_name, const char *name) {
    for (int i = 0; i < s->formats.count; i++) {
        const format *f = &s->formats.at[i];
        for (int k = 0; k < f->field_count; k++)
            if (strcmp(f->name, format_name) == 0 && strcmp(f->field[k].name, name) == 0)
                return (field){(uint8_t)f->field[k].shift, (uint8_t)f->field[k].width};
    }
    return (field){0, 0};
}

int emit_places(const spec *s, const header *h, const char *format_name, FILE *out) {
    field_list list = fields_of(h);
    for (int i = 0; i < list.count; i++) {
        field f = place_of(s, format_name, list.name[i]);
        fprintf(out, "{%u,%u},", f.shift, f.width);
    }
    return list.count;
}

static void emit_fields(FILE *out, const header *h, const char *from) {
    field_list list = fields_of(h);
    for (int i = 0; i < list.count; i++)
        fprintf(out, "    const u32 %s = %s[%d];\n", list.name[i], from, i);
}

/* A body that writes parts of its result finds the old value in the rest. */
static bool keeps_old(const spec *s, const header *h) {
    const body_view *v = view_used(s, h, ROLE_D, 0);
    return v && v->each;
}

/* The choices that a body asks for. */
typedef struct choice_list {
    const body_node *at[16];
    int count;
} choice_list;

static void list_choice(void *to, const body_node *n) {
    choice_list *list = to;
    if (n->kind != NODE_WORD || !(n->word->effects & WORD_MODEL))
        return;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->at[i]->below->name, n->below->name) == 0 &&
            strcmp(list->at[i]->below->next->name, n->below->next->name) == 0)
            return;
    if (list->count < (int)(sizeof list->at / sizeof *list->at))
        list->at[list->count++] = n;
}

/* Each choice is asked for once, before the loop. */
static void emit_choices(FILE *out, const header *h, const char *from) {
    choice_list list = {.count = 0};
    each_node(h->tree, list_choice, &list);
    for (int i = 0; i < list.count; i++) {
        const char *name = list.at[i]->below->name, *option = list.at[i]->below->next->name;
        fprintf(out, "    const bool model_%s_%s = %s[MODEL_%s] == OPTION_%s_%s;\n", name, option, from, name,
                name, option);
    }
}

/* ---- those that compute ---- */

/* The rows of a source: of the channel that is computed, or of all channels. */
static void emit_row(FILE *out, const char *name, int k, bool whole) {
    if (whole)
        fprintf(out, "    const u32 *const *const %s_rows = C->from[%d];\n", name, k);
    else
        fprintf(out, "    const u32 *const %s_row = C->from[%d][C->channel];\n", name, k);
}

static void take_source(FILE *out, const char *name, bool whole) {
    if (whole)
        fprintf(out,
                "        const channels %s = {as_f32(%s_rows[0][lane]), as_f32(%s_rows[1][lane]),\n"
                "            as_f32(%s_rows[2][lane]), as_f32(%s_rows[3][lane])};\n",
                name, name, name, name, name);
    else
        fprintf(out, "        const channel %s = {.u32 = %s_row[lane]};\n", name, name);
}

static void emit_wide_body(const spec *s, FILE *out, const body *b) {
    const header *h = b->h;
    bool whole = is_whole(s, h);
    fprintf(out, "gisa_shade_wide NAME(%s);\nvoid NAME(%s)(const gisa_shade_call *C)\n{\n", b->name, b->name);
    emit_fields(out, h, "C->field");
    emit_choices(out, h, "C->model");
    for (int k = 0; k < SHADE_SOURCES; k++)
        if (h->facts.role[k].access)
            emit_row(out, role_name(s, k), k, whole);
    fprintf(out, "    u32 *restrict const to = C->to;\n#pragma omp simd\n"
                 "    for (unsigned lane = 0; lane < SHADE_LANES; lane++) {\n");
    for (int k = 0; k < SHADE_SOURCES; k++)
        if (h->facts.role[k].direct)
            take_source(out, role_name(s, k), whole);
    fprintf(out, "        channel D = {.u32 = %s};\n", keeps_old(s, h) ? "to[lane]" : "0");
    emit_inside(out, b, "");
    fprintf(out, "        to[lane] = D.u32;\n    }\n}\n\n");
}

/* The bodies of a file of the spec that compute. */
void emit_shade_rows(spec *s, FILE *out, const void *bodies) {
    const body_list *list = bodies;
    bool any = false;
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (!is_once(s, b->h)) {
            if (!any) {
                fprintf(out, "#include \"shade/wide.h\"\n#include \"gen/%s_functions.h\"\n\n", s->name);
                emit_model_numbers(s, out);
            }
            any = true;
            emit_wide_body(s, out, b);
        }
}

void emit_shade_level_table(spec *s, FILE *out, const void *bodies) {
    const body_list *list = bodies;
    fprintf(out, "#include \"insn/name.h\"\n#include \"shade/state.h\"\n\n");
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (!is_once(s, b->h))
            fprintf(out, "extern gisa_shade_wide NAME(%s);\n", b->name);
    fprintf(out, "\ngisa_shade_wide *const NAME(%s_wide)[%d] = {\n", s->name, list->count + 1);
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (!is_once(s, b->h))
            fprintf(out, "    [%d] = NAME(%s),\n", b->number, b->name);
    fprintf(out, "};\n");
}

/* ---- those that are done once ---- */

static void emit_once_body(FILE *out, const body *b) {
    fprintf(out,
            "gisa_shade_once %s__once;\n"
            "void %s__once(UNUSED_ gisa_shade_batch *W, UNUSED_ const gisa_shade_half *H)\n{\n",
            b->name, b->name);
    emit_fields(out, b->h, "H->field");
    emit_choices(out, b->h, "W->draw->model");
    emit_inside(out, b, "");
    fprintf(out, "}\n\n");
}

void emit_shade_once(spec *s, FILE *out, const void *bodies) {
    const body_list *list = bodies;
    bool any = false;
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (is_once(s, b->h)) {
            if (!any) {
                fprintf(out, "#include \"shade/once.h\"\n#include \"gen/%s_functions.h\"\n\n", s->name);
                emit_model_numbers(s, out);
            }
            any = true;
            emit_once_body(out, b);
        }
}

/* ---- the table of all ---- */

static void emit_flag(FILE *out, const char *name, bool set) {
    if (set)
        fprintf(out, ", .%s = true", name);
}

static void emit_entry(const spec *s, FILE *out, const body *b) {
    const header *h = b->h;
    fprintf(out, "    [%d] = {.view = {", b->number);
    for (int k = 0; k < SHADE_ROLES; k++)
        fputs(k ? ", " : "", out), emit_view(s, h, k, out);
    fprintf(out, "}, .uses = {");
    for (int k = 0; k < SHADE_SOURCES; k++)
        fprintf(out, "%s%u", k ? ", " : "", uses_of(s, h, k));
    fprintf(out, "}, .fields = %d, .models = 0x%x", fields_of(h).count, h->models);
    emit_flag(out, "whole", is_whole(s, h));
    emit_flag(out, "old", keeps_old(s, h));
    emit_flag(out, "phase", h->facts.effects & WORD_PHASE);
    emit_flag(out, "discards", h->facts.effects & WORD_DISCARDS);
    emit_flag(out, "deepens", h->facts.effects & WORD_DEEPENS);
    emit_flag(out, "steps", h->facts.effects & WORD_STEPS);
    if (is_once(s, h))
        fprintf(out, ", .once = %s__once", b->name);
    fprintf(out, "},\n");
}

void emit_shade_table(spec *s, FILE *out, const void *bodies) {
    const body_list *list = bodies;
    fprintf(out, "#include \"shade/state.h\"\n\n");
    for (const body *b = list->at; b < list->at + list->count; b++)
        if (is_once(s, b->h))
            fprintf(out, "extern gisa_shade_once %s__once;\n", b->name);
    fprintf(out, "\nconst gisa_shade_body %s_bodies[] = {\n", s->name);
    for (const body *b = list->at; b < list->at + list->count; b++)
        emit_entry(s, out, b);
    fprintf(out, "};\n");
}
