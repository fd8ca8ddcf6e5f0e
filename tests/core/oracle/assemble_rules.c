/* SPDX-License-Identifier: MIT */
/* The rules of assemble.h. Each one excuses exactly one class of difference; differences.txt says
 * who is right, and why. */
#include "assemble.h"

#include <string.h>

static const char *format_of(const assemble_case *c) {
    return form_format(c->isa, &c->isa->forms[c->insn.form]);
}
static const char *name_of(const assemble_case *c) {
    return c->isa->rows[c->isa->forms[c->insn.form].row].name;
}
static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

bool assemble_same(const gisa_insn *insn, const encoding *e) {
    if (e->crashed || e->size != insn->size)
        return false;
    for (unsigned i = 0; i < e->size; i++)
        if (e->bytes[i] != (uint8_t)(insn->bits >> 8 * i))
            return false;
    return true;
}

static bool is_gfx(const assemble_case *c, const char *name) {
    return strcmp(gisa_name(gisa_base(c->isa)), name) == 0;
}

static bool is_gfx9(const assemble_case *c) {
    return gisa_generation(c->isa) == gisa_generation(gisa_find("gfx900"));
}
static bool ends(const char *text, const char *with) {
    size_t n = strlen(text), m = strlen(with);
    return n >= m && strcmp(text + n - m, with) == 0;
}
static bool says(const assemble_case *c, const char *what) {
    return strstr(c->text, what) != NULL;
}

/* The operand of this name in the spec, NULL = there is none. */
static const gisa_operand *operand(const assemble_case *c, const char *name) {
    const form *f = &c->isa->forms[c->insn.form];
    for (unsigned i = 0; i < f->op_count; i++)
        if (strcmp(&c->isa->strings[form_op(c->isa, f, i)->name], name) == 0)
            return &c->insn.operand[i];
    return NULL;
}

static unsigned bits_in(int64_t value) {
    unsigned n = 0;
    for (; value; value &= value - 1)
        n++;
    return n;
}

/* Rows of CLRX and of the vendor's tables that LLVM 19 does not have. */
static bool not_in_assembler(const assemble_case *c) {
    static const struct {
        const char *name, *format, *arches;
    } rows[] = {
        {"s_mov_fed_b32", "SOP1", "gfx600 gfx700 gfx803 gfx900 gfx904 gfx906"},
        {"s_mov_regrd_b32", "SOP1", "gfx600 gfx700 gfx803 gfx900 gfx904 gfx906"},
        {"s_getreg_regrd_b32", "SOPK", "gfx600 gfx700 gfx803 gfx900 gfx904 gfx906"},
        {"v_mov_fed_b32", "VOP1 VOP3A", "gfx600 gfx700 gfx803 gfx900 gfx904 gfx906"},
        {"v_mac_legacy_f32", "VOP3A", "gfx803 gfx900 gfx904 gfx906"},
        {"v_readfirstlane_b32", "VOP3A", "gfx600 gfx700 gfx803 gfx900 gfx904 gfx906"},
        {"v_readlane_b32", "VOP3A", "gfx600 gfx700"},
        {"v_writelane_b32", "VOP3A", "gfx600 gfx700"},
        {"v_qsad_u8", "VOP3A", "gfx600"},
        {"ds_condxchg32_rtn_b128", "DS", "gfx700 gfx803 gfx900 gfx904 gfx906"},
        {"buffer_atomic_rsub", "MUBUF", "gfx600"},
        {"buffer_atomic_rsub_x2", "MUBUF", "gfx600"},
        {"image_gather4h_pck", "MIMG", "gfx900 gfx904 gfx906"},
        {"image_gather8h_pck", "MIMG", "gfx900 gfx904 gfx906"},
        {"v_mov_prsv_b32", "VOP1 VOP3A", "gfx900 gfx904 gfx906"},
        {"v_writelane_regwr_b32", "VOP1 VOP3A", "gfx900 gfx904 gfx906"},
        {"v_readlane_regrd_b32", "VOP3A", "gfx900 gfx904 gfx906"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name_of(c)) == 0 && strstr(rows[i].format, format_of(c)) &&
            strstr(rows[i].arches, gisa_name(gisa_base(c->isa))))
            return true;
    return false;
}

/* EXEC and M0 as data of scalar memory instructions. */
static bool smem_special_data(const assemble_case *c) {
    const gisa_operand *data = operand(c, "sdst");
    if (!data)
        data = operand(c, "sdata");
    return (begins(format_of(c), "SMEM") || begins(format_of(c), "SMRD")) && data &&
           data->kind == GISA_KIND_NAMED && (data->reg == 124 || data->reg == 126 || data->reg == 127);
}

static bool smem_buffer_negative(const assemble_case *c) {
    return is_gfx9(c) && begins(format_of(c), "SMEM") &&
           (begins(name_of(c), "s_buffer_") || ends(name_of(c), "_probe_buffer")) && says(c, "-0x");
}

static bool gpr_idx_bits(const assemble_case *c) {
    const gisa_operand *bits = operand(c, "gpr_idx");
    return bits && bits->value > 15 &&
           (strcmp(name_of(c), "s_set_gpr_idx_on") == 0 || strcmp(name_of(c), "s_set_gpr_idx_mode") == 0);
}

static bool attribute_number(const assemble_case *c) {
    const gisa_operand *attr = operand(c, "attr");
    return attr && (attr->value & 0xff) > 32;
}

static bool mac_sdwa_dst(const assemble_case *c) {
    const gisa_operand *dst_sel = operand(c, "dst_sel");
    return is_gfx(c, "gfx803") && strcmp(format_of(c), "VOP2_SDWA") == 0 && begins(name_of(c), "v_mac_f") &&
           dst_sel && dst_sel->value != 6;
}

static bool half_inverse_pi_sdwa(const assemble_case *c) {
    bool any = false;
    for (unsigned i = 0; i < c->insn.operand_count; i++) {
        const gisa_operand *o = &c->insn.operand[i];
        any |= o->kind == GISA_KIND_INLINE && o->reg == 248 &&
               (o->type == GISA_TYPE_I16 || o->type == GISA_TYPE_U16 || o->type == GISA_TYPE_B16);
    }
    return any && ends(format_of(c), "_SDWA");
}

static bool cvt_f16_e64(const assemble_case *c) {
    const gisa_operand *source = operand(c, "src0");
    return (is_gfx(c, "gfx600") || is_gfx(c, "gfx700")) && strcmp(format_of(c), "VOP3A") == 0 &&
           strcmp(name_of(c), "v_cvt_f32_f16") == 0 && source && source->kind == GISA_KIND_INLINE;
}

static bool lds_direct_reversed(const assemble_case *c) {
    return says(c, "src_lds_direct") && strstr(name_of(c), "rev");
}

static bool gather_dmask(const assemble_case *c) {
    const gisa_operand *dmask = operand(c, "dmask");
    return begins(name_of(c), "image_gather4") && dmask && bits_in(dmask->value) != 1;
}

static bool atomic_dmask(const assemble_case *c) {
    const gisa_operand *dmask = operand(c, "dmask");
    bool compare = ends(name_of(c), "cmpswap");
    return begins(name_of(c), "image_atomic") && dmask && dmask->value != 3 &&
           dmask->value != (compare ? 15 : 1);
}

static bool gather_d16_tfe(const assemble_case *c) {
    return c->insn.operand[0].count == 3 && begins(name_of(c), "image_gather4") && ends(c->text, " d16") &&
           says(c, " tfe");
}

static bool buffer_tfe(const assemble_case *c) {
    return says(c, " tfe") && (strcmp(format_of(c), "MTBUF") == 0 ||
                               (strcmp(format_of(c), "MUBUF") == 0 &&
                                (begins(name_of(c), "buffer_store") || begins(name_of(c), "buffer_atomic"))));
}

static bool addr64_with_index(const assemble_case *c) {
    return says(c, " addr64") && (says(c, " idxen") || says(c, " offen"));
}

/* src_vccz ... where a jump target or a register must stand. */
static bool value_as_register(const assemble_case *c) {
    const gisa_operand *source = operand(c, "sreg0");
    return source && source->kind == GISA_KIND_NAMED && source->reg >= 128;
}

/* Compressed exports that enable half of a pair. */
static bool export_pairs(const assemble_case *c) {
    unsigned en = (unsigned)c->insn.bits & 15;
    return strcmp(name_of(c), "exp") == 0 && says(c, " compr") && en != 0 && en != 3 && en != 12 && en != 15;
}

static const struct {
    const char *name;
    bool (*excuses)(const assemble_case *c);
} rules[] = {
    {"export-pairs", export_pairs}, /* the only one with another encoding instead of a refusal */
    {"value-as-register", value_as_register},
    {"not-in-assembler", not_in_assembler},
    {"smem-special-data", smem_special_data},
    {"smem-buffer-negative", smem_buffer_negative},
    {"gpr-idx-bits", gpr_idx_bits},
    {"attribute-number", attribute_number},
    {"mac-sdwa-dst", mac_sdwa_dst},
    {"half-inverse-pi-sdwa", half_inverse_pi_sdwa},
    {"cvt-f16-e64", cvt_f16_e64},
    {"lds-direct-reversed", lds_direct_reversed},
    {"gather-dmask", gather_dmask},
    {"atomic-dmask", atomic_dmask},
    {"gather-d16-tfe-text", gather_d16_tfe},
    {"buffer-tfe-text", buffer_tfe},
    {"addr64-with-index", addr64_with_index},
};
enum { RULES = sizeof rules / sizeof *rules };

const char *assemble_excuse(const assemble_case *c) {
    for (unsigned i = 0; i < (c->llvm->size ? 1 : RULES); i++)
        if (!c->llvm->crashed && rules[i].excuses(c))
            return rules[i].name;
    return NULL;
}

const char *assemble_rule_at(unsigned i) {
    return i < RULES ? rules[i].name : NULL;
}
