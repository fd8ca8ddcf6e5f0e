/* SPDX-License-Identifier: MIT */
/* Known kernels without loops: one for each thing that src/native/straight.c must look at. */
#include "straight.h"

#include <stdlib.h>

/* What stands between the load of a kernel and its stores: the group's number is in s20, v6 what it
   has loaded, and s[22:23] a mask made from that. */
#define CHOICE "\tv_cndmask_b32 v8, v4, v6, " MASK "\n"
#define CHOICE_VCC "\tv_cndmask_b32 v8, v4, v6, vcc\n"
#define SOME "\tv_cmp_ne_u32 vcc, 5, v0\n\ts_and_saveexec_b64 s[14:15], vcc\n"
#define FEW "\tv_cmp_gt_u32 vcc, 3, v0\n\ts_and_saveexec_b64 s[14:15], vcc\n"
#define NANS "\tv_mov_b32 v13, 0x7fa00000\n\tv_cndmask_b32 v13, v4, v13, " MASK "\n"
#define ALL "\ts_mov_b64 exec, s[14:15]\n"
#define BY_GROUP                                                                                             \
    "\ts_lshl_b32 s18, s20, 2\n\ts_add_u32 s18, s4, s18\n\ts_addc_u32 s19, s5, 0\n"                          \
    "\ts_load_dword s11, s[18:19], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s11\n"
static const struct {
    unsigned of; /* which generation */
    const char *text;
} between[] = {
    /* A scalar register is written that is beside a mask or the group's number, or half of one, or
       keeps what it was. */
    {0, "\ts_mov_b32 s21, 0\n" CHOICE},
    {1, "\ts_mov_b32 s24, 0\n" CHOICE},
    {2, "\ts_mov_b32 s22, s8\n" CHOICE},
    {3, "\ts_mov_b32 s23, s8\n" CHOICE},
    {0, "\ts_bitset0_b32 s22, 3\n\tv_mov_b32 v9, s22\n"},
    {1, "\ts_cmp_lg_u32 s8, s8\n\ts_cmov_b32 s22, 0\n\tv_mov_b32 v9, s22\n"},
    {2, "\ts_mov_b32 s19, 0\n" BY_GROUP},
    {3, "\ts_cmp_lg_u32 s8, s8\n\ts_cmov_b32 s20, 0\n" BY_GROUP},
    {0, "\ts_addk_i32 s20, 1\n" BY_GROUP},
    {1, "\ts_and_b32 s19, exec_lo, 1\n\ts_add_u32 s20, s20, s19\n" BY_GROUP},
    {2, "\ts_set_gpr_idx_idx s2\n\ts_and_b32 s20, m0, 0xff\n" BY_GROUP},
    {3, "\ts_cmp_eq_u32 s2, 0\n\ts_cselect_b32 s20, 1, 0\n" BY_GROUP},
    {0, "\ts_mov_b64 vcc, -1\n\ts_or_saveexec_b64 s[18:19], vcc\n\ts_bcnt1_i32_b64 s20, s[18:19]\n" BY_GROUP},
    /* Half a mask is read, and so waves do not run in one go. */
    {3, "\ts_mov_b32 s22, s8\n" CHOICE "\tv_mov_b32 v9, m0\n\ts_set_gpr_idx_idx s8\n\tv_mov_b32 v11, m0\n"},
    /* A scalar register is read as two sources. */
    {0, "\tv_mul_f32 v9, s20, s20\n"},
    /* The mask is a number, or its high half the high half of one. */
    {1, "\tv_mov_b32 v9, s22\n"},
    {2, "\ts_mov_b32 s22, s8\n\tv_lshlrev_b64 v[8:9], 1, " MASK "\n"},
    /* A number of two registers, of which the low one goes up and the high one is any. */
    {3, "\tv_mov_b32 v8, v4\n\tv_mov_b32 v9, v6\n\tv_lshlrev_b64 v[10:11], 1, v[8:9]\n"},
    /* Lanes that are not active keep their register, and are in no mask. */
    {0, SOME "\tv_mov_b32 v8, 5\n" ALL},
    {1, SOME "\tv_cmp_le_u32 " MASK ", 0, v0\n" ALL CHOICE},
    {2, "\tv_mov_b32 v20, 1\n" SOME "\tv_add_co_u32 v20, " MASK ", -1, v20\n" ALL
        "\tv_addc_co_u32 v21, vcc, 0, v5, " MASK "\n\tv_mov_b32 v12, v21\n"},
    {3, SOME "\tglobal_load_dword v9, v[2:3], off\n\ts_waitcnt vmcnt(0)\n" ALL},
    /* Half of a carry changes; half of a mask is read. */
    {2,
     "\tv_add_co_u32 v20, " MASK ", 1, v5\n\ts_mov_b32 s23, -1\n\tv_addc_co_u32 v10, vcc, 0, v5, " MASK "\n"},
    {3, "\tv_cmp_gt_u32 " MASK ", 40, v0\n\tv_mov_b32 v9, s23\n"},
    /* Floats, signalling NaN among them, that no later instruction reads: fewer lanes do, or
       another number is there. */
    {0, NANS "\tv_mul_f32 v9, 4.0, v13\n" FEW "\tv_add_f32 v12, v9, v9\n" ALL},
    {1, NANS "\tv_mul_f32 v9, 4.0, v13\n\tv_mov_b32 v12, v9\n\tv_mov_b32 v9, 1.0\n\tv_add_f32 v14, v9, v9\n"},
    /* Numbers that go up pass 0, or meet another in the first or in the last lane. */
    {3, "\tv_add_co_u32 v9, vcc, -32, v0\n\tv_cmp_gt_u32 vcc, 16, v9\n" CHOICE_VCC},
    {0, "\tv_cmp_eq_u32 vcc, 63, v0\n" CHOICE_VCC},
    {1, "\tv_cmp_ne_u32 vcc, 0, v0\n" CHOICE_VCC},
    /* A shift to the right does not go up by the same from each lane to the next. */
    {2, "\tv_lshrrev_b32 v9, 4, v0\n"},
    /* Memory is read that waves write: the results of others, or what was just written. */
    {0, "\ts_load_dword s10, s[6:7], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s10\n"},
    {2, "\ts_load_dword s10, s[6:7], 0xfc\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s10\n"},
    {2, "\ts_scratch_load_dword s10, s[6:7], 0x8\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s10\n"},
    {1, "\tflat_store_dword v[2:3], v4\n\ts_waitcnt vmcnt(0)\n"
        "\tflat_load_dword v12, v[2:3]\n\ts_waitcnt vmcnt(0)\n"},
    {3, "\tglobal_store_dword v[2:3], v4, off\n\ts_waitcnt vmcnt(0)\n"
        "\ts_load_dword s10, s[4:5], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s10\n"},
    /* Where v10 of the first item goes, which is -1, decides where s10 is read from. */
    {3, "\ts_add_u32 s18, s6, 0xc000\n\ts_addc_u32 s19, s7, 0\n\ts_load_dword s16, s[18:19], 0x0\n"
        "\ts_waitcnt lgkmcnt(0)\n\ts_cmp_eq_u32 s16, -1\n\ts_cselect_b32 s18, s4, s6\n"
        "\ts_cselect_b32 s19, s5, s7\n\ts_load_dword s10, s[18:19], 0x100\n\ts_waitcnt lgkmcnt(0)\n"
        "\tv_mov_b32 v12, s10\n\tglobal_store_dword v[2:3], v4, off\n"},
    {2, "\ts_branch 1\n\ts_mov_b32 s20, 0\n" BY_GROUP},
    /* A jump leads into a number that an instruction ends with: v_mov_b32 v9, 1. */
    {2, "\ts_cmp_eq_u32 s8, s8\n\ts_cbranch_scc1 middle\n\ts_mov_b32 s20, 0x7e120281\nmiddle = . - 4\n"},
    /* An address is the mask that was made of where there is memory. */
    {2, "\ts_mov_b64 " MASK ", s[4:5]\n\tv_cmp_gt_i32 " MASK ", 0, v6\n"
        "\tglobal_load_dword v12, v8, " MASK "\n\ts_waitcnt vmcnt(0)\n"},
    /* The mask differs from group to group, and with it where a scalar load reads. */
    {3, BY_GROUP "\tv_cmp_lt_u32 vcc, s2, v0\n\ts_bcnt1_i32_b64 s20, vcc\n" BY_GROUP},
};

char *straight_between(const straight_names *n, const char *text) {
    char *made = NULL;
    size_t size;
    FILE *out = open_memstream(&made, &size);
    straight_head(out, n, 2);
    fprintf(out,
            "\t%s_dword v6, v[2:3]%s\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n\ts_mov_b32 s20, s2\n"
            "\tv_cmp_gt_i32 " MASK ", 0, v6\n\tv_cndmask_b32 v7, v4, v6, " MASK "\n%s",
            n->load, n->tail, text);
    straight_end(out, n, (straight_tail){.back = n->has_add ? 0x800 : 0});
    fclose(out);
    return made;
}

char *straight_known(unsigned which, const straight_names **n) {
    if (which >= sizeof between / sizeof *between)
        return NULL;
    *n = &straight_generations[between[which].of];
    return straight_between(*n, between[which].text);
}
