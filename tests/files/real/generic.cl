/* SPDX-License-Identifier: MIT */
/* Generic pointers: flat accesses and the tests for the address space (not on gfx6, which has no flat instructions). */

#if !__gfx600__
__attribute__((noinline)) static int sum(int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

kernel void three_spaces(global int *g, local int *l, int n)
{
    int own[4] = {n, n + 1, n + 2, n + 3};
    l[get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = n & 1 ? (int *)g : n & 2 ? (int *)l : (int *)own;
    g[get_global_id(0)] = sum(p, 4) + sum(g, n) + sum(l, n) + sum(own, 3);
    atomic_fetch_add((volatile atomic_int *)p, 5);
    *(char *)p = 1;
    *((short *)p + 2) = 2;
    *((long *)p + 1) = *((long *)p + 3);
}

kernel void which(global int *g, local int *l, int n)
{
    int own = n;
    int *p = n & 1 ? (int *)g : n & 2 ? (int *)l : &own;
    g[0] = to_global(p) ? 1 : to_local(p) ? 2 : to_private(p) ? 3 : 4;
    g[1] = __builtin_amdgcn_is_shared(p) + __builtin_amdgcn_is_private(p);
}
#else
kernel void nothing(global int *g) { g[0] = 1; }
#endif
