/* SPDX-License-Identifier: MIT */
/* GCC's nested functions: their addresses are those of code that the kernel writes on its stack. */
#include <stdio.h>

#pragma omp declare target
static int __attribute__((noinline)) apply(int (*f)(int), int x) {
    return f(x);
}
static int __attribute__((noinline)) outer(int k, int n) {
    int total = 0;
    int add(int x) {
        total += x * k;
        return total;
    }
    for (int i = 0; i < n; i++)
        apply(add, i);
    return total;
}
static int __attribute__((noinline)) deep(int n, int (*up)(int)) {
    int here(int x) {
        return x + n + (up ? up(x) : 0);
    }
    return n ? deep(n - 1, here) : here(1);
}
#pragma omp end declare target
int main(void) {
    int r = 0, d = 0;
#pragma omp target map(from : r, d)
    {
        r = outer(3, 1000);
        d = deep(6, 0);
    }
    int right = r == outer(3, 1000) && d == deep(6, 0);
    printf("%d %d\n%d passed, %d failed\n", r, d, right, !right);
    return !right;
}
