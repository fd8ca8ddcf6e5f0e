/* SPDX-License-Identifier: MIT */
/* The bits of instructions: each dword a row of cells as wide as their fields, most significant bit
   left. */
#include "manual.h"

static unsigned high(gisa_bits at) {
    return at.low + at.width - 1u;
}

static uint64_t bits_at(uint64_t bits, gisa_bits at) {
    return bits >> at.low & (at.width == 64 ? UINT64_MAX : (UINT64_C(1) << at.width) - 1);
}

/* Letters of the style sheet: fixed, opcode, zero, ignored; a field is d, s or m. */
static const char *cell_class(const gisa_piece *piece, const char *field) {
    switch ((gisa_piece_kind)piece->kind) {
    case GISA_PIECE_FIXED: return "f";
    case GISA_PIECE_OPCODE: return "o";
    case GISA_PIECE_ZERO: return "z";
    case GISA_PIECE_IGNORED: return "i";
    case GISA_PIECE_WRITTEN:
    case GISA_PIECE_FIELD: break;
    }
    return field;
}

static void begin_cell(text *t, const gisa_piece *piece, const char *class_) {
    if (high(piece->at) % 32 == 31)
        say(t, "<ol class='bits' aria-label='Bits %u to %u'>\n", high(piece->at), high(piece->at) - 31);
    say(t, "<li class='%s%s w%u'><i>%u</i>", class_, piece->at.width < 3 ? " n" : "", piece->at.width,
        high(piece->at));
    if (piece->at.width > 1)
        say(t, "<i>%u</i>", piece->at.low);
}

static void end_cell(text *t, const gisa_piece *piece) {
    raw(t, "</li>\n");
    if (piece->at.low % 32 == 0)
        raw(t, "</ol>\n");
}

static void begin_picture(text *t, const char *label) {
    say(t, "<div class='scroll' role='group' aria-label='%s' tabindex='0'>\n", label);
}

/* ---- a form ------------------------------------------------------------------------------- */

void say_picture_key(text *t, const variant *v) {
    gisa_piece piece;
    say(t, "%s", v->info.format);
    for (unsigned i = 0; piece_at(v, i, &piece); i++) {
        const char *operand = piece_operand(v, &piece);
        say(t, "|%u %u %u %s %s %s", piece.kind, piece.at.low, piece.at.width, piece.name,
            operand ? operand : "", cell_class(&piece, piece_class(v, &piece)));
        if (piece.kind == GISA_PIECE_FIXED)
            say(t, " %x", (unsigned)piece.value);
    }
}

static void say_form_cell(page *p, const variant *v, const gisa_piece *piece, const example *e) {
    const char *operand = piece_operand(v, piece);
    begin_cell(&p->out, piece, cell_class(piece, piece_class(v, piece)));
    if (operand)
        say(&p->out, "<b><a href='#%sop-%s'>%s</a></b>", p->part, operand,
            *piece->name ? piece->name : operand);
    else
        say(&p->out, "<b>%s</b>", piece->name);
    raw(&p->out, "<code>");
    say_binary(&p->out, bits_at(e->bits, piece->at), piece->at.width);
    raw(&p->out, "</code>");
    end_cell(&p->out, piece);
}

void say_form_picture(page *p, const variant *v, const example *e) {
    gisa_piece piece;
    text label = {0};
    say(&label, "Bits of %s", v->info.format);
    begin_picture(&p->out, label.at);
    for (unsigned i = 0; piece_at(v, i, &piece); i++)
        say_form_cell(p, v, &piece, e);
    raw(&p->out, "</div>\n");
    text_free(&label);
}

/* ---- a format ----------------------------------------------------------------------------- */

void say_format_picture(text *t, const gisa_isa *isa, uint32_t format) {
    gisa_format_info info;
    gisa_piece piece;
    text label = {0};
    gisa_format(isa, format, &info);
    say(&label, "Bits of %s", info.name);
    begin_picture(t, label.at);
    for (unsigned i = 0; gisa_format_piece(isa, format, i, &piece) == GISA_OK; i++) {
        begin_cell(t, &piece, cell_class(&piece, "s"));
        say(t, "<b>%s</b><code>", piece.name);
        if (piece.kind == GISA_PIECE_FIXED)
            say_binary(t, piece.value, piece.at.width);
        else if (piece.kind == GISA_PIECE_ZERO)
            say_binary(t, 0, piece.at.width);
        raw(t, "</code>");
        end_cell(t, &piece);
    }
    raw(t, "</div>\n");
    text_free(&label);
}
