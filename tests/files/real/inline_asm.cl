/* SPDX-License-Identifier: MIT */
/* Inline assembly: what compilers do not choose by themselves, and alignment inside code. */

/* What "s" takes must be uniform to the compiler at -O0 too, where everything comes from scratch memory. */
#define UNIFORM(x) (uint)__builtin_amdgcn_readfirstlane((int)(x))

kernel void by_hand(global uint *p, uint k)
{
    uint a = p[get_global_id(0)], b, s;
    __asm__ volatile("v_bfrev_b32 %0, %1" : "=v"(b) : "v"(a));
    __asm__ volatile("s_brev_b32 %0, %1" : "=s"(s) : "s"(UNIFORM(k)));
    __asm__ volatile("v_add_f32_e64 %0, |%0|, -%1 clamp mul:2" : "+v"(b) : "v"(a));
    __asm__ volatile("v_mad_f32 %0, %1, 0.5, -4.0" : "=v"(a) : "v"(b));
    __asm__ volatile("s_nop 5\n\ts_setprio 2\n\ts_sethalt 0\n\ts_sleep 1" ::: "memory");
    __asm__ volatile("s_mov_b32 m0, 0x12345678\n\tv_mov_b32 %0, 0x3fc00001" : "=v"(a) : : "m0");
    __asm__ volatile("s_cbranch_scc0 1f\n\ts_movk_i32 %0, 0x7fff\n\t.p2align 4\n1:\ts_addk_i32 %0, -2" : "=s"(s) : "0"(UNIFORM(s)) : "scc");
    __asm__ volatile("v_cmp_lg_f32 vcc, %0, %1\n\tv_cndmask_b32 %0, 1.0, %1, vcc" : "+v"(a) : "v"(b) : "vcc");
    __asm__ volatile("v_readlane_b32 %0, %1, 5\n\tv_writelane_b32 %1, %0, m0" : "=s"(s), "+v"(b));
#if __gfx803__ || __gfx900__
    __asm__ volatile("v_add_f16_sdwa %0, %1, |%0| dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:WORD_1"
                     : "+v"(a) : "v"(b));
    __asm__ volatile("v_max_u32_dpp %0, %1, %0 quad_perm:[1,0,3,2] row_mask:0xa bank_mask:0x5 bound_ctrl:0" : "+v"(a) : "v"(b));
#endif
    p[get_global_id(0)] = a + b + s;
}
