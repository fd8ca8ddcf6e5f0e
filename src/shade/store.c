/* SPDX-License-Identifier: MIT */
/* Results: channels that bodies have computed, into registers, in the format of the operand and
   under a mask. */
#include "formats.h"
#include "level.h"

static void scatter(gisa_shade_batch *W, const shade_operand *o, int word, unsigned shift, unsigned bits,
                    uint64_t mask, const uint32_t *row) {
    uint32_t part = (bits == 32 ? ~UINT32_C(0) : (UINT32_C(1) << bits) - 1) << shift;
    for (; mask; mask &= mask - 1) {
        unsigned i = shade_lowest(mask);
        int64_t number = word + (int64_t)(int32_t)W->index[o->index - 1][i] * o->scale;
        if ((number < 0 || number >= SHADE_REGISTERS) && !shade_answers(W, i))
            continue;
        if (number < 0 || number >= SHADE_REGISTERS) {
            shade_fault(W, UINT64_C(1) << i, "there is no register %lld to write; a bank has %d",
                        (long long)number, SHADE_REGISTERS);
            return;
        }
        uint32_t *to = &W->reg[o->bank][number][i];
        *to = (*to & ~part) | (row[i] << shift & part);
    }
}

static void store_channel(gisa_shade_batch *W, const shade_operand *o, unsigned channel, int offset,
                          uint64_t mask, const uint32_t *row) {
    const gisa_shade_level *level = W->draw->machine->level;
    const shade_format *f = &shade_formats[o->format];
    int word = (int)shade_channel_word(o->format, channel);
    unsigned shift = shade_channel_shift(o->format, channel), bits = o->clears ? 32 : f->bits;
    shade_row encoded;
    uint32_t *to;
    if (channel >= f->channels)
        return;
    if (f->bits != 32) {
        level->encode(encoded, row, o, o->wraps);
        row = encoded;
        if (bits == 32)
            for (unsigned i = 0; i < SHADE_LANES; i++)
                encoded[i] &= 0xffff;
    }
    if (o->bank == BANK_I) {
        if (o->word + offset >= 4 || o->word + offset < 0) {
            shade_fault(W, 0, "there is no internal register i%d; there are 4", o->word + offset);
            return;
        }
        to = W->internal[o->word + offset][word % SHADE_CHANNELS];
    } else if (o->bank == BANK_INDEX)
        to = shade_index(W, o->word + offset);
    else if (o->bank >= BANKS)
        return;
    else if (o->index) {
        scatter(W, o, word + o->word + offset, shift, bits, mask, row);
        return;
    } else
        to = shade_register(W, o->bank, word + o->word + offset);
    if (to)
        level->insert(to, row, shift, bits, mask);
}

void shade_store(gisa_shade_batch *W, const shade_operand *o, unsigned channels, int offset, uint64_t mask,
                 const uint32_t *const rows[SHADE_CHANNELS]) {
    for (unsigned c = 0; c < SHADE_CHANNELS && !shade_failed(W); c++)
        if (channels >> c & 1)
            store_channel(W, o, c, offset, mask, rows[c]);
}
