/* SPDX-License-Identifier: MIT */
/* What gisa_check_code finds in the code of a shader: a line for each stage, in the file that
   RADV_FINDINGS names. */
#include <stdio.h>
#include <stdlib.h>

#include "gisa_check.h"
#include "radv.h"

static bool count(void *ctx, const gisa_finding *f) {
    (void)f;
    ++*(unsigned *)ctx;
    return true;
}

void code_check(const char *arch, const char *name, const shader_code *code) {
    const char *path = getenv("RADV_FINDINGS");
    FILE *file = path && code->count ? fopen(path, "a") : NULL;
    unsigned found = 0;
    if (!file)
        return;
    gisa_check_code(gisa_find(arch), code->word, code->count * sizeof *code->word, 0, NULL, 0, NULL, count,
                    &found);
    fprintf(file, "%s %s %u\n", arch, name, found);
    fclose(file);
}
