/* SPDX-License-Identifier: MIT */
/* One instruction as one line: its text, or data with the text in a comment where the text would
 * not come back to the same bits. */
#include "known.h"
#include "core/load.h"

#include <stdlib.h>
#include <string.h>

void dis_words(dis *d, const uint8_t *code, size_t size) {
    output *out = &d->out;
    size_t item = size % d->unit == 0 ? d->unit : size % 4 == 0 ? 4 : 1;
    output_text(out, item == 8 ? ".quad 0x" : item == 4 ? ".long 0x" : ".byte 0x");
    for (size_t i = 0; i < size; i += item) {
        uint64_t value = item == 1 ? code[i] : load32(code + i);
        if (i)
            output_text(out, ", 0x");
        output_hex(out, item == 8 ? value | (uint64_t)load32(code + i + 4) << 32 : value, 1);
    }
}

/* The comment of --hex lines up where the text is not too long. */
enum { HEX_COLUMN = 60 };

static char *put_upper(char *p, uint64_t value, unsigned digits) {
    for (unsigned i = digits; i-- > 0; value >>= 4)
        p[i] = "0123456789ABCDEF"[value & 15];
    return p + digits;
}

char *dis_hex_comment(char *p, size_t length, const uint8_t *code, size_t size, uint64_t address) {
    size_t blanks = length < HEX_COLUMN ? HEX_COLUMN - length : 1;
    memset(p, ' ', HEX_COLUMN); /* a number that the compiler knows */
    p += blanks;
    *p++ = '/';
    *p++ = '/';
    *p++ = ' ';
    p = put_upper(p, address, 12);
    *p++ = ':';
    for (size_t i = 0; i < size; i += 4) {
        *p++ = ' ';
        if (size - i >= 4)
            p = put_upper(p, load32(code + i), 8);
        else
            for (size_t k = size - i; k-- > 0;)
                p = put_upper(p, code[i + k], 2);
    }
    return p;
}

void dis_end_line(dis *d, size_t line_begin, const uint8_t *code, size_t size, uint64_t address) {
    output *out = &d->out;
    if (d->options->hex) {
        size_t length = out->used - line_begin;
        char comment[DIS_HEX_COMMENT], *end;
        end = dis_hex_comment(comment, length, code, size, address);
        output_bytes(out, comment, (size_t)(end - comment));
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
    if (put_text(d, insn, address))
        output_text(&d->out, ": ");
    output_text(&d->out, reason);
}

/* ---- lines to be known ---- */

static bool has_label(const gisa_insn *insn) {
    for (unsigned i = 0; i < insn->operand_count; i++)
        if (insn->operand[i].kind == GISA_KIND_LABEL)
            return true;
    return false;
}

static void remember(dis *d, const gisa_insn *insn, const char *text, size_t size) {
    known_line *line;
    if (size >= KNOWN_TEXT || has_label(insn))
        return;
    line = known_place(d->known, insn->bits);
    line[1] = line[0];
    line->bits = insn->bits;
    line->bytes = insn->size;
    line->size = (uint8_t)(size + !d->options->hex);
    memcpy(line->text, text, size);
    line->text[size] = '\n';
}

/* ---- the line ---- */

/* What is no instruction, or has no text that would come back as its bits. Returns how many bytes
   it takes. */
static size_t put_data(dis *d, const gisa_insn *insn, uint32_t odd, const uint8_t *code, size_t size,
                       uint64_t address) {
    gisa_status status = (gisa_status)insn->status;
    if (!d->options->plain && (status == GISA_OK || status == GISA_STATUS_RESERVED)) {
        put_odd(d, code, insn, address,
                odd                 ? gisa_oddity_text(odd)
                : status == GISA_OK ? "no text"
                                    : gisa_status_text(status));
        return insn->size;
    }
    size = size < d->unit ? size : d->unit;
    dis_words(d, code, size);
    return size;
}

/* Prints an instruction. Returns how many bytes it takes. */
static size_t put(dis *d, const uint8_t *code, size_t size, uint64_t address) {
    gisa_insn insn;
    uint32_t odd = 0;
    size_t begin = d->out.used;
    output_text(&d->out, d->indent);
    if (gisa_decode(d->isa, code, size, &insn) == GISA_OK) {
        odd = d->options->plain ? gisa_oddities(d->isa, &insn) & GISA_ODD_RESERVED
                                : gisa_exact_oddities(d->isa, &insn, d->style.syntax);
        if (!odd && put_text(d, &insn, address)) {
            if (d->known)
                remember(d, &insn, d->out.buffer + begin, d->out.used - begin);
            return insn.size;
        }
    }
    return put_data(d, &insn, odd, code, size, address);
}

size_t dis_line(dis *d, const uint8_t *code, size_t size, uint64_t address) {
    output_line(&d->out);
    size_t begin = d->out.used;
    size_t used = put(d, code, size, address);
    dis_end_line(d, begin, code, used, address);
    return used;
}
