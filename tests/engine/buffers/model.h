/* SPDX-License-Identifier: MIT */
/* References for buffers, written from the documents and apart from the emulator. They take plain
   numbers. */
#ifndef TEST_BUFFER_MODEL_H
#define TEST_BUFFER_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum { GFX6, GFX7, GFX8, GFX9 };

/* ---- Addresses -------------------------------------------------------------------------- */

/* A resource and an instruction, spelled out. */
typedef struct request {
    uint64_t base;
    uint32_t stride, records, element, index_stride, data_format;
    bool swizzle, add_tid;
    bool idxen, offen, addr64, typed;
    uint32_t offset, soffset, lane, vaddr[2], dword;
} request;

typedef struct answer {
    bool inside;
    uint64_t address;
} answer;

answer model_address(unsigned gen, const request *a);

/* ---- Formats ---------------------------------------------------------------------------- */

enum { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, SNORM_OGL, FLOAT };

typedef struct layout {
    unsigned code, size, count, low[4], width[4];
} layout;

/* NULL: there is no such format. */
const layout *model_layout(unsigned gen, unsigned data, unsigned number);

/* A component of `width` bits, from memory and to it. */
uint32_t model_loaded(unsigned number, unsigned width, uint32_t bits);
uint32_t model_stored(unsigned number, unsigned width, uint32_t bits);

/* How component i is loaded, and what it is where the format has none. */
unsigned model_number(unsigned gen, const layout *l, unsigned number, unsigned i);
uint32_t model_missing(unsigned number, unsigned i);

/* Floats of 10, 11 and 16 bits as f32, and back. */
unsigned model_mantissa(unsigned width);
uint32_t model_small_float(unsigned width, uint32_t bits);
uint32_t model_stored_float(unsigned width, uint32_t bits);

/* Bits of four dwords. */
uint32_t model_part(const uint32_t memory[4], unsigned low, unsigned width);
void model_put(uint32_t memory[4], unsigned low, unsigned width, uint32_t x);

uint32_t model_bits(float x);
long double model_power(unsigned n); /* 2^n */

#endif
