/* SPDX-License-Identifier: MIT */
/* Runs instructions: a wave's state between them, and what steps have in common. */
#include <string.h>

#include "insn/body.h"
#include "insn/level.h"
#include "insn/modify.h"

void wave_init(gcn_wave *w, const gisa_isa *isa, gisa_device *device, gisa_group *group) {
    memset(w, 0, sizeof *w);
    w->isa = isa;
    w->device = device;
    w->level = level_best();
    w->group = group;
    w->sgpr_count = (uint32_t)gisa_fact(isa, "sgprs", 0);
    w->vgpr_count = GISA_VGPRS;
    w->lds_aligned = gisa_fact(isa, "lds_aligned", 0);
    w->lds_m0_limit = gisa_fact(isa, "lds_m0_limit", 0);
    w->lds_wraps = gisa_fact(isa, "lds_wraps", 1);
    w->lds_address_bits = w->lds_wraps ? UINT32_MAX : UINT64_MAX;
    for (unsigned i = 0; i < GISA_LANES; i++)
        w->lane[i].number = i;
    w->modes.minmax_by_mode = gisa_fact(isa, "minmax_by_mode", 0);
    w->modes.half_by_mode = gisa_fact(isa, "half_by_mode", 0);
    w->modes.mixed_flushes = gisa_fact(isa, "mixed_flushes", 0);
    w->modes.frexp_is_naive = gisa_fact(isa, "frexp_is_naive", 0);
    w->modes.fract64_uncapped = gisa_fact(isa, "fract64_uncapped", 0);
    w->modes.turns_limit = (uint32_t)gisa_fact(isa, "turns_limit", 0);
    wave_modes(w);
}

/* The lower bit of denorm_* lets denormals of sources be, the other one those of results. */
void wave_modes(gcn_wave *w) {
    gisa_modes *m = &w->modes;
    uint32_t mode = w->mode;
    m->tiny_before = w->device->tiny_before;
    m->tiny_count = w->device->tiny_count;
    m->round32 = (mode & GCN_MODE_ROUND_F32) >> GCN_MODE_ROUND_F32_AT;
    m->round64 = (mode & GCN_MODE_ROUND_F64_F16) >> GCN_MODE_ROUND_F64_F16_AT;
    m->in32 = mode >> GCN_MODE_DENORM_F32_AT & 1;
    m->out32 = mode >> GCN_MODE_DENORM_F32_AT & 2;
    m->in64 = mode >> GCN_MODE_DENORM_F64_F16_AT & 1;
    m->out64 = mode >> GCN_MODE_DENORM_F64_F16_AT & 2;
    m->dx10_clamp = mode & GCN_MODE_DX10_CLAMP;
    m->ieee = mode & GCN_MODE_IEEE;
    m->ovfl16 = mode & GCN_MODE_FP16_OVFL;
    w->easy_top = mode & (GCN_MODE_GPR_IDX_EN | GCN_MODE_VSKIP) ? 0 : w->vgpr_count;
    w->host_floats = m->round32 == GISA_ROUND_NEAREST && m->round64 == GISA_ROUND_NEAREST;
    w->float_mode = (gisa_float_mode){.flush32 = !(m->in32 && m->out32),
                                      .flush64 = !(m->in64 && m->out64),
                                      .omods32 = !m->out32 && !m->ieee};
}

/* ---- the host ------------------------------------------------------------------------------ */

void wave_raise(gcn_wave *w, gisa_fault_kind kind, uint64_t address) {
    if (!w->fault.kind)
        w->fault = (gisa_fault){.kind = kind, .lane = lanes_first(w), .address = address};
}

bool wave_send(gcn_wave *w, uint32_t message) {
    if (w->device->message && w->device->message(w, message))
        return true;
    wave_raise(w, GISA_FAULT_MESSAGE, message);
    return false;
}

uint64_t wave_clock(gcn_wave *w, unsigned which) {
    if (w->device->clock)
        return w->device->clock(w->device, which);
    return __atomic_add_fetch(&w->device->clocks[which], 1, __ATOMIC_RELAXED);
}

/* Hardware goes on after an s_trap when there is no handler. Here that is so for the debugger's
 * trap alone: programs that use another one do not expect to go on. */
bool wave_trap(gcn_wave *w, uint32_t number) {
    if (number == gisa_fact(w->isa, "trap_debug", -1))
        return true;
    wave_raise(w, GISA_FAULT_TRAP, number);
    return false;
}

/* ---- masks of lanes ---------------------------------------------------------------------- */

void wave_show_exec(gcn_wave *w) {
    if (w->mask_of != *wave_exec(w)) {
        w->mask_of = *wave_exec(w);
        w->level->row_of_mask(w->mask_of, w->mask);
    }
}

/* ---- instructions that compute ----------------------------------------------------------- */

void wave_redo(gcn_wave *w, const gisa_op *op, const gisa_rows *rows) {
    for (unsigned i = 0; i < GISA_LANES; i++)
        if (w->odd[i])
            op->body->exact(w, op, rows, i);
}

void wave_compute(gcn_wave *w, const gisa_op *op, const gisa_rows *rows) {
    if (op_is_exact(w, op)) {
        for (unsigned i = 0; i < GISA_LANES; i++)
            if (rows->mask[i])
                op->body->exact(w, op, rows, i);
    } else
        op->wide(w, op, rows);
}

/* ---- one instruction on its own ---------------------------------------------------------- */

gisa_outcome op_run(gcn_wave *w, const gisa_op *op) {
    w->again = w->waiting;
    w->waiting = false;
    w->fault.kind = GISA_FAULT_NONE;
    w->events = 0;
    w->pc = op->next_pc;
    op->run(w, op);
    if (!w->waiting && !w->fault.kind)
        return w->events ? GISA_EVENT : GISA_RAN;
    w->pc = op->next_pc - 4u * op->units;
    return w->waiting ? GISA_WAITS : GISA_FAULTED;
}
