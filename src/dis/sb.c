/* SPDX-License-Identifier: MIT */
/* The head of the listing of a shader binary of the PS4. */
#include "sb.h"

#include <stdio.h>

static void put_slot(dis *d, const gisa_sb_slot *slot) {
    char text[200], place[40];
    const unsigned last = slot->first + slot->count - 1;
    if (slot->first >= 16)
        snprintf(place, sizeof place, "extended user data %u", slot->first - 16);
    else if (slot->count > 1)
        snprintf(place, sizeof place, "s[%u:%u]", slot->first, last);
    else
        snprintf(place, sizeof place, "s%u", slot->first);
    snprintf(text, sizeof text, "// %s: %s %u%s\n", place, *slot->usage ? slot->usage : "of unknown use",
             slot->number,
             slot->resource == 'T'   ? ", a T#"
             : slot->resource == 'V' ? ", a V#"
                                     : "");
    output_text(&d->out, text);
}

void dis_sb_head(dis *d, const gisa_sb_info *info) {
    gisa_sb_slot slot;
    char text[160];
    snprintf(text, sizeof text, "// a shader of the PS4, stage %s, %zu bytes of code, for %s\n",
             *info->stage ? info->stage : "unknown", info->code_size, gisa_name(d->isa));
    output_text(&d->out, text);
    for (unsigned i = 0; gisa_sb_slot_at(info, i, &slot) == GISA_OK; i++)
        put_slot(d, &slot);
}
