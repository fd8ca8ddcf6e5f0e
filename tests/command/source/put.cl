// Functions that are inlined, and one that is not; an LDS cell that two waves write.
void put(__global float *to, int at, float value) {
    to[at] = value * 2.0f;
}
void put_both(__global float *to, int at, float value) {
    put(to, at, value);
    put(to, at + 100, value + 1.0f);
}
__kernel void inlined(__global float *out, __global const float *in, int n) {
    int id = (int)__builtin_amdgcn_workitem_id_x();
    float value = in[id];
    for (int i = 0; i < n; i++)
        put_both(out, id + i, value);
}
__attribute__((noinline)) void far(__global float *to, int at, float value) {
    to[at] = value + 3.0f;
}
__kernel void calls(__global float *out, __global const float *in, int n) {
    int id = (int)__builtin_amdgcn_workitem_id_x();
    far(out, id + n, in[id]);
}
void mark(volatile __local int *cell, int id) {
    *cell = id;
}
__kernel void races(__global int *out) {
    volatile __local int cell;
    mark(&cell, (int)__builtin_amdgcn_workitem_id_x());
    out[__builtin_amdgcn_workitem_id_x()] = cell;
}
