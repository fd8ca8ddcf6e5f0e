/* SPDX-License-Identifier: MIT */
/* Parses expressions of bodies: C's, over the words of the vocabulary. Each part of the tree gets
 * its type; what cannot be understood is an error at its place in the spec. */
#include <stdarg.h>
#include <stdlib.h>

#include "parser.h"

enum { MAX_DEPTH = 64 };

/* ---- errors ------------------------------------------------------------------------------ */

static const char *line_start(const char *text, const char *at) {
    while (at > text && at[-1] != '\n')
        at--;
    return at;
}

/* An error with the line of the body that it is in and a caret below its place. */
static void say_fault(spec *s, const header *h, const char *at, const char *text, va_list list) {
    const char *start = line_start(h->body, at);
    char message[256];
    int line = h->body_line;
    for (const char *q = h->body; q < start; q++)
        line += *q == '\n';
    vsnprintf(message, sizeof message, text, list);
    fail(s, (place){h->at.file, line}, "%s\n%.*s\n%*s^", message, (int)strcspn(start, "\n"), start,
         (int)(at - start), "");
}

void body_fault(spec *s, const header *h, const char *at, const char *text, ...) {
    va_list list;
    va_start(list, text);
    say_fault(s, h, at, text, list);
    va_end(list);
}

/* The first error of a body; what follows from it is not said. */
void wrong(parser *p, const char *at, const char *text, ...) {
    va_list list;
    if (p->failed)
        return;
    p->failed = true;
    va_start(list, text);
    say_fault(p->s, p->h, at, text, list);
    va_end(list);
}

/* ---- tokens ------------------------------------------------------------------------------ */

void advance(parser *p) {
    p->t = p->failed ? (token){.kind = TOKEN_END, .at = p->t.at, .end = p->t.at} : next_token(p->t.end);
    if (p->t.kind == TOKEN_WRONG)
        wrong(p, p->t.at, "'%.1s' means nothing here", p->t.at);
}

bool sees(const parser *p, const char *op) {
    return p->t.kind == TOKEN_OPERATOR && strcmp(p->t.text, op) == 0;
}

bool sees_name(const parser *p, const char *name) {
    return p->t.kind == TOKEN_NAME && strcmp(p->t.text, name) == 0;
}

bool take_token(parser *p, const char *op) {
    bool is = sees(p, op) || sees_name(p, op);
    if (is)
        advance(p);
    return is;
}

void expect(parser *p, const char *op) {
    if (!take_token(p, op))
        wrong(p, p->t.at, "expected '%s'", op);
}

/* ---- nodes ------------------------------------------------------------------------------- */

body_node *node(enum node_kind kind, const char *at, body_type type) {
    body_node *n = resize(NULL, sizeof *n);
    *n = (body_node){.kind = kind, .at = at, .type = type};
    return n;
}

/* Hangs `below` under `n`, after what is there. */
body_node *hang(body_node *n, body_node *below) {
    body_node **end = &n->below;
    while (*end)
        end = &(*end)->next;
    *end = below;
    return n;
}

body_node *nothing(const parser *p) {
    return node(NODE_NOTHING, p->t.at, no_type);
}

const local *find_local(const parser *p, const char *name) {
    for (int i = p->local_count - 1; i >= 0; i--)
        if (strcmp(p->locals[i].name, name) == 0)
            return &p->locals[i];
    return NULL;
}

static bool has_field(const spec *s, const char *format_name, const char *name) {
    for (int i = 0; i < s->formats.count; i++) {
        const format *f = &s->formats.at[i];
        for (int k = 0; strcmp(f->name, format_name) == 0 && k < f->field_count; k++)
            if (strcmp(f->field[k].name, name) == 0)
                return true;
    }
    return false;
}

/* A field of the instruction word, in a spec whose words have one size; of any of the rows that
   share the body. */
bool is_field(const parser *p, const char *name) {
    for (int i = 0; p->s->complete && i < p->s->headers.count; i++)
        if (p->s->headers.at[i].body_number == p->h->body_number &&
            has_field(p->s, p->s->headers.at[i].format, name))
            return true;
    return false;
}

/* ---- expressions ------------------------------------------------------------------------- */

static body_node *unary(parser *p);

body_node *value_of(parser *p, body_node *n) {
    if (!is_number(n->type))
        wrong(p, n->at,
              n->type.kind == TYPE_OPERAND ? "an operand needs a view here, such as .u32"
                                           : "this is not a number");
    return n;
}

/* Can a value of this type go there? Operands of more than 64 bits are copied whole. */
bool fits(body_type to, body_type from) {
    return (is_number(to) && is_number(from)) || (to.kind == TYPE_BITS && same_type(to, from));
}

/* A type by name; in a function F or X is the one that it is for, and U the unsigned one of as many
   bits. */
bool is_type(const parser *p, const char *name, body_type *type) {
    body_type over = p->instance ? p->instance->over : no_type;
    if (over.kind != TYPE_VOID && (strcmp(name, "F") == 0 || strcmp(name, "X") == 0))
        *type = over;
    else if (over.kind != TYPE_VOID && strcmp(name, "U") == 0)
        *type = (body_type){TYPE_UNSIGNED, over.bits};
    else
        return c_type(name, type);
    return true;
}

body_type named_type(parser *p) {
    body_type type = no_type;
    if (p->t.kind == TOKEN_NAME && !is_type(p, p->t.text, &type))
        wrong(p, p->t.at, "'%s' is not a type", p->t.text);
    else if (p->t.kind != TOKEN_NAME)
        wrong(p, p->t.at, "expected a type");
    advance(p);
    return type;
}

/* One argument of a word. `type` is that of PARAM_TYPE or of the first float, as soon as it is
   known. */
static body_node *argument(parser *p, const body_word *w, const body_param *param, body_type *type) {
    const char *at = p->t.at;
    body_node *n;
    if (param->kind == PARAM_TYPE) {
        *type = named_type(p);
        return node(NODE_TYPE, at, *type);
    }
    if (param->kind == PARAM_NAME) {
        n = node(NODE_NAME, at, no_type);
        if (p->t.kind != TOKEN_NAME && p->t.kind != TOKEN_NUMBER)
            wrong(p, at, "%s takes a name here", w->name);
        n->name = copy_text(at, (size_t)(p->t.end - at));
        advance(p);
        return n;
    }
    if (param->kind == PARAM_UPDATE) {
        body_type before = p->old;
        p->old = *type;
        n = value_of(p, assigned_value(p));
        p->old = before;
        return n;
    }
    n = assigned_value(p);
    if (param->kind == PARAM_OPERAND) {
        if (n->type.kind != TYPE_OPERAND)
            wrong(p, at, "%s takes an operand here, such as S0", w->name);
        return n;
    }
    if (param->kind == PARAM_FLOAT && n->kind == NODE_NUMBER && type->kind == TYPE_FLOAT)
        n->type = *type;
    if (param->kind == PARAM_FLOAT && n->type.kind != TYPE_FLOAT)
        wrong(p, at, "%s takes floats, and this is %s", w->name, type_text(n->type));
    if (param->kind == PARAM_FLOAT || param->kind == PARAM_ANY) {
        if (type->kind == TYPE_VOID)
            *type = n->type;
        else if (param->kind == PARAM_FLOAT && !same_type(*type, n->type))
            wrong(p, at, "%s takes values of one type, and %s is not %s", w->name, type_text(n->type),
                  type_text(*type));
    }
    if (param->kind == PARAM_SAME && !fits(*type, n->type))
        wrong(p, at, "%s takes %s here, and this is %s", w->name, type_text(*type), type_text(n->type));
    if (param->kind == PARAM_VALUE && param->type.kind == TYPE_BITS && !fits(param->type, n->type))
        wrong(p, at, "%s takes %s here, and this is %s", w->name, type_text(param->type), type_text(n->type));
    return (param->kind == PARAM_VALUE && param->type.kind != TYPE_BITS) || param->kind == PARAM_BITS
               ? value_of(p, n)
               : n;
}

/* What a word gives, whose F or X is this type. */
body_type result_type(const body_param *result, body_type type) {
    switch (result->kind) {
    case PARAM_VALUE:
    case PARAM_OPERAND: return result->type;
    case PARAM_BITS: return (body_type){TYPE_UNSIGNED, type.bits};
    default: return type;
    }
}

static body_node *word(parser *p, const body_word *w) {
    body_node *n = node(NODE_WORD, p->t.at, no_type);
    body_type type = no_type;
    n->word = w;
    n->name = w->name;
    advance(p);
    if (w->called) {
        expect(p, "(");
        for (int i = 0; i < w->params && !p->failed; i++) {
            hang(n, argument(p, w, &w->param[i], &type));
            if (i + 1 < w->params)
                expect(p, ",");
        }
        expect(p, ")");
    }
    n->over = type;
    n->type = result_type(&w->result, type);
    if (w->function && !p->failed)
        n->instance = instance_of(p, w, word_is_generic(w) ? type : no_type, n->at);
    return n;
}

/* In a function a word may end in the type that it is for: as_F. */
static const body_word *word_here(const parser *p, const char *name) {
    char typed[MAX_NAME + 16];
    size_t size = strlen(name);
    bool open = p->instance && p->instance->over.kind != TYPE_VOID && size > 2 && name[size - 2] == '_' &&
                strchr("FX", name[size - 1]);
    if (!open)
        return find_word(p->s, name);
    snprintf(typed, sizeof typed, "%.*s%s", (int)size - 1, name, type_text(p->instance->over));
    return find_word(p->s, typed);
}

static body_node *name(parser *p) {
    const char *at = p->t.at;
    const local *l = find_local(p, p->t.text);
    const body_word *w = word_here(p, p->t.text);
    body_node *n;
    if (l) {
        n = node(NODE_LOCAL, at, l->type);
        n->count = l->count;
    } else if (strcmp(p->t.text, "old") == 0 && p->old.kind != TYPE_VOID)
        n = node(NODE_OLD, at, p->old);
    else if (is_field(p, p->t.text))
        n = node(NODE_FIELD, at, (body_type){TYPE_UNSIGNED, 32});
    else if (w && !(w->effects & WORD_EACH))
        return word(p, w);
    else {
        const char *near = near_word(p->s, p->t.text);
        wrong(p, at,
              near ? "the word '%s' is not declared; did you mean '%s'?" : "the word '%s' is not declared",
              p->t.text, near);
        n = node(NODE_NUMBER, at, (body_type){TYPE_SIGNED, 32});
    }
    n->name = copy_text(p->t.text, strlen(p->t.text));
    advance(p);
    return n;
}

/* ( expression ) or ( type ) value */
static body_node *brackets(parser *p) {
    const char *at = p->t.at;
    body_type type;
    body_node *n;
    advance(p);
    if (p->t.kind == TOKEN_NAME && !find_local(p, p->t.text) && is_type(p, p->t.text, &type)) {
        advance(p);
        expect(p, ")");
        n = hang(node(NODE_CAST, at, type), value_of(p, unary(p)));
        return n;
    }
    n = expression(p);
    expect(p, ")");
    return n;
}

static body_node *primary(parser *p) {
    body_node *n;
    if (p->t.kind == TOKEN_NUMBER) {
        n = node(NODE_NUMBER, p->t.at, p->t.type);
        n->value = p->t.value;
        advance(p);
        return n;
    }
    if (sees_name(p, "true") || sees_name(p, "false")) {
        n = node(NODE_NUMBER, p->t.at, (body_type){TYPE_SIGNED, 32});
        n->value = sees_name(p, "true");
        advance(p);
        return n;
    }
    if (p->t.kind == TOKEN_NAME)
        return name(p);
    if (sees(p, "("))
        return brackets(p);
    wrong(p, p->t.at, "expected a value");
    advance(p);
    return nothing(p);
}

/* .u32 or .w[i] after an operand, .waiting after a word with members. */
static body_node *member(parser *p, body_node *of) {
    const char *at = p->t.at;
    char text[MAX_NAME], blanks[MAX_NAME + 2];
    bool each;
    body_node *n;
    strcpy(text, p->t.kind == TOKEN_NAME ? p->t.text : "");
    advance(p);
    if (of->type.kind == TYPE_PARTS) {
        snprintf(blanks, sizeof blanks, " %.*s ", MAX_NAME - 1, text);
        if (!*text || !strstr(of->word->members, blanks))
            wrong(p, at, "%s has no member '%s'; it has:%s", of->word->name, text, of->word->members);
        n = hang(node(NODE_MEMBER, at, (body_type){TYPE_UNSIGNED, 32}), of);
        n->name = copy_text(text, strlen(text));
        return n;
    }
    each = sees(p, "[");
    n = hang(node(NODE_VIEW, at, no_type), of);
    n->view = find_view(p->s, text, each);
    if (of->type.kind != TYPE_OPERAND)
        wrong(p, at, "only an operand has views such as .%s", text);
    else if (!n->view)
        wrong(p, at, each ? "operands cannot be looked at as .%s[]" : "operands cannot be looked at as .%s",
              text);
    else
        n->type = n->view->type;
    n->name = n->view ? n->view->name : "";
    if (each) {
        advance(p);
        hang(n, value_of(p, expression(p)));
        expect(p, "]");
    }
    return n;
}

static body_node *index_of(parser *p, body_node *array) {
    body_node *n = hang(node(NODE_INDEX, array->at, array->type), array);
    if (!array->count)
        wrong(p, array->at, "this is not an array");
    hang(n, value_of(p, expression(p)));
    expect(p, "]");
    return n;
}

static bool is_target(const body_node *n) {
    switch (n->kind) {
    case NODE_LOCAL: return true;
    case NODE_INDEX:
    case NODE_MEMBER: return true;
    case NODE_VIEW: return is_target(n->below);
    case NODE_WORD: return (n->word->effects & WORD_ASSIGNED) != 0;
    default: return false;
    }
}

/* What is assigned to: a local, or a word that can be. Sources cannot. */
static void need_target(parser *p, const body_node *n) {
    const body_node *of = n;
    while (of->kind == NODE_VIEW || of->kind == NODE_MEMBER || of->kind == NODE_INDEX)
        of = of->below;
    if (!is_target(n))
        wrong(p, n->at, of->kind == NODE_WORD ? "'%s' cannot be assigned" : "this cannot be assigned",
              of->kind == NODE_WORD ? of->name : "");
    else if (of->kind == NODE_LOCAL && find_local(p, of->name) && find_local(p, of->name)->constant)
        wrong(p, n->at, "'%s' is constant", of->name);
}

static body_node *postfix(parser *p) {
    body_node *n = primary(p);
    while (!p->failed) {
        const char *at = p->t.at;
        if (take_token(p, "."))
            n = member(p, n);
        else if (take_token(p, "["))
            n = index_of(p, n);
        else if (sees(p, "++") || sees(p, "--")) {
            body_node *step = hang(node(NODE_STEP, at, n->type), n);
            strcpy(step->op, p->t.text);
            need_target(p, n);
            advance(p);
            n = step;
        } else
            break;
    }
    return n;
}

static body_node *unary(parser *p) {
    const char *at = p->t.at;
    body_node *n, *of;
    if (!sees(p, "-") && !sees(p, "~") && !sees(p, "!") && !sees(p, "+"))
        return postfix(p);
    n = node(NODE_UNARY, at, no_type);
    strcpy(n->op, p->t.text);
    advance(p);
    of = value_of(p, unary(p));
    n->type = *n->op == '!' ? (body_type){TYPE_SIGNED, 32} : promoted(of->type);
    if (*n->op == '~' && of->type.kind == TYPE_FLOAT)
        wrong(p, at, "~ of a float");
    return hang(n, of);
}

static int precedence(const parser *p) {
    static const char *const levels[] = {"||",    "&&",        "|",     "^",   "&",
                                         "== !=", "< > <= >=", "<< >>", "+ -", "* / %"};
    char blanks[8], level[32];
    if (p->t.kind != TOKEN_OPERATOR)
        return 0;
    snprintf(blanks, sizeof blanks, " %.3s ", p->t.text);
    for (int i = 0; i < (int)(sizeof levels / sizeof *levels); i++) {
        snprintf(level, sizeof level, " %s ", levels[i]);
        if (strstr(level, blanks))
            return i + 1;
    }
    return 0;
}

static body_node *binary(parser *p, int least) {
    body_node *left = unary(p);
    for (int level; !p->failed && (level = precedence(p)) >= least;) {
        body_node *n = node(NODE_BINARY, p->t.at, no_type), *right;
        strcpy(n->op, p->t.text);
        advance(p);
        value_of(p, left);
        right = value_of(p, binary(p, level + 1));
        n->type = type_of_binary(n->op, left->type, right->type);
        if (n->type.kind == TYPE_VOID)
            wrong(p, n->at, "%s of %s and %s", n->op, type_text(left->type), type_text(right->type));
        left = hang(hang(n, left), right);
    }
    return left;
}

static body_node *chosen(parser *p) {
    const char *at = p->t.at;
    body_node *n = binary(p, 1), *yes, *no;
    if (!take_token(p, "?"))
        return n;
    value_of(p, n);
    yes = assigned_value(p);
    expect(p, ":");
    no = assigned_value(p);
    n = hang(node(NODE_CHOOSE, at, common_type(yes->type, no->type)), n);
    if (n->type.kind == TYPE_VOID)
        wrong(p, at, "the values of ?: are %s and %s", type_text(yes->type), type_text(no->type));
    return hang(hang(n, yes), no);
}

body_node *assigned_value(parser *p) {
    static const char *const operators[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    body_node *to = chosen(p), *n;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (sees(p, operators[i])) {
            n = node(NODE_ASSIGN, p->t.at, to->type);
            strcpy(n->op, operators[i]);
            need_target(p, to);
            advance(p);
            body_node *value = assigned_value(p);
            if (!fits(to->type, value->type))
                wrong(p, n->at, "%s is assigned to %s", type_text(value->type), type_text(to->type));
            return hang(hang(n, to), value);
        }
    return to;
}

void go_down(parser *p) {
    if (++p->depth > MAX_DEPTH)
        wrong(p, p->t.at, "brackets and statements are more than %d deep", MAX_DEPTH);
}

body_node *expression(parser *p) {
    body_node *n;
    go_down(p);
    n = p->failed ? nothing(p) : assigned_value(p);
    p->depth--;
    return n;
}
