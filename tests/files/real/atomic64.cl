/* SPDX-License-Identifier: MIT */
/* 64-bit atomics on global and local memory. */

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

kernel void global64(volatile global long *p, volatile global ulong *u, global long *old)
{
    size_t i = get_global_id(0);
    atom_add(p, 1L);
    atom_and(p + 1, 0x7fffffffffL);
    atom_or(p + 2, 1L << 40);
    atom_xor(p + 3, -1L);
    atom_max(p + 4, (long)i);
    atom_min(u, (ulong)i);
    old[i] = atom_xchg(p + i, 5L);
    old[i + 1] = atom_cmpxchg(p + i + 1, 6L, 7L);
    old[i + 2] = atom_sub(p + i + 2, 8L);
    old[i + 3] = (long)atom_max(u + i + 3, 9UL);
}

kernel void local64(local long *p, local ulong *u, global long *old)
{
    size_t i = get_local_id(0);
    atom_add(p, 1L);
    atom_or(p + 2, 1L << 40);
    atom_min(u + 1, (ulong)i);
    old[i] = atom_xchg(p + i, 5L);
    old[i + 1] = atom_cmpxchg(p + i + 1, 6L, 7L);
    old[i + 2] = (long)atom_inc(u + i);
}
