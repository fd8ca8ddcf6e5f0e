/* SPDX-License-Identifier: MIT */
/* Sources: a channel of an operand as a row that bodies look at. */
#include "formats.h"
#include "level.h"

uint32_t *shade_register(gisa_shade_batch *W, unsigned bank, int word) {
    if (word >= 0 && word < SHADE_REGISTERS)
        return W->reg[bank][word];
    shade_fault(W, 0, "there is no register %s%d; a bank has %d", shade_bank_letters(bank), word,
                SHADE_REGISTERS);
    return NULL;
}

uint32_t *shade_index(gisa_shade_batch *W, int number) {
    if (number == 0 || number == 1)
        return W->index[number];
    shade_fault(W, 0, "index register number %d is unknown", number + 1);
    return NULL;
}

/* The register of each instance, whose number an index register decides. */
static const uint32_t *gather(gisa_shade_batch *W, const shade_operand *o, int word) {
    const uint32_t *index = W->index[o->index - 1];
    for (unsigned i = 0; i < SHADE_LANES; i++) {
        int64_t number = word + (int64_t)(int32_t)index[i] * o->scale;
        bool inside = number >= 0 && number < SHADE_REGISTERS;
        if (!inside && shade_answers(W, i)) {
            shade_fault(W, UINT64_C(1) << i, "there is no register %s%lld; a bank has %d",
                        shade_bank_letters(o->bank), (long long)number, SHADE_REGISTERS);
            return NULL;
        }
        W->gather[i] = inside ? W->reg[o->bank][number][i] : 0;
    }
    return W->gather;
}

/* The row of words that hold a channel. */
static const uint32_t *words_of(gisa_shade_batch *W, const shade_operand *o, unsigned channel, int offset) {
    int word = (int)shade_channel_word(o->format, channel);
    switch (o->bank) {
    case BANK_I:
        if (o->word + offset < 4 && o->word + offset >= 0)
            return W->internal[o->word + offset][word % SHADE_CHANNELS];
        shade_fault(W, 0, "there is no internal register i%d; there are 4", o->word + offset);
        return NULL;
    case BANK_INDEX: return shade_index(W, o->word + offset);
    default: break;
    }
    word += o->word + offset;
    return o->index ? gather(W, o, word) : shade_register(W, o->bank, word);
}

static const uint32_t *constant_row(gisa_shade_batch *W, const shade_operand *o, unsigned channel, int offset,
                                    uint32_t *to) {
    static const uint32_t digits[] = {0, 0x3f800000, 0x40000000, 0x3f000000}; /* 0 1 2 1/2 */
    uint32_t fixed[SHADE_CHANNELS];
    const uint32_t *values = o->fixed;
    if (channel >= SHADE_CHANNELS) {
        W->draw->machine->level->fill(to, digits[channel - SHADE_CHANNELS]);
        return to;
    }
    if (offset) {
        int number = o->word + offset;
        if (number < 0) {
            shade_fault(W, 0, "there is no %s %d", o->kind == GISA_KIND_TABLE ? "constant" : "number",
                        number);
            return NULL;
        }
        shade_fix(W->draw->machine, o, (unsigned)number, fixed);
        values = fixed;
    }
    W->draw->machine->level->fill(to, values[channel]);
    return to;
}

/* The absolute value first, then the sign. */
static const uint32_t *modified(gisa_shade_batch *W, const shade_operand *o, const uint32_t *row,
                                uint32_t *to) {
    const gisa_shade_level *level = W->draw->machine->level;
    if (o->floating)
        level->sign(to, row, o->mods & GISA_MOD_ABS ? 0x80000000 : 0,
                    o->mods & GISA_MOD_NEG ? 0x80000000 : 0);
    else if (o->mods & GISA_MOD_NEG)
        level->negate(to, row);
    else
        return row;
    return to;
}

const uint32_t *shade_fetch(gisa_shade_batch *W, const shade_operand *o, unsigned channel, int offset,
                            uint32_t *to) {
    const gisa_shade_level *level = W->draw->machine->level;
    const uint32_t *row;
    if (o->bank == BANK_FIXED || channel >= SHADE_CHANNELS)
        row = constant_row(W, o, channel, offset, to);
    else if (channel >= shade_formats[o->format].channels) {
        level->fill(to, 0);
        row = to;
    } else {
        row = words_of(W, o, channel, offset);
        if (!row)
            return NULL;
        if (shade_formats[o->format].bits != 32) {
            level->decode(to, row, o, shade_channel_shift(o->format, channel));
            row = to;
        } else if (row == W->gather) { /* which the next operand needs */
            level->sign(to, row, 0, 0);
            row = to;
        }
    }
    return row && o->mods ? modified(W, o, row, to) : row;
}
