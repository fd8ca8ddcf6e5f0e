/* SPDX-License-Identifier: MIT */
/* The bits of an instruction as a row of boxes: numbers of bits above, in each box a name and the
 * bits. A dword that is wider than the terminal takes several rows. */
#include "picture.h"

#include <stdio.h>
#include <string.h>

/* ---- pieces ----------------------------------------------------------------------------- */

picture picture_of_form(const gisa_isa *isa, uint32_t form) {
    picture q = {.count = 0};
    while (q.count < MAX_PIECES && gisa_form_piece(isa, form, q.count, &q.piece[q.count]) == GISA_OK)
        q.count++;
    return q;
}

picture picture_of_format(const gisa_isa *isa, uint32_t format) {
    picture q = {.count = 0};
    while (q.count < MAX_PIECES && gisa_format_piece(isa, format, q.count, &q.piece[q.count]) == GISA_OK)
        q.count++;
    return q;
}

picture picture_of_word(const char *name, unsigned low) {
    return (picture){.piece = {{.kind = GISA_PIECE_FIELD, .at = {(uint8_t)low, 32}, .name = name}},
                     .count = 1};
}

bool picture_same(const picture *a, const picture *b) {
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        const gisa_piece *x = &a->piece[i], *y = &b->piece[i];
        if (x->kind != y->kind || x->at.low != y->at.low || x->at.width != y->at.width ||
            strcmp(piece_name(x), piece_name(y)) != 0 ||
            (x->kind == GISA_PIECE_FIXED && x->value != y->value))
            return false;
    }
    return true;
}

uint64_t piece_value(const gisa_piece *piece, uint64_t bits) {
    return bits >> piece->at.low & ((UINT64_C(1) << piece->at.width) - 1);
}

bool piece_is_odd(const gisa_piece *piece, uint64_t bits) {
    uint64_t value = piece_value(piece, bits);
    return (piece->kind == GISA_PIECE_ZERO && value) ||
           (piece->kind == GISA_PIECE_IGNORED && value != piece->value);
}

const char *piece_name(const gisa_piece *piece) {
    switch (piece->kind) {
    case GISA_PIECE_FIXED: return "";
    case GISA_PIECE_ZERO: return "-";
    case GISA_PIECE_IGNORED: return "~";
    default: return piece->name;
    }
}

void piece_place(page *p, const gisa_piece *piece) {
    page_to(p, 2);
    if (piece->at.width == 1)
        page_format(p, INK_FAINT, "%5u", piece->at.low);
    else
        page_format(p, INK_FAINT, "%2u:%-2u", piece->at.low + piece->at.width - 1u, piece->at.low);
    page_to(p, 9);
}

static void put_bits(char text[65], uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; i++)
        text[i] = value >> (width - 1 - i) & 1 ? '1' : '0';
    text[width] = 0;
}

/* ---- boxes ------------------------------------------------------------------------------ */

/* One box: bit numbers, and up to two lines. */
typedef struct box {
    char high[4], low[4], line[2][65];
    ink ink;
    unsigned width; /* without blanks at the sides */
} box;

typedef struct row {
    box box[32];
    unsigned count, lines;
} row;

static void measure(box *b) {
    unsigned numbers = (unsigned)strlen(b->high) + (*b->low ? 1 + (unsigned)strlen(b->low) : 0);
    b->width = numbers;
    for (unsigned i = 0; i < 2; i++)
        if (strlen(b->line[i]) > b->width)
            b->width = (unsigned)strlen(b->line[i]);
}

static box box_of(const gisa_piece *piece) {
    box b = {.ink = INK_PLAIN};
    unsigned high = (piece->at.low + piece->at.width - 1u) % 100;
    snprintf(b.high, sizeof b.high, "%u", high);
    if (piece->at.width > 1)
        snprintf(b.low, sizeof b.low, "%u", piece->at.low % 100u);
    return b;
}

/* The columns of some boxes with `blanks` at each side, and their borders. */
static unsigned columns(const box *boxes, unsigned count, unsigned blanks) {
    unsigned sum = 1;
    for (unsigned i = 0; i < count; i++)
        sum += boxes[i].width + 2 * blanks + 1;
    return sum;
}

static const char *line_glyph(const page *p, unsigned which) {
    static const char *const glyphs[2][8] = {
        {"+", "+", "+", "+", "+", "+", "-", "|"},
        {"\u250c", "\u252c", "\u2510", "\u2514", "\u2534", "\u2518", "\u2500", "\u2502"}};
    return glyphs[p->utf8][which];
}

enum { TOP_LEFT, TOP, TOP_RIGHT, BOTTOM_LEFT, BOTTOM, BOTTOM_RIGHT, DASH, BAR };

static void draw_border(page *p, const box *boxes, unsigned count, unsigned blanks, unsigned left) {
    page_put(p, INK_FAINT, line_glyph(p, left));
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < boxes[i].width + 2 * blanks; k++)
            page_put(p, INK_FAINT, line_glyph(p, DASH));
        page_put(p, INK_FAINT, line_glyph(p, i + 1 < count ? left + 1 : left + 2));
    }
    page_end_line(p);
}

static void draw_line(page *p, const box *boxes, unsigned count, unsigned blanks, unsigned line) {
    page_put(p, INK_FAINT, line_glyph(p, BAR));
    for (unsigned i = 0; i < count; i++) {
        unsigned end = p->column + boxes[i].width + 2 * blanks;
        unsigned size = (unsigned)strlen(boxes[i].line[line]);
        page_to(p, p->column + (boxes[i].width + 2 * blanks - size) / 2);
        page_put(p, boxes[i].ink, boxes[i].line[line]);
        page_to(p, end);
        page_put(p, INK_FAINT, line_glyph(p, BAR));
    }
    page_end_line(p);
}

/* Above the boxes: the highest and the lowest bit of each, or the only one in the middle. */
static void draw_numbers(page *p, const box *boxes, unsigned count, unsigned blanks) {
    unsigned at = 1;
    for (unsigned i = 0; i < count; i++) {
        unsigned inner = boxes[i].width + 2 * blanks, high = (unsigned)strlen(boxes[i].high);
        if (*boxes[i].low) {
            page_to(p, at + blanks);
            page_put(p, INK_FAINT, boxes[i].high);
            page_to(p, at + inner - blanks - (unsigned)strlen(boxes[i].low));
            page_put(p, INK_FAINT, boxes[i].low);
        } else {
            page_to(p, at + (inner - high) / 2);
            page_put(p, INK_FAINT, boxes[i].high);
        }
        at += inner + 1;
    }
    page_end_line(p);
}

static void draw_boxes(page *p, const box *boxes, unsigned count, unsigned blanks, unsigned lines) {
    draw_numbers(p, boxes, count, blanks);
    draw_border(p, boxes, count, blanks, TOP_LEFT);
    for (unsigned line = 0; line < lines; line++)
        draw_line(p, boxes, count, blanks, line);
    draw_border(p, boxes, count, blanks, BOTTOM_LEFT);
}

/* How many boxes fit into `width` columns. */
static unsigned fitting(const box *boxes, unsigned count, unsigned width) {
    unsigned n = 1;
    while (n < count && columns(boxes, n + 1, 1) <= width)
        n++;
    return n;
}

static unsigned rows_needed(const row *r, unsigned width) {
    unsigned rows = 0;
    for (unsigned i = 0; i < r->count; rows++)
        i += fitting(&r->box[i], r->count - i, width);
    return rows;
}

/* In one row where it fits, else in as few as possible, of about the same length. */
static void draw_row(page *p, const row *r) {
    unsigned width = columns(r->box, r->count, 1);
    if (width <= p->width || columns(r->box, r->count, 0) <= p->width) {
        draw_boxes(p, r->box, r->count, width <= p->width, r->lines);
        return;
    }
    unsigned rows = rows_needed(r, p->width);
    for (width /= rows; rows_needed(r, width) > rows;)
        width++;
    for (unsigned i = 0, n; i < r->count; i += n) {
        n = fitting(&r->box[i], r->count - i, width);
        draw_boxes(p, &r->box[i], n, 1, r->lines);
    }
}

static bool in_dword(const gisa_piece *piece, unsigned low) {
    return piece->at.low >= low && piece->at.low < low + 32;
}

unsigned picture_dword(const gisa_isa *isa, unsigned size, unsigned i) {
    unsigned dwords = size / 4;
    return i >= dwords ? 64 : 32 * (gisa_unit(isa) == 8 ? dwords - 1 - i : i);
}

void picture_draw_word(page *p, const picture *q, unsigned low, uint64_t bits) {
    row r = {.lines = 2};
    for (unsigned i = 0; i < q->count && r.count < 32; i++) {
        const gisa_piece *piece = &q->piece[i];
        if (!in_dword(piece, low))
            continue;
        box *b = &r.box[r.count++];
        *b = box_of(piece);
        snprintf(b->line[0], sizeof b->line[0], "%s", piece_name(piece));
        put_bits(b->line[1], piece_value(piece, bits), piece->at.width);
        b->ink = piece_is_odd(piece, bits)           ? INK_FAULT
                 : piece->kind == GISA_PIECE_IGNORED ? INK_FAINT
                                                     : INK_PLAIN;
        measure(b);
    }
    draw_row(p, &r);
}

void picture_draw_names(page *p, const picture *q, unsigned low) {
    row r = {.lines = 1};
    for (unsigned i = 0; i < q->count && r.count < 32; i++) {
        const gisa_piece *piece = &q->piece[i];
        if (!in_dword(piece, low))
            continue;
        box *b = &r.box[r.count++];
        *b = box_of(piece);
        if (piece->kind == GISA_PIECE_FIXED)
            put_bits(b->line[0], piece->value, piece->at.width);
        else
            snprintf(b->line[0], sizeof b->line[0], "%s", piece_name(piece));
        measure(b);
    }
    draw_row(p, &r);
}
