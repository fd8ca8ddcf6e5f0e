/* SPDX-License-Identifier: MIT */
/* The words of bodies that work on images. E is the lane. */
#ifndef GISA_EMU_IMAGE_WORDS_H
#define GISA_EMU_IMAGE_WORDS_H

#include "image_lanes.h"

#define OFFSETS GCN_ADDRESS_OFFSETS
#define BIAS GCN_ADDRESS_BIAS
#define REFERENCE GCN_ADDRESS_REFERENCE
#define DERIVATIVES GCN_ADDRESS_DERIVATIVES
#define HALF_DERIVATIVES GCN_ADDRESS_HALF_DERIVATIVES
#define COORDINATES GCN_ADDRESS_COORDINATES
#define LOD GCN_ADDRESS_LOD
#define LOD_CLAMP GCN_ADDRESS_LOD_CLAMP
#define MIP GCN_ADDRESS_MIP

#define TEXEL(parts) image_load(W, E, (parts))
#define TEXEL_BITS(parts) image_load_bits(W, E, (parts), false)
#define TEXEL_SIGNED_BITS(parts) image_load_bits(W, E, (parts), true)
#define STORE_TEXEL(parts, value) image_store(W, E, (parts), (value))
#define STORE_TEXEL_BITS(parts, value) image_store_bits(W, E, (parts), (value))
#define ATOMIC_TEXEL(type, parts, value) ATOMIC_(type, image_atomic(W, E, (parts), sizeof(type)), value)

#define SAMPLE(parts) image_sample(W, E, (parts), false)
#define SAMPLE_LEVEL_0(parts) image_sample(W, E, (parts), true)
#define GATHER(parts) image_gather(W, E, (parts), false, false)
#define GATHER_LEVEL_0(parts) image_gather(W, E, (parts), true, false)
#define GATHER_ROW(parts) image_gather(W, E, (parts), false, true)
#define IMAGE_SIZE(parts) image_size(W, E, (parts))
#define IMAGE_LOD(parts) image_lod(W, E, (parts))

#define PACKED(value) image_packed(W, (value), image_mask(W))
#define FOUR(value) image_packed(W, (value), 15)
#define UNPACKED(value) image_unpacked(W, (value))
#define DATA_REGISTERS popcount32(image_mask(W))

#endif
