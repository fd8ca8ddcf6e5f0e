/* SPDX-License-Identifier: MIT */
/* Bytes as data directives: text, zeros, repetitions and numbers, with relocations as
   expressions. */
#include "elf_types.h"
#include "listing.h"

#include <string.h>

enum {
    LINE_BYTES = 16,      /* of numbers */
    STRING_MIN = 4,       /* shorter text between other data is taken for numbers, */
    OPEN_STRING_MIN = 32, /* and text that no 0 ends, below this */
    STRING_LINE = 96,     /* characters */
    ZEROS_MIN = 16,
    REPEAT_MIN = 8 /* words */
};

typedef struct span {
    listing *l;
    const uint8_t *data; /* of the section */
    uint64_t at, end;
    bool code;    /* text is not looked for among instructions */
    bool strings; /* the section says that it holds 0-ended strings */
} span;

static uint64_t left(const span *s) {
    return s->end - s->at;
}

static uint64_t number_at(const span *s, uint64_t at, unsigned size) {
    uint64_t value = 0;
    for (unsigned i = size; i-- > 0;)
        value = value << 8 | s->data[at + i];
    return value;
}

/* ---- Zeros and repetitions ---- */

static uint64_t zeros(const span *s, uint64_t at) {
    uint64_t end = at;
    while (end < s->end && !s->data[end])
        end++;
    return end - at;
}

static void put_zero(output *out, uint64_t count) {
    output_line(out);
    output_text(out, "\t.zero ");
    output_number(out, count);
    output_char(out, '\n');
}

static bool put_zeros(span *s) {
    uint64_t count = zeros(s, s->at);
    if (count < ZEROS_MIN)
        return false;
    if (count < left(s))
        count -= (s->at + count) % 4; /* what follows is aligned */
    put_zero(&s->l->d->out, count);
    s->at += count;
    return true;
}

static bool put_repetition(span *s) {
    uint64_t count = 1;
    if (s->at % 4 || left(s) < 4 * REPEAT_MIN)
        return false;
    uint64_t word = number_at(s, s->at, 4);
    while (left(s) >= 4 * (count + 1) && number_at(s, s->at + 4 * count, 4) == word)
        count++;
    if (count < REPEAT_MIN)
        return false;
    output *out = &s->l->d->out;
    output_line(out);
    output_text(out, "\t.fill ");
    output_number(out, count);
    output_text(out, ", 4, 0x");
    output_hex(out, word, 1);
    output_char(out, '\n');
    s->at += 4 * count;
    return true;
}

/* ---- Text ---- */

static bool is_text(uint8_t c) {
    return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t' || c == '\r';
}

static void put_text_line(output *out, const uint8_t *text, uint64_t size, bool ended) {
    output_line(out);
    output_text(out, ended ? "\t.asciz \"" : "\t.ascii \"");
    for (uint64_t i = 0; i < size; i++) {
        char c = (char)text[i];
        const char *escape = c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\r' ? "\\r" : NULL;
        if (c == '"' || c == '\\')
            output_char(out, '\\');
        if (escape)
            output_text(out, escape);
        else
            output_char(out, c);
    }
    output_text(out, "\"\n");
}

/* The length of the text at a place and whether a 0 ends it; 0 = not worth a string. */
static uint64_t text_length(const span *s, uint64_t at, bool *ended) {
    uint64_t length = 0;
    *ended = false;
    if (s->code)
        return 0;
    while (at + length < s->end && is_text(s->data[at + length]))
        length++;
    *ended = at + length < s->end && !s->data[at + length];
    return length >= (*ended ? STRING_MIN : OPEN_STRING_MIN) ? length : 0;
}

static bool put_string(span *s) {
    bool ended;
    uint64_t length = text_length(s, s->at, &ended);
    bool short_one = s->strings && ended; /* also "" */
    if (!length && !short_one)
        return false;
    if (!length)
        while (is_text(s->data[s->at + length])) /* a 0 ends it */
            length++;
    output *out = &s->l->d->out;
    while (length > STRING_LINE) {
        put_text_line(out, s->data + s->at, STRING_LINE, false);
        s->at += STRING_LINE;
        length -= STRING_LINE;
    }
    put_text_line(out, s->data + s->at, length, ended);
    s->at += length + ended;
    return true;
}

/* ---- Numbers ---- */

static void put_numbers(span *s, const char *directive, unsigned size, uint64_t count) {
    output *out = &s->l->d->out;
    output_line(out);
    output_char(out, '\t');
    output_text(out, directive);
    for (uint64_t i = 0; i < count; i++, s->at += size) {
        output_text(out, i ? ", 0x" : " 0x");
        output_hex(out, number_at(s, s->at, size), 1);
    }
    output_char(out, '\n');
}

static void put_line(span *s) {
    uint64_t to_word = 4 - s->at % 4;
    if (left(s) == 8 && s->at % 8 == 0)
        put_numbers(s, ".quad", 8, 1);
    else if (to_word == 4 && left(s) >= 4) {
        uint64_t count = 1, most = left(s) / 4 < LINE_BYTES / 4 ? left(s) / 4 : LINE_BYTES / 4;
        bool ended;
        while (count < most && zeros(s, s->at + 4 * count) < ZEROS_MIN &&
               !text_length(s, s->at + 4 * count, &ended))
            count++;
        put_numbers(s, ".long", 4, count);
    } else if (left(s) == 2 && s->at % 2 == 0)
        put_numbers(s, ".short", 2, 1);
    else
        put_numbers(s, ".byte", 1, to_word < left(s) ? to_word : left(s));
}

static void put_plain(listing *l, int index, uint64_t begin, uint64_t end) {
    const section *x = &l->o->sections[index];
    if (begin >= end)
        return;
    if (x->type == SHT_NOBITS) {
        put_zero(&l->d->out, end - begin);
        return;
    }
    span s = {l, x->content.data, begin, end, l->sections[index].code, (x->flags & SHF_STRINGS) != 0};
    while (s.at < s.end && l->d->out.status == GISA_OK)
        if (!put_zeros(&s) && !put_string(&s) && !put_repetition(&s))
            put_line(&s);
}

/* ---- Relocations that no expression in data makes ---- */

static const char *relocation_name(uint32_t type) {
    static const char *const names[] = {"NONE",     "ABS32_LO", "ABS32_HI", "ABS64",         "REL32",
                                        "REL64",    "ABS32",    "GOTPCREL", "GOTPCREL32_LO", "GOTPCREL32_HI",
                                        "REL32_LO", "REL32_HI", NULL,       "RELATIVE64",    "REL16"};
    return type < sizeof names / sizeof *names ? names[type] : NULL;
}

/* .reloc .-4, R_AMDGPU_REL32, sym+8 */
static void put_reloc(listing *l, const relocation *r, uint64_t at) {
    output *out = &l->d->out;
    const char *name = relocation_name(r->type);
    output_line(out);
    output_text(out, name ? "\t.reloc ." : "\t// relocation type ");
    if (!name)
        output_number(out, r->type);
    else {
        if (at > r->offset) {
            output_char(out, '-');
            output_number(out, at - r->offset);
        }
        output_text(out, ", R_AMDGPU_");
        output_text(out, name);
        output_text(out, ", ");
        if (relocate_is_nameable(l, r))
            relocate_put(l, r, "");
        else
            output_number(out, (uint64_t)r->addend);
    }
    output_char(out, '\n');
}

void data_put(listing *l, int index, uint64_t begin, uint64_t end) {
    const listed *s = &l->sections[index];
    uint64_t at = begin;
    for (size_t i = listing_relocation_at(s, begin); i < s->relocation_count; i++) {
        const relocation *r = s->relocations[i];
        if (r->offset >= end)
            break;
        if (r->offset >= at) {
            put_plain(l, index, at, r->offset);
            at = r->offset;
            unsigned width = relocate_put_data(l, r, end - at);
            at += width;
            if (width)
                continue;
        }
        put_reloc(l, r, at);
    }
    put_plain(l, index, at, end);
}
