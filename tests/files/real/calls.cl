/* SPDX-License-Identifier: MIT */
/* Functions that are not inlined: s_getpc, relocations, s_swappc, stacks, recursion. */

__attribute__((noinline)) float poly(float x, float a, float b)
{
    return fma(fma(x, a, b), x, 1.0f);
}

__attribute__((noinline)) static float4 many(float4 a, float4 b, global const float *p, int i)
{
    return a * p[i] + b * poly(a.x, b.y, a.z);
}

__attribute__((noinline)) void fill(private int *a, int n, int v)
{
    for (int i = 0; i < n; i++)
        a[i] = v ^ i;
}

/* Goes down to itself: the frame size is not known to the compiler. */
__attribute__((noinline)) int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

extern __attribute__((weak)) int hook(int);
__attribute__((weak, noinline)) int hook(int x) { return x * 3; }

kernel void leaf(global float *p)
{
    size_t i = get_global_id(0);
    p[i] = poly(p[i], p[i + 1], p[i + 2]);
}

kernel void nested(global float4 *p, global const float *q)
{
    size_t i = get_global_id(0);
    p[i] = many(p[i], p[i + 1], q, (int)i & 7);
}

kernel void stack(global int *p)
{
    int a[40];
    fill(a, 40, (int)get_local_id(0));
    p[get_global_id(0)] = a[p[get_global_id(0)] & 31];
}

kernel void recursive(global int *p)
{
    p[get_global_id(0)] = ackermann(p[0] & 3, p[1] & 7) + hook(p[2]);
}
