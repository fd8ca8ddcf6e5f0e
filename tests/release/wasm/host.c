/* SPDX-License-Identifier: MIT */
/* What compiler-rt's division of 128 bits, of which tests make use, asks of libc, and wasi-libc does
   not have. */
#include <stdint.h>
#include <stdlib.h>

uintptr_t __stack_chk_guard;

void __stack_chk_fail(void) {
    abort();
}
