/* SPDX-License-Identifier: MIT */
/* Integers of 8 to 64 bits: arithmetic, division, shifts, OpenCL's integer functions. */
//% libclc -O2
//% rocm -O0
//: arithmetic32 500/64 u32[n*8] u32[n*2]=edge
//: divide_i32 500/64 i32[n*2] i32[n*2]=edge
//: divide_u32 500/64 u32[n*2] u32[n*2]=edge
//: divide_constant 500/64 u32[n*6] u32[n]=edge
//: arithmetic64 500/64 u64[n*8] u64[n*2]=edge
//: divide_i64 200/64 i64[n*2] i64[n*2]=edge
//: divide_u64 200/64 u64[n*2] u64[n*2]=edge
//: shift32 500/64 u32[n*4] u32[n*2]=edge
//: shift64 500/64 u64[n*4] u64[n*2]=edge
//: compare64 500/64 u32[n] i64[n*2]=edge
//: bytes8 500/64 i8[n*8] i8[n*2]=edge
//: halves16 500/64 i16[n*8] i16[n*2]=edge
//: unsigned8 500/64 u8[n*8] u8[n*2]=edge
//: unsigned16 500/64 u16[n*8] u16[n*2]=edge
//: minmax 300/64 i32[n*4] i32[n*2]=edge
//: counts 300/64 u32[n*3] u32[n]=edge
//: counts64 300/64 u64[n*3] u64[n]=edge
//: rotates 300/64 u32[n] u64[n] u32[n*2]=edge
//: absolute 300/64 u32[n*4] i32[n*2]=edge
//: averages 300/64 i32[n*4] i32[n*2]=edge
//: saturate8 300/64 i8[n*2] u8[n*2] i8[n*2]=edge
//: saturate16 300/64 i16[n*2] u16[n*2] i16[n*2]=edge
//: saturate32 300/64 i32[n*2] u32[n*2] i32[n*2]=edge
//: saturate64 300/64 i64[n*2] u64[n*2] i64[n*2]=edge
//: high_products 300/64 i32[n] u32[n] i64[n] u64[n] i64[n*2]=edge
//: products24 300/64 i32[n*2] u32[n*2] i32[n*3]=any
//: upsamples 300/64 u64[n*3] u32[n*2]=any
//: bit_reverse 300/64 u32[n] u32[n]=any
//: morton 300/64 u32[n] u32[n]=any
//: crc32 100/64 u32[n] u8[n*9]=any
//: modular_power 60/64 u64[n] u64[n*2]=any
//: isqrt 300/64 u32[n] u64[n]=edge
//: xorshift 100/64 u64[n] u64[n]=any
//: mulhi64 200/64 u64[n] u64[n*2]=edge

kernel void arithmetic32(global uint *out, global const uint *in) {
    uint i = get_global_id(0), a = in[2 * i], b = in[2 * i + 1];
    out += 8 * i;
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a & b;
    out[4] = a | b;
    out[5] = a ^ b;
    out[6] = ~a + (a & ~b);
    out[7] = (a + b) * (a - b) + 12345;
}

kernel void divide_i32(global int *out, global const int *in) {
    uint i = get_global_id(0);
    int a = in[2 * i], b = in[2 * i + 1];
    if (b == 0 || (a == INT_MIN && b == -1))
        b = 3;
    out[2 * i] = a / b;
    out[2 * i + 1] = a % b;
}

kernel void divide_u32(global uint *out, global const uint *in) {
    uint i = get_global_id(0), a = in[2 * i], b = in[2 * i + 1];
    b = b ? b : 7;
    out[2 * i] = a / b;
    out[2 * i + 1] = a % b;
}

kernel void divide_constant(global uint *out, global const uint *in) {
    uint i = get_global_id(0), a = in[i];
    out[6 * i] = a / 3;
    out[6 * i + 1] = a % 7;
    out[6 * i + 2] = (int)a / 5;
    out[6 * i + 3] = (int)a % -9;
    out[6 * i + 4] = (int)a / 16;
    out[6 * i + 5] = a / 641;
}

kernel void arithmetic64(global ulong *out, global const ulong *in) {
    uint i = get_global_id(0);
    ulong a = in[2 * i], b = in[2 * i + 1];
    out += 8 * i;
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a & b;
    out[4] = a | b;
    out[5] = a ^ b;
    out[6] = -a;
    out[7] = (ulong)(uint)a * (uint)b + ~b;
}

kernel void divide_i64(global long *out, global const long *in) {
    uint i = get_global_id(0);
    long a = in[2 * i], b = in[2 * i + 1];
    if (b == 0 || (a == LONG_MIN && b == -1))
        b = 3;
    out[2 * i] = a / b;
    out[2 * i + 1] = a % b;
}

kernel void divide_u64(global ulong *out, global const ulong *in) {
    uint i = get_global_id(0);
    ulong a = in[2 * i], b = in[2 * i + 1];
    b = b ? b : 7;
    out[2 * i] = a / b;
    out[2 * i + 1] = a % b;
}

kernel void shift32(global uint *out, global const uint *in) {
    uint i = get_global_id(0), a = in[2 * i], b = in[2 * i + 1] & 31;
    out[4 * i] = a << b;
    out[4 * i + 1] = a >> b;
    out[4 * i + 2] = (int)a >> b;
    out[4 * i + 3] = (a << 7 | a >> 25) + (1u << b);
}

kernel void shift64(global ulong *out, global const ulong *in) {
    uint i = get_global_id(0), b = in[2 * i + 1] & 63;
    ulong a = in[2 * i];
    out[4 * i] = a << b;
    out[4 * i + 1] = a >> b;
    out[4 * i + 2] = (long)a >> b;
    out[4 * i + 3] = (a << 33) + (a >> 40) + ((long)a >> 32);
}

kernel void compare64(global uint *out, global const long *in) {
    uint i = get_global_id(0);
    long a = in[2 * i], b = in[2 * i + 1];
    out[i] = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | ((ulong)a < (ulong)b) << 4 |
             ((ulong)a >= (ulong)b) << 5 | (a > b ? 64 : 0) | (a == 0 ? 128 : 0);
}

#define SMALL(NAME, T)                                                                                                 \
    kernel void NAME(global T *out, global const T *in) {                                                              \
        uint i = get_global_id(0);                                                                                     \
        T a = in[2 * i], b = in[2 * i + 1], d = b == 0 || b == (T)-1 ? 3 : b;                                          \
        out += 8 * i;                                                                                                  \
        out[0] = a + b;                                                                                                \
        out[1] = a - b;                                                                                                \
        out[2] = a * b;                                                                                                \
        out[3] = a / d;                                                                                                \
        out[4] = a % d;                                                                                                \
        out[5] = a >> 3;                                                                                               \
        out[6] = (T)(a << 2) ^ b;                                                                                      \
        out[7] = a < b ? a : a > b ? b : 42;                                                                           \
    }
SMALL(bytes8, char)
SMALL(halves16, short)
SMALL(unsigned8, uchar)
SMALL(unsigned16, ushort)

kernel void minmax(global int *out, global const int *in) {
    uint i = get_global_id(0);
    int a = in[2 * i], b = in[2 * i + 1];
    out[4 * i] = min(a, b);
    out[4 * i + 1] = max(a, b);
    out[4 * i + 2] = (int)max((uint)a, (uint)b);
    out[4 * i + 3] = clamp(a, -1000, 1000);
}

kernel void counts(global uint *out, global const uint *in) {
    uint i = get_global_id(0);
    out[3 * i] = popcount(in[i]);
    out[3 * i + 1] = clz(in[i]);
    out[3 * i + 2] = popcount(in[i] ^ in[i] << 1) + clz(in[i] >> 3);
}

kernel void counts64(global ulong *out, global const ulong *in) {
    uint i = get_global_id(0);
    out[3 * i] = popcount(in[i]);
    out[3 * i + 1] = clz(in[i]);
    out[3 * i + 2] = popcount((uchar)in[i]) + clz((ushort)in[i]);
}

kernel void rotates(global uint *out, global ulong *out64, global const uint *in) {
    uint i = get_global_id(0), by = in[2 * i + 1];
    out[i] = rotate(in[2 * i], by);
    out64[i] = rotate((ulong)in[2 * i] << 16 | 5, (ulong)by);
}

kernel void absolute(global uint *out, global const int *in) {
    uint i = get_global_id(0);
    int a = in[2 * i], b = in[2 * i + 1];
    out[4 * i] = abs(a);
    out[4 * i + 1] = abs_diff(a, b);
    out[4 * i + 2] = abs_diff((uint)a, (uint)b);
    out[4 * i + 3] = abs((short)a) + abs((char)b);
}

kernel void averages(global int *out, global const int *in) {
    uint i = get_global_id(0);
    int a = in[2 * i], b = in[2 * i + 1];
    out[4 * i] = hadd(a, b);
    out[4 * i + 1] = rhadd(a, b);
    out[4 * i + 2] = hadd((uint)a, (uint)b);
    out[4 * i + 3] = rhadd((uchar)a, (uchar)b);
}

#define SATURATE(NAME, T, U)                                                                                           \
    kernel void NAME(global T *out, global U *unsigned_out, global const T *in) {                                      \
        uint i = get_global_id(0);                                                                                     \
        T a = in[2 * i], b = in[2 * i + 1];                                                                            \
        out[2 * i] = add_sat(a, b);                                                                                    \
        out[2 * i + 1] = sub_sat(a, b);                                                                                \
        unsigned_out[2 * i] = add_sat((U)a, (U)b);                                                                     \
        unsigned_out[2 * i + 1] = sub_sat((U)a, (U)b);                                                                 \
    }
SATURATE(saturate8, char, uchar)
SATURATE(saturate16, short, ushort)
SATURATE(saturate32, int, uint)
SATURATE(saturate64, long, ulong)

kernel void high_products(global int *s, global uint *u, global long *sl, global ulong *ul, global const long *in) {
    uint i = get_global_id(0);
    long a = in[2 * i], b = in[2 * i + 1];
    s[i] = mul_hi((int)a, (int)b) + mul_hi((short)a, (short)b);
    u[i] = (mul_hi((uint)a, (uint)b) + 77) ^ mul_hi((uchar)a, (uchar)b);
    sl[i] = mul_hi(a, b);
    ul[i] = mul_hi((ulong)a, (ulong)b);
}

kernel void products24(global int *s, global uint *u, global const int *in) {
    uint i = get_global_id(0);
    int a = in[3 * i] >> 9, b = in[3 * i + 1] >> 9, c = in[3 * i + 2];
    uint x = (uint)in[3 * i] >> 8, y = (uint)in[3 * i + 1] >> 8;
    s[2 * i] = mul24(a >> 9, b >> 9);
    s[2 * i + 1] = mad24(a >> 9, b >> 9, c >> 1);
    u[2 * i] = mul24(x, y);
    u[2 * i + 1] = mad24(x, y, (uint)c);
}

kernel void upsamples(global ulong *out, global const uint *in) {
    uint i = get_global_id(0), a = in[2 * i], b = in[2 * i + 1];
    out[3 * i] = upsample(a, b);
    out[3 * i + 1] = upsample((ushort)a, (ushort)b);
    out[3 * i + 2] = upsample((uchar)a, (uchar)b);
}

kernel void bit_reverse(global uint *out, global const uint *in) {
    uint i = get_global_id(0), x = in[i], r = 0;
    for (int k = 0; k < 32; k++)
        r |= (x >> k & 1) << (31 - k);
    out[i] = r;
}

kernel void morton(global uint *out, global const uint *in) {
    uint i = get_global_id(0), x = in[i] & 0xffff, y = in[i] >> 16;
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    x = (x | x << 1) & 0x55555555;
    y = (y | y << 8) & 0x00ff00ff;
    y = (y | y << 4) & 0x0f0f0f0f;
    y = (y | y << 2) & 0x33333333;
    y = (y | y << 1) & 0x55555555;
    out[i] = x | y << 1;
}

kernel void crc32(global uint *out, global const uchar *in) {
    uint i = get_global_id(0), crc = ~0u;
    for (uint k = 0; k < 9; k++) {
        crc ^= in[9 * i + k];
        for (int b = 0; b < 8; b++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    out[i] = ~crc;
}

kernel void modular_power(global ulong *out, global const ulong *in) {
    uint i = get_global_id(0);
    ulong base = in[2 * i] % 4294967291ul, e = in[2 * i + 1] & 0xfff, r = 1;
    for (; e; e >>= 1) {
        if (e & 1)
            r = r * base % 4294967291ul;
        base = base * base % 4294967291ul;
    }
    out[i] = r;
}

kernel void isqrt(global uint *out, global const ulong *in) {
    uint i = get_global_id(0);
    ulong x = in[i], r = 0;
    for (ulong bit = 1ul << 62; bit; bit >>= 2) {
        if (x >= r + bit) {
            x -= r + bit;
            r = (r >> 1) + bit;
        } else
            r >>= 1;
    }
    out[i] = r;
}

kernel void xorshift(global ulong *out, global const ulong *in) {
    uint i = get_global_id(0);
    ulong x = in[i] | 1;
    for (int k = 0; k < 37; k++) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
    }
    out[i] = x * 2685821657736338717ul;
}

kernel void mulhi64(global ulong *out, global const ulong *in) {
    uint i = get_global_id(0);
    ulong a = in[2 * i], b = in[2 * i + 1];
    ulong al = (uint)a, ah = a >> 32, bl = (uint)b, bh = b >> 32;
    ulong t = al * bl, u = ah * bl + (t >> 32), v = al * bh + (uint)u;
    out[i] = ah * bh + (u >> 32) + (v >> 32);
}
