// SPDX-License-Identifier: MIT
// undefined values: LDS, private memory and memory that no one has written. FIX( ) is in the twin
// alone, BUGGY( ) is not in it.
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
#include "../seed.h"
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

// run lds_never: -g 64 -l 64 buf:256 buf:256
kernel void lds_never(global int *out, global const int *in) {
    local int a[64];
    int l = get_local_id(0);
    if (in[l] BUGGY(!=) FIX(==) 0)
        a[l] = l;
    BARRIER;
    out[l] = a[l ^ 1]; // BUG undefined
}

// A tree of 64 where 48 have a value.
// run slots: -g 48 -l 48 buf:256 buf:256
kernel void slots(global int *out, global const int *in) {
    local int part[64];
    int l = get_local_id(0);
    part[l] = in[l];
    FIX(if (l < 16) part[48 + l] = 0;)
    BARRIER;
    for (int n = 32; n; n /= 2) {
        if (l < n)
            part[l] += part[l + n];
        BARRIER;
    }
    if (l == 0)
        out[0] = part[0]; // BUG undefined
}

// The last element is left out.
// run last_element: -g 64 -l 64 buf:256
kernel void last_element(global int *out) {
    local int a[64];
    int l = get_local_id(0);
    if (l < BUGGY(63) FIX(64))
        a[l] = l * 3;
    BARRIER;
    out[l] = a[63 - l] + 1; // BUG undefined
}

// run index: -g 64 -l 64 buf:256 buf:256
kernel void index(global int *out, global const int *in) {
    local uchar order[64];
    int l = get_local_id(0);
    if (l BUGGY(& 1) FIX(< 64))
        order[l] = 63 - l;
    BARRIER;
    out[l] = in[order[l ^ 2] & 63]; // BUG undefined
}

// run branch: -g 64 -l 64 buf:256
kernel void branch(volatile global int *out) {
    local int flag[64];
    int l = get_local_id(0);
    if (l BUGGY(> 0) FIX(>= 0))
        flag[l] = l & 3;
    BARRIER;
    if (flag[63 - l] > 1) // BUG undefined
        out[l] = out[l + 1 & 63] + 5;
}

// Only work-items that find something say so.
// run flag: -g 64 -l 64 buf:256 buf:256
kernel void flag(global int *out, global const int *in) {
    local int found;
    int l = get_local_id(0);
    FIX(if (l == 0) found = 0;)
    FIX(BARRIER;)
    if (in[l] == 7)
        found = in[0];
    BARRIER;
    if (found) // BUG undefined
        for (int i = 0; i < 5; i++)
            out[l] += in[(l + i * i) & 63] * out[i];
}

// run loop_bound: -g 64 -l 64 buf:256 buf:256
kernel void loop_bound(global int *out, global const int *in) {
    local int count[2];
    int l = get_local_id(0), sum = 0;
    if (l == 0)
        count[BUGGY(in[0]) FIX(1)] = 5;
    BARRIER;
    for (int i = 0; i < (count[1] & 15); i++) // BUG undefined
        sum += in[i * 3];
    out[l] = sum;
}

// run bins: -g 64 -l 64 buf:256 buf:256
kernel void bins(global int *out, global const uint *in) {
    local int bin[16];
    int l = get_local_id(0);
    FIX(if (l < 16) bin[l] = 0;)
    BARRIER;
    atomic_inc(&bin[in[l] & 15]);
    BARRIER;
    if (l < 16)
        out[l] = bin[l]; // BUG undefined
}

// run accumulated: -g 64 -l 64 buf:256 buf:256
kernel void accumulated(global float *out, global const float *in) {
    local float sum[64];
    int l = get_local_id(0);
    FIX(sum[l] = 0;)
    for (int i = 0; i < 4; i++) {
        sum[(l + i) & 63] += in[l] * i;
        BARRIER;
    }
    out[l] = sum[l]; // BUG undefined
}

// Every second one.
// run stride: -g 64 -l 64 buf:256
kernel void stride(global int *out) {
    local int a[128];
    int l = get_local_id(0);
    for (int i = l BUGGY(* 2); i < 128; i += BUGGY(128) FIX(64))
        a[i] = i;
    BARRIER;
    out[l] = a[127 - l]; // BUG undefined
}

// The halo of a tile is not loaded.
// run halo: -g 64 -l 64 buf:256 buf:264
kernel void halo(global float *out, global const float *in) {
    local float tile[66];
    int l = get_local_id(0);
    tile[l + 1] = in[l + 1];
    FIX(if (l < 2) tile[l * 65] = in[l * 65];)
    BARRIER;
    out[l] = tile[l] + tile[l + 1] + tile[l + 2]; // BUG undefined
}

// run component: -g 64 -l 64 buf:256 buf:1024
kernel void component(global float *out, global const float4 *in) {
    local float4 v[64];
    int l = get_local_id(0);
    v[l].xyz = in[l].xyz;
    FIX(v[l].w = in[l].w;)
    BARRIER;
    out[l] = v[l ^ 1].x * v[l ^ 1].w; // BUG undefined
}

// run padded_rows: -g 64 -l 64 buf:256 buf:256
kernel void padded_rows(global int *out, global const int *in) {
    local int tile[8][9];
    int l = get_local_id(0), x = l & 7, y = l / 8;
    tile[y][x] = in[l];
    BARRIER;
    out[l] = tile[x][y BUGGY(+ 1)] * 2; // BUG undefined
}

// Half of an int is written.
// run half_written: -g 64 -l 64 buf:256
kernel void half_written(volatile global int *out) {
    local int a[64];
    int l = get_local_id(0);
    FIX(a[l] = 0;)
    ((local short *)a)[2 * l] = l;
    BARRIER;
    if (a[l ^ 1] < 70000) // BUG undefined
        out[l] = out[l ^ 3] + 5;
}

// A structure is copied byte by byte, and one of its members is looked at.
// run bytes: -g 64 -l 64 buf:256
struct member { int a, b; };
kernel void bytes(volatile global int *out) {
    local struct member from[64], to[64];
    int l = get_local_id(0);
    from[l].a = l;
    FIX(from[l].b = 2 * l;)
    for (int i = 0; i < 8; i++)
        ((local volatile char *)&to[l])[i] = ((local volatile char *)&from[l])[i];
    BARRIER;
    out[l] = to[l ^ 1].b; // BUG undefined
}

// run wide: -g 64 -l 64 buf:256
kernel void wide(volatile global int *out) {
    local ulong a[64];
    int l = get_local_id(0);
    FIX(a[l] = 0;)
    *(local uint *)&a[l] = l;
    BARRIER;
    if (a[l ^ 1] > 0x100000000) // BUG undefined
        out[l] = out[l ^ 1] + 1;
}

// Memory that the host has not written.
// run memory: -g 64 -l 64 buf:256 out:OUT:256
kernel void memory(global int *out, global const int *in) {
    int l = get_local_id(0);
    out[l] = FIX(0 *) in[l] + 1; // BUG undefined
}

// run memory_index: -g 64 -l 64 buf:256 out:OUT:256
kernel void memory_index(global int *out, global int *in) {
    int l = get_local_id(0);
    FIX(in[l] = l;)
    out[in[l] & 63] = 1; // BUG undefined
}

// run memory_sum: -g 64 -l 64 out:OUT:256
kernel void memory_sum(global int *out) {
    int l = get_local_id(0);
    FIX(out[l] = 0;)
    out[l] += l; // BUG undefined
}

// run memory_atomic: -g 64 -l 64 buf:256 out:OUT:256
kernel void memory_atomic(global int *out, global int *next) {
    int l = get_local_id(0);
    FIX(if (l == 0) next[0] = 0;)
    FIX(barrier(CLK_GLOBAL_MEM_FENCE);)
    out[atomic_inc(next) & 63] = l; // BUG undefined
}

// run private_array: -g 64 -l 64 buf:256 buf:256
kernel void private_array(global int *out, global const int *in) {
    int a[300];
    int l = get_local_id(0);
    for (int i = 0; i < BUGGY(200) FIX(300); i++)
        a[i] = in[i & 63] + i;
    out[l] = a[250 - (in[l] & 15)]; // BUG undefined
}

// run private_index: -g 64 -l 64 buf:256 buf:256
kernel void private_index(global int *out, global const int *in) {
    short next[400];
    int l = get_local_id(0);
    for (int i = BUGGY(1) FIX(0); i < 400; i++)
        next[i] = in[i & 63] + 1;
    out[next[in[l] & 7] & 63] = 1; // BUG undefined
}

// A search where nothing is found.
// run best: -g 64 -l 64 buf:256 buf:256
kernel void best(global int *out, global const int *in) {
    local int where[64];
    int l = get_local_id(0);
    FIX(where[l] = -1;)
    for (int i = 0; i < 8; i++)
        if (in[(l + i) & 63] > 100)
            where[l] = i;
    BARRIER;
    out[l] = where[l]; // BUG undefined
}

// A queue is read beyond its end.
// run queue: -g 64 -l 64 buf:256 buf:256
kernel void queue(global int *out, global const int *in) {
    local int item[128], count;
    int l = get_local_id(0);
    if (l == 0)
        count = 0;
    BARRIER;
    if (in[l] == 0 && l < 50)
        item[atomic_inc(&count)] = l;
    BARRIER;
    if (l BUGGY(<=) FIX(<) count)
        out[l] = item[l]; // BUG undefined
}

// An exclusive sum whose first element is missing.
// run scan: -g 64 -l 64 buf:256 buf:256
kernel void scan(global int *out, global const int *in) {
    local int a[65];
    int l = get_local_id(0);
    FIX(if (l == 0) a[0] = 0;)
    a[l + 1] = in[l];
    BARRIER;
    int sum = 0;
    for (int i = 0; i <= l; i++)
        sum += a[i];
    out[l] = sum; // BUG undefined
}

// Each row by its first work-item, one row is forgotten.
// run rows: -g 16,4 -l 16,4 buf:256 buf:256
kernel void rows(global int *out, global const int *in) {
    local int sum[4];
    int x = get_local_id(0), y = get_local_id(1);
    if (x == 0 && y BUGGY(!= 0) FIX(>= 0))
        sum[y] = in[y * 16];
    BARRIER;
    out[y * 16 + x] = sum[y] - x; // BUG undefined
}
