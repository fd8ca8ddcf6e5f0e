/* SPDX-License-Identifier: MIT */
/* What the tests of buffers share. */
#ifndef TEST_BUFFERS_H
#define TEST_BUFFERS_H

#include "gisa.h"

void check(bool good, const char *text, ...) __attribute__((format(printf, 2, 3)));
uint32_t random32(void);

void test_addresses(const gisa_isa *isa, unsigned generation); /* 0 to 3: gfx6 to gfx9 */
void test_formats(const gisa_isa *isa, unsigned generation);

#endif
