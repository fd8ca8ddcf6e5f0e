/* SPDX-License-Identifier: MIT */
/* One instruction as one line: its text, or data with the text in a comment where the text would not come
 * back to the same bits. */
#include "dis.h"

#include <stdlib.h>
#include <string.h>

static uint32_t word_at(const uint8_t *code) {
    return (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
}

void dis_words(dis *d, const uint8_t *code, size_t size) {
    output *out = &d->out;
    bool words = size % 4 == 0;
    output_text(out, words ? ".long 0x" : ".byte 0x");
    for (size_t i = 0; i < size; i += words ? 4 : 1) {
        if (i)
            output_text(out, ", 0x");
        output_hex(out, words ? word_at(code + i) : code[i], 1);
    }
}

/* The comment of --hex lines up where the text is not too long. */
enum { HEX_COLUMN = 60 };

void dis_end_line(dis *d, size_t line_begin, const uint8_t *code, size_t size, uint64_t address) {
    output *out = &d->out;
    if (d->options->hex) {
        size_t length = out->used - line_begin;
        do
            output_char(out, ' ');
        while (++length < HEX_COLUMN);
        output_text(out, "// ");
        output_upper(out, address, 12);
        output_char(out, ':');
        for (size_t i = 0; i < size; i += 4) {
            output_char(out, ' ');
            for (size_t k = size - i < 4 ? size - i : 4; k-- > 0;)
                output_upper(out, code[i + k], 2);
        }
    }
    output_char(out, '\n');
}

static bool put_text(dis *d, const gisa_insn *insn, uint64_t address) {
    size_t room = OUTPUT_ROOM / 2;
    d->style.address = address;
    if (gisa_print(d->isa, insn, &d->style, d->out.buffer + d->out.used, &room) != GISA_OK)
        return false;
    d->out.used += room;
    return true;
}

/* Data with a comment that says what it would have been and why it is not. */
static void put_odd(dis *d, const uint8_t *code, const gisa_insn *insn, uint64_t address,
                    const char *reason) {
    dis_words(d, code, insn->size);
    output_text(&d->out, "  // ");
    d->style.hex_literals = true; /* a literal may be what is odd; it has to be told from a constant */
    if (put_text(d, insn, address))
        output_text(&d->out, ": ");
    d->style.hex_literals = false;
    output_text(&d->out, reason);
}

/* ---- texts that have been printed before ---- */

/* Code repeats itself, and the text of an instruction depends on nothing but its bits, unless it has a label. */
enum { CACHED = 8192, CACHED_TEXT = 55 };

struct line_cache {
    struct {
        uint64_t bits;
        uint8_t size; /* of the text; 0 = nothing here yet */
        char text[CACHED_TEXT];
    } line[CACHED];
};

line_cache *line_cache_new(void) {
    return calloc(1, sizeof(line_cache));
}

static size_t slot_of(uint64_t bits) {
    return (size_t)((bits ^ bits >> 29) * UINT64_C(0x9e3779b97f4a7c15) >> 51) % CACHED;
}

static bool put_cached(dis *d, uint64_t bits) {
    size_t i = slot_of(bits);
    if (d->cache->line[i].bits != bits || !d->cache->line[i].size)
        return false;
    memcpy(d->out.buffer + d->out.used, d->cache->line[i].text, CACHED_TEXT);
    d->out.used += d->cache->line[i].size;
    return true;
}

static bool has_label(const gisa_insn *insn) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == GISA_LABEL)
            return true;
    return false;
}

static void remember(dis *d, const gisa_insn *insn, const char *text, size_t size) {
    size_t i = slot_of(insn->bits);
    if (size > CACHED_TEXT || has_label(insn))
        return;
    d->cache->line[i].bits = insn->bits;
    d->cache->line[i].size = (uint8_t)size;
    memcpy(d->cache->line[i].text, text, size);
}

/* ---- the line ---- */

size_t dis_line(dis *d, const uint8_t *code, size_t size, uint64_t address) {
    output *out = &d->out;
    output_line(out);
    size_t begin = out->used;
    output_text(out, d->indent);
    gisa_insn insn;
    gisa_status status = gisa_decode_head(d->isa, code, size, &insn);
    size_t used = insn.size;
    if (status == GISA_OK && d->cache && put_cached(d, insn.bits)) {
        dis_end_line(d, begin, code, used, address);
        return used;
    }
    if (status == GISA_OK)
        status = gisa_decode_operands(d->isa, &insn);
    uint32_t odd = status == GISA_OK ? gisa_oddities(d->isa, &insn) : 0;
    bool exact = !d->options->plain;
    size_t text = out->used;
    if (status == GISA_OK && (exact ? !odd : !(odd & GISA_ODD_RESERVED)) && put_text(d, &insn, address)) {
        if (d->cache)
            remember(d, &insn, out->buffer + text, out->used - text);
        dis_end_line(d, begin, code, used, address);
        return used;
    }
    if (exact && (status == GISA_OK || status == GISA_RESERVED))
        put_odd(d, code, &insn, address,
                odd                 ? gisa_oddity_text(odd)
                : status == GISA_OK ? "no text"
                                    : gisa_status_text(status));
    else {
        used = size < d->unit ? size : d->unit;
        dis_words(d, code, used);
    }
    dis_end_line(d, begin, code, used, address);
    return used;
}
