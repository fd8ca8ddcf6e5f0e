/* SPDX-License-Identifier: MIT */
/* Programs that are measured on the machine and on the host's OpenCL: what memory they have, and
   which kernels they launch. */
#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { BUFFERS = 5, ARGUMENTS = 6, STEPS = 40 };

/* STARTS: where rows of 16 elements begin, more or less; COLUMNS: numbers below 2^18; TURNS:
   exp(-2 pi i k / n). */
typedef enum fill { ZERO, UNIT, UNIT64, ANY, MESSAGES, STARTS, COLUMNS, TURNS } fill;

typedef struct buffer {
    size_t size; /* in bytes; 0 = there is none */
    fill fill;
} buffer;

typedef enum argument_kind { NO_ARGUMENT, BUFFER, UINT, FLOAT, DOUBLE } argument_kind;

typedef struct argument {
    argument_kind kind;
    double value; /* or the number of a buffer */
} argument;

typedef struct step {
    const char *kernel;
    uint32_t grid[2], group[2];
    argument argument[ARGUMENTS];
} step;

typedef struct program {
    const char *folder, *name; /* of the source, without .cl */
    const char *what;
    buffer buffers[BUFFERS];
    unsigned result;  /* the buffer that is compared */
    char type;        /* of what it holds: 'u', 'f', 'd' */
    double tolerance; /* relative, of floats */
    double floor;     /* what is added to it: a share of the mean of all */
    double strays;    /* the share of elements that may differ all the same */
    bool large;       /* it is measured less often, and not in processes of its own */
    step steps[STEPS];
} program;

/* native.c: the same on the host, once in a process. NULL: OpenCL is not there, or does not keep to
   so many threads, and *why says so. */
typedef struct native native;
native *native_new(unsigned threads, const char **why);
/* Compiles a source; stops when that fails. */
void native_load(native *n, const char *path, const program *p);
void native_write(native *n, unsigned buffer, const void *from);
void native_run(native *n); /* all steps of the program */
void native_read(native *n, unsigned buffer, void *to);
void native_unload(native *n);
void native_free(native *n);
const char *native_name(const native *n);

/* copies.c: what `run` finds in a process of its own, `count` numbers; 0 where that failed. */
void copies_ask(double *found, unsigned count, void (*run)(double *found, void *), void *of);
/* `run` in `count` processes at once, each for the second time; seconds of the slowest.
   What they write is their own. */
double copies_run(unsigned count, void (*run)(void *), void *of);

double now(clockid_t clock); /* seconds */
_Noreturn void stop(const char *what, const char *why);

#endif
