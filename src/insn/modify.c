/* SPDX-License-Identifier: MIT */
/*
 * Vector instructions that need a closer look: source and output modifiers, SDWA, DPP, packed and
 * mixed formats, registers that are not allocated, indexed registers. Sources are copied into rows
 * of their own and changed there, the body runs on these, and what it gives is changed and put into
 * place.
 */
#include "modify.h"

#include <string.h>

#include "level.h"
#include "float/real.h"
#include "floats_bits.h"
#include "sdwa.h"

/* What one pass over the instruction needs; packed instructions take two. */
typedef struct pass {
    gcn_wave *w;
    const gisa_op *op;
    unsigned half; /* of a packed instruction */
    gisa_rows rows;
    uint32_t *mask; /* lanes that are written */
} pass;

static bool is_half(const gisa_operand *o) {
    return o->type == GISA_TYPE_B16 || o->type == GISA_TYPE_U16 || o->type == GISA_TYPE_I16 ||
           o->type == GISA_TYPE_F16;
}

bool modify_is_pair(const gisa_operand *o) {
    return o->type == GISA_TYPE_V2B16 || o->type == GISA_TYPE_V2I16 || o->type == GISA_TYPE_V2F16;
}

/* Of a pair of halves one is worked on at a time. */
unsigned modify_bits_of(const gisa_operand *o) {
    if (is_half(o) || modify_is_pair(o))
        return 16;
    switch (o->type) {
    case GISA_TYPE_B64:
    case GISA_TYPE_U64:
    case GISA_TYPE_I64:
    case GISA_TYPE_F64: return 64;
    default: return 32;
    }
}

static unsigned dwords_of(const gisa_operand *o) {
    return o->count ? o->count : modify_bits_of(o) == 64 ? 2 : 1;
}

/* ---- sources ------------------------------------------------------------------------------ */

/* A register beyond the last one reads as the first. */
static const uint32_t *vector_row(const gcn_wave *w, unsigned number) {
    return w->vgpr[number < w->vgpr_count ? number : 0];
}

static void copy_source(pass *p, unsigned i, uint32_t *to) {
    gcn_wave *w = p->w;
    const gisa_operand *o = &p->op->source[i];
    if (p->op->constant[i])
        memcpy(to, p->op->constant[i], 2 * sizeof(gisa_row));
    else if (o->kind == GISA_KIND_VGPR)
        for (unsigned k = 0; k < dwords_of(o); k++)
            memcpy(to + k * GISA_LANES, vector_row(w, o->reg + op_register_index(w, i) + k),
                   sizeof(gisa_row));
    else if (sgpr_is_special(o) && p->op->body->masks >> i & 1)
        w->level->row_of_mask(sgpr_special(w, o), to);
    else if (sgpr_is_special(o))
        for (unsigned lane = 0; lane < GISA_LANES; lane++) {
            to[lane] = (uint32_t)sgpr_special(w, o);
            to[GISA_LANES + lane] = (uint32_t)(sgpr_special(w, o) >> 32);
        }
    else
        w->level->spread(w, p->op, i);
}

/* Source 0 comes from other lanes. A lane without a source that may be read gets 0, or is not
   written. */
static void move_lanes(pass *p, uint32_t *row) {
    gisa_row from, on;
    memcpy(from, row, sizeof from);
    p->w->level->move(row, on, from, p->op->lanes, *wave_exec(p->w), p->op->modifiers.bound_ctrl);
    for (unsigned l = 0; l < GISA_LANES; l++)
        p->mask[l] &= on[l];
}

/* Which half of a source of 16 bits this pass reads. */
static unsigned half_of(const pass *p, unsigned i) {
    const gisa_modifiers *m = &p->op->modifiers;
    return (p->half ? m->op_sel_hi : m->op_sel) >> i & 1;
}

/* A constant has another pattern when a half of it is read as f16. */
static uint32_t half_constant(const pass *p, const gisa_operand *o) {
    return o->kind == GISA_KIND_INLINE && (o->flags & GISA_OPERAND_FLOAT)
               ? (uint32_t)p->w->isa->code_operands[WIDTH_16][o->reg].value
               : (uint32_t)o->value;
}

/* Most are normal, and so need nothing but another exponent. */
static uint32_t widened(const gisa_modes *m, uint16_t half) {
    const gisa_f16 x = {half};
    return half_size(x) - HALF_NORMAL < HALF_INFINITE - HALF_NORMAL ? half_widened(x)
                                                                    : real_widen_mixed_f16(m, half);
}

static void pick(pass *p, unsigned i, uint32_t *row) {
    const gisa_modifiers *m = &p->op->modifiers;
    const gisa_operand *o = &p->op->source[i];
    bool sign = o->mods & GISA_MOD_SEXT;
    if (m->mixed && m->op_sel_hi >> i & 1)
        for (unsigned l = 0; l < GISA_LANES; l++) {
            uint32_t x = p->op->constant[i] ? half_constant(p, o) : row[l];
            row[l] = widened(&p->w->modes, (uint16_t)(x >> 16 * (m->op_sel >> i & 1)));
        }
    else if (m->sdwa && i < 2)
        for (unsigned l = 0; m->sel[i] < GCN_SEL_DWORD && l < GISA_LANES; l++)
            row[l] = sdwa_part(m->sel[i], sign, row[l]);
    else if (modify_bits_of(o) == 16)
        for (unsigned l = 0, half = half_of(p, i); l < GISA_LANES; l++)
            row[l] =
                sign ? (uint32_t)(int32_t)(int16_t)(row[l] >> 16 * half) : (uint16_t)(row[l] >> 16 * half);
}

/* The sign bit, in the row that holds it. */
static void change_sign(pass *p, unsigned i, uint32_t *row) {
    const gisa_modifiers *m = &p->op->modifiers;
    const gisa_operand *o = &p->op->source[i];
    unsigned bits = m->mixed ? 32 : modify_bits_of(o);
    uint32_t sign = bits == 16 ? 0x8000 : 0x80000000;
    bool packed = m->packed && ((p->half ? m->neg_hi : m->neg_lo) >> i & 1);
    uint32_t clear = o->mods & GISA_MOD_ABS ? sign : 0, flip = (o->mods & GISA_MOD_NEG) || packed ? sign : 0;
    row += bits == 64 ? GISA_LANES : 0;
    if (clear | flip)
        for (unsigned l = 0; l < GISA_LANES; l++)
            row[l] = (row[l] & ~clear) ^ flip;
}

/* A source of an instruction that works on both halves at once: op_sel and op_sel_hi say which half
 * comes low and which high, neg_lo and neg_hi change the signs of floats. Where it is one number,
 * neg_lo changes that of a float. */
static void pick_pair(pass *p, unsigned i, uint32_t *row) {
    const gisa_modifiers *m = &p->op->modifiers;
    const gisa_operand *o = &p->op->source[i];
    unsigned low = 16 * (m->op_sel >> i & 1), high = 16 * (m->op_sel_hi >> i & 1);
    uint32_t neg_lo = m->neg_lo >> i & 1, neg_hi = m->neg_hi >> i & 1;
    uint32_t flip = o->type == GISA_TYPE_V2F16 ? neg_lo << 15 | neg_hi << 31
                    : o->type == GISA_TYPE_F32 ? neg_lo << 31
                                               : 0;
    if (modify_is_pair(o))
        for (unsigned l = 0; l < GISA_LANES; l++)
            row[l] = (row[l] >> low & 0xffff) | row[l] >> high << 16;
    for (unsigned l = 0; flip && l < GISA_LANES; l++)
        row[l] ^= flip;
}

static void fetch_sources(pass *p) {
    for (unsigned i = 0; i < p->op->source_count; i++) {
        uint32_t *row = p->w->temp[4 * i];
        copy_source(p, i, row);
        if (i == 0 && p->op->modifiers.dpp)
            move_lanes(p, row);
        if (p->op->modifiers.paired)
            pick_pair(p, i, row);
        else if (!(p->op->body->masks >> i & 1)) {
            pick(p, i, row);
            change_sign(p, i, row);
        }
        p->rows.s[i] = row;
    }
}

/* ---- results ------------------------------------------------------------------------------ */

#define FINISHED_(type, format)                                                                              \
    static type finished_##format(const gcn_wave *w, const gisa_modifiers *m, type x) {                      \
        x = real_omod_##format(&w->modes, m->omod, x);                                                       \
        return m->clamp ? real_clamp_##format(&w->modes, x) : x;                                             \
    }
FINISHED_(uint16_t, f16)
FINISHED_(uint32_t, f32)
FINISHED_(uint64_t, f64)

/* On the fast path if MODE rounds as the host does; lanes that are odd take the exact functions. */
static void scale_f32(const pass *p, uint32_t *row) {
    const gcn_wave *w = p->w;
    const gisa_modifiers *m = &p->op->modifiers;
    gisa_row odd, done;
    memset(odd, 0xff, sizeof odd);
    if (w->host_floats && w->level->finish(done, odd, row, m->omod, m->clamp, w->float_mode.omods32)) {
        memcpy(row, done, sizeof done);
        return;
    }
    for (unsigned l = 0; l < GISA_LANES; l++)
        row[l] = odd[l] ? finished_f32(w, m, row[l]) : done[l];
}

/* Output modifiers and clamp of floats; integers have been saturated by the body. */
static void scale_result(const pass *p, uint32_t *row) {
    const gisa_modifiers *m = &p->op->modifiers;
    uint8_t type = p->op->result.type;
    if (!p->op->body->floats || !(m->omod || m->clamp))
        return;
    if (type == GISA_TYPE_F32) {
        scale_f32(p, row);
        return;
    }
    for (unsigned l = 0; l < GISA_LANES; l++)
        if (type == GISA_TYPE_F64) {
            uint64_t x = row[l] | (uint64_t)row[GISA_LANES + l] << 32;
            x = finished_f64(p->w, m, x);
            row[l] = (uint32_t)x;
            row[GISA_LANES + l] = (uint32_t)(x >> 32);
        } else if (type == GISA_TYPE_F16 || type == GISA_TYPE_V2F16)
            row[l] = (row[l] & 0xffff0000) | finished_f16(p->w, m, (uint16_t)row[l]);
}

/* Registers that are not there are not written. */
static void store_result(pass *p, const uint32_t *row) {
    const gisa_op *op = p->op;
    const gisa_modifiers *m = &op->modifiers;
    unsigned number = op->result.reg + op_register_index(p->w, INDEX_RESULT);
    bool high = m->op_sel & OP_SEL_RESULT && is_half(&op->result);
    if (op->result.kind != GISA_KIND_VGPR)
        return;
    for (unsigned k = 0; k < dwords_of(&op->result) && number + k < p->w->vgpr_count;
         k++, row += GISA_LANES) {
        uint32_t *to = p->w->vgpr[number + k];
        if (m->sdwa && m->dst_sel < GCN_SEL_DWORD)
            for (unsigned l = 0; l < GISA_LANES; l++)
                to[l] = p->mask[l] ? sdwa_placed(m->dst_sel, m->dst_unused, row[l], to[l]) : to[l];
        else if (high)
            for (unsigned l = 0; l < GISA_LANES; l++)
                to[l] ^= (to[l] ^ row[l] << 16) & p->mask[l] & 0xffff0000;
        else
            for (unsigned l = 0; l < GISA_LANES; l++)
                to[l] ^= (to[l] ^ row[l]) & p->mask[l];
    }
}

/* ------------------------------------------------------------------------------------------ */

static void load_result(pass *p, uint32_t *row) {
    const gisa_operand *o = &p->op->result;
    for (unsigned k = 0; o->kind == GISA_KIND_VGPR && k < dwords_of(o); k++)
        memcpy(row + k * GISA_LANES, vector_row(p->w, o->reg + op_register_index(p->w, INDEX_RESULT) + k),
               sizeof(gisa_row));
}

static void run_pass(pass *p) {
    gcn_wave *w = p->w;
    fetch_sources(p);
    load_result(p, w->temp[TEMP_D]);
    wave_compute(w, p->op, &p->rows);
    scale_result(p, w->temp[TEMP_D]);
}

/* Both halves, one after the other; the old value of D is the same for both. */
static void run_packed(pass *p) {
    gcn_wave *w = p->w;
    uint32_t *low = w->temp[TEMP_RAW], *d = w->temp[TEMP_D];
    run_pass(p);
    memcpy(low, d, sizeof(gisa_row));
    p->half = 1;
    run_pass(p);
    for (unsigned l = 0; l < GISA_LANES; l++)
        d[l] = (low[l] & 0xffff) | d[l] << 16;
}

const gisa_op *step_hard(gcn_wave *w, const gisa_op *op) {
    pass p = {.w = w, .op = op, .mask = w->temp[TEMP_MASK]};
    if (w->mode & GCN_MODE_VSKIP)
        return op_next(op);
    bool guarded = !w->priv && (sgpr_is_special(&op->result) || sgpr_is_special(&op->result1));
    gisa_trap_registers kept;
    if (guarded)
        kept = sgpr_keep_trap(w);
    wave_show_exec(w);
    memcpy(p.mask, w->mask, sizeof(gisa_row));
    p.rows = (gisa_rows){.d = w->temp[TEMP_D],
                         .d1 = (uint32_t *)((char *)w + op->d1),
                         .new_exec = w->temp[TEMP_EXEC],
                         .mask = p.mask};
    if (op->modifiers.packed)
        run_packed(&p);
    else
        run_pass(&p);
    if (op->collect)
        w->level->collect(w, op, &p.rows);
    store_result(&p, w->temp[TEMP_D]);
    if (guarded)
        sgpr_restore_trap(w, &kept);
    return op_next(op);
}
