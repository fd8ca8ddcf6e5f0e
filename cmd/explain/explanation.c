/* SPDX-License-Identifier: MIT */
/* The explanation of one instruction, part by part. */
#include <stdio.h>
#include <string.h>

#include "explain.h"

static void show_text(page *p, const subject *s, bool chosen) {
    char text[2][GISA_TEXT_MAX];
    for (unsigned syntax = 0; syntax < 2; syntax++) {
        size_t size = sizeof text[syntax];
        gisa_style style = {.syntax = (gisa_syntax)syntax};
        if (gisa_print(s->isa, &s->insn, &style, text[syntax], &size) != GISA_OK)
            strcpy(text[syntax], "?");
    }
    bool other = gisa_fact(s->isa, "syntaxes", 1) > 1;
    bool same = strcmp(text[0], text[1]) == 0;
    page_end_line(p);
    page_to(p, 2);
    page_flow(p, 6, INK_STRONG, text[0]);
    page_end_line(p);
    if (other && !same) {
        page_to(p, 2);
        page_flow(p, 6, INK_PLAIN, text[1]);
        page_flow(p, 6, INK_FAINT, "(CLRX)");
        page_end_line(p);
    }
    phrase about = {.size = 0};
    phrase_add(&about, "%s%s, %s, %u bytes%s", gisa_name(s->isa),
               chosen ? " (the newest that knows it; -a for others)" : "", s->form.format, s->insn.size,
               other && same ? "; CLRX's syntax is the same here" : "");
    page_to(p, 2);
    page_flow(p, 2, INK_FAINT, about.text);
    page_end_line(p);
}

/* The width of the names of fields, in columns. */
static unsigned name_width(const picture *q) {
    unsigned width = 0;
    for (unsigned i = 0; i < q->count; i++)
        if (strlen(piece_name(&q->piece[i])) > width)
            width = (unsigned)strlen(piece_name(&q->piece[i]));
    return width;
}

static void show_field(page *p, const subject *s, const gisa_piece *piece, unsigned width, bool *first) {
    uint64_t value = piece_value(piece, s->insn.bits);
    phrase meaning = {.size = 0};
    bool faint = field_meaning(s, piece, &meaning);
    ink look = piece_is_odd(piece, s->insn.bits) ? INK_FAULT : faint ? INK_FAINT : INK_PLAIN;
    if (piece->kind == GISA_PIECE_FIXED && *first) {
        gisa_format_info format;
        if (gisa_format(s->isa, s->form.format_index, &format) == GISA_OK && format.doc)
            phrase_add(&meaning, ": %s", format.doc);
        *first = false;
    }
    piece_place(p, piece);
    page_put(p, look, *piece_name(piece) ? piece_name(piece) : "fixed");
    page_to(p, 11 + width);
    if (piece->kind == GISA_PIECE_FIXED)
        page_put(p, look, "");
    else if (piece->kind == GISA_PIECE_OPCODE || value > 999)
        page_format(p, look, "0x%llx", (unsigned long long)value);
    else
        page_format(p, look, "%llu", (unsigned long long)value);
    unsigned indent = page_last_column(p, 11 + width + 8);
    page_flow(p, indent, look, meaning.text);
    page_end_line(p);
}

/* Bits that say nothing, and are as they should be. */
static bool is_quiet(const gisa_piece *piece, uint64_t bits) {
    return (piece->kind == GISA_PIECE_ZERO || piece->kind == GISA_PIECE_IGNORED) &&
           !piece_is_odd(piece, bits);
}

/* They share a line. */
static void show_quiet(page *p, const subject *s, const picture *q, uint8_t kind, const char *what) {
    phrase list = {.size = 0};
    for (unsigned i = 0; i < q->count; i++) {
        const gisa_piece *piece = &q->piece[i];
        if (piece->kind != kind || !is_quiet(piece, s->insn.bits))
            continue;
        if (piece->at.width == 1)
            phrase_add(&list, "%s%u", list.size ? ", " : "", piece->at.low);
        else
            phrase_add(&list, "%s%u:%u", list.size ? ", " : "", piece->at.low + piece->at.width - 1u,
                       piece->at.low);
    }
    if (!list.size)
        return;
    page_to(p, 2);
    page_put(p, INK_FAINT, strpbrk(list.text, ":,") ? "bits" : "bit");
    page_flow(p, 4, INK_FAINT, list.text);
    page_put(p, INK_FAINT, ":");
    page_flow(p, 4, INK_FAINT, what);
    page_end_line(p);
}

static void show_bits(page *p, const subject *s) {
    picture q = picture_of_form(s->isa, s->insn.form);
    unsigned width = name_width(&q) < 5 ? 5 : name_width(&q);
    bool first = true;
    page_heading(p, "Bits");
    for (unsigned i = 0, low; (low = picture_dword(s->isa, s->insn.size, i)) < 64; i++) {
        if (low >= 8u * s->form.size) {
            picture literal = picture_of_word("literal", low);
            picture_draw_word(p, &literal, low, s->insn.bits);
        } else
            picture_draw_word(p, &q, low, s->insn.bits);
    }
    for (unsigned i = 0; i < q.count; i++)
        if (!is_quiet(&q.piece[i], s->insn.bits))
            show_field(p, s, &q.piece[i], width, &first);
    show_quiet(p, s, &q, GISA_PIECE_ZERO, "reserved, and 0 as they must be");
    show_quiet(p, s, &q, GISA_PIECE_IGNORED, "without an effect");
    if (s->insn.size > s->form.size) {
        page_to(p, 2);
        page_put(p, INK_FAINT, "63:32");
        page_to(p, 9);
        page_put(p, INK_PLAIN, "literal");
        page_to(p, 11 + width);
        page_format(p, INK_PLAIN, "0x%08llx", (unsigned long long)(s->insn.bits >> 32));
        page_end_line(p);
    }
}

static void show_operands(page *p, const subject *s) {
    phrase reads = {.size = 0}, writes = {.size = 0};
    unsigned names = 7, texts = 0, natures = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < s->insn.operand_count; i++) {
            gisa_operand_info info;
            phrase text = {.size = 0}, nature = {.size = 0};
            const gisa_operand *o = &s->insn.operand[i];
            if (gisa_form_operand(s->isa, s->insn.form, i, &info) != GISA_OK ||
                (o->flags & GISA_OPERAND_MODIFIER))
                continue;
            operand_text(s, i, &text);
            operand_nature(&info, o->access, &nature);
            if (pass == 0) {
                names = strlen(info.name) > names ? (unsigned)strlen(info.name) : names;
                texts = text.size > texts ? (unsigned)text.size : texts;
                natures = nature.size > natures ? (unsigned)nature.size : natures;
                if (i == 0)
                    page_heading(p, "Operands");
                continue;
            }
            page_to(p, 2);
            page_put(p, INK_PLAIN, info.name);
            page_to(p, 4 + names);
            page_put(p, INK_STRONG, text.text);
            page_to(p, 6 + names + texts);
            page_flow(p, 6 + names + texts, INK_FAINT, nature.text);
            unsigned indent = page_last_column(p, 8 + names + texts + natures);
            page_flow(p, indent, INK_PLAIN, info.doc ? info.doc : "");
            page_end_line(p);
        }
    state_words(s->reads, ", ", &reads);
    state_words(s->writes, ", ", &writes);
    if (!reads.size && !writes.size)
        return;
    phrase besides = {.size = 0};
    if (reads.size)
        phrase_add(&besides, "reads %s", reads.text);
    if (writes.size)
        phrase_add(&besides, "%swrites %s", reads.size ? "; " : "", writes.text);
    page_to(p, 2);
    page_put(p, INK_PLAIN, "besides");
    page_to(p, 4 + names);
    page_flow(p, 4 + names, INK_PLAIN, besides.text);
    page_end_line(p);
}

static void show_doubt(page *p, const char *heading, const char *text) {
    if (!text)
        return;
    page_to(p, 2);
    page_flow(p, 2, INK_FAULT, heading);
    page_flow(p, 2, INK_PLAIN, text);
    page_end_line(p);
}

/* "Flow: jump: the wave goes on at the target (s[30:31])" */
static void show_flow(page *p, const subject *s) {
    gisa_flow_info flow;
    phrase text = {.size = 0};
    if (gisa_flow_of(s->isa, &s->insn, 0, &flow) != GISA_OK || flow.kind == GISA_FLOW_NEXT)
        return;
    const char *meaning = gisa_meaning(s->isa, "CONTROL_FLOW", gisa_flow_name(flow.kind));
    phrase_add(&text, "%s: %s", gisa_flow_name(flow.kind), meaning ? meaning : "");
    if (flow.operand >= 0 && !flow.has_target) {
        phrase_add(&text, " (");
        operand_text(s, (unsigned)flow.operand, &text);
        phrase_add(&text, ")");
    }
    page_to(p, 2);
    page_put(p, INK_PLAIN, "Flow:");
    page_flow(p, 2, INK_PLAIN, text.text);
    page_end_line(p);
}

static void show_operation(page *p, const subject *s) {
    phrase doc = {.size = 0};
    put_doc(s, 0, (unsigned)strlen(s->form.doc), false, &doc);
    page_heading(p, "Operation");
    page_to(p, 2);
    page_flow(p, 2, INK_PLAIN, doc.text);
    page_end_line(p);
    if (s->form.body)
        page_code(p, 2, s->form.body);
    show_flow(p, s);
    show_doubt(p, "Not certain:", s->form.unsure);
    show_doubt(p, "Approximate:", s->form.approximate);
}

static void show_word(page *p, const subject *s, const char *shown, const char *word) {
    const char *meaning = gisa_meaning(s->isa, NULL, word);
    if (!meaning)
        return;
    page_to(p, 2);
    page_put(p, INK_PLAIN, shown);
    unsigned indent = page_last_column(p, 11);
    page_flow(p, indent, INK_PLAIN, meaning);
    page_end_line(p);
}

/* What registers and state of this instruction are. */
static void show_words(page *p, const subject *s) {
    unsigned kinds = 0;
    uint32_t states = s->reads | s->writes;
    for (unsigned i = 0; i < s->insn.operand_count; i++)
        kinds |= 1u << s->insn.operand[i].kind;
    if (!gisa_meaning(s->isa, NULL, "wave") && !(kinds >> GISA_KIND_TEMP))
        return;
    page_heading(p, "Words");
    show_word(p, s, "wave", "wave");
    if (states & GISA_STATE_EXEC)
        show_word(p, s, "lane", "lane");
    if (kinds >> GISA_KIND_VGPR & 1)
        show_word(p, s, "v0 ...", "vgpr");
    if (kinds >> GISA_KIND_SGPR & 1)
        show_word(p, s, "s0 ...", "sgpr");
    if (kinds >> GISA_KIND_TTMP & 1)
        show_word(p, s, "ttmp0 ...", "ttmp");
    for (unsigned kind = GISA_KIND_TEMP; kind < GISA_KIND_COUNT; kind++) {
        char shown[16];
        snprintf(shown, sizeof shown, *gisa_bank_letters(kind) == '#' ? "%s..." : "%s0 ...",
                 *gisa_bank_letters(kind) ? gisa_bank_letters(kind) : "r[...]");
        if (!*gisa_bank_letters(kind))
            strcpy(shown, "r[...]");
        if (kinds >> kind & 1)
            show_word(p, s, shown, gisa_kind_name(kind));
    }
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        char text[8];
        gisa_code_info code;
        const gisa_operand *o = &s->insn.operand[i];
        if (o->kind != GISA_KIND_NAMED || gisa_code(s->isa, o->reg, text, &code) != GISA_OK)
            continue;
        const char *name = *code.pair && !gisa_meaning(s->isa, NULL, code.name) ? code.pair : code.name;
        bool state = false;
        for (unsigned bit = 0; gisa_state_name(bit); bit++)
            state |= (states >> bit & 1) && strcmp(gisa_state_name(bit), name) == 0;
        if (!state)
            show_word(p, s, name, name);
    }
    for (unsigned bit = 0; gisa_state_name(bit); bit++)
        if (states >> bit & 1)
            show_word(p, s, gisa_state_name(bit), gisa_state_name(bit));
}

/* A word that is no instruction, with the fields that the nearest format has. */
static void show_nothing(page *p, const subject *s) {
    uint64_t word = first_unit(s);
    uint32_t format;
    unsigned unit = gisa_unit(s->isa);
    bool near = nearest_format(s->isa, word, &format);
    picture q = s->status == GISA_STATUS_TRUNCATED ? picture_of_form(s->isa, s->insn.form)
                : near                             ? picture_of_format(s->isa, format)
                                                   : picture_of_word("", 0);
    page_heading(p, "Bits");
    if (unit > 4 && q.count == 1) { /* nothing is near */
        picture high = picture_of_word("", 32);
        q.piece[q.count++] = high.piece[0];
    }
    for (unsigned i = 0, low; (low = picture_dword(s->isa, unit, i)) < 64; i++)
        picture_draw_word(p, &q, low, word);
}

void explain_subject(page *p, const subject *s, bool chosen) {
    if (!subject_is_instruction(s)) {
        phrase text = {.size = 0};
        if (s->status == GISA_STATUS_TRUNCATED)
            phrase_add(&text, "The first word of %s on %s.", s->form.mnemonic, gisa_name(s->isa));
        else
            phrase_add(&text, "No instruction of %s.", gisa_name(s->isa));
        page_flow(p, 0, INK_STRONG, text.text);
        page_end_line(p);
        explain_faults(p, s);
        show_nothing(p, s);
        explain_elsewhere(p, s);
        return;
    }
    phrase sentence = {.size = 0};
    sentence_of(s, &sentence);
    page_flow(p, 0, INK_PLAIN, sentence.text);
    page_end_line(p);
    explain_faults(p, s);
    show_text(p, s, chosen);
    show_bits(p, s);
    show_operands(p, s);
    show_address(p, s->isa, s->insn.form);
    show_operation(p, s);
    explain_elsewhere(p, s);
    show_words(p, s);
}
