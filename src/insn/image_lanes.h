/* SPDX-License-Identifier: MIT */
/* What image instructions do for a lane: the words of src/insn/image_words.h as functions. `parts`
 * is a set of GCN_ADDRESS_...: what the address consists of. */
#ifndef GISA_EMU_IMAGE_LANES_H
#define GISA_EMU_IMAGE_LANES_H

#include "body.h"

/* image_address.c */
image_address image_address_of(gcn_wave *wave, const gisa_lane *lane, uint32_t parts, bool samples);

/* image_texel.c */
gisa_b128 image_load(gcn_wave *wave, const gisa_lane *lane, uint32_t parts);
gisa_b128 image_load_bits(gcn_wave *wave, const gisa_lane *lane, uint32_t parts, bool with_sign);
void image_store(gcn_wave *wave, const gisa_lane *lane, uint32_t parts, gisa_b128 value);
void image_store_bits(gcn_wave *wave, const gisa_lane *lane, uint32_t parts, gisa_b128 value);
void *image_atomic(gcn_wave *wave, const gisa_lane *lane, uint32_t parts, uint32_t size);
gisa_b128 image_size(gcn_wave *wave, const gisa_lane *lane, uint32_t parts);

/* image_sample.c */
gisa_b128 image_sample(gcn_wave *wave, const gisa_lane *lane, uint32_t parts, bool level_0);
gisa_b128 image_gather(gcn_wave *wave, const gisa_lane *lane, uint32_t parts, bool level_0, bool row);
gisa_b128 image_lod(gcn_wave *wave, const gisa_lane *lane, uint32_t parts);

/* image.c: the components that have registers, and how they lie there. */
uint32_t image_mask(const gcn_wave *wave);
gisa_b128 image_packed(const gcn_wave *wave, gisa_b128 components, uint32_t mask);
gisa_b128 image_unpacked(const gcn_wave *wave, gisa_b128 registers);

/* A fault of the lane's instruction: `why` is a sentence about the image or the sampler. */
void image_fault(gcn_wave *wave, const gisa_lane *lane, const char *why);

/* The image, if the lane can do something with it; NULL: it is all zeros, or there is a fault. */
const image *image_of(gcn_wave *wave, const gisa_lane *lane);

#endif
