/* SPDX-License-Identifier: MIT */
/* Writes the vocabulary of bodies and the tree of each body as JSON, in C strings: what
 * include/gisa_semantics.h gives out. docs/spec-json.md says how to read it. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "read/body_types.h"
#include "spec.h"

/* ---- JSON in a C string ------------------------------------------------------------------ */

/* Where '"' is meant, `text` says '. */
static void put(FILE *out, const char *text, ...) __attribute__((format(printf, 2, 3)));
static void put(FILE *out, const char *text, ...) {
    char line[256];
    va_list list;
    va_start(list, text);
    vsnprintf(line, sizeof line, text, list);
    va_end(list);
    for (const char *p = line; *p; p++)
        fputs(*p == '\'' ? "\\\"" : (char[]){*p, 0}, out);
}

/* A string of any text. */
static void put_text(FILE *out, const char *text) {
    fputs("\\\"", out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\\\\\%c", *text);
        else if (*text == '\n')
            fputs("\\\\n", out);
        else
            fputc(*text, out);
    fputs("\\\"", out);
}

static const char *type_name(body_type t) {
    return t.kind == TYPE_OPERAND ? "operand" : t.kind == TYPE_PARTS ? "members" : type_text(t);
}

/* ---- the vocabulary ---------------------------------------------------------------------- */

static const char *param_name(const body_param *p) {
    static const char *const names[] = {
        [PARAM_FLOAT] = "F",         [PARAM_ANY] = "X",     [PARAM_TYPE] = "type",     [PARAM_SAME] = "same",
        [PARAM_OPERAND] = "operand", [PARAM_NAME] = "name", [PARAM_UPDATE] = "update", [PARAM_BITS] = "U"};
    return p->kind == PARAM_VALUE ? type_name(p->type) : names[p->kind];
}

static bool gives_something(const body_word *w) {
    return w->result.kind != PARAM_VALUE || w->result.type.kind != TYPE_VOID;
}

/* "a b)" as 'a','b'; returns what is after it. */
static const char *put_list(FILE *out, const char *p) {
    for (bool first = true; *p && *p != ')'; first = false) {
        size_t size = strcspn(p, " )");
        put(out, "%s'%.*s'", first ? "" : ",", (int)size, p);
        p += size;
        p += strspn(p, " ");
    }
    return p + (*p == ')');
}

/* What the declaration says after its last colon: names, some with a list in brackets. */
static void put_effects(FILE *out, const body_word *w) {
    const char *p = w->function ? NULL : strrchr(w->declaration, ':');
    put(out, "{");
    for (bool first = true; p && *(p += strspn(p, ": ")); first = false) {
        size_t size = strcspn(p, " (");
        put(out, "%s'%.*s':[", first ? "" : ",", (int)size, p);
        p += size;
        p = *p == '(' ? put_list(out, p + 1) : p;
        put(out, "]");
    }
    put(out, "}");
}

static void put_word(FILE *out, const body_word *w) {
    put(out, "{'name':'%s','doc':", w->name);
    put_text(out, w->text);
    if (w->called)
        put(out, ",'parameters':[");
    for (int i = 0; i < w->params; i++)
        put(out, "%s'%s'", i ? "," : "", param_name(&w->param[i]));
    put(out, w->called ? "]" : "");
    if (gives_something(w))
        put(out, ",'type':'%s'", param_name(&w->result));
    put(out, ",'effects':");
    put_effects(out, w);
    put(out, "}");
}

static void put_view(FILE *out, const body_view *v) {
    put(out, "{'name':'%s','type':'%s'", v->name, type_name(v->type));
    put(out, "%s%s}", v->each ? ",'each':true" : "", v->mask ? ",'mask':true" : "");
}

/* ---- trees ------------------------------------------------------------------------------- */

static const char *kind_name(enum node_kind kind) {
    static const char *const names[] = {[NODE_NUMBER] = "number",
                                        [NODE_STRING] = "string",
                                        [NODE_LOCAL] = "local",
                                        [NODE_FIELD] = "field",
                                        [NODE_OLD] = "old",
                                        [NODE_NAME] = "name",
                                        [NODE_TYPE] = "type",
                                        [NODE_WORD] = "word",
                                        [NODE_VIEW] = "view",
                                        [NODE_MEMBER] = "member",
                                        [NODE_INDEX] = "index",
                                        [NODE_CAST] = "cast",
                                        [NODE_UNARY] = "unary",
                                        [NODE_BINARY] = "binary",
                                        [NODE_CHOOSE] = "choose",
                                        [NODE_ASSIGN] = "assign",
                                        [NODE_STEP] = "step",
                                        [NODE_BLOCK] = "block",
                                        [NODE_DECLARE] = "declare",
                                        [NODE_IF] = "if",
                                        [NODE_FOR] = "for",
                                        [NODE_EACH] = "each",
                                        [NODE_DECLARATIONS] = "declarations",
                                        [NODE_LIST] = "list",
                                        [NODE_RETURN] = "return",
                                        [NODE_NOTHING] = "nothing"};
    return names[kind];
}

/* The characters of a string that may stand in several pieces. */
static void put_characters(FILE *out, const char *text) {
    put(out, ",'value':'");
    for (; *text; text++)
        if (!strchr("\" \n", *text))
            fputc(*text, out);
    put(out, "'");
}

/* A number that may need more than 53 bits is a string, as everywhere in the document. */
static void put_value(FILE *out, uint64_t value) {
    if (value >> 53)
        put(out, ",'value':'0x%016" PRIx64 "'", value);
    else
        put(out, ",'value':%" PRIu64, value);
}

static void put_node(FILE *out, const body_node *n) {
    put(out, "{'kind':'%s'", kind_name(n->kind));
    if (*n->op)
        put(out, ",'op':'%s'", n->op);
    if (n->kind == NODE_STRING)
        put_characters(out, n->name);
    else if (n->name)
        put(out, ",'name':'%s'", n->name);
    if (n->kind == NODE_NUMBER)
        put_value(out, n->value);
    if (n->type.kind != TYPE_VOID)
        put(out, ",'type':'%s'", type_name(n->type));
    if (n->kind == NODE_WORD && word_is_generic(n->word))
        put(out, ",'over':'%s'", type_name(n->over));
    if (n->kind == NODE_DECLARE && n->count)
        put(out, ",'count':%u", n->count);
    if (n->below)
        put(out, ",'parts':[");
    for (const body_node *part = n->below; part; part = part->next) {
        put_node(out, part);
        put(out, part->next ? "," : "]");
    }
    put(out, "}");
}

/* Of a parameter or a result, where F or X is `over`. */
static body_type type_over(const body_param *p, body_type over) {
    return p->kind == PARAM_VALUE  ? p->type
           : p->kind == PARAM_BITS ? (body_type){TYPE_UNSIGNED, over.bits}
                                   : over;
}

/* A function for a type, or the only one. */
static void put_function(FILE *out, const body_instance *f) {
    const body_word *w = f->word;
    put(out, "{'name':'%s'", w->name);
    if (f->over.kind != TYPE_VOID)
        put(out, ",'over':'%s'", type_name(f->over));
    put(out, ",'parameters':[");
    for (int i = 0; i < w->params; i++)
        put(out, "%s{'name':'%s','type':'%s'}", i ? "," : "", w->function->param[i],
            type_name(type_over(&w->param[i], f->over)));
    put(out, "],'type':'%s','tree':", type_name(type_over(&w->result, f->over)));
    put_node(out, f->source.tree);
    put(out, "}");
}

static void emit_vocabulary(const spec *s, FILE *out) {
    fprintf(out, "static const char vocabulary[] =\n    \"");
    put(out, "{'views':[");
    for (int i = 0; i < s->views.count; i++) {
        put(out, i ? "," : "");
        put_view(out, &s->views.at[i]);
    }
    put(out, "],'words':[");
    for (int i = 0; i < s->words.count; i++) {
        fputs(i ? ",\"\n    \"" : "\"\n    \"", out);
        put_word(out, &s->words.at[i]);
    }
    put(out, "],'functions':[");
    for (int i = 0; i < s->functions.count; i++) {
        fputs(i ? ",\"\n    \"" : "\"\n    \"", out);
        put_function(out, s->functions.at[i]);
    }
    put(out, "]}");
    fprintf(out, "\";\n");
}

static int emit_trees(const spec *s, FILE *out) {
    const header *h;
    int last = 0;
    fprintf(out, "static const char *const trees[] = {\n    NULL,\n");
    while ((h = next_body(s, &last))) {
        fprintf(out, "    \"");
        put_node(out, h->tree);
        fprintf(out, "\",\n");
    }
    fprintf(out, "};\n");
    return last + 1;
}

void emit_semantics(spec *s, FILE *out) {
    fprintf(out,
            "/* Written by isagen from isa/%s; not to be edited. */\n#include \"semantics/semantics.h\"\n\n",
            s->name);
    emit_vocabulary(s, out);
    int count = emit_trees(s, out);
    fprintf(out, "const semantics %s_semantics = {\"%s\", vocabulary, trees, %d};\n", s->name, s->name,
            count);
}
