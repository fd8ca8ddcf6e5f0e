/* SPDX-License-Identifier: MIT */
/* Registers of banks with channels: from the fields to an operand and back, and the fields that an assembler would choose. */
#include "banked.h"

#include "operands.h"

int gisa_channel(const gisa_operand *operand, unsigned i) {
    bool banked = operand && operand->kind >= GISA_TEMP && operand->kind < GISA_KIND_COUNT;
    return banked && i < CHANNELS && (banked_shown(operand) >> i & 1) ? (int)banked_channel(operand, i) : -1;
}

/* ---- decoding ---- */

static unsigned selector_of(const bank_spec *b, uint64_t bits) {
    unsigned selector = 0;
    for (unsigned i = 0; i < b->piece_count; i++)
        selector |= (unsigned)field_get(bits, (field){b->piece[i].shift, b->piece[i].width})
                    << b->piece[i].to;
    return selector;
}

static unsigned selector_width(const bank_spec *b) {
    return b->piece_count ? b->piece[b->piece_count - 1].to + b->piece[b->piece_count - 1].width : 0u;
}

/* The bits of a selector that the word has room for. */
static unsigned selector_bits(const bank_spec *b) {
    unsigned bits = 0;
    for (unsigned i = 0; i < b->piece_count; i++)
        bits |= ((1u << b->piece[i].width) - 1) << b->piece[i].to;
    return bits;
}

/* Four bits for each channel. */
static unsigned channels_of(const gisa_isa *isa, const bank_spec *b, unsigned selector) {
    const swizzle_table *t;
    if (!b->swizzle_table)
        return 0x3210;
    if (b->swizzle_table == FREE_SWIZZLE)
        return (selector & 7) | (selector >> 3 & 7) << 4 | (selector >> 6 & 7) << 8 |
               (selector >> 9 & 7) << 12;
    t = &isa->swizzle_tables[b->swizzle_table - 1];
    return selector < t->count ? isa->swizzles[t->first + selector] : 0x3210;
}

static uint8_t kind_of(const gisa_isa *isa, const bank_spec *b, unsigned choice) {
    return isa->banks[b->bank_table][choice % BANK_CHOICES];
}

/* Kind and number of the register. */
static void set_register(const gisa_isa *isa, const bank_spec *b, unsigned choice, unsigned number,
                         gisa_operand *o) {
    static const uint8_t within[] = {GISA_TEMP, GISA_OUTPUT, GISA_PRIMARY, GISA_SECONDARY};
    unsigned twice = b->flags & BANK_DOUBLED ? 1 : 0, low = b->number.width - 2u;
    o->kind = kind_of(isa, b, choice);
    o->reg = (uint16_t)(o->kind == GISA_INTERNAL ? number + b->internal : number << twice);
    switch (o->kind) {
    case GISA_TEMP:
        if (b->internal && number >= b->internal) {
            o->kind = GISA_INTERNAL;
            o->reg = (uint16_t)(number - b->internal);
        }
        break;
    case GISA_TABLE:
        o->reg = (uint16_t)number;
        if (number >= 64) {
            o->kind = GISA_GLOBAL;
            o->reg = (uint16_t)(number - 64);
        }
        break;
    case GISA_NUMBER: o->reg = (uint16_t)number; break;
    case GISA_INDEXED1:
    case GISA_INDEXED2:
        o->reg = (uint16_t)((number & ((1u << low) - 1)) << twice | (unsigned)within[number >> low & 3] << 8);
        break;
    default: break;
    }
}

bool banked_decode(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o) {
    const bank_spec *b = bank_of(isa, op);
    unsigned choice =
        (unsigned)(field_get(bits, b->choice) | field_get(bits, b->extension) << b->choice.width);
    unsigned number = (unsigned)field_get(bits, b->number), selector = selector_of(b, bits), mask = 0;
    for (unsigned i = 0; i < b->mask_count; i++)
        mask |= (unsigned)field_get(bits, b->mask[i]) << i;
    set_register(isa, b, choice, number, o);
    o->value =
        (int64_t)(channels_of(isa, b, selector) | (uint64_t)banked_shows(isa, b, bits) << BANKED_SHOWN |
                  (uint64_t)selector << BANKED_SELECTOR | (uint64_t)number << BANKED_NUMBER |
                  (uint64_t)choice << BANKED_CHOICE | (uint64_t)mask << BANKED_MASK);
    return o->kind != GISA_NONE;
}

/* ---- encoding ---- */

static void put(uint64_t *bits, field f, uint64_t value) {
    *bits |= (value & ((UINT64_C(1) << f.width) - 1)) << f.shift;
}

uint64_t banked_mask_bits(const bank_spec *b, unsigned mask) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < b->mask_count; i++)
        put(&bits, b->mask[i], mask >> i & 1);
    return bits;
}

uint64_t banked_register_bits(const bank_spec *b, const gisa_operand *o) {
    unsigned choice = (uint64_t)o->value >> BANKED_CHOICE & 15;
    uint64_t bits = 0;
    put(&bits, b->number, (uint64_t)o->value >> BANKED_NUMBER & 0xff);
    put(&bits, b->choice, choice);
    put(&bits, b->extension, choice >> b->choice.width);
    return bits;
}

bool banked_encode(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint64_t *bits) {
    const bank_spec *b = bank_of(isa, op);
    uint64_t value = (uint64_t)o->value;
    unsigned selector = value >> BANKED_SELECTOR & 0xfff;
    (void)isa;
    *bits |= banked_register_bits(b, o);
    for (unsigned i = 0; i < b->piece_count; i++)
        put(bits, (field){b->piece[i].shift, b->piece[i].width}, selector >> b->piece[i].to);
    *bits |= banked_mask_bits(b, value >> BANKED_MASK & 15);
    return true;
}

/* ---- values ---- */

static uint32_t constant_bits(const op_spec *op, unsigned channel) {
    static const uint32_t single[] = {0, 0x3f800000, 0x40000000, 0x3f000000};
    static const uint32_t half[] = {0, 0x3c00, 0x4000, 0x3800};
    return op->type == GISA_F16 ? half[channel & 3] : single[channel & 3];
}

/* A channel of an entry of the table; false: nobody knows what it is. */
static bool entry_value(const gisa_isa *isa, const op_spec *op, unsigned entry, unsigned channel,
                        uint32_t *bits) {
    const table_constant *c;
    if (entry >= isa->table_constant_count || (op->type != GISA_F16 && channel > 1))
        return false;
    c = &isa->table_constants[entry];
    *bits = op->type == GISA_F16 ? c->word[channel / 2] >> 16 * (channel % 2) & 0xffff : c->word[channel];
    if (op->type == GISA_F16 ? (*bits & 0x7fff) > 0x7c00 : (*bits & 0x7fffffff) > 0x7f800000)
        *bits = BANKED_NAN; /* all are one in the text */
    return true;
}

bool banked_values(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint32_t values[CHANNELS]) {
    unsigned shown = banked_shown(o);
    if (!shown || (bank_of(isa, op)->flags & BANK_UNLISTED) ||
        ((bank_of(isa, op)->flags & BANK_WRITTEN) && (shown & (shown + 1)))) /* a list has no gaps there */
        return false;
    for (unsigned i = 0; i < CHANNELS; i++) {
        unsigned channel = banked_channel(o, i);
        values[i] = 0;
        if (!(shown >> i & 1))
            continue;
        if (channel > 3)
            values[i] = constant_bits(op, channel);
        else if (o->kind != GISA_TABLE || !entry_value(isa, op, o->reg, channel, &values[i]))
            return false;
    }
    return true;
}

const char *banked_value_text(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, unsigned i) {
    static const char *const texts[] = {"0", "1", "2", "0.5"};
    unsigned channel = banked_channel(o, i);
    const table_constant *c = &isa->table_constants[o->reg];
    if (!(banked_shown(o) >> i & 1))
        return "0";
    if (channel > 3)
        return texts[channel & 3];
    return &isa->strings[op->type == GISA_F16 ? c->text16[channel] : c->text32[channel]];
}

/* ---- the fields that an assembler chooses ---- */

static bool same_channels(unsigned a, unsigned b, unsigned shown) {
    for (unsigned i = 0; i < CHANNELS; i++)
        if ((shown >> i & 1) && ((a ^ b) >> 4 * i & 15))
            return false;
    return true;
}

static void set_selector(gisa_operand *o, unsigned selector, unsigned channels) {
    o->value &= ~(INT64_C(0xfff) << BANKED_SELECTOR | 0xffff);
    o->value |= (int64_t)selector << BANKED_SELECTOR | channels;
}

/* The lowest selector that shows these channels. */
static bool settle_selector(const gisa_isa *isa, const bank_spec *b, unsigned wanted, gisa_operand *o) {
    unsigned shown = banked_shown(o);
    if (b->swizzle_table == FREE_SWIZZLE) {
        unsigned selector = 0;
        for (unsigned i = 0; i < CHANNELS; i++)
            if (shown >> i & 1)
                selector |= (wanted >> 4 * i & 7) << 3 * i;
        set_selector(o, selector, channels_of(isa, b, selector));
        return !(selector & ~selector_bits(b));
    }
    for (unsigned selector = 0; selector < 1u << selector_width(b); selector++)
        if (same_channels(channels_of(isa, b, selector), wanted, shown)) {
            set_selector(o, selector, channels_of(isa, b, selector));
            return true;
        }
    return false;
}

static bool settle_register(const gisa_isa *isa, const bank_spec *b, gisa_operand *o) {
    unsigned twice = b->flags & BANK_DOUBLED ? 1 : 0, number = o->reg, low = b->number.width - 2u;
    bool within = o->kind == GISA_INTERNAL && kind_of(isa, b, 0) == GISA_TEMP; /* bank r */
    unsigned kind = within ? GISA_TEMP : o->kind == GISA_GLOBAL ? GISA_TABLE : o->kind;
    unsigned choices = 1u << (b->choice.width + b->extension.width), choice = 0;
    while (choice < choices && kind_of(isa, b, choice) != kind)
        choice++;
    if (o->kind == GISA_INTERNAL)
        number = within ? number + b->internal : number - b->internal;
    else if (o->kind == GISA_GLOBAL)
        number += 64;
    else if (o->kind == GISA_INDEXED1 || o->kind == GISA_INDEXED2) {
        unsigned bank = (o->reg >> 8) - GISA_TEMP, offset = (o->reg & 0xff) >> twice;
        if ((o->reg & twice) || offset >> low || bank > 3)
            return false;
        number = bank << low | offset;
    } else if (o->kind != GISA_TABLE && o->kind != GISA_NUMBER) {
        if (number & twice)
            return false;
        number >>= twice;
        if (o->kind == GISA_TEMP && b->internal && number >= b->internal)
            return false;
    }
    if (choice == choices || number >> b->number.width)
        return false;
    o->value &= ~(INT64_C(0xfff) << BANKED_NUMBER);
    o->value |= (int64_t)number << BANKED_NUMBER | (int64_t)choice << BANKED_CHOICE;
    return true;
}

/* The lowest masks that show what is shown. */
static bool settle_mask(const gisa_isa *isa, const bank_spec *b, uint64_t bits, gisa_operand *o) {
    if (!b->mask_count)
        return true;
    bits |= banked_register_bits(b, o);
    for (unsigned mask = 0; mask < 1u << b->mask_count; mask++)
        if (banked_shows(isa, b, bits | banked_mask_bits(b, mask)) == banked_shown(o)) {
            o->value &= ~(INT64_C(15) << BANKED_MASK);
            o->value |= (int64_t)mask << BANKED_MASK;
            return true;
        }
    return false;
}

static bool has_values(const gisa_isa *isa, const op_spec *op, const gisa_operand *o,
                       const uint32_t values[CHANNELS]) {
    uint32_t mine[CHANNELS];
    if (!banked_values(isa, op, o, mine))
        return false;
    for (unsigned i = 0; i < CHANNELS; i++)
        if ((banked_shown(o) >> i & 1) && mine[i] != values[i])
            return false;
    return true;
}

/* Free selectors: picks for each channel that is shown the first of xyzw012h that has its value. */
static bool pick_channels(const gisa_isa *isa, const op_spec *op, const uint32_t values[CHANNELS],
                          unsigned first, gisa_operand *o) {
    unsigned wanted = 0, room = selector_bits(bank_of(isa, op));
    for (unsigned i = 0; i < CHANNELS; i++) {
        unsigned c = first;
        uint32_t value = 0;
        while ((banked_shown(o) >> i & 1) && c < 8 &&
               !(!(c << 3 * i & ~room) &&
                 (c > 3 ? (value = constant_bits(op, c), true) : entry_value(isa, op, o->reg, c, &value)) &&
                 value == values[i]))
            c++;
        if (c == 8)
            return false;
        wanted |= (banked_shown(o) >> i & 1 ? c : 0) << 4 * i;
    }
    return settle_selector(isa, bank_of(isa, op), wanted, o);
}

/* The first selector from a table with these values. */
static bool find_selector(const gisa_isa *isa, const op_spec *op, const uint32_t values[CHANNELS],
                          gisa_operand *o) {
    const bank_spec *b = bank_of(isa, op);
    for (unsigned selector = 0; selector < 1u << selector_width(b); selector++) {
        set_selector(o, selector, channels_of(isa, b, selector));
        if (has_values(isa, op, o, values))
            return true;
    }
    return false;
}

bool banked_settle_values(const gisa_isa *isa, const op_spec *op, const uint32_t values[CHANNELS],
                          gisa_operand *o) {
    const bank_spec *b = bank_of(isa, op);
    bool free_choice = b->swizzle_table == FREE_SWIZZLE;
    o->kind = kind_of(isa, b, 0); /* the register does not matter */
    o->reg = 0;
    if (free_choice ? pick_channels(isa, op, values, 4, o) : find_selector(isa, op, values, o))
        return settle_register(isa, b, o);
    o->kind = GISA_TABLE;
    for (o->reg = 0; o->reg < isa->table_constant_count; o->reg++) /* as they stand, if possible */
        if (settle_selector(isa, b, 0x3210, o) && has_values(isa, op, o, values))
            return settle_register(isa, b, o);
    for (o->reg = 0; o->reg < isa->table_constant_count; o->reg++)
        if (free_choice ? pick_channels(isa, op, values, 0, o) : find_selector(isa, op, values, o))
            return settle_register(isa, b, o);
    return false;
}

bool banked_settle(const gisa_isa *isa, const op_spec *op, uint64_t bits, gisa_operand *o) {
    const bank_spec *b = bank_of(isa, op);
    uint32_t values[CHANNELS];
    if (banked_values(isa, op, o, values))
        return banked_settle_values(isa, op, values, o) && settle_mask(isa, b, bits, o);
    return settle_register(isa, b, o) && settle_selector(isa, b, (unsigned)o->value & 0xffff, o) &&
           settle_mask(isa, b, bits, o);
}
