/* SPDX-License-Identifier: MIT */
/* A path tracer: seven spheres under a bright sky, each matt or a mirror; paths of at most four reflections. A picture is
 * as wide as the first dimension of the grid. */
#define SPHERES 7
#define REFLECTIONS 4

/* Centre and radius; colour, and 1 where it is a mirror. */
constant float4 spheres[SPHERES] = {{0, -1000, 0, 1000}, {0, 1, 0, 1},       {-2.5f, 1, 0.5f, 1}, {2.5f, 1, -0.5f, 1},
                                    {1.2f, 0.4f, 2, 0.4f}, {-1.1f, 0.3f, 2.2f, 0.3f}, {0.2f, 0.25f, 2.6f, 0.25f}};
constant float4 surfaces[SPHERES] = {{0.6f, 0.6f, 0.5f, 0}, {0.9f, 0.9f, 0.9f, 1}, {0.8f, 0.3f, 0.2f, 0}, {0.9f, 0.7f, 0.4f, 1},
                                     {0.2f, 0.4f, 0.8f, 0}, {0.3f, 0.7f, 0.3f, 0}, {0.9f, 0.8f, 0.2f, 0}};

uint next(uint *state) { /* xorshift */
    uint x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

float between(uint *state) { /* -1 and 1 */
    return (float)(next(state) >> 8) * (2.0f / 16777216) - 1;
}

float3 in_sphere(uint *state) {
    float3 p;
    do
        p = (float3)(between(state), between(state), between(state));
    while (dot(p, p) > 1);
    return p;
}

/* How far it is to a sphere; 0: it is not hit. */
float hit(float3 from, float3 along, float4 sphere) {
    float3 to = sphere.xyz - from;
    float b = dot(to, along), inside = b * b - dot(to, to) + sphere.w * sphere.w, root, near;
    if (inside < 0)
        return 0;
    root = sqrt(inside);
    near = b - root;
    return near > 0.001f ? near : b + root > 0.001f ? b + root : 0;
}

float3 trace(float3 from, float3 along, uint *state) {
    float3 light = 1;
    for (uint n = 0; n < REFLECTIONS; n++) {
        float nearest = 1e9f;
        uint which = SPHERES;
        float3 normal;
        for (uint i = 0; i < SPHERES; i++) {
            float t = hit(from, along, spheres[i]);
            if (t > 0 && t < nearest)
                nearest = t, which = i;
        }
        if (which == SPHERES)
            return light * mix((float3)(1), (float3)(0.5f, 0.7f, 1), 0.5f * along.y + 0.5f);
        from += along * nearest;
        normal = (from - spheres[which].xyz) * (1 / spheres[which].w);
        light *= surfaces[which].xyz;
        along = surfaces[which].w > 0 ? along - 2 * dot(along, normal) * normal : normal + 0.99f * in_sphere(state);
        along *= rsqrt(dot(along, along));
    }
    return 0;
}

kernel void paths(global float4 *picture, uint samples) {
    uint x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
    uint state = (y * width + x) * 747796405u + 2891336453u;
    float3 sum = 0;
    for (uint i = 0; i < samples; i++) {
        float u = (x + 0.5f * between(&state) - 0.5f * width) / height, v = (0.5f * height - y + 0.5f * between(&state)) / height;
        float3 along = (float3)(u, v - 0.12f, -1.4f);
        sum += trace((float3)(0, 1.6f, 6), along * rsqrt(dot(along, along)), &state);
    }
    picture[y * width + x] = (float4)(sum / samples, 1);
}
