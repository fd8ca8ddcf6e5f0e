/* SPDX-License-Identifier: MIT */
/* Runs the body of one instruction: fetches operands, lets the body work on the copies, stores results. */
#include "body.h"

#include <string.h>

/* Operand codes of registers that are not in the scalar file (isa/gcn/gcn.isa, statement `code`). */
enum {
    CODE_VCC = 106,
    CODE_M0 = 124,
    CODE_EXEC = 126,
    CODE_SHARED_BASE = 235,
    CODE_SHARED_LIMIT,
    CODE_PRIVATE_BASE,
    CODE_PRIVATE_LIMIT,
    CODE_VCCZ = 251,
    CODE_EXECZ,
    CODE_SCC
};

void gisa_wave_init(gisa_wave *w, const gisa_isa *isa, gisa_device *device, gisa_group *group) {
    memset(w, 0, sizeof *w);
    w->isa = isa;
    w->device = device;
    w->group = group;
    w->sgpr_count = (uint32_t)gisa_fact(isa, "sgprs", 0);
    w->vgpr_count = GISA_VGPRS;
    w->lds_aligned = gisa_fact(isa, "lds_aligned", 0);
    w->lds_m0_limit = gisa_fact(isa, "lds_m0_limit", 0);
    w->lds_wraps = gisa_fact(isa, "lds_wraps", 1);
    for (unsigned i = 0; i < GISA_LANES; i++)
        w->lane[i].number = i;
}

/* ---- registers -------------------------------------------------------------------------- */

static uint32_t half(uint64_t value, unsigned high) {
    return (uint32_t)(value >> 32 * high);
}

static void set_half(uint64_t *value, unsigned high, uint32_t x) {
    *value = (*value & ~(UINT64_C(0xffffffff) << 32 * high)) | (uint64_t)x << 32 * high;
}

/* Dword k of the operand that begins at register `code`. Behind a condition there is no next one: 0. */
static uint32_t read_scalar(const gisa_wave *w, unsigned code, unsigned k) {
    const gisa_device *device = w->device;
    switch (code) {
    case CODE_SHARED_BASE: return half(device->shared_aperture, k & 1);
    case CODE_SHARED_LIMIT: return half(device->shared_aperture | 0xffffffff, k & 1);
    case CODE_PRIVATE_BASE: return half(device->private_aperture, k & 1);
    case CODE_PRIVATE_LIMIT: return half(device->private_aperture | 0xffffffff, k & 1);
    case CODE_VCCZ: return k ? 0 : w->vcc == 0;
    case CODE_EXECZ: return k ? 0 : w->exec == 0;
    case CODE_SCC: return k ? 0 : w->scc;
    default: break;
    }
    switch (code + k) {
    case CODE_VCC:
    case CODE_VCC + 1: return half(w->vcc, code + k - CODE_VCC);
    case CODE_M0: return w->m0;
    case CODE_EXEC:
    case CODE_EXEC + 1: return half(w->exec, code + k - CODE_EXEC);
    default: return code + k < GISA_SCALARS ? w->scalar[code + k] : 0;
    }
}

static void write_scalar(gisa_wave *w, unsigned code, uint32_t value) {
    switch (code) {
    case CODE_VCC:
    case CODE_VCC + 1: set_half(&w->vcc, code - CODE_VCC, value); break;
    case CODE_M0: w->m0 = value; break;
    case CODE_EXEC:
    case CODE_EXEC + 1: set_half(&w->exec, code - CODE_EXEC, value); break;
    default:
        if (code < GISA_SCALARS)
            w->scalar[code] = value;
    }
}

/* A 64-bit operand takes the 32 bits of a literal as its high half (floating point), sign-extended (signed),
 * or zero-extended. */
static uint64_t constant(const gisa_operand *o) {
    if (o->kind != GISA_LITERAL)
        return (uint64_t)o->value;
    switch (o->type) {
    case GISA_F64: return (uint64_t)o->value << 32;
    case GISA_I64: return (uint64_t)(int64_t)(int32_t)o->value;
    default: return (uint32_t)o->value;
    }
}

static void fetch(const gisa_wave *w, const gisa_operand *o, unsigned lane, gisa_reg *r) {
    memset(r, 0, sizeof *r);
    if (o->kind == GISA_INLINE || o->kind == GISA_LITERAL) {
        r->q[0] = constant(o);
        return;
    }
    for (unsigned k = 0; k < o->count && k < 16; k++) {
        unsigned n = o->reg + k;
        switch (o->kind) {
        case GISA_VGPR: r->w[k] = w->vgpr[n < w->vgpr_count ? n : 0][lane]; break;
        case GISA_TTMP: r->w[k] = n < GISA_TTMPS ? w->ttmp[n] : 0; break;
        case GISA_SGPR:
        case GISA_NAMED: r->w[k] = read_scalar(w, o->reg, k); break;
        default: break;
        }
    }
}

/* What lies beyond the last register is not written. */
static void store(gisa_wave *w, const gisa_operand *o, unsigned lane, const gisa_reg *r) {
    for (unsigned k = 0; k < o->count && k < 16; k++) {
        unsigned n = o->reg + k;
        switch (o->kind) {
        case GISA_VGPR:
            if (n < w->vgpr_count)
                w->vgpr[n][lane] = r->w[k];
            break;
        case GISA_TTMP:
            if (n < GISA_TTMPS)
                w->ttmp[n] = r->w[k];
            break;
        case GISA_SGPR:
        case GISA_NAMED: write_scalar(w, n, r->w[k]); break;
        default: break;
        }
    }
}

uint32_t *gisa_sgpr(gisa_wave *w, uint32_t number) {
    uint32_t *beyond = (uint32_t *)(void *)w->copy[0].bytes;
    if (number < w->sgpr_count)
        return &w->scalar[number];
    *beyond = w->scalar[0];
    return beyond;
}

/* ---- lanes ------------------------------------------------------------------------------ */

gisa_lane *gisa_next_lane(gisa_wave *w, const gisa_lane *lane) {
    for (unsigned i = lane ? lane->number + 1 : 0; i < GISA_LANES; i++)
        if (w->exec >> i & 1)
            return &w->lane[i];
    return NULL;
}

unsigned gisa_first_lane(const gisa_wave *w) {
    unsigned i = 0;
    while (i < GISA_LANES && !(w->exec >> i & 1))
        i++;
    return i % GISA_LANES;
}

void gisa_each_lane(gisa_wave *w, void (*body)(gisa_wave *, gisa_lane *)) {
    uint64_t active = w->exec;
    for (unsigned i = 0; i < GISA_LANES && !w->fault.kind; i++)
        if (active >> i & 1) {
            body(w, &w->lane[i]);
            gisa_copies_back(w);
        }
}

/* ---- one instruction -------------------------------------------------------------------- */

static bool is_value(const gisa_operand *o) {
    return o->kind >= GISA_SGPR && o->kind <= GISA_LITERAL;
}

static bool is_scalar(unsigned class_) {
    return class_ == GISA_CLASS_SALU || class_ == GISA_CLASS_SMEM || class_ == GISA_CLASS_BRANCH ||
           class_ == GISA_CLASS_CONTROL;
}

static bool is_alu(unsigned class_) {
    return class_ == GISA_CLASS_VALU || class_ == GISA_CLASS_INTERP;
}

/* The address is the sum of the operands with these names and of `offset`. */
static bool is_address(const char *name) {
    return strcmp(name, "addr") == 0 || strcmp(name, "vaddr") == 0 || strcmp(name, "saddr") == 0;
}

static void take_number(gisa_op *op, const char *name, int64_t value) {
    if (strcmp(name, "offset") == 0 || strcmp(name, "swizzle") == 0)
        op->offset = value;
    else if (strcmp(name, "offset0") == 0)
        op->offset0 = (uint16_t)value;
    else if (strcmp(name, "offset1") == 0)
        op->offset1 = (uint16_t)value;
    else if (strcmp(name, "gds") == 0)
        op->gds = value != 0;
}

gisa_status gisa_op_make(const gisa_isa *isa, const gisa_insn *insn, gisa_op *op) {
    memset(op, 0, sizeof *op);
    if (insn->form >= isa->form_count || insn->operand_count > GISA_MAX_OPERANDS)
        return GISA_BAD_ARGUMENT;
    if (!form_body(isa, insn->form))
        return GISA_UNKNOWN;
    op->body = gisa_gcn_bodies[form_body(isa, insn->form)];
    op->size = insn->size;
    op->vector = !is_scalar(isa->forms[insn->form].class_);
    op->needs_a_lane = op->vector && !is_alu(isa->forms[insn->form].class_);
    for (unsigned i = 0; i < insn->operand_count; i++) {
        const gisa_operand *o = &insn->operand[i];
        const char *name = gisa_operand_name(isa, insn->form, i);
        if (!name)
            return GISA_BAD_ARGUMENT;
        if (!is_value(o))
            take_number(op, name, o->value);
        else if (is_address(name)) {
            if (op->address_count < 3)
                op->address[op->address_count++] = *o;
        } else if (o->access & GISA_WRITE) {
            if (!op->has_d)
                op->d = *o;
            op->has_d = 1;
        } else if (op->source_count < 4)
            op->s[op->source_count++] = *o;
    }
    return GISA_OK;
}

static void fetch_lane(gisa_wave *w, const gisa_op *op, gisa_lane *lane) {
    gisa_reg *const s[4] = {&lane->op_S0, &lane->op_S1, &lane->op_S2, &lane->op_S3};
    for (unsigned i = 0; i < op->source_count; i++)
        fetch(w, &op->s[i], lane->number, s[i]);
    if (op->has_d)
        fetch(w, &op->d, lane->number, &lane->op_D);
    lane->base = 0;
    for (unsigned i = 0; i < op->address_count; i++) {
        gisa_reg part;
        fetch(w, &op->address[i], lane->number, &part);
        lane->base += part.u64;
    }
}

static void store_results(gisa_wave *w, const gisa_op *op, uint64_t active) {
    if (op->d.kind != GISA_VGPR)
        store(w, &op->d, 0, &w->lane[0].op_D);
    else
        for (unsigned i = 0; i < GISA_LANES; i++)
            if (active >> i & 1)
                store(w, &op->d, i, &w->lane[i].op_D);
}

gisa_outcome gisa_op_run(gisa_wave *w, const gisa_op *op) {
    uint64_t active = w->exec, at = w->pc;
    w->again = w->waiting;
    w->waiting = false;
    w->fault.kind = GISA_FAULT_NONE;
    w->op = op;
    w->writes_d = op->has_d;
    w->index_D = op->d.reg;
    w->index_S0 = op->s[0].reg;
    w->pc = at + op->size;
    if (op->needs_a_lane && !active)
        return GISA_RAN;
    for (unsigned i = 0; i < (op->vector ? GISA_LANES : 1); i++)
        fetch_lane(w, op, &w->lane[i]);
    op->body(w);
    gisa_copies_back(w);
    if (w->waiting || w->fault.kind) {
        w->pc = at;
        return w->waiting ? GISA_WAITS : GISA_FAULTED;
    }
    if (w->writes_d)
        store_results(w, op, active);
    return GISA_RAN;
}
