/* SPDX-License-Identifier: MIT */
/* Instructions that only builtins reach: modes, timers, sleeps, messages, helpers of division. */

kernel void machine(global uint *p, global ulong *t)
{
    t[0] = __builtin_amdgcn_s_memtime();
    p[0] = __builtin_amdgcn_s_getreg(1 | 4 << 6 | 7 << 11);
    p[1] = __builtin_amdgcn_s_getreg(6 | 31 << 11);
    __builtin_amdgcn_s_sleep(3);
    __builtin_amdgcn_s_incperflevel(1);
    __builtin_amdgcn_s_decperflevel(2);
    __builtin_amdgcn_s_dcache_inv();
    __builtin_amdgcn_s_waitcnt(0xf70);
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_s_sendmsg(1, 5);
#if __gfx803__ || __gfx900__
    t[1] = __builtin_amdgcn_s_memrealtime();
    __builtin_amdgcn_s_dcache_wb();
#endif
    __builtin_amdgcn_s_barrier();
    p[2] = __builtin_amdgcn_workgroup_id_y();
    p[3] = __builtin_amdgcn_groupstaticsize();
    __builtin_amdgcn_sched_barrier(0);
}

kernel void floats(global float *p, global double *d, global int *n)
{
    size_t g = get_global_id(0);
    bool flag;
    p[g] = __builtin_amdgcn_div_scalef(p[g], p[g + 1], true, &flag);
    p[g + 1] = __builtin_amdgcn_div_fmasf(p[g], p[g + 1], p[g + 2], flag);
    p[g + 2] = __builtin_amdgcn_div_fixupf(p[g], p[g + 1], p[g + 2]);
    d[g] = __builtin_amdgcn_div_fixup(d[g], d[g + 1], d[g + 2]) + __builtin_amdgcn_trig_preop(d[g + 3], n[g]);
    p[g + 3] = __builtin_amdgcn_fmed3f(p[g], 1.0f, p[g + 4]) + __builtin_amdgcn_fractf(p[g + 5]);
    p[g + 4] = __builtin_amdgcn_cubeid(p[g], p[g + 1], p[g + 2]) + __builtin_amdgcn_cubema(p[g], p[g + 1], p[g + 2]);
    n[g + 1] = __builtin_amdgcn_classf(p[g + 6], 0x1f8) + __builtin_amdgcn_frexp_expf(p[g + 7]);
    p[g + 8] = __builtin_amdgcn_sinf(p[g + 8]) + __builtin_amdgcn_rcpf(p[g + 9]) + __builtin_amdgcn_rsqf(p[g + 10]);
    n[g + 2] = as_int(__builtin_amdgcn_cvt_pkrtz(p[g + 11], p[g + 12]));
    n[g + 3] = __builtin_amdgcn_cvt_pk_u8_f32(p[g + 13], 1, n[g + 4]);
    p[g + 14] = __builtin_amdgcn_ldexpf(p[g + 16], n[g + 5]);
}

kernel void lds_direct(local float *l, global float *p)
{
    uint i = get_local_id(0);
    l[i] = p[i];
    l[i + 64] = p[i + 64];
    l[i + 4096] = p[i + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[i] = l[i ^ 1] + l[(i ^ 1) + 1] + l[i * 2 + 64] + l[i * 2 + 128];
}

kernel void stops(global int *p)
{
    if (p[0] == 1)
        __builtin_trap();
    if (p[1] == 2)
        __builtin_debugtrap();
    if (p[2] == 3)
        __builtin_amdgcn_endpgm();
    p[3] = 4;
}
