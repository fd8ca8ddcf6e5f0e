/* SPDX-License-Identifier: MIT */
/* Reads the statement `hazard`: which two instructions need a distance between them. */
#include <stdlib.h>
#include <string.h>

#include "sets.h"

static int counter_named(const spec *s, const char *name) {
    for (int i = 0; i < s->counters.count; i++)
        if (strcmp(s->counters.at[i].name, name) == 0)
            return i;
    return -1;
}

/* One of the words before the colon: a generation, the cure, how it is known. */
static void read_word_of(spec *s, line *l, const char *word, hazard_line *h) {
    unsigned gens = gen_range(s, word);
    int counter = counter_named(s, word);
    int64_t states;
    if (gens)
        h->gens = gens;
    else if (counter >= 0)
        h->counters |= 1u << counter;
    else if (strcmp(word, "advice") == 0)
        h->advice = true;
    else if (strcmp(word, "bug") == 0)
        h->bug = true;
    else if (number(word, 10, &states) && states > 0 && states < 256)
        h->states = (int)states;
    else if (!read_source(s, l, word, &h->source))
        fail_in_line(
            s, l->at, l->text, (int)(l->p - l->text) - (int)strlen(word),
            "'%s' is not a number of wait states, a counter, a generation, bug, advice, agreed(...), "
            "single(...) or assumed",
            word);
}

static void check_head(spec *s, const hazard_line *h) {
    if (!h->source.certainty)
        fail(s, h->at, "%s does not say how it is known: agreed(...), single(...) or assumed", h->name);
    if (h->states ? h->counters || h->bug : !h->counters && !h->bug)
        fail(s, h->at, "%s needs a number of wait states, counters, or the word bug", h->name);
    if (!h->doc)
        fail(s, h->at, "%s has no doc (///)", h->name);
    for (int i = 0; i < s->hazards.count - 1; i++)
        if (strcmp(s->hazards.at[i].name, h->name) == 0 && (s->hazards.at[i].gens & h->gens))
            fail(s, h->at, "hazard '%s' twice on a generation (also in line %d)", h->name,
                 s->hazards.at[i].at.line);
}

/* hazard NAME [GENS] STATES|COUNTER ... [bug]|bug [advice] CERTAINTY(...) :
   SIDE -> SIDE [unless SET] */
void read_hazard(spec *s, line *l) {
    char word[MAX_NAME] = "";
    hazard_line *h = LIST_ADD(s->hazards);
    *h = (hazard_line){.at = l->at, .gens = all_gens(s)};
    h->doc = take_shared_doc(l);
    next_word(l, "", h->name, s);
    while (next_option(s, l, word) && strcmp(word, ":") != 0)
        read_word_of(s, l, word, h);
    check_head(s, h);
    read_side(s, l, &h->side[0]);
    if (!next_word(l, "", word, s) || strcmp(word, "->") != 0) {
        fail_in_line(s, l->at, l->text, (int)(l->p - l->text), "expected: PRODUCERS -> CONSUMERS");
        return;
    }
    read_side(s, l, &h->side[1]);
    if (next_word(l, "", word, s) && strcmp(word, "unless") == 0)
        read_set(s, l, &h->unless);
    need_end(s, l);
}
