/* SPDX-License-Identifier: MIT */
/* Control flow: divergent and uniform branches, loops with several exits, early return. */

kernel void collatz(global const uint *in, global uint *steps)
{
    size_t i = get_global_id(0);
    uint n = in[i], count = 0;
    while (n > 1) {
        if (++count == 10000)
            break;
        n = n & 1 ? 3 * n + 1 : n >> 1;
    }
    steps[i] = count;
}

/* Nested loops; one way out leaves both. */
kernel void find_pair(global const int *a, int n, int sum, global int2 *found)
{
    int row = (int)get_global_id(0) * n;
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            if (a[row + i] < 0)
                goto next;
            if (a[row + i] + a[row + j] == sum) {
                found[get_global_id(0)] = (int2)(i, j);
                return;
            }
        }
    next:;
    }
    found[get_global_id(0)] = (int2)(-1, -1);
}

/* The condition is the same for all work-items: scalar branches. */
kernel void uniform(global float *out, int rounds, float a)
{
    float x = (float)get_local_id(0);
    do {
        x = rounds & 4 ? x * a : x + a;
        if (rounds == 77)
            x = -x;
    } while (rounds-- > 0);
    out[get_global_id(0)] = x;
}

kernel void unrolled(global float *out, global const float *in)
{
    float sum = 0;
#pragma unroll 8
    for (int i = 0; i < 64; i++)
        sum += in[i] * in[63 - i];
    out[get_global_id(0)] = sum;
}

kernel void empty(void) {}
