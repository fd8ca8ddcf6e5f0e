/* SPDX-License-Identifier: MIT */
/* How operands are held and written: the statements `operand`, `tail` and `count`. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "line.h"

enum { MAX_NAMES = 12 };

/* ---- operand NAME ... [GENS] = CODEC(field ...) OPTION ..., NAME ... : BASE with OPTION ... */

static int codec_named(const char *name) {
    for (int c = 0; c < CODEC_COUNT; c++)
        if (strcmp(words_codecs[c], name) == 0)
            return c;
    return -1;
}

/* CODEC(field ...) */
static void read_codec(spec *s, line *l, operand_line *o) {
    char word[MAX_NAME] = "";
    next_word(l, "(", word, s);
    if ((o->codec = codec_named(word)) < 0)
        fail(s, l->at, "unknown codec '%s'", word);
    if (!take(l, '('))
        return;
    while (!take(l, ')') && next_word(l, ")", word, s)) {
        if (o->arg_count == OPERAND_FIELDS)
            fail(s, l->at, "more than %d fields", OPERAND_FIELDS);
        else
            memcpy(o->arg[o->arg_count++], word, MAX_NAME);
    }
}

/* What an option says something about: its name; tables of names, and factors, are each one
   thing. */
static size_t subject(const char *option) {
    return strcspn(option, "(=");
}

static bool says_the_same(const char *a, const char *b) {
    bool names = isupper((unsigned char)*a) && isupper((unsigned char)*b), factors = *a == '*' && *b == '*';
    return names || factors || (subject(a) == subject(b) && memcmp(a, b, subject(a)) == 0);
}

/* An option takes the place of the one that says something about the same thing. */
static void add_option(spec *s, place at, operand_line *o, const char *option) {
    int i = 0;
    while (i < o->option_count && !says_the_same(o->option[i], option))
        i++;
    if (i == OPERAND_OPTIONS) {
        fail(s, at, "more than %d options", OPERAND_OPTIONS);
        return;
    }
    memcpy(o->option[i], option, MAX_NAME);
    o->option_count += i == o->option_count;
}

/* [FORMAT.]name[:type] */
static void split_name(const char *word, operand_line *o) {
    const char *dot = strchr(word, '.');
    size_t size = strcspn(dot ? dot + 1 : word, ":");
    snprintf(o->format, sizeof o->format, "%.*s", dot ? (int)(dot - word) : 0, word);
    snprintf(o->name, sizeof o->name, "%.*s", (int)size, dot ? dot + 1 : word);
    const char *colon = strchr(word, ':');
    if (colon)
        snprintf(o->type, sizeof o->type, "%s", colon + 1);
}

static bool is_operand(const operand_line *a, const operand_line *b) {
    return strcmp(a->format, b->format) == 0 && strcmp(a->name, b->name) == 0;
}

/* One operand of the statement, which nothing has declared for one of its generations. */
static void add_operand(spec *s, place at, operand_line o, const char *name) {
    split_name(name, &o);
    for (int k = 0; k < s->operands.count; k++) {
        operand_line *other = &s->operands.at[k];
        if (is_operand(other, &o) && said_twice(s, &other->gens, o.gens))
            fail(s, at, "operand %s%s%s twice (also in line %d)", o.format, *o.format ? "." : "", o.name,
                 other->at.line);
    }
    *LIST_ADD(s->operands) = o;
}

/* The statement's names and generations. */
typedef struct head {
    char name[MAX_NAMES][MAX_NAME];
    int names;
    unsigned gens;
} head;

/* Up to what says how they are held: `=` or `with`. BASE stands after a colon. */
static void read_head(spec *s, line *l, head *h, char base[MAX_NAME], char end[MAX_NAME]) {
    char word[MAX_NAME];
    *end = 0;
    while (next_word(l, "=", word, s) || take(l, '=')) {
        unsigned set = gen_range(s, word);
        if (!*word || strcmp(word, "with") == 0) {
            snprintf(end, MAX_NAME, "%s", *word ? word : "=");
            return;
        }
        if (strcmp(word, ":") == 0)
            next_word(l, "", base, s);
        else if (set)
            h->gens = set;
        else if (h->names < MAX_NAMES)
            memcpy(h->name[h->names++], word, MAX_NAME);
        else
            fail(s, l->at, "more than %d names in one statement", MAX_NAMES);
    }
}

/* Each operand is that of the base, with other options; on the generations that both have. */
static void derive(spec *s, line *l, const head *h, const char *base, char options[][MAX_NAME], int count) {
    operand_line of = {.format = ""};
    bool found = false;
    split_name(base, &of);
    for (int i = 0, end = s->operands.count; i < end; i++) {
        operand_line o = s->operands.at[i];
        if (!is_operand(&o, &of) || !(o.gens & h->gens))
            continue;
        found = s->operands.at[i].used = true;
        o.gens &= h->gens;
        o.at = l->at;
        for (int k = 0; k < count; k++)
            add_option(s, l->at, &o, options[k]);
        for (int k = 0; k < h->names; k++)
            add_operand(s, l->at, o, h->name[k]);
    }
    if (!found)
        fail(s, l->at, "no operand '%s' above", base);
}

/* The doc of `[FORMAT.]name[:type]`. */
static void note_operand(spec *s, place at, const char *name, char *doc) {
    char word[MAX_NAME];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, ":"), name);
    note_meaning(s, at, NULL, word, doc);
}

void read_operand(spec *s, line *l) {
    head h = {.gens = all_gens(s)};
    operand_line o = {.at = l->at};
    char base[MAX_NAME] = "", end[MAX_NAME], options[OPERAND_OPTIONS][MAX_NAME];
    int count = 0;
    read_head(s, l, &h, base, end);
    if (*end == '=')
        read_codec(s, l, &o);
    while (*end && count < OPERAND_OPTIONS && next_option(s, l, options[count]))
        count++;
    need_end(s, l);
    char *doc = take_doc(l);
    for (int i = 0; i < h.names; i++)
        note_operand(s, l->at, h.name[i], doc);
    if (*end != (*base ? 'w' : '='))
        fail(
            s, l->at,
            "expected: operand NAME ... = CODEC(field ...) OPTION ..., or: operand NAME ... : OPERAND with OPTION ...");
    else if (*base)
        derive(s, l, &h, base, options, count);
    else {
        o.gens = h.gens;
        for (int i = 0; i < count; i++)
            add_option(s, l->at, &o, options[i]);
        for (int i = 0; i < h.names; i++)
            add_operand(s, l->at, o, h.name[i]);
    }
}

/* ---- tail, count --------------------------------------------------------------------------- */

void read_tail(spec *s, line *l) {
    tail_line *t = LIST_ADD(s->tails);
    t->at = l->at;
    next_word(l, "", t->format, s);
    t->gens = need_gens(s, l);
    for (int i = 0; i + 1 < s->tails.count; i++)
        if (strcmp(s->tails.at[i].format, t->format) == 0)
            said_twice(s, &s->tails.at[i].gens, t->gens);
    while (t->count < MAX_OPERANDS && next_word(l, "", t->item[t->count], s))
        t->count++;
    need_end(s, l);
}

void read_count(spec *s, line *l) {
    count_line *c = LIST_ADD(s->counts);
    c->at = l->at;
    next_word(l, "", c->name, s);
    c->gens = optional_gens(s, l);
    if (!take(l, '='))
        fail(s, l->at, "expected '= expression'");
    skip_blanks(l);
    c->expression = copy_text(l->p, strlen(l->p));
}
