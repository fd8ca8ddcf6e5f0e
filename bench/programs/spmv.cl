/* SPDX-License-Identifier: MIT */
/* A sparse matrix, by rows (CSR), times a vector: row i has values[starts[i]] to values[starts[i + 1] - 1]. */
kernel void spmv(global float *y, global const uint *starts, global const uint *columns, global const float *values,
                 global const float *x) {
    size_t row = get_global_id(0);
    uint end = starts[row + 1];
    float sum = 0;
    for (uint k = starts[row]; k < end; k++)
        sum += values[k] * x[columns[k]];
    y[row] = sum;
}
