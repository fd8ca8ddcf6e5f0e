/* SPDX-License-Identifier: MIT */
/* The hash of words. */
#ifndef GISA_HASH_H
#define GISA_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Equal for words that differ in nothing but capitals; the high bits are as good as the low
   ones. */
uint32_t hash_of(const char *text, size_t size);

#endif
