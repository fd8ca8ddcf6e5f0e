/* SPDX-License-Identifier: MIT */
/* The words for floats in bodies that run on one lane, exactly. */
#ifndef GISA_EMU_FLOATS_EXACT_H
#define GISA_EMU_FLOATS_EXACT_H

#define add(a, b) ((a) + (b))
#define sub(a, b) ((a) - (b))
#define mul(a, b) ((a) * (b))
#define mad(a, b, c) ((a) * (b) + (c))

#endif
