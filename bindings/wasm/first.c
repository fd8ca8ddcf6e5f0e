/* SPDX-License-Identifier: MIT */
/* The first variable that is linked: in memory, what lies before it never changes. */
#include <stdint.h>

#include "answer.h"

static _Alignas(4096) volatile uint8_t first = 1;

/* Where what changes begins. */
uintptr_t EXPORT(gisa_js_mutable)(void) {
    return (uintptr_t)&first;
}
