/* SPDX-License-Identifier: MIT */
/* SHA-256, as FIPS 180-4 defines it. */
#include "digest.h"

#include <string.h>

/* The first 32 bits behind the point of the cube roots of the first 64 primes. */
static const uint32_t constants[DIGEST_BLOCK] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t x, unsigned by) {
    return x >> by | x << (32 - by);
}

static uint32_t read_word(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void write_word(uint8_t *p, uint32_t x) {
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (24 - 8 * i));
}

static void schedule_words(uint32_t w[DIGEST_BLOCK], const uint8_t *block) {
    for (unsigned i = 0; i < 16; i++)
        w[i] = read_word(block + 4 * i);
    for (unsigned i = 16; i < DIGEST_BLOCK; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[i - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
}

static void add_block(uint32_t state[8], const uint8_t *block) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7], w[DIGEST_BLOCK];
    schedule_words(w, block);
    for (unsigned i = 0; i < DIGEST_BLOCK; i++) {
        const uint32_t first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) +
                               constants[i] + w[i];
        const uint32_t second =
            (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const uint32_t sums[] = {a, b, c, d, e, f, g, h};
    for (unsigned i = 0; i < 8; i++)
        state[i] += sums[i];
}

void digest_begin(digest *d) {
    /* The first 32 bits behind the point of the square roots of the first eight primes. */
    *d = (digest){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                            0x1f83d9ab, 0x5be0cd19}};
}

void digest_add(digest *d, const void *data, size_t size) {
    const uint8_t *p = data;
    while (size) {
        const size_t at = d->size % DIGEST_BLOCK, room = DIGEST_BLOCK - at, part = size < room ? size : room;
        memcpy(d->block + at, p, part);
        if (part == room)
            add_block(d->state, d->block);
        d->size += part;
        p += part;
        size -= part;
    }
}

void digest_end(digest *d, uint8_t result[DIGEST_BYTES]) {
    static const uint8_t padding[DIGEST_BLOCK] = {0x80};
    const uint64_t bits = 8 * d->size;
    uint8_t length[8];
    write_word(length, (uint32_t)(bits >> 32));
    write_word(length + 4, (uint32_t)bits);
    digest_add(d, padding, 1 + (DIGEST_BLOCK + 55 - d->size % DIGEST_BLOCK) % DIGEST_BLOCK);
    digest_add(d, length, sizeof length);
    for (unsigned i = 0; i < 8; i++)
        write_word(result + 4 * i, d->state[i]);
}
