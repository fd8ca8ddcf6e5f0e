/* SPDX-License-Identifier: MIT */
/* Constant tables in .rodata, addressed relative to the pc: every element width. */

constant uchar bytes[37] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4,
                            6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5, 0, 2, 8, 8, 4};
constant short shorts[9] = {-1, 2, -3, 4, -5, 6, -7, 8, -9};
constant uint words[16] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0,
                           0x082efa98, 0xec4e6c89, 0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c,
                           0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917};
constant float floats[8] = {1.0f, 0.5f, 0.25f, -0.125f, 3.14159274f, 2.71828175f, INFINITY, 1e-40f};
constant double doubles[4] = {1.0, -2.0, 0.1, 1e300};
constant ulong longs[3] = {1, 0x123456789abcdef0, ~0UL};
constant char text[] = "text, with a \"quote\", a \\ and a zero \0 inside";
constant float4 aligned[2] = {(float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8)};
constant struct { uchar tag; int value; } records[3] = {{1, 100}, {2, -200}, {3, 300}};

kernel void lookup(global const uint *in, global float *out, global ulong *big)
{
    size_t g = get_global_id(0);
    uint i = in[g];
    out[g] = floats[i & 7] + (float)bytes[i % 37] + (float)shorts[i % 9] + (float)doubles[i & 3];
    big[g] = words[i & 15] + longs[i % 3] + text[i % sizeof text] + records[i % 3].value * records[i & 1].tag;
    out[g + 1] = aligned[i & 1].z;
}

kernel void uniform_lookup(uint i, global float *out) { out[get_global_id(0)] = floats[i & 7] + aligned[i & 1].y; }
