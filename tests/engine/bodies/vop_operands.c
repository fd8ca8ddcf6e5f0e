/* SPDX-License-Identifier: MIT */
/*
 * Reference for what vector instructions have in common: operands, source and output modifiers,
 * SDWA, DPP, packed formats, which lanes and which halves are written.
 */
#include <stddef.h>
#include <string.h>

#include "vop.h"

enum { VCC = 106, M0 = 124, EXEC = 126 };
enum { SEL_WORD_0 = 4, SEL_DWORD = 6, SEXT = 1, PRESERVE = 2 };

static int width_of(const char *type) {
    return strchr(type, '6') && (type[0] == 'v' || strchr(type, '1')) ? 16
           : strstr(type, "64")                                       ? 64
           : strstr(type, "128")                                      ? 128
                                                                      : 32;
}

static bool is_float(const char *type) {
    return strchr(type, 'f') != NULL;
}

static uint64_t pair(const vstate *s, unsigned code) {
    return s->s[code] | (uint64_t)s->s[code + 1] << 32;
}

/* ---- constants ------------------------------------------------------------------------------ */

static uint64_t inline_float(unsigned code, int width) {
    static const uint32_t singles[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                       0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
    static const uint16_t halves[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118};
    static const uint64_t doubles[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
                                       0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
                                       0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};
    return width == 16 ? halves[code - 240] : width == 64 ? doubles[code - 240] : singles[code - 240];
}

/* Of 16 bits a constant is made as a whole register first: integers with their sign, floats as the
 * instruction's floats where it is one on floats, as f32 where not. */
static uint64_t constant(unsigned code, const char *type, uint32_t literal, const modes *m) {
    int width = width_of(type);
    bool halves = m->generation >= 2 || m->pro; /* others have f32 alone: CLRX of v_cvt_f32_f16 */
    if (code >= 240 && code <= 248)
        return inline_float(code, width == 16 && !(is_float(type) && halves) ? 32 : width);
    if (code == 255)
        return width == 64 && is_float(type) ? (uint64_t)literal << 32
               : width == 64 && *type == 'i' ? (uint64_t)(int64_t)(int32_t)literal
                                             : literal;
    int64_t n = code <= 192 ? (int)code - 128 : 192 - (int)code;
    return width == 64 ? (uint64_t)n : (uint32_t)n;
}

/* ---- sources -------------------------------------------------------------------------------- */

static uint64_t raw(const vop *o, const vstate *s, unsigned i, unsigned lane) {
    const vsource *x = &o->source[i];
    if (x->code >= 256) {
        unsigned n = x->code - 256;
        return s->v[n][lane] | (x->registers > 1 ? (uint64_t)s->v[n + 1][lane] << 32 : 0);
    }
    if (x->code == 251 || x->code == 252)
        return pair(s, x->code == 251 ? VCC : EXEC) == 0;
    if (x->code == 253)
        return 0; /* SCC is 0 in these trials */
    if (x->code >= 128)
        return constant(x->code, x->type, o->literal, &o->m);
    return x->registers > 1 ? pair(s, x->code) : s->s[x->code];
}

/* A part of a register, extended. */
static uint64_t part(uint64_t x, unsigned sel, bool sign) {
    unsigned width = sel < SEL_WORD_0 ? 8 : 16, shift = sel < SEL_WORD_0 ? 8 * sel : 16 * (sel - SEL_WORD_0);
    if (sel >= SEL_DWORD)
        return x;
    x = x >> shift & ((1u << width) - 1);
    return sign && x >> (width - 1) ? (uint32_t)(x | ~UINT64_C(0) << width) : x;
}

/* A half of a mixed instruction: for v_mad_mix* a denormal counts as zero, whatever MODE says
 * (Mesa's compiler, LLVM's pull request 224911); for v_fma_mix* MODE decides. */
static uint32_t widened(const vop *o, uint64_t half) {
    bool fused = strncmp(o->name, "v_fma_mix", 9) == 0;
    modes flushing = {.keeps32 = true, .keeps64 = fused && o->m.keeps64, .generation = 3};
    return (uint32_t)f_convert(&flushing, 32, 16, half & 0xffff, NEAREST);
}

/* A source of a dot product: the halves that op_sel and op_sel_hi pick, floats with the signs that
   neg_lo and neg_hi change. */
static uint64_t source_pair(const vop *o, uint64_t x, unsigned i) {
    const char *type = o->source[i].type;
    uint64_t low = x >> (o->op_sel >> i & 1 ? 16 : 0) & 0xffff,
             high = x >> (o->op_sel_hi >> i & 1 ? 16 : 0) & 0xffff;
    bool negates_low = o->neg_lo >> i & 1, negates_high = o->neg_hi >> i & 1;
    if (strcmp(type, "f32") == 0)
        return negates_low ? x ^ f_sign(32) : x;
    if (*type != 'v')
        return x;
    if (strcmp(type, "v2f16") == 0) {
        low ^= negates_low ? f_sign(16) : 0;
        high ^= negates_high ? f_sign(16) : 0;
    }
    return low | high << 16;
}

/* Source i as the operation sees it; `half`: which pass of a packed instruction. */
static uint64_t source(const vop *o, uint64_t x, unsigned i, unsigned half) {
    const vsource *from = &o->source[i];
    int width = width_of(from->type);
    bool neg = from->neg, halves = width == 16;
    unsigned pick = (half ? o->op_sel_hi : o->op_sel) >> i & 1;
    if (o->mixed) {
        width = 32;
        if (o->op_sel_hi >> i & 1) {
            if (from->code >= 240 && from->code <= 248)
                x = inline_float(from->code, 16);
            x = widened(o, x >> (o->op_sel >> i & 1 ? 16 : 0));
        }
    } else if (o->sdwa && i < 2)
        x = part(x, from->sel, from->sext) & (halves ? 0xffff : ~UINT64_C(0));
    else if (halves) {
        x = x >> 16 * pick & 0xffff;
        x = from->sext && x >> 15 ? x | 0xffff0000 : x;
    }
    if (o->packed)
        neg = (half ? o->neg_hi : o->neg_lo) >> i & 1;
    if (from->abs)
        x &= ~f_sign(width);
    return neg ? x ^ f_sign(width) : x;
}

/* The lane that lane l reads; -1: none. */
static int dpp_lane(unsigned ctrl, int l) {
    int row = l / 16, c = l % 16, n = (int)(ctrl & 15), s;
    if (ctrl < 0x100)
        return l / 4 * 4 + (int)(ctrl >> l % 4 * 2 & 3);
    switch (ctrl & 0x1f0) {
    case 0x100: s = c + n; return s > 15 ? -1 : 16 * row + s;
    case 0x110: s = c - n; return s < 0 ? -1 : 16 * row + s;
    case 0x120: return 16 * row + (c + 16 - n) % 16;
    default: break;
    }
    switch (ctrl) {
    case 0x130: return l < 63 ? l + 1 : -1;
    case 0x134: return (l + 1) % 64;
    case 0x138: return l - 1;
    case 0x13c: return (l + 63) % 64;
    case 0x140: return 16 * row + 15 - c;
    case 0x141: return l / 8 * 8 + 7 - l % 8;
    case 0x142: return row ? 16 * row - 1 : -1;
    default: return l < 32 ? -1 : 31;
    }
}

/* ---- results -------------------------------------------------------------------------------- */

/* Instructions whose 16 bits leave the other half of the register alone (LLVM; the three of VOP2
   are in doubt). On the PS4 Pro all do that gfx7 does not have (shadPS4's tests). */
static bool keeps_half(const vop *o) {
    static const char *const names[] = {
        "v_mad_f16",  "v_mad_u16",   "v_mad_i16",   "v_fma_f16",       "v_div_fixup_f16", "v_min3_f16",
        "v_max3_f16", "v_med3_f16",  "v_min3_i16",  "v_max3_i16",      "v_med3_i16",      "v_min3_u16",
        "v_max3_u16", "v_med3_u16",  "v_add_i16",   "v_sub_i16",       "v_mad_mixlo_f16", "v_mad_mixhi_f16",
        "v_mac_f16",  "v_madmk_f16", "v_madak_f16", "v_fma_mixlo_f16", "v_fma_mixhi_f16"};
    if (o->m.pro)
        return strcmp(o->name, "v_cvt_f16_f32") != 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && o->m.generation == 3; i++)
        if (strcmp(o->name, names[i]) == 0)
            return true;
    return false;
}

static uint64_t finished(const vop *o, uint64_t x) {
    int w = width_of(o->type);
    if (!is_float(o->type) || (*o->type == 'v' && !o->packed))
        return x;
    x = f_omod(&o->m, w, x, o->omod);
    return o->clamp ? f_clamp(&o->m, w, x) : x;
}

/* Where the result of one register goes. */
static uint32_t placed(const vop *o, uint32_t x, uint32_t old) {
    bool high = o->op_sel >> 3 & 1 || strcmp(o->name, "v_mad_mixhi_f16") == 0 ||
                strcmp(o->name, "v_fma_mixhi_f16") == 0;
    if (o->sdwa && o->dst_sel < SEL_DWORD) {
        unsigned width = o->dst_sel < SEL_WORD_0 ? 8 : 16,
                 at = o->dst_sel < SEL_WORD_0 ? 8 * o->dst_sel : 16 * (o->dst_sel - SEL_WORD_0);
        uint32_t all = (1u << width) - 1, r = (x & all) << at;
        if (o->dst_unused == PRESERVE)
            return r | (old & ~(all << at));
        for (unsigned bit = at + width; bit < 32 && o->dst_unused == SEXT; bit++)
            r |= (x >> (width - 1) & 1) << bit;
        return r;
    }
    if (width_of(o->type) != 16 || *o->type == 'v') /* two halves are a whole register */
        return x;
    if (high)
        return (x & 0xffff) << 16 | (old & 0xffff);
    return (x & 0xffff) | (keeps_half(o) ? old & 0xffff0000 : 0);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool operate(work *k) {
    return ref_vop_compare(k) || ref_vop_integer(k) || ref_vop_float(k);
}

/* Both halves for packed instructions. */
static bool do_lane(const vop *o, const vstate *s, work *k, const uint64_t *x) {
    uint64_t low = 0;
    bool known = true;
    for (unsigned half = 0; half < (o->packed ? 2u : 1u); half++) {
        for (unsigned i = 0; i < o->sources; i++)
            k->s[i] = o->paired ? source_pair(o, x[i], i) : source(o, x[i], i, half);
        k->d = *o->type ? s->v[o->vdst][k->lane] |
                              (o->registers > 1 ? (uint64_t)s->v[o->vdst + 1][k->lane] << 32 : 0)
                        : 0;
        known = operate(k);
        k->d = finished(o, k->d);
        if (half == 0)
            low = k->d;
    }
    if (o->packed)
        k->d = (low & 0xffff) | k->d << 16;
    return known;
}

/* Instructions that are not done lane by lane. */
static int do_wave(const vop *o, vstate *s) {
    const char *n = o->name;
    uint64_t exec = pair(s, EXEC);
    unsigned lane = 0, m0 = s->s[M0];
    if (strcmp(n, "v_nop") == 0 || strcmp(n, "v_clrexcp") == 0)
        return 1;
    if (strcmp(n, "v_readfirstlane_b32") == 0) {
        while (exec && !(exec >> lane & 1))
            lane++;
        s->s[o->sdst] = s->v[o->source[0].code - 256][lane];
    } else if (strncmp(n, "v_readlane_", 11) == 0)
        s->s[o->sdst] = s->v[o->source[0].code - 256][raw(o, s, 1, 0) & 63];
    else if (strcmp(n, "v_writelane_b32") == 0) {
        uint32_t x = (uint32_t)raw(o, s, 0, 0);
        s->v[o->vdst][raw(o, s, 1, 0) & 63] = x;
    } else if (strncmp(n, "v_movrel", 8) == 0) {
        bool source_moves = n[8] == 's', result_moves = strchr(n + 8, 'd') != NULL;
        for (lane = 0; lane < 64; lane++)
            if (exec >> lane & 1) {
                unsigned from = source_moves ? o->source[0].code - 256 + m0 : 0,
                         to = o->vdst + (result_moves ? m0 : 0);
                uint32_t x =
                    source_moves ? s->v[from < VOP_REGISTERS ? from : 0][lane] : (uint32_t)raw(o, s, 0, lane);
                if (to < VOP_REGISTERS)
                    s->v[to][lane] = x;
            }
    } else if (strcmp(n, "v_swap_b32") == 0) {
        for (lane = 0; lane < 64; lane++)
            if (exec >> lane & 1) {
                uint32_t *a = &s->v[o->vdst][lane], *b = &s->v[o->source[0].code - 256][lane], x = *a;
                *a = *b;
                *b = x;
            }
    } else
        return 0;
    return 1;
}

bool ref_vop(const vop *o, vstate *s) {
    const vstate old = *s;
    uint64_t exec = pair(s, EXEC), mask = 0;
    bool is_exec = strncmp(o->name, "v_cmpx", 6) == 0 || strncmp(o->name, "v_cmpsx", 7) == 0;
    if (do_wave(o, s))
        return true;
    for (int l = 0; l < 64; l++) {
        uint64_t x[VOP_SOURCES] = {0};
        work k = {.name = o->name, .m = &o->m, .lane = (unsigned)l, .saturates = o->clamp};
        int from = o->dpp ? dpp_lane(o->dpp_ctrl, l) : l;
        bool written = exec >> l & 1;
        for (unsigned i = 0; i < o->sources; i++) {
            bool mask_of_lanes =
                strcmp(o->source[i].name, "vcc") == 0 || strcmp(o->source[i].name, "carry") == 0;
            x[i] = raw(o, &old, i, (unsigned)l);
            if (mask_of_lanes)
                x[i] = x[i] >> l & 1;
        }
        if (o->source[2].registers == 4) {
            unsigned n = o->source[2].code - 256;
            k.high = old.v[n + 2][l] | (uint64_t)old.v[n + 3][l] << 32;
        }
        if (o->dpp) {
            bool valid = from >= 0 && exec >> from & 1;
            x[0] = valid ? raw(o, &old, 0, (unsigned)from) : 0;
            written = written && o->row_mask >> (l / 16) & 1 && o->bank_mask >> (l / 4 % 4) & 1 &&
                      (valid || o->bound_ctrl);
        }
        k.vcc = pair(&old, VCC) >> l & 1;
        if (!written && l)
            continue;
        if (!do_lane(o, &old, &k, x))
            return false;
        if (!written)
            continue;
        mask |= (uint64_t)k.bit << l;
        for (unsigned r = 0; *o->type && r < o->registers; r++) {
            uint64_t word = r < 2 ? k.d : k.d_high;
            s->v[o->vdst + r][l] = placed(o, (uint32_t)(word >> 32 * (r & 1)), old.v[o->vdst + r][l]);
        }
    }
    if (o->sdst >= 0) {
        s->s[o->sdst] = (uint32_t)mask;
        s->s[o->sdst + 1] = (uint32_t)(mask >> 32);
    }
    if (is_exec) {
        s->s[EXEC] = (uint32_t)mask;
        s->s[EXEC + 1] = (uint32_t)(mask >> 32);
    }
    return true;
}
