#version 450
// Two triangles in perspective, which the fragment shaders of shaders.txt are drawn with.
layout(location = 0) out vec4 c;
layout(location = 1) out vec3 n;
layout(location = 2) flat out int k;
layout(location = 3) noperspective out vec2 l;

void main() {
    int j = gl_VertexIndex % 6, m = j < 3 ? j : j - 2;
    vec2 q = vec2(m & 1, m >> 1), p = q * 1.8 - 0.9;
    float w = 1.0 + q.x * 0.5 + q.y * 0.25;
    gl_Position = vec4(p * w, (0.2 + 0.5 * q.y) * w, w);
    c = vec4(q, 0.5 + 0.25 * q.x, 1.0);
    n = vec3(q * 0.5, 1.0 - q.x * 0.3);
    k = gl_VertexIndex;
    l = q;
}
