/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4): names that no one can choose two texts for. */
#ifndef GISA_NATIVE_DIGEST_H
#define GISA_NATIVE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_BYTES = 32, DIGEST_BLOCK = 64 };

typedef struct digest {
    uint32_t state[8];
    uint8_t block[DIGEST_BLOCK]; /* what is not yet in the state */
    uint64_t size;               /* of all that has been added */
} digest;

void digest_begin(digest *d);
void digest_add(digest *d, const void *data, size_t size);
/* Of all that has been added; `d` is used up. */
void digest_end(digest *d, uint8_t result[DIGEST_BYTES]);

#endif
