/* SPDX-License-Identifier: MIT */
/* Whole algorithms: hashes, sorting, matrices, physics, text, random numbers. */
//% libclc -O2
//% rocm -O1 -mcode-object-version=4
//: sha256 100/64 u32[n*8] u32[n*4]=any
//: md5_rounds 100/64 u32[n*4] u32[n*16]=any
//: chacha20 64/64 u32[n*16] u32[16]=any
//: aes_columns 64/64 u32[n] u32[n]=any u8[256]=any
//: siphash 100/64 u64[n] u64[n*3]=any
//: mersenne 64/64 u32[n] u32:12345
//: radix_pass 256/256 u32[n] u32[n]=any u32:8
//: heap_sort 70/64 u32[n*16]=any
//: levenshtein 60/60 u32[n] u8[n*12]=small u8[n*12]=small
//: game_of_life 40x30/8x8 u8[n] u8[n]=small
//: n_body 128/64 f32[n*4]~64 f32[n*4]=unit u32:128
//: sgemm 40x24/8x8 f32[n] f32[24*20]=integer f32[20*40]=integer u32:20
//: fft_stage 128/64 f32[n*4] f32[n*4]=hundred f32[n*2]=signed
//: floyd 16x16/16x16 u32[n]=small
//: knapsack 50/50 u32[n] u32[24]=small
//: queens 8/8 u32[n] u32:8
//: permutations 120/40 u32[n*5]
//: utf8 100/64 u32[n*2] u8[n*8]=any
//: base64 100/50 u8[n*4] u8[n*3]=any
//: run_lengths 60/60 u32[n] u8[n*20]=small
//: quaternions 100/64 f32[n*4] f32[n*4]=integer f32[n*4]=integer
//: ray_spheres 32x24/8x8 f32[n]~64
//: black_scholes 200/64 f32[n]~128 f32[n*2]=unit
//: monte_carlo 64/64 u32[n] u32:300
//: sudoku_masks 81/81 u32[n] u8[81]=small
//: big_add 40/40 u32[n*8] u32[n*8]=any u32[n*8]=any
//: big_mul 40/40 u32[n*8] u32[n*4]=any u32[n*4]=any
//: union_find 1/1 u32[64]=index u32[100]=any
//: interpreter 100/64 i32[n] u8[n*12]=any
//: bloom_filter 400/64 u32[64]=zero u32[n]=any
//: dither 64/64 u32[n] f32[n*4]=unit
//: convolution 40x20/8x4 f32[n] f32[n]=integer f32[25]=integer
//: prefix_xor 300/64 u32[n] u32[n]=any

constant uint sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint right(uint x, uint by) { return x >> by | x << (32 - by); }

kernel void sha256(global uint *out, global const uint *in) {
    uint i = get_global_id(0), w[64], s[8], h[8];
    h[0] = 0x6a09e667, h[1] = 0xbb67ae85, h[2] = 0x3c6ef372, h[3] = 0xa54ff53a;
    h[4] = 0x510e527f, h[5] = 0x9b05688c, h[6] = 0x1f83d9ab, h[7] = 0x5be0cd19;
    for (int k = 0; k < 16; k++)
        w[k] = k < 4 ? in[4 * i + k] : k == 4 ? 0x80000000 : k == 15 ? 128 : 0;
    for (int k = 16; k < 64; k++) {
        uint a = right(w[k - 15], 7) ^ right(w[k - 15], 18) ^ w[k - 15] >> 3;
        uint b = right(w[k - 2], 17) ^ right(w[k - 2], 19) ^ w[k - 2] >> 10;
        w[k] = w[k - 16] + a + w[k - 7] + b;
    }
    for (int k = 0; k < 8; k++)
        s[k] = h[k];
    for (int k = 0; k < 64; k++) {
        uint e = right(s[4], 6) ^ right(s[4], 11) ^ right(s[4], 25);
        uint a = right(s[0], 2) ^ right(s[0], 13) ^ right(s[0], 22);
        uint t = s[7] + e + ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha_k[k] + w[k];
        uint u = a + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + t, s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = t + u;
    }
    for (int k = 0; k < 8; k++)
        out[8 * i + k] = h[k] + s[k];
}

kernel void md5_rounds(global uint *out, global const uint *in) {
    uint i = get_global_id(0), a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    for (uint k = 0; k < 64; k++) {
        uint f, g;
        if (k < 16)
            f = (b & c) | (~b & d), g = k;
        else if (k < 32)
            f = (d & b) | (~d & c), g = 5 * k + 1;
        else if (k < 48)
            f = b ^ c ^ d, g = 3 * k + 5;
        else
            f = c ^ (b | ~d), g = 7 * k;
        f += a + k * 0x9e3779b9 + in[16 * i + (g & 15)];
        a = d, d = c, c = b;
        b += rotate(f, 5 + (k & 3) * 5);
    }
    out[4 * i] = a, out[4 * i + 1] = b, out[4 * i + 2] = c, out[4 * i + 3] = d;
}

#define QUARTER(a, b, c, d)                                                                                            \
    a += b, d = rotate(d ^ a, 16u), c += d, b = rotate(b ^ c, 12u), a += b, d = rotate(d ^ a, 8u), c += d,             \
        b = rotate(b ^ c, 7u)

kernel void chacha20(global uint *out, global const uint *key) {
    uint i = get_global_id(0), x[16];
    for (int k = 0; k < 16; k++)
        x[k] = key[k] + (k == 12 ? i : 0);
    for (int k = 0; k < 10; k++) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int k = 0; k < 16; k++)
        out[16 * i + k] = x[k] + key[k];
}

uchar doubled(uchar x) { return x << 1 ^ (x & 0x80 ? 0x1b : 0); }

kernel void aes_columns(global uint *out, global const uint *in, global const uchar *box) {
    uint i = get_global_id(0), x = in[i];
    for (int k = 0; k < 5; k++) {
        uchar a = box[x & 255], b = box[x >> 8 & 255], c = box[x >> 16 & 255], d = box[x >> 24], e = a ^ b ^ c ^ d;
        x = (a ^ e ^ doubled(a ^ b)) & 255 | ((b ^ e ^ doubled(b ^ c)) & 255) << 8 |
            ((c ^ e ^ doubled(c ^ d)) & 255) << 16 | (uint)((d ^ e ^ doubled(d ^ a)) & 255) << 24;
    }
    out[i] = x;
}

kernel void siphash(global ulong *out, global const ulong *in) {
    uint i = get_global_id(0);
    ulong a = in[3 * i] ^ 0x736f6d6570736575, b = in[3 * i + 1] ^ 0x646f72616e646f6d;
    ulong c = in[3 * i] ^ 0x6c7967656e657261, d = in[3 * i + 1] ^ in[3 * i + 2];
    for (int k = 0; k < 6; k++) {
        a += b, b = rotate(b, 13ul) ^ a, a = rotate(a, 32ul);
        c += d, d = rotate(d, 16ul) ^ c;
        a += d, d = rotate(d, 21ul) ^ a;
        c += b, b = rotate(b, 17ul) ^ c, c = rotate(c, 32ul);
    }
    out[i] = a ^ b ^ c ^ d;
}

/* The first number of a generator with a state of many words, made on the way. */
kernel void mersenne(global uint *out, uint seed) {
    uint i = get_global_id(0), mt[40];
    mt[0] = seed + i;
    for (uint k = 1; k < 40; k++)
        mt[k] = 1812433253u * (mt[k - 1] ^ mt[k - 1] >> 30) + k;
    for (uint k = 0; k < 40; k++) {
        uint y = (mt[k] & 0x80000000) | (mt[(k + 1) % 40] & 0x7fffffff);
        mt[k] = mt[(k + 17) % 40] ^ y >> 1 ^ (y & 1 ? 0x9908b0df : 0);
    }
    uint y = mt[i % 40];
    y ^= y >> 11, y ^= y << 7 & 0x9d2c5680, y ^= y << 15 & 0xefc60000;
    out[i] = y ^ y >> 18;
}

kernel void radix_pass(global uint *out, global const uint *in, uint shift) {
    local uint count[16], start[16], keys[256];
    uint l = get_local_id(0), digit = in[l] >> shift & 15, before = 0;
    if (l < 16)
        count[l] = 0;
    keys[l] = digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&count[digit]);
    for (uint k = 0; k < l; k++)
        before += keys[k] == digit;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        uint sum = 0;
        for (uint k = 0; k < 16; k++) {
            start[k] = sum;
            sum += count[k];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[start[digit] + before] = in[l];
}

kernel void heap_sort(global uint *data) {
    global uint *a = data + 16 * get_global_id(0);
    for (int start = 7, end = 16; end > 1;) {
        if (start >= 0)
            start--;
        else {
            uint t = a[--end];
            a[end] = a[0];
            a[0] = t;
        }
        for (int root = start < 0 ? 0 : start, child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && a[child + 1] > a[child])
                child++;
            if (a[root] >= a[child])
                break;
            uint t = a[root];
            a[root] = a[child];
            a[child] = t;
        }
    }
}

kernel void levenshtein(global uint *out, global const uchar *a, global const uchar *b) {
    uint i = get_global_id(0);
    uchar row[13];
    for (int k = 0; k <= 12; k++)
        row[k] = k;
    for (int y = 1; y <= 12; y++) {
        uchar diagonal = row[0];
        row[0] = y;
        for (int x = 1; x <= 12; x++) {
            uchar up = row[x];
            uchar cost = diagonal + ((a[12 * i + x - 1] & 3) != (b[12 * i + y - 1] & 3));
            row[x] = min(min((uchar)(up + 1), (uchar)(row[x - 1] + 1)), cost);
            diagonal = up;
        }
    }
    out[i] = row[12];
}

kernel void game_of_life(global uchar *out, global const uchar *in) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1), n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                n += in[(y + dy + h) % h * w + (x + dx + w) % w] & 1;
    out[y * w + x] = n == 3 || (n == 2 && in[y * w + x] & 1);
}

kernel void n_body(global float4 *out, global const float4 *in, uint n) {
    uint i = get_global_id(0);
    float4 me = in[i], force = 0;
    for (uint k = 0; k < n; k++) {
        float4 d = in[k] - me;
        float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
        float inverse = rsqrt(r2);
        force += d * (fabs(in[k].w) + 1.0f) * inverse * inverse * inverse;
    }
    out[i] = me * 1000.0f + force * 0.01f;
}

kernel void sgemm(global float *out, global const float *a, global const float *b, uint k_size) {
    uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    float sum = 0;
    for (uint k = 0; k < k_size; k++)
        sum = fma(a[y * k_size + k], b[k * w + x], sum);
    out[y * w + x] = sum;
}

kernel void fft_stage(global float2 *out, global const float2 *in, global const float2 *twiddle) {
    uint i = get_global_id(0), n = get_global_size(0);
    float2 a = in[i], b = in[i + n], t = twiddle[i];
    float2 c = (float2)(b.x * t.x - b.y * t.y, b.x * t.y + b.y * t.x);
    out[2 * i] = a + c;
    out[2 * i + 1] = a - c;
}

kernel void floyd(global uint *d) {
    uint x = get_local_id(0), y = get_local_id(1);
    for (uint k = 0; k < 16; k++) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        uint through = d[y * 16 + k] + d[k * 16 + x];
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (through < d[y * 16 + x])
            d[y * 16 + x] = through;
    }
}

kernel void knapsack(global uint *out, global const uint *items) {
    uint i = get_global_id(0), best[65];
    for (int c = 0; c <= 64; c++)
        best[c] = 0;
    for (int k = 0; k < 12; k++) {
        int weight = items[2 * k] % 20 + 1, value = items[2 * k + 1] + i;
        for (int c = 64; c >= weight; c--)
            best[c] = max(best[c], best[c - weight] + value);
    }
    out[i] = best[64 - i];
}

/* Solutions with the first queen in column i. */
kernel void queens(global uint *out, uint n) {
    uint i = get_global_id(0), found = 0, all = (1u << n) - 1, row = 1;
    uint columns[10], left[10], right_side[10], free[10];
    columns[1] = 1u << i, left[1] = 2u << i, right_side[1] = (1u << i) >> 1;
    free[1] = all & ~(columns[1] | left[1] | right_side[1]);
    while (row) {
        if (!free[row]) {
            row--;
            continue;
        }
        uint bit = free[row] & -free[row];
        free[row] ^= bit;
        if (row + 1 == n) {
            found++;
            continue;
        }
        columns[row + 1] = columns[row] | bit;
        left[row + 1] = (left[row] | bit) << 1;
        right_side[row + 1] = (right_side[row] | bit) >> 1;
        row++;
        free[row] = all & ~(columns[row] | left[row] | right_side[row]);
    }
    out[i] = found;
}

kernel void permutations(global uint *out) {
    uint i = get_global_id(0), rest = i, used = 0;
    for (uint k = 5; k; k--) {
        uint f = 1;
        for (uint j = 2; j < k; j++)
            f *= j;
        uint which = rest / f;
        rest %= f;
        for (uint j = 0; j < 5; j++)
            if (!(used >> j & 1) && which-- == 0) {
                out[5 * i + 5 - k] = j;
                used |= 1u << j;
                break;
            }
    }
}

kernel void utf8(global uint *out, global const uchar *in) {
    uint i = get_global_id(0), points = 0, wrong = 0;
    global const uchar *p = in + 8 * i, *end = p + 8;
    while (p < end) {
        uchar c = *p++;
        uint more = c < 0x80 ? 0 : (c & 0xe0) == 0xc0 ? 1 : (c & 0xf0) == 0xe0 ? 2 : (c & 0xf8) == 0xf0 ? 3 : 9;
        if (more == 9) {
            wrong++;
            continue;
        }
        uint value = more ? c & (0x3f >> more) : c;
        for (; more && p < end && (*p & 0xc0) == 0x80; more--)
            value = value << 6 | (*p++ & 0x3f);
        if (more)
            wrong++;
        else
            points = points * 33 + value;
    }
    out[2 * i] = points;
    out[2 * i + 1] = wrong;
}

constant char base64_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

kernel void base64(global uchar *out, global const uchar *in) {
    uint i = get_global_id(0), x = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    for (uint k = 0; k < 4; k++)
        out[4 * i + k] = base64_letters[x >> (18 - 6 * k) & 63];
}

kernel void run_lengths(global uint *out, global const uchar *in) {
    uint i = get_global_id(0), longest = 0, run = 1;
    for (uint k = 1; k < 20; k++) {
        run = (in[20 * i + k] & 1) == (in[20 * i + k - 1] & 1) ? run + 1 : 1;
        longest = max(longest, run);
    }
    out[i] = longest;
}

kernel void quaternions(global float4 *out, global const float4 *a, global const float4 *b) {
    uint i = get_global_id(0);
    float4 p = a[i], q = b[i];
    out[i] = (float4)(p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                      p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z);
}

kernel void ray_spheres(global float *out) {
    uint x = get_global_id(0), y = get_global_id(1);
    float dx = ((float)x - 16.0f) / 16.0f, dy = ((float)y - 12.0f) / 16.0f, nearest = 1e9f;
    float length2 = dx * dx + dy * dy + 1;
    for (int k = 0; k < 4; k++) {
        float cx = (float)k - 1.5f, cz = 4 + (float)(k & 1), b = dx * cx + cz;
        float d = b * b - length2 * (cx * cx + cz * cz - 1);
        if (d < 0.05f)
            continue;
        float t = (b - sqrt(d)) / length2;
        nearest = fmin(nearest, t);
    }
    out[y * get_global_size(0) + x] = nearest;
}

float normal_sum(float x) {
    float t = 1 / (1 + 0.2316419f * fabs(x));
    float p = t * (0.31938153f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    p *= 0.39894228f * exp(-0.5f * x * x);
    return x > 0 ? 1 - p : p;
}

kernel void black_scholes(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float price = 50 + 50 * in[2 * i], years = 0.5f + in[2 * i + 1], strike = 60, rate = 0.02f, sigma = 0.3f;
    float root = sigma * sqrt(years);
    float d1 = (log(price / strike) + (rate + 0.5f * sigma * sigma) * years) / root;
    out[i] = 100 + price * normal_sum(d1) - strike * exp(-rate * years) * normal_sum(d1 - root);
}

kernel void monte_carlo(global uint *out, uint trials) {
    uint i = get_global_id(0), state = i * 747796405 + 1, inside = 0;
    for (uint k = 0; k < trials; k++) {
        state = state * 1664525 + 1013904223;
        float x = (float)(state >> 8) * 0x1p-24f;
        state = state * 1664525 + 1013904223;
        float y = (float)(state >> 8) * 0x1p-24f;
        inside += x * x + y * y < 1.0f;
    }
    out[i] = inside;
}

kernel void sudoku_masks(global uint *out, global const uchar *board) {
    uint i = get_global_id(0), x = i % 9, y = i / 9, mask = 0;
    for (uint k = 0; k < 9; k++) {
        mask |= 1u << board[y * 9 + k] % 10;
        mask |= 1u << board[k * 9 + x] % 10;
        mask |= 1u << board[(y / 3 * 3 + k / 3) * 9 + x / 3 * 3 + k % 3] % 10;
    }
    out[i] = ~mask & 0x3fe;
}

kernel void big_add(global uint *out, global const uint *a, global const uint *b) {
    uint i = get_global_id(0), carry = 0;
    for (uint k = 0; k < 8; k++) {
        ulong sum = (ulong)a[8 * i + k] + b[8 * i + k] + carry;
        out[8 * i + k] = sum;
        carry = sum >> 32;
    }
}

kernel void big_mul(global uint *out, global const uint *a, global const uint *b) {
    uint i = get_global_id(0), r[8];
    for (uint k = 0; k < 8; k++)
        r[k] = 0;
    for (uint x = 0; x < 4; x++) {
        ulong carry = 0;
        for (uint y = 0; y < 4; y++) {
            carry += (ulong)a[4 * i + x] * b[4 * i + y] + r[x + y];
            r[x + y] = carry;
            carry >>= 32;
        }
        r[x + 4] = carry;
    }
    for (uint k = 0; k < 8; k++)
        out[8 * i + k] = r[k];
}

kernel void union_find(global uint *parent, global const uint *pairs) {
    for (uint k = 0; k < 50; k++) {
        uint a = pairs[2 * k] & 63, b = pairs[2 * k + 1] & 63;
        while (parent[a] != a)
            a = parent[a];
        while (parent[b] != b)
            b = parent[b];
        parent[max(a, b)] = min(a, b);
    }
}

/* A machine with a stack. */
kernel void interpreter(global int *out, global const uchar *code) {
    uint i = get_global_id(0), top = 0, steps = 0;
    int stack[16];
    stack[0] = i;
    for (uint pc = 0; pc < 12 && steps < 60; steps++) {
        uchar op = code[12 * i + pc++];
        switch (op & 7) {
        case 0:
        case 1: stack[top = (top + 1) & 15] = op; break;
        case 2: stack[top] += op >> 3; break;
        case 3: stack[top] = -stack[top]; break;
        case 4:
            if (top)
                top--, stack[top] ^= stack[top + 1];
            break;
        case 5: stack[top] *= 3; break;
        case 6:
            if (stack[top] & 1)
                pc = op >> 3 & 7;
            break;
        case 7: stack[(top + 1) & 15] = stack[top] >> 1; top = (top + 1) & 15; break;
        }
    }
    out[i] = stack[top] + steps * 1000;
}

kernel void bloom_filter(global uint *bits, global const uint *in) {
    uint i = get_global_id(0), h = in[i];
    for (int k = 0; k < 3; k++) {
        h = (h ^ h >> 16) * 0x85ebca6b;
        atomic_or(&bits[h >> 5 & 63], 1u << (h & 31));
    }
}

kernel void dither(global uint *out, global const float *in) {
    uint i = get_global_id(0), bits = 0;
    float error = 0;
    for (uint k = 0; k < 4; k++) {
        float value = in[4 * i + k] + error;
        uint level = (uint)clamp(floor(value * 4), 0.0f, 3.0f);
        error = value - (float)level * 0.25f;
        bits |= level << 2 * k;
    }
    out[i] = bits;
}

kernel void convolution(global float *out, global const float *in, constant float *weights) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
    float sum = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            sum += in[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)] * weights[(dy + 2) * 5 + dx + 2];
    out[y * w + x] = sum;
}

kernel void prefix_xor(global uint *out, global const uint *in) {
    uint i = get_global_id(0), x = in[i];
    for (uint by = 1; by < 32; by *= 2)
        x ^= x << by;
    for (uint k = 0; k < i % 8; k++)
        x ^= in[i - k] >> k;
    out[i] = x;
}
