/* SPDX-License-Identifier: MIT */
/* Which architectures go into the tables: all, or those that `isagen --only` names, with the chips
   that have their instructions. The spec is read and checked as a whole in any case. */
#include <string.h>

#include "spec.h"

static bool is_named(const spec *s, const arch *a) {
    size_t size = strlen(a->name);
    for (const char *p = s->only; (p = strstr(p, a->name)); p += size)
        if ((p == s->only || p[-1] == ' ') && (p[size] == ' ' || !p[size]))
            return true;
    return false;
}

/* A chip needs the architecture whose instructions it has. */
static bool is_base_of_named(const spec *s, int index) {
    for (int i = 0; i < s->archs.count; i++)
        if (s->archs.at[i].like == index && is_named(s, &s->archs.at[i]))
            return true;
    return false;
}

bool is_wanted_arch(const spec *s, int index) {
    const arch *a = &s->archs.at[index];
    return !s->only || is_named(s, a) || is_base_of_named(s, index) ||
           (a->like >= 0 && is_named(s, &s->archs.at[a->like]));
}

bool is_wanted_generation(const spec *s, int gen) {
    for (int i = 0; i < s->archs.count; i++)
        if (s->archs.at[i].gen == gen && is_wanted_arch(s, i))
            return true;
    return false;
}

bool is_wanted_row(const spec *s, const header *h) {
    for (int g = 0; g < s->gen_count; g++)
        if (h->opcode[g] >= 0 && is_wanted_generation(s, g))
            return true;
    return false;
}
