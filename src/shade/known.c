/* SPDX-License-Identifier: MIT */
/* Instructions whose rows are known before they run: f32 and words of 32 bits in registers, as they
 * are, once. They need no fetch and no store of their own, and write to their registers at once
 * where all instances do it and no source lies there. */
#include <stddef.h>

#include "formats.h"
#include "level.h"

/* Where a channel of an operand is in a batch; 0 = it is not known beforehand. */
static uint32_t place_of(const shade_operand *o, unsigned channel) {
    unsigned word = o->word + channel;
    if (channel >= SHADE_CHANNELS || o->index || shade_formats[o->format].bits != 32)
        return 0;
    if (o->bank == BANK_I)
        return o->word < 4 ? (uint32_t)(offsetof(gisa_shade_batch, internal) +
                                        (o->word * SHADE_CHANNELS + channel) * sizeof(shade_row))
                           : 0;
    if (o->bank >= BANKS || word >= SHADE_REGISTERS)
        return 0;
    return (uint32_t)(offsetof(gisa_shade_batch, reg) +
                      ((size_t)o->bank * SHADE_REGISTERS + word) * sizeof(shade_row)) |
           1; /* rows begin at multiples of 4, so this tells the first one from none */
}

static bool know(gisa_shade_half *h) {
    if (h->split || h->sink != SINK_STORE || h->body->old || !h->d.shown || h->d.flushes)
        return false;
    for (unsigned c = 0; c < SHADE_CHANNELS; c++) {
        if ((h->d.shown >> c & 1) && !(h->to[c] = place_of(&h->d, c)))
            return false;
        for (unsigned k = 0; k < h->sources; k++)
            if (h->body->view[k] != VIEW_NONE && (h->body->whole || (h->d.shown >> c & 1)) &&
                (h->s[k].mods || !(h->from[k][c] = place_of(&h->s[k], h->s[k].channel[c]))))
                return false;
    }
    return true;
}

/* Does a result lie where a source does? */
static bool overlaps(const gisa_shade_half *h) {
    for (unsigned c = 0; c < SHADE_CHANNELS; c++)
        for (unsigned k = 0; k < h->sources; k++)
            for (unsigned n = 0; n < SHADE_CHANNELS; n++)
                if ((h->d.shown >> c & 1) && h->from[k][n] == h->to[c])
                    return true;
    return false;
}

void shade_prepare_known(shade_op *op) {
    gisa_shade_half *h = &op->half[0];
    op->known = op->halves == 1 && op->repeat == 1 && h->wide && know(h);
    op->apart = op->known && !overlaps(h);
}

static uint32_t *row_at(gisa_shade_batch *W, uint32_t place) {
    return (uint32_t *)(void *)((char *)W + (place & ~UINT32_C(1)));
}

static void fill_in(gisa_shade_batch *W, const gisa_shade_half *h, unsigned c, gisa_shade_call *call) {
    for (unsigned k = 0; k < h->sources; k++)
        call->from[k][c] = row_at(W, h->from[k][c]);
}

void shade_step_known(gisa_shade_batch *W, const shade_op *op, uint64_t mask) {
    const gisa_shade_half *h = &op->half[0];
    const gisa_shade_level *level = W->draw->machine->level;
    gisa_shade_call call;
    bool direct = op->apart && mask == ~UINT64_C(0);
    call.field = h->field;
    call.model = W->draw->model;
    call.narrow = false;
    if (h->body->whole) {
        for (unsigned c = 0; c < SHADE_CHANNELS; c++)
            fill_in(W, h, c, &call);
        call.channel = 0;
        call.to = W->result[0][0];
        h->wide(&call);
        for (unsigned c = 0; c < SHADE_CHANNELS; c++)
            if (h->d.shown >> c & 1)
                level->insert(row_at(W, h->to[c]), call.to, 0, 32, mask);
        return;
    }
    for (unsigned c = 0; c < SHADE_CHANNELS; c++) {
        if (!(h->d.shown >> c & 1))
            continue;
        fill_in(W, h, c, &call);
        call.channel = c;
        call.to = direct ? row_at(W, h->to[c]) : W->result[0][c];
        h->wide(&call);
    }
    for (unsigned c = 0; c < SHADE_CHANNELS && !direct; c++)
        if (h->d.shown >> c & 1)
            level->insert(row_at(W, h->to[c]), W->result[0][c], 0, 32, mask);
}
