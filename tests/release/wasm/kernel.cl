// SPDX-License-Identifier: MIT
// A kernel as a compiler makes it: divergent loops, LDS, divisions, roots, double and 64 bits.
int item() {
    return __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
}

kernel void mixed(global const uint *in, global uint *out, float scale, int rounds) {
    local uint shared[64];
    const int lane = __builtin_amdgcn_workitem_id_x(), i = item();
    uint x = in[i], steps = 0;
    while (x != 1 && steps < rounds) { // Collatz: each lane leaves at its own time
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    shared[lane] = steps * 7 + x % 1000;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    const uint other = shared[63 - lane];
    const float f = __builtin_sqrtf(scale * (float)in[i]) / (float)(other + 3);
    const double d = (double)in[i] / (double)(steps + 7);
    const ulong product = (ulong)in[i] * 0x9e3779b97f4a7c15ul / (other + 1);
    out[4 * i] = other;
    out[4 * i + 1] = as_uint(f);
    out[4 * i + 2] = (uint)(as_ulong(d) >> 20);
    out[4 * i + 3] = (uint)(product >> 13);
}
