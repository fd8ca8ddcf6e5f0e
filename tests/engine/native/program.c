/* SPDX-License-Identifier: MIT */
/*
 * Random programs: instructions that compute, accesses to memory, branches and loops in each other,
 * EXEC that is taken apart, barriers. A program ends, and where it is right it has no races: what a
 * wave writes, no other wave touches before the next barrier. Between what it begins with and the
 * end, at which registers and LDS go to memory, it is a list of steps.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/tables.h"
#include "native/body.h"
#include "programs.h"

/* ---- steps ----------------------------------------------------------------------------------- */

step *step_add(program *p) {
    step *s = &p->step[p->count++];
    *s = (step){.target = NOWHERE};
    return s;
}

void step_bits(step *s, uint64_t bits, size_t size) {
    memcpy(&s->word[s->words], &bits, size);
    s->words += (uint8_t)(size / 4);
}

static bool try_text(const program *p, step *s, const char *text) {
    const uint32_t *words = words_of(p->isa, text);
    gisa_insn insn;
    if (!words || gisa_decode(p->isa, words, 8, &insn))
        return false;
    step_bits(s, words[0] | (uint64_t)words[1] << 32, insn.size);
    return true;
}

void step_text(const program *p, step *s, const char *format, ...) {
    char text[200];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!try_text(p, s, text)) {
        printf("%s has no %s\n", gisa_name(p->isa), text);
        exit(1);
    }
}

void step_either(const program *p, step *s, const char *const *texts) {
    while (*texts && !try_text(p, s, *texts))
        texts++;
    if (!*texts)
        exit(1);
}

/* ---- kinds of steps -------------------------------------------------------------------------- */

/* Neither LDS, which accesses are for, nor any change of M0: what it is added to must stay among
   the registers that a program may use. */
static bool is_number(const program *p, uint64_t bits) {
    enum { M0 = 124 };
    gisa_insn insn;
    gisa_form_info f;
    if (gisa_decode(p->isa, &bits, 8, &insn) || gisa_form(p->isa, insn.form, &f))
        return false;
    for (unsigned i = 0; i < insn.operand_count; i++) {
        const gisa_operand *o = &insn.operand[i];
        if (o->kind == GISA_KIND_NAMED && o->reg == M0 && o->access & GISA_ACCESS_WRITE)
            return false;
    }
    return f.class_ != GISA_CLASS_DS && !((f.reads | f.writes) & GISA_STATE_LDS) &&
           !(f.writes & GISA_STATE_M0);
}

bool is_translated(const gisa_isa *isa, uint32_t number) {
    const native_body *b = &gcn_native[form_body(isa, number)];
    return b->name && b->kind != NATIVE_NONE;
}

/* Whether a modifier may be as it is by chance: what SDWA, DPP and packed formats select, and
   output modifiers and clamp now and then. */
static bool may_be_any(const program *p, const gisa_insn *insn, unsigned i) {
    gisa_operand_info info;
    if (gisa_form_operand(p->isa, insn->form, i, &info))
        return false;
    return info.role == GISA_ROLE_CLAMP || info.role == GISA_ROLE_OMOD
               ? any() % 4 == 0
               : has_role(p->isa, insn, GISA_ROLE_DST_SEL) || has_role(p->isa, insn, GISA_ROLE_DPP_CTRL) ||
                     has_role(p->isa, insn, GISA_ROLE_NEG_LO);
}

/* What is translated: mostly without modifiers. */
static bool make_plain(const program *p, uint64_t *bits, size_t *size) {
    gisa_insn insn;
    gisa_form_info f;
    if (gisa_decode(p->isa, bits, 8, &insn) || gisa_form(p->isa, insn.form, &f) ||
        !is_translated(p->isa, insn.form))
        return false;
    for (unsigned i = 0; i < insn.operand_count; i++) {
        gisa_operand *o = &insn.operand[i];
        o->mods = any() % 4 ? 0 : o->mods;
        if (o->flags & GISA_OPERAND_MODIFIER && !may_be_any(p, &insn, i))
            o->value = 0;
    }
    *size = 8;
    *bits = 0;
    return gisa_encode(p->isa, &insn, bits, size) == GISA_OK &&
           gisa_decode(p->isa, bits, 8, &insn) == GISA_OK;
}

/* Most are plain, so that many in a row are translated. */
static void add_number(program *p) {
    step *s = step_add(p);
    const bool plain = any() % 100 < p->plain;
    uint64_t bits;
    size_t size;
    do
        size = random_word(p->isa, &bits);
    while (!size || !is_number(p, bits) || (plain && !make_plain(p, &bits, &size)));
    step_bits(s, bits, size);
}

/* Registers that are indexed: by instructions of their own, or from gfx8 on in a mode. */
static void add_indexed(program *p) {
    step *s = step_add(p);
    const unsigned d = any() % VECTORS, from = any() % VECTORS;
    if (any() % 2 && words_of(p->isa, "v_movrels_b32 v0, v0")) {
        step_text(p, s, "v_movrel%s_b32 v%u, v%u", any() % 2 ? "s" : "d", d, from);
    } else if (words_of(p->isa, "s_set_gpr_idx_off")) {
        step_text(p, s, "s_set_gpr_idx_on %u, %u", any() % 8, any() % 16);
        step_text(p, s, "v_mov_b32 v%u, v%u", d, from);
        step_text(p, s, "s_set_gpr_idx_off");
        step_text(p, s, "s_mov_b32 m0, %u", any() % 8);
    }
}

/* M0 gets a number that registers may be indexed by, or is read. */
static void add_index(program *p) {
    step *s = step_add(p);
    switch (any() % 4) {
    case 0:
    case 1:
        step_text(p, s, "s_and_b32 s38, s%u, 7", any() % SCALARS);
        step_either(p, s,
                    any() % 2 ? (const char *const[]){"s_set_gpr_idx_idx s38", "s_mov_b32 m0, s38", NULL}
                              : (const char *const[]){"s_mov_b32 m0, s38", NULL});
        break;
    case 2: step_text(p, s, "v_xor_b32 v%u, m0, v%u", any() % VECTORS, any() % VECTORS); break;
    default: step_text(p, s, "s_add_u32 s%u, m0, s%u", any() % SCALARS, any() % SCALARS);
    }
}

static void add_all_lanes(program *p) {
    step_text(p, step_add(p), any() % 2 ? "s_mov_b64 exec, s[48:49]" : "s_mov_b64 exec, -1");
}

static void add_mode(program *p) {
    step_text(p, step_add(p), "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0x%x", any() & 255);
}

/* What waves wrote the others may read now. */
static void add_barrier(program *p) {
    step *s = step_add(p);
    step_text(p, s, "s_waitcnt 0");
    step_text(p, s, "s_barrier");
    step_text(p, s, "s_xor_b32 s88, s88, 0x%x", LDS_HALF);
    step_text(p, s, "s_xor_b32 s89, s89, 0x%x", LDS_HALF);
}

/* All waves count in the same numbers, and none looks at them. */
static void add_count(program *p) {
    static const char *const names[] = {"add", "or", "umax", "xor", "smin"};
    const unsigned which = any() % 5;
    step *s = step_add(p);
    step_text(p, s, "v_and_b32 v240, 0x%x, v%u", COUNTERS / 8 - 4, any() % VECTORS);
    step_text(p, s, "buffer_atomic_%s v%u, v240, s[76:79], 0 offen offset:%u", names[which], any() % VECTORS,
              which * (COUNTERS / 8));
}

/* ---- branches -------------------------------------------------------------------------------- */

static void fill(program *p, unsigned count, bool uniform);

static step *add_branch(program *p, const char *condition) {
    step *s = step_add(p);
    step_text(p, s, "s_%s 0", condition);
    return s;
}

static const char *condition(void) {
    static const char *const names[] = {"cbranch_scc0",  "cbranch_scc1",  "cbranch_vccz",
                                        "cbranch_vccnz", "cbranch_execz", "cbranch_execnz"};
    return names[any() % 6];
}

/* if, and often else. */
static void add_if(program *p, unsigned count) {
    step *over = add_branch(p, condition()), *end = NULL;
    fill(p, count / 2, false);
    if (any() % 2)
        end = add_branch(p, "branch");
    over->target = (int)p->count;
    if (!end)
        return;
    fill(p, count / 2, false);
    end->target = (int)p->count;
}

/* The same for lanes: both parts are run by some, or one of them by none and left out. */
static void add_mask(program *p, unsigned count) {
    const unsigned keeps = 40 + 2 * p->masks++;
    step *over = NULL, *s = step_add(p);
    step_text(p, s, "s_and_saveexec_b64 s[%u:%u], vcc", keeps, keeps + 1);
    if (any() % 2)
        over = add_branch(p, "cbranch_execz");
    fill(p, count / 2, false);
    if (over)
        over->target = (int)p->count;
    if (any() % 2) {
        step_text(p, step_add(p), "s_andn2_b64 exec, s[%u:%u], exec", keeps, keeps + 1);
        fill(p, count / 2, false);
    }
    step_text(p, step_add(p), "s_mov_b64 exec, s[%u:%u]", keeps, keeps + 1);
    p->masks--;
}

/* Not more than four times. Where lanes leave it one by one, EXEC stays what is left of it. */
static void add_loop(program *p, unsigned count, bool uniform) {
    const unsigned counts = 56 + p->loops++;
    const bool by_lane = !uniform && any() % 2;
    step *leave = NULL, *back;
    unsigned first;
    step_text(p, step_add(p), "s_mov_b32 s%u, %u", counts, 2 + any() % 3);
    first = p->count;
    fill(p, count, uniform);
    if (by_lane) {
        step_text(p, step_add(p), "s_andn2_b64 exec, exec, vcc");
        leave = add_branch(p, "cbranch_execz");
    }
    back = step_add(p);
    step_text(p, back, "s_sub_u32 s%u, s%u, 1", counts, counts);
    step_text(p, back, "s_cmp_lg_u32 s%u, 0", counts);
    step_text(p, back, "s_cbranch_scc1 0");
    back->target = (int)first;
    if (leave)
        leave->target = (int)p->count;
    p->loops--;
}

/* ---- programs -------------------------------------------------------------------------------- */

/* How often, of 100. */
static void add_any(program *p, unsigned room, bool uniform) {
    const unsigned chance = any() % 100, part = 2 + any() % 12;
    const bool nested = p->loops + p->masks > 3 || part + 8 > room;
    if (chance < 64 || (nested && chance >= 88))
        add_number(p);
    else if (chance < 66)
        add_index(p);
    else if (chance < 77)
        add_access(p);
    else if (chance < 80)
        add_kept(p);
    else if (chance < 82)
        add_pointer(p);
    else if (chance < 83)
        p->plain == 100 ? add_number(p) : add_indexed(p);
    else if (chance < 85 && !p->masks)
        add_all_lanes(p);
    else if (chance < 88)
        uniform ? add_barrier(p) : p->plain == 100 ? add_number(p) : add_count(p);
    else if (chance < 91)
        add_if(p, part);
    else if (chance < 95)
        add_mask(p, part);
    else
        add_loop(p, part, uniform);
}

static void fill(program *p, unsigned count, bool uniform) {
    const unsigned end = p->count + count;
    while (p->count < end && p->count + 60 < STEPS)
        add_any(p, end - p->count, uniform);
}

/* Rounding is mostly to the nearest: otherwise all is interpreted. */
void program_make(program *p, const gisa_isa *isa) {
    *p = (program){.isa = isa,
                   .waves = 1 + any() % 4,
                   .mode = any() & (any() % 8 ? 0x3f0 : 0x3ff),
                   .plain = any() % 3   ? 100
                            : any() % 2 ? 90
                                        : 40};
    fill(p, 20 + any() % 100, true);
    if (any() % 16 == 0)
        add_mode(p);
    if (any() % 16 == 0)
        add_wild_access(p);
    fill(p, 10, true);
}

/* ---- as a source ----------------------------------------------------------------------------- */

static unsigned words_before(const program *p, unsigned end) {
    unsigned n = 0;
    for (unsigned i = 0; i < end; i++)
        n += p->step[i].removed ? 0 : p->step[i].words;
    return n;
}

/* The words of a step, with its branch. */
static unsigned words_at(const program *p, unsigned i, uint32_t *words) {
    const step *s = &p->step[i];
    memcpy(words, s->word, sizeof s->word);
    if (s->target != NOWHERE) {
        const int to = (int)words_before(p, (unsigned)s->target) - (int)words_before(p, i + 1);
        words[s->words - 1] = (words[s->words - 1] & 0xffff0000) | ((uint32_t)to & 0xffff);
    }
    return s->words;
}

static void list(FILE *out, const program *p, const uint32_t *words, unsigned count) {
    for (unsigned at = 0; at < count;) {
        char text[GISA_TEXT_MAX];
        size_t size = sizeof text;
        gisa_insn insn;
        gisa_decode(p->isa, &words[at], 4 * (count - at), &insn);
        gisa_print(p->isa, &insn, NULL, text, &size);
        fprintf(out, "\t%s\n", text);
        at += insn.size / 4;
    }
}

static void write_steps(FILE *out, const program *p, bool listed) {
    for (unsigned i = 0; i < p->count; i++) {
        uint32_t words[STEP_WORDS];
        const unsigned count = words_at(p, i, words);
        if (p->step[i].removed)
            continue;
        if (listed)
            list(out, p, words, count);
        for (unsigned k = 0; k < count && !listed; k++)
            fprintf(out, "\t.long 0x%x\n", words[k]);
    }
}

/* The arguments are those of both.c. Addresses in
   constants count dwords up to gfx7. */
static void write_head(FILE *out, const program *p) {
    const unsigned unit = gisa_generation(p->isa) < gisa_generation(gisa_find("gfx803")) ? 4 : 1;
    fprintf(out,
            "\t.text\n\t.globl k\n\t.p2align 8\n\t.type k,@function\n"
            "k:\ts_load_dwordx4 s[92:95], s[0:1], 0x0\n\ts_load_dwordx4 s[4:7], s[0:1], 0x%x\n"
            "\ts_load_dwordx4 s[64:67], s[0:1], 0x%x\n\ts_load_dwordx4 s[68:71], s[0:1], 0x%x\n"
            "\ts_load_dwordx4 s[72:75], s[0:1], 0x%x\n\ts_load_dwordx4 s[76:79], s[0:1], 0x%x\n"
            "\ts_load_dwordx4 s[48:51], s[0:1], 0x%x\n\ts_waitcnt lgkmcnt(0)\n",
            16 / unit, 32 / unit, 48 / unit, 64 / unit, 80 / unit, 96 / unit);
    fprintf(out,
            "\tv_lshlrev_b32 v255, 2, v0\n\tv_readfirstlane_b32 s86, v0\n\ts_lshr_b32 s86, s86, 6\n"
            "\ts_mul_i32 s8, s2, %u\n\ts_add_u32 s8, s8, s86\n" /* the wave among all */
            "\ts_mul_i32 s9, s8, 0x%x\n\ts_add_u32 s90, s94, s9\n\ts_addc_u32 s91, s95, 0\n"
            "\ts_mov_b64 s[34:35], s[4:5]\n\ts_mov_b32 s33, s8\n"
            "\ts_mov_b32 s68, s90\n\ts_or_b32 s69, s69, s91\n\ts_mov_b32 s72, s90\n\ts_or_b32 s73, s73, s91\n"
            "\ts_lshl_b32 s86, s86, 11\n\ts_mov_b32 s88, 0\n\ts_mov_b32 s89, 0x%x\n\ts_mov_b32 s87, s50\n"
            "\ts_or_b32 s85, s86, 0x%x\n",
            p->waves, SLICE, LDS_HALF, 2 * LDS_HALF);
    /* Registers from what is read, another part for each wave. */
    fprintf(out, "\ts_and_b32 s9, s33, 3\n\ts_lshl_b32 s9, s9, 12\n\tv_and_b32 v254, 0xff, v255\n");
    for (unsigned i = 0; i < VECTORS; i++)
        fprintf(out, "\tbuffer_load_dword v%u, v254, s[64:67], s9 offen\n\ts_add_u32 s9, s9, 0x%x\n", i,
                i % 2 ? 256u : 128u);
    fprintf(out, "\ts_waitcnt vmcnt(0)\n");
    for (unsigned i = 0; i < SCALARS; i++)
        fprintf(out, "\tv_readlane_b32 s%u, v%u, %u\n", i, i % VECTORS, i);
    fprintf(out,
            "\ts_mov_b64 vcc, s[4:5]\n\ts_mov_b32 m0, 2\n\ts_cmp_lt_i32 s6, s7\n"
            "\ts_mov_b64 s[36:37], exec\n\ts_mov_b64 exec, -1\n\tv_mov_b32 v242, s90\n\tv_mov_b32 v243, s91\n"
            "\tv_mov_b32 v244, v254\n\tv_or_b32 v245, s85, v254\n"
            "\ts_and_b64 exec, s[36:37], s[48:49]\n\ts_mov_b64 s[48:49], exec\n");
}

/* Names of instructions in each generation; gfx6 has buffers alone. */
typedef struct names {
    const char *text, *add, *carry, *store, *offset;
} names;

static const names *names_of(const gisa_isa *isa) {
    static const names all[] = {
        {"global_store_dword v[0:1], v0, off", "v_add_co_u32", "v_addc_co_u32",
         "global_store_dword v[246:247],", ", off"},
        {"v_add_u32 v0, vcc, v0, v0", "v_add_u32", "v_addc_u32", "flat_store_dword v[246:247],", ""},
        {"flat_store_dword v[0:1], v0", "v_add_i32", "v_addc_u32", "flat_store_dword v[246:247],", ""},
        {"s_nop 0", "v_add_i32", "v_addc_u32", "buffer_store_dword", ", v246, s[44:47], 0 offen"}};
    const names *n = all;
    while (!words_of(isa, n->text))
        n++;
    return n;
}

/* v246, or v[246:247], goes on by so much. */
static void write_next(FILE *out, const names *n, unsigned by) {
    fprintf(out, "\t%s v246, vcc, 0x%x, v246\n\t%s v247, vcc, 0, v247, vcc\n", n->add, by, n->carry);
}

static void write_store(FILE *out, const names *n, const char *reg) {
    fprintf(out, "\t%s %s%s\n", n->store, reg, n->offset);
    write_next(out, n, 0x100);
}

/* v246: where the wave's results go, from the beginning of the buffer or of memory on. */
static void write_place(FILE *out, const names *n) {
    const bool flat = !strstr(n->store, "buffer");
    fprintf(
        out,
        "\ts_mul_i32 s32, s33, 0x%x\n\tv_and_b32 v254, 0xff, v255\n\ts_mov_b32 s44, s34\n\ts_mov_b32 s45, s35\n"
        "\ts_mov_b32 s46, -1\n\ts_mov_b32 s47, 0x24000\n"
        "\tv_mov_b32 v246, s32\n\t%s v246, vcc, v254, v246\n\tv_mov_b32 v247, s35\n",
        RESULTS, n->add);
    if (flat)
        fprintf(out, "\t%s v246, vcc, s34, v246\n\t%s v247, vcc, 0, v247, vcc\n", n->add, n->carry);
}

/* Stores all that there is then: RESULTS bytes for each wave, 64 dwords for each register. */
static void write_tail(FILE *out, const gisa_isa *isa) {
    const names *n = names_of(isa);
    char reg[8];
    fprintf(out, "\ts_cselect_b32 s38, -1, 0\n\ts_mov_b32 s39, m0\n\ts_mov_b64 s[40:41], exec\n"
                 "\ts_mov_b64 s[42:43], vcc\n\ts_mov_b64 exec, s[36:37]\n\ts_mov_b32 m0, -1\n");
    write_place(out, n);
    for (unsigned i = 0; i < VECTORS; i++) {
        snprintf(reg, sizeof reg, "v%u", i);
        write_store(out, n, reg);
    }
    for (unsigned i = 0; i < SCALARS + 6; i++) {
        fprintf(out, "\tv_mov_b32 v1, s%u\n", i < SCALARS ? i : 38 + i - SCALARS);
        write_store(out, n, "v1");
    }
    for (unsigned i = 0; i < 2 * LDS_PART / 256; i++) {
        fprintf(out, "\tv_or_b32 v2, s86, v254\n\tds_read_b32 v1, v2 offset:0x%x\n\ts_waitcnt lgkmcnt(0)\n",
                i < LDS_PART / 256 ? 256 * i : LDS_HALF + 256 * i - LDS_PART);
        write_store(out, n, "v1");
    }
}

static void write_descriptor(FILE *out, unsigned mode) {
    fprintf(out,
            "\ts_endpgm\n\t.p2align 6\n\t.amdhsa_kernel k\n"
            "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t.amdhsa_kernarg_size 112\n"
            "\t.amdhsa_group_segment_fixed_size 0x%x\n"
            "\t.amdhsa_next_free_vgpr 256\n\t.amdhsa_next_free_sgpr 96\n"
            "\t.amdhsa_float_round_mode_32 %u\n\t.amdhsa_float_round_mode_16_64 %u\n"
            "\t.amdhsa_float_denorm_mode_32 %u\n\t.amdhsa_float_denorm_mode_16_64 %u\n"
            "\t.amdhsa_dx10_clamp %u\n\t.amdhsa_ieee_mode %u\n\t.end_amdhsa_kernel\n",
            2 * LDS_HALF + 4 * LDS_PART, mode & 3, mode >> 2 & 3, mode >> 4 & 3, mode >> 6 & 3, mode >> 8 & 1,
            mode >> 9 & 1);
}

char *program_source(const program *p, bool listed) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!listed)
        write_head(out, p);
    write_steps(out, p, listed);
    if (!listed) {
        write_tail(out, p->isa);
        write_descriptor(out, p->mode);
    }
    fclose(out);
    return text;
}
