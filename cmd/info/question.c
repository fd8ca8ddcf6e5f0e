/* SPDX-License-Identifier: MIT */
/* What the parts of `gisa info` share: which architectures and names a question means, and a line
   of the answer. */
#include <string.h>
#include <strings.h>

#include "info.h"

const gisa_isa *question_isa(const question *q, unsigned i) {
    const gisa_isa *isa = i < MAX_ARCHITECTURES ? gisa_at(i) : NULL;
    return !isa || !q->isa || isa == gisa_base(q->isa) ? isa : NULL;
}

bool question_fits(const question *q, const char *name) {
    return q->exact ? strcmp(q->name, name) == 0 : strcasecmp(q->name, name) == 0;
}

void architecture_names(uint32_t set, phrase *p) {
    for (unsigned i = 0; i < MAX_ARCHITECTURES; i++)
        if (set >> i & 1)
            phrase_item(p, " ", gisa_name(gisa_at(i)));
}

const char *unknown_values(const gisa_isa *isa, uint32_t format, unsigned *i, phrase *values) {
    gisa_unknown first, u, next;
    values->size = 0;
    if (gisa_format_unknown(isa, format, *i, &first) != GISA_OK)
        return NULL;
    phrase_add(values, "%s=%u", first.field, (unsigned)first.value);
    for (u = first; gisa_format_unknown(isa, format, ++*i, &next) == GISA_OK; u = next) {
        gisa_unknown behind;
        if (strcmp(next.field, first.field) != 0 || strcmp(next.text, first.text) != 0)
            break;
        bool inside = gisa_format_unknown(isa, format, *i + 1, &behind) == GISA_OK &&
                      behind.value == next.value + 1 && strcmp(behind.field, first.field) == 0 &&
                      strcmp(behind.text, first.text) == 0;
        if (next.value != u.value + 1)
            phrase_add(values, ",%u", (unsigned)next.value);
        else if (!inside)
            phrase_add(values, "-%u", (unsigned)next.value);
    }
    return first.text;
}

void info_line(page *p, const char *name, unsigned column, const char *text) {
    page_to(p, 2);
    page_put(p, INK_PLAIN, name);
    unsigned indent = page_last_column(p, column);
    page_flow(p, indent, INK_PLAIN, text);
    page_end_line(p);
}
