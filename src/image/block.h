/* SPDX-License-Identifier: MIT */
/* Blocks of 4 x 4 texels: BC1 to BC7. */
#ifndef GISA_IMAGE_BLOCK_H
#define GISA_IMAGE_BLOCK_H

#include "texel.h"

/* The components of one texel; those that the format does not have keep what they are. */
void block_decode(const texel_format *f, const uint8_t *block, unsigned x, unsigned y,
                  uint32_t components[4]);

#endif
