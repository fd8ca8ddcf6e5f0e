/* SPDX-License-Identifier: MIT */
/* A pass of a stable sort by 4 bits: count the digits of each group, sum up the counts, put the keys into place. Counts are
 * by digit, then by group. */
#define GROUP 256

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void radix_count(global uint *counts, global const uint *keys,
                                                                           uint shift) {
    local uint mine[16];
    uint l = get_local_id(0);
    if (l < 16)
        mine[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&mine[keys[get_global_id(0)] >> shift & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        counts[l * get_num_groups(0) + get_group_id(0)] = mine[l];
}

/* The sum of the items before this one; *all: of all items of the group. */
uint sum_before(local uint *sums, uint value, uint *all) {
    uint l = get_local_id(0), sum = value;
    sums[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint by = 1; by < GROUP; by *= 2) {
        uint other = l >= by ? sums[l - by] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[l] = sum += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *all = sums[GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum - value;
}

/* One group; `count` is a multiple of its size. */
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void radix_sum(global uint *counts, uint count) {
    local uint sums[GROUP];
    uint before = 0, all;
    for (uint i = get_local_id(0); i < count; i += GROUP) {
        uint value = counts[i];
        counts[i] = before + sum_before(sums, value, &all);
        before += all;
    }
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void radix_place(global uint *to, global const uint *from,
                                                                           global const uint *counts, uint shift) {
    local uint sums[GROUP], keys[GROUP], first[16];
    uint l = get_local_id(0), key = from[get_global_id(0)], all, digit;
    for (uint bit = shift; bit < shift + 4; bit++) { /* zeros to the front, ones to the back */
        uint one = key >> bit & 1, zeros = sum_before(sums, 1 - one, &all);
        keys[one ? all + l - zeros : zeros] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
        key = keys[l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    digit = key >> shift & 15;
    if (l == 0 || (keys[l - 1] >> shift & 15) != digit)
        first[digit] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    to[counts[digit * get_num_groups(0) + get_group_id(0)] + l - first[digit]] = key;
}
