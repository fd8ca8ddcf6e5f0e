/* SPDX-License-Identifier: MIT */
/* Bodies that attract each other: one step, all pairs, a tile of bodies at a time in local memory. Mass is in w. */
#define TILE 256

kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void nbody(global const float4 *from, global float4 *to,
                                                                    global float4 *speed, float time) {
    local float4 tile[TILE];
    uint i = get_global_id(0), l = get_local_id(0);
    float4 me = from[i], v = speed[i];
    float ax = 0, ay = 0, az = 0;
    for (uint first = 0; first < get_global_size(0); first += TILE) {
        tile[l] = from[first + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; k++) {
            float4 other = tile[k];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float far = native_rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
            float pull = other.w * far * far * far;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    v.x += time * ax;
    v.y += time * ay;
    v.z += time * az;
    me.x += time * v.x;
    me.y += time * v.y;
    me.z += time * v.z;
    to[i] = me;
    speed[i] = v;
}
