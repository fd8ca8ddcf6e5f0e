/* SPDX-License-Identifier: MIT */
/* What compiler-rt's division of 128 bits, which tests use, asks of libc: wasi-libc does not have
   it. */
#include <stdint.h>
#include <stdlib.h>

uintptr_t __stack_chk_guard;

void __stack_chk_fail(void) {
    abort();
}
