/* SPDX-License-Identifier: MIT */
/* What becomes of the result of a test: a predicate, or a mask of bytes or of channels. */
#include <string.h>

#include "formats.h"

/* Channels of f32 in 64 bits. Compilers count no more where a mask goes to a register of a bank; an
   internal register has room for four. */
enum { TWO_WORDS = 3 };

void shade_prepare_test(const gisa_isa *isa, const gisa_insn *insn, gisa_shade_half *h) {
    const uint32_t index = insn->form;
    const uint64_t bits = insn->bits;
    if (!form_has_part(isa, index, PART_CONDITION))
        return;
    h->writes = form_part(isa, index, bits, PART_STORES);
    h->condition = (uint8_t)form_part(isa, index, bits, PART_CONDITION);
    uint8_t format = h->s[0].named;
    h->d.format = h->d.bank == BANK_I && shade_formats[format].floating ? VIEW_F32 : format;
    h->d.floating = shade_formats[format].floating;
    if (form_part(isa, index, bits, PART_FIRST_ALONE))
        memset(h->s[1].channel, 0, sizeof h->s[1].channel);
    if (form_has_part(isa, index, PART_PREDICATE)) {
        h->sink = SINK_PREDICATE;
        h->predicate = (uint8_t)form_part(isa, index, bits, PART_PREDICATE);
        h->channel = (uint8_t)(form_part(isa, index, bits, PART_CHANNEL) % SHADE_CHANNELS);
        h->d.shown = h->writes ? 15 : (uint8_t)(1u << h->channel);
        return;
    }
    bool by_channel = form_part(isa, index, bits, PART_BY_CHANNEL);
    h->d.shown = by_channel && h->d.format == VIEW_F32 && h->d.bank != BANK_I ? TWO_WORDS : 15;
    h->sink = by_channel ? SINK_MASK_CHANNELS : SINK_MASK_BYTES;
    if (!by_channel) {
        h->d.format = VIEW_U8;
        h->d.floating = false;
    }
}
