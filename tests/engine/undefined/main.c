/* SPDX-License-Identifier: MIT */
/* The check of undefined values: build/tests/undefined [TRIALS] */
#include <stdlib.h>

#include "../../test.h"
#include "glue.h"

TEST_COUNTERS;

int main(int argc, char **argv) {
    const char *archs[] = {"gfx700", "gfx803", "gfx900", "gfx906"};
    const unsigned trials = argc > 1 ? (unsigned)atoi(argv[1]) : 10;
    values_test();
    for (unsigned i = 0; i < sizeof archs / sizeof *archs; i++)
        brute_test(archs[i], trials);
    return test_close("undefined");
}
