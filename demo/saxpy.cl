/* SPDX-License-Identifier: MIT */
/*
 * The source of saxpy.co, the code object that `make demo` takes apart. It was made with clang 19 and lld 19:
 *
 *   clang-19 -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=gfx900 -mcode-object-version=5 \
 *            -O3 -nogpulib saxpy.cl -o saxpy.co
 */
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void saxpy(global float *y, global const float *x, float a)
{
    uint i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
    y[i] = __builtin_fmaf(a, x[i], y[i]);
}
