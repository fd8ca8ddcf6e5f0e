/* SPDX-License-Identifier: MIT */
/* The metadata of PAL, the system for graphics: what differs from that of AMDHSA. */
#ifndef GISA_PAL_H
#define GISA_PAL_H

#include "object.h"

/* MessagePack of what the source says to that of the note: the first pipeline has a map .registers,
 * whose keys are numbers, also where the source writes "0x2c0a (SPI_SHADER_PGM_RSRC1_PS)". */
gisa_status pal_finish(bytes *out, const void *note, size_t size, char message[200]);

/* Appends the text of a note of this kind; GISA_STATUS_BAD_FILE where it would not come back. */
gisa_status pal_to_text(bytes *out, const void *note, size_t size);

/* The older form: pairs of words, a register's number and its value. */
typedef struct pal_register {
    uint32_t number, value;
} pal_register;

/* Sorts the pairs by number; values of one register are put together with OR. Returns how many are
   left. */
size_t pal_merge(pal_register *registers, size_t count);

#endif
