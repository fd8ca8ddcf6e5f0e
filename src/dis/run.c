/* SPDX-License-Identifier: MIT */
/* A run of instructions with nothing between them but local labels. Most lines have been printed
 * before (known.h), and then nobody needs to know more of an instruction than its bits and its
 * size. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "known.h"
#include "core/load.h"

enum {
    ITEMS = 128,
    WORTH_KNOWING = 1 << 15 /* bytes of code */
};

/* ---- Where instructions begin ---- */

typedef struct item {
    uint64_t bits;
    uint8_t size;
    bool label; /* one stands before it */
} item;

static inline item item_at(const run *r, known_line *known, uint64_t at, uint64_t size, bool label) {
    const uint8_t *p = r->code + at;
    uint64_t bits = 0, left = r->size - at;
    if (left >= 8)
        bits = load64(p);
    else
        for (unsigned i = 0; i < left; i++)
            bits |= (uint64_t)p[i] << 8 * i;
    if (size > left)
        size = left;
    if (size < 8)
        bits &= (UINT64_C(1) << 8 * size) - 1;
    if (known) { /* by the time that they are looked at they will have come from memory */
        __builtin_prefetch(known_place(known, bits));
        __builtin_prefetch(known_place(known, bits) + 1);
    }
    return (item){bits, (uint8_t)size, label};
}

/* Up to ITEMS instructions from `begin` on, as the first pass found them. */
static size_t found_items(const run *r, const dis *d, uint64_t begin, uint64_t end, item *items) {
    const uint64_t *begins = r->x->boundaries, *labels = r->x->targets;
    unsigned unit_log2 = d->unit_log2;
    uint64_t word = begin >> unit_log2 >> 6, last = r->size >> unit_log2 >> 6;
    uint64_t bits = begins[word] & UINT64_MAX << (begin >> unit_log2) % 64;
    known_line *known = d->known;
    size_t count = 0;
    for (;; bits = begins[++word]) {
        /* An instruction has two units where none begins at the next one. */
        uint64_t next = begins[word] >> 1 | (word < last ? begins[word + 1] << 63 : 0);
        for (; bits; bits &= bits - 1) {
            unsigned i = (unsigned)__builtin_ctzll(bits);
            uint64_t at = (word * 64 + i) << unit_log2;
            if (at >= end || count == ITEMS)
                return count;
            items[count++] =
                item_at(r, known, at, (uint64_t)d->unit << (~next >> i & 1), labels[word] >> i & 1);
        }
        if (word == last)
            return count;
    }
}

/* The same where there has been none. */
static size_t decoded_items(const run *r, const dis *d, uint64_t begin, uint64_t end, item *items) {
    gisa_head heads[ITEMS];
    uint64_t most = (end - begin + d->unit - 1) / d->unit;
    size_t count = gisa_decode_heads(r->isa, r->code + begin, (size_t)(r->size - begin), heads,
                                     most < ITEMS ? (size_t)most : ITEMS, NULL);
    for (size_t i = 0; i < count; begin += heads[i++].size) {
        if (begin >= end)
            return i;
        items[i] =
            item_at(r, d->known, begin, heads[i].size, r->x && listing_bit(r->l, r->x->targets, begin));
    }
    return count;
}

/* ---- Lines ---- */

static void use_known(dis *d, uint64_t size) {
    d->printed += size;
    if (d->known || d->printed <= WORTH_KNOWING)
        return;
    d->known = table_new(KNOWN_PLACES * KNOWN_WAYS * sizeof *d->known); /* NULL only costs time */
}

/* Prints known lines, until one is not or has a label before it. Returns how many; *at moves
   after them. */
static size_t put_known(const run *r, dis *d, const item *items, size_t count, uint64_t *at) {
    output *out = &d->out;
    char *p = out->buffer + out->used, *const last = out->buffer + OUTPUT_BUFFER - OUTPUT_ROOM;
    known_line *known = d->known;
    bool hex = d->options->hex;
    uint64_t place = *at;
    size_t i = 0;
    for (; known && i < count && p <= last; place += items[i++].size) {
        const known_line *line = known_place(known, items[i].bits);
        line += line->bits != items[i].bits;
        if (line->bits != items[i].bits || line->bytes != items[i].size || items[i].label)
            break;
        memcpy(p, line->text, KNOWN_TEXT);
        p += line->size;
        if (hex) {
            p = dis_hex_comment(p, line->size, r->code + place, items[i].size, r->address + place);
            *p++ = '\n';
        }
    }
    out->used = (size_t)(p - out->buffer);
    *at = place;
    return i;
}

static void put_label(const run *r, dis *d, uint64_t at) {
    output_line(&d->out);
    refer_put_local(r->l, r->l->current, at);
    output_text(&d->out, ":\n");
}

/* Returns where the last one ends, which may not be where the next one begins: what is no
   instruction is not stepped over as a whole. */
static uint64_t put_items(const run *r, dis *d, item *items, size_t count, uint64_t at) {
    for (size_t i = 0, used; i < count;) {
        i += put_known(r, d, items + i, count - i, &at);
        if (i == count)
            break;
        if (items[i].label) {
            put_label(r, d, at);
            items[i].label = false;
            continue;
        }
        used = dis_line(d, r->code + at, (size_t)(r->size - at), r->address + at);
        at += used;
        if (used != items[i++].size)
            break;
    }
    return at;
}

uint64_t run_put(const run *r, dis *d, uint64_t begin, uint64_t end) {
    item items[ITEMS];
    bool first = true;
    use_known(d, end - begin);
    for (; begin < end && d->out.status == GISA_OK; first = false) {
        bool found = r->x && listing_bit(r->l, r->x->boundaries, begin);
        size_t count = found ? found_items(r, d, begin, end, items) : decoded_items(r, d, begin, end, items);
        items[0].label &= !first;
        begin = put_items(r, d, items, count, begin);
    }
    return begin;
}
