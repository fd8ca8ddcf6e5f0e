/* SPDX-License-Identifier: MIT */
/* Evaluates expressions: arithmetic, and what is left of symbols and places. */
#include "asm.h"

int64_t eval_unary(int op, int64_t x) {
    switch (op) {
    case EXPR_NEGATE: return (int64_t) - (uint64_t)x;
    case EXPR_INVERT: return ~x;
    default: return !x;
    }
}

/* As in LLVM: 64 bits that wrap, >> shifts in zeros, a comparison that holds is -1. */
bool eval_binary(int op, int64_t x, int64_t y, int64_t *result, const char **why) {
    uint64_t u = (uint64_t)x, w = (uint64_t)y;
    switch (op) {
    case EXPR_ADD: u += w; break;
    case EXPR_SUBTRACT: u -= w; break;
    case EXPR_MULTIPLY: u *= w; break;
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
        if (y == 0) {
            *why = "division by zero";
            return false;
        }
        if (y == -1)
            u = op == EXPR_DIVIDE ? -u : 0;
        else
            u = (uint64_t)(op == EXPR_DIVIDE ? x / y : x % y);
        break;
    case EXPR_LEFT: u = w < 64 ? u << w : 0; break;
    case EXPR_RIGHT: u = w < 64 ? u >> w : 0; break;
    case EXPR_AND: u &= w; break;
    case EXPR_OR: u |= w; break;
    case EXPR_XOR: u ^= w; break;
    case EXPR_OR_NOT: u |= ~w; break;
    case EXPR_EQUAL: u = -(uint64_t)(x == y); break;
    case EXPR_UNEQUAL: u = -(uint64_t)(x != y); break;
    case EXPR_LESS: u = -(uint64_t)(x < y); break;
    case EXPR_LESS_EQUAL: u = -(uint64_t)(x <= y); break;
    case EXPR_GREATER: u = -(uint64_t)(x > y); break;
    case EXPR_GREATER_EQUAL: u = -(uint64_t)(x >= y); break;
    case EXPR_BOTH: u = x && y; break;
    default: u = x || y; break;
    }
    *result = (int64_t)u;
    return true;
}

/* Two references that cancel each other leave their distance. */
static bool cancel(const reference *plus, const reference *minus, int64_t *k) {
    if (plus->symbol && plus->symbol == minus->symbol)
        return true;
    if (plus->section < 0 || plus->section != minus->section)
        return false;
    *k = (int64_t)((uint64_t)*k + (uint64_t)plus->offset - (uint64_t)minus->offset);
    return true;
}

/* Adds `r` to plus (or to minus); false when there is one already. */
static bool add_reference(target *t, const reference *r, bool negative) {
    reference *same = negative ? &t->minus : &t->plus, *other = negative ? &t->plus : &t->minus;
    if (!r->there)
        return true;
    if (other->there && cancel(negative ? other : r, negative ? r : other, &t->k)) {
        *other = (reference){.section = OBJECT_UNDEFINED};
        return true;
    }
    if (same->there)
        return false;
    *same = *r;
    return true;
}

static bool add_target(target *t, const target *x, bool negative) {
    uint64_t k = (uint64_t)x->k;
    t->k = (int64_t)((uint64_t)t->k + (negative ? -k : k));
    t->varies |= x->varies;
    if (x->kind && t->kind)
        return false;
    if (x->kind)
        t->kind = x->kind;
    return add_reference(t, &x->plus, negative) && add_reference(t, &x->minus, !negative);
}

static bool symbol_target(assembler *a, const expr *e, target *t, const char **why) {
    asm_symbol *s = e->symbol;
    bool ok;
    t->kind = (variant)e->variant;
    if (s->state == SYMBOL_VARIABLE && !s->definition) {
        t->k = s->value;
        t->varies = !s->constant;
        return true;
    }
    if (s->state == SYMBOL_VARIABLE) {
        if (s->busy) {
            *why = "a symbol is defined by itself";
            return false;
        }
        s->busy = true;
        ok = eval_expr(a, s->definition, t, why);
        s->busy = false;
        t->varies = true;
        if (e->variant)
            t->kind = (variant)e->variant;
        if (ok && t->plus.there && !t->minus.there && t->plus.section >= 0) {
            /* An alias of a place is a symbol of its own: it may be bound in another way. */
            t->plus.symbol = s;
            t->plus.offset = (int64_t)((uint64_t)t->plus.offset + (uint64_t)t->k);
            t->k = 0;
        }
        return ok;
    }
    t->plus = (reference){s, OBJECT_UNDEFINED, 0, true};
    if (s->state == SYMBOL_LABEL) {
        t->plus.section = s->section;
        t->plus.offset = s->value;
    }
    return true;
}

static bool is_number(const target *t) {
    return !t->plus.there && !t->minus.there;
}

static bool operator_target(assembler *a, const expr *e, target *t, const char **why) {
    target x, y = {0};
    if (!eval_expr(a, e->left, &x, why) || (e->right && !eval_expr(a, e->right, &y, why)))
        return false;
    if (e->op == EXPR_ADD || e->op == EXPR_SUBTRACT || e->op == EXPR_NEGATE) {
        if (add_target(t, &x, e->op == EXPR_NEGATE) &&
            (!e->right || add_target(t, &y, e->op == EXPR_SUBTRACT)))
            return true;
        *why = "no relocation can express this sum of addresses";
        return false;
    }
    t->varies = x.varies || y.varies;
    if (!is_number(&x) || (e->right && !is_number(&y))) {
        /* Equal addresses are equal, whatever they will be. */
        *why = "only + and - can be applied to addresses that are not known yet";
        return false;
    }
    if (e->right)
        return eval_binary(e->op, x.k, y.k, &t->k, why);
    t->k = eval_unary(e->op, x.k);
    return true;
}

bool eval_expr(assembler *a, const expr *e, target *t, const char **why) {
    bool ok = true;
    *t = (target){.plus.section = OBJECT_UNDEFINED, .minus.section = OBJECT_UNDEFINED};
    if (a->evaluation_depth >= 2 * MAX_EVALUATION_DEPTH) {
        *why = "the symbols are defined through each other too deeply";
        return false;
    }
    if (a->evaluation_depth == 0)
        a->evaluation_steps = 0;
    if (++a->evaluation_steps > MAX_EVALUATION_STEPS) {
        *why = "the expression takes too long to evaluate";
        return false;
    }
    a->evaluation_depth++;
    switch (e->op) {
    case EXPR_CONSTANT: t->k = e->value; break;
    case EXPR_PLACE: t->plus = (reference){NULL, e->section, e->value, true}; break;
    case EXPR_SYMBOL: ok = symbol_target(a, e, t, why); break;
    default: ok = operator_target(a, e, t, why); break;
    }
    a->evaluation_depth--;
    return ok;
}

bool eval_is_absolute(assembler *a, const term *v, int64_t *k) {
    target t;
    const char *why;
    if (!v->e) {
        *k = v->k;
        return true;
    }
    if (!eval_expr(a, v->e, &t, &why) || !is_number(&t) || t.kind)
        return false;
    *k = t.k;
    return true;
}

bool eval_is_distance(const expr *e) {
    switch (e->op) {
    case EXPR_CONSTANT: return false;
    case EXPR_PLACE: return true;
    case EXPR_SYMBOL: return e->variant != VARIANT_ABS32_LO && e->variant != VARIANT_ABS32_HI;
    case EXPR_SUBTRACT: return false;
    default: return eval_is_distance(e->left) || (e->right && eval_is_distance(e->right));
    }
}
