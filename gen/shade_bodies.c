/* SPDX-License-Identifier: MIT */
/* Writes the bodies of a family whose registers are in banks: those that compute, one function each that goes through all instances
 * of a batch, and those that are done once for the batch (flow, memory, textures). */
#include <string.h>

#include "../src/shade/body_kinds.h"
#include "spec.h"

/* How the engine calls what a body looks at an operand as. */
static const struct {
    const char *view;
    uint8_t number;
} engine_views[] = {{"f32", VIEW_F32}, {"f16", VIEW_F16}, {"fx10", VIEW_FX10}, {"u8", VIEW_U8},
                    {"i8", VIEW_I8},   {"u16", VIEW_U16}, {"i16", VIEW_I16},   {"u32", VIEW_B32},
                    {"i32", VIEW_I32}, {"b32", VIEW_B32}, {"b", VIEW_B32},     {"x", VIEW_F32},
                    {"y", VIEW_F32}};

static uint8_t view_of(const spec *s, const header *h, int role) {
    for (size_t i = 0; i < sizeof engine_views / sizeof *engine_views; i++)
        if (views_as(s, h, role, engine_views[i].view))
            return engine_views[i].number;
    return VIEW_NONE;
}

/* Does the body look at the channels of its sources by name? Then it has one result for all. */
static bool is_whole(const spec *s, const header *h) {
    return views_as(s, h, ROLE_S0, "x");
}

/* The channels that it names, a bit each. */
static unsigned uses_of(const spec *s, const header *h, int role) {
    static const char *const channels[] = {"x", "y", "z", "w"};
    unsigned uses = 0;
    for (unsigned i = 0; i < 4; i++)
        uses |= (unsigned)views_as(s, h, role, channels[i]) << i;
    return uses;
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

static void emit_fields(FILE *out, const header *h, const char *from) {
    field_list list = fields_of(h);
    for (int i = 0; i < list.count; i++)
        fprintf(out, "    UNUSED_ const uint32_t %s = %s[%d];\n", list.name[i], from, i);
}

/* A body that writes parts of its result finds the old value in the rest. */
static bool keeps_old(const spec *s, const header *h) {
    return views_as(s, h, ROLE_D, "b");
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
static void emit_choices(FILE *out, const header *h, const char *word) {
    choice_list list = {.count = 0};
    each_node(h->tree, list_choice, &list);
    for (int i = 0; i < list.count; i++)
        fprintf(out, "    %s(%s, %s)\n", word, list.at[i]->below->name, list.at[i]->below->next->name);
}

static void emit_wide(const spec *s, FILE *out, const header *h) {
    const char *kind = is_whole(s, h) ? "WHOLE" : "CHANNEL";
    fprintf(out, "WIDE_BODY(%d)\n{\n", h->body_number);
    emit_fields(out, h, "C->field");
    emit_choices(out, h, "CHOICE");
    for (int k = 0; k < SHADE_SOURCES; k++)
        if (h->facts.role[k].access)
            fprintf(out, "    %s_ROWS(%s, %d)\n", kind, role_name(s, k), k);
    fprintf(out, "    WIDE_LANES\n    {\n");
    for (int k = 0; k < SHADE_SOURCES; k++)
        if (h->facts.role[k].direct)
            fprintf(out, "    %s_IN(%s)\n", kind, role_name(s, k));
    fprintf(out, "    %s\n", keeps_old(s, h) ? "WIDE_OLD" : "WIDE_RESULT");
    emit_body_text(out, h);
    fprintf(out, "    WIDE_OUT\n    }\n}\n\n");
}

static void emit_once(FILE *out, const header *h) {
    fprintf(out, "ONCE_BODY(%d)\n{\n", h->body_number);
    emit_fields(out, h, "H->field");
    emit_choices(out, h, "ONCE_CHOICE");
    emit_body_text(out, h);
    fprintf(out, "}\n\n");
}

static void emit_kind(const spec *s, FILE *out, bool once) {
    const header *h;
    for (int last = 0; (h = next_body(s, &last));)
        if (is_once(s, h) && once)
            emit_once(out, h);
        else if (!is_once(s, h) && !once)
            emit_wide(s, out, h);
}

static void emit_wide_table(const spec *s, FILE *out) {
    const header *h;
    fprintf(out, "gisa_shade_wide *const WIDE_TABLE(%s)[] = {\n    NULL,\n", s->name);
    for (int last = 0; (h = next_body(s, &last));)
        if (is_once(s, h))
            fprintf(out, "    NULL,\n");
        else
            fprintf(out, "    wide_%d,\n", last);
    fprintf(out, "};\n");
}

static void emit_table(const spec *s, FILE *out) {
    const header *h;
    fprintf(out, "const gisa_shade_body gisa_%s_bodies[] = {\n    {.whole = 0},\n", s->name);
    for (int last = 0; (h = next_body(s, &last));) {
        field_list fields = fields_of(h);
        fprintf(out, "    {.view = {");
        for (int k = 0; k < SHADE_ROLES; k++)
            fprintf(out, "%d,", view_of(s, h, k));
        fprintf(out, "}, .uses = {");
        for (int k = 0; k < SHADE_SOURCES; k++)
            fprintf(out, "%u,", uses_of(s, h, k));
        fprintf(out, "}, .whole = %d, .old = %d, ", is_whole(s, h), keeps_old(s, h));
        fprintf(out, ".phase = %d, .discards = %d, .deepens = %d, .steps = %d, .fields = {",
                (h->facts.effects & WORD_PHASE) != 0, (h->facts.effects & WORD_DISCARDS) != 0,
                (h->facts.effects & WORD_DEEPENS) != 0, (h->facts.effects & WORD_STEPS) != 0);
        for (int k = 0; k < fields.count; k++)
            fprintf(out, "\"%s\",", fields.name[k]);
        fprintf(out, "NULL}, .models = 0x%x,", h->models);
        if (is_once(s, h))
            fprintf(out, " .once = once_%d", last);
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
}

/* One file, compiled once as it is and once for each level of the host with BODIES_WIDE defined. */
void emit_shade_bodies(spec *s, FILE *out) {
    fprintf(out, "/* Written by isagen from isa/%s; not to be edited. */\n#include \"%s/vocab.h\"\n\n",
            s->name, s->name);
    emit_model_numbers(s, out);
    fprintf(out, "\n#ifdef BODIES_WIDE\n");
    emit_kind(s, out, false);
    emit_wide_table(s, out);
    fprintf(out, "#else\n");
    emit_kind(s, out, true);
    emit_table(s, out);
    fprintf(out, "#endif\n");
}
