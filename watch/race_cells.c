/* SPDX-License-Identifier: MIT */
/* Lines of words as cells, and cells as lines. */
#include "race_cells.h"

#include <string.h>

static side side_of(const run_side *r, unsigned word) {
    return (side){r->first.epoch, r->first.what + (word >> r->shift << 5)};
}

static cell cell_of(const line *l, unsigned word) {
    cell c = {.step = l->step, .value = l->value[word]};
    if (l->writer.first.epoch)
        c.writer = side_of(&l->writer, word);
    if (l->read >> word & 1)
        c.reader[0] = side_of(&l->reader, word);
    if (l->repeated >> word & 1)
        c.again = side_of(&l->again, word);
    return c;
}

void line_split(line *l, cell *cells) {
    const bool is_new = !l->writer.first.epoch && !l->read;
    for (unsigned i = 0; i < LINE_WORDS && !(is_new && !l->splits); i++)
        cells[i] = cell_of(l, i);
    l->is_split = true;
    l->splits = (uint8_t)(l->splits + (l->splits < LINE_SPLITS));
}

uint64_t line_changed(const line *l, const uint8_t *values) {
    uint64_t changed = 0;
    for (unsigned i = 0; i < LINE_WORDS; i++) {
        uint32_t now;
        memcpy(&now, values + 4 * i, sizeof now);
        changed |= (uint64_t)(now != l->value[i]) << i;
    }
    return changed;
}

void line_join(line *l, const run_side *writer, uint32_t step, const uint8_t *values) {
    l->writer = *writer;
    l->read = l->repeated = 0;
    l->step = step;
    memcpy(l->value, values, sizeof l->value);
    l->is_split = false;
}
