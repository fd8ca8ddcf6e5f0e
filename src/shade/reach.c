/* SPDX-License-Identifier: MIT */
/* How far into each bank of registers the words of a program reach, without running them. */
#include "reach.h"

#include <stdlib.h>
#include <string.h>

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

static void reach_source(const gisa_shade_batch *W, const shade_op *op, const gisa_shade_half *h, unsigned k,
                         unsigned channels, unsigned iteration, shade_reach *r) {
    const shade_operand *o = &h->s[k];
    extend(r, o, words_to(o, channels), shade_offset(W, op, o, iteration));
}

static void reach_half(const gisa_shade_batch *W, const shade_op *op, const gisa_shade_half *h,
                       shade_reach *r) {
    for (unsigned j = 0; j < op->repeat; j++) {
        unsigned written = shade_result_channels(op, h, j);
        extend(r, &h->d, words_to(&h->d, written), shade_offset(W, op, &h->d, j));
        for (unsigned k = 0; k < h->sources; k++) {
            unsigned channels = channels_of(h, k, written);
            if (h->split && k == 0) { /* z and w are x and y of the next one */
                reach_source(W, op, h, 1, channels >> 2, j, r);
                channels &= 3;
            }
            reach_source(W, op, h, k, channels, j, r);
        }
    }
}

/* Of loads, stores and samples the first word of each operand: what they hold besides is used
   elsewhere, or lies in a container. */
static void reach_once(const gisa_shade_half *h, shade_reach *r) {
    extend(r, &h->d, 1, 0);
    for (unsigned k = 0; k < h->sources; k++)
        extend(r, &h->s[k], 1, 0);
}

static uint32_t planes_of(const gisa_shade *machine, const shade_op *op) {
    if (op->form == UINT32_MAX)
        return 0;
    return form_part(machine->isa, op->form, op->bits, PART_CLIPS)
           << form_part(machine->isa, op->form, op->bits, PART_PLANE);
}

/* ---- a program ---- */

struct shade_walk {
    gisa_shade *machine;
    gisa_shade_batch *W; /* of which the steps alone count */
    bool secondary;
};

shade_walk *shade_walk_new(const gisa_isa *isa) {
    shade_walk *walk = calloc(1, sizeof *walk);
    if (!walk)
        return NULL;
    walk->machine = gisa_shade_new(isa);
    walk->W = aligned_alloc(64, (sizeof *walk->W + 63) / 64 * 64);
    if (!walk->machine || !walk->W) {
        shade_walk_free(walk);
        return NULL;
    }
    memset(walk->W, 0, sizeof *walk->W);
    return walk;
}

void shade_walk_free(shade_walk *walk) {
    if (walk) {
        gisa_shade_free(walk->machine);
        free(walk->W);
    }
    free(walk);
}

void shade_walk_begin(shade_walk *walk, bool secondary) {
    walk->secondary = secondary;
    shade_reset_steps(walk->W);
}

shade_reach shade_walk_on(shade_walk *walk, uint64_t bits) {
    shade_reach r = {.end = {0}};
    shade_op op;
    shade_prepare(walk->machine, walk->secondary, bits, &op);
    r.clips = planes_of(walk->machine, &op);
    for (unsigned i = 0; i < op.halves; i++) {
        const gisa_shade_half *h = &op.half[i];
        r.phase |= h->body->phase;
        r.discards |= h->body->discards;
        r.deepens |= h->body->deepens;
        if (h->body->steps && !op.fault)
            h->body->once(walk->W, h);
        if (h->body->once)
            reach_once(h, &r);
        else
            reach_half(walk->W, &op, h, &r);
    }
    return r;
}
