/* SPDX-License-Identifier: MIT */
/* Instructions that are done several times, each time with the next registers: how far each operand
   has advanced. */
#include "body.h"

void shade_reset_steps(gisa_shade_batch *W) {
    for (unsigned k = 0; k < 4; k++)
        for (int j = 0; j < SHADE_STEPS; j++)
            W->steps.at[k][j] = (int16_t)j;
    W->steps_at = 0;
}

/* Each smlsi and smbo says all there is, so the last one is enough to know. */
void shade_restore_steps(gisa_shade_batch *W) {
    uint32_t at = W->steps_at, pc = W->pc;
    shade_reset_steps(W);
    if (at) {
        const gisa_shade_half *h = &W->draw->machine->program[W->secondary].ops[at - 1].half[0];
        W->pc = at - 1;
        h->body->once(W, h);
        W->pc = pc;
    }
}

int shade_advance(const shade_op *op, const shade_operand *o, unsigned iteration, int steps) {
    bool internal = o->bank == BANK_I;
    if (op->has_repeat_mode && o->source == 0 && op->half[0].body->whole)
        return 0; /* of a dot product the mask turns, not the register */
    if (op->has_repeat_mode && op->repeat_mode != REPEAT_BY_STATE) {
        bool advances = op->repeat_mode == REPEAT_BOTH || internal == (op->repeat_mode == REPEAT_INTERNAL);
        return advances ? (int)iteration * (internal ? 1 : 4) : 0;
    }
    if (!op->repeats || o->bank == BANK_NONE || o->source == NO_GENERATOR)
        return 0;
    return steps * (internal || o->bank == BANK_FIXED ? 1 : o->step);
}

int shade_offset(const gisa_shade_batch *W, const shade_op *op, const shade_operand *o, unsigned iteration) {
    unsigned j = iteration < SHADE_STEPS ? iteration : SHADE_STEPS - 1;
    if (!iteration && !W->steps_at)
        return 0;
    return shade_advance(op, o, iteration, o->source < NO_GENERATOR ? W->steps.at[o->source][j] : 0);
}
