// SPDX-License-Identifier: MIT
// bounds: LDS beyond its end, an argument's buffer through another one's pointer, private memory of
// others.
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
#include "../seed.h"
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

// run one_more: -g 64 -l 64 buf:256
kernel void one_more(global int *out) {
    local int a[64];
    int l = get_local_id(0);
    a[l BUGGY(+ 1)] = l; // BUG bounds
    BARRIER;
    out[l] = a[l | 1];
}

// run far_read: -g 64 -l 64 buf:256 buf:256
kernel void far_read(global int *out, global const int *in) {
    local int a[64];
    int l = get_local_id(0);
    a[l] = l;
    BARRIER;
    int at = in[l] + (BUGGY(100) FIX(10) ^ l);
    out[l] = a[at] FIX(+ 0); // BUG bounds
}

// The last row has a column more.
// run columns: -g 64 -l 64 buf:256
kernel void columns(global int *out) {
    local int tile[8][8];
    int l = get_local_id(0), x = l & 7, y = l / 8;
    tile[y][x] = l;
    BARRIER;
    tile[y][x BUGGY(+ 1)] = x; // BUG bounds
    BARRIER;
    out[l] = tile[x][y];
}

// The host gives less LDS than the kernel needs.
// run host_lds: -g 64 -l 64 buf:256 local:128
kernel void host_lds(global int *out, local int *a) {
    int l = get_local_id(0);
    a[l FIX(/ 2)] = l FIX(/ 2); // BUG bounds
    BARRIER;
    out[l] = l;
}

// run lds_atomic: -g 64 -l 64 buf:256 buf:256
kernel void lds_atomic(global int *out, global const int *in) {
    local int bin[16];
    int l = get_local_id(0);
    if (l < 16)
        bin[l] = 0;
    BARRIER;
    atomic_inc(&bin[(in[l] + l) & BUGGY(31) FIX(15)]); // BUG bounds
    BARRIER;
    if (l < 16)
        out[l] = bin[l];
}

// run lds_bytes: -g 64 -l 64 buf:256
kernel void lds_bytes(global int *out) {
    local uchar text[60];
    int l = get_local_id(0);
    if (l < BUGGY(64) FIX(60))
        text[l] = l; // BUG bounds
    BARRIER;
    out[l] = text[l / 2];
}

// Vectors of four reach beyond the end.
// run lds_vector: -g 64 -l 64 buf:1024
kernel void lds_vector(global int4 *out) {
    local int a[66];
    int l = get_local_id(0);
    a[l] = l;
    if (l < 2)
        a[64 + l] = 0;
    BARRIER;
    if (l < BUGGY(64) FIX(63))
        out[l] = vload4(0, a + l); // BUG bounds
}

// From one argument into the next.
// run past_the_end: -g 128 -l 64 buf:256 buf:256
kernel void past_the_end(global int *out, global int *other) {
    int i = get_global_id(0);
    FIX(if (i < 64))
        out[i] = i; // BUG bounds
    other[0] = 1;
}

// run before_the_start: -g 64 -l 64 buf:256 buf:256
kernel void before_the_start(global int *other, global int *out) {
    int l = get_local_id(0);
    out[l BUGGY(- 1)] = l; // BUG bounds
    other[0] = 1;
}

// run by_data: -g 64 -l 64 buf:256 buf:256 buf:256:i32=70
kernel void by_data(global int *out, global int *other, global const int *at) {
    int l = get_local_id(0);
    out[at[l] BUGGY(+ l) FIX(- 70 + l)] = l; // BUG bounds
    other[0] = 1;
}

// run stride: -g 64 -l 64 buf:256 buf:256
kernel void stride(global int *out, global const int *in) {
    int l = get_local_id(0);
    int x = in[l];
    out[l BUGGY(* 2)] = x; // BUG bounds
}

// The last vector is not whole.
// run vector: -g 64 -l 64 buf:1024 buf:1020 buf:64
kernel void vector(global int4 *out, global const int *in, global int *other) {
    int l = get_local_id(0);
    FIX(if (l < 63))
        out[l] = vload4(l, in); // BUG bounds
    other[0] = 1;
}

// Rows and columns are exchanged.
// run exchanged: -g 16,8 -l 16,8 buf:512 buf:512
kernel void exchanged(global int *out, global int *other) {
    int x = get_global_id(0), y = get_global_id(1);
    out[BUGGY(x * 16 + y) FIX(y * 16 + x)] = x; // BUG bounds
    other[0] = 1;
}

// run structures: -g 64 -l 64 buf:1024 buf:512
struct item { int a, b, c, d; };
struct less { int a, b; };
kernel void structures(global struct item *out, global struct less *in) {
    int l = get_local_id(0);
    out[l].c = BUGGY(((global struct item *)in)[l].b) FIX(in[l].b); // BUG bounds
}

// An atomic operation, a size that is one too many.
// run counted: -g 64 -l 64 buf:64 buf:64
kernel void counted(global int *bin, global const int *in) {
    int l = get_local_id(0);
    atomic_inc(&bin[(in[l & 15] + l) % BUGGY(17) FIX(16)]); // BUG bounds
}

// A private array of 1200 bytes, beyond its end.
// run private_far: -g 128 -l 128 buf:512 buf:512 i32:707
kernel void private_far(global int *out, global const int *in, int at) {
    int a[300];
    int l = get_local_id(0);
    for (int i = 0; i < 300; i++)
        a[i] = in[i & 63];
    a[at FIX(% 300)] = 1; // BUG bounds
    out[l] = a[in[l] + 7];
}

// run private_before: -g 128 -l 128 buf:512 buf:512 i32:4000
kernel void private_before(global int *out, global const int *in, int at) {
    char a[1000];
    int l = get_local_id(0);
    for (int i = 0; i < 1000; i++)
        a[i] = in[i & 63];
    out[l] = a[at FIX(- 3100)]; // BUG bounds
}
