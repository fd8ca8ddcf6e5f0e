/* SPDX-License-Identifier: MIT */
/* Ends on the GPU, as its argument says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const int how = argc > 1 && strcmp(argv[1], "abort") == 0  ? 1
                    : argc > 1 && strcmp(argv[1], "wild") == 0 ? 2
                                                               : 0;
#pragma omp target
    {
        if (how == 1)
            abort();
        if (how == 2)
            *(volatile int *)0x123456789000 = 1;
        exit(3);
    }
    puts("still here");
    return 0;
}
