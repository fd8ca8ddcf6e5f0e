/* SPDX-License-Identifier: MIT */
/* How far into each bank of registers a word reaches, without running it. */
#include "reach.h"

#include "formats.h"

_Static_assert((int)REACH_R == BANK_R && (int)REACH_SA == BANK_SA && (int)REACH_BANKS == BANKS,
               "the same banks");

static void extend(shade_reach *r, const shade_operand *o, uint32_t words, int offset) {
    int64_t end = (int64_t)o->word + words + offset;
    if (o->bank < BANKS && words && end > r->end[o->bank])
        r->end[o->bank] = (uint32_t)end;
}

/* The words from the first one on that hold channels of the set. */
static uint32_t words_to(const shade_operand *o, unsigned channels) {
    uint32_t words = 0;
    for (unsigned c = 0; c < SHADE_CHANNELS; c++)
        if (channels >> c & 1)
            words = shade_channel_word(o->format, c) + 1;
    return words;
}

/* The channels of source k that are looked at where these channels of the result are written. */
static unsigned channels_of(const gisa_shade_half *h, unsigned k, unsigned written) {
    unsigned needed = h->body->view[k] == VIEW_NONE ? 0 : h->body->whole ? h->body->uses[k] : written;
    unsigned channels = 0;
    for (unsigned c = 0; c < SHADE_CHANNELS; c++)
        if ((needed >> c & 1) && h->s[k].channel[c] < SHADE_CHANNELS)
            channels |= 1u << h->s[k].channel[c];
    return channels;
}

static void reach_half(const shade_op *op, const gisa_shade_half *h, shade_reach *r) {
    unsigned last = op->repeat - 1u, written = h->d.shown;
    if (op->has_repeat_mode && h->body->whole && last)
        written = 15; /* the mask turns */
    extend(r, &h->d, words_to(&h->d, written), shade_advance(op, &h->d, last, (int)last));
    for (unsigned k = 0; k < h->sources; k++) {
        unsigned channels = channels_of(h, k, written);
        int offset = shade_advance(op, &h->s[k], last, (int)last);
        if (h->split && k == 0) { /* z and w are x and y of the next one */
            extend(r, &h->s[1], words_to(&h->s[1], channels >> 2),
                   shade_advance(op, &h->s[1], last, (int)last));
            channels &= 3;
        }
        extend(r, &h->s[k], words_to(&h->s[k], channels), offset);
    }
}

/* Of loads, stores and samples the first word of each operand: what they hold besides is used elsewhere, or lies in a container. */
static void reach_once(const gisa_shade_half *h, shade_reach *r) {
    extend(r, &h->d, 1, 0);
    for (unsigned k = 0; k < h->sources; k++)
        extend(r, &h->s[k], 1, 0);
}

static uint32_t planes_of(const gisa_shade *machine, const shade_op *op) {
    uint32_t clips = 0, plane = 0;
    if (op->form != UINT32_MAX && shade_field(machine->isa, op->form, op->bits, "clip", &clips))
        shade_field(machine->isa, op->form, op->bits, "clipn", &plane);
    return clips << plane;
}

shade_reach shade_reach_of(const gisa_shade *machine, bool secondary, uint64_t bits) {
    shade_reach r = {.end = {0}};
    shade_op op;
    shade_prepare(machine, secondary, bits, &op);
    r.clips = planes_of(machine, &op);
    for (unsigned i = 0; i < op.halves; i++) {
        const gisa_shade_half *h = &op.half[i];
        r.phase |= h->body->phase;
        r.discards |= h->body->discards;
        r.deepens |= h->body->deepens;
        if (h->body->once)
            reach_once(h, &r);
        else
            reach_half(&op, h, &r);
    }
    return r;
}
