// SPDX-License-Identifier: MIT
// waits and hazards in inline assembly, into which the compiler does not look.
// chips: gfx700 gfx803 gfx900 gfx906
#include "../seed.h"
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)

// run loaded: -g 64 -l 64 buf:256 buf:256
kernel void loaded(global int *out, global const int *in) {
    int l = get_local_id(0), x;
    __asm volatile("flat_load_dword %0, %1" : "=v"(x) : "v"(in + l));
    FIX(__asm volatile("s_waitcnt vmcnt(0) lgkmcnt(0)" : "+v"(x));)
    out[l] = x + 1; // BUG waits
}

// run from_lds: -g 64 -l 64 buf:256
kernel void from_lds(global int *out) {
    local int a[64];
    int l = get_local_id(0), x;
    a[l] = l;
    BARRIER;
    __asm volatile("s_mov_b32 m0, -1\n ds_read_b32 %0, %1" : "=v"(x) : "v"(&a[l ^ 1]));
    FIX(__asm volatile("s_waitcnt lgkmcnt(0)" : "+v"(x));)
    out[l] = x * 3; // BUG waits
}

// run scalar: -g 64 -l 64 buf:256 buf:256
kernel void scalar(global int *out, global const int *in) {
    int l = get_local_id(0), x;
    __asm volatile("s_load_dword %0, %1, 0x0" : "=s"(x) : "s"(in));
    FIX(__asm volatile("s_waitcnt lgkmcnt(0)" : "+s"(x));)
    out[l] = x + l; // BUG waits
}

// run younger: -g 64 -l 64 buf:256 buf:256
kernel void younger(global int *out, global const int *in) {
    int l = get_local_id(0), x, y;
    __asm volatile("flat_load_dword %0, %2\n flat_load_dword %1, %3\n s_waitcnt vmcnt(" BUGGY("1") FIX("0") ") lgkmcnt(0)"
                   : "=&v"(x), "=&v"(y) : "v"(in + l), "v"(in + (l ^ 1)));
    out[l] = x + 2 * y; // BUG waits
}

// run read_lane: -g 64 -l 64 buf:256 buf:256
kernel void read_lane(global int *out, global const int *in) {
    int l = get_local_id(0), x, y;
    __asm volatile("v_readfirstlane_b32 %0, %2\n" FIX("s_nop 3\n") "v_readlane_b32 %1, %3, %0" : "=&s"(x), "=s"(y) : "v"(in[l] & 63), "v"(l)); // BUG hazards
    out[l] = x + y;
}

// run divided: -g 64 -l 64 buf:256 buf:256
kernel void divided(global float *out, global const float *in) {
    int l = get_local_id(0);
    float x = in[l], y;
    __asm volatile("v_cmp_lt_f32 vcc, %1, %1\n" FIX("s_nop 3\n") "v_div_fmas_f32 %0, %1, %1, %1" : "=v"(y) : "v"(x) : "vcc"); // BUG hazards
    out[l] = y;
}

// run mode: -g 64 -l 64 buf:256
kernel void mode(global int *out) {
    int l = get_local_id(0), x;
    __asm volatile("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 1\n" FIX("s_nop 1\n") "s_getreg_b32 %0, hwreg(HW_REG_MODE)" : "=s"(x)); // BUG hazards
    out[l] = x;
}
