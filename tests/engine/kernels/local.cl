/* SPDX-License-Identifier: MIT */
/* Work-groups: local memory of every size, barriers, also in loops, and groups of several waves. */
//% libclc -O2
//% rocm -O1 -mcode-object-version=4
//: reverse_group 512/128 u32[n] u32[n]=any
//: reduce 896/128 u32[g] u32[n]=any
//: reduce_odd 300/100 u32[g] u32[n]=any n
//: scan 512/256 u32[n] u32[n]=any
//: local_argument 256/64 u32[n] u32[n]=any local:256
//: two_locals 128/64 u32[n] u32[n]=any local:256 local:129
//: local_bytes 192/96 u8[n] u8[n]=any
//: local_halves 192/64 u16[n] u16[n]=any
//: local_longs 192/64 u64[n] u64[n]=any
//: local_vectors 128/64 u32[n*4] u32[n*4]=any
//: local_doubles 128/64 f64[n] f64[n]=integer
//: tile_transpose 32x24/8x8 u32[n] u32[n]=any
//: bitonic 256/64 u32[n] u32[n]=any
//: barrier_loop 320/160 u32[n] u32[n]=small
//: neighbours 384/192 f32[n] f32[n]=integer
//: one_wave 64/64 u32[n]
//: large_group 2048/1024 u32[n] u32[n]=any
//: histogram 1024/128 u32[256] u32[n]=any n
//: uneven 77/20 u32[n] n
//: matrix_tiles 32x16/8x8 f32[n] f32[16*24]=integer f32[24*32]=integer u32:24
//: odd_even 60/60 u32[n] u32[n]=any
//: local_struct 128/32 u32[n] u32[n]=any
//: stride_conflicts 128/64 u32[n]
//: broadcast 256/64 u32[n] u32[n]=any
//: three_d_local 8x4x6/4x4x3 u32[n] u32[n]=any
//: pipeline 128/128 u32[n] u32[n]=any
//: local_unaligned 128/64 u32[n*2] u8[n*8]=any

kernel __attribute__((reqd_work_group_size(128, 1, 1))) void reverse_group(global uint *out, global const uint *in) {
    local uint tile[128];
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[127 - l];
}

kernel void reduce(global uint *out, global const uint *in) {
    local uint part[128];
    uint i = get_global_id(0), l = get_local_id(0);
    part[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 64; s; s >>= 1) {
        if (l < s)
            part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}

kernel void reduce_odd(global uint *out, global const uint *in, uint n) {
    local uint part[100];
    uint l = get_local_id(0), left = get_local_size(0);
    part[l] = in[get_global_id(0)] * 3;
    while (left > 1) {
        uint half_left = (left + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l + half_left < left)
            part[l] ^= part[l + half_left] + l;
        left = half_left;
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}

kernel void scan(global uint *out, global const uint *in) {
    local uint a[256], b[256];
    uint i = get_global_id(0), l = get_local_id(0);
    local uint *from = a, *to = b;
    from[l] = in[i];
    for (uint by = 1; by < 256; by *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        to[l] = from[l] + (l >= by ? from[l - by] : 0);
        local uint *t = from;
        from = to;
        to = t;
    }
    out[i] = from[l];
}

kernel void local_argument(global uint *out, global const uint *in, local uint *tile) {
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l ^ 5] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[l] + l;
}

kernel void two_locals(global uint *out, global const uint *in, local uint *words, local uchar *bytes) {
    uint i = get_global_id(0), l = get_local_id(0);
    local uint fixed[64];
    words[l] = in[i];
    bytes[2 * l] = in[i] >> 8;
    bytes[2 * l + 1] = in[i] >> 16;
    fixed[63 - l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = words[(l + 1) & 63] + bytes[127 - l] + fixed[l];
}

kernel void local_bytes(global uchar *out, global const uchar *in) {
    local uchar tile[96];
    local char sign[96];
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = in[i];
    sign[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[95 - l] + (sign[(l + 7) % 96] >> 1);
}

kernel void local_halves(global ushort *out, global const ushort *in) {
    local short tile[64];
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[63 - l] / 3 + (ushort)tile[l ^ 1];
}

kernel void local_longs(global ulong *out, global const ulong *in) {
    local ulong tile[64];
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[63 - l] + tile[l ^ 1];
}

kernel void local_vectors(global uint4 *out, global const uint4 *in) {
    local uint4 tile[64];
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[63 - l].wzyx + tile[l ^ 3];
}

kernel void local_doubles(global double *out, global const double *in) {
    local double tile[64];
    uint i = get_global_id(0), l = get_local_id(0);
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = tile[(l * 5) & 63] * 2.0 + tile[l ^ 32];
}

kernel void tile_transpose(global uint *out, global const uint *in) {
    local uint tile[8][9];
    uint w = get_global_size(0), h = get_global_size(1);
    uint x = get_local_id(0), y = get_local_id(1), gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    tile[y][x] = in[(gy + y) * w + gx + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(gx + y) * h + gy + x] = tile[x][y];
}

kernel void bitonic(global uint *out, global const uint *in) {
    local uint a[64];
    uint i = get_global_id(0), l = get_local_id(0);
    a[l] = in[i];
    for (uint size = 2; size <= 64; size *= 2)
        for (uint step = size / 2; step; step /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint other = l ^ step;
            if (other > l && (a[l] > a[other]) == !(l & size)) {
                uint t = a[l];
                a[l] = a[other];
                a[other] = t;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[l];
}

kernel void barrier_loop(global uint *out, global const uint *in) {
    local uint a[160];
    uint i = get_global_id(0), l = get_local_id(0);
    a[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 10; k++) {
        uint next = a[(l + 1) % 160] + a[(l + 159) % 160];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (next & 1)
            a[l] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = a[l];
}

kernel void neighbours(global float *out, global const float *in) {
    local float a[194];
    uint i = get_global_id(0), l = get_local_id(0);
    a[l + 1] = in[i];
    if (l == 0)
        a[0] = a[193] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[l] * 0.25f + a[l + 1] * 0.5f + a[l + 2] * 0.25f;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void one_wave(global uint *out) {
    local uint a[64];
    uint l = get_local_id(0);
    a[l] = l * l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = a[(l * 7) & 63];
}

kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void large_group(global uint *out, global const uint *in) {
    local uint a[1024];
    uint i = get_global_id(0), l = get_local_id(0);
    a[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[1023 - l] ^ a[(l + 512) & 1023];
}

kernel void histogram(global uint *out, global const uint *in, uint n) {
    local uint count[256];
    uint l = get_local_id(0);
    if (get_group_id(0) == 0) { /* one group, so that 'out' needs no atomics */
        for (uint k = l; k < 256; k += get_local_size(0))
            count[k] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = l; k < n; k += get_local_size(0))
            atomic_inc(&count[in[k] & 255]);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = l; k < 256; k += get_local_size(0))
            out[k] = count[k];
    }
}

/* The last group is smaller; OpenCL 1.2 does not have that, so its size is not asked for. */
kernel void uneven(global uint *out, uint all) {
    local uint a[20];
    uint i = get_global_id(0), l = get_local_id(0), n = min(20u, all - (uint)get_group_id(0) * 20);
    a[l] = i * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[n - 1 - l] + n;
}

kernel void matrix_tiles(global float *out, global const float *a, global const float *b, uint k_size) {
    local float ta[8][8], tb[8][8];
    uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    uint lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (uint k = 0; k < k_size; k += 8) {
        ta[ly][lx] = a[y * k_size + k + lx];
        tb[ly][lx] = b[(k + ly) * w + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < 8; j++)
            sum += ta[ly][j] * tb[j][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[y * w + x] = sum;
}

kernel void odd_even(global uint *out, global const uint *in) {
    local uint a[60];
    uint l = get_local_id(0);
    a[l] = in[l];
    for (uint k = 0; k < 60; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((l & 1) == (k & 1) && l + 1 < 60 && a[l] > a[l + 1]) {
            uint t = a[l];
            a[l] = a[l + 1];
            a[l + 1] = t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = a[l];
}

typedef struct cell {
    uint value;
    ushort half_value;
    uchar bytes[3];
    ulong wide;
} cell;

kernel void local_struct(global uint *out, global const uint *in) {
    local cell cells[32];
    uint i = get_global_id(0), l = get_local_id(0);
    cells[l].value = in[i];
    cells[l].half_value = in[i] >> 7;
    cells[l].bytes[i % 3] = in[i] >> 3;
    cells[l].bytes[(i + 1) % 3] = in[i] >> 5;
    cells[l].bytes[(i + 2) % 3] = in[i] >> 11;
    cells[l].wide = (ulong)in[i] * in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    cell c = cells[31 - l];
    out[i] = c.value + c.half_value + c.bytes[0] * 3 + c.bytes[1] * 5 + c.bytes[2] * 7 + (uint)(c.wide >> 20);
}

kernel void stride_conflicts(global uint *out) {
    local uint a[64 * 33];
    uint i = get_global_id(0), l = get_local_id(0);
    for (uint k = 0; k < 33; k++)
        a[l * 33 + k] = l ^ k * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (uint k = 0; k < 33; k++)
        sum = sum * 7 + a[k * 64 + l];
    out[i] = sum;
}

kernel void broadcast(global uint *out, global const uint *in) {
    local uint x;
    uint i = get_global_id(0);
    if (get_local_id(0) == 41)
        x = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = x + i;
}

kernel void three_d_local(global uint *out, global const uint *in) {
    local uint a[3][4][4];
    uint x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    uint at = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    a[z][y][x] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = a[2 - z][x][y];
}

/* Waves work on different things between barriers. */
kernel void pipeline(global uint *out, global const uint *in) {
    local uint a[128], b[128];
    uint l = get_local_id(0);
    a[l] = in[l];
    for (uint k = 0; k < 4; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < 64)
            for (uint j = l; j < 128; j += 64)
                b[j] = a[j] * 3 + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l >= 64)
            for (uint j = l - 64; j < 128; j += 64)
                a[j] = b[127 - j] ^ j;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = a[l];
}

/* Pairs of words that need not begin at multiples of eight. */
kernel void local_unaligned(global uint *out, global const uchar *in) {
    local uint words[2 * 64 + 1];
    uint i = get_global_id(0), l = get_local_id(0);
    words[2 * l + 1] = in[8 * i] | in[8 * i + 1] << 8;
    words[2 * l + 2] = in[8 * i + 2];
    if (l == 0)
        words[0] = 99;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[2 * i] = words[2 * l];
    out[2 * i + 1] = words[2 * l + 1];
}
