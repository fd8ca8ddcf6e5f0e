/* SPDX-License-Identifier: MIT */
/* Control flow: branches, loops that lanes leave at different times, switches, early returns. */
//% libclc -O2
//% rocm -O0
//: branch 1000/64 u32[n] u32[n]=any n
//: nested 333/64 u32[n] u32[n]=small n
//: collatz 257/64 u32[n] u32[n]=index n
//: nested_loops 70/64 u32[n] u32[n]=small
//: break_continue 300/100 u32[n] u32[n]=small
//: do_while 130/65 u32[n] u32[n]=any
//: switch_dense 500/128 u32[n] u32[n]=small
//: switch_sparse 500/128 i32[n] i32[n]=edge
//: switch_fall 256/64 u32[n] u32[n]=small
//: early_return 300/256 u32[n] u32[n]=small u32:777
//: uniform_branch 96/32 u32[n] u32:3
//: short_circuit 400/64 u32[n] u32[n]=small u32[256]=small
//: gcd 500/64 u32[n] u32[n*2]=any
//: primes 700/64 u32[n]
//: fibonacci 90/30 u64[n]
//: goto_machine 128/64 u32[n] u32[n]=small
//: ternaries 512/64 i32[n] i32[n*3]=edge
//: long_loop 5/5 u32[n] u32:700
//: binary_search 777/64 u32[n] u32[1000]=index u32:1000
//: bisect 300/64 f32[n]~4 f32[n]=unit
//: state_machine 100/64 u32[n] u8[n*16]=small
//: one_lane 1/1 u32[n] u32[n]=any
//: two_dimensions 40x12/8x4 u32[n]
//: odd_dimensions 37x13x3/8x4x2 u32[n]
//: three_dimensions 12x8x6/4x2x3 u32[n]
//: late_lane 64/64 u32[n]

kernel void branch(global uint *out, global const uint *in, uint n) {
    uint i = get_global_id(0);
    if (i >= n)
        return;
    if (in[i] & 1)
        out[i] = in[i] * 3;
    else
        out[i] = in[i] ^ 0x12345678;
}

kernel void nested(global uint *out, global const uint *in, uint n) {
    uint i = get_global_id(0), x = in[i], r = 0;
    if (x < 128) {
        if (x < 64) {
            if (x & 1)
                r = 1 + x;
            else if (x & 2)
                r = 2 * x;
        } else
            r = x & 4 ? 7 : 9 * x;
    } else if (x % 3 == 0)
        r = x / 3;
    else {
        r = 100;
        if (x % 5 == 0)
            r += 50;
        r ^= x;
    }
    out[i] = r + n;
}

kernel void collatz(global uint *out, global const uint *in, uint n) {
    uint i = get_global_id(0), x = in[i] + 1, steps = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    out[i] = steps;
}

kernel void nested_loops(global uint *out, global const uint *in) {
    uint i = get_global_id(0), sum = 0;
    for (uint a = 0; a < in[i] % 13; a++)
        for (uint b = a; b < in[i] % 17; b++)
            for (uint c = 0; c < (a ^ b) % 5; c++)
                sum += a * b + c;
    out[i] = sum;
}

kernel void break_continue(global uint *out, global const uint *in) {
    uint i = get_global_id(0), sum = 0;
    for (uint k = 0; k < 100; k++) {
        if (k % 7 == in[i] % 7)
            continue;
        if (k * k > in[i] * 11)
            break;
        sum += k;
    }
    out[i] = sum;
}

kernel void do_while(global uint *out, global const uint *in) {
    uint i = get_global_id(0), x = in[i], n = 0;
    do {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        n++;
    } while ((x & 15) && n < 200);
    out[i] = n * 1000 + (x & 255);
}

kernel void switch_dense(global uint *out, global const uint *in) {
    uint i = get_global_id(0), x = in[i], r;
    switch (x % 11) {
    case 0: r = x + 1; break;
    case 1: r = x * x; break;
    case 2: r = x ^ 0xff; break;
    case 3: r = x << 3; break;
    case 4: r = x >> 1; break;
    case 5: r = ~x; break;
    case 6: r = x | 0x100; break;
    case 7: r = -x; break;
    case 8: r = x % 9; break;
    case 9: r = 17; break;
    default: r = 0; break;
    }
    out[i] = r;
}

kernel void switch_sparse(global int *out, global const int *in) {
    uint i = get_global_id(0);
    int r;
    switch (in[i]) {
    case -2147483647 - 1: r = 1; break;
    case -1: r = 2; break;
    case 0: r = 3; break;
    case 31:
    case 32: r = 4; break;
    case 0x8000: r = 5; break;
    case 0x7fffffff: r = 6; break;
    default: r = in[i] > 0 ? 7 : 8; break;
    }
    out[i] = r;
}

kernel void switch_fall(global uint *out, global const uint *in) {
    uint i = get_global_id(0), r = 0;
    switch (in[i] & 7) {
    case 7: r += 64;
    case 6: r *= 3; r += 1;
    case 5: r ^= 5;
    case 4: r += in[i]; break;
    case 3: r = 99;
    case 1: r += 1;
    }
    out[i] = r;
}

kernel void early_return(global uint *out, global const uint *in, uint n) {
    uint i = get_global_id(0);
    if (i >= n)
        return;
    out[i] = 1;
    if (in[i] > 200)
        return;
    out[i] = 2;
    for (uint k = 0; k < in[i]; k++)
        if (k * k == in[i]) {
            out[i] = k + 1000;
            return;
        }
    out[i] += in[i];
}

kernel void uniform_branch(global uint *out, uint mode) {
    uint i = get_global_id(0), g = get_group_id(0);
    if (mode == 3 && g == 1)
        out[i] = 10 + i;
    else if (mode == 4)
        out[i] = 20;
    else
        out[i] = g * 7;
}

kernel void short_circuit(global uint *out, global const uint *in, global const uint *table) {
    uint i = get_global_id(0), x = in[i], r = 0;
    if (x < 100 && table[x] < 128 || x > 200 && table[x - 200] > 50)
        r = 1;
    if (!(x & 1) && (x & 2 || table[x] & 4))
        r |= 2;
    out[i] = r;
}

kernel void gcd(global uint *out, global const uint *in) {
    uint i = get_global_id(0), a = in[2 * i], b = in[2 * i + 1];
    while (b) {
        uint t = a % b;
        a = b;
        b = t;
    }
    out[i] = a;
}

kernel void primes(global uint *out) {
    uint i = get_global_id(0), x = i * 7 + 2, is = x >= 2;
    for (uint k = 2; k * k <= x; k++)
        if (x % k == 0) {
            is = 0;
            break;
        }
    out[i] = is;
}

kernel void fibonacci(global ulong *out) {
    uint i = get_global_id(0);
    ulong a = 0, b = 1;
    for (uint k = 0; k < i; k++) {
        ulong t = a + b;
        a = b;
        b = t;
    }
    out[i] = a;
}

kernel void goto_machine(global uint *out, global const uint *in) {
    uint i = get_global_id(0), x = in[i], n = 0;
even:
    n++;
    if (x == 0 || n > 50)
        goto done;
    if (x & 1)
        goto odd;
    x >>= 1;
    goto even;
odd:
    n += 100;
    x = x - 1;
    goto even;
done:
    out[i] = n;
}

kernel void ternaries(global int *out, global const int *in) {
    uint i = get_global_id(0);
    int a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
    int low = a < b ? (a < c ? a : c) : (b < c ? b : c);
    int high = a > b ? (a > c ? a : c) : (b > c ? b : c);
    out[i] = low == high ? 0 : (a == low || a == high) ? ((b == low || b == high) ? c : b) : a;
}

kernel void long_loop(global uint *out, uint n) {
    uint i = get_global_id(0), x = i + 1;
    for (uint k = 0; k < n + i; k++)
        x = x * 1664525 + 1013904223;
    out[i] = x;
}

kernel void binary_search(global uint *out, global const uint *sorted, uint n) {
    uint i = get_global_id(0), key = i * 3 / 2, low = 0, high = n;
    while (low < high) {
        uint middle = (low + high) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

kernel void bisect(global float *out, global const float *in) {
    uint i = get_global_id(0);
    float low = 0, high = 2;
    for (int k = 0; k < 60 && high - low > 1e-6f; k++) {
        float middle = (low + high) * 0.5f;
        if (middle * middle * middle < in[i])
            low = middle;
        else
            high = middle;
    }
    out[i] = low;
}

kernel void state_machine(global uint *out, global const uchar *in) {
    uint i = get_global_id(0), state = 0;
    for (uint k = 0; k < 16; k++) {
        uchar c = in[16 * i + k];
        switch (state & 3) {
        case 0: state = c < 128 ? 1 : 4 + state; break;
        case 1: state = c & 1 ? state + 1 : state * 5; break;
        case 2: state ^= c; break;
        default:
            if (c > 250)
                k++;
            state += 3;
        }
    }
    out[i] = state;
}

kernel void one_lane(global uint *out, global const uint *in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }

kernel void two_dimensions(global uint *out) {
    uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    out[y * w + x] = (get_local_id(0) | get_local_id(1) << 4 | get_group_id(0) << 8 | get_group_id(1) << 16) +
                     (get_local_size(0) << 24) + (get_local_size(1) << 28);
}

kernel void three_dimensions(global uint *out) {
    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    uint at = (z * get_global_size(1) + y) * get_global_size(0) + x;
    out[at] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2) + 1000 * get_group_id(0) +
              10000 * get_group_id(1) + 100000 * get_group_id(2) + 1000000 * get_num_groups(2) +
              10000000 * get_work_dim();
}

/* Groups at the edges are smaller. */
kernel void odd_dimensions(global uint *out) {
    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    uint at = (z * get_global_size(1) + y) * get_global_size(0) + x;
    out[at] = get_local_id(0) | get_local_id(1) << 4 | get_local_id(2) << 8 | get_group_id(0) << 12 |
              get_group_id(1) << 16 | get_group_id(2) << 20;
}

/* One lane works long after all others have ended. */
kernel void late_lane(global uint *out) {
    uint i = get_global_id(0), x = 1;
    for (uint k = 0; k < (i == 37 ? 500u : i); k++)
        x = x * 5 + k;
    out[i] = x;
}
