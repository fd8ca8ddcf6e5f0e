/* SPDX-License-Identifier: MIT */
/* What the user has changed: made again at the same position each time the launch runs. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

static size_t writable(debug *d, const debug_wave *w, unsigned lane, gisa_wave_space space, uint64_t address,
                       size_t size) {
    uint8_t byte;
    if (space == GISA_WAVE_SPACE_MEMORY)
        return memory_holds(&d->memory, address, size) ? size : 0;
    return size && address + size > address &&
                   debug_read(d, w, lane, space, address + size - 1, &byte, 1) == 1
               ? size
               : 0;
}

static void put(debug *d, const debug_wave *w, const edit *e) {
    if (e->space == GISA_WAVE_SPACE_MEMORY)
        memory_note(&d->memory, e->address, e->size);
    for (uint32_t i = 0; i < e->size; i++) {
        const uint64_t p = e->address + i;
        switch (e->space) {
        case GISA_WAVE_SPACE_LDS: w->seen->group->lds[p] = e->bytes[i]; break;
        case GISA_WAVE_SPACE_PRIVATE:
            w->seen->private_memory[p / 4 * 4 * GISA_WAVE_LANES + e->lane * 4 + p % 4] = e->bytes[i];
            break;
        default: *memory_at(&d->memory, p) = e->bytes[i];
        }
    }
}

static gisa_status make(debug *d, const edit *e) {
    debug_wave *w = debug_wave_find(d, &e->id);
    if (!w && (e->is_register || e->space != GISA_WAVE_SPACE_MEMORY))
        return GISA_STATUS_BAD_ARGUMENT;
    if (e->is_register)
        return gisa_wave_set(w->seen->wave, &e->reg, e->lane, e->word, e->value);
    put(d, w, e);
    return GISA_OK;
}

void edits_apply(debug *d) {
    edits *e = &d->edits;
    for (; e->next < e->count && e->at[e->next].number <= d->number; e->next++)
        if (e->at[e->next].number == d->number)
            make(d, &e->at[e->next]);
}

/* Those of later positions belong to a course that it will not take any more. */
static void forget_later(edits *e, uint64_t number) {
    while (e->count && e->at[e->count - 1].number > number)
        free(e->at[--e->count].bytes);
}

static gisa_status add(debug *d, edit *e) {
    edits *all = &d->edits;
    edit *grown;
    gisa_status status = make(d, e);
    if (status)
        return status;
    forget_later(all, d->number);
    grown = realloc(all->at, (all->count + 1) * sizeof *grown);
    if (!grown)
        return GISA_STATUS_NO_MEMORY;
    all->at = grown;
    e->number = d->number;
    grown[all->count++] = *e;
    all->next = all->count;
    e->bytes = NULL;
    return GISA_OK;
}

gisa_status debug_set_register(debug *d, const debug_wave *w, const gisa_wave_register *reg, unsigned lane,
                               unsigned word, uint32_t value) {
    edit e = {.is_register = true, .id = w->id, .reg = *reg, .lane = lane, .word = word, .value = value};
    return add(d, &e);
}

gisa_status debug_write(debug *d, const debug_wave *w, unsigned lane, gisa_wave_space space, uint64_t address,
                        const void *from, size_t size) {
    edit e = {.lane = lane, .space = space, .address = address, .size = (uint32_t)size};
    gisa_status status;
    if (!size || size > DEBUG_MOST_WATCHED || writable(d, w, lane, space, address, size) != size)
        return GISA_STATUS_END;
    if (w)
        e.id = w->id;
    e.bytes = malloc(size);
    if (!e.bytes)
        return GISA_STATUS_NO_MEMORY;
    memcpy(e.bytes, from, size);
    status = add(d, &e);
    free(e.bytes);
    return status;
}

void edits_free(edits *e) {
    for (size_t i = 0; i < e->count; i++)
        free(e->at[i].bytes);
    free(e->at);
}
