/* SPDX-License-Identifier: MIT */
/*
 * The transcendental functions before rounding. Each kernel is off by less than 2^-GISA_KERNEL_BITS
 * of its result, and no result that is not exact comes so near to a point where rounding to f32
 * would turn (build/tests/arithmetic --all goes through all sources). A result that is not exact
 * has its last bit set.
 */
#ifndef GISA_EMU_REAL_SPECIAL_H
#define GISA_EMU_REAL_SPECIAL_H

#include "real_core.h"

enum { GISA_KERNEL_BITS = 60 };

/* Of finite numbers with a significand of at most 24 bits; log2 of positive ones. For |x| < 2^-26,
 * exp2 is just some number next to 1, on the right side. */
gisa_number real_exp2_kernel(gisa_number x);
gisa_number real_log2_kernel(gisa_number x);
/* sin and cos of x turns, which is sin of x + quarters / 4. */
gisa_number real_sin_kernel(gisa_number x, unsigned quarters);

#endif
