/* SPDX-License-Identifier: MIT */
/* Instructions that need a closer look: modifiers, registers that are not there, unusual modes. */
#ifndef GISA_EMU_MODIFY_H
#define GISA_EMU_MODIFY_H

#include "op.h"

gisa_step step_hard, step_lanes, step_alone, step_across, step_load, step_memory, step_buffer, step_special,
    step_image;

/* modify.c: how wide an operand is; of a pair of halves, one of them */
/* Two halves in a register. */
bool modify_is_pair(const gisa_operand *o);

unsigned modify_bits_of(const gisa_operand *operand);

/* run.c: the parts that the easy and the hard step share */
void wave_show_exec(gcn_wave *wave); /* wave->mask becomes what EXEC says */
void wave_compute(gcn_wave *wave, const gisa_op *op, const gisa_rows *rows);

/* The host does not round as MODE says, or does not saturate; or somebody watches what each lane
 * reads. */
static inline bool op_is_exact(const gcn_wave *w, const gisa_op *op) {
    return op->saturate || (op->floats && !w->host_floats) || (op->uses_lds && w->traffic);
}

enum { INDEX_RESULT = 3 };

/* Indexed registers: what is added to the number of a vector register that is source `which`, or
 * the result. M0[7:0] is that, M0[15:12] says for which of them. */
static inline unsigned op_register_index(const gcn_wave *w, unsigned which) {
    uint32_t m0 = w->scalar.w[CODE_M0];
    return w->mode & GCN_MODE_GPR_IDX_EN && which <= INDEX_RESULT && m0 >> (12 + which) & 1 ? m0 & 255 : 0;
}

/* lanes.c: a scalar operand that is no register: src_vccz, src_shared_base ... */
bool sgpr_is_special(const gisa_operand *operand);
/* What only the trap handler may write: kept, and put back when another one has. */
typedef struct gisa_trap_registers {
    uint32_t base[4], temporary[GISA_TTMPS];
} gisa_trap_registers;
gisa_trap_registers sgpr_keep_trap(const gcn_wave *wave);
void sgpr_restore_trap(gcn_wave *wave, const gisa_trap_registers *kept);
uint64_t sgpr_special(const gcn_wave *wave, const gisa_operand *operand);

#endif
