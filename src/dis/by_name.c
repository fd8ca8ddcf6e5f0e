/* SPDX-License-Identifier: MIT */
/* Symbols by their names. */
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "listing.h"

bool by_name_open(by_name *n, const object *o) {
    size_t room = 16;
    while (room < 2 * o->symbol_count)
        room *= 2;
    *n = (by_name){.o = o, .mask = room - 1, .at = calloc(room, sizeof *n->at)};
    return n->at != NULL;
}

void by_name_close(by_name *n) {
    free(n->at);
}

/* Where it is, or would be. */
static named_symbol *place_of(const by_name *n, const char *name, size_t length, uint32_t hash) {
    size_t i = hash & n->mask;
    for (; n->at[i].number; i = (i + 1) & n->mask) {
        const char *other = n->at[i].hash == hash ? n->o->symbols[n->at[i].number - 1].name : NULL;
        if (other && !strncmp(other, name, length) && !other[length])
            break;
    }
    return &n->at[i];
}

int by_name_find(const by_name *n, const char *name, size_t length) {
    return (int)place_of(n, name, length, hash_of(name, length))->number - 1;
}

int by_name_add(by_name *n, int symbol_index) {
    const char *name = n->o->symbols[symbol_index].name;
    size_t length = strlen(name);
    uint32_t hash = hash_of(name, length);
    named_symbol *to = place_of(n, name, length, hash);
    if (!to->number)
        *to = (named_symbol){hash, (uint32_t)symbol_index + 1};
    return (int)to->number - 1;
}
