/* SPDX-License-Identifier: MIT */
/* Blocks whose layout depends on a mode: BC6 and BC7, exactly as the Khronos Data Format
   Specification has them. */
#ifndef GISA_IMAGE_BLOCK_MODES_H
#define GISA_IMAGE_BLOCK_MODES_H

#include "core/tables.h"

/* One texel (0 to 15, row by row) of a block of 16 bytes. */
void block_bc6(const gisa_isa *isa, const uint8_t *block, unsigned texel, bool has_sign, uint16_t rgb[3]);
void block_bc7(const gisa_isa *isa, const uint8_t *block, unsigned texel, uint8_t rgba[4]);

#endif
