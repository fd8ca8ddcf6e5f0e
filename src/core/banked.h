/* SPDX-License-Identifier: MIT */
/* Registers of banks with channels: what gisa_operand.value holds of them, decoding and
   encoding. */
#ifndef GISA_BANKED_H
#define GISA_BANKED_H

#include "operands.h"

/* gisa_operand.value, from the lowest bit: for each channel four bits, what it is (0-3 xyzw, 4-7
 * the constants 0 1 2 1/2); which channels are shown; then the indices that the fields of the word
 * make: of the swizzle and of the register. */
enum { BANKED_SHOWN = 16, BANKED_SELECTOR = 20, BANKED_NUMBER = 32, BANKED_INDEX = 0xfff };

static inline unsigned banked_channel(const gisa_operand *o, unsigned i) {
    return (unsigned)((uint64_t)o->value >> 4 * i & 15);
}

static inline unsigned banked_shown(const gisa_operand *o) {
    return (unsigned)((uint64_t)o->value >> BANKED_SHOWN & 15);
}

static inline unsigned banked_selector(const gisa_operand *o) {
    return (unsigned)((uint64_t)o->value >> BANKED_SELECTOR & BANKED_INDEX);
}

static inline unsigned banked_number(const gisa_operand *o) {
    return (unsigned)((uint64_t)o->value >> BANKED_NUMBER & BANKED_INDEX);
}

static inline int64_t banked_value(unsigned channels, unsigned shown, unsigned selector, unsigned number) {
    return (int64_t)(channels | (uint64_t)shown << BANKED_SHOWN | (uint64_t)selector << BANKED_SELECTOR |
                     (uint64_t)number << BANKED_NUMBER);
}

/* All bits of the channels in `shown`. */
static inline unsigned banked_digits(unsigned shown) {
    static const uint16_t digits[16] = {0,      0xf,    0xf0,   0xff,   0xf00,  0xf0f,  0xff0,  0xfff,
                                        0xf000, 0xf00f, 0xf0f0, 0xf0ff, 0xff00, 0xff0f, 0xfff0, 0xffff};
    return digits[shown & 15];
}

/* Is each channel that is shown itself? */
static inline bool banked_is_plain(const gisa_operand *o) {
    return !(((unsigned)o->value ^ 0x3210) & banked_digits(banked_shown(o)));
}

static inline const bank_spec *bank_of(const gisa_isa *isa, const op_spec *op) {
    return &isa->banked[op->banked - 1];
}

/* ---- the bits of a word and indices: a piece that is not there has the mask 0 ---- */

static inline __attribute__((always_inline)) unsigned piece_get(bit_piece p, uint64_t bits) {
    return (unsigned)(bits >> p.shift) & p.mask;
}

static inline __attribute__((always_inline)) uint64_t piece_put(bit_piece p, unsigned index) {
    return (uint64_t)(index & p.mask) << p.shift;
}

/* Without loops, which the compiler would not unroll even where the pieces are constants. */
_Static_assert(REGISTER_PIECES == 3 && SELECTOR_PIECES == 5 && SHOWN_PIECES == 2, "each piece is named here");

static inline __attribute__((always_inline)) unsigned number_of(const bank_spec *b, uint64_t bits) {
    return piece_get(b->number[0], bits) | piece_get(b->number[1], bits) | piece_get(b->number[2], bits);
}

static inline __attribute__((always_inline)) unsigned selector_of(const bank_spec *b, uint64_t bits) {
    return piece_get(b->selector[0], bits) | piece_get(b->selector[1], bits) |
           piece_get(b->selector[2], bits) | piece_get(b->selector[3], bits) |
           piece_get(b->selector[4], bits);
}

static inline __attribute__((always_inline)) uint64_t number_bits(const bank_spec *b, unsigned number) {
    return piece_put(b->number[0], number) | piece_put(b->number[1], number) |
           piece_put(b->number[2], number);
}

static inline __attribute__((always_inline)) uint64_t selector_bits(const bank_spec *b, unsigned selector) {
    return piece_put(b->selector[0], selector) | piece_put(b->selector[1], selector) |
           piece_put(b->selector[2], selector) | piece_put(b->selector[3], selector) |
           piece_put(b->selector[4], selector);
}

/* Does a word have the bits with which other channels are shown? */
static inline __attribute__((always_inline)) bool banked_but(const bank_spec *b, uint64_t bits) {
    return piece_get(b->but, bits) == b->but_value;
}

/* Which channels an operand shows in a word. */
static inline __attribute__((always_inline)) unsigned banked_shows(const bank_spec *b, uint64_t bits) {
    unsigned usual =
        (unsigned)(b->shown >> 4 * (piece_get(b->mask[0], bits) | piece_get(b->mask[1], bits)) & 15);
    return banked_but(b, bits) ? b->but_shown : usual;
}

/* The register and the modifiers before the value: the operand begins as `start`. */
static inline __attribute__((always_inline)) uint64_t banked_head(const bank_register *r, uint64_t start,
                                                                  field neg, field abs, uint64_t bits) {
    uint64_t head;
    memcpy(&head, r, sizeof head);
    return start | head |
           operand_head((gisa_operand){.mods = 1}) * operand_mods_at(bits, neg, abs, (field){0, 0});
}

/* What of `access` (GISA_ACCESS_READ | GISA_ACCESS_WRITE) is left in a word: an operand that shows
 * no channel, or whose result is not wanted, is not written. */
static inline __attribute__((always_inline)) unsigned banked_access(const bank_spec *b, unsigned access,
                                                                    uint64_t bits) {
    bool written = !(b->flags & BANK_DEPENDS) || (bits & b->written);
    return written ? access : access & ~(unsigned)GISA_ACCESS_WRITE;
}

/* `b`, `neg`, `abs`: those of the operand, as constants where the form is known. */
static inline __attribute__((always_inline)) void banked_decode(const gisa_isa *isa, uint64_t start,
                                                                const bank_spec *b, field neg, field abs,
                                                                uint64_t bits, gisa_operand *restrict o) {
    unsigned selector = selector_of(b, bits), number = number_of(b, bits);
    unsigned channels = b->swizzle == NO_SWIZZLE ? 0x3210 : isa->swizzles[b->swizzles + selector];
    operand_put(o, banked_head(&isa->bank_registers[b->registers + number], start, neg, abs, bits),
                banked_value(channels, banked_shows(b, bits), selector, number));
    o->access = (uint8_t)banked_access(b, o->access, bits);
}

/* The index that makes an operand whose register has these bits show these channels; what is
   written must be able to. */
static inline __attribute__((always_inline)) bool banked_mask(const bank_spec *b, uint64_t bits,
                                                              unsigned shown, unsigned *mask) {
    unsigned last = b->mask[0].mask | b->mask[1].mask;
    *mask = shown & last; /* usually */
    if (banked_but(b, bits))
        return shown == b->but_shown;
    if ((b->shown >> 4 * *mask & 15) == shown)
        return true;
    for (*mask = 0; *mask <= last; ++*mask)
        if ((b->shown >> 4 * *mask & 15) == shown)
            return true;
    return false;
}

static inline __attribute__((always_inline)) bool banked_encode(const bank_spec *b, field neg, field abs,
                                                                const gisa_operand *o, uint64_t *bits) {
    unsigned mask = 0;
    uint64_t number = number_bits(b, banked_number(o));
    bool fits = !(b->flags & BANK_WRITTEN) || banked_mask(b, number, banked_shown(o), &mask);
    *bits |= number | selector_bits(b, banked_selector(o)) | piece_put(b->mask[0], mask) |
             piece_put(b->mask[1], mask) | (uint64_t)(o->mods / GISA_MOD_NEG & neg.width) << neg.shift |
             (uint64_t)(o->mods / GISA_MOD_ABS & abs.width) << abs.shift;
    return fits;
}

/* ---- what an assembler chooses ---- */

/* Is the operand written as a list of values? Fills in which ones of gisa_isa.constants they
   are. */
bool banked_values(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint8_t values[CHANNELS]);

static inline const constant_view *banked_view(const gisa_isa *isa, const op_spec *op) {
    return &isa->constants[op->type == GISA_TYPE_F16];
}

/* The value with these bits, or NO_VALUE. */
unsigned banked_find_value(const constant_view *view, uint32_t bits);

/* A register or a list of values as it is written. */
typedef struct banked_text {
    uint8_t kind, mods;
    bool list;
    uint16_t reg;
    uint16_t channels;        /* four bits each */
    uint8_t shown;            /* of a list: as many as it has values */
    uint8_t values[CHANNELS]; /* of a list: in the constants of the operand */
} banked_text;

banked_text banked_written(const gisa_isa *isa, const op_spec *op, const gisa_operand *o);

/* Why an operand cannot be what is written. */
typedef enum banked_fault {
    BANKED_FITS,
    BANKED_MODS,     /* no such modifier */
    BANKED_PLACE,    /* a dashed channel that is not at its place */
    BANKED_ORDER,    /* channels of what is written are out of order */
    BANKED_OTHERS,   /* the channels are not those that are written */
    BANKED_VALUES,   /* no constant and no swizzle has the values */
    BANKED_REGISTER, /* not this register */
    BANKED_CHANNELS  /* not these channels */
} banked_fault;

/* Makes the operand of what is written: fields that the text leaves open are the lowest that fit.
 * *shown_by = the bits that say which channels are written; an operand that is written adds its
 * own. */
banked_fault banked_take(const gisa_isa *isa, const op_spec *op, const banked_text *t, uint64_t *shown_by,
                         gisa_operand *o);

/* The bits in which what an assembler chooses for the text of a decoded operand differs from what
 * it has; `values`: those of a list, NULL = it is none. */
uint64_t banked_unusual(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, const uint8_t *values);

#endif
