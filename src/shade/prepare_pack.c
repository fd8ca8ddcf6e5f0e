/* SPDX-License-Identifier: MIT */
/* Which channels a conversion takes: as they are selected, or counted among those that are
   written. */
#include <string.h>

#include "formats.h"

static bool is_u8(const shade_operand *o) {
    return o->format == VIEW_U8;
}

/* Between 8 bits and more, unscaled: two components at most have been seen to be written. */
static bool is_short(const gisa_shade_half *h, bool scaled) {
    bool from = shade_formats[h->s[0].format].bits == 8, to = shade_formats[h->d.format].bits == 8;
    return from != to && !scaled;
}

const char *shade_prepare_pack(gisa_shade_half *h, bool scaled, bool has_second) {
    shade_operand *s = &h->s[0], *d = &h->d;
    uint8_t select[SHADE_CHANNELS];
    bool from_float = shade_formats[s->format].floating, to_float = shade_formats[d->format].floating;
    bool by_channel = (from_float && to_float) || (scaled && (is_u8(s) || is_u8(d)));
    if ((s->named == VIEW_FX10 && !to_float) || (d->named == VIEW_FX10 && !from_float))
        return "conversion between fx10 and integers is unknown";
    d->wraps =
        !from_float && !to_float; /* between integers bits are copied, also where the word says scaled */
    s->fraction = d->fraction = scaled && from_float != to_float;
    memcpy(select, s->channel, sizeof select);
    if (!by_channel)
        for (unsigned i = 0, k = 0; i < SHADE_CHANNELS; i++)
            if (d->shown >> i & 1)
                s->channel[i] = select[(is_u8(s) || is_u8(d)) && d->shown == 15 ? k++ % 2 : k++];
    if (is_short(h, scaled) && d->shown == 15)
        d->shown = 3;
    h->split = has_second && h->sources > 1 && h->s[1].kind != GISA_KIND_NUMBER;
    return NULL;
}
