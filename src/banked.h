/* SPDX-License-Identifier: MIT */
/* Registers of banks with channels: what gisa_operand.value holds of them, decoding and encoding. */
#ifndef GISA_BANKED_H
#define GISA_BANKED_H

#include "tables.h"

/* gisa_operand.value, from the lowest bit: for each channel four bits, what it is (0-3 xyzw, 4-7 the constants 0 1 2 1/2); which
 * channels are shown; then the fields as they are in the word. */
enum { BANKED_SHOWN = 16, BANKED_SELECTOR = 20, BANKED_NUMBER = 32, BANKED_CHOICE = 40, BANKED_MASK = 44 };

enum { BANKED_NAN = 0x7fffffff };

static inline unsigned banked_channel(const gisa_operand *o, unsigned i) {
    return (unsigned)((uint64_t)o->value >> 4 * i & 15);
}

static inline unsigned banked_shown(const gisa_operand *o) {
    return (unsigned)((uint64_t)o->value >> BANKED_SHOWN & 15);
}

/* Is each channel that is shown itself? */
static inline bool banked_is_plain(const gisa_operand *o) {
    for (unsigned i = 0; i < CHANNELS; i++)
        if ((banked_shown(o) >> i & 1) && banked_channel(o, i) != i)
            return false;
    return true;
}

static inline const bank_spec *bank_of(const gisa_isa *isa, const op_spec *op) {
    return &isa->banked[op->banked - 1];
}

/* Which channels an operand shows in a word. */
static inline unsigned banked_shows(const gisa_isa *isa, const bank_spec *b, uint64_t bits) {
    return b->channels ? isa->counts[b->channels - 1](bits) & 15 : 0;
}

bool banked_decode(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o);
bool banked_encode(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits);

/* Is the operand written as a list of values? Fills in their bits, in the operand's type. */
bool banked_values(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint32_t values[CHANNELS]);

/* The text of a value in a list. */
const char *banked_value_text(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, unsigned i);

/* Fills in the fields that an assembler chooses for kind, reg, channels and what is shown; `bits` are those of the form. false: none
 * fit. */
bool banked_settle(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o);

/* The same for a list of values. */
bool banked_settle_values(const gisa_isa *isa, const op_spec *op, const uint32_t values[CHANNELS],
                          gisa_operand *o);

/* The bits of the fields that say what is written; likewise those of bank and number. */
uint64_t banked_mask_bits(const bank_spec *b, unsigned mask);
uint64_t banked_register_bits(const bank_spec *b, const gisa_operand *o);

#endif
