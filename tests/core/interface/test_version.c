/* SPDX-License-Identifier: MIT */
/* The version is one number: the library gives the text of the header, and the numbers of the
   header are the same. */
#include <stdio.h>
#include <string.h>

#include "interface.h"

void check_version(void) {
    char numbers[32];
    snprintf(numbers, sizeof numbers, "%d.%d.%d", GISA_VERSION_MAJOR, GISA_VERSION_MINOR, GISA_VERSION_PATCH);
    check(strcmp(GISA_VERSION, numbers) == 0, "GISA_VERSION is %s, its numbers are %s", GISA_VERSION,
          numbers);
    check(strcmp(gisa_version(), GISA_VERSION) == 0, "gisa_version() is %s, GISA_VERSION %s", gisa_version(),
          GISA_VERSION);
}
