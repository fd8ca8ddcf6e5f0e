/* SPDX-License-Identifier: MIT */
/* The product of two square matrices, by tiles in local memory. */
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void sgemm(global float *c, global const float *a,
                                                                       global const float *b, uint n) {
    local float ta[TILE][TILE], tb[TILE][TILE];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_group_id(0) * TILE + x, row = get_group_id(1) * TILE + y;
    float sum = 0;
    for (uint first = 0; first < n; first += TILE) {
        ta[y][x] = a[row * n + first + x];
        tb[y][x] = b[(first + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; k++)
            sum += ta[y][k] * tb[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
