/* SPDX-License-Identifier: MIT */
/* printf: format strings end up in the metadata, arguments in a buffer. */

/* clang 19 cannot compile the library's part for gfx600 without optimisation: its pointers are generic. */
#if !__gfx600__ || __OPTIMIZE__
kernel void hello(int n, float f, constant char *s)
{
    printf("hello from %u of %d\n", (uint)get_global_id(0), n);
    if (f > 1.0f)
        printf("\tf = %8.3f, a quote \", a backslash \\, a colon: 100%% 'x'\n", (double)f);
    printf("%v4f and %s\n", (float4)(f, 1.0f, 2.0f, 3.0f), "a constant string");
    printf("%lx %p %c\n", (ulong)n << 40, (global void *)0, 'x');
}

kernel void quiet(global int *p) { p[get_global_id(0)] = printf("value\n"); }
#else
kernel void nothing(global int *g) { g[0] = 1; }
#endif
