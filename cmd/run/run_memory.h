/* SPDX-License-Identifier: MIT */
/* gisa run on code without a kernel: memory at addresses that the user says (--mem, --dump-mem). */
#ifndef GISA_CMD_RUN_MEMORY_H
#define GISA_CMD_RUN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wave_block {
    uint64_t address;
    unsigned char *memory, *before; /* before: what was there at first, where a case is written */
    size_t size;
} wave_block;

/* "ADDRESS=FILE", or "ADDRESS,SIZE" of zeros; false: has said what is wrong. */
bool block_open(wave_block *block, const char *text);
/* "ADDRESS,SIZE=FILE", of one of `count` blocks; `write`: otherwise only looks whether it is
   right. */
bool block_dump(const wave_block *block, unsigned count, const char *text, bool write);
/* Says that something else than expected was written; false. */
bool block_wrong(const char *expected, const char *text);

#endif
