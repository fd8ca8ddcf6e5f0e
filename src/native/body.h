/* SPDX-License-Identifier: MIT */
/* Which bodies there are once more as functions of translated code (build/gen/gcn_native.h), as
   isagen says. */
#ifndef GISA_NATIVE_BODY_H
#define GISA_NATIVE_BODY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum native_kind {
    NATIVE_NONE,   /* the interpreter runs it */
    NATIVE_SCALAR, /* u64 NAME__native(W, O): where the wave goes on, if it jumps */
    NATIVE_WAIT,   /* bool NAME__native(W, O): the wave goes on behind it now; if not, then sooner or
                      later. No register changes */
    NATIVE_VECTOR, /* one lane: NAME__native(W, O, lane, &odd, &odd64, sources, results) */
    NATIVE_MEMORY, /* elements of all lanes: gisa_near NAME__native */
    NATIVE_LOAD    /* a scalar load: likewise */
} native_kind;

/* Of operands: four sources, two results. */
enum { NATIVE_ROLES = 6, NATIVE_D = 4, NATIVE_D1 };
/* A width that stands for one bit of a mask of lanes. */
enum { NATIVE_MASK = 1 };

typedef struct native_body {
    const char *name; /* NULL: it is not there */
    uint8_t kind;
    uint8_t bits[NATIVE_ROLES]; /* how wide each operand is; 0: there is none */
    bool floats;                /* some lanes may have to be done again exactly */
    bool jumps;
    bool reads_d, reads_d1; /* the old values of results matter */
    /* Of sets of sources, as bits: bit v says something of the case that the sources of v go up by
       the same from each lane to the next, without wrapping, and the others are the same in all
       lanes: that D goes up likewise, modulo 2^n, or (if v is empty) is the same in all lanes; and
       that the mask of lanes, where D does not wrap, changes at most once from the first lane to
       the last; or that it differs only where S0 and S1 are equal; that D is the same in all lanes
       where it is in the first and in the last. */
    uint16_t linear, steps, equals, flat;
    /* Sources, and D before, as bits: its lanes are odd only where D is a NaN, unless MODE flushes,
       and D is one where one of these is. */
    uint8_t spreads;
    bool loads, stores; /* NATIVE_MEMORY: it does no more than that, */
    bool lds;           /* in LDS */
} native_body;

/* Written by isagen: by body number, as gcn_bodies. */
extern const native_body gcn_native[];

#endif
