/* SPDX-License-Identifier: MIT */
/* All 2^32 first dwords through the laws of tests/core/laws/check.h, in shards that are files
 * (docs/sweep.md).
 *
 * A sweep of step S takes the first dwords 0, S, 2S, ... below 2^32; the whole sweep has step 1.
 * They are counted in blocks of BLOCK; shard i of n takes block i, n + i, 2n + i, ..., so that all
 * shards take about as long.
 *
 * Where a unit has 64 bits there are too many words: what is counted then are numbers, one of
 * SPARSE, each of which makes one word. */
#ifndef SWEEP_H
#define SWEEP_H

#include <stdatomic.h>

#include "gisa.h"

enum {
    BLOCK = 1024,
    MAX_FORMATS = 128,
    ODDITIES = 7,
    MAX_FAULTS = 20,
    FAULT_TEXT = 400,
    MAX_SHARDS = 65536,
    SPARSE = 41
};

/* What decides which words a shard has, and whether shards belong together. */
typedef struct part {
    uint64_t step, salt; /* salt: other second dwords */
    uint64_t shard, shards;
    uint64_t build; /* of this program: what one build proves does not complete what another one does */
} part;

/* Of one encoding. Without failures, words = the sum of back, reserved and odd[]. */
typedef struct counts {
    uint64_t words;
    uint64_t back;          /* instructions: both texts came back as the same bits */
    uint64_t reserved;      /* printed as data: an operand code is reserved */
    uint64_t odd[ODDITIES]; /* printed as data: by the lowest bit of gisa_oddities */
    uint64_t failed;        /* a law is broken */
} counts;

typedef struct result {
    const gisa_isa *isa;
    part part;
    uint64_t words, sum, squares; /* of the first dwords taken, and of their squares: modulo 2^64 */
    uint64_t unknown;             /* words that are no instruction */
    uint64_t failed;              /* words that break a law, those that are no instruction among them */
    counts format[MAX_FORMATS];   /* by gisa_form_info.format_index */
    unsigned fault_count;
    char fault[MAX_FAULTS][FAULT_TEXT]; /* the first words that break a law */
    double seconds;                     /* of the processor */
} result;

/* What another process may look at meanwhile. */
typedef struct progress {
    _Atomic uint64_t words, failed, bits;
} progress;

/* That of an architecture, where `p` says what is asked for. */
part part_of(const gisa_isa *isa, const part *p);
/* How many first dwords there are in all shards, and in how many blocks. */
uint64_t part_words(const part *p);
uint64_t part_blocks(const part *p);
/* The i-th block: first dwords begin .. end - 1, counted in steps. */
void part_block(const part *p, uint64_t i, uint64_t *begin, uint64_t *end);
/* How many first dwords this shard has. */
uint64_t part_shard_words(const part *p);

/* shard.c */
void shard_run(const gisa_isa *isa, const part *p, result *r, progress *shown);

/* file.c: false when a file cannot be written, or is not there, not whole, or of another kind. A
 * file appears when it is whole. */
void file_name(char *name, size_t room, const char *directory, const gisa_isa *isa, const part *p);
bool file_write(const char *name, const result *r);
bool file_read(const char *name, result *r);

/* table.c: adds up the shards of an architecture in the directory. False when they do not take each
 * first dword once, do not belong together, or a law is broken. */
bool table_show(const char *directory, const gisa_isa *isa, const part *like);

_Noreturn void stop(const char *what, const char *which);

#endif
