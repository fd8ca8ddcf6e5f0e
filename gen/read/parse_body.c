/* SPDX-License-Identifier: MIT */
/* Parses the statements of bodies and of functions, and makes the trees of all rows. A function is
   parsed for each type that it is used with. */
#include <stdlib.h>

#include "parser.h"

/* ---- statements -------------------------------------------------------------------------- */

static body_node *statement(parser *p);

static void declare(parser *p, const token *t, body_type type, bool constant, unsigned count) {
    local *l;
    if (find_word(p->s, t->text) || is_field(p, t->text) || find_local(p, t->text))
        wrong(p, t->at, "'%s' is the name of something else already", t->text);
    else if (p->local_count == MAX_LOCALS)
        wrong(p, t->at, "more than %d variables", MAX_LOCALS);
    if (p->failed)
        return;
    l = &p->locals[p->local_count++];
    *l = (local){.type = type, .constant = constant, .count = count};
    strcpy(l->name, t->text);
}

/* "text", or { 0, 1 }: the values of an array. */
static body_node *array_value(parser *p, unsigned *count) {
    body_node *n;
    const char *at = p->t.at;
    if (p->t.kind == TOKEN_STRING) {
        n = node(NODE_STRING, at, no_type);
        n->name = copy_text(at, (size_t)(p->t.end - at));
        for (const char *q = at; q < p->t.end; q++)
            *count += *q != '"' && *q != ' ' && *q != '\n';
        advance(p);
        return n;
    }
    expect(p, "{");
    n = node(NODE_LIST, at, no_type);
    unsigned values = 0;
    do
        hang(n, value_of(p, expression(p)));
    while (++values && take_token(p, ","));
    expect(p, "}");
    *count = *count ? *count : values;
    return n;
}

/* name, name = value, name[count] = {value}, name[] = "text" */
static body_node *declarator(parser *p, body_type type, bool constant) {
    body_node *n = node(NODE_DECLARE, p->t.at, type);
    n->constant = constant;
    token t = p->t;
    bool array;
    if (t.kind != TOKEN_NAME)
        wrong(p, t.at, "expected the name of a variable");
    advance(p);
    array = take_token(p, "[");
    if (array && p->t.kind == TOKEN_NUMBER) {
        n->count = (unsigned)p->t.value;
        advance(p);
    }
    if (array)
        expect(p, "]");
    n->name = copy_text(t.text, strlen(t.text));
    if (!array && !constant && !sees(p, "=")) { /* assigned to later */
        declare(p, &t, type, constant, 0);
        return n;
    }
    expect(p, "=");
    body_node *value = array ? array_value(p, &n->count) : assigned_value(p);
    if (!array && !fits(type, value->type))
        wrong(p, value->at, "%s is assigned to %s", type_text(value->type), type_text(type));
    declare(p, &t, type, constant, n->count);
    return hang(n, value);
}

/* [static] [const] type declarator, declarator ... */
static body_node *declaration(parser *p, bool *is) {
    body_type type = no_type;
    bool constant = false;
    body_node *n = node(NODE_DECLARATIONS, p->t.at, no_type);
    *is = sees_name(p, "static") || sees_name(p, "const") ||
          (p->t.kind == TOKEN_NAME && !find_local(p, p->t.text) && is_type(p, p->t.text, &type));
    if (!*is)
        return NULL;
    take_token(p, "static");
    constant = take_token(p, "const");
    type = named_type(p);
    do
        hang(n, declarator(p, type, constant));
    while (take_token(p, ","));
    return n->below && !n->below->next ? n->below : n;
}

/* One name, of a loop or of a statement: an expression does something, or it is an error. */
static body_node *effective(parser *p) {
    body_node *n = expression(p);
    bool acts = n->kind == NODE_ASSIGN || n->kind == NODE_STEP || n->kind == NODE_WORD;
    if (!acts)
        wrong(p, n->at, "this has no effect");
    return n;
}

static body_node *loop(parser *p) {
    body_node *n = node(NODE_FOR, p->t.at, no_type), *first;
    int locals = p->local_count;
    bool declares;
    advance(p);
    expect(p, "(");
    first = declaration(p, &declares);
    hang(n, declares ? first : effective(p));
    expect(p, ";");
    hang(n, value_of(p, expression(p)));
    expect(p, ";");
    hang(n, effective(p));
    expect(p, ")");
    hang(n, statement(p));
    p->local_count = locals;
    return n;
}

static body_node *condition(parser *p) {
    body_node *n = node(NODE_IF, p->t.at, no_type);
    advance(p);
    expect(p, "(");
    hang(n, value_of(p, expression(p)));
    expect(p, ")");
    hang(n, statement(p));
    if (take_token(p, "else"))
        hang(n, statement(p));
    return n;
}

static body_node *block(parser *p) {
    body_node *n = node(NODE_BLOCK, p->t.at, no_type);
    int locals = p->local_count;
    advance(p);
    while (!p->failed && !sees(p, "}"))
        hang(n, statement(p));
    expect(p, "}");
    p->local_count = locals;
    return n;
}

/* for_each_active_lane statement */
static body_node *each(parser *p, const body_word *w) {
    body_node *n = node(NODE_EACH, p->t.at, no_type);
    n->word = w;
    advance(p);
    return hang(n, statement(p));
}

/* return value; */
static body_node *answer(parser *p) {
    const body_word *w = p->instance->word;
    body_type type = result_type(&w->result, p->instance->over);
    body_node *n = node(NODE_RETURN, p->t.at, type), *value;
    advance(p);
    value = expression(p);
    if (!fits(type, value->type) || (value->type.kind == TYPE_FLOAT) != (type.kind == TYPE_FLOAT))
        wrong(p, value->at, "%s gives %s, and this is %s", w->name, type_text(type), type_text(value->type));
    expect(p, ";");
    return hang(n, value);
}

static body_node *simple(parser *p) {
    bool declares;
    body_node *n = declaration(p, &declares);
    if (!declares)
        n = effective(p);
    expect(p, ";");
    return n;
}

static body_node *statement(parser *p) {
    const body_word *w = p->t.kind == TOKEN_NAME ? find_word(p->s, p->t.text) : NULL;
    body_node *n;
    go_down(p);
    if (p->failed)
        n = nothing(p);
    else if (sees(p, "{"))
        n = block(p);
    else if (take_token(p, ";"))
        n = nothing(p);
    else if (sees_name(p, "if"))
        n = condition(p);
    else if (sees_name(p, "for"))
        n = loop(p);
    else if (p->instance && sees_name(p, "return"))
        n = answer(p);
    else if (w && (w->effects & WORD_EACH))
        n = each(p, w);
    else
        n = simple(p);
    p->depth--;
    return n;
}

static body_node *statements(parser *p) {
    const char *text = p->h->body;
    body_node *n = node(NODE_BLOCK, text, no_type);
    p->t.end = text;
    advance(p);
    while (!p->failed && p->t.kind != TOKEN_END)
        hang(n, statement(p));
    return n;
}

static const body_node *parse(spec *s, const header *h) {
    parser p = {.s = s, .h = h};
    return statements(&p);
}

/* ---- functions --------------------------------------------------------------------------- */

/* Every way through ends with a value. */
static bool always_answers(const body_node *n) {
    const body_node *last = n->below;
    if (n->kind == NODE_RETURN)
        return true;
    if (n->kind == NODE_IF)
        return n->below->next->next && always_answers(n->below->next) && always_answers(n->below->next->next);
    while (n->kind == NODE_BLOCK && last && last->next)
        last = last->next;
    return n->kind == NODE_BLOCK && last && always_answers(last);
}

/* Whether it needs more than its operands. */
static void look_for_context(void *to, const body_node *n) {
    bool *context = to;
    const uint32_t around =
        WORD_STATE | WORD_OPERAND | WORD_ADDRESS | WORD_LANES | WORD_ELEMENT | WORD_ATOMIC;
    if (n->kind != NODE_WORD)
        return;
    *context |= n->instance ? n->instance->context : word_has_context(n->word);
    *context |= (n->word->effects & around) || n->word->of_role;
}

static void parse_function(spec *s, body_instance *made) {
    const body_word *w = made->word;
    parser p = {.s = s, .h = &made->source, .instance = made};
    for (int i = 0; i < w->params; i++) {
        token t = {.kind = TOKEN_NAME, .at = made->source.body};
        strcpy(t.text, w->function->param[i]);
        declare(&p, &t, result_type(&w->param[i], made->over), true, 0);
    }
    body_node *tree = statements(&p);
    if (!p.failed && !always_answers(tree))
        wrong(&p, made->source.body, "%s: a way through it ends without a value", w->name);
    made->source.tree = tree;
    made->context = w->function->exact;
    each_node(tree, look_for_context, &made->context);
    made->done = true;
    *LIST_ADD(s->functions) = made;
}

/* The function for a type; it is parsed where it is first used. */
const body_instance *instance_of(parser *p, const body_word *w, body_type over, const char *at) {
    body_instance *one = w->function->instances;
    while (one && !same_type(one->over, over))
        one = one->next;
    if (one && !one->done)
        wrong(p, at, "%s calls itself", w->name);
    if (one)
        return one;
    one = resize(NULL, sizeof *one);
    *one = (body_instance){.word = w, .over = over, .next = w->function->instances};
    one->source.at = w->at;
    one->source.body = w->function->text;
    one->source.body_line = w->function->line;
    one->source.body_number = -1;
    snprintf(one->source.name, sizeof one->source.name, "%s", w->name);
    w->function->instances = one;
    parse_function(p->s, one);
    return one;
}

/* The tree of a row of two operations: a block of both. */
static const body_node *pair_of(const spec *s, const header *h) {
    body_node *n = node(NODE_BLOCK, h->body, no_type);
    for (int i = 0; i < 2; i++) {
        body_node *part = node(NODE_BLOCK, h->body, no_type);
        part->below = s->headers.at[h->part[i]].tree->below;
        hang(n, part);
    }
    return n;
}

void parse_bodies(spec *s) {
    for (int i = 0; i < s->words.count; i++)
        if (s->words.at[i].function && !s->words.at[i].function->text)
            fail(s, s->words.at[i].at, "%s: expected a body in braces on the next line", s->words.at[i].name);
    if (s->errors)
        return;
    for (int i = 0; i < s->headers.count; i++)
        if (s->headers.at[i].body && !s->headers.at[i].second_body)
            s->headers.at[i].tree = parse(s, &s->headers.at[i]);
    for (int i = 0; i < s->headers.count && !s->errors; i++) {
        header *h = &s->headers.at[i];
        if (h->second_body)
            h->tree = pair_of(s, h);
    }
}
