/* SPDX-License-Identifier: MIT */
/*
 * Which results of a body follow from lane to lane as its operands do: where some sources are the
 * same in all lanes and others go up by the same number from each lane to the next, a result may be
 * one of that kind, too, and then one lane says all of them. Found by computing with sequences
 * instead of numbers. What instructions say with `clamp` is 0: others are not asked about.
 *
 * A sequence is linear modulo 2^n, n being the width of its type; it is whole where it is linear as
 * a sequence of integers, so that it does not wrap. Operands are whole, and so is the result D:
 * whoever asks looks at that while the program runs.
 */
#include "bodies.h"

enum { MOST_NAMES = 32, MOST_DEPTH = 8 };

enum sequence_kind {
    OTHER,
    SAME,  /* in all lanes */
    STEPS, /* the same in all lanes where it is in the first and in the last */
    ONE,   /* a truth that differs where S0 and S1, of which one is the same in all lanes, are equal */
    LINEAR
};

typedef struct sequence {
    enum sequence_kind kind;
    bool zero;  /* it is 0 */
    bool whole; /* of a LINEAR one */
    bool plain; /* all of a source, as it is */
    int bits;   /* numbers are below 2^bits, or that far from 0 */
    const body_node *of;
    int of_bits; /* what it is: the low bits of that variable; NULL = something else */
} sequence;

typedef struct named {
    const char *name;
    sequence is;
} named;

typedef struct lanes {
    const body *b;
    unsigned varying; /* sources */
    named at[MOST_NAMES];
    int count, from; /* names below `from` belong to callers */
    int depth;
    sequence result[BODY_ROLES];
    sequence returned;
} lanes;

static const sequence other = {.kind = OTHER};

static sequence value(lanes *l, const body_node *n);

static bool is_integer(body_type t) {
    return (t.kind == TYPE_UNSIGNED || t.kind == TYPE_SIGNED || t.kind == TYPE_BITS) && t.bits >= 32;
}

static sequence same(int bits) {
    return (sequence){.kind = SAME, .bits = bits};
}

/* How large a number of the type may be. */
static int room(body_type t) {
    return t.kind == TYPE_SIGNED ? t.bits - 1 : t.bits;
}

static sequence convert(sequence s, body_type from, body_type to) {
    const bool fits = s.bits <= room(to);
    if (s.kind == SAME && !fits)
        s.bits = room(to);
    if (s.kind == STEPS && !fits) /* numbers that differ may become the same one */
        return other;
    if (s.kind != LINEAR)
        return s;
    if (!is_integer(to) || (to.bits > from.bits && !(s.whole && fits)))
        return other;
    s.plain = s.plain && to.kind == from.kind && to.bits == from.bits;
    s.whole = s.whole && fits;
    s.bits = fits ? s.bits : room(to);
    if (s.of && to.bits < s.of_bits)
        s.of_bits = to.bits;
    return s;
}

/* ---- operands and names ---------------------------------------------------------------------- */

/* All of a source as a number; a bit of a mask is the same in all lanes where that is asked. */
static sequence view(const lanes *l, const body_node *n) {
    const body_node *of = n->below;
    const int role = of->kind == NODE_WORD && of->word->effects & WORD_OPERAND ? of->word->role : -1;
    if (role < 0 || role >= BODY_SOURCES || of->word->called)
        return other;
    if (!(l->varying >> role & 1))
        return same(n->view->mask ? 1 : room(n->type));
    if (of->next || n->view->each || n->view->mask || !is_integer(n->type) ||
        n->type.bits != l->b->roles.bits[role])
        return other;
    return (sequence){
        .kind = LINEAR, .whole = n->type.kind != TYPE_SIGNED, .plain = true, .bits = room(n->type)};
}

static sequence *find(lanes *l, const char *name) {
    for (int i = l->count; i-- > l->from;)
        if (strcmp(l->at[i].name, name) == 0)
            return &l->at[i].is;
    return NULL;
}

static bool name_it(lanes *l, const char *name, sequence is) {
    if (l->count == MOST_NAMES)
        return false;
    l->at[l->count++] = (named){name, is};
    return true;
}

/* ---- expressions ----------------------------------------------------------------------------- */

static bool has(const char *const *ops, const char *op) {
    while (*ops && strcmp(*ops, op) != 0)
        ops++;
    return *ops;
}

static body_type common(body_type a, body_type b) {
    const body_type wide = a.bits != b.bits ? (a.bits > b.bits ? a : b) : a.kind == TYPE_SIGNED ? b : a;
    const body_type least = {TYPE_SIGNED, 32};
    return wide.bits < 32 ? least : wide;
}

static sequence linear(body_type t, bool whole, int bits) {
    whole = whole && bits <= room(t);
    return (sequence){.kind = LINEAR, .whole = whole, .bits = whole ? bits : room(t)};
}

/* Of two that are no OTHER and not both SAME. */
static sequence combine(const body_node *n, sequence a, sequence b) {
    static const char *const sums[] = {"+", "-", NULL};
    const bool whole = (a.kind == SAME || a.whole) && (b.kind == SAME || b.whole);
    if (has(sums, n->op))
        return linear(n->type, whole && (n->op[0] == '+' || n->type.kind == TYPE_SIGNED),
                      (a.bits > b.bits ? a.bits : b.bits) + 1);
    if (n->op[0] == '*' && (a.kind == SAME || b.kind == SAME))
        return linear(n->type, whole, a.bits + b.bits);
    if (strcmp(n->op, "<<") == 0 && b.kind == SAME)
        return linear(n->type, false, 0);
    /* As a signed number a source may come once from the greatest to the least: then its ends
       differ, also when they are shifted. */
    if (strcmp(n->op, ">>") == 0 && b.kind == SAME && (a.whole || a.plain))
        return (sequence){.kind = STEPS, .bits = a.bits};
    return other;
}

/* D does not wrap as an unsigned number, and so what is the same as D does not. */
static bool is_whole(const lanes *l, sequence s, body_type t) {
    const sequence *d = &l->result[ROLE_D];
    return s.kind == SAME || s.whole ||
           (d->kind == LINEAR && t.kind != TYPE_SIGNED && s.of && d->of == s.of && d->of_bits == s.of_bits &&
            s.of_bits == l->b->roles.bits[ROLE_D]);
}

/* The difference of two linear sequences changes its sign at most once. */
static sequence compare(const lanes *l, sequence a, sequence b, body_type t) {
    return (a.kind == SAME || a.kind == LINEAR) && (b.kind == SAME || b.kind == LINEAR) &&
                   is_whole(l, a, t) && is_whole(l, b, t)
               ? (sequence){.kind = STEPS, .bits = 1}
               : other;
}

/* All of S0 and of S1. */
static bool is_pair(const lanes *l, const body_node *a, const body_node *b) {
    const body_node *of[] = {a->kind == NODE_VIEW ? a->below : NULL, b->kind == NODE_VIEW ? b->below : NULL};
    for (int i = 0; i < 2; i++)
        if (!of[i] || of[i]->kind != NODE_WORD || !(of[i]->word->effects & WORD_OPERAND) ||
            of[i]->word->role != ROLE_S0 + i || (int)a->type.bits != l->b->roles.bits[ROLE_S0 + i])
            return false;
    return true;
}

static bool are_equals(const lanes *l, const body_node *n, sequence a, sequence b) {
    static const char *const equals[] = {"==", "!=", NULL};
    return has(equals, n->op) && is_pair(l, n->below, n->below->next) &&
           ((a.kind == SAME && b.kind == LINEAR && b.whole) ||
            (b.kind == SAME && a.kind == LINEAR && a.whole));
}

static sequence binary(lanes *l, const body_node *n) {
    static const char *const orders[] = {"<", ">", "<=", ">=", NULL};
    const body_node *left = n->below, *right = left->next;
    const bool shifts = strcmp(n->op, "<<") == 0 || strcmp(n->op, ">>") == 0;
    const body_type wide = common(left->type, right->type);
    sequence a = value(l, left), b = value(l, right);
    if (strcmp(n->op, "&&") == 0 && (a.zero || b.zero))
        return (sequence){.kind = SAME, .zero = true, .bits = 1};
    if (a.kind == SAME && b.kind == SAME)
        return same(is_integer(n->type) ? room(n->type) : 64);
    if (a.kind == OTHER || b.kind == OTHER)
        return other;
    a = convert(a, left->type, shifts ? n->type : wide);
    b = shifts ? b : convert(b, right->type, wide);
    if (has(orders, n->op))
        return compare(l, a, b, wide);
    if (are_equals(l, n, a, b))
        return (sequence){.kind = ONE, .bits = 1};
    return a.kind == STEPS || b.kind == STEPS || a.kind == ONE || b.kind == ONE || a.kind == OTHER ||
                   b.kind == OTHER || !is_integer(n->type)
               ? other
               : combine(n, a, b);
}

static sequence choose(lanes *l, const body_node *n) {
    const body_node *yes = n->below->next, *no = yes->next;
    const sequence which = value(l, n->below);
    sequence a, b;
    if (which.zero)
        return convert(value(l, no), no->type, n->type);
    a = value(l, yes);
    b = value(l, no);
    return which.kind == SAME && a.kind == SAME && b.kind == SAME ? same(room(n->type)) : other;
}

static bool statement(lanes *l, const body_node *n, bool *ends);

/* A function of the spec, from its definition. */
static sequence call(lanes *l, const body_node *n) {
    const body_word *w = n->word;
    const int count = l->count, from = l->from;
    const body_node *one = n->below;
    bool ends = false, fine = l->depth < MOST_DEPTH;
    for (int i = 0; fine && one && i < w->params; one = one->next, i++) {
        const body_param *p = &w->param[i];
        fine = p->kind == PARAM_VALUE &&
               name_it(l, w->function->param[i], convert(value(l, one), one->type, p->type));
    }
    l->from = count;
    l->depth++;
    l->returned = other;
    fine = fine && statement(l, n->instance->source.tree, &ends) && ends;
    l->depth--;
    l->count = count;
    l->from = from;
    return fine ? l->returned : other;
}

/* What is neither said by the instruction nor computed may be another thing in each lane: its
   number. */
static sequence word(lanes *l, const body_node *n) {
    bool all = true;
    if (n->word->of_role == GISA_ROLE_CLAMP)
        return (sequence){.kind = SAME, .zero = true, .bits = 1};
    if (!n->word->called && !n->word->of_role)
        return other;
    for (const body_node *one = n->below; one; one = one->next)
        all &= one->kind == NODE_TYPE || value(l, one).kind == SAME;
    if (!all)
        return n->instance ? call(l, n) : other;
    return same(is_integer(n->type) ? room(n->type) : 64);
}

static sequence value(lanes *l, const body_node *n) {
    const sequence *found;
    sequence s;
    switch (n->kind) {
    case NODE_NUMBER: return same(n->value >> 31 ? 64 : 31);
    case NODE_FIELD: return same(64);
    case NODE_WORD: return word(l, n);
    case NODE_VIEW: return view(l, n);
    case NODE_LOCAL: return (found = find(l, n->name)) ? *found : other;
    case NODE_CAST: return convert(value(l, n->below), n->below->type, n->type);
    case NODE_UNARY: s = value(l, n->below); return s.kind == SAME ? same(64) : other;
    case NODE_BINARY: return binary(l, n);
    case NODE_CHOOSE: return choose(l, n);
    default: return other;
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

static bool declare(lanes *l, const body_node *n) {
    sequence s;
    if (n->count || !n->below)
        return false;
    s = convert(value(l, n->below), n->below->type, n->type);
    s.of = n;
    s.of_bits = n->type.bits;
    return name_it(l, n->name, s);
}

/* Of all of a result. */
static bool assign(lanes *l, const body_node *n) {
    const body_node *to = n->below, *of = to->below;
    sequence s;
    if (strcmp(n->op, "=") != 0 || to->kind != NODE_VIEW || of->kind != NODE_WORD || of->next ||
        !(of->word->effects & WORD_OPERAND) || of->word->role < ROLE_D)
        return false;
    s = value(l, to->next);
    if (!to->view->mask) {
        s = convert(s, to->next->type, to->type);
        if (to->type.bits != l->b->roles.bits[of->word->role])
            return false;
    }
    l->result[of->word->role] = s;
    return true;
}

static bool block(lanes *l, const body_node *n, bool *ends) {
    bool fine = true;
    for (const body_node *one = n->below; fine && one && !*ends; one = one->next)
        fine = statement(l, one, ends);
    return fine;
}

/* false: it cannot be followed. *ends: a function gives l->returned. */
static bool statement(lanes *l, const body_node *n, bool *ends) {
    const body_node *no;
    switch (n->kind) {
    case NODE_BLOCK: return block(l, n, ends);
    case NODE_DECLARE: return declare(l, n);
    case NODE_ASSIGN: return assign(l, n);
    case NODE_NOTHING: return true;
    case NODE_RETURN:
        l->returned = value(l, n->below);
        *ends = true;
        return true;
    case NODE_IF:
        no = n->below->next->next;
        return value(l, n->below).zero && (!no || statement(l, no, ends));
    default: return false;
    }
}

/* ---- the answer ------------------------------------------------------------------------------ */

lanes_follow find_linear(const body *b) {
    lanes_follow f = {0};
    for (unsigned varying = 0; varying < 1u << BODY_SOURCES; varying++) {
        lanes l = {.b = b, .varying = varying};
        const sequence *mask = &l.result[b->roles.bits[ROLE_D] == MASK ? ROLE_D : ROLE_D1];
        bool ends = false;
        if (!statement(&l, b->h->tree, &ends))
            continue;
        if (l.result[ROLE_D].kind == SAME || l.result[ROLE_D].kind == LINEAR)
            f.linear |= (uint16_t)(1u << varying);
        if (b->roles.bits[ROLE_D] > MASK && l.result[ROLE_D].kind == STEPS)
            f.flat |= (uint16_t)(1u << varying);
        if (mask->kind == STEPS || mask->kind == SAME)
            f.steps |= (uint16_t)(1u << varying);
        if (l.result[ROLE_D].kind == ONE)
            f.equals |= (uint16_t)(1u << varying);
    }
    return f;
}

/* An operand as all of a float. */
static int float_role(const body *b, const body_node *n) {
    const body_node *of = n->kind == NODE_VIEW ? n->below : NULL;
    const bool is_all = of && of->kind == NODE_WORD && of->word->effects & WORD_OPERAND &&
                        !of->word->called && !of->next && !n->view->each && n->type.kind == TYPE_FLOAT;
    return is_all && n->type.bits == b->roles.bits[of->word->role] ? of->word->role : -1;
}

unsigned find_spreads(const body *b) {
    const body_node *n = b->h->tree;
    unsigned spreads = 0;
    if (b->h->facts.floats & 16) /* an infinite result is odd as well */
        return 0;
    while (n->kind == NODE_BLOCK && n->below && !n->below->next)
        n = n->below;
    if (n->kind != NODE_ASSIGN || strcmp(n->op, "=") != 0 || float_role(b, n->below) != ROLE_D)
        return 0;
    n = n->below->next;
    if (n->kind != NODE_WORD || !(n->word->effects & WORD_SPREADS))
        return 0;
    for (n = n->below; n; n = n->next) {
        if (float_role(b, n) < 0)
            return 0;
        spreads |= 1u << float_role(b, n);
    }
    return spreads;
}
