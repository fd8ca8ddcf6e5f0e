/* SPDX-License-Identifier: MIT */
/* Reads the statements `counter` (what s_waitcnt can wait for, and in which order it goes down) and
   `counts` (who adds to it). */
#include <string.h>

#include "sets.h"

static int kind_named(const spec *s, int counter, const char *name) {
    for (int i = 0; i < s->count_kinds.count; i++)
        if (s->count_kinds.at[i].counter == counter && strcmp(s->count_kinds.at[i].name, name) == 0)
            return i;
    return -1;
}

static int counter_named(const spec *s, const char *name) {
    for (int i = 0; i < s->counters.count; i++)
        if (strcmp(s->counters.at[i].name, name) == 0)
            return i;
    return -1;
}

/* Whether it is ordered, and with which other kind. */
static bool read_order(spec *s, line *l, kind_of_count *k, int self) {
    char word[MAX_NAME] = "", with[MAX_NAME] = "";
    k->with = self;
    next_word(l, "", word, s);
    k->ordered = strcmp(word, "ordered") == 0;
    if (!k->ordered)
        return strcmp(word, "unordered") == 0;
    const char *end = l->p; /* the line may end here, and its doc is read from this place */
    next_word(l, "", word, s);
    if (strcmp(word, "with") != 0) {
        l->p = end;
        return true;
    }
    next_word(l, "", with, s);
    k->with = kind_named(s, k->counter, with);
    return k->with >= 0;
}

/* counter NAME, and a line for each kind of event: KIND ordered [with KIND] | unordered */
void read_counter(spec *s, line *l) {
    counter_line *c = LIST_ADD(s->counters);
    char word[MAX_NAME];
    *c = (counter_line){.at = l->at, .doc = take_doc(l)};
    next_word(l, "", c->name, s);
    if (s->counters.count > MAX_COUNTERS)
        fail(s, l->at, "more than %d counters", MAX_COUNTERS);
    if (!c->doc)
        fail(s, l->at, "counter %s has no doc (///)", c->name);
    while (next_word(l, "", word, s)) {
        int self = s->count_kinds.count;
        bool twice = kind_named(s, s->counters.count - 1, word) >= 0;
        kind_of_count *k = LIST_ADD(s->count_kinds);
        *k = (kind_of_count){.counter = s->counters.count - 1};
        memcpy(k->name, word, sizeof word);
        if (twice || !read_order(s, l, k, self)) {
            fail_in_line(s, l->at, l->text, (int)(l->p - l->text),
                         "expected: KIND ordered [with ANOTHER], or KIND unordered; each kind once");
            return;
        }
        k->doc = doc_beside(l);
        if (!k->doc)
            fail(s, l->at, "kind %s has no doc (///)", k->name);
    }
}

/* ---- counts ------------------------------------------------------------------------------- */

/* The registers that are read late: reads(data address exec). */
static bool read_reads(char *list, counts_line *c) {
    static const char *const words[] = {"data", "address", "exec"};
    for (char *p = list; *p && *p != ')'; p += strspn(p, " ")) {
        size_t size = strcspn(p, " )"), i = 0;
        while (i < 3 && (strlen(words[i]) != size || memcmp(words[i], p, size) != 0))
            i++;
        if (i == 3)
            return false;
        c->reads |= 1u << i;
        p += size;
    }
    return c->reads != 0;
}

/* writes, writes(glc), writes_half(glc): what arrives late, and under which operand. */
static bool read_writes(const char *word, counts_line *c) {
    bool half = strncmp(word, "writes_half", 11) == 0;
    const char *rest = word + (half ? 11 : 6);
    c->writes = half ? EVENT_WRITES_HALF : EVENT_WRITES_ALL;
    if (!*rest)
        return true;
    size_t size = strlen(rest);
    if (*rest != '(' || rest[size - 1] != ')' || size < 3)
        return false;
    snprintf(c->writes_if, sizeof c->writes_if, "%.*s", (int)size - 2, rest + 1);
    return true;
}

/* usually(KIND), usually(none): what it is where the address is known. */
static bool read_usual(const spec *s, const char *word, counts_line *c) {
    char kind[MAX_NAME];
    size_t size = strlen(word);
    if (size < 2 || word[size - 1] != ')')
        return false;
    snprintf(kind, sizeof kind, "%.*s", (int)size - 1, word);
    c->usual = strcmp(kind, "none") == 0 ? UNCOUNTED : kind_named(s, c->counter, kind);
    return c->usual >= 0;
}

static void read_option(spec *s, line *l, char *word, counts_line *c) {
    unsigned gens = gen_range(s, word);
    bool good = true;
    if (gens)
        c->gens = gens;
    else if (strncmp(word, "reads(", 6) == 0)
        good = read_reads(word + 6, c);
    else if (strncmp(word, "writes", 6) == 0)
        good = read_writes(word, c);
    else if (strncmp(word, "usually(", 8) == 0)
        good = read_usual(s, word + 8, c);
    else
        good = read_source(s, l, word, &c->source);
    if (!good)
        fail_in_line(s, l->at, l->text, (int)(l->p - l->text) - (int)strlen(word),
                     "'%s' is not a generation, writes, writes(OPERAND), writes_half(OPERAND), reads(data "
                     "address exec), usually(KIND), usually(none), agreed(...), single(...) or assumed",
                     word);
}

/* counts COUNTER KIND AMOUNT [GENS] [writes...] [reads(...)] [usually(KIND)] CERTAINTY(...) :
   SET */
void read_counts(spec *s, line *l) {
    char counter[MAX_NAME] = "", kind[MAX_NAME] = "", word[MAX_NAME] = "";
    int64_t amount = 0;
    counts_line *c = LIST_ADD(s->counts_lines);
    *c = (counts_line){.at = l->at, .gens = all_gens(s), .doc = take_shared_doc(l)};
    next_word(l, "", counter, s);
    next_word(l, "", kind, s);
    next_word(l, "", word, s);
    c->counter = counter_named(s, counter);
    c->kind = c->counter < 0 ? -1 : kind_named(s, c->counter, kind);
    if (c->kind < 0 || !number(word, 10, &amount) || amount < 1 || amount > 15) {
        fail_in_line(s, l->at, l->text, 0,
                     "expected: counts COUNTER KIND AMOUNT ..., a counter and a kind that "
                     "lines above declare");
        s->counts_lines.count--;
        return;
    }
    c->amount = (int)amount;
    c->usual = c->kind;
    while (next_option(s, l, word) && strcmp(word, ":") != 0)
        read_option(s, l, word, c);
    if (!c->source.certainty)
        fail(s, l->at, "expected how it is known: agreed(...), single(...) or assumed");
    if (!c->doc)
        fail(s, l->at, "nothing says when the counter goes down; expected a doc (///)");
    read_set(s, l, &c->set);
    need_end(s, l);
}
