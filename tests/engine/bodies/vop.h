/* SPDX-License-Identifier: MIT */
/* Vector instructions: what one of them is asked to do, and the references for it. */
#ifndef TEST_VOP_H
#define TEST_VOP_H

#include "gisa.h"

enum { VOP_REGISTERS = 48, VOP_SOURCES = 4 };

/* ---- Floating point (vop_float.c): exact, on bit patterns ----------------------------------- */

enum { NEAREST, UP, DOWN, ZERO };

/* The fields of MODE, and the generation. */
typedef struct modes {
    int round32, round64;  /* 64: f16 as well */
    bool keeps32, keeps64; /* denormals */
    bool ieee, dx10_clamp;
    unsigned generation; /* 0 to 3: gfx6 to gfx9 */
    bool pro;            /* of gfx7: the PS4 Pro, whose instructions of 16 bits are its own */
} modes;

/* A format: 16, 32 or 64 bits. */
typedef uint64_t bits;

bool f_is_nan(int w, bits x);
bool f_is_inf(int w, bits x);
bool f_is_zero(int w, bits x);
bool f_is_denormal(int w, bits x);
bits f_sign(int w); /* the sign bit */
bits f_infinity(int w);
bits f_default_nan(int w);
bits f_quiet(const modes *m, int w, bits x);   /* a NaN, as arithmetic passes it on */
bits f_flushed(const modes *m, int w, bits x); /* a source, as arithmetic sees it */

bits f_add(const modes *m, int w, bits a, bits b);
bits f_mul(const modes *m, int w, bits a, bits b);
bits f_fma(const modes *m, int w, bits a, bits b, bits c);
bits f_mad(const modes *m, int w, bits a, bits b, bits c, bool legacy);
bits f_mul_legacy(const modes *m, bits a, bits b);
bits f_ldexp(const modes *m, int w, bits a, int n);
/* (a * b + c) * 2^n, rounded once, sources not flushed */
bits f_scaled_fma(const modes *m, int w, bits a, bits b, bits c, int n);
bits f_convert(const modes *m, int to, int from, bits x, int round);
bits f_of_integer(const modes *m, int w, int64_t x);
int64_t f_to_integer(int w, bits x, int round, int64_t least,
                     int64_t most); /* saturates; a NaN is the caller's */
bits f_whole(const modes *m, int w, bits x, int round);
bits f_fract(const modes *m, int w, bits x);
bits f_special(const modes *m, int w, const char *name, bits x); /* rcp, sqrt, sin ... */
int f_compare(const modes *m, int w, bits a, bits b);            /* -1 0 1; 2 = unordered */
bits f_min_max(const modes *m, int w, bits a, bits b, bool max);
bits f_omod(const modes *m, int w, bits x, unsigned omod);
bits f_clamp(const modes *m, int w, bits x);

/* ---- One lane's work ---------------------------------------------------------------------- */

typedef struct work {
    const char *name; /* of the row */
    const modes *m;
    uint64_t s[VOP_SOURCES], high; /* sources after their modifiers; the upper half of a source of 128 bits */
    uint64_t d, d_high;            /* the old value, then the result */
    bool bit;                      /* the result that is one bit of a mask */
    bool vcc;
    unsigned lane;
    bool saturates;
} work;

/* Does the operation; false: there is no such reference. */
bool ref_vop_integer(work *k);
bool ref_vop_float(work *k);
bool ref_vop_compare(work *k);

/* ---- One instruction (vop_operands.c) ------------------------------------------------------- */

typedef struct vstate {
    uint32_t v[VOP_REGISTERS][64], s[128]; /* vcc, m0 and exec are in s, at their codes */
} vstate;

typedef struct vsource {
    const char *name, *type; /* as the spec has them */
    unsigned code, registers;
    bool neg, abs, sext;
    unsigned sel;
} vsource;

typedef struct vop {
    const char *name, *format;
    modes m;
    vsource source[VOP_SOURCES];
    unsigned sources;
    const char *type; /* of the result; "" = it has none in vector registers */
    unsigned vdst, registers;
    int sdst; /* code of the mask that is written, or of a scalar result; -1 = there is none */
    uint32_t literal;
    bool clamp, dpp, sdwa, mixed;
    bool packed; /* the halves are done one after the other */
    bool paired; /* sources are pairs of halves, the result is one number */
    unsigned omod, op_sel, op_sel_hi, neg_lo, neg_hi;
    unsigned dst_sel, dst_unused, dpp_ctrl, row_mask, bank_mask;
    bool bound_ctrl;
} vop;

/* Changes `s` as the instruction does; false: there is no reference. */
bool ref_vop(const vop *o, vstate *s);

#endif
