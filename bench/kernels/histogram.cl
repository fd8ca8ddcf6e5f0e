/* SPDX-License-Identifier: MIT */
/* How often each byte occurs: each group counts in local memory, then adds to the counts of all. */
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void histogram(global uint *counts, global const uint *words,
                                                                       uint each) {
    local uint mine[256];
    uint l = get_local_id(0), items = get_global_size(0);
    mine[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0, i = get_global_id(0); k < each; k++, i += items) {
        uint word = words[i];
        atomic_inc(&mine[word & 255]);
        atomic_inc(&mine[word >> 8 & 255]);
        atomic_inc(&mine[word >> 16 & 255]);
        atomic_inc(&mine[word >> 24]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine[l])
        atomic_add(&counts[l], mine[l]);
}
