/* SPDX-License-Identifier: MIT */
/* Sets of registers, each kept once: instructions repeat them. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

bool check_grow(checker *c, void *array, uint32_t count, uint32_t *room, size_t element) {
    void **data = array;
    if (count < *room)
        return true;
    uint32_t more = *room ? *room + *room / 2 : 256;
    void *grown = more > *room && !c->no_memory ? realloc(*data, more * element) : NULL;
    if (!grown) {
        c->no_memory = true;
        return false;
    }
    *data = grown;
    *room = more;
    return true;
}

static uint32_t hash_of(const gisa_registers *set) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < 8; i++)
        hash = (hash ^ set->bits[i]) * UINT64_C(0x9e3779b97f4a7c15) + (hash >> 29);
    return (uint32_t)(hash >> 32);
}

static uint32_t *slot_of(const set_pool *p, const gisa_registers *set) {
    uint32_t at = hash_of(set) & (p->slot_count - 1);
    while (p->slots[at] && memcmp(&p->at[p->slots[at] - 1], set, sizeof *set) != 0)
        at = (at + 1) & (p->slot_count - 1);
    return &p->slots[at];
}

static bool enlarge(checker *c) {
    set_pool *p = &c->sets;
    uint32_t count = p->slot_count ? 2 * p->slot_count : 512, *slots = calloc(count, sizeof *slots);
    if (!slots) {
        c->no_memory = true;
        return false;
    }
    free(p->slots);
    p->slots = slots;
    p->slot_count = count;
    for (uint32_t i = 0; i < p->count; i++)
        *slot_of(p, &p->at[i]) = i + 1;
    return true;
}

uint32_t sets_number(checker *c, const gisa_registers *set) {
    set_pool *p = &c->sets;
    if (2 * p->count >= p->slot_count && !enlarge(c))
        return 0;
    uint32_t *slot = slot_of(p, set);
    if (*slot)
        return *slot - 1;
    if (!check_grow(c, &p->at, p->count, &p->room, sizeof *p->at))
        return 0;
    p->at[p->count] = *set;
    *slot = ++p->count;
    return p->count - 1;
}

uint32_t sets_common(checker *c, uint32_t a, uint32_t b) {
    gisa_registers r = *sets_at(c, a);
    for (unsigned i = 0; i < 8; i++)
        r.bits[i] &= sets_at(c, b)->bits[i];
    return sets_number(c, &r);
}

uint32_t sets_union(checker *c, uint32_t a, uint32_t b) {
    gisa_registers r = *sets_at(c, a);
    if (a == b || !b)
        return a;
    for (unsigned i = 0; i < 8; i++)
        r.bits[i] |= sets_at(c, b)->bits[i];
    return sets_number(c, &r);
}

uint32_t sets_without(checker *c, uint32_t a, uint32_t b) {
    gisa_registers r = *sets_at(c, a);
    if (!sets_meet(c, a, b))
        return a;
    for (unsigned i = 0; i < 8; i++)
        r.bits[i] &= ~sets_at(c, b)->bits[i];
    return sets_number(c, &r);
}
