/* SPDX-License-Identifier: MIT */
/* Operands of one instruction as its body sees them, modifiers included, and where its results
 * go. */
#include <string.h>

#include "insn/dpp.h"
#include "insn/sdwa.h"
#include "undefined.h"

/* ---- registers ------------------------------------------------------------------------------ */

uint32_t undefined_origin(const undefined_wave *w, unsigned reg, unsigned lane) {
    return w->has_origin[reg] >> lane & 1 ? w->origin[reg][lane] : origin_make(ORIGIN_VGPR, reg, 0);
}

void undefined_set(undefined_wave *w, unsigned reg, unsigned lane, uint32_t bits, uint32_t origin) {
    if (reg >= UNDEFINED_VGPRS)
        return;
    w->row[reg][lane] = bits;
    w->lanes[reg] = (w->lanes[reg] & ~(UINT64_C(1) << lane)) | (uint64_t)(bits != 0) << lane;
    if (!bits)
        return;
    w->origin[reg][lane] = origin;
    w->has_origin[reg] |= UINT64_C(1) << lane;
}

static void set_scalar(undefined_wave *w, unsigned code, uint32_t bits, uint32_t origin) {
    if (!undefined_is_followed(code))
        return;
    w->scalar[code] = bits;
    if (bits)
        w->scalar_origin[code] = origin;
}

static void get_vector(const undefined_check *u, unsigned reg, unsigned lane, unsigned k,
                       shadow_operand *to) {
    const undefined_wave *w = u->of_wave;
    const unsigned n = reg < u->wave->vgpr_count ? reg : 0;
    to->value[k] = u->wave->vgpr[n][lane];
    to->undefined[k] = w->lanes[n] >> lane & 1 ? w->row[n][lane] : 0;
    to->origin = to->undefined[k] ? undefined_origin(w, n, lane) : to->origin;
}

static void get_scalar(const undefined_check *u, unsigned code, unsigned k, shadow_operand *to) {
    to->value[k] = code == CODE_SCC ? *u->wave->scc : code < 128 ? u->wave->scalar[code] : 0;
    to->unknown[k] = undefined_is_followed(code) || code / 2 == GCN_CODE_EXEC / 2 ? 0 : UINT32_MAX;
    to->undefined[k] = undefined_is_followed(code) ? u->of_wave->scalar[code] : 0;
    to->origin = to->undefined[k] ? u->of_wave->scalar_origin[code] : to->origin;
}

/* In index mode M0 is added to the numbers of vector registers. */
static unsigned index_of(const undefined_check *u, unsigned which) {
    const uint32_t m0 = u->wave->scalar[GCN_CODE_M0];
    return u->of_wave->indexed && u->site->is_compute && m0 >> (12 + which) & 1 ? m0 & 0xff : 0;
}

static void get_place(const undefined_check *u, const undefined_place *p, unsigned index, unsigned lane,
                      shadow_operand *to) {
    for (unsigned k = 0; k < p->count && k < SHADOW_DWORDS; k++)
        if (p->kind == PLACE_VECTOR)
            get_vector(u, p->reg + index + k, lane, k, to);
        else if (p->kind == PLACE_SCALAR)
            get_scalar(u, p->reg + k, k, to);
        else if (p->kind == PLACE_CONSTANT) {
            to->value[k] = k < 2 ? (uint32_t)(p->constant >> 32 * k) : 0;
            to->unknown[k] = p->is_known ? 0 : UINT32_MAX;
        } else
            to->unknown[k] = UINT32_MAX;
}

/* What memory instructions have by now written over is not known, nor is what bits do that are to
 * be 0: some change signs. */
static void forget_values(shadow_operand *o) {
    for (unsigned k = 0; k < SHADOW_DWORDS; k++)
        o->unknown[k] = ~o->undefined[k];
}

/* ---- sources -------------------------------------------------------------------------------- */

static int dpp_lane(const undefined_check *u, unsigned lane) {
    const int from = dpp_source(u->site->modifiers.dpp_ctrl, (int)lane);
    return from >= 0 && u->exec >> from & 1 ? from : -1;
}

bool undefined_is_written(const undefined_check *u, unsigned lane) {
    const undefined_modifiers *m = &u->site->modifiers;
    return !m->dpp ||
           (dpp_writes(m->row_mask, m->bank_mask, lane) && (m->bound_ctrl || dpp_lane(u, lane) >= 0));
}

/* Bits [shift, shift + width) of the first dword, extended with zeros or the sign. */
static uint32_t extended(uint32_t x, unsigned shift, unsigned width, bool sign) {
    const unsigned above = 32 - width - shift;
    return sign ? (uint32_t)((int32_t)(x << above) >> (above + shift)) : x << above >> (above + shift);
}

static void select_part(shadow_operand *o, unsigned shift, unsigned width, bool sign) {
    o->value[0] = extended(o->value[0], shift, width, sign);
    o->unknown[0] = extended(o->unknown[0], shift, width, sign);
    o->undefined[0] = extended(o->undefined[0], shift, width, sign);
}

static void select_sdwa(shadow_operand *o, unsigned sel, bool sign) {
    select_part(o, sdwa_shift(sel), sdwa_width(sel), sign);
}

/* Both halves, as op_sel and op_sel_hi say. */
static void swap_halves(uint32_t *x, unsigned low, unsigned high) {
    *x = (*x >> 16 * low & 0xffff) | *x >> 16 * high << 16;
}

/* A float from half a register. */
static void widen(shadow_operand *o, unsigned half) {
    select_part(o, 16 * half, 16, false);
    o->undefined[0] = o->undefined[0] ? UINT32_MAX : 0;
    o->unknown[0] = ~o->undefined[0];
}

static void pick(const undefined_check *u, unsigned i, const undefined_place *p, shadow_operand *o) {
    const undefined_modifiers *m = &u->site->modifiers;
    const bool sign = p->mods & GISA_MOD_SEXT;
    const unsigned low = m->op_sel >> i & 1, high = m->op_sel_hi >> i & 1;
    if (m->paired && p->pair) {
        swap_halves(&o->value[0], low, high);
        swap_halves(&o->unknown[0], low, high);
        swap_halves(&o->undefined[0], low, high);
    } else if (m->paired)
        return;
    else if (m->mixed && high)
        widen(o, low);
    else if (m->sdwa && i < 2)
        select_sdwa(o, m->sel[i], sign);
    else if (p->bits == 16 || p->pair)
        select_part(o, 16 * (m->packed && u->half ? high : low), 16, sign);
}

/* -x and |x|. */
static void change_sign(const undefined_place *p, shadow_operand *o) {
    const unsigned at = p->count > 1 ? 1 : 0;
    const uint32_t sign = p->bits == 16 || p->pair ? 0x8000 : 0x80000000;
    if (p->mods & GISA_MOD_ABS) {
        o->value[at] &= ~sign;
        o->unknown[at] &= ~sign;
        o->undefined[at] &= ~sign;
    }
    if (p->mods & GISA_MOD_NEG)
        o->value[at] ^= sign;
}

static void fetch_source(const undefined_check *u, unsigned i, unsigned lane, shadow_operand *to) {
    const undefined_site *s = u->site;
    const undefined_place *p = &s->source[i];
    const int from = i == 0 && s->modifiers.dpp ? dpp_lane(u, lane) : (int)lane;
    if (from >= 0) /* else it is 0 */
        get_place(u, p, index_of(u, i), (unsigned)from, to);
    if (s->tree->masks >> (SHADOW_S0 + i) & 1)
        return;
    if (s->is_compute) {
        pick(u, i, p, to);
        change_sign(p, to);
    }
}

static void fetch_trial(unsigned operand, shadow_operand *to) {
    memset(operand < SHADOW_S0 ? to->undefined : to->unknown, 0xff, sizeof to->undefined);
    to->origin = 1;
}

static void fetch(void *ctx, unsigned operand, unsigned lane, shadow_operand *to) {
    const undefined_check *u = ctx;
    memset(to, 0, sizeof *to);
    if (u->trial)
        fetch_trial(operand, to);
    else if (operand >= SHADOW_S0)
        fetch_source(u, operand - SHADOW_S0, lane, to);
    else if (operand <= SHADOW_D1)
        get_place(u, &u->site->of_result[operand], operand == SHADOW_D ? index_of(u, 3) : 0, lane, to);
    if (u->site->is_memory || (u->site->is_compute && u->site->hides_values))
        forget_values(to);
}

static bool same(void *ctx, unsigned a, unsigned b) {
    const undefined_check *u = ctx;
    const undefined_modifiers *m = &u->site->modifiers;
    if (a < SHADOW_S0 || b < SHADOW_S0 || u->site->hides_values || m->sdwa || m->dpp || m->op_sel || m->mixed)
        return false;
    if ((m->op_sel_hi >> (a - SHADOW_S0) & 1) != (m->op_sel_hi >> (b - SHADOW_S0) & 1))
        return false;
    const undefined_place *x = &u->site->source[a - SHADOW_S0], *y = &u->site->source[b - SHADOW_S0];
    return (x->kind == PLACE_VECTOR || x->kind == PLACE_SCALAR) && x->kind == y->kind && x->reg == y->reg &&
           !x->mods && !y->mods && !(u->of_wave && u->of_wave->indexed);
}

/* ---- results -------------------------------------------------------------------------------- */

void undefined_results_clear(undefined_check *u) {
    for (unsigned i = 0; i < 3; i++) {
        const bool mask = u->site->tree->masks >> i & 1;
        u->results.have[i] = mask;
        if (mask)
            memset(&u->results.of[i][0], 0, sizeof u->results.of[i][0]);
    }
}

static uint32_t merged(const undefined_site *s, const undefined_place *d, uint32_t x, uint32_t old) {
    const undefined_modifiers *m = &s->modifiers;
    if (!s->is_compute)
        return x;
    if (m->sdwa && m->dst_sel < GCN_SEL_DWORD)
        return sdwa_placed(m->dst_sel, m->dst_unused, x, old);
    if (d->bits != 16)
        return x;
    if (m->high_result)
        return (old & 0xffff) | x << 16;
    return (x & 0xffff) | (m->keeps_half ? old & 0xffff0000 : 0);
}

/* Clamp and output modifiers compute with all of the float. */
static void finish(shadow_operand *o, unsigned dwords) {
    uint32_t any = 0;
    for (unsigned k = 0; k < dwords; k++)
        any |= o->undefined[k];
    for (unsigned k = 0; any && k < dwords; k++)
        o->undefined[k] = UINT32_MAX;
}

void undefined_store_lane(undefined_check *u, unsigned result, unsigned lane) {
    const undefined_place *d = &u->site->of_result[result];
    shadow_operand *o = &u->results.of[result][lane];
    const unsigned reg = d->reg + (result == 0 ? index_of(u, 3) : 0);
    undefined_wave *w = u->of_wave;
    if (u->site->finishes)
        finish(o, d->count < SHADOW_DWORDS ? d->count : SHADOW_DWORDS);
    for (unsigned k = 0;
         d->kind == PLACE_VECTOR && k < d->count && k < SHADOW_DWORDS && reg + k < u->wave->vgpr_count; k++) {
        const uint32_t old = w->lanes[reg + k] >> lane & 1 ? w->row[reg + k][lane] : 0,
                       now = merged(u->site, d, o->undefined[k], old);
        undefined_set(w, reg + k, lane, now,
                      o->undefined[k] ? o->origin : undefined_origin(w, reg + k, lane));
    }
}

void undefined_store_scalar(undefined_check *u, unsigned result) {
    const undefined_place *d = &u->site->of_result[result];
    const shadow_operand *o = &u->results.of[result][0];
    for (unsigned k = 0; d->kind == PLACE_SCALAR && k < d->count && k < SHADOW_DWORDS; k++) {
        const shadow_value x = {.undefined = o->undefined[k], .origin = o->origin};
        if ((d->reg + k) / 2 == GCN_CODE_EXEC / 2 && x.undefined)
            u->world.decides(u, SHADOW_MASK, 0, &x);
        set_scalar(u->of_wave, d->reg + k, o->undefined[k], o->origin);
    }
}

/* ---- state ---------------------------------------------------------------------------------- */

static unsigned state_code(uint32_t state) {
    return state == GISA_STATE_SCC   ? CODE_SCC
           : state == GISA_STATE_VCC ? GCN_CODE_VCC
           : state == GISA_STATE_M0  ? GCN_CODE_M0
                                     : GCN_CODE_EXEC;
}

static shadow_value state(void *ctx, uint32_t which) {
    const undefined_check *u = ctx;
    const unsigned code = state_code(which);
    shadow_operand o = {.origin = 0};
    if (u->trial)
        return shadow_unknown(which == GISA_STATE_SCC ? 1 : which == GISA_STATE_M0 ? 32 : 64);
    get_scalar(u, code, 0, &o);
    if (which == GISA_STATE_VCC || which == GISA_STATE_EXEC)
        get_scalar(u, code + 1, 1, &o);
    shadow_value x = {.undefined = o.undefined[0] | (shadow_bits)o.undefined[1] << 32, .origin = o.origin};
    x.value = (o.value[0] | (shadow_bits)o.value[1] << 32) & ~x.undefined;
    return x;
}

static void set_state(void *ctx, uint32_t which, const shadow_value *x) {
    undefined_check *u = ctx;
    const unsigned code = state_code(which);
    if (u->trial)
        return;
    if (which == GISA_STATE_EXEC && x->undefined)
        u->world.decides(u, SHADOW_MASK, 0, x);
    set_scalar(u->of_wave, code, (uint32_t)x->undefined, x->origin);
    if (which == GISA_STATE_VCC)
        set_scalar(u->of_wave, code + 1, (uint32_t)(x->undefined >> 32), x->origin);
}

/* ---- the rest of the world ------------------------------------------------------------------- */

static shadow_value role(void *ctx, unsigned which, unsigned bits) {
    const undefined_check *u = ctx;
    const unsigned i = which < GISA_ROLE_COUNT ? u->site->role_operand[which] : 0;
    if (which == GISA_ROLE_TARGET || which == GISA_ROLE_SOURCE || which == GISA_ROLE_EXPORT_TARGET)
        return shadow_unknown(bits);
    const int64_t value = i ? u->site->insn->operand[i - 1].value : 0;
    return shadow_known((shadow_bits)(shadow_signed)(which == GISA_ROLE_IMMEDIATE ? (int16_t)value : value) &
                        shadow_mask(bits));
}

static shadow_value number(void *ctx, unsigned operand) {
    const undefined_check *u = ctx;
    return shadow_known(operand >= SHADOW_S0 ? u->site->source[operand - SHADOW_S0].reg
                                             : u->site->of_result[operand & 1].reg);
}

static shadow_value by_number(void *ctx, bool vector, unsigned n, unsigned lane) {
    const undefined_check *u = ctx;
    shadow_operand o = {.origin = 0};
    if (u->trial)
        return shadow_unknown(32);
    if (vector)
        get_vector(u, n, lane, 0, &o);
    else
        get_scalar(u, n < u->wave->sgpr_count ? n : 0, 0, &o);
    return (shadow_value){o.value[0] & ~(o.undefined[0] | o.unknown[0]), o.unknown[0], o.undefined[0],
                          o.origin};
}

static void set_by_number(void *ctx, bool vector, unsigned n, unsigned lane, const shadow_value *x) {
    undefined_check *u = ctx;
    if (u->trial)
        return;
    if (vector && n < u->wave->vgpr_count)
        undefined_set(u->of_wave, n, lane, (uint32_t)x->undefined, x->origin);
    else if (!vector && n < u->wave->sgpr_count)
        set_scalar(u->of_wave, n, (uint32_t)x->undefined, x->origin);
}

/* Of an instruction that goes through no memory: an undefined address has been reported. */
static shadow_value address(void *ctx, unsigned lane) {
    const undefined_check *u = ctx;
    const undefined_place *p = &u->site->address[0];
    if (u->trial || u->site->is_memory || !u->site->address_count || p->kind != PLACE_VECTOR ||
        p->reg >= u->wave->vgpr_count)
        return shadow_unknown(64);
    const shadow_value offset = role(ctx, GISA_ROLE_OFFSET, 64);
    return shadow_known((u->wave->vgpr[p->reg][lane] + offset.value) & UINT32_MAX);
}

/* The next element of the lane that has this size; NULL: it is nowhere. */
static const gisa_wave_access *next_access(undefined_check *u, unsigned lane, unsigned bits) {
    const gisa_observed_step *step = u->step;
    for (uint32_t i = u->next_access; step && i < step->access_count; i++) {
        const gisa_wave_access *a = &step->access[i];
        if (a->lane > lane && a->lane != GISA_WAVE_ALL)
            break;
        if (a->size * 8 == bits) {
            u->element = i;
            u->next_access = i + 1;
            return a;
        }
    }
    return NULL;
}

static shadow_value load_all(undefined_check *u, unsigned lane) {
    for (uint32_t i = 0; u->step && i < u->step->access_count; i++)
        if (u->step->access[i].lane == lane && !undefined_is_clean(u, &u->step->access[i]))
            return undefined_load(u, &u->step->access[i]);
    return shadow_unknown(128);
}

static shadow_value load(void *ctx, unsigned lane, unsigned bits) {
    undefined_check *u = ctx;
    if (u->trial)
        return shadow_unknown(bits ? bits : 128);
    if (!bits)
        return load_all(u, lane);
    const gisa_wave_access *a = next_access(u, lane, bits);
    if (!a)
        u->element = UINT32_MAX;
    return a ? undefined_load(u, a) : shadow_unknown(bits);
}

/* Whether each dword of an element is output that is undefined as a whole, or computed from
   undefined bits: a part of what is only copied may be padding, and so may a fourth component. What came from
   memory of the host may be copied as it is. */
static bool is_undefined_output(const gisa_wave_access *a, const shadow_value *x) {
    const bool computed = x->origin & SHADOW_COMPUTED;
    if (!computed && origin_kind_of(x->origin) == ORIGIN_MEMORY)
        return false;
    for (unsigned at = 0; at < a->size && at < 16; at += 4) {
        const unsigned size = a->size - at < 4 ? a->size - at : 4;
        const shadow_bits all = shadow_mask(8 * size), part = x->undefined >> 8 * at & all;
        if (part != all && !(part && computed))
            return false;
    }
    return true;
}

void undefined_store_output(undefined_check *u, const gisa_wave_access *a, const shadow_value *x) {
    u->stored++;
    if (x->undefined && undefined_is_output(u, a) && is_undefined_output(a, x)) {
        u->stored_undefined++;
        u->stored_from = x->origin;
    }
    undefined_store(u, a, x);
}

void undefined_tell_output(undefined_check *u, unsigned lane) {
    const shadow_value x = shadow_undefined(1, u->stored_from);
    if (u->stored && u->stored == u->stored_undefined)
        u->world.decides(u, SHADOW_OUTPUT, lane, &x);
    u->stored = u->stored_undefined = 0;
}

static void store_all(undefined_check *u, unsigned lane, const shadow_value *x) {
    const shadow_value all = shadow_undefined(128, x->origin);
    for (uint32_t i = 0; u->step && i < u->step->access_count; i++)
        if (u->step->access[i].lane == lane)
            undefined_store_output(u, &u->step->access[i], x->undefined ? &all : x);
}

static void store(void *ctx, unsigned lane, unsigned bits, const shadow_value *x, bool again) {
    undefined_check *u = ctx;
    const gisa_wave_access *a = NULL;
    if (u->trial)
        return;
    if (!bits)
        store_all(u, lane, x);
    else if (again)
        a = u->element != UINT32_MAX ? &u->step->access[u->element] : NULL;
    else
        a = next_access(u, lane, bits);
    if (a)
        undefined_store_output(u, a, x);
}

void undefined_prepare(undefined_check *u) {
    shadow_world *w = &u->world;
    w->ctx = u;
    w->fetch = fetch;
    w->same = same;
    w->role = role;
    w->state = state;
    w->set_state = set_state;
    w->number = number;
    w->by_number = by_number;
    w->set_by_number = set_by_number;
    w->address = address;
    w->load = load;
    w->store = store;
}
