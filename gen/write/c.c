/* SPDX-License-Identifier: MIT */
/* Writes the tree of a body as C. Words of the vocabulary are functions and macros of the engine's;
 * each statement is a line that says where it stands in the spec. */
#include "read/tokens.h"
#include "read/body_types.h"

typedef struct writer {
    FILE *out;
    const char *file, *text; /* of the spec, and the body's text there */
    int line;                /* in which it begins */
    const char *floats,
        *function; /* what words of floats get before their operands, and functions of the spec that need more than these */
    const char *operands; /* what operands of the instruction have before their names */
} writer;

static void value(const writer *w, const body_node *n);

static void put(const writer *w, const char *text) {
    fputs(text, w->out);
}

/* ---- expressions ------------------------------------------------------------------------- */

static bool binds(const body_node *n) {
    return n->kind != NODE_BINARY && n->kind != NODE_CHOOSE && n->kind != NODE_ASSIGN;
}

/* A part of a larger expression. */
static void part(const writer *w, const body_node *n) {
    put(w, binds(n) ? "" : "(");
    value(w, n);
    put(w, binds(n) ? "" : ")");
}

static void list(const writer *w, const body_node *n) {
    for (; n; n = n->next) {
        value(w, n);
        put(w, n->next ? ", " : "");
    }
}

/* As it is written in the spec. */
static void number(const writer *w, const body_node *n) {
    token t = next_token(n->at);
    fprintf(w->out, "%.*s", (int)(t.end - t.at), t.at);
}

/* Of a word: an operand is meant by its name, not by its value. */
static void arguments(const writer *w, const body_node *n) {
    const body_param *param = n->word->param;
    for (const body_node *one = n->below; one; one = one->next, param++) {
        if (param->kind == PARAM_OPERAND)
            put(w, one->word->name);
        else
            value(w, one);
        put(w, one->next ? ", " : "");
    }
}

/* State of the wave: the engine's function gives its address. */
static bool is_place(const body_word *w) {
    const uint32_t others = WORD_OPERAND | WORD_JUMPS | WORD_LANES | WORD_ELEMENT;
    return !w->members && (w->effects & (WORD_STATE | WORD_ASSIGNED)) && !(w->effects & others);
}

/* A number that the instruction says. */
static bool is_said(const body_word *w) {
    return w->of_role && !w->called && !(w->effects & WORD_ADDRESS);
}

static void place_word(const writer *w, const body_node *n) {
    fprintf(w->out, "(*word_%s(W", n->word->name);
    if (n->below)
        put(w, ", ");
    list(w, n->below);
    put(w, "))");
}

static void word(const writer *w, const body_node *n) {
    const body_word *word = n->word;
    if (is_place(word)) {
        place_word(w, n);
        return;
    }
    if (is_said(word)) {
        fprintf(w->out, "word_%s(O)", word->name);
        return;
    }
    if (!word->called && word->result.type.kind == TYPE_OPERAND)
        put(w, w->operands);
    put(w, word->name);
    if (word_is_generic(word))
        fprintf(w->out, "_%s", type_text(n->over));
    if (!word->called)
        return;
    put(w, "(");
    if (n->instance ? n->instance->context : word_has_context(word))
        fprintf(w->out, "%s, ", n->instance ? w->function : w->floats);
    arguments(w, n);
    put(w, ")");
}

/* One of several parts of an operand; the engine says how that is done. */
static bool is_part_view(const body_node *n) {
    return n->kind == NODE_VIEW && n->below->next;
}

static void part_view(const writer *w, const body_node *n, const char *how) {
    fprintf(w->out, "%s(", how);
    value(w, n->below);
    fprintf(w->out, ", %s, ", n->name);
    value(w, n->below->next);
}

/* What is assigned to it; of += and the like, what it was takes part. */
static void set_part_view(const writer *w, const body_node *n) {
    const int op = (int)strlen(n->op) - 1;
    part_view(w, n->below, "SET_PART_");
    put(w, ", ");
    if (op) {
        value(w, n->below);
        fprintf(w->out, " %.*s ", op, n->op);
        part(w, n->below->next);
    } else
        value(w, n->below->next);
    put(w, ")");
}

static void value(const writer *w, const body_node *n) {
    if (is_part_view(n)) {
        part_view(w, n, "PART_");
        put(w, ")");
        return;
    }
    if (n->kind == NODE_ASSIGN && is_part_view(n->below)) {
        set_part_view(w, n);
        return;
    }
    switch (n->kind) {
    case NODE_NUMBER: number(w, n); break;
    case NODE_TYPE: put(w, type_text(n->type)); break;
    case NODE_WORD: word(w, n); break;
    case NODE_VIEW:
    case NODE_MEMBER:
        part(w, n->below);
        fprintf(w->out, ".%s", n->name);
        if (n->below->next) {
            put(w, "[");
            value(w, n->below->next);
            put(w, "]");
        }
        break;
    case NODE_INDEX:
        part(w, n->below);
        put(w, "[");
        value(w, n->below->next);
        put(w, "]");
        break;
    case NODE_CAST:
        fprintf(w->out, "(%s)", type_text(n->type));
        part(w, n->below);
        break;
    case NODE_UNARY:
        put(w, n->op);
        part(w, n->below);
        break;
    case NODE_BINARY:
        part(w, n->below);
        fprintf(w->out, " %s ", n->op);
        part(w, n->below->next);
        break;
    case NODE_CHOOSE:
        part(w, n->below);
        put(w, " ? ");
        part(w, n->below->next);
        put(w, " : ");
        part(w, n->below->next->next);
        break;
    case NODE_ASSIGN:
        part(w, n->below);
        fprintf(w->out, " %s ", n->op);
        value(w, n->below->next);
        break;
    case NODE_STEP:
        part(w, n->below);
        put(w, n->op);
        break;
    case NODE_LIST:
        put(w, "{");
        list(w, n->below);
        put(w, "}");
        break;
    default: put(w, n->name); /* of a variable, a field, what an argument names, a string */
    }
}

/* ---- statements -------------------------------------------------------------------------- */

static void statement(const writer *w, const body_node *n);

static void declarator(const writer *w, const body_node *n) {
    put(w, n->name);
    if (n->count)
        fprintf(w->out, "[%u]", n->count + (n->below->kind == NODE_STRING));
    if (n->below) {
        put(w, " = ");
        value(w, n->below);
    }
}

static bool is_declaration(const body_node *n) {
    return n->kind == NODE_DECLARE || n->kind == NODE_DECLARATIONS;
}

static void declaration(const writer *w, const body_node *n) {
    bool several = n->kind == NODE_DECLARATIONS;
    const body_node *first = several ? n->below : n;
    fprintf(w->out, "%s%s ",
            !first->constant ? ""
            : first->count   ? "static const "
                             : "const ",
            type_text(first->type));
    for (const body_node *one = first; one; one = several ? one->next : NULL) {
        declarator(w, one);
        put(w, several && one->next ? ", " : "");
    }
}

static void loop(const writer *w, const body_node *n) {
    const body_node *first = n->below, *test = first->next, *step = test->next;
    put(w, "for (");
    if (is_declaration(first))
        declaration(w, first);
    else
        value(w, first);
    put(w, "; ");
    value(w, test);
    put(w, "; ");
    value(w, step);
    put(w, ")\n");
    statement(w, step->next);
}

static void condition(const writer *w, const body_node *n) {
    const body_node *yes = n->below->next;
    put(w, "if (");
    value(w, n->below);
    put(w, ") {\n");
    statement(w, yes);
    put(w, "}\n");
    if (yes->next) {
        put(w, "else {\n");
        statement(w, yes->next);
        put(w, "}\n");
    }
}

static void place_of(const writer *w, const body_node *n) {
    int line = w->line;
    for (const char *p = w->text; p < n->at; p++)
        line += *p == '\n';
    fprintf(w->out, "#line %d \"%s\"\n", line, w->file);
}

static void block(const writer *w, const body_node *n) {
    put(w, "{\n");
    for (const body_node *one = n->below; one; one = one->next)
        statement(w, one);
    put(w, "}\n");
}

/* for_each_active_lane */
static void each(const writer *w, const body_node *n) {
    fprintf(w->out, "%s\n", n->word->name);
    statement(w, n->below);
}

/* A statement that ends in a semicolon. */
static void simple(const writer *w, const body_node *n) {
    if (is_declaration(n))
        declaration(w, n);
    else if (n->kind != NODE_NOTHING) {
        put(w, n->kind == NODE_RETURN ? "return " : "");
        value(w, n->kind == NODE_RETURN ? n->below : n);
    }
    put(w, ";\n");
}

static void statement(const writer *w, const body_node *n) {
    if (n->kind != NODE_BLOCK)
        place_of(w, n);
    switch (n->kind) {
    case NODE_BLOCK: block(w, n); break;
    case NODE_IF: condition(w, n); break;
    case NODE_FOR: loop(w, n); break;
    case NODE_EACH: each(w, n); break;
    default: simple(w, n);
    }
}

void emit_body_text(FILE *out, const header *h, const char *operands) {
    writer w = {out, h->at.file, h->body, h->body_line, "HERE_", "WORDS_HERE_", operands};
    statement(&w, h->tree);
}

/* ---- functions --------------------------------------------------------------------------- */

static body_type type_for(const body_instance *f, const body_param *p) {
    return p->kind == PARAM_VALUE  ? p->type
           : p->kind == PARAM_BITS ? (body_type){TYPE_UNSIGNED, f->over.bits}
                                   : f->over;
}

static void signature(FILE *out, const body_instance *f) {
    const body_word *w = f->word;
    fprintf(out, "WORD_ %s %s", type_text(type_for(f, &w->result)), w->name);
    if (f->over.kind != TYPE_VOID)
        fprintf(out, "_%s", type_text(f->over));
    fprintf(out, "(%s", f->context ? "WORDS_CONTEXT_, " : "");
    for (int i = 0; i < w->params; i++)
        fprintf(out, "%s%s %s", i ? ", " : "", type_text(type_for(f, &w->param[i])), w->function->param[i]);
    fprintf(out, ") {\n");
}

/* A function that rows of lanes leave to one lane at a time: its result there is not looked at. */
static void emit_left(FILE *out, const body_instance *f) {
    signature(out, f);
    for (int i = 0; i < f->word->params; i++)
        fprintf(out, "(void)%s;\n", f->word->function->param[i]);
    fprintf(out, "LEFT_;\nreturn (%s){0};\n}\n", type_text(type_for(f, &f->word->result)));
}

static void emit_function(FILE *out, const body_instance *f) {
    const body_function *function = f->word->function;
    const header *h = &f->source;
    writer w = {out, h->at.file, h->body, h->body_line, "PASS_", "WORDS_PASS_", ""};
    if (function->host || function->exact)
        fprintf(out, "#ifndef LEVEL\n");
    signature(out, f);
    statement(&w, h->tree);
    fprintf(out, "}\n#line back\n");
    if (function->exact) {
        fprintf(out, "#else\n");
        emit_left(out, f);
    }
    if (function->host || function->exact)
        fprintf(out, "#endif\n");
}

/* A header that the file of bodies includes. */
void emit_functions(spec *s, FILE *out) {
    fprintf(out, "/* Written by isagen from isa/%s; not to be edited. */\n#pragma once\n", s->name);
    for (int i = 0; i < s->functions.count; i++)
        emit_function(out, s->functions.at[i]);
}
