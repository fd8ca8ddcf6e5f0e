/* SPDX-License-Identifier: MIT */
/* Data moves between lanes: readlane, swizzles, DPP, permutes, ballots. */

int __builtin_amdgcn_readlane(int, int);

kernel void moves(global int *p)
{
    size_t g = get_global_id(0);
    int v = p[g];
    p[g] = __builtin_amdgcn_readfirstlane(v);
    p[g + 64] = __builtin_amdgcn_readlane(v, 17);
    p[g + 128] = __builtin_amdgcn_ds_swizzle(v, 0x041f);
    p[g + 192] = __builtin_amdgcn_ds_swizzle(v, 0x801b);
    uint lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
    p[g + 256] = (int)lane;
    ulong ballot = __builtin_amdgcn_sicmp(v, 3, 38);
    p[g + 320] = popcount(ballot);
}

#if __gfx803__ || __gfx900__
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void dpp(global int *p, global int *q)
{
    size_t g = get_global_id(0);
    int v = p[g];
    q[g] = __builtin_amdgcn_mov_dpp(v, 0x1b, 0xf, 0xf, true);
    q[g + 1] = __builtin_amdgcn_update_dpp(0, v, 0x111, 0xf, 0xf, false);
    q[g + 2] = __builtin_amdgcn_update_dpp(v, v, 0x124, 0xf, 0x3, true);
    q[g + 3] = __builtin_amdgcn_update_dpp(v, v, 0x130, 0xa, 0xf, false);
    q[g + 4] = __builtin_amdgcn_update_dpp(v, v, 0x140, 0xf, 0xf, false);
    q[g + 5] = __builtin_amdgcn_update_dpp(v, v, 0x142, 0xa, 0xf, false);
    q[g + 6] = __builtin_amdgcn_update_dpp(v, v, 0x143, 0xc, 0xf, false);
    q[g + 7] = __builtin_amdgcn_ds_permute(v * 4, v);
    q[g + 8] = __builtin_amdgcn_ds_bpermute(v * 4, v);
}

/* The sum of a wave; the shift folds into the addition as a DPP operand. */
kernel void wave_sum(global uint *p)
{
    uint v = p[get_global_id(0)];
    v += __builtin_amdgcn_update_dpp(0, v, 0x111, 0xf, 0xf, true);
    v += __builtin_amdgcn_update_dpp(0, v, 0x112, 0xf, 0xf, true);
    v += __builtin_amdgcn_update_dpp(0, v, 0x114, 0xf, 0xe, true);
    v += __builtin_amdgcn_update_dpp(0, v, 0x118, 0xf, 0xc, true);
    p[get_global_id(0)] = __builtin_amdgcn_readlane(v, 63);
}
#endif
