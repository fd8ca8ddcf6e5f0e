/* SPDX-License-Identifier: MIT */
/* Tests: whether sign and zero of a result are as asked becomes a predicate or a mask. */
#include <string.h>

#include "formats.h"
#include "level.h"

static uint64_t passed(const gisa_shade_batch *W, const gisa_shade_half *h, const uint32_t *row) {
    return W->draw->machine->level->test(row, h->condition, &h->s[0]);
}

/* All ones or 1.0 for the instances that have passed, 0 for the others. */
static void row_of(uint64_t mask, uint32_t yes, shade_row to) {
    for (unsigned i = 0; i < SHADE_LANES; i++)
        to[i] = mask >> i & 1 ? yes : 0;
}

void shade_sink(gisa_shade_batch *W, const gisa_shade_half *h, int offset, uint64_t mask,
                const uint32_t *const rows[SHADE_CHANNELS]) {
    shade_row masks[SHADE_CHANNELS];
    const uint32_t *results[SHADE_CHANNELS];
    if (h->sink == SINK_PREDICATE) {
        uint64_t *p = &W->predicate[h->predicate];
        *p = (*p & ~mask) | (passed(W, h, rows[h->channel]) & mask);
        if (h->writes)
            shade_store(W, &h->d, h->d.shown, offset, mask, rows);
        return;
    }
    uint32_t yes = h->d.floating ? 0x3f800000 : UINT32_MAX;
    for (unsigned c = 0; c < SHADE_CHANNELS; c++) {
        if (!(h->d.shown >> c & 1))
            continue;
        row_of(passed(W, h, rows[c]), yes, masks[c]);
        results[c] = masks[c];
    }
    if (h->writes)
        shade_store(W, &h->d, h->d.shown, offset, mask, results);
}
