/* SPDX-License-Identifier: MIT */
/* Writes the bodies of a family whose registers are in banks: those that compute, one function each that goes through all instances
 * of a batch, and those that are done once for the batch (flow, memory, textures). */
#include <ctype.h>
#include <string.h>

#include "../src/shade/body_kinds.h"
#include "spec.h"

static const char *const role_names[SHADE_ROLES] = {"S0", "S1", "S2", "S3", "D"};

/* What a body says of an operand, and how it is looked at. */
static const struct {
    const char *member;
    uint8_t view;
} members[] = {{".f32", VIEW_F32}, {".f16", VIEW_F16}, {".fx10", VIEW_FX10}, {".u8", VIEW_U8},
               {".i8", VIEW_I8},   {".u16", VIEW_U16}, {".i16", VIEW_I16},   {".u32", VIEW_B32},
               {".i32", VIEW_I32}, {".b32", VIEW_B32}, {".b[", VIEW_B32},    {".x", VIEW_F32},
               {".y", VIEW_F32}};

static uint8_t view_of(const char *body, const char *role) {
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        for (const char *at = body; (at = body_says(at, role, members[i].member)); at++) {
            char next = at[strlen(role) + strlen(members[i].member)];
            if (!isalnum((unsigned char)next) || members[i].member[2] == '[')
                return members[i].view;
        }
    return body_says(body, role, ")") ? VIEW_F32 : VIEW_NONE; /* RIGHT(S0).f32 */
}

/* Does the body look at the channels of its sources by name? Then it has one result for all. */
static bool is_whole(const char *body) {
    return body_says(body, "S0", ".x") != NULL;
}

/* The channels that it names, a bit each. */
static unsigned uses_of(const char *body, const char *role) {
    static const char *const channels[] = {".x", ".y", ".z", ".w"};
    unsigned uses = 0;
    for (unsigned i = 0; i < 4; i++)
        uses |= (unsigned)(body_says(body, role, channels[i]) != NULL) << i;
    return uses;
}

static bool is_once(const spec *s, const header *h) {
    int c = format_class(s, h);
    return c == GISA_CLASS_BRANCH || c == GISA_CLASS_CONTROL || c == GISA_CLASS_SAMPLE ||
           body_says(h->body, "LOAD", "(") || body_says(h->body, "STORE", "(");
}

/* The fields of the word that the body speaks of. */
static int fields_of(const spec *s, const header *h, const char *names[SHADE_FIELDS]) {
    int count = 0;
    for (int i = 0; i < s->headers.count; i++) {
        const header *other = &s->headers.at[i];
        for (int k = 0; other->body_number == h->body_number && k < s->formats.count; k++)
            for (int n = 0;
                 strcmp(s->formats.at[k].name, other->format) == 0 && n < s->formats.at[k].field_count; n++) {
                const char *name = s->formats.at[k].field[n].name, *at;
                bool known = false;
                for (int m = 0; m < count; m++)
                    known |= strcmp(names[m], name) == 0;
                for (at = h->body; !known && (at = body_says(at, name, "")); at++)
                    if (at[strlen(name)] != '(')
                        break;
                if (!known && at && count < SHADE_FIELDS)
                    names[count++] = name;
            }
    }
    return count;
}

static void emit_fields(const spec *s, FILE *out, const header *h, const char *from) {
    const char *names[SHADE_FIELDS];
    int count = fields_of(s, h, names);
    for (int i = 0; i < count; i++)
        fprintf(out, "    UNUSED_ const uint32_t %s = %s[%d];\n", names[i], from, i);
}

/* A body that writes parts of its result finds the old value in the rest. */
static bool keeps_old(const char *body) {
    return body_says(body, "D", ".b[");
}

/* Each choice is asked for once, before the loop. */
static void emit_choices(FILE *out, const header *h, const char *word) {
    char names[16][2 * MAX_NAME + 2];
    int count = 0;
    for (const char *p = h->body; (p = body_says(p, "MODEL", "(")); p++) {
        char name[MAX_NAME], option[MAX_NAME], both[2 * MAX_NAME + 2];
        bool known = false;
        if (sscanf(p, "MODEL(%63[a-z0-9_], %63[a-z0-9_])", name, option) != 2)
            continue;
        snprintf(both, sizeof both, "%s, %s", name, option);
        for (int i = 0; i < count; i++)
            known |= strcmp(names[i], both) == 0;
        if (known || count == 16)
            continue;
        strcpy(names[count++], both);
        fprintf(out, "    %s(%s)\n", word, both);
    }
}

static void emit_wide(const spec *s, FILE *out, const header *h) {
    const char *kind = is_whole(h->body) ? "WHOLE" : "CHANNEL";
    fprintf(out, "WIDE_BODY(%d)\n{\n", h->body_number);
    emit_fields(s, out, h, "C->field");
    emit_choices(out, h, "CHOICE");
    for (int k = 0; k < SHADE_SOURCES; k++)
        if (body_says(h->body, role_names[k], ""))
            fprintf(out, "    %s_ROWS(%s, %d)\n", kind, role_names[k], k);
    fprintf(out, "    WIDE_LANES\n    {\n");
    for (int k = 0; k < SHADE_SOURCES; k++)
        if (body_says(h->body, role_names[k], "."))
            fprintf(out, "    %s_IN(%s)\n", kind, role_names[k]);
    fprintf(out, "    %s\n", keeps_old(h->body) ? "WIDE_OLD" : "WIDE_RESULT");
    emit_body_text(out, h);
    fprintf(out, "    WIDE_OUT\n    }\n}\n\n");
}

static void emit_once(const spec *s, FILE *out, const header *h) {
    fprintf(out, "ONCE_BODY(%d)\n{\n", h->body_number);
    emit_fields(s, out, h, "H->field");
    emit_choices(out, h, "ONCE_CHOICE");
    emit_body_text(out, h);
    fprintf(out, "}\n\n");
}

static void emit_kind(const spec *s, FILE *out, bool once) {
    const header *h;
    for (int last = 0; (h = next_body(s, &last));)
        if (is_once(s, h) == once)
            (once ? emit_once : emit_wide)(s, out, h);
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
        const char *names[SHADE_FIELDS];
        int count = fields_of(s, h, names);
        fprintf(out, "    {.view = {");
        for (int k = 0; k < SHADE_ROLES; k++)
            fprintf(out, "%d,", view_of(h->body, role_names[k]));
        fprintf(out, "}, .uses = {");
        for (int k = 0; k < SHADE_SOURCES; k++)
            fprintf(out, "%u,", uses_of(h->body, role_names[k]));
        fprintf(out, "}, .whole = %d, .old = %d, ", is_whole(h->body), keeps_old(h->body));
        fprintf(out, ".phase = %d, .discards = %d, .deepens = %d, .fields = {",
                body_says(h->body, "PHASE", ";") != NULL, body_says(h->body, "DISCARD", ";") != NULL,
                body_says(h->body, "DEPTH", ";") != NULL);
        for (int k = 0; k < count; k++)
            fprintf(out, "\"%s\",", names[k]);
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
