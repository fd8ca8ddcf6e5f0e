/* SPDX-License-Identifier: MIT */
/* Bit operations and the integer instructions compilers know: fields, counts, 24-bit, media. */

kernel void fields(global uint *u, global int *s)
{
    size_t g = get_global_id(0);
    uint a = u[g], b = u[g + 1];
    u[g + 2] = a >> 5 & 0x7ff;
    s[g] = (int)(a << 7) >> 20;
    u[g + 3] = (a & 0xff00ff) | (b & ~0xff00ff);
    u[g + 4] = popcount(a) + clz(b) + __builtin_ctz(a | 1);
    u[g + 5] = rotate(a, b) ^ rotate(b, 8u);
    u[g + 6] = mul24(a, b) + mad24(a, b, 3u) + mul_hi(a, b);
    s[g + 1] = mul_hi(s[g + 2], s[g + 3]) + mad_sat(s[g + 4], s[g + 5], s[g + 6]);
    u[g + 7] = hadd(a, b) + rhadd(a, b) + add_sat(a, b) + sub_sat(a, b);
    u[g + 8] = abs_diff(a, b) + abs(s[g + 7]) + upsample((ushort)a, (ushort)b);
    u[g + 9] = a / 7 + b % 1000 + a / b;
    u[g + 10] = __builtin_bitreverse32(a) + __builtin_bswap32(b);
    u[g + 11] = (a ^ b) + 64 + (a | b | 0x10) - (a << 4) + b;
}

kernel void media(global uint *u)
{
    size_t g = get_global_id(0);
    uint a = u[g], b = u[g + 1], c = u[g + 2];
    u[g + 3] = __builtin_amdgcn_sad_u8(a, b, c) + __builtin_amdgcn_msad_u8(a, b, c);
    u[g + 4] = __builtin_amdgcn_sad_u16(a, b, c) + __builtin_amdgcn_sad_hi_u8(a, b, c);
    u[g + 5] = __builtin_amdgcn_lerp(a, b, c) + __builtin_amdgcn_alignbyte(a, b, c);
    u[g + 6] = __builtin_amdgcn_ubfe(a, b, c) + __builtin_amdgcn_alignbit(a, b, c);
#if __gfx803__ || __gfx900__
    u[g + 7] = __builtin_amdgcn_perm(a, b, c);
#endif
}

kernel void scalar(uint a, uint b, int c, global uint *u)
{
    u[0] = a >> 5 & 0x7ff;
    u[1] = (uint)(c << 7) >> 20;
    u[2] = popcount(a) + clz(b);
    u[3] = a * b + (a & ~b) + (a ^ 0xdeadbeef);
    u[4] = c < 0 ? a : b;
    u[5] = (uint)abs(c) + min(a, b) + (uint)max(c, 5);
    u[6] = a << 3 | b;
    u[7] = ~(a & b) + ~(a | b);
}
