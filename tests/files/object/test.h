/* SPDX-License-Identifier: MIT */
/* Counting checks, and the parts of the object tests. Build with all files of this folder and
   libgisa.a. */
#ifndef GISA_OBJECT_TEST_H
#define GISA_OBJECT_TEST_H

#include "object.h"

/* Counts; says where and what when it is not ok. Returns ok. */
bool check_at(bool ok, const char *file, int line, const char *what);
#define CHECK(ok) check_at((ok), __FILE__, __LINE__, #ok)
/* The same for texts, which are both shown. */
bool check_text_at(const char *got, const char *want, const char *file, int line);
#define CHECK_TEXT(got, want) check_text_at((got), (want), __FILE__, __LINE__)

/* The bytes as a text that ends with a 0. */
const char *text_of(bytes *b);

/* A stream of numbers that is the same on every machine. */
uint32_t next_random(uint64_t *state);

void test_descriptor(void);
void test_metadata(void);
void test_elf(void);
void test_elf_facts(void);
void test_link(void);
void test_listing(void);
void test_file(void);

/* A small object with code, a descriptor, data and references, as an assembler would make it. */
void make_sample(object *o);

#endif
