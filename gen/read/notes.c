/* SPDX-License-Identifier: MIT */
/* What is known about instructions beside what they are: choices that are not settled, evidence,
   mistakes of documents, names of other projects. */
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "line.h"

/* The rest of the line, as a sentence. */
static char *rest_of(const line *l) {
    char *text = copy_text(l->p, strlen(l->p));
    squeeze(text);
    return text;
}

/* ---- model NAME OPTION ... [affects WORD ...] : what is known; how certain it is ------------ */

static bool is_word(const char *text) {
    return *text && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == 0;
}

static void add_option(spec *s, model_line *m, const char *option) {
    size_t size = strlen(m->options);
    if (!is_word(option))
        fail(s, m->at, "'%s' is not a word for an option", option);
    m->options = resize(m->options, size + strlen(option) + 2);
    sprintf(m->options + size, "%s%s", size ? " " : "", option);
}

/* Up to the colon; how many options there are. */
static int read_options(spec *s, line *l, model_line *m) {
    char word[MAX_NAME];
    int count = 0;
    bool affects = false;
    while (next_word(l, "", word, s) && strcmp(word, ":") != 0) {
        if (strcmp(word, "affects") == 0)
            affects = true;
        else if (!affects) {
            add_option(s, m, word);
            count++;
        } else {
            m->affects = resize(m->affects, ((size_t)m->affected + 1) * sizeof *m->affects);
            memcpy(m->affects[m->affected++], word, MAX_NAME);
        }
    }
    return affects && !m->affected ? 0 : count;
}

void read_model(spec *s, line *l) {
    model_line m = {.at = l->at, .options = copy_text("", 0)};
    next_word(l, "", m.name, s);
    int count = read_options(s, l, &m);
    m.text = rest_of(l);
    char *end = strrchr(m.text, ';');
    m.certainty = end ? end + 1 + strspn(end + 1, " ") : copy_text("", 0);
    if (end)
        *end = 0;
    if (!is_word(m.name) || count < 2 || !*m.text || !*m.certainty)
        fail(s, l->at,
             "expected: model NAME OPTION OPTION ... [affects WORD ...] : what is known; how certain it is");
    if (s->models.count == MAX_MODELS)
        fail(s, l->at, "more than %d models", MAX_MODELS);
    for (int i = 0; i < s->models.count; i++)
        if (strcmp(s->models.at[i].name, m.name) == 0)
            fail(s, l->at, "model '%s' twice (also in line %d)", m.name, s->models.at[i].at.line);
    *LIST_ADD(s->models) = m;
}

/* ---- evidence, documents -------------------------------------------------------------------- */

/* document NAME its title */
void read_document(spec *s, line *l) {
    document_line *d = LIST_ADD(s->documents);
    d->at = l->at;
    next_word(l, "", d->name, s);
    d->title = rest_of(l);
    if (!*d->title)
        fail(s, l->at, "a document needs a title");
}

/* correct DOCUMENT [GENS] PATTERN ... : what it says, and what is so */
void read_correction(spec *s, line *l) {
    correction_line *c = LIST_ADD(s->corrections);
    c->at = l->at;
    next_word(l, "", c->document, s);
    c->gens = optional_gens(s, l);
    while (c->count < MAX_OPERANDS && next_word(l, ":", c->pattern[c->count], s))
        c->count++;
    if (!c->count || !take(l, ':'))
        fail(s, l->at, "expected up to %d names and ': text'", MAX_OPERANDS);
    c->text = rest_of(l);
}

static int level_named(const char *name) {
    for (int i = 0; i < GISA_EVIDENCE_COUNT; i++)
        if (words_evidences[i] && strcmp(words_evidences[i], name) == 0)
            return i;
    return 0;
}

/* rests LEVEL PATTERN ... [GENS] : text */
void read_rests(spec *s, line *l) {
    char word[MAX_NAME] = "";
    rests_line r = {.gens = all_gens(s), .at = l->at};
    next_word(l, "", word, s);
    r.level = level_named(word);
    if (!r.level)
        fail(s, l->at, "'%s' is none of measured, agreed, manual", word);
    while (next_word(l, "", word, s) && strcmp(word, ":") != 0) {
        unsigned set = gen_range(s, word);
        if (set) {
            r.gens = set;
            continue;
        }
        r.pattern = resize(r.pattern, ((size_t)r.count + 1) * sizeof *r.pattern);
        memcpy(r.pattern[r.count++], word, MAX_NAME);
    }
    r.text = rest_of(l);
    if (!r.count || !*r.text)
        fail(s, l->at, "expected: rests measured|agreed|manual NAME ... [GENERATIONS] : who says so");
    *LIST_ADD(s->rests) = r;
}

/* called DOCUMENT [GENS] WORD ... : PATTERN ... */
void read_called(spec *s, line *l) {
    called_line *c = LIST_ADD(s->called);
    c->at = l->at;
    next_word(l, "", c->document, s);
    c->gens = optional_gens(s, l);
    while (c->words < MAX_OPERANDS && next_word(l, ":", c->word[c->words], s))
        c->words++;
    if (!c->words || !take(l, ':'))
        fail(s, l->at, "expected up to %d names and ': instructions or formats'", MAX_OPERANDS);
    while (c->count < MAX_OPERANDS && next_word(l, "", c->pattern[c->count], s))
        c->count++;
    if (!c->count)
        fail(s, l->at, "expected the instructions or formats that are called so");
}
