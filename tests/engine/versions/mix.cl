/* SPDX-License-Identifier: MIT */
/* Two kernels that ask for all that kernels are told by the code object's version: arguments, LDS that is fixed and that is not,
 * private memory, the packet's sizes, variables. run.sh and tests/runtime/hsa/test_versions.c say what comes out. */
#define LOCAL __builtin_amdgcn_workitem_id_x()
#define GROUP __builtin_amdgcn_workgroup_id_x()
#define SIZE __builtin_amdgcn_workgroup_size_x()

kernel void mix(global const float *a, global int *out, local int *tile, int n) {
    local int fixed_[64];
    int own[16], l = LOCAL, i = GROUP * SIZE + l;
    volatile int *some = own;
    for (int k = 0; k < 16; k++)
        own[k] = (int)a[(i + k) % n];
    fixed_[l % 64] = own[(i * 7) & 15];
    tile[l] = own[(i * 7) & 15] * 3;
    __builtin_amdgcn_s_barrier();
    some[(i * 3) & 15] = 5;
    out[i] = tile[SIZE - 1 - l] + fixed_[(l + 5) % 64] + some[i & 15] + (int)GROUP * 1000 +
             (int)__builtin_amdgcn_grid_size_x();
}

constant int table[4] = {3, 1, 4, 1};
global int counter = 7;

kernel void second(global int *out, long base) {
    int i = GROUP * SIZE + LOCAL;
    out[i] = table[i & 3] + (int)base + counter;
}
