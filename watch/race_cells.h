/* SPDX-License-Identifier: MIT */
/*
 * What the check of races remembers of memory: of each word the last write and up to two reads
 * since then. Where waves read and write 64 words at once, one after another, a line stands for the
 * cells of these words until something else is done to one of them.
 */
#ifndef GISA_WATCH_RACE_CELLS_H
#define GISA_WATCH_RACE_CELLS_H

#include <stdbool.h>
#include <stdint.h>

/* An access, as it is remembered. */
typedef struct side {
    uint32_t epoch; /* of racing.epochs: the wave, and when; 0: there is none */
    uint32_t what;  /* by side_make */
} side;

enum { LANE_ALL = 64, READERS = 2, MOST_SITES = 1 << 20, WHOLE = 15 };

/* The site in racing.sites, the lane, or LANE_ALL: the wave, and bytes of the word. */
static inline side side_make(uint32_t epoch, uint32_t site, unsigned lane, unsigned mask, bool atomic) {
    return (side){epoch, site << 12 | (lane & 127) << 5 | (mask & WHOLE) << 1 | atomic};
}
static inline uint32_t site_in(side s) {
    return s.what >> 12;
}
static inline unsigned lane_in(side s) {
    return s.what >> 5 & 127;
}
static inline unsigned mask_in(side s) {
    return s.what >> 1 & WHOLE;
}
static inline bool is_atomic(side s) {
    return s.what & 1;
}

typedef struct cell {
    side reader[READERS], writer;
    side again;     /* the last one that wrote what was there already; none since the writer */
    uint32_t step;  /* in which it was written, */
    uint32_t value; /* and what it was then */
} cell;

enum { LINE_WORDS = 64, LINE_BYTES = 4 * LINE_WORDS, LINE_SPLITS = 8 };

/* An access of a run of words: lane lane_in(first) has the first 1 << shift of them, the next lane
 * the following ones. */
typedef struct run_side {
    side first;
    uint32_t shift;
} run_side;

typedef struct line {
    bool is_split;   /* its cells count instead */
    uint8_t splits;  /* how often that was done */
    run_side writer; /* of all words; epoch 0: none */
    run_side reader, again;
    uint64_t read, repeated; /* words that `reader` has read, and `again` written as they were, since then */
    uint32_t step;
    uint32_t value[LINE_WORDS];
} line;

static inline bool run_is_same(const run_side *a, const run_side *b) {
    return a->first.epoch == b->first.epoch && a->first.what == b->first.what && a->shift == b->shift;
}

/* From now on the cells count. */
void line_split(line *l, cell *cells);
/* Words that do not hold these values. */
uint64_t line_changed(const line *l, const uint8_t *values);
/* The cells have all been written by this run. */
void line_join(line *l, const run_side *writer, uint32_t step, const uint8_t *values);

#endif
