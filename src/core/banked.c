/* SPDX-License-Identifier: MIT */
/* Registers of banks with channels: the fields that an assembler would choose. */
#include "banked.h"

/* Each register of a text goes through these. */
#define ALWAYS_INLINE __attribute__((always_inline))

int gisa_channel(const gisa_operand *operand, unsigned i) {
    bool banked = operand && operand->kind >= GISA_KIND_TEMP && operand->kind < GISA_KIND_COUNT;
    return banked && i < CHANNELS && (banked_shown(operand) >> i & 1) ? (int)banked_channel(operand, i) : -1;
}

/* ---- values ---- */

/* Nothing but constants? */
static inline ALWAYS_INLINE bool is_constant(unsigned kind, unsigned channels, unsigned shown) {
    unsigned digits = banked_digits(shown) & 0x4444;
    return shown && ((channels & digits) == digits || kind == GISA_KIND_TABLE);
}

static bool list_values(const gisa_isa *isa, const op_spec *op, const gisa_operand *o,
                        uint8_t values[CHANNELS]) {
    const constant_view *view = banked_view(isa, op);
    unsigned shown = banked_shown(o), flags = bank_of(isa, op)->flags;
    if ((flags & BANK_UNLISTED) ||
        ((flags & BANK_WRITTEN) && (shown & (shown + 1)))) /* a list has no gaps there */
        return false;
    for (unsigned i = 0; i < CHANNELS; i++) {
        unsigned channel = banked_channel(o, i);
        values[i] = view->digits[0];
        if (shown >> i & 1)
            values[i] = channel >= CHANNELS ? view->digits[channel % CHANNELS]
                                            : view->values[o->reg % CONSTANTS][channel];
        if (values[i] == NO_VALUE)
            return false;
    }
    return true;
}

bool banked_values(const gisa_isa *isa, const op_spec *op, const gisa_operand *o, uint8_t values[CHANNELS]) {
    return is_constant(o->kind, (unsigned)o->value, banked_shown(o)) && list_values(isa, op, o, values);
}

unsigned banked_find_value(const constant_view *view, uint32_t bits) {
    unsigned first = 0, end = view->count;
    while (first < end) {
        unsigned middle = (first + end) / 2;
        if (view->bits[middle] < bits)
            first = middle + 1;
        else
            end = middle;
    }
    return first < view->count && view->bits[first] == bits ? first : NO_VALUE;
}

/* ---- the fields that an assembler chooses ---- */

/* The bits of a free selector that are those of the channels that are shown. */
static const uint16_t free_room[1 << CHANNELS] = {0,     07,    070,   077,   0700,  0707,  0770,  0777,
                                                  07000, 07007, 07070, 07077, 07700, 07707, 07770, 07777};

/* The bits of a selector that the word has room for. */
static unsigned selector_room(const bank_spec *b) {
    unsigned room = 0;
    for (unsigned i = 0; i < SELECTOR_PIECES; i++)
        room |= b->selector[i].mask;
    return room;
}

static unsigned selector_count(const gisa_isa *isa, const bank_spec *b) {
    return b->swizzle == NO_SWIZZLE ? 1u : isa->swizzle_tables[b->swizzle - 1].count;
}

static void set_selector(const gisa_isa *isa, const bank_spec *b, unsigned selector, gisa_operand *o) {
    o->value =
        banked_value(isa->swizzles[b->swizzles + selector], banked_shown(o), selector, banked_number(o));
}

/* The lowest selector that shows these channels; -1 = none does. */
static inline ALWAYS_INLINE int selector_for(const gisa_isa *isa, const bank_spec *b, unsigned wanted,
                                             unsigned shown) {
    unsigned digits = banked_digits(shown), selector = 0, count;
    wanted &= digits;
    if (b->swizzle == FREE_SWIZZLE) {
        selector = (wanted & 7) | (wanted >> 4 & 7) << 3 | (wanted >> 8 & 7) << 6 | (wanted >> 12 & 7) << 9;
        return selector & ~selector_room(b) ? -1 : (int)selector;
    }
    for (count = selector_count(isa, b); selector < count; selector++)
        if ((isa->swizzles[b->swizzles + selector] & digits) == wanted)
            return (int)selector;
    return -1;
}

/* The index of the register; -1 = it is none of the bank's. */
static inline ALWAYS_INLINE int number_for(const gisa_isa *isa, const bank_spec *b, unsigned kind,
                                           unsigned reg) {
    const bank_file *f = &isa->bank_files[b->files * GISA_KIND_COUNT + kind];
    int bank = reg >> 8 ? (int)(reg >> 8) - GISA_KIND_TEMP : 0;
    int number = f->start + bank * f->bank + (int)((reg & 0xff) >> f->shift);
    const bank_register *r;
    if (number < 0 || number >= f->end)
        return -1;
    r = &isa->bank_registers[b->registers + number];
    return r->kind == kind && r->reg == reg ? number : -1;
}

static bool settle_selector(const gisa_isa *isa, const bank_spec *b, unsigned wanted, gisa_operand *o) {
    int selector = selector_for(isa, b, wanted, banked_shown(o));
    if (selector >= 0)
        set_selector(isa, b, (unsigned)selector, o);
    return selector >= 0;
}

/* Entries that have this value there, or all, if the channel is itself a constant that has it. */
static uint64_t entries_with(const constant_view *view, unsigned channel, unsigned value) {
    return channel < CHANNELS ? view->entries[value][channel]
                              : -(uint64_t)(view->digits[channel % CHANNELS] == value);
}

/* Entries in which a swizzle picks these values. */
static uint64_t entries_under(const constant_view *view, unsigned channels, unsigned shown,
                              const uint8_t values[CHANNELS]) {
    uint64_t entries = UINT64_MAX;
    for (unsigned i = 0; i < CHANNELS; i++)
        if (shown >> i & 1)
            entries &= entries_with(view, channels >> 4 * i & 15, values[i]);
    return entries;
}

/* Free selectors: for each channel the first of xyzw012h that has its value in this entry; from
   `first` on. */
static bool pick_channels(const constant_view *view, const bank_spec *b, const uint8_t values[CHANNELS],
                          unsigned first, unsigned entry, unsigned shown, unsigned *wanted) {
    unsigned room = selector_room(b);
    *wanted = 0;
    for (unsigned i = 0; i < CHANNELS; i++) {
        unsigned c = first;
        if (!(shown >> i & 1))
            continue;
        while (c < 8 && ((c << 3 * i & ~room) || !(entries_with(view, c, values[i]) >> entry & 1)))
            c++;
        if (c == 8)
            return false;
        *wanted |= c << 4 * i;
    }
    return true;
}

static bool settle_entry(const gisa_isa *isa, const bank_spec *b, unsigned entry, gisa_operand *o) {
    int number = number_for(isa, b, GISA_KIND_TABLE, entry);
    o->kind = GISA_KIND_TABLE;
    o->reg = (uint16_t)entry;
    o->value = banked_value((unsigned)o->value & 0xffff, banked_shown(o), banked_selector(o),
                            (unsigned)(number < 0 ? 0 : number));
    return number >= 0;
}

/* With a free choice: the lowest entry that has all values somewhere. */
static bool settle_anywhere(const gisa_isa *isa, const constant_view *view, const bank_spec *b,
                            const uint8_t values[CHANNELS], gisa_operand *o) {
    unsigned wanted, shown = banked_shown(o);
    for (unsigned entry = 0; entry < CONSTANTS; entry++)
        if (pick_channels(view, b, values, 0, entry, shown, &wanted))
            return settle_selector(isa, b, wanted, o) && settle_entry(isa, b, entry, o);
    return false;
}

/* With a table of swizzles: the lowest entry, then the lowest selector. */
static bool settle_with_table(const gisa_isa *isa, const constant_view *view, const bank_spec *b,
                              const uint8_t values[CHANNELS], gisa_operand *o) {
    unsigned best = CONSTANTS, selector = 0;
    for (unsigned i = 0; i < selector_count(isa, b); i++) {
        uint64_t entries = entries_under(view, isa->swizzles[b->swizzles + i], banked_shown(o), values);
        unsigned entry = entries ? (unsigned)__builtin_ctzll(entries) : CONSTANTS;
        if (entry < best) {
            best = entry;
            selector = i;
        }
    }
    if (best == CONSTANTS)
        return false;
    set_selector(isa, b, selector, o);
    return settle_entry(isa, b, best, o);
}

/* Swizzles that have all values themselves; the register then does not matter. */
static bool settle_digits(const gisa_isa *isa, const constant_view *view, const bank_spec *b,
                          const uint8_t values[CHANNELS], gisa_operand *o) {
    unsigned shown = banked_shown(o), digits = banked_digits(shown) & 0x4444, wanted = 0;
    if (b->swizzle == FREE_SWIZZLE)
        return pick_channels(view, b, values, CHANNELS, 0, shown, &wanted) &&
               settle_selector(isa, b, wanted, o);
    for (unsigned i = 0; i < selector_count(isa, b); i++) {
        unsigned channels = isa->swizzles[b->swizzles + i];
        if ((channels & digits) != digits || !entries_under(view, channels, shown, values))
            continue;
        set_selector(isa, b, i, o);
        return true;
    }
    return false;
}

static bool settle_values(const gisa_isa *isa, const op_spec *op, const uint8_t values[CHANNELS],
                          gisa_operand *o) {
    const bank_spec *b = bank_of(isa, op);
    const constant_view *view = banked_view(isa, op);
    uint64_t entries;
    o->value = banked_value(0, banked_shown(o), 0, 0);
    if (settle_digits(isa, view, b, values, o)) {
        o->kind = isa->bank_registers[b->registers].kind;
        o->reg = isa->bank_registers[b->registers].reg;
        return true;
    }
    entries = entries_under(view, 0x3210, banked_shown(o), values); /* as they stand, if possible */
    if (entries && settle_selector(isa, b, 0x3210, o))
        return settle_entry(isa, b, (unsigned)__builtin_ctzll(entries), o);
    return b->swizzle == FREE_SWIZZLE ? settle_anywhere(isa, view, b, values, o)
                                      : settle_with_table(isa, view, b, values, o);
}

uint64_t banked_unusual(const gisa_isa *isa, const op_spec *op, const gisa_operand *o,
                        const uint8_t *values) {
    const bank_spec *b = bank_of(isa, op);
    unsigned selector = banked_selector(o), usual = selector, number = banked_number(o);
    if (values) {
        gisa_operand settled = *o;
        settle_values(isa, op, values, &settled);
        usual = banked_selector(&settled);
        number = banked_number(&settled);
    } else if (b->swizzle == FREE_SWIZZLE) {
        usual &= free_room[banked_shown(o)];
    } else if (b->swizzle != NO_SWIZZLE) {
        usual = isa->usual_selectors[b->swizzles + selector][banked_shown(o)];
    }
    if (usual == selector && number == banked_number(o))
        return 0;
    return selector_bits(b, selector ^ usual) | number_bits(b, number ^ banked_number(o));
}

/* ---- what is written ---- */

banked_text banked_written(const gisa_isa *isa, const op_spec *op, const gisa_operand *o) {
    banked_text t = {.kind = o->kind, .mods = o->mods, .reg = o->reg, .channels = (uint16_t)o->value};
    t.shown = (uint8_t)banked_shown(o);
    t.list = banked_values(isa, op, o, t.values);
    if (o->kind == GISA_KIND_NUMBER && banked_is_plain(o)) /* without channels */
        t.shown = 0;
    if ((bank_of(isa, op)->flags & BANK_DASHED) && !t.list && t.shown) {
        unsigned channel = banked_channel(o, 0), place = channel < CHANNELS ? channel : 0;
        t.channels = (uint16_t)(channel << 4 * place);
        t.shown = (uint8_t)(1u << place);
    }
    return t;
}

static banked_fault take_list(const gisa_isa *isa, const op_spec *op, const banked_text *t, unsigned expected,
                              gisa_operand *o) {
    const bank_spec *b = bank_of(isa, op);
    unsigned shown = t->shown;
    if (!(b->flags & BANK_WRITTEN)) { /* as many as up to the last channel */
        if (!expected || expected >> (31 - __builtin_clz(shown) + 1) ||
            !(expected >> (31 - __builtin_clz(shown))))
            return BANKED_OTHERS;
        shown = expected;
    }
    o->value = banked_value(0, shown, 0, 0);
    return settle_values(isa, op, t->values, o) ? BANKED_FITS : BANKED_VALUES;
}

static inline ALWAYS_INLINE banked_fault take_register(const gisa_isa *isa, const op_spec *op,
                                                       const banked_text *t, unsigned expected,
                                                       gisa_operand *o) {
    const bank_spec *b = bank_of(isa, op);
    bool written = b->flags & BANK_WRITTEN;
    unsigned channels = t->channels, shown = t->shown;
    uint8_t values[CHANNELS];
    int number, selector;
    if (t->kind == GISA_KIND_NUMBER && !shown && !written) {
        shown = expected;
        channels = 0x3210;
    }
    if ((b->flags & BANK_DASHED) && shown && !(shown & (shown - 1))) { /* moved to where it is kept */
        unsigned place = (unsigned)__builtin_ctz(shown);
        if (place && (channels >> 4 * place & 15) != place)
            return BANKED_PLACE;
        channels = channels >> 4 * place & 15;
        shown = 1;
    }
    if (written && ((channels ^ 0x3210) & banked_digits(shown)))
        return BANKED_ORDER;
    if (!written && shown != expected)
        return BANKED_OTHERS;
    if (written)
        channels = 0x3210;
    if (is_constant(t->kind, channels, shown)) {
        o->value = banked_value(channels, shown, 0, 0);
        if (list_values(isa, op, o, values))
            return settle_values(isa, op, values, o) ? BANKED_FITS : BANKED_VALUES;
    }
    if ((number = number_for(isa, b, t->kind, t->reg)) < 0)
        return BANKED_REGISTER;
    if ((selector = selector_for(isa, b, channels, shown)) < 0)
        return BANKED_CHANNELS;
    o->value = banked_value(isa->swizzles[b->swizzles + (unsigned)selector], shown, (unsigned)selector,
                            (unsigned)number);
    return BANKED_FITS;
}

banked_fault banked_take(const gisa_isa *isa, const op_spec *op, const banked_text *t, uint64_t *shown_by,
                         gisa_operand *o) {
    const bank_spec *b = bank_of(isa, op);
    unsigned expected = banked_shows(b, *shown_by), mask;
    banked_fault fault;
    if (((t->mods & GISA_MOD_NEG) && !op->neg.width) || ((t->mods & GISA_MOD_ABS) && !op->abs.width))
        return BANKED_MODS;
    o->kind = t->kind;
    o->reg = t->reg;
    o->mods = t->mods;
    fault = t->list ? take_list(isa, op, t, expected, o) : take_register(isa, op, t, expected, o);
    if (fault || !(b->flags & BANK_WRITTEN))
        return fault;
    uint64_t number = number_bits(b, banked_number(o));
    if (!banked_mask(b, number, banked_shown(o), &mask))
        return BANKED_ORDER;
    *shown_by |= number | piece_put(b->mask[0], mask) | piece_put(b->mask[1], mask);
    return BANKED_FITS;
}
