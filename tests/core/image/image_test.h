/* SPDX-License-Identifier: MIT */
/* What the tests of images share. */
#ifndef TEST_IMAGE_H
#define TEST_IMAGE_H

#include "gisa.h"
#include "image/image.h"

void check(bool good, const char *text, ...) __attribute__((format(printf, 2, 3)));
uint32_t random32(void);

/* The architecture of a chip of the table IMAGE_CHIP, with its rules. */
const gisa_isa *isa_of_chip(const char *chip, image_rules *rules);

void test_layouts(const char *folder);
void test_texels(const char *folder);
void test_blocks(const char *folder);
void test_resources(void);

#endif
