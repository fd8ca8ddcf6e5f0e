/* SPDX-License-Identifier: MIT */
/* What kernels without loops begin and end with: arguments, addresses, results in memory. */
#include "straight.h"

const straight_names straight_generations[GENERATIONS] = {
    {"gfx700", "v_add_i32", "v_addc_u32", "v_sub_i32", "flat_load", "flat_store", "", false, true, 4},
    {"gfx803", "v_add_u32", "v_addc_u32", "v_sub_u32", "flat_load", "flat_store", "", false, false, 1},
    {"gfx900", "v_add_co_u32", "v_addc_co_u32", "v_sub_co_u32", "global_load", "global_store", ", off", true,
     false, 1},
    {"gfx906", "v_add_co_u32", "v_addc_co_u32", "v_sub_co_u32", "global_load", "global_store", ", off", true,
     false, 1}};

void straight_shift(FILE *out, const straight_names *n, unsigned d, unsigned from, unsigned shift) {
    char pair_of[16];
    if (from)
        snprintf(pair_of, sizeof pair_of, "v[%u:%u]", from, from + 1);
    else
        snprintf(pair_of, sizeof pair_of, any() % 2 ? "s[8:9]" : MASK);
    if (n->has_lshl)
        fprintf(out, "\tv_lshl_b64 v[%u:%u], %s, %u\n", d, d + 1, pair_of, shift);
    else
        fprintf(out, "\tv_lshlrev_b64 v[%u:%u], %u, %s\n", d, d + 1, shift, pair_of);
}

void straight_wide(FILE *out, const straight_names *n, unsigned d, unsigned shift) {
    fprintf(out, "\tv_ashrrev_i32 v%u, 31, v%u\n", d + 1, d);
    straight_shift(out, n, d, d, shift);
}

void straight_head(FILE *out, const straight_names *n, unsigned shift) {
    fprintf(out,
            "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
            "k:\ts_load_dwordx4 s[4:7], s[0:1], 0x0\n\ts_load_dwordx4 s[8:11], s[0:1], 0x%x\n"
            "\ts_waitcnt lgkmcnt(0)\n\ts_mul_i32 s12, s2, 0x80\n"
            "\ts_lshl_b32 s13, s3, 7\n\ts_add_u32 s12, s12, s13\n\t%s v4, vcc, s12, v0\n",
            16 / n->unit, n->add);
    if (any() % 2) {
        fputs("\tv_mov_b32 v2, v4\n", out);
        straight_wide(out, n, 2, shift);
        fprintf(out, "\tv_mov_b32 v5, s5\n\t%s v2, vcc, s4, v2\n\t%s v3, vcc, v5, v3, vcc\n", n->add,
                n->addc);
    } else
        fprintf(out,
                "\tv_lshlrev_b32 v2, %u, v4\n\t%s v2, vcc, s4, v2\n"
                "\tv_mov_b32 v3, s5\n\t%s v3, vcc, 0, v3, vcc\n",
                shift, n->add, n->addc);
    fprintf(out,
            "\tv_mov_b32 v5, v1\n\tv_mov_b32 v6, v0\n\tv_mov_b32 v7, s2\n\tv_lshlrev_b32 v8, 2, v4\n"
            "\tv_mov_b32 v9, s8\n\tv_mov_b32 v10, -1\n\t%s v11, vcc, 32, v0\n"
            "\tv_lshlrev_b32 v20, %u, v4\n\ts_mov_b64 s[14:15], exec\n",
            n->add, shift);
}

/* In v[2:3] where the results of each work-item go; v21: from s[6:7] on. */
static void write_place(FILE *out, const straight_names *n, unsigned shift) {
    fprintf(out,
            "\tv_lshlrev_b32 v21, %u, v0\n\t%s v2, vcc, s6, v21\n\tv_mov_b32 v3, s7\n"
            "\t%s v3, vcc, 0, v3, vcc\n",
            shift, n->add, n->addc);
}

/* Each lane stores 1, 2, 8 or 16 bytes where its dwords go later. */
static void write_other_store(FILE *out, const straight_names *n, const char *offset) {
    static const struct {
        const char *name;
        unsigned shift, registers;
    } kinds[] = {{"byte", 0, 1}, {"short", 1, 1}, {"dwordx2", 3, 2}, {"dwordx4", 4, 4}};
    const unsigned k = any() % 4, d = FIRST + any() % (REGISTERS - 3);
    write_place(out, n, kinds[k].shift);
    fprintf(out, "\t%s_%s v[2:3], v[%u:%u]%s%s\n", n->store, kinds[k].name, d, d + kinds[k].registers - 1,
            n->tail, offset);
}

static void write_descriptor(FILE *out, bool flush) {
    fprintf(out,
            "\ts_endpgm\n\t.p2align 6\n\t.amdhsa_kernel k\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
            "\t.amdhsa_system_sgpr_workgroup_id_y 1\n"
            "\t.amdhsa_kernarg_size 32\n\t.amdhsa_system_vgpr_workitem_id 1\n"
            "\t.amdhsa_next_free_vgpr 32\n\t.amdhsa_next_free_sgpr 32\n"
            "\t.amdhsa_float_denorm_mode_32 %u\n\t.amdhsa_ieee_mode %u\n\t.end_amdhsa_kernel\n",
            flush ? 0 : 3, flush);
}

void straight_end(FILE *out, const straight_names *n, straight_tail how) {
    char offset[20] = "";
    if (how.back)
        snprintf(offset, sizeof offset, " offset:-%u", how.back);
    if (!how.masked)
        fputs("over:\ts_or_b64 exec, exec, s[14:15]\n", out);
    fprintf(out,
            "\ts_mul_i32 s12, s2, 0x200\n\ts_lshl_b32 s13, s3, 12\n\ts_add_u32 s12, s12, s13\n"
            "\ts_add_u32 s12, s12, 0x%x\n\ts_add_u32 s6, s6, s12\n\ts_addc_u32 s7, s7, 0\n",
            how.back);
    if (any() % 2)
        write_other_store(out, n, offset);
    write_place(out, n, 2);
    if (n->has_add && any() % 2)
        for (unsigned i = 0; i < REGISTERS; i++)
            fprintf(
                out,
                "\tglobal_store_dword v21, v%u, s[6:7]%s\n\ts_add_u32 s6, s6, 0x%x\n\ts_addc_u32 s7, s7, 0\n",
                FIRST + i, offset, 4 * ITEMS);
    else
        for (unsigned i = 0; i < REGISTERS; i++)
            fprintf(out, "\t%s_dword v[2:3], v%u%s%s\n\t%s v2, vcc, 0x%x, v2\n\t%s v3, vcc, 0, v3, vcc\n",
                    n->store, FIRST + i, n->tail, offset, n->add, 4 * ITEMS, n->addc);
    if (how.masked)
        fputs("over:\n", out);
    write_descriptor(out, how.flush);
}
