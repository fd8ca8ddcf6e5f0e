// SPDX-License-Identifier: MIT
// barriers that not all work-items reach, or not the same ones.
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
#include "../seed.h"
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

// run divergent: -g 64 -l 64 buf:256 buf:256
kernel void divergent(global int *out, global const int *in) {
    local int a[64];
    int l = get_local_id(0);
    a[l] = l;
    if (l < BUGGY(32) FIX(64) + in[0]) {
        BARRIER; // BUG barriers
        out[l] = a[l ^ 1];
    }
}

// run returned: -g 128 -l 64 buf:512 i32:100
kernel void returned(global int *out, int n) {
    local int a[64];
    int i = get_global_id(0), l = get_local_id(0);
    a[l] = i;
    BUGGY(if (i >= n) return;)
    BARRIER; // BUG barriers
    FIX(if (i < n))
        out[i] = a[63 - l] & 63;
}

// One wave does not come.
// run one_wave: -g 128 -l 128 buf:512
kernel void one_wave(global int *out) {
    local int a[128];
    int l = get_local_id(0);
    a[l] = l;
    if (l >= BUGGY(64) FIX(0))
        BARRIER; // BUG barriers
    out[l] = a[l];
}

// Rounds as many as the data say.
// run rounds: -g 128 -l 128 buf:512 buf:512
kernel void rounds(global int *out, global const int *in) {
    int l = get_local_id(0), x = 0;
#pragma nounroll
    for (int i = 0; i < 2 + in[l] + BUGGY(l / 64) FIX(1); i++) {
        x += in[i];
        BARRIER; // BUG barriers
    }
    out[l] = x;
}

// Each side has a barrier of its own.
// run two_sides: -g 64 -l 64 buf:256 buf:256
kernel void two_sides(global int *out, global const int *in) {
    local int a[64];
    int l = get_local_id(0);
    if (l + in[l] < BUGGY(10) FIX(100)) {
        a[l] = l;
        BARRIER; // BUG barriers
        out[l] = a[l];
    } else {
        a[l] = 5 * l;
        BARRIER; // BUG barriers
        out[l] = a[l] + 2;
    }
}

// Waves at different barriers; the wave that comes last is told.
// run two_waves: -g 128 -l 128 buf:512 buf:512
kernel void two_waves(global int *out, global const int *in) {
    local int a[128];
    int l = get_local_id(0);
    a[l] = in[l];
    if (l < BUGGY(64) FIX(128)) {
        BARRIER;
        out[l] = a[l] + in[3];
    } else {
        out[l] = a[l] * in[4];
        BARRIER; // BUG barriers
        out[l] += 2;
    }
}

// The loop is left by some.
// run left: -g 64 -l 64 buf:256 buf:256
kernel void left(global int *out, global const int *in) {
    local int a[64];
    int l = get_local_id(0), x = 0;
#pragma nounroll
    for (int i = 0; i < 3; i++) {
        a[l] = x;
        BARRIER; // BUG barriers
        x += a[(l + 1) & 63] + in[l];
        if (l == i + BUGGY(5) FIX(500))
            break;
    }
    out[l] = x;
}

// The second row of a group has done already.
// run row: -g 16,8 -l 16,8 buf:512
kernel void row(global int *out) {
    local int a[128];
    int x = get_local_id(0), y = get_local_id(1);
    a[y * 16 + x] = x;
    if (y < BUGGY(6) FIX(8)) {
        BARRIER; // BUG barriers
        out[y * 16 + x] = a[y * 16 + 15 - x];
    }
}

// A case without a barrier.
// run cases: -g 64 -l 64 buf:256 buf:256
kernel void cases(global int *out, global const int *in) {
    local int a[64];
    int l = get_local_id(0);
    a[l] = l;
    switch (in[l] + (l BUGGY(% 3) FIX(% 1))) {
    case 0:
        BARRIER; // BUG barriers
        out[l] = a[l];
        break;
    case 1: out[l] = 4; break;
    default: out[l] = 7 * l;
    }
}

// In a function.
// run function: -g 64 -l 64 buf:256
__attribute__((noinline)) void sum(local int *a, int l) {
    BARRIER; // BUG barriers
    a[l] += a[l ^ 1] - a[l];
}
kernel void function(global int *out) {
    local int a[64];
    int l = get_local_id(0);
    a[l] = l;
    if (l & BUGGY(2) FIX(0) | FIX(l < 64) BUGGY(0))
        sum(a, l);
    out[l] = a[l];
}

// run last_item: -g 256 -l 256 buf:1024
kernel void last_item(global int *out) {
    local int a[256];
    int l = get_local_id(0);
    a[l] = l;
    if (l != BUGGY(255) FIX(256))
        BARRIER; // BUG barriers
    out[l] = a[l];
}
