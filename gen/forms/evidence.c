/* SPDX-License-Identifier: MIT */
/* What rests on what: for each row that is executed, how it is known that its body is what the
   hardware does. */
#include "spec.h"

static bool concerns(const rests_line *r, const header *h, int gen) {
    for (int p = 0; p < r->count && (r->gens >> gen & 1); p++)
        if (fits_pattern(r->pattern[p], h->name))
            return true;
    return false;
}

/* Each pattern must mean something: a row with a body on one of the generations given. */
static void check_patterns(spec *s, const rests_line *r) {
    for (int p = 0; p < r->count; p++) {
        bool found = false;
        for (int i = 0; i < s->headers.count && !found; i++)
            for (int g = 0; g < s->gen_count && !found; g++)
                found = (r->gens >> g & 1) && s->headers.at[i].opcode[g] >= 0 && s->headers.at[i].body &&
                        fits_pattern(r->pattern[p], s->headers.at[i].name);
        if (!found)
            fail(s, r->at, "no instruction '%s' with a body", r->pattern[p]);
    }
}

/* The last statement about a row counts; of which there is none, that rests on the manual. */
static void weigh(spec *s, int gen, list_form *lf) {
    const header *h = &s->headers.at[lf->header];
    lf->f.rests = h->body ? GISA_EVIDENCE_MANUAL : GISA_EVIDENCE_NOTHING;
    for (int i = 0; i < s->rests.count && h->body; i++)
        if (concerns(&s->rests.at[i], h, gen)) {
            lf->f.rests = (uint8_t)s->rests.at[i].level;
            lf->f.rests_on = intern(s, s->rests.at[i].text);
        }
}

void weigh_evidence(spec *s) {
    for (int i = 0; i < s->rests.count; i++)
        check_patterns(s, &s->rests.at[i]);
    for (int g = 0; g < s->gen_count; g++)
        for (int i = 0; i < s->g[g].forms.count; i++)
            weigh(s, g, &s->g[g].forms.at[i]);
}
