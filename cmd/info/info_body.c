/* SPDX-License-Identifier: MIT */
/* The manual entries of the words that bodies are written in: what they mean, and how functions
   among them are defined. */
#include <string.h>

#include "info.h"

static void show_definition(page *p, const gisa_body_word *word) {
    phrase line = {.size = 0};
    phrase_add(&line, "%s%s: %s", word->name, word->definition ? word->declaration : "", word->meaning);
    page_to(p, 2);
    page_flow(p, 6, INK_FAINT, line.text);
    page_end_line(p);
    if (word->definition)
        page_code(p, 2, word->definition);
}

void info_body_words(page *p, const gisa_isa *isa, unsigned form) {
    gisa_body_word word;
    for (unsigned i = 0; gisa_form_word(isa, form, i, &word) == GISA_OK; i++)
        show_definition(p, &word);
}

/* A word of each family that has it. */
bool info_body_word(question *q) {
    bool known = false;
    const char *family = "";
    for (unsigned a = 0; a < MAX_ARCHITECTURES && gisa_at(a); a++) {
        const gisa_isa *isa = question_isa(q, a);
        gisa_body_word word;
        if (!isa || strcmp(family, gisa_family(isa)) == 0)
            continue;
        family = gisa_family(isa);
        for (unsigned i = 0; gisa_body_word_at(isa, i, &word) == GISA_OK; i++)
            if (question_fits(q, word.name)) {
                page_put(&q->page, INK_STRONG, word.name);
                page_put(&q->page, INK_FAINT,
                         word.definition ? ", a function of bodies" : ", a word of bodies");
                page_put(&q->page, INK_FAINT, " (");
                page_put(&q->page, INK_FAINT, family);
                page_put(&q->page, INK_FAINT, ")");
                page_end_line(&q->page);
                show_definition(&q->page, &word);
                known = true;
            }
    }
    return known;
}

void info_offer_body_words(nearest *n) {
    gisa_body_word word;
    for (unsigned a = 0; gisa_at(a); a++)
        for (unsigned i = 0; gisa_body_word_at(gisa_at(a), i, &word) == GISA_OK; i++)
            nearest_offer(n, word.name);
}
