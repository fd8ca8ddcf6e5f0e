/* SPDX-License-Identifier: MIT */
/* 32-bit atomics on global and local memory, with and without the old value. */

kernel void global_all(volatile global int *p, volatile global uint *u, global int *old)
{
    uint i = get_global_id(0);
    atomic_add(p, 1);
    atomic_sub(p + 1, 2);
    atomic_and(p + 2, ~3);
    atomic_or(p + 3, 4);
    atomic_xor(p + 4, 5);
    atomic_min(p + 5, (int)i);
    atomic_max(p + 6, (int)i);
    atomic_min(u, i);
    atomic_max(u + 1, i);
    old[i * 8 + 0] = atomic_add(p + i, 7);
    old[i * 8 + 1] = atomic_xchg(p + i + 1, 8);
    old[i * 8 + 2] = atomic_cmpxchg(p + i + 2, 9, 10);
    old[i * 8 + 3] = atomic_inc(p + i + 3);
    old[i * 8 + 4] = atomic_dec(p + i + 4);
    old[i * 8 + 5] = (int)atomic_max(u + i, 11u);
    old[i * 8 + 6] = atomic_xor(p + i + 5, 12);
}

kernel void local_all(local int *p, local uint *u, global int *old)
{
    uint i = get_local_id(0);
    atomic_add(p, 1);
    atomic_and(p + 2, ~3);
    atomic_or(p + 3, 4);
    atomic_xor(p + 4, 5);
    atomic_min(p + 5, (int)i);
    atomic_max(u + 1, i);
    old[i * 4 + 0] = atomic_xchg(p + i + 1, 8);
    old[i * 4 + 1] = atomic_cmpxchg(p + i + 2, 9, 10);
    old[i * 4 + 2] = atomic_dec(p + i + 4);
    old[i * 4 + 3] = (int)atomic_min(u + i, 11u);
}

/* Floating-point addition, by compare and swap. */
kernel void add_float(volatile global uint *sum, global const float *in)
{
    float x = in[get_global_id(0)];
    uint seen = *sum, was;
    do {
        was = seen;
        seen = atomic_cmpxchg(sum, was, as_uint(as_float(was) + x));
    } while (seen != was);
}
