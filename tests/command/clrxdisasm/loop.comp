#version 450
// A loop, a branch, a literal float and memory.
layout(local_size_x = 64) in;
layout(binding = 0) buffer B { float x[]; };
void main()
{
    float sum = 0.0;
    for (uint i = 0; i < gl_LocalInvocationID.x; i++) {
        if (x[i] > 3.25)
            sum += sqrt(x[i + 7]);
        else
            sum -= x[i] * 1.7;
    }
    x[gl_GlobalInvocationID.x] = sum;
}
