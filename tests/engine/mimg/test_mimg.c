/* SPDX-License-Identifier: MIT */
/* Image instructions in the emulator: every row (rows.c), worked cases (cases.c), hostile resources
 * (hostile.c). With a number as argument: its seed. */
#include <stdarg.h>
#include <stdlib.h>

#include "mimg.h"

TEST_COUNTERS;

static uint64_t state = 0x9e3779b97f4a7c15;

uint32_t random32(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) ^ (uint32_t)(state >> 20 << 31);
}

float random_float(float low, float high) {
    return low + (high - low) * ((float)(random32() & 0xffffff) / 16777216);
}

void check(bool good, const char *text, ...) {
    va_list arguments;
    if (test_check(good) || test_problems() > 40)
        return;
    va_start(arguments, text);
    printf("failed: ");
    vprintf(text, arguments);
    printf("\n");
    va_end(arguments);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    state += argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
    for (unsigned i = 0; i < 4; i++) {
        const gisa_isa *isa = gisa_find(names[i]);
        test_rows(isa, 6 + i, false);
        test_cases(isa, 6 + i);
        test_hostile(isa, 6 + i);
    }
    test_rows(gisa_find("neo"), 7, true);
    return test_close("mimg");
}
