/* SPDX-License-Identifier: MIT */
/* Variables at program scope: initialised, zeroed, constant, pointing at each other, weak and hidden. */

global int counter = 42;
global float zeroed[100];
global int *global pointer = &counter;
global struct { int a; char b; long c; } record = {1, 2, 3};
static global uint hidden_state[4] = {1, 2, 3, 4};
__attribute__((weak)) global int weak_one = 5;
__attribute__((visibility("hidden"))) global int hidden_one = 6;
__attribute__((aligned(256))) global uchar aligned_bytes[3] = {7, 8, 9};
__attribute__((section(".mydata"))) global int own_section = 10;
extern global int elsewhere __attribute__((weak));
constant int limit = 99;
constant int *constant to_limit = &limit;

kernel void use(global int *out)
{
    size_t g = get_global_id(0);
    atomic_inc(&counter);
    zeroed[g % 100] += 1.5f;
    pointer = out;
    record.c += record.a + record.b;
    hidden_state[g & 3] ^= hidden_state[(g + 1) & 3] << 1;
    out[g] = weak_one + hidden_one + aligned_bytes[g % 3] + own_section + *to_limit;
    if (&elsewhere)
        out[g] += elsewhere;
}

kernel void own_local(global int *out)
{
    local int shared;
    local long more[10];
    shared = (int)get_local_id(0);
    more[get_local_id(0) % 10] = shared;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared + (int)more[3];
}
