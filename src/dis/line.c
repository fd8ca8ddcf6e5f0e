/* SPDX-License-Identifier: MIT */
/* One instruction as one line: its text, or data with the text in a comment where the text would not come
 * back to the same bits. */
#include "dis.h"

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

size_t dis_line(dis *d, const uint8_t *code, size_t size, uint64_t address) {
    output *out = &d->out;
    output_line(out);
    size_t begin = out->used;
    output_text(out, d->indent);
    gisa_insn insn;
    gisa_status status = gisa_decode(d->isa, code, size, &insn);
    size_t used = insn.size;
    uint32_t odd = status == GISA_OK ? gisa_oddities(d->isa, &insn) : 0;
    bool exact = !d->options->plain;
    if (status == GISA_OK && (exact ? !odd : !(odd & GISA_ODD_RESERVED)) && put_text(d, &insn, address)) {
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
