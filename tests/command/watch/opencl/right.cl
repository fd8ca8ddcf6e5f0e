// SPDX-License-Identifier: MIT
// Right programs that less precise checkers report: nothing must be found.
// chips: gfx600 gfx700 gfx803 gfx900 gfx906
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define GROUP_OF_64 __attribute__((reqd_work_group_size(64, 1, 1)))

// ---- What is undefined and decides nothing.

// The bytes between the members are never written.
// run padding: -g 64 -l 64 buf:512
struct padded { char c; int i; };
kernel void padding(global struct padded *out) {
    local struct padded a[64];
    int l = get_local_id(0);
    a[l].c = l;
    a[l].i = 3 * l;
    BARRIER;
    out[l] = a[63 - l];
}

// run padding_words: -g 64 -l 64 buf:512
kernel void padding_words(global uint2 *out) {
    local struct padded a[64];
    int l = get_local_id(0);
    a[l].c = l;
    a[l].i = 3 * l;
    BARRIER;
    out[l] = ((local uint2 *)a)[63 - l];
}

// The same byte by byte.
// run padding_bytes: -g 64 -l 64 buf:512
kernel void padding_bytes(global uint2 *out) {
    local struct padded a[64], b[64];
    int l = get_local_id(0);
    a[l].c = l;
    a[l].i = 3 * l;
    for (int i = 0; i < 8; i++)
        ((local volatile char *)&b[l])[i] = ((local volatile char *)&a[l])[i];
    BARRIER;
    out[l] = ((local uint2 *)b)[63 - l];
}

// Three of four components.
// run three: -g 64 -l 64 buf:1024 buf:1024
kernel void three(global float3 *out, global const float3 *in) {
    local float4 a[64];
    int l = get_local_id(0);
    a[l].xyz = in[l];
    BARRIER;
    out[l] = a[l ^ 1].xyz * 2.0f;
}

// run selected: -g 64 -l 64 buf:256 buf:256
kernel void selected(global int *out, global const int *in) {
    local int a[64];
    int l = get_local_id(0);
    bool mine = (l + in[l]) % 3 == 0;
    if (mine)
        a[l] = l;
    BARRIER;
    int x = a[l];
    out[l] = mine ? x : -1;
}

// run masked: -g 64 -l 64 buf:256
kernel void masked(global int *out) {
    local int a[64];
    int l = get_local_id(0);
    ((local short *)a)[2 * l] = l;
    BARRIER;
    out[l] = a[63 - l] & 0xffff;
}

// run shifted_out: -g 64 -l 64 buf:256
kernel void shifted_out(global int *out) {
    local uint a[64];
    int l = get_local_id(0);
    ((local uchar *)a)[4 * l] = l;
    BARRIER;
    out[l] = a[l ^ 1] << 24 | 5;
}

// Fields of a word that is never written as a whole.
// run fields: -g 64 -l 64 buf:256
kernel void fields(global int *out) {
    local uint a[64];
    int l = get_local_id(0);
    a[l] = (a[l] & ~31u) | (l & 31);
    a[l] = (a[l] & ~(7u << 8)) | 5u << 8;
    BARRIER;
    out[l] = (a[l ^ 1] & 31) + (a[l ^ 1] >> 8 & 7);
}

// A test whose outcome the known bits decide.
// run decided: -g 64 -l 64 buf:256 buf:256
kernel void decided(global int *out, global const int *in) {
    local uint a[64];
    int l = get_local_id(0);
    ((local ushort *)a)[2 * l + 1] = 0x1000 + in[l];
    BARRIER;
    if (a[l ^ 1] > 0xfffff)
        out[l] = out[l ^ 3] + 7;
}

// A value that is computed for all, and used where it is defined.
// run speculative: -g 64 -l 64 buf:256 buf:256
kernel void speculative(global int *out, global const int *in) {
    local int a[64];
    int l = get_local_id(0);
    if (l < 40)
        a[l] = in[l];
    BARRIER;
    int x = a[l] * 3 + a[l ^ 1] * 5;
    if (l < 40)
        out[l] = x;
}

// The first one has no neighbour.
// run neighbour: -g 64 -l 64 buf:256 buf:256
kernel void neighbour(global int *out, global const int *in) {
    local int a[65];
    int l = get_local_id(0);
    a[l + 1] = in[l];
    BARRIER;
    int before = a[l];
    out[l] = in[l] + (l ? before : 0);
}

// run part_of_array: -g 64 -l 64 buf:256 buf:256
kernel void part_of_array(global int *out, global const int *in) {
    int a[300];
    int l = get_local_id(0), n = 100 + (in[l] & 15);
    for (int i = 0; i < n; i++)
        a[i] = in[i & 63] + i;
    out[l] = a[n - 1];
}

// Memory of the host that nobody has written is copied as it is.
// run copied: -g 64 -l 64 out:OUT:256 out:OUT:256
kernel void copied(global int *out, global const int *in) {
    int l = get_local_id(0);
    out[l] = in[l];
}

// run copied_bytes: -g 64 -l 64 out:OUT:256 out:OUT:256
kernel void copied_bytes(global uchar *out, global const uchar *in) {
    int l = get_local_id(0);
    for (int i = 0; i < 4; i++)
        out[4 * l + i] = in[4 * l + i];
}

// run written_first: -g 64 -l 64 out:OUT:256 buf:256
kernel void written_first(global int *a, global int *out) {
    int l = get_local_id(0);
    a[l] = 2 * l;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[l] = a[63 - l] + 1;
}

// run queue: -g 64 -l 64 buf:256 buf:256
kernel void queue(global int *out, global const int *in) {
    local int item[64], count;
    int l = get_local_id(0);
    if (l == 0)
        count = 0;
    BARRIER;
    if ((in[l] + l) % 3 == 0)
        item[atomic_inc(&count)] = l;
    BARRIER;
    if (l < count)
        out[l] = item[l];
}

// ---- Accesses in any order that are right.

// run reduction: -g 512 -l 256 buf:256 buf:2048
kernel void reduction(global int *out, global const int *in) {
    local int part[256];
    int l = get_local_id(0);
    part[l] = in[get_global_id(0)] + l;
    BARRIER;
    for (int n = 128; n; n /= 2) {
        if (l < n)
            part[l] += part[l + n];
        BARRIER;
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}

// A group that is one wave: the compiler leaves out its barriers.
// run one_wave: -g 128 -l 64 buf:512 buf:512
GROUP_OF_64 kernel void one_wave(global int *out, global const int *in) {
    local int part[64];
    int l = get_local_id(0);
    part[l] = in[l] + l;
    BARRIER;
    for (int n = 32; n; n /= 2) {
        if (l < n)
            part[l] += part[l + n];
        BARRIER;
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}

// One barrier in each round is enough where two buffers take turns.
// run two_buffers: -g 128 -l 128 buf:512 buf:4096
kernel void two_buffers(global int *out, global const int *in) {
    local int tile[2][128];
    int l = get_local_id(0), sum = 0;
#pragma nounroll
    for (int k = 0; k < 8; k++) {
        tile[k & 1][l] = in[k * 128 + l] + l * k;
        BARRIER;
        sum += tile[k & 1][(l + 64) & 127];
    }
    out[l] = sum;
}

// run used_again: -g 128 -l 128 buf:512 buf:512
kernel void used_again(global int *out, global const int *in) {
    local int a[128];
    int l = get_local_id(0);
    a[l] = in[l] + l;
    BARRIER;
    int x = a[127 - l];
    BARRIER;
    a[l] = x * l;
    BARRIER;
    out[l] = a[l ^ 64];
}

// run same_value: -g 256 -l 128 buf:512 buf:512
kernel void same_value(global int *out, global const int *in) {
    if (in[get_local_id(0)] == 0)
        out[0] = 1;
}

// run same_value_lds: -g 128 -l 128 buf:512 buf:512
kernel void same_value_lds(global int *out, global const int *in) {
    local int any;
    int l = get_local_id(0);
    any = 0;
    BARRIER;
    if (in[l] == 0)
        any = 1;
    BARRIER;
    out[l] = any;
}

// Bytes of one word belong to different waves, or groups.
// run bytes_of_waves: -g 256 -l 256 buf:256
kernel void bytes_of_waves(global uchar *out) {
    local uchar a[256];
    int l = get_local_id(0), at = (l & 63) * 4 + l / 64;
    a[at] = l;
    BARRIER;
    out[l] = a[l];
}

// run bytes_of_groups: -g 256 -l 64 buf:256
kernel void bytes_of_groups(global uchar *out) {
    out[get_local_id(0) * 4 + get_group_id(0)] = get_global_id(0);
}

// run bins: -g 256 -l 128 buf:256 buf:1024
kernel void bins(global int *out, global const int *in) {
    local int bin[16];
    int l = get_local_id(0);
    if (l < 16)
        bin[l] = 0;
    BARRIER;
    atomic_inc(&bin[(in[get_global_id(0)] + l) & 15]);
    BARRIER;
    if (l < 16)
        atomic_add(&out[l], bin[l]);
}

// The last group adds up what all have left.
// run last_group: -g 256 -l 64 buf:1024 buf:1024 buf:64
kernel void last_group(global int *part, global int *out, global int *done) {
    local int last;
    int l = get_local_id(0), g = get_group_id(0);
    part[g * 64 + l] = l * g;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (l == 0)
        last = atomic_inc(done) == 3;
    BARRIER;
    if (last) {
        int sum = 0;
        for (int i = 0; i < 4; i++)
            sum += part[i * 64 + l];
        out[l] = sum;
    }
}

// A lock that gives tickets.
// run tickets: -g 256 -l 64 buf:64 buf:64
kernel void tickets(global int *lock, global int *sum) {
    if (get_local_id(0) == 0) {
        int mine = atomic_inc(&lock[0]);
        while (atomic_or(&lock[1], 0) != mine)
            ;
        sum[0] += mine + 1;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_inc(&lock[1]);
    }
}

// run flag: -g 128 -l 64 buf:512 buf:512 buf:4
kernel void flag(global int *a, global int *out, global int *ready) {
    local int seen;
    int l = get_local_id(0);
    if (get_group_id(0) == 0) {
        a[l] = l + 7;
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (l == 0)
            atomic_xchg(ready, 1);
    } else {
        if (l == 0)
            while (!(seen = atomic_or(ready, 0)))
                ;
        BARRIER;
        if (seen)
            out[l] = a[63 - l];
    }
}

// A sum of floats: the first load is only a guess.
// run guess: -g 256 -l 64 buf:4 buf:1024
kernel void guess(global float *sum, global const float *in) {
    uint old = *(volatile global uint *)sum, seen;
    while (1) {
        seen = atomic_cmpxchg((volatile global uint *)sum, old, as_uint(as_float(old) + in[get_global_id(0)] + 1));
        if (seen == old)
            break;
        old = seen;
    }
}

// run largest: -g 128 -l 128 buf:512 buf:512
kernel void largest(global int *out, global const int *in) {
    local int most;
    int l = get_local_id(0);
    if (l == 0)
        most = -1;
    BARRIER;
    atomic_max(&most, in[l] + (l * 37 & 127));
    BARRIER;
    out[l] = most - l;
}

// Whole groups leave.
// run groups_leave: -g 256 -l 64 buf:1024 i32:2
kernel void groups_leave(global int *out, int n) {
    local int a[64];
    int l = get_local_id(0);
    if (get_group_id(0) >= n)
        return;
    a[l] = l;
    BARRIER;
    out[get_global_id(0)] = a[63 - l];
}

// Work-items that have nothing to do wait as well.
// run guarded: -g 128 -l 64 buf:400 i32:100
kernel void guarded(global int *out, int n) {
    local int a[64];
    int i = get_global_id(0), l = get_local_id(0);
    a[l] = i < n ? i : 0;
    BARRIER;
    if (i < n)
        out[i] = a[l ^ 1];
}

// As many rounds as all have agreed on.
// run agreed: -g 128 -l 128 buf:512 buf:512
kernel void agreed(global int *out, global const int *in) {
    local int rounds, a[128];
    int l = get_local_id(0), x = 0;
    if (l == 5)
        rounds = in[7] + 3;
    a[l] = l;
    BARRIER;
    for (int i = 0; i < rounds; i++) {
        x += a[(l + 64 + i) & 127];
        BARRIER;
        a[l] = x;
        BARRIER;
    }
    out[l] = x;
}

// ---- Pointers.

// run chosen: -g 64 -l 64 buf:256 buf:256 buf:256
kernel void chosen(global int *a, global int *b, global const int *in) {
    int l = get_local_id(0);
    global int *p = (l + in[l]) & 1 ? a : b;
    p[l] = l;
}

// run before_the_first: -g 64 -l 64 buf:256 buf:256
kernel void before_the_first(global int *out, global const int *in) {
    global const int *p = in - 1;
    int l = get_local_id(0) + 1;
    out[l - 1] = p[l];
}

// run walked: -g 64 -l 64 buf:256 buf:256
kernel void walked(global int *out, global const int *in) {
    int sum = 0;
    for (global const int *p = in, *end = in + 64; p != end; p++)
        sum += *p;
    out[get_local_id(0)] = sum;
}

// run in_private: -g 64 -l 64 buf:256 buf:256
kernel void in_private(global int *out, global int *in) {
    global int *p[40];
    int l = get_local_id(0);
    for (int i = 0; i < 40; i++)
        p[i] = i & 1 ? out : in;
    p[(in[l] & 3) * 2 + 1][l] = 1;
}
