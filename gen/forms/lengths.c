/* SPDX-License-Identifier: MIT */
/* For each leaf of the decision tree: what of the first dword makes the instruction two dwords
 * long. Decoding many instructions asks this of every dword, so it must not need to know the
 * form. */
#include <string.h>

#include "spec.h"

typedef struct conditions {
    leaf_length of;
    unsigned count;
    bool regular;
} conditions;

static bool is_always_long(const list_form *f) {
    return !f->length.mask[0] && !f->length.value[0];
}

static bool is_never_long(const list_form *f) {
    return f->length.value[0] & ~f->length.mask[0];
}

/* Can both hold? */
static bool compatible(uint32_t mask, uint32_t value, uint32_t other_mask, uint32_t other_value) {
    return ((value ^ other_value) & mask & other_mask) == 0;
}

static void add_condition(conditions *c, uint32_t mask, uint32_t value) {
    if (c->count == LENGTH_CONDITIONS) {
        c->regular = false;
        return;
    }
    c->of.mask[c->count] = mask;
    c->of.value[c->count++] = value;
}

/* That form `i` is chosen, and is long because its length has value `k`. */
static void add_case(conditions *c, const generation *g, const uint16_t *forms, int i, uint64_t seen, int k) {
    const list_form *lf = &g->forms.at[forms[i]];
    uint32_t chosen = (uint32_t)(lf->f.mask & ~seen);
    uint32_t mask = chosen | lf->length.mask[k];
    uint32_t value = ((uint32_t)lf->f.value & chosen) | lf->length.value[k];
    if (!compatible(chosen, (uint32_t)lf->f.value & chosen, lf->length.mask[k], lf->length.value[k]))
        return;
    for (int j = 0; j < i; j++) { /* more special ones go first */
        const list_form *other = &g->forms.at[forms[j]];
        if (compatible(mask, value, (uint32_t)other->f.mask, (uint32_t)other->f.value) &&
            !is_always_long(other))
            c->regular = false;
    }
    add_condition(c, mask, value);
}

/* Is the length the same whatever the second dword is? */
static bool first_decides(const generation *g, const uint16_t *forms, int count, uint64_t seen) {
    bool second = false, never = true, always = true, sure = false;
    for (int i = 0; i < count; i++) {
        const list_form *lf = &g->forms.at[forms[i]];
        second |= lf->f.mask >> 32 != 0;
        never &= is_never_long(lf);
        always &= is_always_long(lf);
        sure |= !(lf->f.mask & ~seen); /* where no other form matches, this one does */
    }
    return !second || never || (always && sure);
}

uint8_t leaf_length_of(spec *s, generation *g, const uint16_t *forms, int count, uint64_t seen) {
    conditions c = {.of = {{0}, {1, 1, 1, 1}}};
    int i = 0;
    c.regular = s->unit == 8 || first_decides(g, forms, count, seen); /* nothing has two units of 64 bits */
    for (; i < count && c.regular; i++) {
        const list_form *lf = &g->forms.at[forms[i]];
        for (int k = 0; k < 2; k++)
            if (!(lf->length.value[k] & ~lf->length.mask[k]) && !(k && is_always_long(lf)))
                add_case(&c, g, forms, i, seen, k);
    }
    if (!c.regular)
        fail(s, s->headers.at[g->forms.at[forms[0]].header].at,
             "%s: whether a second dword follows must be seen from a few values of the first one",
             s->headers.at[g->forms.at[forms[0]].header].name);
    for (i = 0; i < g->lengths.count; i++)
        if (memcmp(&g->lengths.at[i], &c.of, sizeof c.of) == 0)
            return (uint8_t)i;
    if (g->lengths.count > UINT8_MAX)
        fail(s, (place){"isagen", 0}, "too many kinds of lengths");
    *LIST_ADD(g->lengths) = c.of;
    return (uint8_t)(g->lengths.count - 1);
}
