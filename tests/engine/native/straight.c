/* SPDX-License-Identifier: MIT */
/*
 * Random kernels without loops, as those that do little for each work-item: registers that are the
 * same in all lanes or go up from each to the next, addresses made of these, lanes masked by
 * compares, loads, then stores that may lie where the loads were, or outside. Both engines must
 * leave the same bits and faults, and in some kernels waves must have run in one go.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "native.h"

/* Registers v4 ... are by chance; two engines have the same addresses but for bits above 32, and
   4 GiB end in the middle. */
enum { FIRST = 4, REGISTERS = 16, ITEMS = 2048, BYTES = 1 << 19, OUT = BYTES / 2 };

/* ---- kernels --------------------------------------------------------------------------------- */

/* How instructions are called from generation to generation. */
typedef struct names {
    const char *arch, *add, *addc, *sub, *load, *store, *tail;
    bool has_add;  /* without a carry */
    bool has_lshl; /* v_lshl_b64, not v_lshlrev_b64 */
} names;

static const names generations[] = {
    {"gfx700", "v_add_i32", "v_addc_u32", "v_sub_i32", "flat_load", "flat_store", "", false, true},
    {"gfx803", "v_add_u32", "v_addc_u32", "v_sub_u32", "flat_load", "flat_store", "", false, false},
    {"gfx900", "v_add_co_u32", "v_addc_co_u32", "v_sub_co_u32", "global_load", "global_store", ", off", true,
     false},
    {"gfx906", "v_add_co_u32", "v_addc_co_u32", "v_sub_co_u32", "global_load", "global_store", ", off", true,
     false}};
enum { GENERATIONS = sizeof generations / sizeof *generations };

static unsigned reg(void) {
    return FIRST + any() % REGISTERS;
}

static unsigned pair(void) {
    return FIRST + any() % (REGISTERS - 1);
}

/* s21 to s24 are by chance, and two of them a mask now and then. */
static unsigned scalar(void) {
    return 21 + any() % 4;
}

#define MASK "s[22:23]"

/* A source: any register, a scalar one, a small number, now and then M0. */
static const char *source(void) {
    static char text[4][16];
    static unsigned turn;
    char *at = text[turn++ % 4];
    switch (any() % 4) {
    case 0: snprintf(at, sizeof text[0], "s%u", any() % 4 ? 8 + any() % 4 : scalar()); break;
    case 1:
        if (any() % 8)
            snprintf(at, sizeof text[0], "%u", any() % 16);
        else
            snprintf(at, sizeof text[0], "m0");
        break;
    default: snprintf(at, sizeof text[0], "v%u", reg());
    }
    return at;
}

/* Two registers shifted to the left; from 0: two scalar ones, often a mask. */
static void write_shift(FILE *out, const names *n, unsigned d, unsigned from, unsigned shift) {
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

/* A number with its sign in the second register, and both shifted to the left. */
static void write_wide(FILE *out, const names *n, unsigned d, unsigned shift) {
    fprintf(out, "\tv_ashrrev_i32 v%u, 31, v%u\n", d + 1, d);
    write_shift(out, n, d, d, shift);
}

static void write_choice(FILE *out, unsigned d, unsigned a, unsigned b) {
    fprintf(out, "\tv_cndmask_b32 v%u, v%u, v%u, " MASK "\n", d, a, b);
}

/* One register or two, among them half a mask, and the one before that of the group's number: what
   is beside it must stay. */
static void write_scalar(FILE *out) {
    switch (any() % 11) {
    case 0: fprintf(out, "\ts_mov_b32 s1, %u\n", any() % 64); break;
    case 1: fprintf(out, "\ts_mov_b32 s%u, s%u\n", scalar(), 8 + any() % 4); break;
    case 2: fprintf(out, "\ts_add_u32 s%u, s2, %u\n", scalar(), any() % 64); break;
    case 3: fprintf(out, "\ts_cmp_lt_u32 s%u, s%u\n", scalar(), scalar()); break;
    case 4: fprintf(out, "\ts_cmov_b32 s%u, s%u\n", scalar(), scalar()); break;
    case 5: fprintf(out, "\ts_addk_i32 s%u, %u\n", scalar(), any() % 64); break;
    case 6: fprintf(out, "\ts_add_u32 s2, s2, 0\n"); break;
    case 7: fprintf(out, "\ts_mov_b32 m0, s%u\n", any() % 2 ? 2 : scalar()); break;
    case 8: fprintf(out, "\ts_add_u32 s%u, m0, 1\n", scalar()); break;
    case 9: fprintf(out, "\ts_bcnt1_i32_b64 s%u, %s\n", scalar(), any() % 2 ? "vcc" : MASK); break;
    default: fprintf(out, "\ts_mov_b64 s[24:25], s[8:9]\n");
    }
}

/* plain: one that mostly goes up from lane to lane, or is the same in all. */
static void write_number(FILE *out, const names *n, bool plain) {
    const unsigned d = reg(), a = reg(), b = reg();
    switch (any() % (plain ? 7 : 15)) {
    case 0: fprintf(out, "\t%s v%u, %s, %s, v%u\n", n->add, d, any() % 4 ? "vcc" : MASK, source(), a); break;
    case 1:
        if (any() % 2)
            fprintf(out, "\t%s v%u, vcc, %s, v%u\n\t%s v%u, vcc, 0, v%u, vcc\n", n->add, d, source(), a,
                    n->addc, reg(), b);
        else
            fprintf(out, "\t%s v%u, " MASK ", %s, v%u\n\t%s v%u, vcc, 0, v%u, " MASK "\n", n->add, d,
                    source(), a, n->addc, reg(), b);
        break;
    case 2: fprintf(out, "\tv_lshlrev_b32 v%u, %u, v%u\n", d, any() % 8, a); break;
    case 3: fprintf(out, "\tv_mov_b32 v%u, %s\n", d, source()); break;
    case 4:
        fprintf(out, "\t%s v%u, %u, v%u\n", any() % 2 ? "v_ashrrev_i32" : "v_lshrrev_b32", d,
                any() % 2 ? 31 : any() % 32, a);
        break;
    case 5:
        if (any() % 2)
            write_wide(out, n, pair(), any() % 34);
        else
            write_shift(out, n, pair(), any() % 3 ? pair() : 0, any() % 34);
        break;
    case 6: fprintf(out, "\tv_mad_u32_u24 v%u, v%u, %u, v%u\n", d, a, any() % 32, b); break;
    case 7: fprintf(out, "\t%s v%u, vcc, %s, v%u\n", n->sub, d, source(), a); break;
    case 8: fprintf(out, "\tv_mul_lo_u32 v%u, v%u, s%u\n", d, a, 8 + any() % 4); break;
    case 9: fprintf(out, "\tv_and_b32 v%u, %s, v%u\n", d, source(), a); break;
    case 10:
        if (any() % 2)
            fprintf(out, "\tv_cndmask_b32 v%u, v%u, v%u, vcc\n", d, a, b);
        else
            write_choice(out, d, a, b);
        break;
    case 11: fprintf(out, "\tv_mbcnt_lo_u32_b32 v%u, -1, v%u\n", d, a); break;
    case 12: {
        const unsigned c = pair();
        fprintf(out, "\tv_mad_u64_u32 v[%u:%u], vcc, v%u, %s, v[%u:%u]\n", c, c + 1, a,
                any() % 2 ? "s8" : "3", c, c + 1);
        break;
    }
    case 13:
        if (any() % 2)
            fprintf(out, "\tv_sub_f32 v%u, %s, v%u\n", d, source(), a);
        else /* one scalar register twice */
            fprintf(out, "\tv_mad_f32 v%u, s8, s8, v%u\n", d, a);
        break;
    default:
        if (n->has_add)
            fprintf(out, "\tv_add3_u32 v%u, v%u, v%u, %s\n", d, a, b, source());
        else
            fprintf(out, "\tv_xor_b32 v%u, v%u, v%u\n", d, a, b);
    }
}

static void write_mask(FILE *out) {
    static const char *const compares[] = {"lt_u32", "gt_u32", "le_i32", "eq_u32",
                                           "ne_u32", "ge_u32", "lt_f32"};
    const unsigned a = pair();
    switch (any() % 4) {
    case 0: fprintf(out, "\tv_cmp_%s " MASK ", v%u, v%u\n", compares[any() % 7], reg(), reg()); return;
    case 1: fprintf(out, "\tv_cmp_%s " MASK ", %u, v6\n", compares[any() % 7], any() % 65); return;
    default:;
    }
    if (any() % 2) /* places in a group */
        fprintf(out, "\tv_cmp_%s vcc, 0x%x, v%u\n", compares[any() % 7], any() % 128, any() % 2 ? 6 : 11);
    else if (any() % 3)
        fprintf(out, "\tv_cmp_%s vcc, %s, v%u\n", compares[any() % 7], source(), reg());
    else
        fprintf(out, "\tv_cmp_%s_u64 vcc, s[8:9], v[%u:%u]\n", any() % 2 ? "gt" : "ne", a, a + 1);
    if (any() % 2)
        fprintf(out, "\ts_and_saveexec_b64 s[14:15], vcc\n%s", any() % 2 ? "\ts_cbranch_execz over\n" : "");
}

/* Its address is v[2:3], or v20 from s[4:5] on; those of loads may lie apart, and so may what they
   get. */
static void write_load(FILE *out, const names *n) {
    static const char *const kinds[] = {"dword", "ubyte", "sshort", "dwordx2"};
    const unsigned kind = any() % 8 < 5 ? 0 : any() % 4, d = kind == 3 ? pair() : reg();
    char to[16];
    snprintf(to, sizeof to, kind == 3 ? "v[%u:%u]" : "v%u", d, d + 1);
    if (n->has_add && any() % 3 == 0)
        fprintf(out, "\t%s_%s %s, v20, s[4:5]", n->load, kinds[kind], to);
    else
        fprintf(out, "\t%s_%s %s, v[2:3]%s", n->load, kinds[kind], to, n->tail);
    if (n->has_add && any() % 2)
        fprintf(out, " offset:%d", (int)(any() % 9) - 4);
    fputs("\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n", out);
}

/* Each work-item's place among all, and its address in what is read, 1 << shift bytes from that of
   the one before. */
static void write_head(FILE *out, const names *n, unsigned shift) {
    fprintf(out,
            "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
            "k:\ts_load_dwordx4 s[4:7], s[0:1], 0x0\n\ts_load_dwordx4 s[8:11], s[0:1], %s\n"
            "\ts_waitcnt lgkmcnt(0)\n\ts_mul_i32 s12, s2, 0x80\n"
            "\ts_lshl_b32 s13, s3, 7\n\ts_add_u32 s12, s12, s13\n\t%s v4, vcc, s12, v0\n",
            strcmp(n->arch, "gfx700") == 0 ? "0x4" : "0x10", n->add);
    if (any() % 2) {
        fputs("\tv_mov_b32 v2, v4\n", out);
        write_wide(out, n, 2, shift);
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
static void write_place(FILE *out, const names *n, unsigned shift) {
    fprintf(out,
            "\tv_lshlrev_b32 v21, %u, v0\n\t%s v2, vcc, s6, v21\n\tv_mov_b32 v3, s7\n"
            "\t%s v3, vcc, 0, v3, vcc\n",
            shift, n->add, n->addc);
}

/* Not one dword from each lane. */
static void write_other_store(FILE *out, const names *n, const char *offset) {
    static const struct {
        const char *name;
        unsigned shift, registers;
    } kinds[] = {{"byte", 0, 1}, {"short", 1, 1}, {"dwordx2", 3, 2}, {"dwordx4", 4, 4}};
    const unsigned k = any() % 4, d = FIRST + any() % (REGISTERS - 3);
    write_place(out, n, kinds[k].shift);
    fprintf(out, "\t%s_%s v[2:3], v[%u:%u]%s%s\n", n->store, kinds[k].name, d, d + kinds[k].registers - 1,
            n->tail, offset);
}

/* flush: denormal floats are 0, and most lanes with others odd. */
static void write_descriptor(FILE *out, bool flush) {
    fprintf(out,
            "\ts_endpgm\n\t.p2align 6\n\t.amdhsa_kernel k\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
            "\t.amdhsa_system_sgpr_workgroup_id_y 1\n"
            "\t.amdhsa_kernarg_size 32\n\t.amdhsa_system_vgpr_workitem_id 1\n"
            "\t.amdhsa_next_free_vgpr 32\n\t.amdhsa_next_free_sgpr 32\n"
            "\t.amdhsa_float_denorm_mode_32 %u\n\t.end_amdhsa_kernel\n",
            flush ? 0 : 3);
}

/* All registers, each to a row of its own. masked: of active lanes alone. back: addresses are so many
   bytes higher, and offsets lower. */
static void write_tail(FILE *out, const names *n, bool masked, unsigned back, bool flush) {
    char offset[20] = "";
    if (back)
        snprintf(offset, sizeof offset, " offset:-%u", back);
    if (!masked)
        fputs("over:\ts_or_b64 exec, exec, s[14:15]\n", out);
    fprintf(out,
            "\ts_mul_i32 s12, s2, 0x200\n\ts_lshl_b32 s13, s3, 12\n\ts_add_u32 s12, s12, s13\n"
            "\ts_add_u32 s12, s12, 0x%x\n\ts_add_u32 s6, s6, s12\n\ts_addc_u32 s7, s7, 0\n",
            back);
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
    if (masked)
        fputs("over:\n", out);
    write_descriptor(out, flush);
}

/* A number from where results go: other waves may have left it there. Constants count dwords up to
   gfx7. */
static void write_scalar_load(FILE *out, const names *n) {
    const unsigned unit = strcmp(n->arch, "gfx700") == 0 ? 4 : 1, at = any() % 64 * 4 / unit;
    switch (any() % 4) {
    case 0: fprintf(out, "\ts_load_dword s11, s[6:7], 0x%x\n", at); break;
    case 1:
        fprintf(out, "\ts_and_b32 s18, s%u, 0x%x\n\ts_load_dword s11, s[6:7], s18\n",
                any() % 2 ? 2 : scalar(), 0xff << any() % 4 & ~3u);
        break;
    case 2:
        fprintf(out,
                "\ts_mov_b64 s[16:17], s[6:7]\n\ts_movk_i32 s18, 0x%x\n\ts_mov_b32 s19, 0x24000\n"
                "\ts_buffer_load_dwordx2 s[10:11], s[16:19], 0x%x\n",
                64 + any() % 256, at);
        break;
    default:
        fprintf(out,
                "\ts_and_b32 s18, s%u, 63\n\ts_lshl_b32 s18, s18, %u\n\ts_add_u32 s18, s6, s18\n"
                "\ts_addc_u32 s19, s7, 0\n\ts_load_dwordx2 s[10:11], s[18:19], 0x%x\n",
                any() % 2 ? 2 : scalar(), 2 + any() % 4, any() % 16 * 4 / unit);
    }
    fputs("\ts_waitcnt lgkmcnt(0)\n", out);
}

static char *kernel(const names *n) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const bool plain = any() % 2;
    const unsigned masks = any() % (plain ? 2 : 3);
    write_head(out, n, any() % 8 ? 2 : 3);
    if (any() % 2)
        write_scalar(out);
    if (any() % 2)
        write_scalar_load(out, n);
    for (unsigned i = any() % 6; i; i--)
        write_number(out, n, plain);
    write_load(out, n);
    for (unsigned i = 0; i < masks; i++) {
        write_number(out, n, plain);
        if (any() % 2)
            write_scalar(out);
        write_mask(out);
    }
    if (any() % 4 == 0)
        write_scalar_load(out, n);
    for (unsigned i = any() % 3; i; i--)
        write_load(out, n);
    if (any() % 4 == 0)
        fprintf(out, "\ts_cmp_gt_u32 s%u, 0x%x\n\ts_cbranch_scc1 over\n", 8 + any() % 4, any());
    for (unsigned i = any() % 10; i; i--)
        any() % 4 ? write_number(out, n, plain) : write_scalar(out);
    if (any() % 2)
        write_choice(out, reg(), reg(), reg());
    if (!plain) /* a mask that the loop has made is read */
        fputs("\ts_mov_b64 s[16:17], vcc\n", out);
    write_tail(out, n, any() % 2, n->has_add && any() % 2 ? any() % 0x1000 : 0, any() % 2);
    fclose(out);
    return text;
}

/* What stands between the load of a kernel and its stores: the group's number is in s20, v6 what it
   has loaded, and s[22:23] a mask made from that. */
#define CHOICE "\tv_cndmask_b32 v8, v4, v6, " MASK "\n"
#define CHOICE_VCC "\tv_cndmask_b32 v8, v4, v6, vcc\n"
#define SOME "\tv_cmp_ne_u32 vcc, 5, v0\n\ts_and_saveexec_b64 s[14:15], vcc\n"
#define FEW "\tv_cmp_gt_u32 vcc, 3, v0\n\ts_and_saveexec_b64 s[14:15], vcc\n"
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
    /* Floats that no later instruction reads: fewer lanes do, or another number is there. */
    {0, "\tv_mul_f32 v9, 0, v6\n" FEW "\tv_add_f32 v12, v9, v9\n" ALL},
    {1, "\tv_mul_f32 v9, 0, v6\n\tv_mov_b32 v12, v9\n\tv_mov_b32 v9, 1.0\n\tv_add_f32 v13, v9, v9\n"},
    /* Numbers that go up pass 0, or meet another in the first or in the last lane. */
    {3, "\tv_add_co_u32 v9, vcc, -32, v0\n\tv_cmp_gt_u32 vcc, 16, v9\n" CHOICE_VCC},
    {0, "\tv_cmp_eq_u32 vcc, 63, v0\n" CHOICE_VCC},
    {1, "\tv_cmp_ne_u32 vcc, 0, v0\n" CHOICE_VCC},
    /* A shift to the right does not go up by the same from each lane to the next. */
    {2, "\tv_lshrrev_b32 v9, 4, v0\n"},
    /* Memory is read that waves write: the results of others, or what was just written. */
    {0, "\ts_load_dword s10, s[6:7], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s10\n"},
    {2, "\ts_load_dword s10, s[6:7], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s10\n"},
    {1, "\tflat_store_dword v[2:3], v4\n\ts_waitcnt vmcnt(0)\n"
        "\tflat_load_dword v12, v[2:3]\n\ts_waitcnt vmcnt(0)\n"},
    {3, "\tglobal_store_dword v[2:3], v4, off\n\ts_waitcnt vmcnt(0)\n"
        "\ts_load_dword s10, s[4:5], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s10\n"},
    {0, "\ts_mov_b64 s[16:17], s[6:7]\n\ts_mov_b32 s18, 0x1000\n\ts_mov_b32 s19, 0x24000\n"
        "\ts_buffer_load_dword s10, s[16:19], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v12, s10\n"},
    /* Where v10 of the first item goes, which is -1, decides where s10 is read from. */
    {3, "\ts_add_u32 s18, s6, 0xc000\n\ts_addc_u32 s19, s7, 0\n\ts_load_dword s16, s[18:19], 0x0\n"
        "\ts_waitcnt lgkmcnt(0)\n\ts_cmp_eq_u32 s16, -1\n\ts_cselect_b32 s18, s4, s6\n"
        "\ts_cselect_b32 s19, s5, s7\n\ts_load_dword s10, s[18:19], 0x100\n\ts_waitcnt lgkmcnt(0)\n"
        "\tv_mov_b32 v12, s10\n\tglobal_store_dword v[2:3], v4, off\n"},
    {2, "\ts_branch 1\n\ts_mov_b32 s20, 0\n" BY_GROUP},
    /* An address is the mask that was made of where there is memory. */
    {2, "\ts_mov_b64 " MASK ", s[4:5]\n\tv_cmp_gt_i32 " MASK ", 0, v6\n"
        "\tglobal_load_dword v12, v8, " MASK "\n\ts_waitcnt vmcnt(0)\n"},
    /* The mask differs from group to group, and with it where a scalar load reads. */
    {3, "\tv_cmp_lt_u32 vcc, s2, v0\n\ts_bcnt1_i32_b64 s20, vcc\n" BY_GROUP},
};
enum { BETWEEN = sizeof between / sizeof *between };

static char *beside(const names *n, unsigned which) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    write_head(out, n, 2);
    fprintf(out,
            "\t%s_dword v6, v[2:3]%s\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n\ts_mov_b32 s20, s2\n"
            "\tv_cmp_gt_i32 " MASK ", 0, v6\n\tv_cndmask_b32 v7, v4, v6, " MASK "\n%s"
            "",
            n->load, n->tail, between[which].text);
    write_tail(out, n, false, n->has_add ? 0x800 : 0, false);
    fclose(out);
    return text;
}

/* ---- both engines ---------------------------------------------------------------------------- */

typedef struct engine {
    gisa_machine *machine;
    gisa_loaded *loaded;
    uint8_t *memory;
    gisa_result result;
} engine;

/* Around a multiple of 4 GiB. */
static uint8_t *take_memory(unsigned which) {
    for (uint64_t at = (uint64_t)(which + 1) << 40; at < (uint64_t)1 << 46; at += (uint64_t)2 << 40) {
        void *const wanted = (void *)(uintptr_t)(at - BYTES / 4);
        void *const got = mmap(wanted, BYTES, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (got == wanted)
            return got;
        if (got != MAP_FAILED)
            munmap(got, BYTES);
    }
    return NULL;
}

static bool begin(engine *e, const gisa_isa *isa, unsigned which, const void *file, size_t size) {
    gisa_error error;
    e->machine = gisa_machine_new(isa);
    e->memory = take_memory(which);
    return e->machine && e->memory &&
           gisa_machine_load(e->machine, file, size, &error, &e->loaded) == GISA_OK &&
           gisa_machine_map(e->machine, e->memory, OUT, "in") == GISA_OK &&
           gisa_machine_map(e->machine, e->memory + OUT, BYTES - OUT, "out") == GISA_OK;
}

static void end(engine *e) {
    gisa_machine_free(e->machine);
    if (e->memory)
        munmap(e->memory, BYTES);
}

typedef struct arguments {
    uint64_t in, out; /* from where memory begins */
    uint32_t numbers[4];
    unsigned width, height, items, rows; /* of a group; of all along x; of groups */
} arguments;

static bool run(engine *e, const arguments *a) {
    struct {
        uint64_t in, out;
        uint32_t numbers[4];
    } given = {(uintptr_t)e->memory + a->in, (uintptr_t)e->memory + a->out, {0}};
    gisa_kernel k;
    gisa_launch l = {.dimensions = 2,
                     .grid = {a->items, a->height * a->rows, 1},
                     .group = {a->width, a->height, 1},
                     .limit = 1000000,
                     .kernarg = &given,
                     .kernarg_size = sizeof given};
    memcpy(given.numbers, a->numbers, sizeof given.numbers);
    if (gisa_kernel_at(e->loaded, 0, &k))
        return false;
    l.descriptor = k.descriptor;
    return gisa_machine_run(e->machine, &l, &e->result) == GISA_OK;
}

/* What is read may be where results go, or be outside for some lanes. */
static arguments choose(void) {
    static const uint32_t ins[] = {0, 64, BYTES / 4 - 256, BYTES / 4 - 1024, OUT, OUT + 4, BYTES - 1024};
    arguments a = {.in = ins[any() % 7], .out = OUT, .width = any() % 3 ? 128 : 64, .height = 1 + any() % 2};
    a.rows = 1 + any() % 3;
    a.items = 128 * (1 + any() % (any() % 2 ? 4 : 16)) - (any() % 4 ? 0 : any() % 100);
    for (unsigned i = 0; i < 4; i++)
        a.numbers[i] = any() % 2 ? number() : any() % 300;
    return a;
}

static bool same(const engine *a, const engine *b) {
    return a->result.end == b->result.end && memcmp(a->memory, b->memory, BYTES) == 0 &&
           (a->result.end != GISA_END_ENDED || a->result.instructions == b->result.instructions);
}

static void show(const char *text, const engine *a, const engine *b) {
    unsigned at = 0;
    while (at < BYTES - 1 && a->memory[at] == b->memory[at])
        at++;
    printf("%s\ninterpreted: %s\ntranslated: %s\nbyte 0x%x: %02x, translated %02x\n", text, a->result.message,
           b->result.message, at, a->memory[at], b->memory[at]);
}

/* One kernel, with several arguments; adds the waves that ran in one go. free()s the text. */
static bool one(const names *n, char *text, uint64_t *waves) {
    const gisa_isa *isa = gisa_find(n->arch);
    engine plain = {0}, native = {0};
    gisa_native_info info = {0};
    size_t size;
    void *file = assemble(isa, text, &size);
    bool good = file && begin(&plain, isa, 0, file, size) && begin(&native, isa, 1, file, size) &&
                gisa_machine_native(native.machine, native_options()) == GISA_OK;
    for (unsigned k = 0; good && k < 6; k++) {
        arguments a = choose();
        a.items = k % 2 ? a.items : ITEMS;
        for (unsigned i = 0; i < BYTES; i += 4) {
            const uint32_t x = number();
            memcpy(plain.memory + i, &x, 4);
            memcpy(native.memory + i, &x, 4);
        }
        good = run(&plain, &a) && run(&native, &a) && same(&plain, &native);
        if (!good && test_problems() < 2)
            show(text, &plain, &native);
    }
    if (native.machine)
        gisa_machine_native_info(native.machine, &info);
    if (good && !info.compiled) {
        printf("its translation was not compiled:\n%s", text);
        good = false;
    }
    *waves += info.waves;
    end(&plain);
    end(&native);
    free(file);
    free(text);
    return good;
}

/* One that follows from the seed. */
static bool random_one(uint64_t seed, uint64_t *waves) {
    const names *n;
    bool good;
    set_seed(seed * UINT64_C(0x9e3779b97f4a7c15));
    n = &generations[any() % GENERATIONS];
    good = one(n, kernel(n), waves);
    if (!good)
        printf("native straight 0 %llu, %s\n", (unsigned long long)seed, n->arch);
    return good;
}

void straight_tests(uint64_t first, unsigned least, double seconds) {
    const double begun = seconds_now();
    uint64_t kernels = 0, waves[GENERATIONS] = {0}, by_chance = 0;
    test_begin();
    for (unsigned k = 0; k < BETWEEN; k++) {
        const unsigned of = between[k].of;
        test_check(one(&generations[of], beside(&generations[of], k), &waves[of]));
    }
    for (unsigned i = 0; i < GENERATIONS; i++)
        test_check(waves[i]);
    test_end();
    test_begin();
    for (; kernels < least || seconds_now() - begun < seconds; kernels++)
        test_check(random_one(first + kernels, &by_chance));
    test_end();
    printf("native: %llu random kernels, %llu waves of them in one go\n", (unsigned long long)kernels,
           (unsigned long long)by_chance);
}
