/* SPDX-License-Identifier: MIT */
/* Reads the parameters of attributes in LDS. What lies outside it is 0. */
#include <string.h>

#include "body.h"

uint32_t interpolate_parameter(const gcn_wave *w, unsigned lane, uint32_t address) {
    uint32_t value = 0;
    const bool active = w->scalar.q[CODE_EXEC / 2] >> lane & 1;
    if (!active || address > w->group->lds_size || w->group->lds_size - address < sizeof value)
        return 0;
    if (w->traffic)
        traffic_note(w->traffic, (gisa_wave_access){.address = address,
                                                    .size = sizeof value,
                                                    .lane = lane,
                                                    .space = GISA_WAVE_SPACE_LDS});
    memcpy(&value, w->group->lds + address, sizeof value);
    return value;
}
