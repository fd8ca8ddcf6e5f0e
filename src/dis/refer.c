/* SPDX-License-Identifier: MIT */
/* Names for places in an object: a symbol, a local label, or a section's beginning and a
   distance. */
#include "elf_types.h"
#include "listing.h"

#include <string.h>

static bool stands_for_place(const symbol *s, refer_by by) {
    return s->binding == STB_LOCAL || (by == BY_LINKER && s->visibility != STV_DEFAULT);
}

/* How many marks are looked at for a name: a file may have any number of them at one place. */
enum { LOOK_AHEAD = 64, LOOK_BACK = 8 };

int refer_alias(const listing *l, int index, uint64_t offset, unsigned rank, refer_by by) {
    const listed *s = &l->sections[index];
    size_t begin = listing_mark_at(s, offset);
    for (size_t i = begin; i < s->mark_count && s->marks[i].offset == offset && i - begin < LOOK_AHEAD; i++)
        if (!s->marks[i].ends && stands_for_place(&l->o->symbols[s->marks[i].symbol], by) && !rank--)
            return s->marks[i].symbol;
    return -1;
}

/* A symbol whose bytes the place is among, or -1. */
static int symbol_around(const listing *l, const listed *s, uint64_t offset, refer_by by) {
    size_t i = listing_mark_at(s, offset);
    for (unsigned tries = 0; i-- > 0 && tries < LOOK_BACK; tries++) {
        const symbol *x = &l->o->symbols[s->marks[i].symbol];
        if (!s->marks[i].ends && stands_for_place(x, by) && offset - x->value < x->size)
            return s->marks[i].symbol;
    }
    return -1;
}

reference refer_to(const listing *l, int index, uint64_t offset, refer_by by) {
    const listed *s = &l->sections[index];
    int exact = refer_alias(l, index, offset, 0, by);
    if (exact >= 0)
        return (reference){.symbol = exact};
    if (s->code && offset <= l->o->sections[index].content.size && listing_bit(l, s->boundaries, offset))
        return (reference){.symbol = -1, .local = true, .section = index, .label = offset};
    int around = symbol_around(l, s, offset, by);
    if (around >= 0)
        return (reference){.symbol = around, .addend = (int64_t)(offset - l->o->symbols[around].value)};
    return (reference){.symbol = -1, .section = index, .addend = (int64_t)offset};
}

void refer_mark(listing *l, int index, uint64_t offset, refer_by by) {
    reference r = refer_to(l, index, offset, by);
    if (r.symbol >= 0)
        return;
    if (r.local)
        listing_set_bit(l, l->sections[index].targets, r.label);
    else
        l->sections[index].wants_base = true;
}

/* ---- Text ---- */

enum { LOCAL_NAME_MAX = 64 }; /* the prefix, a section's number, an offset */

/* .L1a4 in the first code section, .L3_1a4 in section 3. */
static size_t local_name(const listing *l, int index, uint64_t offset, char name[LOCAL_NAME_MAX]) {
    static const char digits[] = "0123456789abcdef";
    size_t length = strlen(l->prefix);
    memcpy(name, l->prefix, length);
    if (index != l->first_code) {
        unsigned scale = 1;
        while ((unsigned)index / scale >= 10)
            scale *= 10;
        for (; scale; scale /= 10)
            name[length++] = digits[(unsigned)index / scale % 10];
        name[length++] = '_';
    }
    unsigned shift = 0;
    while (shift < 60 && offset >> shift >> 4)
        shift += 4;
    for (unsigned i = 0; i <= shift; i += 4)
        name[length++] = digits[offset >> (shift - i) & 15];
    return length;
}

void refer_put_local(listing *l, int index, uint64_t offset) {
    char name[LOCAL_NAME_MAX];
    output_bytes(&l->d->out, name, local_name(l, index, offset, name));
}

/* .Ls3; no hexadecimal digit is an s. */
void refer_put_base(listing *l, int index) {
    output_text(&l->d->out, l->prefix);
    output_char(&l->d->out, 's');
    output_number(&l->d->out, (uint64_t)index);
}

void refer_put_nameless(listing *l, uint64_t offset) {
    output_text(&l->d->out, l->nameless);
    output_hex(&l->d->out, offset, 1);
}

static void put_addend(output *out, int64_t addend) {
    if (!addend)
        return;
    output_char(out, addend < 0 ? '-' : '+');
    output_number(out, addend < 0 ? ~(uint64_t)addend + 1 : (uint64_t)addend);
}

void refer_put(listing *l, const reference *r, const char *variant, int64_t more) {
    output *out = &l->d->out;
    if (r->symbol >= 0)
        output_text(out, l->names[r->symbol]);
    else if (r->local)
        refer_put_local(l, r->section, r->label);
    else
        refer_put_base(l, r->section);
    if (*variant) {
        output_char(out, '@');
        output_text(out, variant);
    }
    put_addend(out, (int64_t)((uint64_t)r->addend + (uint64_t)more));
}

/* ---- Branches ---- */

static size_t copy_name(const char *name, int64_t addend, char *text, size_t room) {
    size_t length = strlen(name);
    if (length + 24 > room)
        return 0;
    memcpy(text, name, length);
    if (addend) {
        char digits[20];
        unsigned count = 0;
        uint64_t size = addend < 0 ? ~(uint64_t)addend + 1 : (uint64_t)addend;
        do
            digits[count++] = (char)('0' + size % 10);
        while (size /= 10);
        text[length++] = addend < 0 ? '-' : '+';
        while (count)
            text[length++] = digits[--count];
    }
    return length;
}

size_t refer_label(void *ctx, uint64_t target, char *text, size_t room) {
    listing *l = ctx;
    const section *s = &l->o->sections[l->current];
    const listed *x = &l->sections[l->current];
    if (l->branch_symbol)
        return copy_name(l->branch_symbol, l->branch_addend, text, room);
    uint64_t offset = target - s->address;
    if (offset > s->content.size)
        return 0;
    if (!listing_bit(l, x->targets, offset)) {
        /* A global name would make the assembler leave the distance to a linker. */
        int exact = refer_alias(l, l->current, offset, 0, BY_ASSEMBLER);
        return exact >= 0 ? copy_name(l->names[exact], 0, text, room) : 0;
    }
    char name[LOCAL_NAME_MAX];
    size_t length = local_name(l, l->current, offset, name);
    if (length > room)
        return 0;
    memcpy(text, name, length);
    return length;
}
