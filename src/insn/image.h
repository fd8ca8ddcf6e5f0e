/* SPDX-License-Identifier: MIT */
/* Images as instructions use them: the resource and the sampler that an instruction names, and the
 * address registers of a lane. What an image and a sample are is in src/image. */
#ifndef GISA_EMU_IMAGE_H
#define GISA_EMU_IMAGE_H

#include "image/sample.h"

/* The fields of an instruction. */
typedef struct image_fields {
    uint8_t dmask;
    bool unorm, da, r128, a16, d16, lwe;
    bool tfe;    /* the last register of the data takes a status, also where nothing is written there */
    bool status; /* a status is written */
} image_fields;

/* What the spec says of the images of an architecture. */
typedef struct image_facts {
    image_rules rules;
    bool packs_d16; /* two components of 16 bits share a register */
    bool integer_gathers_nearest;
} image_facts;

/* The image that an instruction works on. It stays from one instruction to the next while they name
   the same resource. */
typedef struct image_now {
    image image;
    image_status status;
    uint32_t words[8];
    bool da, known;
    sampler sampler;
} image_now;

/* What the address registers of a lane say; parts that the instruction does not have are 0. */
typedef struct image_address {
    int8_t offset[3];
    float bias, reference, step[2][3];
    union {
        uint32_t number[3];
        float at[3];
    } place; /* x, y, z */
    union {
        uint32_t number;
        float at;
    } slice;
    uint32_t fragment, mip;
    float lod, least;
} image_address;

#endif
