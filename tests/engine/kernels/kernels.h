/* SPDX-License-Identifier: MIT */
/* OpenCL kernels on the machine and on the host: what the parts of the test share. */
#ifndef KERNELS_H
#define KERNELS_H

#include <gisa_machine.h>
#include <stdio.h>

enum { MOST_ARGUMENTS = 12 };

typedef struct value_type {
    const char *name;
    uint8_t size;
    char kind; /* i u f */
} value_type;

/* An argument of a kernel: memory, a number, bytes of a structure, or local memory. */
typedef struct test_argument {
    enum { MEMORY, NUMBER, STRUCTURE, LOCAL } what;
    const value_type *type;
    size_t count;  /* elements of memory, bytes of a structure or of local memory */
    char fill[12]; /* "": the bytes 0xa5 */
    double ulp;    /* how far results may be from the host's, in units of the last place; 0 = equal bits */
    uint8_t number[8];
} test_argument;

/* One launch of a kernel, from a line "//: NAME GRID/GROUP ARGUMENT..." of its source. */
typedef struct test_launch {
    char kernel[60];
    uint32_t dimensions, grid[3], group[3];
    test_argument arguments[MOST_ARGUMENTS];
    unsigned count;
} test_launch;

/* plan.c. Reads such a line; false: has said what is wrong. */
bool plan_read(const char *line, test_launch *launch);
/* Fills memory with what the argument asks for: always the same for the same seed. */
void plan_fill(const test_argument *a, uint64_t seed, void *memory);
/* The first element in which results differ by more than they may; a->count: there is none. */
size_t plan_compare(const test_argument *a, const void *ours, const void *expected);
void plan_print(const value_type *type, const void *value, FILE *to);

/* How many bytes of values an argument has. */
size_t plan_size(const test_argument *a);

/* What the machine is compared with: host.c, or recorded.c where the host cannot run them. */
typedef struct host host;
/* For DIRECTORY/NAME.so; NULL: has said what is wrong. */
host *host_open(const char *directory, const char *name);
/* The same kernel, compiled for the host, one work-item after the other. `values` are the
 * arguments: pointers to memory, or to the number or structure. `number`: of the launch in its
 * source. False: there is no such kernel. */
bool host_run(host *h, const test_launch *launch, unsigned number, void *const values[]);
void host_close(host *h);
/* How the host may run kernels: translated, as the environment asks. */
void host_machine(gisa_machine *machine);
/* Whether the compiler took all that was translated: what it refuses is interpreted, with the same
 * results. */
bool host_compiled(gisa_machine *machine);

#endif
