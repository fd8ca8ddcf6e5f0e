/* SPDX-License-Identifier: MIT */
/* What bodies of vector instructions share: rows with a number for each lane, of which inactive
   ones keep theirs. */
#ifndef GISA_EMU_ROWS_H
#define GISA_EMU_ROWS_H

#include "vocab.h"

/* The value where the mask is set, what was there before elsewhere. */
ALWAYS_ u32 masked(u32 mask, u32 value, u32 before) {
    return (value & mask) | (before & ~mask);
}

/* ---- Words ------------------------------------------------------------------------------ */

#define LANE_ID lane
#define LANES_BELOW lanes_below(LANE_ID)
#define VCC_BIT S3.bit /* the last source: take_vcc in op.c */

#endif
