// An inlined function, a loop and two kernels, for lines of the source.
static float twice(float x)
{
    return x + x;
}

kernel void first(global float *p, int n)
{
    for (int i = 0; i < n; i++)
        if (p[i] > 3)
            p[i] = twice(p[i]);
}

kernel void second(global float *p)
{
    p[__builtin_amdgcn_workitem_id_x()] += 1;
}
