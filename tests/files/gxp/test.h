/* SPDX-License-Identifier: MIT */
/* Counting checks, and the parts of the tests of shader files. Build with all files of this folder
   and libgisa.a. */
#ifndef GISA_GXP_TEST_H
#define GISA_GXP_TEST_H

#include "gisa.h"

/* Counts; says where and what when it is not ok. Returns ok. */
#define check(ok, ...) check_at(ok, __FILE__, __LINE__, __VA_ARGS__)
bool check_at(bool ok, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* What gisa_disassemble and gisa_assemble gave, and the first message; free `data`. */
typedef struct result {
    gisa_status status;
    char *data;
    size_t size, room;
    unsigned errors;
    char message[300];
} result;

result disassemble(const void *file, size_t size);
void note(void *result, const gisa_diagnostic *d); /* a gisa_report */
result assemble(const char *text, size_t size);

/* The file becomes text, and the text the same file. False: counted and shown. */
bool check_law(const void *file, size_t size, const char *what, unsigned number);

/* xorshift; `below` > 0 */
uint32_t any(uint32_t below);
void any_seed(uint64_t seed);

void test_golden(void);
void test_layouts(void);
void test_bad(void);
void test_usage(void);
void test_mutations(void);

#endif
