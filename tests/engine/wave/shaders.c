/* SPDX-License-Identifier: MIT */
/* The same calls for USSE. */
#include "wave.h"

void test_shaders(void) {}
