/* SPDX-License-Identifier: MIT */
/* Finds what the spec names: tables of values, packed immediates, spellings of instructions. */
#include "names.h"

#include <string.h>

const name_table *names_table(const gisa_isa *isa, const char *name) {
    for (uint32_t i = 0; i < isa->name_table_count; i++)
        if (strcmp(&isa->strings[isa->names[i].name], name) == 0)
            return &isa->names[i];
    return NULL;
}

const pack *names_pack(const gisa_isa *isa, const char *name) {
    for (uint32_t i = 0; i < isa->pack_count; i++)
        if (strcmp(&isa->strings[isa->packs[i].name], name) == 0)
            return &isa->packs[i];
    return NULL;
}

const int64_t *names_numbers(const gisa_isa *isa, unsigned table, int64_t key) {
    const number_table *t = &isa->number_tables[table];
    for (unsigned i = 0; i < t->rows; i++) {
        const int64_t *row = &isa->numbers[t->first + i * (t->columns + 1u)];
        if (row[0] == key)
            return row + 1;
    }
    return NULL;
}

static uint64_t field_bits(field f) {
    return ((UINT64_C(1) << f.width) - 1) << f.shift;
}

uint64_t names_part_mask(const pack_part *part) {
    return field_bits(part->low) | field_bits(part->high);
}

uint64_t names_pack_mask(const gisa_isa *isa, const pack *p) {
    uint64_t mask = 0;
    for (unsigned i = 0; p && i < p->count; i++)
        mask |= names_part_mask(&isa->pack_parts[p->first + i]);
    return mask;
}

const pack_part *names_part(const gisa_isa *isa, unsigned id) {
    for (uint32_t i = 0; i < isa->pack_count; i++)
        for (unsigned k = 0; k < isa->packs[i].count; k++) {
            const pack_part *part = &isa->pack_parts[isa->packs[i].first + k];
            if (part->id == id)
                return part;
        }
    return NULL;
}

bool names_has(const gisa_isa *isa, const name_table *t, int64_t value) {
    for (unsigned i = 0; t && i < t->count; i++) {
        const name_entry *e = &isa->entries[t->first + i];
        if (value >= e->value && value < e->value + e->span)
            return true;
    }
    return false;
}

message_operations names_message_operations(const gisa_isa *isa, int64_t message) {
    const name_table *t = names_table(isa, "MSG_OPS");
    for (unsigned i = 0; t && i < t->count; i++) {
        const name_entry *e = &isa->entries[t->first + i];
        if (e->value == message) {
            const char *how = &isa->strings[e->clrx];
            return (message_operations){names_table(isa, &isa->strings[e->llvm]),
                                        strcmp(how, "stream") == 0 || strcmp(how, "nop") == 0,
                                        strcmp(how, "nop") == 0};
        }
    }
    return (message_operations){NULL, false, false};
}

bool names_message(const gisa_isa *isa, int64_t value) {
    const pack *p = names_pack(isa, "MSG");
    const pack_part *part = p ? &isa->pack_parts[p->first] : NULL;
    int64_t id, op, stream;
    message_operations ops;
    if (!part)
        return false;
    id = value >> part[0].low.shift & ((1 << part[0].low.width) - 1);
    op = value >> part[1].low.shift & ((1 << part[1].low.width) - 1);
    stream = value >> part[2].low.shift & ((1 << part[2].low.width) - 1);
    ops = names_message_operations(isa, id);
    if (!names_has(isa, names_table(isa, "MSG"), id))
        return false;
    if (!ops.names)
        return !op && !stream;
    return (op || ops.nop) && names_has(isa, ops.names, op) && (!stream || (ops.stream && op));
}

/* The families' lists of these, which isagen writes. */
extern const text_tables *const isa_texts[];

/* Each architecture has them. */
static const text_tables *texts_of(const gisa_isa *isa) {
    for (unsigned f = 0; isa_texts[f]; f++)
        for (const text_tables *t = isa_texts[f]; t->isa; t++)
            if (t->isa == isa)
                return t;
    return NULL;
}

/* A chip with instructions of its own has its own. */
const text_tables *names_texts(const gisa_isa *isa) {
    const text_tables *own = texts_of(isa);
    return own ? own : texts_of(isa->base);
}

const spelling *names_spelling(const gisa_isa *isa, const char *name, size_t size) {
    const text_tables *t = names_texts(isa);
    uint32_t slot = hash_of(name, size) & t->hash_mask;
    for (; t->hash[slot]; slot = (slot + 1) & t->hash_mask) {
        const spelling *s = &t->spellings[t->hash[slot] - 1];
        if (s->length == size && names_same(&isa->strings[s->text], name, size))
            return s;
    }
    return NULL;
}
