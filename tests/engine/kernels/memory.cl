/* SPDX-License-Identifier: MIT */
/* Memory: loads and stores of every size, private arrays, constants, structures, vectors in memory. */
//% libclc -O2
//% rocm -O0
//: copy8 1001/64 u8[n] u8[n]=any
//: copy16 1001/64 u16[n] u16[n]=any
//: copy32 1001/64 u32[n] u32[n]=any
//: copy64 1001/64 u64[n] u64[n]=any
//: copy128 301/64 u32[n*4] u32[n*4]=any
//: copy256 101/64 u32[n*8] u32[n*8]=any
//: signed_loads 500/64 i32[n*2] i8[n]=any i16[n]=any
//: byte_pack 400/64 u32[n] u8[n*4]=any
//: byte_stores 100/64 u8[n*7]
//: strided 300/64 u32[n*3] u32[n*3]=any u32:3
//: gather 500/64 u32[n] u32[1024]=any u32[n]=any
//: scatter 500/64 u32[n*2] u32[n]=any n
//: transpose 31x17/8x8 u32[n] u32[n]=any
//: stencil 33x21/16x4 u32[n] u32[n]=small
//: private_array 200/64 u32[n] u32[n]=small
//: private_sort 130/64 u32[n*8] u32[n*8]=any
//: private_bytes 130/64 u32[n] u32[n]=any
//: private_matrix 70/64 f32[n*9]~0 f32[n*9]=integer
//: private_doubles 70/64 f64[n] f64[n*4]=integer
//: constant_table 300/64 u32[n] u32[n]=small
//: constant_pointer 300/64 u32[n] u32[16]=any u32[n]=any
//: program_scope 64/64 f32[n]
//: struct_array 150/64 u8[n*24]=any n
//: struct_value 50/64 i64[n*4] struct:40
//: many_arguments 40/64 u32[n] u8:200 i8:-5 u16:60000 i16:-300 u32:4000000000 i64:-12345678901 f32:1.25 f64:2.5
//: vload3s 100/64 f32[n*3] f32[n*3]=any
//: vload_unaligned 100/50 i32[n*4] i32[n*4+3]=any
//: interleave 100/50 u32[n*2] u32[n]=any u32[n]=any
//: pointer_chase 100/64 u32[n] u32[256]=any
//: in_place 500/64 u32[n]=any u32:5
//: volatile_steps 64/64 u32[n]
//: long_index 100/64 u32[n] u32[n]=any i64:-3

kernel void copy8(global uchar *out, global const uchar *in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }
kernel void copy16(global ushort *out, global const ushort *in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }
kernel void copy32(global uint *out, global const uint *in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }
kernel void copy64(global ulong *out, global const ulong *in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }
kernel void copy128(global uint4 *out, global const uint4 *in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }
kernel void copy256(global uint8 *out, global const uint8 *in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }

kernel void signed_loads(global int *out, global const char *bytes, global const short *halves) {
    uint i = get_global_id(0);
    out[2 * i] = bytes[i] * 3;
    out[2 * i + 1] = halves[i] * 3;
}

kernel void byte_pack(global uint *out, global const uchar *in) {
    uint i = get_global_id(0);
    out[i] = in[4 * i] | in[4 * i + 3] << 8 | in[4 * i + 1] << 16 | (uint)in[4 * i + 2] << 24;
}

kernel void byte_stores(global uchar *out) {
    uint i = get_global_id(0);
    for (uint k = 0; k < 7; k++)
        out[7 * i + k] = i * 31 + k * k;
}

kernel void strided(global uint *out, global const uint *in, uint stride) {
    uint i = get_global_id(0), n = get_global_size(0);
    for (uint k = 0; k < stride; k++)
        out[i * stride + k] = in[k * n + i];
}

kernel void gather(global uint *out, global const uint *table, global const uint *at) {
    uint i = get_global_id(0);
    out[i] = table[at[i] & 1023] ^ table[(at[i] >> 10) & 1023];
}

kernel void scatter(global uint *out, global const uint *in, uint n) {
    uint i = get_global_id(0);
    out[(i * 7) % n * 2 + 1] = in[i]; /* 7 and 500 have no common divisor */
}

kernel void transpose(global uint *out, global const uint *in) {
    uint x = get_global_id(0), y = get_global_id(1);
    out[x * get_global_size(1) + y] = in[y * get_global_size(0) + x];
}

kernel void stencil(global uint *out, global const uint *in) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
    uint sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
                sum += in[(y + dy) * w + x + dx];
    out[y * w + x] = sum;
}

kernel void private_array(global uint *out, global const uint *in) {
    uint i = get_global_id(0), seen[17], sum = 0;
    for (uint k = 0; k < 17; k++)
        seen[k] = k * in[i];
    for (uint k = 0; k < 40; k++)
        seen[(k * in[i]) % 17] += seen[(k + in[i]) % 17] ^ k;
    for (uint k = 0; k < 17; k++)
        sum = sum * 31 + seen[k];
    out[i] = sum;
}

kernel void private_sort(global uint *out, global const uint *in) {
    uint i = get_global_id(0), a[8];
    for (int k = 0; k < 8; k++)
        a[k] = in[8 * i + k];
    for (int k = 1; k < 8; k++) {
        uint x = a[k];
        int j = k;
        for (; j > 0 && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
    for (int k = 0; k < 8; k++)
        out[8 * i + k] = a[k];
}

kernel void private_bytes(global uint *out, global const uint *in) {
    uint i = get_global_id(0), x = in[i], r = 0;
    uchar digits[16];
    short halves[8];
    int n = 0;
    for (; x; x /= 10)
        digits[n++] = x % 10;
    for (int k = 0; k < 8; k++)
        halves[k] = k - in[i] % 1000;
    for (int k = 0; k < n; k++)
        r = r * 10 + digits[k] + halves[(digits[k] + k) & 7];
    out[i] = r;
}

kernel void private_matrix(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float a[3][3], b[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            a[r][c] = in[9 * i + 3 * r + c];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            b[r][c] = 0;
            for (int k = 0; k < 3; k++)
                b[r][c] += a[r][k] * a[(k + i) % 3][c];
        }
    for (int k = 0; k < 9; k++)
        out[9 * i + k] = b[k / 3][(k + i) % 3];
}

kernel void private_doubles(global double *out, global const double *in) {
    uint i = get_global_id(0);
    double a[4];
    for (int k = 0; k < 4; k++)
        a[(k + i) & 3] = in[4 * i + k];
    out[i] = a[i & 3] * a[(i >> 2) & 3] - a[1];
}

constant uint squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
constant uchar letters[] = "the quick brown fox jumps over the lazy dog";

kernel void constant_table(global uint *out, global const uint *in) {
    uint i = get_global_id(0);
    out[i] = squares[in[i] & 15] * 256 + letters[in[i] % 43];
}

kernel void constant_pointer(global uint *out, constant uint *table, global const uint *in) {
    uint i = get_global_id(0);
    out[i] = table[in[i] & 15] + table[3];
}

constant float weights[2][4] = {{0.5f, 1.5f, -2.0f, 1e10f}, {3.0f, -0.0f, 7.25f, 1e-10f}};

kernel void program_scope(global float *out) {
    uint i = get_global_id(0);
    out[i] = weights[i & 1][(i >> 1) & 3] * (float)i;
}

typedef struct record {
    uchar kind;
    ushort part;
    int number;
    ulong key;
    uchar tail[3];
} record;

kernel void struct_array(global record *all, uint n) {
    uint i = get_global_id(0);
    record r = all[i];
    r.key += r.number;
    r.number = r.kind * r.part;
    r.tail[i % 3] ^= 0x55;
    all[i].key = r.key;
    all[i].number = r.number;
    all[i].tail[0] = r.tail[0];
    all[i].tail[1] = r.tail[1];
    all[i].tail[2] = r.tail[2];
}

typedef struct parameters {
    char a;
    int b;
    short c[3];
    long d;
    uint2 e;
    ushort f;
} parameters;

kernel void struct_value(global long *out, parameters p) {
    uint i = get_global_id(0);
    out[4 * i] = p.a + p.b;
    out[4 * i + 1] = p.c[i % 3];
    out[4 * i + 2] = p.d + i;
    out[4 * i + 3] = p.e.x ^ p.e.y ^ p.f;
}
#ifdef HOST
kernel void host_struct_value(global long *out, global const parameters *p) { struct_value(out, *p); }
#endif

kernel void many_arguments(global uint *out, uchar a, char b, ushort c, short d, uint e, long f, float g, double h) {
    uint i = get_global_id(0);
    long sum = a + b + c + d + (long)e + f;
    out[i] = (uint)sum + (uint)(sum >> 32) + (uint)(g * 4) + (uint)(h * 8) + i;
}

kernel void vload3s(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float3 a = vload3(i, in);
    vstore3(a.zxy * 2.0f, i, out);
}

kernel void vload_unaligned(global int *out, global const int *in) {
    uint i = get_global_id(0);
    int4 a = vload4(i, in + 3);
    vstore4(a.wzyx, i, out);
}

kernel void interleave(global uint2 *out, global const uint *a, global const uint *b) {
    uint i = get_global_id(0);
    out[i] = (uint2)(a[i], b[i]);
}

kernel void pointer_chase(global uint *out, global const uint *next) {
    uint i = get_global_id(0), at = i;
    for (uint k = 0; k < i % 50; k++)
        at = next[at & 255];
    out[i] = at;
}

kernel void in_place(global uint *data, uint by) {
    global uint *p = data + get_global_id(0);
    *p += by;
    *p ^= *p >> 3;
    *p *= 0x9e3779b1;
}

kernel void volatile_steps(global volatile uint *out) {
    uint i = get_global_id(0);
    out[i] = i;
    out[i] = out[i] * 2 + 1;
    out[i] = out[i] * out[i];
}

kernel void long_index(global uint *out, global const uint *in, long by) {
    long i = get_global_id(0);
    global const uint *p = in - by;
    out[i] = p[i + by];
}
