/* SPDX-License-Identifier: MIT */
/* What operations do, as data: finds what isagen wrote. Nothing else of the library needs it, so
 * that a program that does not ask for it does not carry it. */
#include "semantics.h"

#include <string.h>

static const semantics *semantics_of(const gisa_isa *isa) {
    for (unsigned i = 0; isa && all_semantics[i]; i++)
        if (strcmp(all_semantics[i]->family, gisa_family(isa)) == 0)
            return all_semantics[i];
    return NULL;
}

const char *gisa_operation_tree(const gisa_isa *isa, unsigned operation) {
    const semantics *s = semantics_of(isa);
    return s && operation < s->count ? s->trees[operation] : NULL;
}

const char *gisa_vocabulary(const gisa_isa *isa) {
    const semantics *s = semantics_of(isa);
    return s ? s->vocabulary : NULL;
}
