/* SPDX-License-Identifier: MIT */
/* Trials of vector instructions: words with operands and modifiers by chance, registers with values
   at the edges. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "insn/level.h"
#include "bodies.h"
#include "vop.h"

/* Scalar registers and vector registers that the trials name. */
enum { FIRST_SGPR = 8, SGPRS = 24, FIRST_VGPR = 4, RESULT = 40, OF_TRAPS = 108, TRAP_CODES = 16 };

static gcn_wave wave;
static gisa_device device;
static gisa_group group;
static gisa_constants *constants;
static unsigned passed, failed;

static unsigned below(unsigned n) {
    return random32() % n;
}
static bool once_in(unsigned n) {
    return below(n) == 0;
}

/* ---- values ---------------------------------------------------------------------------------- */

static uint32_t edge16(void) {
    static const uint16_t values[] = {0,      0x8000, 1,      0x8001, 0x03ff, 0x0400, 0x7bff,
                                      0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xfe01, 0x3c00, 0xbc00,
                                      0x3800, 0x3bff, 0x4248, 0x7fff, 0xffff, 0x5640};
    return once_in(4) ? random32() & 0xffff : values[below(20)];
}

static uint32_t edge32(void) {
    static const uint32_t values[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000,
                                      0x807fffff, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7f800001,
                                      0xffa00000, 0x7fc00000, 0xffc00001, 0x3f800000, 0xbf800000, 0x3f000000,
                                      0x3f7fffff, 0x40490fdb, 0x4b000001, 0x7fffffff, 0xffffffff, 2,
                                      31,         32,         33,         63,         0x0000ffff, 0x00010000,
                                      0x00ff00ff, 0x4effffff, 0x4f000000, 0xcf000000, 0x477fe000, 0x477ff000,
                                      0x33800000, 0x38800000, 0x387fffff, 0xbfc00000, 0x40200000, 0x437f0000};
    switch (below(6)) {
    case 0: return random32();
    case 1: return edge16() | edge16() << 16;
    case 2: return 0x3f000000 + (random32() & 0x81ffffff); /* floats near 1 */
    default: return values[below(42)];
    }
}

static uint64_t edge64(void) {
    static const uint64_t values[] = {0,
                                      0x8000000000000000,
                                      1,
                                      0x000fffffffffffff,
                                      0x0010000000000000,
                                      0x7fefffffffffffff,
                                      0x7ff0000000000000,
                                      0xfff0000000000000,
                                      0x7ff0000000000001,
                                      0x7ff8000000000000,
                                      0xfff8000000000001,
                                      0x3ff0000000000000,
                                      0xbff0000000000000,
                                      0x3fe0000000000000,
                                      0x3fefffffffffffff,
                                      0x7fffffffffffffff,
                                      0xffffffffffffffff,
                                      0x41dfffffffc00000,
                                      0xc1e0000000000000,
                                      0x40091eb851eb851f,
                                      0x4330000000000001,
                                      0x380fffffffffffff,
                                      0x36a0000000000000,
                                      0x47efffffffffffff};
    if (once_in(5))
        return random32() | (uint64_t)random32() << 32;
    if (once_in(4))
        return UINT64_C(0x3fe0000000000000) + ((uint64_t)(random32() & 0x801fffff) << 32) + random32();
    return values[below(24)];
}

/* ---- a form ---------------------------------------------------------------------------------- */

/* One word of the form, as it grows. */
typedef struct word {
    vop o;
    uint64_t bits;
    bool literal;       /* one of its sources is */
    uint64_t silent;    /* bits of it that the text does not have */
    unsigned op_sel_at; /* the bit that picks the half of source 0; the last of four is the result's */
} word;

static bool name_is(const gisa_operand_info *info, const char *name) {
    return strcmp(info->name, name) == 0;
}

static void put(word *w, gisa_bits at, uint64_t value) {
    w->bits |= (value & ((UINT64_C(1) << at.width) - 1)) << at.low;
}

static bool takes(const gisa_operand_info *info, uint32_t flag) {
    return info->flags & flag;
}

/* A scalar register, or vcc, m0, exec, or one of those that only a trap handler has: they read as 0
   and are not written. */
static unsigned scalar_code(unsigned registers, bool written) {
    if (showing_states)
        return once_in(3) ? 106 : FIRST_SGPR + below(SGPRS / 2) * 2;
    switch (below(written ? 12 : 8)) {
    case 0: return 106;
    case 1: return !written && registers == 1 ? 124 : 106;
    case 2: return written ? 106 : 126;
    case 3: return OF_TRAPS + 2 * below(TRAP_CODES / 2);
    default: return FIRST_SGPR + below(SGPRS / 2) * 2;
    }
}

static unsigned constant_code(const gisa_operand_info *info, const modes *m) {
    bool pair = info->registers > 1, special = !pair && once_in(8);
    unsigned floats = m->generation < 2 && !m->pro ? 8 : 9;
    if (special)
        return 251 + below(3);
    if (once_in(2))
        return 240 + below(floats);
    return 128 + below(81);
}

static unsigned vector_code(void) {
    return 256 + FIRST_VGPR + below(8) * 4;
}

/* Signs of integers, which the text of VOP3 does not have: neg is in bits 63:61, abs in bits 10:8
   of VOP3A. */
static void choose_silent(word *w, const gisa_operand_info *info, vsource *x) {
    static const char *const names[] = {"src0", "src1", "src2", "vsrc1"};
    const vop *o = &w->o;
    bool signs = info->neg.width || strstr(o->name, "lane") || strstr(o->name, "movrel");
    if (signs || (strcmp(o->format, "VOP3A") != 0 && strcmp(o->format, "VOP3B") != 0) || x->registers > 2)
        return;
    for (unsigned i = 0; i < 4; i++)
        if (name_is(info, names[i])) {
            x->neg = once_in(4);
            x->abs = o->format[4] == 'A' && once_in(4);
            w->silent |= (uint64_t)x->neg << (61 + i % 3 + i / 3) | (uint64_t)x->abs << (8 + i % 3 + i / 3);
        }
}

static void choose_source(word *w, const gisa_operand_info *info, unsigned size) {
    vop *o = &w->o;
    vsource *x = &o->source[o->sources++];
    bool plain = strcmp(o->name, "v_trig_preop_f64") == 0;
    *x = (vsource){.name = info->name, .type = info->type, .registers = info->registers, .sel = 6};
    if (*info->implied) {
        x->code = 106;
        return;
    }
    bool vector = takes(info, GISA_INFO_TAKES_VGPR),
         scalar = takes(info, GISA_INFO_TAKES_SGPR) || info->scalar.width;
    if (strcmp(info->codec, "literal") == 0) {
        x->code = 255;
        o->literal = edge32();
        w->bits |= (uint64_t)o->literal << 32;
        return;
    }
    if (plain)
        x->code = 256 + (o->sources == 1 ? FIRST_VGPR : FIRST_VGPR + 8);
    else if (vector && (!scalar || below(3)))
        x->code = vector_code();
    else if (takes(info, GISA_INFO_TAKES_LITERAL) && size == 4 && once_in(3) && !showing_states) {
        x->code = 255;
        o->literal = w->literal ? o->literal : edge32();
        w->literal = true;
        w->bits |= (uint64_t)o->literal << 32;
    } else if (takes(info, GISA_INFO_TAKES_CONSTANT) && below(2) && !showing_states)
        x->code = constant_code(info, &o->m);
    else
        x->code = scalar_code(info->registers, false);
    if (info->scalar.width) {
        x->code = x->code < 256 ? FIRST_SGPR + below(SGPRS) : x->code;
        put(w, info->scalar, x->code < 256);
    }
    put(w, info->field[0], x->code >= 256 && info->field[0].width < 9 ? x->code - 256 : x->code);
    if (showing_states)
        return;
    x->neg = info->neg.width && once_in(3);
    x->abs = info->abs.width && once_in(3);
    x->sext = info->sext.width && once_in(3);
    put(w, info->neg, x->neg);
    put(w, info->abs, x->abs);
    put(w, info->sext, x->sext);
    choose_silent(w, info, x);
}

static void choose_result(word *w, const gisa_operand_info *info) {
    vop *o = &w->o;
    if (!name_is(info, "vdst")) {
        bool value = name_is(info, "sdst_v"), optional = info->enable.width && once_in(2);
        o->sdst = *info->implied && (!info->enable.width || optional) ? 106 : (int)scalar_code(2, true);
        if (value)
            o->sdst = once_in(8) ? OF_TRAPS + (int)below(TRAP_CODES) : FIRST_SGPR + (int)below(SGPRS);
        if (!*info->implied || (info->enable.width && !optional)) {
            put(w, info->field[0], (unsigned)o->sdst);
            put(w, info->enable, 1);
        }
        return;
    }
    /* The byte sums ask for a result that is apart from the sources. */
    bool apart = strstr(o->name, "qsad") != NULL;
    o->type = info->type;
    o->registers = info->registers;
    o->vdst = apart || below(3) ? RESULT + below(2) : FIRST_VGPR + below(8) * 4;
    put(w, info->field[0], o->vdst);
}

/* A modifier that changes nothing; but to integers, clamp is what their body does. */
static void leave_out(word *w, const gisa_operand_info *info) {
    bool clamps = name_is(info, "clamp") && *w->o.type && !strchr(w->o.type, 'f') && once_in(3);
    unsigned value = clamps ? 1 : (unsigned)info->otherwise;
    for (unsigned i = 0; i < info->field_count; i++)
        put(w, info->field[i], info->field_count > 1 ? value >> i & 1 : value);
    if (name_is(info, "op_sel_hi") && info->field_count == 2) /* the bit of a source that is not there is 1 */
        w->bits |= UINT64_C(1) << 14;
}

/* Values that the modifier may have, and where the model keeps it. */
static void choose_modifier(word *w, const gisa_operand_info *info) {
    static const unsigned lanes[] = {0x000, 0x01b, 0x0e4, 0x0b1, 0x101, 0x10f, 0x113, 0x111, 0x11f, 0x121,
                                     0x12f, 0x130, 0x134, 0x138, 0x13c, 0x140, 0x141, 0x142, 0x143};
    vop *o = &w->o;
    unsigned value = 0, count = info->field_count;
    bool dot = strncmp(o->name, "v_dot", 5) == 0;
    if (name_is(info, "clamp"))
        o->clamp = (value = strcmp(o->name, "v_cvt_pkrtz_f16_f32") != 0 && once_in(3)) != 0;
    else if (name_is(info, "omod"))
        o->omod = value = strcmp(o->name, "v_cvt_pkrtz_f16_f32") == 0 || below(2) ? 0 : below(4);
    else if (name_is(info, "op_sel")) {
        value = random32() & ((1u << count) - 1);
        for (unsigned i = 0; i < count; i++)
            o->op_sel |= (value >> i & 1) << (info->field[i].low - w->op_sel_at);
    } else if (name_is(info, "op_sel_hi"))
        o->op_sel_hi = value = random32() & ((1u << count) - 1);
    else if (name_is(info, "neg_lo"))
        o->neg_lo = value = dot || strcmp(o->type, "v2f16") == 0 ? random32() & ((1u << count) - 1) : 0;
    else if (name_is(info, "neg_hi"))
        o->neg_hi = value = dot || strcmp(o->type, "v2f16") == 0 ? random32() & ((1u << count) - 1) : 0;
    else if (name_is(info, "dst_sel"))
        o->dst_sel = value = below(7);
    else if (name_is(info, "dst_unused"))
        o->dst_unused = value = below(3);
    else if (name_is(info, "src0_sel") || name_is(info, "src1_sel"))
        o->source[info->name[3] - '0'].sel = value = below(7);
    else if (name_is(info, "dpp_ctrl"))
        o->dpp_ctrl = value = once_in(3) ? random32() & 0xff : lanes[below(19)];
    else if (name_is(info, "row_mask"))
        o->row_mask = value = below(2) ? 15 : random32() & 15;
    else if (name_is(info, "bank_mask"))
        o->bank_mask = value = below(2) ? 15 : random32() & 15;
    else if (name_is(info, "bound_ctrl"))
        o->bound_ctrl = (value = random32() & 1) != 0;
    o->sdwa |= name_is(info, "src0_sel");
    o->dpp |= name_is(info, "dpp_ctrl");
    o->packed |= name_is(info, "neg_lo") && !dot;
    o->paired |= name_is(info, "neg_lo") && dot;
    if (strcmp(info->codec, "array") == 0)
        for (unsigned i = 0; i < count; i++)
            put(w, info->field[i], value >> i & 1);
    if (name_is(info, "op_sel_hi") && count == 2) /* the bit of a source that is not there is 1 */
        w->bits |= UINT64_C(1) << 14;
    if (strcmp(info->codec, "array") != 0)
        put(w, info->field[0], value);
}

static void choose_word(const trial *t, const modes *m, word *w) {
    gisa_operand_info info;
    *w = (word){.o = {.name = t->info.name, .format = t->info.format, .m = *m, .type = "", .sdst = -1},
                .bits = t->info.value,
                .op_sel_at = m->pro && strcmp(t->info.format, "VOP3A") == 0 ? 12 : 11};
    for (unsigned i = 0; gisa_form_operand(t->isa, t->index, i, &info) == GISA_OK; i++)
        if (takes(&info, GISA_INFO_IS_MODIFIER) && showing_states)
            leave_out(w, &info);
        else if (takes(&info, GISA_INFO_IS_MODIFIER))
            choose_modifier(w, &info);
        else if (info.access & GISA_ACCESS_WRITE && !name_is(&info, "vsrc0"))
            choose_result(w, &info);
        else
            choose_source(w, &info, t->info.size);
    w->o.mixed = strcmp(t->info.format, "VOP3M") == 0;
}

/* ---- registers ------------------------------------------------------------------------------- */

static void copy_register(vstate *s, const vsource *to, const vsource *from, unsigned lane) {
    for (unsigned r = 0; r < to->registers; r++)
        if (to->code >= 256 && from->code >= 256)
            s->v[to->code - 256 + r][lane] = s->v[from->code - 256 + r][lane];
}

/* A number that most operations make a NaN of, or one: -1, infinities, zeros, NaNs of both kinds
   with both signs. */
static uint64_t makes_nan(int width) {
    const uint64_t infinity = f_infinity(width), quiet = f_default_nan(width) ^ f_sign(width);
    const uint64_t sizes[] = {infinity,     0,           quiet >> 1 & infinity, quiet, quiet + 5,
                              infinity + 3, infinity + 1};
    return sizes[below(7)] | (once_in(2) ? f_sign(width) : 0);
}

static void fill_with_nans(vstate *s, const vop *o) {
    for (unsigned i = 0; i < o->sources; i++) {
        const vsource *from = &o->source[i];
        const char *type = strrchr(from->type, 'f');
        int width = type ? atoi(type + 1) : 0;
        for (unsigned l = 0; l < 64 && width && from->code >= 256; l++) {
            uint64_t x = makes_nan(width);
            s->v[from->code - 256][l] = (uint32_t)(width == 16 ? x | makes_nan(16) << 16 : x);
            if (width == 64)
                s->v[from->code - 255][l] = (uint32_t)(x >> 32);
        }
    }
}

static void fill(vstate *s, const vop *o) {
    static const uint64_t trig[][2] = {
        {0x3ff0000000000000, 0}, {0x3ff0000000000000, 1}, {0x3fe0000000000000, 3}, {0x4350000000000000, 0},
        {0x4360000000000000, 0}, {0x4360000000000000, 3}, {0x7b00000000000000, 0}, {0x7b00000000000000, 3},
        {0x7e37e43c8800759c, 0}, {0x7e37e43c8800759c, 2}, {0x7ff0000000000000, 0}, {0x3ff0000000000000, 20},
        {0x3ff0000000000000, 21}};
    for (unsigned i = 0; i < o->sources; i++)
        for (unsigned r = 0; r < o->source[i].registers && o->source[i].code >= 256; r++)
            for (unsigned l = 0; l < 64; l++)
                s->v[o->source[i].code - 256 + r][l] = edge32();
    for (unsigned i = 0; i < o->sources; i++)
        if (o->source[i].registers > 1 && o->source[i].code >= 256)
            for (unsigned l = 0; l < 64; l++) {
                uint64_t x = edge64();
                s->v[o->source[i].code - 256][l] = (uint32_t)x;
                s->v[o->source[i].code - 255][l] = (uint32_t)(x >> 32);
            }
    for (unsigned i = 0; i < 128; i++)
        s->s[i] = i >= OF_TRAPS && i < OF_TRAPS + TRAP_CODES ? 0 : edge32();
    if (strncmp(o->name, "v_div_scale", 11) == 0) /* the first source is one of the others */
        for (unsigned l = 0; l < 64; l++)
            copy_register(s, &o->source[0], &o->source[1 + l % 2], l);
    if (strcmp(o->name, "v_trig_preop_f64") == 0)
        for (unsigned l = 0; l < 64; l++) {
            const uint64_t *x = trig[below(13)];
            s->v[o->source[1].code - 256][l] = (uint32_t)x[1] | (random32() & ~31u);
            s->v[o->source[0].code - 256][l] = (uint32_t)x[0];
            s->v[o->source[0].code - 255][l] = (uint32_t)(x[0] >> 32);
        }
}

/* ---- one trial ------------------------------------------------------------------------------- */

#ifndef REPORTS
#define REPORTS 60 /* how many failures are shown */
#endif
static unsigned reports;

static void report(const trial *t, const char *what) {
    failed++;
    if (reports++ < REPORTS)
        printf("%s (%s) on %s: %s\n", t->info.mnemonic, t->info.format, gisa_name(t->isa), what);
}

static void show_difference(const trial *t, const word *w, const gisa_insn *insn, const vstate *start,
                            const vstate *want, const vstate *have) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text, at = 0;
    const uint32_t *a = &want->v[0][0], *b = &have->v[0][0];
    report(t, "differs");
    if (reports > REPORTS)
        return;
    if (gisa_print(t->isa, insn, NULL, text, &size) != GISA_OK)
        *text = 0;
    printf("    %016llx %s, round %d %d, denormals %d %d, ieee %d\n", (unsigned long long)w->bits, text,
           w->o.m.round32, w->o.m.round64, w->o.m.keeps32, w->o.m.keeps64, w->o.m.ieee);
    while (at < sizeof *want / 4 && a[at] == b[at])
        at++;
    if (at < VOP_REGISTERS * 64) {
        unsigned lane = (unsigned)at % 64;
        printf("    v%zu lane %u: want %08x, have %08x; was %08x, exec %d", at / 64, lane, a[at], b[at],
               start->v[at / 64][lane], (int)(start->s[126 + lane / 32] >> lane % 32 & 1));
        for (unsigned i = 0; i < w->o.sources; i++) {
            unsigned n = w->o.source[i].code;
            if (n >= 256)
                printf(", s%u %08x %08x", i, w->o.source[i].registers > 1 ? start->v[n - 255][lane] : 0,
                       start->v[n - 256][lane]);
            else
                printf(", s%u %08x %08x", i, n < 127 ? start->s[n + 1] : 0, n < 128 ? start->s[n] : n);
        }
        printf("\n");
    } else
        printf("    scalar %zu: want %08x, have %08x\n", at - VOP_REGISTERS * 64, a[at], b[at]);
}

/* How MODE is set, and what the model makes of it. */
static const struct {
    uint32_t bits;
    modes m;
} mode_table[] = {{0x3f0, {NEAREST, NEAREST, true, true, true, true, 0, false}},
                  {0x3c0, {NEAREST, NEAREST, false, true, true, true, 0, false}},
                  {0x107, {ZERO, UP, false, false, false, true, 0, false}},
                  {0x0f2, {DOWN, NEAREST, true, true, false, false, 0, false}}};

static vstate start;

enum { GPR_IDX_EN = 1 << 27, INDEXED = 9 };

/* Index mode (gfx8 on): M0[7:0] is added to the numbers of the vector registers that M0[15:12]
   names. */
static bool may_be_indexed(const trial *t, unsigned n) {
    static const char *const apart[] = {"v_movrel", "v_swap"};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (strstr(t->info.name, apart[i]))
            return false;
    return t->generation >= 2 && n % 10 == INDEXED && !showing_states;
}

static uint32_t add_index(vop *o) {
    unsigned index = 1 + below(2), which = 1 + below(15);
    for (unsigned i = 0; i < o->sources && i < 3; i++)
        if (o->source[i].code >= 256 && which >> i & 1)
            o->source[i].code += index;
    o->vdst += which >> 3 & 1 ? index : 0;
    return index | which << 12;
}

/* Runs it on the emulator, on the level that is in use; false: it cannot be run. */
static bool run_word(const trial *t, const gisa_insn *insn, uint32_t mode, vstate *have) {
    gisa_op op;
    if (op_make(t->isa, insn, 0x1000, constants, &op) != GISA_OK) {
        report(t, "has no body to run");
        return false;
    }
    memcpy(wave.vgpr, start.v, sizeof start.v);
    memcpy(wave.scalar.w, start.s, sizeof start.s);
    for (unsigned i = 0; i < GISA_TTMPS; i++)
        wave.scalar.w[SCALAR_TTMP + i] = 0x5a5a5a00 + i;
    wave.level = level_best();
    wave.mode = mode;
    wave_modes(&wave);
    op_run(&wave, &op);
    memcpy(have->v, wave.vgpr, sizeof have->v);
    memcpy(have->s, wave.scalar.w, sizeof have->s);
    for (unsigned i = 0; i < GISA_TTMPS; i++)
        if (wave.scalar.w[SCALAR_TTMP + i] != 0x5a5a5a00 + i) {
            report(t, "writes a register of trap handlers");
            break;
        }
    return true;
}

/* The registers of the plain state, where some have places of their own. */
static void spread_out(const vstate *from, uint32_t mode, state *to) {
    memset(to, 0, sizeof *to);
    memcpy(to->v, from->v, sizeof from->v);
    memcpy(to->s, from->s, sizeof to->s);
    to->vcc = to->s[106] | (uint64_t)to->s[107] << 32;
    to->m0 = to->s[124];
    to->exec = to->s[126] | (uint64_t)to->s[127] << 32;
    to->s[106] = to->s[107] = to->s[124] = to->s[126] = to->s[127] = 0;
    to->hwreg[1] = mode;
    to->pc = 0x1000;
}

static bool show_word(const trial *t, const gisa_insn *insn, uint32_t mode) {
    static vstate have;
    static state before, now;
    start.s[126] &= random32() & random32(); /* some lanes are enough */
    start.s[127] &= random32() & random32() & random32();
    if (!run_word(t, insn, mode, &have))
        return false;
    spread_out(&start, mode, &before);
    spread_out(&have, mode, &now);
    show_state(t, insn, &before, &now);
    return true;
}

/* LDS rounds to the nearest whatever MODE says, and heeds it for denormals (LLVM, pull request
   89468) and for signalling NaNs. */
uint64_t ref_lds_sum(const state *s, uint64_t a, uint64_t b) {
    const modes m = {.round32 = NEAREST, .keeps32 = s->hwreg[1] & DS_KEEPS, .ieee = s->hwreg[1] & DS_IEEE};
    return f_add(&m, 32, a, b);
}

/* Of these the last ones have sources that results are NaNs of: no level of the host may show which
   NaN it makes. */
enum { TRIALS = 20, ALIKE = 20, NANS = 12 };

/* All lanes active and with the same values: where these are nothing special for the host, the
   whole row is done by the host. */
static void make_alike(vstate *s) {
    s->s[126] = s->s[127] = 0xffffffff;
    for (unsigned r = 0; r < VOP_REGISTERS; r++)
        for (unsigned l = 1; l < 64; l++)
            s->v[r][l] = s->v[r][0];
}

static bool try_word(const trial *t, unsigned n) {
    static vstate want, have;
    modes m = mode_table[n % 4].m;
    word w;
    gisa_insn insn;
    m.generation = t->generation;
    m.pro = strcmp(gisa_name(t->isa), "neo") == 0;
    choose_word(t, &m, &w);
    bool indexed = may_be_indexed(t, n);
    uint32_t m0 = indexed ? add_index(&w.o) : 0;
    fill(&start, &w.o);
    if (indexed)
        start.s[124] = m0;
    if (n % 3 == 0)
        start.s[126] = start.s[127] = 0xffffffff;
    if (n % 7 == 5)
        start.s[126] = start.s[127] = 0;
    if (n >= TRIALS + ALIKE && strcmp(w.o.name, "v_trig_preop_f64") != 0) /* its reference is a table */
        fill_with_nans(&start, &w.o);
    else if (n >= TRIALS)
        make_alike(&start);
    if (strncmp(w.o.name, "v_movrel", 8) == 0)
        start.s[124] = below(VOP_REGISTERS + 8);
    w.bits |= w.silent;
    if (gisa_decode(t->isa, &w.bits, 8, &insn) != GISA_OK || insn.form != t->index || insn.rest != w.silent) {
        report(t, "the word does not decode to the form");
        printf("    %016llx\n", (unsigned long long)w.bits);
        return false;
    }
    if (showing_states)
        return show_word(t, &insn, mode_table[n % 4].bits);
    want = start;
    if (!ref_vop(&w.o, &want)) {
        report(t, "no reference");
        return false;
    }
    memcpy(&want.s[OF_TRAPS], &start.s[OF_TRAPS], TRAP_CODES * sizeof want.s[0]);
    for (unsigned i = 0; i < level_count && level_use(levels[i]); i++) {
        if (!run_word(t, &insn, mode_table[n % 4].bits | (indexed ? GPR_IDX_EN : 0), &have))
            return false;
        if (memcmp(&want, &have, sizeof want) == 0)
            passed++;
        else
            show_difference(t, &w, &insn, &start, &want, &have);
    }
    return true;
}

bool try_vop(const trial *t, gisa_constants *rows, unsigned *good, unsigned *bad) {
    static const char *const formats[] = {"VOP1", "VOP2", "VOP3", "VOPC"};
    bool mine = false;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        mine |= strncmp(t->info.format, formats[i], 4) == 0;
    if (!mine)
        return false;
    constants = rows;
    for (unsigned r = 0; r < VOP_REGISTERS; r++)
        for (unsigned l = 0; l < 64; l++)
            start.v[r][l] = edge32();
    wave_init(&wave, t->isa, &device, &group);
    wave.vgpr_count = VOP_REGISTERS;
    memset(wave.vgpr[VOP_REGISTERS], 0xa5, sizeof(gisa_row) * (GISA_VGPRS - VOP_REGISTERS));
    for (unsigned n = 0; n < TRIALS + ALIKE + NANS; n++)
        if ((!showing_states || is_sample(t, n)) && !try_word(t, n))
            break;
    for (unsigned r = VOP_REGISTERS; r < GISA_VGPRS; r++)
        for (unsigned l = 0; l < 64; l++)
            if (wave.vgpr[r][l] != 0xa5a5a5a5) {
                report(t, "writes a register that is not there");
                r = GISA_VGPRS;
                break;
            }
    *good += passed;
    *bad += failed;
    passed = failed = 0;
    return true;
}
