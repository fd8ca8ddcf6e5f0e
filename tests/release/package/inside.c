/* SPDX-License-Identifier: MIT */
/* The library inside of one file, with nothing to link: gisa.c says how. */
#define GISA_API static __attribute__((unused))
#include "gisa.c"
#include <stdio.h>

int main(void) {
    for (unsigned i = 0; gisa_at(i); i++)
        printf("%s\n", gisa_name(gisa_at(i)));
    return 0;
}
