/* SPDX-License-Identifier: MIT */
/* A radix sort by 4 bits at a time, which is stable: each work-item counts the digits of KEYS keys in a row, counts are
 * summed up by digit and then by work-item, and each work-item puts its keys to where their digit has room. */
#define GROUP 64
#define KEYS 256
#define DIGITS 16
#define RUN 64 /* counts that a work-item sums up */

/* Digit d of this work-item is in mine[d * GROUP]: no two work-items of a wave use the same bank. */
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void sort_count(global uint *counts, global const uint *keys,
                                                                          uint shift) {
    local uint all[DIGITS * GROUP];
    local uint *mine = all + get_local_id(0);
    size_t item = get_global_id(0), items = get_global_size(0);
    for (uint d = 0; d < DIGITS; d++)
        mine[d * GROUP] = 0;
    for (uint i = 0; i < KEYS; i++)
        mine[(keys[item * KEYS + i] >> shift & 15) * GROUP]++;
    for (uint d = 0; d < DIGITS; d++)
        counts[d * items + item] = mine[d * GROUP];
}

kernel void sort_runs(global uint *sums, global const uint *counts) {
    size_t run = get_global_id(0);
    uint sum = 0;
    for (uint i = 0; i < RUN; i++)
        sum += counts[run * RUN + i];
    sums[run] = sum;
}

/* One work-group; `count` is a multiple of its size. Sums become those of all that is before. */
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void sort_sums(global uint *sums, uint count) {
    local uint parts[256];
    uint l = get_local_id(0), each = count / 256, sum = 0;
    for (uint i = 0; i < each; i++)
        sum += sums[l * each + i];
    parts[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint by = 1; by < 256; by *= 2) {
        uint other = l >= by ? parts[l - by] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        parts[l] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum = parts[l] - sum;
    for (uint i = 0; i < each; i++) {
        uint value = sums[l * each + i];
        sums[l * each + i] = sum;
        sum += value;
    }
}

kernel void sort_spread(global uint *counts, global const uint *sums) {
    size_t run = get_global_id(0);
    uint sum = sums[run];
    for (uint i = 0; i < RUN; i++) {
        uint value = counts[run * RUN + i];
        counts[run * RUN + i] = sum;
        sum += value;
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void sort_place(global uint *to, global const uint *from,
                                                                          global const uint *counts, uint shift) {
    local uint all[DIGITS * GROUP];
    local uint *mine = all + get_local_id(0);
    size_t item = get_global_id(0), items = get_global_size(0);
    for (uint d = 0; d < DIGITS; d++)
        mine[d * GROUP] = counts[d * items + item];
    for (uint i = 0; i < KEYS; i++) {
        uint key = from[item * KEYS + i];
        to[mine[(key >> shift & 15) * GROUP]++] = key;
    }
}
