/* SPDX-License-Identifier: MIT */
/* Computes constant expressions of headers: numbers, names of numbers, + - * << | and brackets. */
#include "declare.h"

#include <stdlib.h>
#include <string.h>

const declared *find(const model *m, span name) {
    for (size_t i = 0; i < m->count; i++)
        if (m->declared[i].name.size == name.size &&
            memcmp(m->declared[i].name.text, name.text, name.size) == 0)
            return &m->declared[i];
    return NULL;
}

static int64_t named(const model *m, const header *h, span name) {
    const declared *d = find(m, name);
    if (is(name, "UINT32_MAX"))
        return UINT32_MAX;
    if (!d || d->kind != DECLARED_NUMBER)
        die(h, name.text, "'%.*s' is not the name of a number", S(name));
    return d->value;
}

static int64_t sum(const model *m, const header *h, size_t *i);

static int64_t factor(const model *m, const header *h, size_t *i) {
    const token *t = &h->token[(*i)++];
    int64_t value;
    if (t->kind == TOKEN_NUMBER)
        return strtoll(t->at.text, NULL, 0);
    if (t->kind == TOKEN_NAME)
        return named(m, h, t->at);
    if (is(t->at, "-"))
        return -factor(m, h, i);
    if (!is(t->at, "("))
        die(h, t->at.text, "expected a number, found '%.*s'", S(t->at));
    value = sum(m, h, i);
    if (!is(h->token[(*i)++].at, ")"))
        die(h, t->at.text, "this bracket is not closed");
    return value;
}

static int64_t product(const model *m, const header *h, size_t *i) {
    int64_t value = factor(m, h, i);
    while (is(h->token[*i].at, "*")) {
        ++*i;
        value *= factor(m, h, i);
    }
    return value;
}

/* Signs of one precedence would be wrong for a mixture of them, which the compiled check finds
 * (c.c). */
static int64_t sum(const model *m, const header *h, size_t *i) {
    int64_t value = product(m, h, i);
    for (;;) {
        span sign = h->token[*i].at;
        if (h->token[*i].kind != TOKEN_SIGN ||
            !(is(sign, "+") || is(sign, "-") || is(sign, "<<") || is(sign, "|")))
            return value;
        ++*i;
        int64_t right = product(m, h, i);
        value = is(sign, "+")    ? value + right
                : is(sign, "-")  ? value - right
                : is(sign, "<<") ? value << right
                                 : (value | right);
    }
}

int64_t value_of(const model *m, const header *h, size_t *i) {
    return sum(m, h, i);
}
