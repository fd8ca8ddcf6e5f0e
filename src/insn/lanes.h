/* SPDX-License-Identifier: MIT */
/* Bodies that look at other lanes, or run once for the wave: words for operands, registers and lanes. Operands are in the lane E, which a
 * body may change, so they are words as well, and this file stands behind the bodies of all other kinds. */
#ifndef GISA_EMU_LANES_H
#define GISA_EMU_LANES_H

#include "elements.h"

/* ---- Operands and registers ------------------------------------------------------------- */

#define D (E->op_D)
#define D1 (E->op_D1)
#define S0 (E->op_S0)
#define S1 (E->op_S1)
#define S2 (E->op_S2)
#define S3 (E->op_S3)

#define PC (W->pc)

#define VGPR(number) (*vgpr_at(W, E, (number)))
#define VINDEX(operand) VINDEX_##operand
#define VINDEX_D (W->writes_d = false, W->index_D)
#define VINDEX_S0 (W->index_S0)

/* ---- Lanes ------------------------------------------------------------------------------ */

#undef LANE_ID
#define LANE_ID (E->number)
#define ACTIVE(number) (EXEC >> ((number)&63) & 1)
#define LANE(operand, number) (W->lane[(number)&63].op_##operand)
#define FIRST_LANE lanes_first(W)
#define for_each_active_lane for (E = lanes_next(W, NULL); E; E = lanes_next(W, E))

#endif
