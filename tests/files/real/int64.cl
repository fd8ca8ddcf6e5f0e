/* SPDX-License-Identifier: MIT */
/* 64-bit integers: carries, multiplication, division, shifts, comparisons. */

kernel void arithmetic(global ulong *u, global long *s)
{
    size_t g = get_global_id(0);
    ulong a = u[g], b = u[g + 1];
    u[g + 2] = a + b;
    u[g + 3] = a - b;
    u[g + 4] = a * b;
    u[g + 5] = a / (b | 1);
    u[g + 6] = a % (b | 1);
    u[g + 7] = mul_hi(a, b);
    s[g] = s[g] / (s[g + 1] | 1) + s[g + 2] % 1000;
    s[g + 3] = a < b ? s[g + 4] : -s[g + 5];
    s[g + 6] = abs_diff(s[g + 7], s[g + 8]);
}

kernel void shifting(global ulong *u, global long *s, uint k)
{
    size_t g = get_global_id(0);
    u[g] = (u[g] << (k & 63)) | (u[g] >> (64 - (k & 63)));
    u[g + 1] = rotate(u[g + 1], 13UL) ^ (u[g + 2] >> 32) ^ (u[g + 3] << 40);
    s[g] = s[g] >> (g & 63);
    s[g + 1] = (long)clz(u[g + 4]) + (long)popcount(u[g + 5]);
    u[g + 6] = u[g + 6] & 0xffff0000ffff0000UL;
    s[g + 2] = s[g + 2] > 0x100000000L ? 1 : s[g + 3] == -16 ? 2 : 3;
}

/* All of it uniform: the scalar unit does it. */
kernel void scalar(ulong a, ulong b, long c, uint k, global ulong *u)
{
    u[0] = a + b;
    u[1] = a - b;
    u[2] = a * 0x123456789UL;
    u[3] = a << k;
    u[4] = (ulong)(c >> k);
    u[5] = a < b ? a : (ulong)c;
    u[6] = (a & ~b) | (a ^ (ulong)c);
    u[7] = (ulong)popcount(a) + (ulong)clz(b);
}
