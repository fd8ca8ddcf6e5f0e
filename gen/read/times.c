/* SPDX-License-Identifier: MIT */
/* Reads the statements `issue` (which unit an instruction keeps busy, and for how long) and `pause`
   (how many wait states it is). */
#include <string.h>

#include "sets.h"

/* CLOCKS [GENS] [CERTAINTY(...)] : SET */
static void read_rest(spec *s, line *l, time_line *t) {
    char word[MAX_NAME] = "";
    t->doc = take_doc(l);
    next_word(l, "", word, s);
    t->clocks_text = copy_text(word, strlen(word));
    read_clocks(s, l, word, &t->clocks);
    while (next_option(s, l, word) && strcmp(word, ":") != 0) {
        unsigned gens = gen_range(s, word);
        if (gens)
            t->gens = gens;
        else if (!read_source(s, l, word, &t->source))
            fail_in_line(s, l->at, l->text, (int)(l->p - l->text) - (int)strlen(word),
                         "'%s' is not a generation, agreed(...), single(...) or assumed", word);
    }
    if (!t->source.certainty)
        fail(s, l->at, "expected how it is known: agreed(...), single(...) or assumed");
    read_set(s, l, &t->set);
    need_end(s, l);
}

/* issue UNIT CLOCKS ... */
void read_issue(spec *s, line *l) {
    time_line *t = LIST_ADD(s->times);
    *t = (time_line){.at = l->at, .gens = all_gens(s)};
    next_word(l, "", t->unit, s);
    read_rest(s, l, t);
}

/* pause STATES ...: all other instructions are one wait state */
void read_pause(spec *s, line *l) {
    time_line *t = LIST_ADD(s->pauses);
    *t = (time_line){.at = l->at, .gens = all_gens(s)};
    read_rest(s, l, t);
}
