/* SPDX-License-Identifier: MIT */
/* One instruction on given numbers: gisa as an oracle for an emulator, in a few lines. */
#include <stdio.h>

#include "gisa_wave.h"

int main(void) {
    gisa_wave *w = gisa_wave_new(gisa_find("gfx900"));
    gisa_wave_register v[4];
    float x[4] = {0, 1.5f, 2, 0.25f}; /* v0 = v1 * v2 + v3 */
    const char *name[4] = {"v0", "v1", "v2", "v3"};
    for (int i = 0; i < 4 && gisa_wave_find(w, name[i], &v[i], NULL) == GISA_OK; i++)
        *(float *)(void *)gisa_wave_row(w, &v[i], 0) = x[i];
    gisa_wave_assemble(w, 0, "v_mad_f32 v0, v1, v2, v3", GISA_SYNTAX_LLVM, NULL);
    if (gisa_wave_step(w, NULL) == GISA_WAVE_KIND_WENT_ON)
        printf("v0 = %g\n", *(float *)(void *)gisa_wave_row(w, &v[0], 0));
    gisa_wave_free(w);
}
