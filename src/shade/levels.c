/* SPDX-License-Identifier: MIT */
/* Chooses among the levels of the host's instruction set that were built, as src/insn/levels.c
   does. */
#include <string.h>

#include "insn/level.h"
#include "level.h"

extern const gisa_shade_level shade_level_baseline;
#if defined(__x86_64__) && !defined(ONE_LEVEL)
extern const gisa_shade_level shade_level_avx2, shade_level_avx512;
#endif

const gisa_shade_level *shade_best_level(void) {
    static const gisa_shade_level *const all[] = {
#if defined(__x86_64__) && !defined(ONE_LEVEL)
        &shade_level_avx2,
        &shade_level_avx512,
#endif
        &shade_level_baseline
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, level_best()->name) == 0)
            return all[i];
    return &shade_level_baseline;
}
