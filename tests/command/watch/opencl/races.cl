// SPDX-License-Identifier: MIT
// races: on LDS between waves of a group, on memory between waves and groups. Of the two sides of a
// race the later line is marked.
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
#include "../seed.h"
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

// run exchange: -g 128 -l 128 buf:512
kernel void exchange(global int *out) {
    local int a[128];
    int l = get_local_id(0);
    a[l] = l;
    FIX(BARRIER;)
    out[l] = a[127 - l]; // BUG races, undefined
    BUGGY(BARRIER;)
}

// A tree without a barrier in its rounds.
// run tree: -g 256 -l 256 buf:256 buf:1024:i32=3
kernel void tree(global int *out, global const int *in) {
    local int part[256];
    int l = get_local_id(0);
    part[l] = in[l] + l;
    BARRIER;
#pragma nounroll
    for (int n = 128; n; n /= 2) {
        if (l < n)
            part[l] += part[l + n]; // BUG races
        FIX(BARRIER;)
    }
    BARRIER;
    if (l == 0)
        out[0] = part[0];
}

// No barrier after a tile has been loaded.
// run tile_loaded: -g 16,16 -l 16,16 buf:1024 buf:1024
kernel void tile_loaded(global int *out, global const int *in) {
    local int tile[16][17];
    int x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[y * 16 + x] + x;
    FIX(BARRIER;)
    out[y * 16 + x] = tile[x][y]; // BUG races, undefined
}

// None before the next tile is loaded.
// run tile_next: -g 128 -l 128 buf:512 buf:2048
kernel void tile_next(global int *out, global const int *in) {
    local int tile[128];
    int l = get_local_id(0), sum = 0;
#pragma nounroll
    for (int k = 0; k < 4; k++) {
        tile[l] = in[k * 128 + l] + l * k;
        BARRIER;
        sum += tile[(l + 64 + k) & 127]; // BUG races
        FIX(BARRIER;)
    }
    out[l] = sum;
}

// run counted: -g 128 -l 128 buf:512 buf:512
kernel void counted(global int *out, global const int *in) {
    local int bin[4];
    int l = get_local_id(0);
    if (l < 4)
        bin[l] = 0;
    BARRIER;
    BUGGY(bin[(in[l] + l) & 3] += l;) FIX(atomic_add(&bin[(in[l] + l) & 3], l);) // BUG races
    BARRIER;
    if (l < 4)
        out[l] = bin[l];
}

// run counted_apart: -g 128 -l 128 buf:512
kernel void counted_apart(global int *out) {
    local int bin[128];
    int l = get_local_id(0);
    bin[l] = 0;
    BARRIER;
    atomic_add(&bin[l / 2], l);
    FIX(BARRIER;)
    out[l] = bin[127 - l]; // BUG races
}

// The counter is read while others count still.
// run counter_read: -g 128 -l 128 buf:512
kernel void counter_read(global int *out) {
    local int count;
    int l = get_local_id(0);
    if (l == 0)
        count = 5;
    BARRIER;
    atomic_inc(&count);
    FIX(BARRIER;)
    out[l] = count; // BUG races
}

// One work-item says something, and the others do not wait.
// run said: -g 128 -l 128 buf:512 buf:512
kernel void said(global int *out, global const int *in) {
    local int value;
    int l = get_local_id(0);
    if (l == 0)
        value = in[5] + 9;
    FIX(BARRIER;)
    out[l] = value * l; // BUG races, undefined
}

// The second buffer is the first one again.
// run two_buffers: -g 128 -l 128 buf:512 buf:2048
kernel void two_buffers(global int *out, global const int *in) {
    local int tile[2][128];
    int l = get_local_id(0), sum = 0;
#pragma nounroll
    for (int k = 0; k < 4; k++) {
        tile[k BUGGY(& 2 ? 1 : 0) FIX(& 1)][l] = in[k * 128 + l] + l * k;
        BARRIER;
        sum += tile[k BUGGY(& 2 ? 1 : 0) FIX(& 1)][(l + 64) & 127]; // BUG races
    }
    out[l] = sum;
}

// A running sum that reads and writes the same array.
// run running_sum: -g 128 -l 128 buf:512 buf:512
kernel void running_sum(global int *out, global const int *in) {
    local int a[128];
    int l = get_local_id(0);
    a[l] = in[l] + 1;
    BARRIER;
#pragma nounroll
    for (int n = 1; n < 128; n *= 2) {
        int x = l >= n ? a[l - n] : 0;
        FIX(BARRIER;)
        a[l] += x; // BUG races
        BARRIER;
    }
    out[l] = a[l];
}

// Sorting: every second exchange has no barrier.
// run sorted: -g 128 -l 128 buf:512
kernel void sorted(global int *out) {
    local int a[256];
    int l = get_local_id(0);
    a[l] = 3 * l ^ 85;
    a[l + 128] = 5 * l ^ 51;
    BARRIER;
#pragma nounroll
    for (int k = 0; k < 8; k++) {
        int i = 2 * l + (k & 1), j = (i + 1) & 255;
        if (a[i] > a[j]) {
            int x = a[i];
            a[i] = a[j]; // BUG races
            a[j] = x;    // BUG races
        }
        if (k BUGGY(& 1) FIX(>= 0))
            BARRIER;
    }
    BARRIER;
    out[l] = a[l];
}

// LDS has a second use before all have done with the first one.
// run used_twice: -g 128 -l 128 buf:512 buf:512
kernel void used_twice(global int *out, global const int *in) {
    local int a[128];
    int l = get_local_id(0);
    a[l] = in[l] + l;
    BARRIER;
    int x = a[l ^ 64];
    FIX(BARRIER;)
    a[l] = x * 2; // BUG races
    BARRIER;
    out[l] = a[l ^ 64];
}

// Bits of one word.
// run bits: -g 128 -l 128 buf:512
kernel void bits(global int *out) {
    local uint set[2];
    int l = get_local_id(0);
    if (l < 2)
        set[l] = 0;
    BARRIER;
    if (l % 64 == 0) {
        BUGGY(set[0] |= 2u << l / 64;) FIX(atomic_or(&set[0], 2u << l / 64);) // BUG races
    }
    BARRIER;
    out[l] = set[0];
}

// The results of two work-items in one place.
// run same_place: -g 128 -l 64 buf:512
kernel void same_place(global int *out) {
    int i = get_global_id(0);
    out[i BUGGY(& 63)] = i; // BUG races
}

// run shared_sum: -g 256 -l 64 buf:512
kernel void shared_sum(global int *sum) {
    int l = get_local_id(0);
    if (l == 0) {
        BUGGY(sum[0] += get_group_id(0) + 1;) FIX(atomic_add(sum, (int)get_group_id(0) + 1);) // BUG races
    }
}

// A stencil in place.
// run in_place: -g 256 -l 64 buf:1040 buf:1040
kernel void in_place(global int *a, global int *b) {
    int i = get_global_id(0) + 1;
    int x = BUGGY(a)FIX(b)[i - 1] + BUGGY(a)FIX(b)[i + 1] + i;
    a[i] = x; // BUG races
}

// Groups overlap by one element.
// run overlap: -g 128 -l 64 buf:1024
kernel void overlap(global int *out) {
    int l = get_local_id(0), g = get_group_id(0);
    out[g * BUGGY(63) FIX(64) + l] = g * 100 + l; // BUG races
}

// A barrier does not order groups.
// run other_group: -g 128 -l 64 buf:512 buf:512
kernel void other_group(global int *a, global int *out) {
    int i = get_global_id(0);
    a[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = a[BUGGY(127 - i) FIX(i ^ 3)]; // BUG races
}

// A flag by an ordinary store and load.
// run flagged: -g 128 -l 64 buf:512 buf:512 buf:4
kernel void flagged(global int *a, global int *out, global int *flag) {
    local int seen;
    int l = get_local_id(0);
    if (get_group_id(0) == 0) {
        a[l] = l + 7;
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (l == 0)
            FIX(atomic_xchg(flag, 1);) BUGGY(*flag = 1;)
    } else {
        if (l == 0)
            seen = FIX(atomic_or(flag, 0)) BUGGY(*flag); // BUG races
        BARRIER;
        if (seen)
            out[l] = a[63 - l]; // BUG races
    }
}

// The last group adds up, but nobody counts atomically.
// run last_group: -g 256 -l 64 buf:1024 buf:1024 buf:64
kernel void last_group(global int *part, global int *out, global int *done) {
    local int last;
    int l = get_local_id(0), g = get_group_id(0);
    part[g * 64 + l] = l * g;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (l == 0) {
        int n = FIX(atomic_inc(done);) BUGGY(g;)
        last = n == 3;
    }
    BARRIER;
    if (last)
        for (int i = 0; i < 4; i++)
            out[l] += part[i * 64 + l]; // BUG races
}

// Waves of a group through memory.
// run through_memory: -g 128 -l 128 buf:512 buf:512
kernel void through_memory(global int *a, global int *out) {
    int l = get_local_id(0);
    a[l] = 3 * l;
    FIX(barrier(CLK_GLOBAL_MEM_FENCE);) BUGGY(mem_fence(CLK_GLOBAL_MEM_FENCE);)
    out[l] = a[127 - l]; // BUG races
}

// Rows of a group by another wave than the one that wrote them.
// run transposed: -g 16,16 -l 16,16 buf:1024
kernel void transposed(global int *a) {
    int x = get_local_id(0), y = get_local_id(1);
    int v = a[x * 16 + y] + x;
    FIX(barrier(CLK_GLOBAL_MEM_FENCE);)
    a[y * 16 + x] = v; // BUG races
}

// A list that groups write to by a counter of their own.
// run appended: -g 128 -l 64 buf:1024 buf:64
kernel void appended(global int *list, global int *count) {
    int l = get_local_id(0);
    int at = FIX(atomic_inc(count)) BUGGY(atomic_inc(&count[get_group_id(0)]));
    list[at] = get_global_id(0) + 1; // BUG races
}

// Bytes of two groups are side by side, but here they are the same.
// run same_bytes: -g 128 -l 64 buf:512
kernel void same_bytes(global uchar *out) {
    int i = get_global_id(0);
    out[i BUGGY(/ 2 ^ i & 1)] = i; // BUG races
}
