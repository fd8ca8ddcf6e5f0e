/* SPDX-License-Identifier: MIT */
/* Where bits are: the statements `code`, `format` and `promote`. */
#include <stdlib.h>
#include <string.h>

#include "line.h"

static const char *const float_names[] = {"0.5",  "-0.5", "1.0",  "-1.0", "2.0",
                                          "-2.0", "4.0",  "-4.0", "1/2pi"};

void read_code(spec *s, line *l) {
    code_line *c;
    char word[MAX_NAME] = "", kind[MAX_NAME];
    unsigned gens = optional_gens(s, l);
    c = LIST_ADD(s->codes);
    c->at = l->at;
    c->gens = gens;
    next_word(l, "-", word, s);
    c->first = c->last = (int)need_number(s, l, word);
    if (take(l, '-') && next_word(l, "", word, s))
        c->last = (int)need_number(s, l, word);
    if (c->first < 0 || c->last > 511 || c->last < c->first)
        fail(s, l->at, "operand codes are 0 to 511");
    next_word(l, "", word, s);
    snprintf(kind, sizeof kind, "%s", strcmp(word, "int") == 0 ? "integer" : word);
    c->step = 1;
    if (strcmp(word, "sgpr") == 0)
        c->kind = CODE_SGPR;
    else if (strcmp(word, "vgpr") == 0)
        c->kind = CODE_VGPR;
    else if (strcmp(word, "ttmp") == 0)
        c->kind = CODE_TTMP;
    else if (strcmp(word, "literal") == 0)
        c->kind = CODE_LITERAL;
    else if (strcmp(word, "pair") == 0 || strcmp(word, "reg") == 0 || strcmp(word, "reg64") == 0 ||
             strcmp(word, "direct") == 0) {
        c->kind = word[0] == 'p' ? CODE_PAIR_LO : CODE_REG;
        c->value = strcmp(word, "reg64") == 0;
        c->step = strcmp(word, "direct") == 0;
        if (!next_word(l, "", c->name, s))
            fail(s, l->at, "a register needs a name");
        next_word(l, "", c->clrx, s);
        if (c->kind == CODE_PAIR_LO && c->last != c->first + 1)
            fail(s, l->at, "a pair has two codes");
    } else if (strcmp(word, "int") == 0) {
        c->kind = CODE_INT;
        if (next_word(l, "", word, s))
            c->value = (int)need_number(s, l, word);
        if (!next_word(l, "", word, s) || (strcmp(word, "up") != 0 && strcmp(word, "down") != 0))
            fail(s, l->at, "expected up or down");
        c->step = strcmp(word, "down") == 0 ? -1 : 1;
    } else if (strcmp(word, "float") == 0) {
        c->kind = CODE_FLOAT;
        next_word(l, "", word, s);
        for (c->value = 0; c->value < 9 && strcmp(float_names[c->value], word) != 0;)
            c->value++;
        if (c->value == 9)
            fail(s, l->at, "unknown float '%s'", word);
    } else {
        fail(s, l->at, "expected sgpr, vgpr, ttmp, pair, reg, int, float or literal, got '%s'", word);
        return;
    }
    need_end(s, l);
    memcpy(c->word, *c->name ? c->name : kind, sizeof c->word);
    note_meaning(s, l->at, NULL, c->word, take_doc(l));
}

/* "op@9": the bits of the opcode from 9 on. */
static void check_place(spec *s, line *l, const char *name) {
    int64_t low;
    if (strncmp(name, "op@", 3) == 0 && (!number(name + 3, 10, &low) || low < 0 || low > 31))
        fail(s, l->at, "'%s': expected op@ and the lowest bit of the opcode that is held here, 0 to 31",
             name);
}

/* One element of a picture, which goes into the bits below *position. */
static void read_element(spec *s, line *l, format *f, char *word, int *position) {
    size_t size = strlen(word);
    bool ignored = size > 1 && word[size - 1] == '~';
    char *colon = strchr(word, ':'), *equals = strchr(word, '=');
    int width = 1;
    if (ignored)
        word[size - 1] = 0;
    if (equals) { /* fixed bits with a name */
        *equals++ = 0;
        width = (int)strlen(equals);
        if (f->field_count == MAX_FIELDS || width > 32 || width > *position ||
            strspn(equals, "01") != (size_t)width) {
            fail(s, l->at, "expected name=bits");
            return;
        }
        bit_field *b = &f->field[f->field_count++];
        snprintf(b->name, sizeof b->name, "%s", word);
        b->shift = *position - width;
        b->width = width;
        for (const char *p = equals; *p; p++) {
            --*position;
            f->mask |= UINT64_C(1) << (*position & 63);
            if (*p == '1')
                f->value |= UINT64_C(1) << (*position & 63);
        }
        return;
    }
    if (strspn(word, "01") == strlen(word)) {
        for (const char *p = word; *p; p++) {
            --*position;
            f->mask |= UINT64_C(1) << (*position & 63);
            if (*p == '1')
                f->value |= UINT64_C(1) << (*position & 63);
        }
        return;
    }
    if (colon) {
        *colon = 0;
        width = (int)need_number(s, l, colon + 1);
        if (width < 1 || width > 32) {
            fail(s, l->at, "a field has 1 to 32 bits");
            width = 1;
        }
    } else if (strcmp(word, "-") != 0 && strcmp(word, "~") != 0)
        fail(s, l->at, "'%s' needs a width, name:width", word);
    *position -= width;
    if (*position < 0)
        return;
    uint64_t bits = ((UINT64_C(1) << width) - 1) << *position;
    if (strcmp(word, "-") == 0)
        f->zero |= bits;
    else if (strcmp(word, "~") == 0)
        f->unused |= bits;
    else if (f->field_count == MAX_FIELDS)
        fail(s, l->at, "more than %d fields", MAX_FIELDS);
    else {
        bit_field *b = &f->field[f->field_count++];
        check_place(s, l, word);
        snprintf(b->name, sizeof b->name, "%s", word);
        b->shift = *position;
        b->width = width;
        b->ignored = ignored;
        for (int i = 0; i + 1 < f->field_count; i++)
            if (strcmp(f->field[i].name, b->name) == 0 && !is_opcode_field(b->name))
                fail(s, l->at, "field '%s' twice", word);
    }
}

void read_format(spec *s, line *l) {
    format *f = LIST_ADD(s->formats);
    char word[MAX_NAME] = "";
    int position = 8 * s->unit, low = 0;
    f->at = l->at;
    next_word(l, "", f->name, s);
    f->gens = need_gens(s, l);
    for (int i = 0; i + 1 < s->formats.count; i++)
        if (strcmp(s->formats.at[i].name, f->name) == 0 && said_twice(s, &s->formats.at[i].gens, f->gens))
            fail(s, l->at, "format %s is defined twice for a generation (also in line %d)", f->name,
                 s->formats.at[i].at.line);
    if (!take(l, ':') || !next_word(l, "", word, s))
        fail(s, l->at, "expected ': class' after the generations");
    f->class_ = class_named(s, l->at, word);
    f->size = s->unit;
    while (next_word(l, "", word, s)) {
        if (word[0] == '_' || (word[0] == '(' && word[strlen(word) - 1] == ')')) {
            f->silent = word[0] == '(';
            snprintf(f->suffix, sizeof f->suffix, "%.*s", (int)strcspn(word + f->silent, ")"),
                     word + f->silent);
        } else if (strcmp(word, "/") == 0) {
            if (f->size == 8) {
                fail(s, l->at, "%s has more than two dwords", f->name);
                return;
            }
            if (position != low)
                fail(s, l->at, "the first dword of %s has %d bits", f->name, 8 * s->unit - (position - low));
            position = 64;
            low = 32;
            f->size = 8;
        } else
            read_element(s, l, f, word, &position);
        if (position < low) {
            fail(s, l->at, "a dword of %s has %d bits", f->name, 8 * s->unit + low - position);
            return;
        }
    }
    if (position != low)
        fail(s, l->at, "a dword of %s has only %d bits", f->name, 8 * s->unit - (position - low));
    char *doc = take_doc(l);
    note_meaning(s, l->at, NULL, f->name, doc ? doc : l->shared);
}

void read_promotion(spec *s, line *l) {
    promotion *p = LIST_ADD(s->promotions);
    char word[MAX_NAME] = "";
    p->at = l->at;
    next_word(l, "", p->from, s);
    if (!next_word(l, "", word, s) || strcmp(word, "->") != 0)
        fail(s, l->at, "expected FORMAT -> FORMAT");
    next_word(l, "", p->to, s);
    p->gens = need_gens(s, l);
    if (!next_word(l, "", word, s) || word[0] != '+')
        fail(s, l->at, "expected +N, what is added to the opcode");
    else
        p->plus = (uint32_t)need_number(s, l, word + 1);
    p->silent = take(l, '(');
    next_word(l, ")", p->suffix, s);
    if (strcmp(p->suffix, "never") == 0) {
        p->never = true;
        *p->suffix = 0;
    }
    if (p->silent && !take(l, ')'))
        fail(s, l->at, "expected ')' after the suffix");
    need_end(s, l);
}
