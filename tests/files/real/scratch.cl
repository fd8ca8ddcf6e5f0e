/* SPDX-License-Identifier: MIT */
/* Private arrays that are indexed at run time: scratch memory, small and large. */

kernel void histogram(global const uchar *in, global uint *out, int n)
{
    uint count[64];
    for (int i = 0; i < 64; i++)
        count[i] = 0;
    for (int i = 0; i < n; i++)
        count[in[get_global_id(0) * n + i] & 63]++;
    for (int i = 0; i < 64; i++)
        out[get_global_id(0) * 64 + i] = count[i];
}

/* More than the 12-bit offset of a buffer instruction reaches. */
kernel void deep(global int *p, int n)
{
    int stack[3000];
    for (int i = 0; i < 3000; i++)
        stack[i] = p[i] ^ n;
    p[get_global_id(0)] = stack[p[get_global_id(0)] & 2047] + stack[2999 - (n & 1)];
}

kernel void mixed(global char *c, global short *s, global long *l, int k)
{
    char a[32];
    short b[32];
    long d[32];
    for (int i = 0; i < 32; i++) {
        a[i] = c[i];
        b[i] = s[i];
        d[i] = l[i];
    }
    a[k & 31] = 1;
    b[k & 31] = 2;
    d[k & 31] = 3;
    int g = (int)get_global_id(0) & 31;
    c[g] = a[31 - g];
    s[g] = b[31 - g];
    l[g] = d[31 - g];
}

kernel void structs(global int *p, int k)
{
    struct node { int key, left, right; uchar flag; } tree[16];
    for (int i = 0; i < 16; i++) {
        tree[i].key = p[i];
        tree[i].left = 2 * i + 1;
        tree[i].right = 2 * i + 2;
        tree[i].flag = i & 1;
    }
    int at = 0;
    while (at < 16 && tree[at].key != k)
        at = k < tree[at].key ? tree[at].left : tree[at].right;
    p[get_global_id(0)] = at < 16 ? tree[at].flag : -1;
}
