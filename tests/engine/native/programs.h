/* SPDX-License-Identifier: MIT */
/* Random programs: what their parts share. */
#ifndef TESTS_NATIVE_PROGRAMS_H
#define TESTS_NATIVE_PROGRAMS_H

#include "native.h"

/* A step is removed as a whole: it computes its own address. Its last word may be a branch to the
   beginning of another step. */
enum { STEP_WORDS = 24, STEPS = 320, NOWHERE = -1 };

typedef struct step {
    uint32_t word[STEP_WORDS];
    uint8_t words;
    bool removed;
    int target;
} step;

typedef struct program {
    const gisa_isa *isa;
    unsigned count;
    unsigned waves; /* of a work-group */
    unsigned plain; /* instructions without modifiers, of 100 */
    unsigned mode;  /* bits 7:0 of MODE; 8: dx10_clamp; 9: ieee_mode */
    unsigned loops; /* that are open, and so which registers count */
    unsigned masks; /* likewise those that keep EXEC */
    step step[STEPS];
} program;

/*
 * What a program may use besides the registers that settle() gives, and what it keeps:
 *
 *   v240 v241   an address        s40 s42 ...  EXEC of each branch that is open
 *   v[242:243]  where in the wave's memory accesses may go, and v244 in its buffers: steps that need
 *               not be near set them
 *   v245        an address in the third part of LDS that is the wave's alone, which begins at s85
 *   v255        4 * work-item     s56 ...      what each loop counts
 *   s[92:93]    memory that is only read, READ bytes
 *   s[90:91]    memory of the wave, SLICE bytes; no other wave touches it
 *   s[64:67]    buffer: all that is only read       s[68:71]  raw buffer of the wave
 *   s[72:75]    structured buffer of the wave       s87       a small offset
 *   s88, s89    where waves write in LDS, and where they read what others wrote before the last
 *               barrier; s86: where the wave's own part begins in each
 *   s[48:49]    EXEC at the beginning
 *   s[76:79]    numbers that all waves of all groups count
 */
enum {
    READ = 0x8000,
    SLICE = 0x4000,
    LDS_HALF = 0x2000, /* the waves' parts */
    LDS_PART = 0x800,  /* one wave's, in each half and behind both */
    COUNTERS = 256,    /* bytes */
    RESULTS = 0x100 * (VECTORS + SCALARS + 6 + 2 * LDS_PART / 0x100)
};

/* The next step; without words where there is no room for more. */
step *step_add(program *p);
/* Appends an instruction, which must be right. */
void step_text(const program *p, step *s, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The first of these forms of a text that this architecture has. */
void step_either(const program *p, step *s, const char *const *texts);
void step_bits(step *s, uint64_t bits, size_t size);

/* memory.c: an access by one instruction, with what it needs. */
void add_access(program *p);
/* Sets the registers of addresses that further accesses use. */
void add_pointer(program *p);
/* An access to LDS that is the wave's alone, with an address that was mostly there before; now and
   then it is set. */
void add_kept(program *p);
/* One whose address may be anywhere: a fault, mostly. */
void add_wild_access(program *p);

/* program.c */
/* Its body is one of those that translated code has. */
bool is_translated(const gisa_isa *isa, uint32_t number);
void program_make(program *p, const gisa_isa *isa);
/* An assembler's source; `listed`: the program alone, as instructions. free() frees it. */
char *program_source(const program *p, bool listed);

/* both.c: random programs for so many seconds, at least `least` of them, from this seed on. */
void program_tests(uint64_t first, unsigned least, double seconds);

#endif
