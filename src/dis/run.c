/* SPDX-License-Identifier: MIT */
/* A run of instructions with nothing between them but local labels. */
#include "run.h"

#include <string.h>

enum {
    HEADS = 256,
    AHEAD = 8,              /* instructions: so long it takes to fetch a line from memory */
    WORTH_A_CACHE = 1 << 15 /* bytes of code */
};

static void use_cache(dis *d, uint64_t size) {
    d->printed += size;
    if (!d->cache && d->printed > WORTH_A_CACHE)
        d->cache = line_cache_new();
}

/* How many instructions there may be. */
static size_t at_most(const dis *d, uint64_t size) {
    uint64_t most = (size + d->unit - 1) / d->unit;
    return most < HEADS ? (size_t)most : HEADS;
}

static void put_label(const run *r, dis *d, uint64_t at) {
    output_line(&d->out);
    refer_put_local(r->l, r->l->current, at);
    output_text(&d->out, ":\n");
}

uint64_t run_put(const run *r, dis *d, uint64_t begin, uint64_t end) {
    gisa_head heads[HEADS];
    bool first = true;
    use_cache(d, end - begin);
    while (begin < end && d->out.status == GISA_OK) {
        size_t used, count = gisa_decode_heads(r->isa, r->code + begin, (size_t)(r->size - begin), heads,
                                               at_most(d, end - begin), NULL);
        for (size_t i = 0; i < count && begin < end; i++, first = false) {
            if (r->x && !first && listing_bit(r->l, r->x->targets, begin))
                put_label(r, d, begin);
            if (i + AHEAD < count)
                dis_expect(d, &heads[i + AHEAD]);
            used =
                dis_head_line(d, &heads[i], r->code + begin, (size_t)(r->size - begin), r->address + begin);
            begin += used;
            if (used != heads[i].size) /* what is no instruction is not stepped over as a whole */
                break;
        }
    }
    return begin;
}
