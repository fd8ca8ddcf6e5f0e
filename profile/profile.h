/* SPDX-License-Identifier: MIT */
/* What the parts of a profile share. */
#ifndef GISA_PROFILE_ROOM_H
#define GISA_PROFILE_ROOM_H

#include "gisa_profile.h"

/* banks.c: adds the passes over LDS that these accesses of one instruction take. */
void banks_count(uint32_t banks, const gisa_wave_access *access, uint32_t count, gisa_profile_row *row);

#endif
