/* SPDX-License-Identifier: MIT */
/* Reads sets of instructions (classes, formats, names, with conditions about operands), the
   registers that one side of a hazard is about, sources, and numbers of clocks. */
#include "sets.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void fail_in_line(spec *s, place at, const char *whole, int column, const char *text, ...) {
    char message[256];
    va_list list;
    va_start(list, text);
    vsnprintf(message, sizeof message, text, list);
    va_end(list);
    fail(s, at, "%s\n%s\n%*s^", message, whole, column, "");
}

/* Where the next word begins. */
static int column_here(line *l) {
    skip_blanks(l);
    return (int)(l->p - l->text);
}

bool cut_bits(char *name, int *low, int *width) {
    int high = 0, end = 0;
    char *bracket = strchr(name, '[');
    *low = *width = 0;
    if (!bracket)
        return true;
    if (sscanf(bracket, "[%d:%d]%n", &high, low, &end) != 2 || bracket[end] || high < *low || high > 31)
        return false;
    *bracket = 0;
    *width = high - *low + 1;
    return true;
}

/* ---- conditions --------------------------------------------------------------------------- */

/* !name, name>2, name<2, name=VALUE, name */
static bool read_condition(const char *text, condition_line *c) {
    size_t size = strcspn(text, "=<>");
    c->negated = *text == '!';
    snprintf(c->operand, sizeof c->operand, "%.*s", (int)size - c->negated, text + c->negated);
    if (!*c->operand || !cut_bits(c->operand, &c->low, &c->width))
        return false;
    if (!text[size])
        return true;
    snprintf(c->value, sizeof c->value, "%s", text + size + 1);
    c->kind = text[size] == '>'                   ? CONDITION_MORE
              : text[size] == '<'                 ? CONDITION_LESS
              : strcmp(c->value, "constant") == 0 ? CONDITION_CONSTANT
                                                  : CONDITION_VALUE;
    c->number = atoi(c->value);
    return *c->value && !c->negated;
}

/* pattern?condition&condition */
static void read_term(spec *s, const set_line *set, const char *word, term_line *t) {
    size_t size = strcspn(word, "?");
    snprintf(t->pattern, sizeof t->pattern, "%.*s", (int)size, word);
    if (!word[size])
        return;
    snprintf(t->when, sizeof t->when, "%s", word + size + 1);
    for (const char *p = t->when; *p; p += *p == '&') {
        char text[MAX_NAME];
        size_t length = strcspn(p, "&");
        snprintf(text, sizeof text, "%.*s", (int)length, p);
        if (t->conditions == TERM_CONDITIONS || !read_condition(text, &t->condition[t->conditions++]))
            fail_in_line(s, set->at, set->line, t->column, "cannot read the condition '%s'", text);
        p += length;
    }
}

static bool ends_set(const char *word) {
    return strcmp(word, "->") == 0 || strcmp(word, "unless") == 0 || strcmp(word, "reads") == 0 ||
           strcmp(word, "writes") == 0;
}

static char *text_between(const char *from, const char *to) {
    char *text = copy_text(from, (size_t)(to - from));
    squeeze(text);
    return text;
}

void read_set(spec *s, line *l, set_line *set) {
    char word[MAX_NAME];
    bool but = false;
    skip_blanks(l);
    const char *begin = l->p, *end = l->p;
    set->at = l->at;
    set->line = copy_text(l->text, strlen(l->text));
    for (;;) {
        line save = *l;
        int column = column_here(l);
        if (!next_word(l, "", word, s) || ends_set(word)) {
            *l = save;
            break;
        }
        end = l->p;
        if (strcmp(word, "but") == 0) {
            but = true;
            continue;
        }
        if (set->count == SET_TERMS) {
            fail_in_line(s, l->at, set->line, column, "more than %d names", SET_TERMS);
            return;
        }
        term_line *t = &set->term[set->count++];
        t->but = but;
        t->column = column;
        read_term(s, set, word, t);
    }
    set->text = text_between(begin, end);
    if (!set->count || set->term[0].but || (but && !set->term[set->count - 1].but))
        fail_in_line(s, l->at, set->line, (int)(begin - l->text), "expected classes, formats or names");
}

/* ---- sides of hazards --------------------------------------------------------------------- */

static void read_of(spec *s, line *l, side_line *side) {
    char word[MAX_NAME] = "";
    int column = column_here(l);
    next_word(l, "", word, s);
    for (const char *p = word; *p; p += *p == '|') {
        size_t size = strcspn(p, "|");
        if (side->of_count == SIDE_OPERANDS || !size) {
            fail_in_line(s, l->at, l->text, column, "expected up to %d operands: of NAME|NAME",
                         SIDE_OPERANDS);
            return;
        }
        snprintf(side->of[side->of_count++], SCHEDULE_NAME, "%.*s", (int)size, p);
        p += size;
    }
    if (!side->of_count)
        fail_in_line(s, l->at, l->text, column, "expected up to %d operands: of NAME|NAME", SIDE_OPERANDS);
}

void read_side(spec *s, line *l, side_line *side) {
    char word[MAX_NAME] = "";
    skip_blanks(l);
    const char *begin = l->p;
    read_set(s, l, &side->set);
    line save = *l;
    if (!next_word(l, "", word, s) || (strcmp(word, "reads") != 0 && strcmp(word, "writes") != 0)) {
        *l = save;
        return;
    }
    side->access = *word == 'r' ? GISA_ACCESS_READ : GISA_ACCESS_WRITE;
    side->what_column = column_here(l);
    if (!next_word(l, "", side->what, s))
        fail_in_line(s, l->at, l->text, side->what_column, "expected registers: sgpr, vgpr, hwreg, vcc ...");
    save = *l;
    if (next_word(l, "", word, s) && strcmp(word, "of") == 0)
        read_of(s, l, side);
    else
        *l = save;
    side->set.text = text_between(begin, l->p);
}

/* ---- sources ------------------------------------------------------------------------------ */

bool read_source(spec *s, const line *l, const char *word, source_line *source) {
    size_t size = strcspn(word, "(");
    for (int i = 1; i < CERTAINTIES; i++) {
        if (strlen(certainty_word((unsigned)i)) != size ||
            memcmp(certainty_word((unsigned)i), word, size) != 0)
            continue;
        size_t length = word[size] ? strlen(word + size + 1) - 1 : 0;
        source->certainty = i;
        source->sources = copy_text(word + size + (word[size] != 0), length);
        if (i != GISA_CERTAINTY_ASSUMED && !length)
            fail(s, l->at, "expected who says so: %s(LLVM ...)", certainty_word((unsigned)i));
        return true;
    }
    return false;
}

/* ---- clocks ------------------------------------------------------------------------------- */

static unsigned small_number(const char **p) {
    char *end;
    unsigned long value = strtoul(*p, &end, 10);
    if (end == *p || value > UINT16_MAX)
        return UINT16_MAX + 1u;
    *p = end;
    return (unsigned)value;
}

/* The name after a star. */
static bool name_behind(const char **p, char name[MAX_NAME]) {
    size_t size = strcspn(*p + 1, "+");
    snprintf(name, MAX_NAME, "%.*s", (int)size, *p + 1);
    *p += 1 + size;
    return size > 0 && size < MAX_NAME;
}

static bool parse_clocks(spec *s, const char *p, clocks *c) {
    char name[MAX_NAME];
    int low = 0, width = 0;
    unsigned base = small_number(&p), most = base, step = 0;
    if (*p == '-') {
        p++;
        most = small_number(&p);
    } else if (*p == '*') {
        if (!name_behind(&p, name))
            return false;
        c->fact = intern(s, name);
    }
    if (*p == '+') {
        p++;
        step = small_number(&p);
        if (*p != '*' || !name_behind(&p, name) || !cut_bits(name, &low, &width))
            return false;
        c->operand = intern(s, name);
    }
    c->base = (uint16_t)base, c->most = (uint16_t)most, c->step = (uint16_t)step;
    c->low = (uint8_t)low, c->width = (uint8_t)width;
    return !*p && base <= UINT16_MAX && most <= UINT16_MAX && step <= UINT16_MAX && most >= base;
}

void read_clocks(spec *s, line *l, const char *text, clocks *c) {
    if (!parse_clocks(s, text, c))
        fail_in_line(s, l->at, l->text, (int)(l->p - l->text) - (int)strlen(text),
                     "expected a number, N-N, N*FACT or N+N*OPERAND, got '%s'", text);
}
