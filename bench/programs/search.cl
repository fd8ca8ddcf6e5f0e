/* SPDX-License-Identifier: MIT */
/* Searches numbers whose SHA-256 (FIPS 180-4) begins with zeros: a message of 55 bytes, whose first word is the number.
 * ~found[0] becomes the least one that is found, found[1] how many there are, found[2] their sum. */
#define RIGHT(x, n) rotate((x), 32u - (n))

constant uint round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint first_word(const uint *message, uint number) {
    const uint begin[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint w[16];
    uint a = begin[0], b = begin[1], c = begin[2], d = begin[3], e = begin[4], f = begin[5], g = begin[6], h = begin[7];
    for (uint k = 0; k < 16; k++)
        w[k] = k ? message[k] : number;
#pragma unroll
    for (uint k = 0; k < 64; k++) {
        uint t1 = h + (RIGHT(e, 6u) ^ RIGHT(e, 11u) ^ RIGHT(e, 25u)) + ((e & f) ^ (~e & g)) + round_constants[k] + w[k % 16];
        uint t2 = (RIGHT(a, 2u) ^ RIGHT(a, 13u) ^ RIGHT(a, 22u)) + ((a & b) ^ (a & c) ^ (b & c));
        uint w1 = w[(k + 1) % 16], w14 = w[(k + 14) % 16];
        w[k % 16] += (RIGHT(w1, 7u) ^ RIGHT(w1, 18u) ^ w1 >> 3) + w[(k + 9) % 16] +
                     (RIGHT(w14, 17u) ^ RIGHT(w14, 19u) ^ w14 >> 10);
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    return a + begin[0];
}

kernel void search(global uint *found, global const uint *given, uint each, uint zeros) {
    uint message[16];
    for (uint k = 0; k < 16; k++)
        message[k] = k < 13 ? given[k] : k == 13 ? 0x80 : k == 14 ? 0 : 55 * 8;
    for (uint i = 0; i < each; i++) {
        uint number = i * get_global_size(0) + get_global_id(0);
        if (first_word(message, number) >> (32 - zeros) == 0) {
            atomic_max(&found[0], ~number);
            atomic_inc(&found[1]);
            atomic_add(&found[2], number);
        }
    }
}
