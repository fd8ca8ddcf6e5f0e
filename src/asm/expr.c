/* SPDX-License-Identifier: MIT */
/* Reads expressions: numbers at once, everything that names a place as a tree for later. */
#include <string.h>

#include "core/number.h"
#include "asm.h"

/* ---- trees ------------------------------------------------------------------------------ */

static expr *new_expr(assembler *a, int op) {
    expr *e = arena_alloc(a, sizeof *e);
    e->op = (uint8_t)op;
    e->section = OBJECT_UNDEFINED;
    e->depth = 1;
    return e;
}

expr *expr_place(assembler *a, int in, uint64_t offset) {
    expr *e = new_expr(a, EXPR_PLACE);
    e->section = in;
    e->value = (int64_t)offset;
    return e;
}

expr *expr_symbol(assembler *a, asm_symbol *s) {
    expr *e = new_expr(a, EXPR_SYMBOL);
    e->symbol = s;
    return e;
}

expr *expr_of(assembler *a, const term *v) {
    if (v->e)
        return v->e;
    expr *e = new_expr(a, EXPR_CONSTANT);
    e->value = v->k;
    return e;
}

expr *expr_join(assembler *a, int op, const term *x, const term *y) {
    expr *left = expr_of(a, x), *right = y ? expr_of(a, y) : NULL, *e = new_expr(a, op);
    unsigned depth = left->depth;
    if (right && right->depth > depth)
        depth = right->depth;
    e->left = left;
    e->right = right;
    e->depth = (uint16_t)(depth + 1);
    return e;
}

/* ---- reading ---------------------------------------------------------------------------- */

/* A fault: reported, or kept for gisa_parse, which may try the operand in another way. */
static bool bad(assembler *a, const char *at, size_t length, const char *why) {
    if (!a->in_operand)
        diagnose_at(a, at, length, "%s", why);
    else if (!a->why)
        a->why = why;
    return false;
}

static bool binary(assembler *a, int least, term *v);

static bool starts_operand(const statement *s, const char *p) {
    while (p < s->end && char_is(*p, CHAR_BLANK))
        p++;
    return p < s->end && (char_is(*p, CHAR_NAME) || strchr("(-+~!'\"", *p));
}

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

static bool number(assembler *a, term *v) {
    statement *s = &a->now;
    const char *begin = s->p, *p = begin, *word;
    uint64_t n = 0;
    unsigned base = 10;
    bool wide = false;
    while (p < s->end && char_is(*p, CHAR_DIGIT))
        p++;
    /* 1f and 1b are the nearest numeric labels, forward and back. 0b1 is a number. */
    if (p < s->end && ((*p | 32) == 'f' || (*p | 32) == 'b') &&
        (p + 1 == s->end || !char_is(p[1], CHAR_NAME))) {
        asm_symbol *label;
        bool forward = (*p | 32) == 'f';
        for (const char *d = begin; d < p; d++)
            n = n * 10 + (uint64_t)(*d - '0');
        s->p = p + 1;
        label = symbol_numeric(a, n, forward);
        if (!label)
            return bad(a, begin, (size_t)(s->p - begin), "no numeric label of this name stands before");
        v->e = expr_symbol(a, label);
        return true;
    }
    p = begin;
    if (*p == '0' && p + 1 < s->end) {
        char c = p[1] | 32;
        base = c == 'x' ? 16 : c == 'b' ? 2 : char_is(p[1], CHAR_DIGIT) ? 8 : 10;
        p += base == 16 || base == 2 ? 2 : 0;
    }
    word = p;
    for (int d; p < s->end && char_is(*p, CHAR_NAME) && (d = digit_of(*p)) < (int)base; p++) {
        if (n > (UINT64_MAX - (unsigned)d) / base)
            wide = true;
        n = n * base + (unsigned)d;
    }
    while (p < s->end && char_is(*p, CHAR_NAME) && digit_of(*p) >= (int)base && wide)
        p++;
    if (p == word || (p < s->end && char_is(*p, CHAR_NAME)))
        return bad(a, begin, (size_t)(p - begin) + 1,
                   base == 16  ? "not a hexadecimal number"
                   : base == 2 ? "not a binary number"
                   : base == 8 ? "not an octal number; a number that begins with 0 is octal"
                               : "not a number; expected an integer");
    if (wide)
        return bad(a, begin, (size_t)(p - begin), "the number does not fit 64 bits");
    s->p = p;
    v->k = (int64_t)n;
    return true;
}

/* 'c' with the escapes of strings that stand for one character. */
static bool character(assembler *a, term *v) {
    static const char letters[] = "b\bf\fn\nr\rt\t\\\\\"\"''0\0";
    statement *s = &a->now;
    const char *p = s->p + 1, *end = s->end;
    if (p + 1 < end && *p != '\\' && p[1] == '\'') {
        v->k = (unsigned char)*p;
        s->p = p + 2;
        return true;
    }
    if (p + 2 < end && *p == '\\' && p[2] == '\'')
        for (size_t i = 0; i + 1 < sizeof letters; i += 2)
            if (letters[i] == p[1]) {
                v->k = (unsigned char)letters[i + 1];
                s->p = p + 3;
                return true;
            }
    return bad(a, s->p, 1, "not a character; expected 'c'");
}

static const struct {
    const char *name;
    variant kind;
} variants[] = {
    {"gotpcrel32@lo", VARIANT_GOTPCREL32_LO}, {"gotpcrel32@hi", VARIANT_GOTPCREL32_HI},
    {"gotpcrel", VARIANT_GOTPCREL},           {"rel32@lo", VARIANT_REL32_LO},
    {"rel32@hi", VARIANT_REL32_HI},           {"rel64", VARIANT_REL64},
    {"abs32@lo", VARIANT_ABS32_LO},           {"abs32@hi", VARIANT_ABS32_HI},
};

/* What follows a symbol's name: @rel32@lo */
static bool read_variant(assembler *a, variant *kind) {
    statement *s = &a->now;
    const char *begin = s->p, *p = begin + 1;
    size_t n;
    while (p < s->end && (char_is(*p, CHAR_NAME) || *p == '@'))
        p++;
    n = (size_t)(p - begin) - 1;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        size_t k = 0;
        while (k < n && variants[i].name[k] &&
               (begin[k + 1] | (begin[k + 1] == '@' ? 0 : 32)) ==
                   (variants[i].name[k] | (variants[i].name[k] == '@' ? 0 : 32)))
            k++;
        if (k == n && !variants[i].name[k]) {
            *kind = variants[i].kind;
            s->p = p;
            return true;
        }
    }
    return bad(
        a, begin, n + 1,
        "unknown relocation; expected @rel32@lo, @rel32@hi, @gotpcrel32@lo, @gotpcrel32@hi, @gotpcrel, "
        "@abs32@lo, @abs32@hi or @rel64");
}

static bool symbol_value(assembler *a, term *v) {
    ident n;
    asm_symbol *s;
    variant kind = VARIANT_NONE;
    if (!lex_read_name(a, &n))
        return bad(a, a->now.p, 1, "expected a number or a symbol");
    if (n.size == 1 && n.text[0] == '.') {
        v->e = expr_place(a, a->current, section_here(a));
        return true;
    }
    if (a->now.p < a->now.end && *a->now.p == '@' && !read_variant(a, &kind))
        return false;
    s = symbol_find(a, n.text, n.size);
    if (a->in_operand && !a->any_name && n.at == n.text && *n.text != '.' &&
        (!s || s->state == SYMBOL_UNDEFINED)) {
        if (symbol_is_register_name(n.text, n.size))
            return bad(a, n.at, n.length, "a register cannot be part of an expression");
        if (symbol_is_register_elsewhere(n.text, n.size))
            return bad(a, n.at, n.length, "a register that this architecture does not have");
    }
    if (!s)
        s = symbol_named(a, n.text, n.size);
    if (s->state == SYMBOL_VARIABLE && !s->definition && !kind) {
        v->k = s->value;
        return true;
    }
    v->e = expr_symbol(a, s);
    v->e->variant = (uint8_t)kind;
    return true;
}

static bool unary(assembler *a, term *v);

static bool in_brackets(assembler *a, term *v, char close) {
    const char *at = a->now.p++;
    if (!binary(a, 1, v))
        return false;
    if (lex_take(a, close))
        return true;
    return bad(a, at, 1, close == ')' ? "expected ')' for this '('" : "expected ']' for this '['");
}

static bool operate(assembler *a, term *v, int op) {
    a->now.p++;
    if (!unary(a, v))
        return false;
    if (op == EXPR_ADD)
        return true;
    if (v->e)
        v->e = expr_join(a, op, &(term){.e = v->e}, NULL);
    else
        v->k = eval_unary(op, v->k);
    return true;
}

static bool primary(assembler *a, term *v) {
    statement *s = &a->now;
    switch (*s->p) {
    case '(': return in_brackets(a, v, ')');
    case '[':
        if (a->in_operand)
            break;
        return in_brackets(a, v, ']');
    case '-': return operate(a, v, EXPR_NEGATE);
    case '~': return operate(a, v, EXPR_INVERT);
    case '!': return operate(a, v, EXPR_NOT);
    case '+': return operate(a, v, EXPR_ADD);
    case '\'': return character(a, v);
    default: break;
    }
    return char_is(*s->p, CHAR_DIGIT) ? number(a, v) : symbol_value(a, v);
}

static bool unary(assembler *a, term *v) {
    bool ok;
    lex_skip_blanks(&a->now);
    v->e = NULL;
    v->k = 0;
    if (a->now.p == a->now.end)
        return bad(a, a->now.p, 1, "expected an expression");
    if (a->expression_depth >= MAX_EXPRESSION_DEPTH)
        return bad(a, a->now.p, 1, "the expression is nested too deeply");
    a->expression_depth++;
    ok = primary(a, v);
    a->expression_depth--;
    return ok;
}

/* GNU as's precedences, which LLVM shares for ELF: unlike C's, & | ^ bind tighter than + and -. */
static const struct {
    const char text[3];
    uint8_t op, precedence;
} operators[] = {
    {"<<", EXPR_LEFT, 6},       {">>", EXPR_RIGHT, 6},
    {"<=", EXPR_LESS_EQUAL, 3}, {">=", EXPR_GREATER_EQUAL, 3},
    {"==", EXPR_EQUAL, 3},      {"!=", EXPR_UNEQUAL, 3},
    {"<>", EXPR_UNEQUAL, 3},    {"&&", EXPR_BOTH, 2},
    {"||", EXPR_EITHER, 1},     {"*", EXPR_MULTIPLY, 6},
    {"/", EXPR_DIVIDE, 6},      {"%", EXPR_REMAINDER, 6},
    {"+", EXPR_ADD, 4},         {"-", EXPR_SUBTRACT, 4},
    {"&", EXPR_AND, 5},         {"|", EXPR_OR, 5},
    {"^", EXPR_XOR, 5},         {"!", EXPR_OR_NOT, 5},
    {"<", EXPR_LESS, 3},        {">", EXPR_GREATER, 3},
};

/* The operator at the cursor; -1 = none. */
static int find_operator(assembler *a) {
    statement *s = &a->now;
    lex_skip_blanks(s);
    if (s->p == s->end || char_is(*s->p, CHAR_NAME) || *s->p == ',')
        return -1;
    for (int i = 0; i < (int)(sizeof operators / sizeof *operators); i++) {
        const char *t = operators[i].text;
        if (t[0] != *s->p || (t[1] && (s->p + 1 == s->end || t[1] != s->p[1])))
            continue;
        /* |x| is an absolute value in an operand. */
        if (a->in_operand && operators[i].op == EXPR_OR && !starts_operand(s, s->p + 1))
            return -1;
        return i;
    }
    return -1;
}

static bool binary(assembler *a, int least, term *v) {
    int i;
    if (!unary(a, v))
        return false;
    for (;;) {
        const char *before = a->now.p, *at;
        term right = {0};
        i = find_operator(a);
        if (i < 0 || operators[i].precedence < least) {
            a->now.p = before;
            return true;
        }
        at = a->now.p;
        a->now.p += operators[i].text[1] ? 2 : 1;
        if (!binary(a, operators[i].precedence + 1, &right))
            return false;
        if (!v->e && !right.e) {
            const char *why;
            if (!eval_binary(operators[i].op, v->k, right.k, &v->k, &why))
                return bad(a, at, 1, why);
            continue;
        }
        v->e = expr_join(a, operators[i].op, &(term){.e = v->e, .k = v->k}, &right);
        if (v->e->depth > MAX_EVALUATION_DEPTH)
            return bad(a, at, 1, "the expression is too long");
    }
}

bool expr_read(assembler *a, term *v) {
    *v = (term){0};
    lex_skip_blanks(&a->now);
    v->at = a->now.p;
    a->in_operand = false;
    if (!binary(a, 1, v))
        return false;
    v->length = (size_t)(a->now.p - v->at);
    return true;
}

bool expr_read_absolute(assembler *a, int64_t *k) {
    term v;
    target t;
    const char *why;
    char near[120] = "";
    if (!expr_read(a, &v))
        return false;
    if (eval_is_absolute(a, &v, k))
        return true;
    if (!eval_expr(a, v.e, &t, &why))
        diagnose_at(a, v.at, v.length, "%s", why);
    else if (t.plus.symbol && t.plus.symbol->state == SYMBOL_UNDEFINED)
        diagnose_at(a, v.at, v.length, "'%s' is not defined yet; the value must be known here%s",
                    t.plus.symbol->name, symbol_near(a, t.plus.symbol->name, t.plus.symbol->size, near));
    else if (t.minus.symbol && t.minus.symbol->state == SYMBOL_UNDEFINED)
        diagnose_at(a, v.at, v.length, "'%s' is not defined yet; the value must be known here%s",
                    t.minus.symbol->name, symbol_near(a, t.minus.symbol->name, t.minus.symbol->size, near));
    else
        diagnose_at(a, v.at, v.length, "the value is an address; expected a number");
    return false;
}

/* ---- operands --------------------------------------------------------------------------- */

/* -1.5, 2e3: the only thing in an operand that is no integer. */
static size_t real_number(const char *text, const char *end, gisa_value *v) {
    const char *p = text;
    size_t used;
    bool real = false;
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (p == end || !char_is(*p, CHAR_DIGIT | CHAR_NAME_START) ||
        (*p == '.' && (p + 1 == end || !char_is(p[1], CHAR_DIGIT))))
        return 0;
    if (!char_is(*p, CHAR_DIGIT) && *p != '.')
        return 0;
    for (const char *q = p; q < end && char_is(*q, CHAR_NAME) && !real; q++)
        real = *q == '.' || ((*q | 32) == 'e' && !(p + 1 < end && (p[1] | 32) == 'x'));
    if (!real)
        return 0;
    used = number_read(text, end, v);
    return used && v->kind == GISA_VALUE_FLOAT ? used : 0;
}

size_t expr_operand(void *ctx, const char *text, const char *end, gisa_value *v, const char **why) {
    assembler *a = ctx;
    statement saved = a->now;
    term x = {0};
    void *data = a->pending;
    size_t used;
    bool ok;
    used = real_number(text, end, v);
    if (used)
        return used;
    /* What cannot begin an expression is the caller's to explain. */
    a->any_name = a->options->syntax == GISA_SYNTAX_CLRX && text < end && *text == '@'; /* and no register */
    const char *begin = text + a->any_name;
    if (begin == end || !(char_is(*begin, CHAR_NAME) || strchr("(-+~!'\"", *begin)))
        return 0;
    a->names_used = true;
    a->now.p = begin;
    a->now.end = end;
    a->in_operand = true;
    a->why = NULL;
    ok = binary(a, 1, &x);
    a->in_operand = false;
    used = (size_t)(a->now.p - text);
    a->now = saved;
    if (!ok) {
        *why = a->why;
        return 0;
    }
    v->kind = GISA_VALUE_INT;
    v->integer = x.k;
    if (!x.e)
        return used;
    x.at = text;
    if (a->fold_places && eval_is_absolute(a, &x, &v->integer))
        return used;
    if (!memory_grow(a, &data, a->pending_count, &a->pending_room, sizeof *a->pending))
        return 0;
    a->pending = data;
    v->kind = GISA_VALUE_PENDING;
    v->integer = (int64_t)a->pending_count;
    a->pending[a->pending_count++] = (pending){x.e, text, used};
    return used;
}
