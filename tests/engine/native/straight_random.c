/* SPDX-License-Identifier: MIT */
/*
 * Random kernels without loops: registers that are the same in all lanes or go up from each to the
 * next, addresses made of these, lanes masked by compares, loads, then stores that may lie where
 * the loads were, or outside.
 */
#include "straight.h"

#include <stdlib.h>

#include "core/tables.h"
#include "native/body.h"

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

/* A mask, or one register. */
static unsigned scalar_result(unsigned count) {
    return count == 2 ? 22 : scalar();
}

/* Operands become registers of the kernel; false: it works on others, or is not of that kind. */
static bool settle_here(const gisa_isa *isa, gisa_insn *insn) {
    enum { VCC = 106 };
    if (gcn_native[form_body(isa, insn->form)].kind != NATIVE_VECTOR ||
        has_role(isa, insn, GISA_ROLE_DPP_CTRL))
        return false;
    for (unsigned i = 0; i < insn->operand_count; i++) {
        gisa_operand *o = &insn->operand[i];
        const bool writes = o->access & GISA_ACCESS_WRITE;
        o->mods = any() % 4 ? 0 : o->mods;
        if (o->kind == GISA_KIND_VGPR)
            o->reg = (uint16_t)(FIRST + o->reg % (REGISTERS - o->count + 1));
        else if (o->kind == GISA_KIND_SGPR && o->count <= 4)
            o->reg = (uint16_t)(writes ? scalar_result(o->count) : 8u + o->reg % 4u / o->count * o->count);
        else if (o->kind == GISA_KIND_SGPR || (o->kind == GISA_KIND_NAMED && writes && o->reg != VCC))
            return false;
    }
    return true;
}

/* Any vector instruction that is translated. */
static void write_any(FILE *out, const straight_names *n) {
    const gisa_isa *isa = gisa_find(n->arch);
    uint64_t bits = 0;
    gisa_insn insn;
    size_t size;
    do {
        while (!random_word(isa, &bits) || gisa_decode(isa, &bits, 8, &insn) || !settle_here(isa, &insn))
            ;
        bits = 0;
        size = 8;
    } while (gisa_encode(isa, &insn, &bits, &size));
    for (size_t i = 0; i < size; i += 4)
        fprintf(out, "\t.long 0x%x\n", (uint32_t)(bits >> 8 * i));
}

/* plain: one that mostly goes up from lane to lane, or is the same in all. */
static void write_number(FILE *out, const straight_names *n, bool plain) {
    const unsigned d = reg(), a = reg(), b = reg();
    if (any() % (plain ? 16 : 4) == 0) {
        write_any(out, n);
        return;
    }
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
            straight_wide(out, n, pair(), any() % 34);
        else
            straight_shift(out, n, pair(), any() % 3 ? pair() : 0, any() % 34);
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
static void write_load(FILE *out, const straight_names *n) {
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

/* A number from where results go: other waves may have left it there. */
static void write_scalar_load(FILE *out, const straight_names *n) {
    const unsigned at = any() % 64 * 4 / n->unit;
    switch (any() % 4) {
    case 0: fprintf(out, "\ts_load_dword s11, s[6:7], 0x%x\n", at); break;
    case 2:
        if (n->has_add)
            fprintf(out, "\ts_scratch_load_dword s11, s[6:7], 0x%x\n", at / 4);
        else
            fprintf(out, "\ts_load_dwordx8 s[24:31], s[6:7], 0x%x\n", at);
        break;
    case 1:
        fprintf(out, "\ts_and_b32 s18, s%u, 0x%x\n\ts_load_dword s11, s[6:7], s18\n",
                any() % 2 ? 2 : scalar(), 0xff << any() % 4 & ~3u);
        break;
    default:
        fprintf(out,
                "\ts_and_b32 s18, s%u, 63\n\ts_lshl_b32 s18, s18, %u\n\ts_add_u32 s18, s6, s18\n"
                "\ts_addc_u32 s19, s7, 0\n\ts_load_dwordx2 s[10:11], s[18:19], 0x%x\n",
                any() % 2 ? 2 : scalar(), 2 + any() % 4, any() % 16 * 4 / n->unit);
    }
    fputs("\ts_waitcnt lgkmcnt(0)\n", out);
}

char *straight_random(const straight_names *n) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const bool plain = any() % 2;
    const unsigned masks = any() % (plain ? 2 : 3);
    straight_head(out, n, any() % 8 ? 2 : 3);
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
    straight_end(out, n,
                 (straight_tail){.masked = any() % 2,
                                 .flush = any() % 2,
                                 .back = n->has_add && any() % 2 ? any() % 0x1000 : 0});
    fclose(out);
    return text;
}
