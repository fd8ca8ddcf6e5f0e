/* SPDX-License-Identifier: MIT */
/* What the bodies of buffer instructions ask for: an element in the buffer, raw or as components of
   a format. */
#include <string.h>

#include "body.h"

static gisa_buffer_place place_of(const gcn_wave *w, const gisa_lane *lane) {
    return buffer_find(&w->buffer, lane->number, lane->vaddr);
}

void *element_buffer(gcn_wave *w, const gisa_lane *lane, unsigned dword, uint32_t size, bool atomic) {
    gisa_buffer_place place = place_of(w, lane);
    const uint64_t address = buffer_address(&w->buffer, place, dword, size);
    if (buffer_inside(&w->buffer, place, dword))
        return element_mem(w, lane, address, size, atomic);
    element_note_outside(w, GISA_WAVE_SPACE_MEMORY, lane, address, size);
    return element_nowhere(w);
}

/* ---- formats ---------------------------------------------------------------------------- */

enum { SELECT_X = 4 };

static const uint8_t *selection(const gcn_wave *w) {
    static const uint8_t identity[4] = {SELECT_X, SELECT_X + 1, SELECT_X + 2, SELECT_X + 3};
    return w->buffer.access.typed ? identity : w->buffer.select;
}

static const texel_format *format_of(const gcn_wave *w) {
    const gisa_op *op = w->op;
    return w->buffer.access.typed
               ? &op->buffer_facts->formats.of[op->format[0]][op->format[1]]
               : &op->buffer_facts->formats.of[w->buffer.data_format][w->buffer.number_format];
}

void element_open_format(gcn_wave *w) {
    const texel_format *f = format_of(w);
    w->unchanged = texel_unchanged(f, selection(w));
    w->texel = f->size;
}

/* Where the dword of an element is, or what is left of it. Whether it is in range, its first byte
 * decides, and no bits of the address are dropped. */
static void *part_at(gcn_wave *w, const gisa_lane *lane, const texel_format *f, unsigned dword,
                     uint32_t *size) {
    uint64_t address;
    *size = f->size - 4 * dword < 4 ? f->size - 4 * dword : 4;
    address = buffer_address(&w->buffer, place_of(w, lane), dword, 1);
    return element_mem(w, lane, address, *size, false);
}

gisa_b128 element_load_format(gcn_wave *w, const gisa_lane *lane) {
    const texel_format *f = format_of(w);
    uint32_t memory[4] = {0}, xyzw[4] = {0}, size;
    gisa_b128 result = {{0}};
    if (buffer_inside(&w->buffer, place_of(w, lane), 0)) {
        for (unsigned i = 0; 4 * i < f->size; i++) {
            const void *at = part_at(w, lane, f, i, &size);
            memcpy(&memory[i], at, size);
        }
        texel_decode(f, memory, 0, 0, xyzw);
    }
    texel_select(f, selection(w), xyzw, result.w);
    return result;
}

void element_store_format(gcn_wave *w, const gisa_lane *lane, gisa_b128 value) {
    const texel_format *f = format_of(w);
    uint32_t memory[4], xyzw[4], size;
    if (!buffer_inside(&w->buffer, place_of(w, lane), 0))
        return;
    texel_unselect(selection(w), value.w, xyzw);
    texel_encode(f, xyzw, memory);
    for (unsigned i = 0; 4 * i < f->size; i++) {
        void *at = part_at(w, lane, f, i, &size);
        memcpy(at, &memory[i], size);
    }
}

uint64_t element_load_format_d16(gcn_wave *w, const gisa_lane *lane) {
    gisa_b128 all = element_load_format(w, lane);
    uint64_t result = 0;
    for (unsigned i = 0; i < 4; i++)
        result |= (uint64_t)texel_to_d16(format_of(w), all.w[i]) << 16 * i;
    return result;
}

void element_store_format_d16(gcn_wave *w, const gisa_lane *lane, uint64_t value) {
    gisa_b128 all;
    for (unsigned i = 0; i < 4; i++)
        all.w[i] = texel_from_d16(format_of(w), (uint16_t)(value >> 16 * i));
    element_store_format(w, lane, all);
}
