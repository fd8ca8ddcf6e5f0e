/* SPDX-License-Identifier: MIT */
/* What becomes of the result of a test: a predicate, or a mask of bytes or of channels. */
#include <string.h>

#include "formats.h"

/* Channels of f32 in 64 bits. Compilers count no more where a mask goes to a register of a bank; an internal register has room for four. */
enum { TWO_WORDS = 3 };

void shade_prepare_test(const gisa_isa *isa, const gisa_insn *insn, gisa_shade_half *h) {
    uint32_t condition, type, channel, predicate, writes;
    if (!shade_field(isa, insn->form, insn->bits, "cond", &condition))
        return;
    shade_field(isa, insn->form, insn->bits, "wben", &writes);
    h->writes = writes;
    h->condition = (uint8_t)condition;
    uint8_t format = h->s[0].named;
    h->d.format = h->d.bank == BANK_I && shade_formats[format].floating ? VIEW_F32 : format;
    h->d.floating = shade_formats[format].floating;
    /* The second source may be its channel x alone. */
    uint32_t only_x;
    shade_field(isa, insn->form, insn->bits, "vscomp", &only_x);
    if (only_x)
        memset(h->s[1].channel, 0, sizeof h->s[1].channel);
    if (shade_field(isa, insn->form, insn->bits, "pdst", &predicate)) {
        shade_field(isa, insn->form, insn->bits, "chan", &channel);
        h->sink = SINK_PREDICATE;
        h->predicate = (uint8_t)predicate;
        h->channel = (uint8_t)(channel % SHADE_CHANNELS);
        h->d.shown = writes ? 15 : (uint8_t)(1u << h->channel);
        return;
    }
    shade_field(isa, insn->form, insn->bits, "type", &type);
    h->d.shown = type && h->d.format == VIEW_F32 && h->d.bank != BANK_I ? TWO_WORDS : 15;
    h->sink = type == 0 ? SINK_MASK_BYTES : SINK_MASK_CHANNELS;
    if (type == 0) {
        h->d.format = VIEW_U8;
        h->d.floating = false;
    }
}
