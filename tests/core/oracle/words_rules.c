/* SPDX-License-Identifier: MIT */
/* The rules of words.h. Each one excuses exactly one class of difference; differences.txt says who
 * is right, and why. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/operands.h"
#include "words.h"

static const char *format_of(const words_case *c) {
    return form_format(c->isa, &c->isa->forms[c->insn.form]);
}
static const char *name_of(const words_case *c) {
    return c->isa->rows[c->isa->forms[c->insn.form].row].name;
}
static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}
static bool is_gfx(const words_case *c, const char *name) {
    return strcmp(gisa_name(gisa_base(c->isa)), name) == 0;
}

static bool is_gfx9(const words_case *c) {
    return gisa_generation(c->isa) == gisa_generation(gisa_find("gfx900"));
}

void words_ask_gisa(words_case *c, const gisa_isa *isa, const uint32_t word[2]) {
    unsigned char code[8];
    size_t size = sizeof c->gisa;
    memset(c, 0, sizeof *c);
    c->isa = isa;
    for (int i = 0; i < 8; i++)
        code[i] = (unsigned char)(word[i / 4] >> 8 * (i % 4));
    c->status = gisa_decode(isa, code, sizeof code, &c->insn);
    c->known = c->status == GISA_OK || c->status == GISA_STATUS_RESERVED;
    c->reserved_bits = c->known && (gisa_oddities(isa, &c->insn) & GISA_ODD_RESERVED);
    if (c->status != GISA_OK || c->reserved_bits ||
        gisa_print(isa, &c->insn, NULL, c->gisa, &size) != GISA_OK)
        c->gisa[0] = 0;
}

/* ---- both print, the texts differ: rules that take one difference out of the two texts  */

static void drop(char *at, size_t n) {
    memmove(at, at + n, strlen(at + n) + 1);
}

/* The texts are far shorter than their buffers. */
static void replace(char *at, size_t n, const char *with) {
    size_t m = strlen(with);
    memmove(at + m, at + n, strlen(at + n) + 1);
    memcpy(at, with, m);
}

/* s[5:6] in gisa's text is s[4:5] in LLVM's, which says so in a comment. */
static bool rewrite_group_alignment(words_case *c) {
    char *warning = strstr(c->rewritten[1], " ; Warning: ");
    bool any = false;
    if (!warning || !strstr(warning, "scalar reg isn't aligned"))
        return false;
    *warning = 0;
    for (char *p = c->rewritten[0]; (p = strchr(p, '[')); p++) {
        unsigned first, last, align;
        int used = 0;
        char group[40];
        if (p[-1] != 's' && p[-1] != 'p')
            continue;
        if (sscanf(p, "[%u:%u]%n", &first, &last, &used) != 2 || !used)
            continue;
        align = last - first >= 2 ? 4 : 2;
        if (first % align == 0)
            continue;
        snprintf(group, sizeof group, "[%u:%u]", first - first % align, last - first % align);
        replace(p, (size_t)used, group);
        any = true;
    }
    return any;
}

static bool rewrite_class_comment(words_case *c) {
    bool any = false;
    char *at;
    while ((at = strstr(c->rewritten[1], "/*Invalid "))) {
        char *end = strstr(at, "*/");
        if (!end ||
            (!begins(at, "/*Invalid register, operand has '") && !begins(at, "/*Invalid immediate*/")))
            return any;
        drop(at, (size_t)(end + 2 - at));
        any = true;
    }
    return any;
}

/* The f16 constants in integer operands of 16 bits: gisa 0.5, LLVM 0x3800. */
static bool rewrite_half_integer(words_case *c) {
    bool any = false;
    for (unsigned i = 0; i < c->insn.operand_count; i++) {
        const gisa_operand *o = &c->insn.operand[i];
        const float_constant *f;
        char hex[16], *at;
        if (o->kind != GISA_KIND_INLINE || !(o->flags & GISA_OPERAND_FLOAT) ||
            (o->type != GISA_TYPE_I16 && o->type != GISA_TYPE_U16 && o->type != GISA_TYPE_B16))
            continue;
        f = &float_constants[(unsigned)c->isa->codes[o->reg].value % 9];
        snprintf(hex, sizeof hex, "0x%x", f->f16);
        at = strstr(c->rewritten[1], hex);
        if (!at)
            continue;
        replace(at, strlen(hex), f->text);
        any = true;
    }
    return any;
}

/* A literal of 32 bits in an integer operand of 16: where its 32 bits are a float constant LLVM
 * prints that, gisa the lower half. */
static bool rewrite_half_literal(words_case *c) {
    bool any = false;
    for (unsigned i = 0; i < c->insn.operand_count; i++) {
        const gisa_operand *o = &c->insn.operand[i];
        char hex[16], *at;
        unsigned k = 0;
        if (o->kind != GISA_KIND_LITERAL ||
            (o->type != GISA_TYPE_I16 && o->type != GISA_TYPE_U16 && o->type != GISA_TYPE_B16))
            continue;
        while (k < 9 && float_constants[k].f32 != (uint32_t)o->value)
            k++;
        snprintf(hex, sizeof hex, "0x%x", (unsigned)(o->value & 0xffff));
        at = strstr(c->rewritten[0], hex);
        if (k == 9 || !at)
            continue;
        replace(at, strlen(hex), float_constants[k].text);
        any = true;
    }
    return any;
}

static bool rewrite_setreg_literal(words_case *c) {
    char hex[16], *at;
    unsigned k = 0;
    uint32_t value = (uint32_t)(c->insn.bits >> 32);
    while (k < 9 && float_constants[k].f32 != value)
        k++;
    snprintf(hex, sizeof hex, "0x%x", value);
    at = strstr(c->rewritten[0], hex);
    if (strcmp(format_of(c), "SOPKL") != 0 || k == 9 || !at)
        return false;
    replace(at, strlen(hex), float_constants[k].text);
    return true;
}

/* v_nop and v_clrexcp in VOP3: LLVM leaves the suffix away. */
static bool rewrite_suffix(words_case *c) {
    char *at = strstr(c->rewritten[0], "_e64");
    if ((strcmp(name_of(c), "v_nop") != 0 && strcmp(name_of(c), "v_clrexcp") != 0) || !at || at[4])
        return false;
    *at = 0;
    return true;
}

/* The data of an image_gather4 with D16 and TFE: two registers and one for the status; LLVM counts
 * without D16. */
static bool rewrite_gather_d16_tfe(words_case *c) {
    const gisa_operand *data = &c->insn.operand[0];
    char ours[40], theirs[40], *at;
    snprintf(ours, sizeof ours, " v[%u:%u],", data->reg, data->reg + 2u);
    snprintf(theirs, sizeof theirs, " v[%u:%u],", data->reg, data->reg + 3u);
    at = strstr(c->rewritten[0], ours);
    if (!begins(name_of(c), "image_gather4") || data->count != 3 || !at || !strstr(c->gisa, " tfe") ||
        !strstr(c->gisa, " d16"))
        return false;
    replace(at, strlen(ours), theirs);
    return true;
}

/* The data of an image atomic: gisa counts the set bits of DMASK (and TFE) for every mask, LLVM
 * knows few sizes. */
static bool rewrite_image_atomic(words_case *c) {
    const gisa_operand *data = &c->insn.operand[0];
    char *at[2];
    size_t n[2];
    if (strcmp(format_of(c), "MIMG") != 0 || !begins(name_of(c), "image_atomic"))
        return false;
    for (int i = 0; i < 2; i++) {
        at[i] = strchr(c->rewritten[i], ' ');
        n[i] = at[i] ? strcspn(at[i], ",") : 0;
        if (!at[i] || (size_t)(at[i] - c->rewritten[i]) != strlen(name_of(c)))
            return false;
    }
    if ((unsigned)strtoul(at[1] + (at[1][2] == '[' ? 3 : 2), NULL, 10) != data->reg)
        return false;
    drop(at[0], n[0]);
    drop(at[1], n[1]);
    return true;
}

/* v_nop with the source field that announces SDWA or DPP: LLVM reads the second word, gisa ignores
   the field. */
static bool nop_second_word(const words_case *c) {
    unsigned source = (unsigned)c->insn.bits & 511;
    return strcmp(format_of(c), "VOP1") == 0 && (source == 249 || source == 250) &&
           (strcmp(c->gisa, "v_nop") == 0 || strcmp(c->gisa, "v_clrexcp") == 0) && c->llvm->size == 8 &&
           begins(c->llvm->text, c->gisa);
}

static const struct {
    const char *name;
    bool (*rewrite)(words_case *c);
} rewrites[] = {
    {"group-alignment", rewrite_group_alignment}, {"class-comment", rewrite_class_comment},
    {"half-integer", rewrite_half_integer},       {"half-literal", rewrite_half_literal},
    {"setreg-literal", rewrite_setreg_literal},   {"vop3-suffix", rewrite_suffix},
    {"gather-d16-tfe", rewrite_gather_d16_tfe},   {"image-atomic-size", rewrite_image_atomic},
};
enum { REWRITES = sizeof rewrites / sizeof *rewrites };

/* ---- gisa refuses an operand, LLVM prints something -------------------------------- */

/* One reserved operand: which field value, and what LLVM made of the instruction. */
typedef struct reserved {
    const words_case *c;
    const op_spec *op;
    const gisa_operand *o;
    unsigned code; /* CODEC_CODE: the operand code */
    const code_info *info;
    const char *llvm;
} reserved;

static bool is_code(const reserved *r) {
    bool sdwa_scalar =
        r->op->codec == CODEC_VGPR && r->op->scalar.width && field_get(r->c->insn.bits, r->op->scalar);
    return r->op->codec == CODEC_CODE || sdwa_scalar;
}

/* Does LLVM's text say this? A process that died says nothing against it. */
static bool says(const reserved *r, const char *what) {
    return r->c->llvm->crashed || strstr(r->llvm, what);
}

static bool null_register(const reserved *r) {
    return is_code(r) && r->code == 125 && says(r, "null");
}

static bool future_aperture(const reserved *r) {
    return is_code(r) && is_gfx(r->c, "gfx803") && r->code >= 235 && r->code <= 239 &&
           (says(r, "src_shared_") || says(r, "src_private_") || says(r, "src_pops_"));
}

/* The disassembler goes by the generation alone. */
static bool xnack_mask(const reserved *r) {
    return is_code(r) && is_gfx(r->c, "gfx803") && (r->code == 104 || r->code == 105) &&
           says(r, "xnack_mask");
}

/* A scalar or trap group that runs over the end of its file. */
static bool group_past_end(const reserved *r) {
    return is_code(r) && (r->info->kind == CODE_SGPR || r->info->kind == CODE_TTMP) &&
           r->info->last + 1u < r->o->count;
}

/* A register pair (vcc, flat_scratch ...) or m0 where a larger group, or the second register of a
 * pair where a pair must stand. */
static bool named_group(const reserved *r) {
    return is_code(r) && r->o->count >= 2 &&
           (r->info->kind == CODE_PAIR_LO || r->info->kind == CODE_PAIR_HI || r->info->kind == CODE_REG) &&
           (r->o->count > 2 || says(r, "/*Invalid register, operand has '"));
}

/* A constant or a read-only value as destination. */
static bool destination_value(const reserved *r) {
    return is_code(r) && (r->o->access & GISA_ACCESS_WRITE) && r->code >= OPERAND_FIRST_VALUE &&
           r->code < OPERAND_FIRST_VGPR;
}

static bool lds_direct_place(const reserved *r) {
    return is_code(r) && r->code == 254 && says(r, "src_lds_direct");
}

/* Image data that does not fit after its first register: LLVM falls back to the smallest group. */
static bool image_past_end(const reserved *r) {
    return r->op->codec == CODEC_VGPR && r->o->access && strcmp(format_of(r->c), "MIMG") == 0 &&
           r->o->reg + r->o->count > 256;
}

static bool no_constant_here(const reserved *r) {
    return is_code(r) &&
           (r->info->kind == CODE_INT || r->info->kind == CODE_FLOAT || r->info->kind == CODE_LITERAL) &&
           says(r, "/*Invalid immediate*/");
}

/* A literal where the instruction takes none. */
static bool fork_literal(const reserved *r) {
    return is_code(r) && r->code == OPERAND_LITERAL && strcmp(name_of(r->c), "s_cbranch_g_fork") == 0;
}

static bool export_target(const reserved *r) {
    return r->op->codec == CODEC_CHOICE && strstr(r->llvm, "exp invalid_target_");
}

static bool interp_parameter(const reserved *r) {
    return r->op->codec == CODEC_CHOICE && strstr(r->llvm, " invalid_param_");
}

static bool dpp_control(const reserved *r) {
    return r->op->codec == CODEC_DPP_CTRL &&
           (says(r, "/* Invalid dpp_ctrl value */") || says(r, "is not supported on ASICs earlier than"));
}

static bool is_sdwa(const reserved *r) {
    return strstr(format_of(r->c), "_SDWA") != NULL;
}

static bool sdwa_unused_3(const reserved *r) {
    return is_sdwa(r) && r->op->codec == CODEC_CHOICE && r->o->value == 3 && r->op->f[0].width == 2 &&
           says(r, "dst_unused:UNUSED_PAD");
}

static bool sdwa_crash(const reserved *r) {
    return is_sdwa(r) && r->op->codec == CODEC_CHOICE && r->o->value == 7 && r->c->llvm->crashed;
}

static const struct {
    const char *name;
    bool (*excuses)(const reserved *r);
} refusals[] = {
    {"null-register", null_register},
    {"future-aperture", future_aperture},
    {"xnack-mask", xnack_mask},
    {"group-past-end", group_past_end},
    {"named-group", named_group},
    {"destination-value", destination_value},
    {"no-constant-here", no_constant_here},
    {"export-target", export_target},
    {"interp-parameter", interp_parameter},
    {"dpp-control", dpp_control},
    {"lds-direct-place", lds_direct_place},
    {"image-past-end", image_past_end},
    {"sdwa-unused-3", sdwa_unused_3},
    {"sdwa-crash", sdwa_crash},
    {"fork-literal", fork_literal},
};
enum { REFUSALS = sizeof refusals / sizeof *refusals };

static const char *excuse_operand(const words_case *c, unsigned i) {
    reserved r = {.c = c,
                  .op = form_op(c->isa, &c->isa->forms[c->insn.form], i),
                  .o = &c->insn.operand[i],
                  .llvm = c->llvm->text};
    r.code =
        is_code(&r) ? (unsigned)field_get(c->insn.bits, r.op->f[0]) * (r.op->scale ? r.op->scale : 1) : 0;
    r.info = &c->isa->codes[r.code & 511];
    for (unsigned k = 0; k < REFUSALS; k++)
        if (refusals[k].excuses(&r))
            return refusals[k].name;
    return NULL;
}

/* ---- gisa refuses reserved bits, LLVM ignores or uses them ------------------------- */

static uint64_t set_zero_bits(const words_case *c) {
    return c->insn.rest & c->isa->forms[c->insn.form].zero;
}

static bool flat_offset(const words_case *c) {
    uint64_t allowed = is_gfx(c, "gfx803") ? 0x1fff : 0x1000;
    return begins(format_of(c), "FLAT") && !(set_zero_bits(c) & ~allowed) &&
           strstr(c->llvm->text, " offset:");
}

/* NEG, ABS and OMOD bits where the operand is an integer. */
static bool integer_modifiers(const words_case *c) {
    bool vop3 = strcmp(format_of(c), "VOP3A") == 0 && !(set_zero_bits(c) & ~UINT64_C(0xe000000000000700));
    bool dpp = strcmp(format_of(c), "VOP2_DPP") == 0 && set_zero_bits(c) == UINT64_C(1) << 55;
    return vop3 || dpp;
}

static const struct {
    const char *name;
    bool (*excuses)(const words_case *c);
} ignored[] = {
    {"flat-offset-bits", flat_offset},
    {"integer-modifier-bits", integer_modifiers},
};
enum { IGNORED = sizeof ignored / sizeof *ignored };

/* ---- gisa prints, LLVM refuses ----------------------------------------------------- */

static bool not_in_llvm(const words_case *c) {
    static const char *const gfx803[] = {"v_mov_fed_b32",
                                         "v_mac_legacy_f32",
                                         "s_mov_fed_b32",
                                         "s_mov_regrd_b32",
                                         "s_getreg_regrd_b32",
                                         "ds_condxchg32_rtn_b128",
                                         NULL};
    static const char *const gfx900[] = {"v_mov_prsv_b32",       "v_writelane_regwr_b32",
                                         "v_readlane_regrd_b32", "image_gather4h_pck",
                                         "image_gather8h_pck",   NULL};
    if (strcmp(name_of(c), "v_readfirstlane_b32") == 0)
        return strcmp(format_of(c), "VOP3A") == 0;
    for (unsigned i = 0; gfx803[i]; i++)
        if (strcmp(name_of(c), gfx803[i]) == 0)
            return true;
    for (unsigned i = 0; gfx900[i]; i++)
        if (is_gfx9(c) && strcmp(name_of(c), gfx900[i]) == 0)
            return true;
    return false;
}

static bool buffer_tfe(const words_case *c) {
    bool tfe = c->insn.bits >> 55 & 1;
    return tfe && (strcmp(format_of(c), "MTBUF") == 0 ||
                   (strcmp(format_of(c), "MUBUF") == 0 && begins(name_of(c), "buffer_atomic")));
}

/* OP_SEL has a bit for a third source; LLVM wants it to be zero where there are two. */
static bool op_sel_of_nothing(const words_case *c) {
    unsigned sources = 0;
    bool op_sel = false;
    const form *f = &c->isa->forms[c->insn.form];
    for (unsigned i = 0; i < f->op_count; i++) {
        const op_spec *op = form_op(c->isa, f, i);
        sources += op->codec == CODEC_CODE && !(op->start.access & GISA_ACCESS_WRITE);
        op_sel |= op->codec == CODEC_ARRAY && strcmp(&c->isa->strings[op->key], "op_sel") == 0;
    }
    return strcmp(format_of(c), "VOP3A") == 0 && op_sel && sources == 2 && c->insn.bits >> 13 & 1;
}

/* LLVM wants room for the group of its first variant before it looks at DMASK and D16: four
 * registers for image_gather4, two for image_atomic_cmpswap. */
static bool image_first_variant(const words_case *c) {
    unsigned least = begins(name_of(c), "image_gather4")               ? 4
                     : strcmp(name_of(c), "image_atomic_cmpswap") == 0 ? 2
                                                                       : 0;
    return c->insn.operand_count && c->insn.operand[0].count < least && c->insn.operand[0].reg + least > 256;
}

static bool ds_bit25(const words_case *c) {
    return begins(format_of(c), "DS") && c->insn.bits >> 25 & 1;
}

static const struct {
    const char *name;
    bool (*excuses)(const words_case *c);
} llvm_refusals[] = {
    {"not-in-llvm", not_in_llvm},
    {"buffer-tfe", buffer_tfe},
    {"ds-bit-25", ds_bit25},
    {"op-sel-of-nothing", op_sel_of_nothing},
    {"image-first-variant", image_first_variant},
};
enum { LLVM_REFUSALS = sizeof llvm_refusals / sizeof *llvm_refusals };

/* ---- all together ------------------------------------------------------------------ */

const char *words_rule_at(unsigned i) {
    if (i < REWRITES)
        return rewrites[i].name;
    i -= REWRITES;
    if (i < REFUSALS)
        return refusals[i].name;
    i -= REFUSALS;
    if (i < IGNORED)
        return ignored[i].name;
    i -= IGNORED;
    if (i < LLVM_REFUSALS)
        return llvm_refusals[i].name;
    return i == LLVM_REFUSALS ? "nop-second-word" : NULL;
}

static void excuse_texts(words_case *c, const char **rules) {
    unsigned n = 0;
    if (nop_second_word(c)) { /* the one rule about the size */
        rules[0] = "nop-second-word";
        rules[1] = NULL;
        return;
    }
    strcpy(c->rewritten[0], c->gisa);
    snprintf(c->rewritten[1], sizeof c->rewritten[1], "%s", c->llvm->text);
    for (unsigned i = 0; i < REWRITES && strcmp(c->rewritten[0], c->rewritten[1]) != 0; i++)
        if (rewrites[i].rewrite(c))
            rules[n++] = rewrites[i].name;
    if (strcmp(c->rewritten[0], c->rewritten[1]) != 0 || c->insn.size != c->llvm->size)
        n = 0;
    rules[n] = NULL;
}

static void excuse_refusal(const words_case *c, const char **rules) {
    const form *f = &c->isa->forms[c->insn.form];
    unsigned n = 0;
    bool explained = !c->llvm->crashed;
    for (unsigned i = 0; i < f->op_count; i++) {
        gisa_operand o;
        if (operand_decode(c->isa, form_op(c->isa, f, i), c->insn.bits, &o))
            continue;
        rules[n] = excuse_operand(c, i);
        if (!rules[n++]) {
            rules[0] = NULL;
            return;
        }
        explained |= strcmp(rules[n - 1], "sdwa-crash") == 0;
    }
    if (c->reserved_bits) {
        unsigned k = 0;
        while (k < IGNORED && !ignored[k].excuses(c))
            k++;
        if (k < IGNORED)
            rules[n++] = ignored[k].name;
        else
            n = 0;
    }
    rules[explained ? n : 0] = NULL;
}

void words_excuse(words_case *c, const char *rules[WORDS_RULES]) {
    rules[0] = rules[1] = NULL;
    if (!c->known)
        return;
    if (c->gisa[0] && c->llvm->text[0])
        excuse_texts(c, rules);
    else if (c->llvm->text[0] || c->llvm->crashed)
        excuse_refusal(c, rules);
    else
        for (unsigned i = 0; i < LLVM_REFUSALS && !rules[0]; i++)
            if (llvm_refusals[i].excuses(c))
                rules[0] = llvm_refusals[i].name;
}
