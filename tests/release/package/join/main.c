/* SPDX-License-Identifier: MIT */
/* Says what the library answers: the same, however it is put together. */
#include "join.h"
#include <stdio.h>

int main(void) {
    for (int x = 0; x < 50; x += 7) {
        printf("%d ", join_one(x));
        printf("%d\n", join_two(x));
    }
    return 0;
}
