/* SPDX-License-Identifier: MIT */
/* How a program for a GPU tells what went well; the last line counts. For C and C++. */
#include <stdio.h>

static int passed, failed;

static void check(const char *what, int ok) {
    if (ok)
        passed++;
    else {
        failed++;
        printf("FAILED %s\n", what);
        fflush(stdout);
    }
}

static int summary(void) {
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
