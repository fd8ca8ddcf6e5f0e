/* SPDX-License-Identifier: MIT */
#include "emu/wave_own.h"
gisa_wave *wave_usse_new(const gisa_isa *isa) {
    (void)isa;
    return NULL;
}
