/* SPDX-License-Identifier: MIT */
/* Atomic operations on global and local memory, of 32 and 64 bits. What they leave must not depend on the order. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
//% libclc -O2
//% rocm -O0
//: global_counters 777/64 u32[16]=zero u32[n]=any
//: global_bits 500/64 u32[8]=any u32[n]=any
//: global_minmax 500/64 i32[8]=any i32[n]=any
//: global_minmax_unsigned 500/64 u32[8]=any u32[n]=any
//: global_xchg 256/64 u32[n]=any u32[n]
//: global_cmpxchg 300/64 u32[4]=zero u32[n]=small
//: global_old 64/64 u32[1]=zero u32[64]=zero
//: global64 300/64 u64[8]=any u64[n]=any
//: global64_minmax 300/64 u64[4]=any i64[4]=any u64[n]=any
//: global64_old 128/64 u64[n]=any u64[n] u64[n]=any
//: local_counters 640/128 u32[g*8] u32[n]=any
//: local_bits 640/64 u32[g*3] u32[n]=any
//: local_minmax 640/64 i32[g*4] i32[n]=any
//: local_xchg 256/64 u32[n] u32[n]=any
//: local_cmpxchg 256/64 u32[g] u32[n]=small
//: local64 256/64 u64[g*4] u64[n]=any
//: local_tickets 256/128 u32[n]=zero
//: append 500/64 u32[1]=zero u32[n]=zero u32[n]=small
//: two_level 2000/200 u32[16]=zero u32[n]=small
//: float_add 64/64 f32[1]=zero f32[n]=integer
//: lock_free_max 300/64 u64[1]=zero u32[n]=any
//: last_group 512/64 u32[1]=zero u32[1] u32[g] u32[n]=small
//: old_values 200/64 u32[n]=any u32[n*9] u32[n]=any
//: divergent_atomics 300/64 u32[4]=zero u32[n]=any

kernel void global_counters(global uint *count, global const uint *in) {
    uint i = get_global_id(0);
    atomic_inc(&count[in[i] & 7]);
    atomic_add(&count[8 + (in[i] >> 3 & 3)], in[i]);
    atomic_sub(&count[12 + (in[i] >> 5 & 1)], in[i] >> 1);
    atomic_dec(&count[14 + (in[i] >> 6 & 1)]);
}

kernel void global_bits(global uint *bits, global const uint *in) {
    uint i = get_global_id(0), x = in[i];
    atomic_and(&bits[x & 1], ~(1u << (x >> 8 & 31)));
    atomic_or(&bits[2 + (x & 1)], 1u << (x >> 8 & 31));
    atomic_xor(&bits[4 + (x & 3)], x);
}

kernel void global_minmax(global int *m, global const int *in) {
    uint i = get_global_id(0);
    atomic_min(&m[in[i] & 3], in[i]);
    atomic_max(&m[4 + (in[i] & 3)], in[i]);
}

kernel void global_minmax_unsigned(global uint *m, global const uint *in) {
    uint i = get_global_id(0);
    atomic_min(&m[in[i] & 3], in[i]);
    atomic_max(&m[4 + (in[i] & 3)], in[i]);
}

kernel void global_xchg(global uint *a, global uint *old) {
    uint i = get_global_id(0);
    old[i] = atomic_xchg(&a[i ^ 1], i * 3) +
             as_uint(atomic_xchg((global float *)&a[i ^ 1], as_float(0x40000000 + i)));
}

/* Counts with compare and exchange alone. */
kernel void global_cmpxchg(global uint *count, global const uint *in) {
    uint i = get_global_id(0);
    global uint *at = &count[in[i] & 3];
    uint old = *(volatile global uint *)at, seen;
    while ((seen = atomic_cmpxchg(at, old, old + in[i])) != old)
        old = seen;
}

/* Each old value is seen once. */
kernel void global_old(global uint *count, global uint *seen) {
    uint old = atomic_add(count, 3);
    seen[old / 3] += 1 + old;
}

kernel void global64(global ulong *a, global const ulong *in) {
    uint i = get_global_id(0);
    atom_add(&a[in[i] & 1], in[i]);
    atom_sub(&a[2], in[i]);
    atom_and(&a[3], in[i] | 0xffff0000ffff);
    atom_or(&a[4], in[i] & 0x8421000000000842);
    atom_xor(&a[5], in[i]);
    atom_inc(&a[6]);
    atom_dec(&a[7]);
}

kernel void global64_minmax(global ulong *u, global long *s, global const ulong *in) {
    uint i = get_global_id(0);
    atom_min(&u[in[i] & 1], in[i]);
    atom_max(&u[2 + (in[i] & 1)], in[i]);
    atom_min(&s[in[i] & 1], (long)in[i]);
    atom_max(&s[2 + (in[i] & 1)], (long)in[i]);
}

kernel void global64_old(global ulong *a, global ulong *old, global const ulong *in) {
    uint i = get_global_id(0);
    ulong x = atom_xchg(&a[i], in[i]);
    x ^= atom_cmpxchg(&a[i], i & 1 ? in[i] : 5ul, in[i] * 3);
    old[i] = x + atom_add(&a[i], 7ul);
}

kernel void local_counters(global uint *out, global const uint *in) {
    local uint count[8];
    uint i = get_global_id(0), l = get_local_id(0);
    if (l < 8)
        count[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&count[in[i] & 1]);
    atomic_add(&count[2 + (in[i] & 1)], in[i]);
    atomic_sub(&count[4 + (in[i] & 1)], in[i]);
    atomic_dec(&count[6 + (in[i] & 1)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 8)
        out[get_group_id(0) * 8 + l] = count[l];
}

kernel void local_bits(global uint *out, global const uint *in) {
    local uint bits[3];
    uint i = get_global_id(0), l = get_local_id(0);
    if (l < 3)
        bits[l] = 0xff00ff00;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_and(&bits[0], ~(1u << (in[i] & 31)));
    atomic_or(&bits[1], 1u << (in[i] & 31));
    atomic_xor(&bits[2], in[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 3)
        out[get_group_id(0) * 3 + l] = bits[l];
}

kernel void local_minmax(global int *out, global const int *in) {
    local int s[2];
    local uint u[2];
    uint i = get_global_id(0), l = get_local_id(0), g = get_group_id(0);
    if (l == 0) {
        s[0] = u[0] = 0x1234;
        s[1] = u[1] = 0x1234;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_min(&s[0], in[i]);
    atomic_max(&s[1], in[i]);
    atomic_min(&u[0], (uint)in[i]);
    atomic_max(&u[1], (uint)in[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 4)
        out[4 * g + l] = l < 2 ? s[l] : (int)u[l - 2];
}

kernel void local_xchg(global uint *out, global const uint *in) {
    local uint a[64];
    uint i = get_global_id(0), l = get_local_id(0);
    a[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint old = atomic_xchg(&a[63 - l], i);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = old * 3 + a[l];
}

kernel void local_cmpxchg(global uint *out, global const uint *in) {
    local uint sum;
    uint i = get_global_id(0), l = get_local_id(0);
    if (l == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint old = 0, seen;
    while ((seen = atomic_cmpxchg(&sum, old, old + in[i])) != old)
        old = seen;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
        out[get_group_id(0)] = sum;
}

kernel void local64(global ulong *out, global const ulong *in) {
    local ulong a[4];
    uint i = get_global_id(0), l = get_local_id(0);
    if (l < 4)
        a[l] = 1000;
    barrier(CLK_LOCAL_MEM_FENCE);
    atom_add(&a[0], in[i]);
    atom_xor(&a[1], in[i]);
    atom_min(&a[2], in[i]);
    atom_max(&a[3], in[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 4)
        out[get_group_id(0) * 4 + l] = a[l];
}

kernel void local_tickets(global uint *out) {
    local uint next;
    uint l = get_local_id(0);
    if (l == 0)
        next = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mine = atomic_inc(&next);
    out[get_group_id(0) * get_local_size(0) + mine] = mine + 1;
}

/* A list of unknown order: its sum and length are known. */
kernel void append(global uint *length, global uint *marks, global const uint *in) {
    uint i = get_global_id(0);
    if (in[i] % 3 == 0)
        marks[atomic_inc(length)] = 1;
}

kernel void two_level(global uint *out, global const uint *in) {
    local uint count[16];
    uint i = get_global_id(0), l = get_local_id(0);
    if (l < 16)
        count[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&count[in[i] & 15], in[i] >> 4);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        atomic_add(&out[l], count[l]);
}

/* Whole numbers, so that the sum is exact in any order. */
kernel void float_add(global float *sum, global const float *in) {
    uint i = get_global_id(0), old = as_uint(*(volatile global float *)sum), seen;
    while ((seen = atomic_cmpxchg((global uint *)sum, old, as_uint(as_float(old) + in[i]))) != old)
        old = seen;
}

kernel void lock_free_max(global ulong *best, global const uint *in) {
    uint i = get_global_id(0);
    atom_max(best, (ulong)in[i] << 32 | i);
}

/* The group that comes last adds up what the groups have left. */
kernel void last_group(global uint *done, global uint *sum, volatile global uint *parts, global const uint *in) {
    local uint part, is_last;
    uint l = get_local_id(0);
    if (l == 0)
        part = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&part, in[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        parts[get_group_id(0)] = part;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        is_last = atomic_inc(done) == get_num_groups(0) - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (is_last && l == 0) {
        uint all = 0;
        for (uint k = 0; k < get_num_groups(0); k++)
            all += parts[k];
        *sum = all;
    }
}

kernel void old_values(global uint *a, global uint *old, global const uint *in) {
    uint i = get_global_id(0), x = in[i];
    old += 9 * i;
    old[0] = atomic_add(&a[i], x);
    old[1] = atomic_sub(&a[i], x >> 3);
    old[2] = atomic_and(&a[i], x | 0xff);
    old[3] = atomic_or(&a[i], x & 0xff0);
    old[4] = atomic_xor(&a[i], x);
    old[5] = atomic_min(&a[i], x);
    old[6] = atomic_max((global int *)&a[i], (int)x);
    old[7] = atomic_inc(&a[i]);
    old[8] = atomic_dec(&a[i]);
}

kernel void divergent_atomics(global uint *count, global const uint *in) {
    uint i = get_global_id(0);
    for (uint k = 0; k < (in[i] & 7); k++)
        if (in[i] >> k & 8)
            atomic_add(&count[k & 3], k);
        else if (k == 5)
            atomic_inc(&count[0]);
}
