/* SPDX-License-Identifier: MIT */
/* Buffers: addresses, ranges and formats, each compared with a reference that was written apart
   from the emulator. */
#include "buffers.h"

#include <stdarg.h>
#include <stdio.h>

static unsigned passed, failed;

void check(bool good, const char *text, ...) {
    va_list list;
    if (good) {
        passed++;
        return;
    }
    if (++failed > 20)
        return;
    va_start(list, text);
    vprintf(text, list);
    va_end(list);
    putchar('\n');
}

uint32_t random32(void) {
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

int main(void) {
    static const char *const names[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    for (unsigned g = 0; g < 4; g++) {
        test_addresses(gisa_find(names[g]), g);
        test_formats(gisa_find(names[g]), g);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
