/* SPDX-License-Identifier: MIT */
/* Private memory of waves: zero when a wave begins, so that it shows nothing of the host or of
   earlier waves. */
#ifndef GISA_EMU_SCRATCH_H
#define GISA_EMU_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

/* `size` bytes of zeros, at `hint` if the host likes it; NULL: no memory. */
uint8_t *scratch_new(void *hint, size_t size);
void scratch_free(uint8_t *memory, size_t size);
/* Makes a part of it zero again. */
void scratch_clear(uint8_t *part, size_t size);

#endif
