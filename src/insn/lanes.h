/* SPDX-License-Identifier: MIT */
/* Bodies that look at other lanes, or run once for the wave: words for registers and lanes.
 * Operands are in the lane E, whose number is `lane`. */
#ifndef GISA_EMU_LANES_H
#define GISA_EMU_LANES_H

#include "elements.h"
#include "image_words.h"

/* ---- Registers -------------------------------------------------------------------------- */

#define VGPR(number) (*vgpr_at(W, E, (number)))
#define VINDEX(operand) VINDEX_##operand
#define VINDEX_D (W->writes_d = false, W->index_D)
#define VINDEX_S0 (W->index_S0)

/* ---- Lanes ------------------------------------------------------------------------------ */

#define ACTIVE(number) (*wave_exec(W) >> ((number)&63) & 1)
#define LANE(operand, number) (W->lane[(number)&63].op_##operand)
#define FIRST_LANE lanes_first(W)
#define for_each_active_lane                                                                                 \
    for (E = lanes_next(W, NULL); E && (lane = E->number, true); E = lanes_next(W, E))

#endif
