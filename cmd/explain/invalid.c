/* SPDX-License-Identifier: MIT */
/* Words that are no instruction, or an odd one, and what they are on other architectures. */
#include "explain.h"

#include <string.h>

/* ---- the nearest format ----------------------------------------------------------------- */

typedef struct likeness {
    bool fits;     /* all fixed bits of the first dword agree */
    unsigned bits; /* how many there are */
    bool has_opcode;
    uint32_t opcode;
} likeness;

static likeness compare(const gisa_isa *isa, uint32_t format, uint64_t word) {
    likeness l = {.fits = true};
    gisa_piece piece;
    for (unsigned i = 0; gisa_format_piece(isa, format, i, &piece) == GISA_OK; i++) {
        if (piece.at.low >= 8 * gisa_unit(isa))
            continue;
        if (piece.kind == GISA_PIECE_FIXED) {
            l.fits &= piece_value(&piece, word) == piece.value;
            l.bits += piece.at.width;
        } else if (piece.kind == GISA_PIECE_OPCODE) {
            l.has_opcode = true;
            l.opcode = l.opcode << piece.at.width | (uint32_t)piece_value(&piece, word);
        }
    }
    return l;
}

bool nearest_format(const gisa_isa *isa, uint64_t word, uint32_t *format) {
    gisa_format_info info;
    unsigned most = 0;
    for (uint32_t f = 0; gisa_format(isa, f, &info) == GISA_OK; f++) {
        likeness l = compare(isa, f, word);
        if (l.fits && l.bits > most) {
            most = l.bits;
            *format = f;
        }
    }
    return most != 0;
}

/* ---- unknown ---------------------------------------------------------------------------- */

/* The instruction with this opcode in the format of this name; NULL = none. */
static const char *opcode_name(const gisa_isa *isa, const char *format, uint32_t opcode) {
    gisa_form_info form;
    for (uint32_t i = 0; gisa_form(isa, i, &form) == GISA_OK; i++)
        if (form.opcode == opcode && strcmp(form.format, format) == 0)
            return form.name;
    return NULL;
}

/* "; on gfx900 it is v_nop" for each architecture that has the opcode. */
static void add_owners(const subject *s, const char *format, uint32_t opcode, phrase *p) {
    const gisa_isa *other;
    phrase owners = {.size = 0};
    for (unsigned i = 0; (other = gisa_at(i)); i++) {
        const char *name = strcmp(gisa_family(other), gisa_family(s->isa)) == 0 && other != gisa_base(s->isa)
                               ? opcode_name(other, format, opcode)
                               : NULL;
        if (!name)
            continue;
        phrase_add(&owners, "%s%s has %s", owners.size ? ", " : "", gisa_name(other), name);
    }
    if (owners.size)
        phrase_add(p, "; there, %s", owners.text);
}

void explain_unknown_word(const subject *s, phrase *p) {
    uint64_t word = first_unit(s);
    uint32_t format = 0;
    gisa_format_info info;
    if (!nearest_format(s->isa, word, &format) || gisa_format(s->isa, format, &info) != GISA_OK) {
        phrase_add(p, "No encoding of %s begins with these bits.", gisa_name(s->isa));
        return;
    }
    likeness l = compare(s->isa, format, word);
    phrase_add(p, "The word begins like %s", info.name);
    if (info.doc)
        phrase_add(p, " (%s)", info.doc);
    if (!l.has_opcode || opcode_name(s->isa, info.name, l.opcode))
        phrase_add(p, ", and its opcode is known, but other bits are not those of any such instruction");
    else {
        phrase_add(p, ", but opcode 0x%x of %s is not defined on %s", l.opcode, info.name, gisa_name(s->isa));
        add_owners(s, info.name, l.opcode, p);
    }
    phrase_add(p, ".");
}

static void explain_unknown(page *p, const subject *s) {
    phrase text = {.size = 0};
    explain_unknown_word(s, &text);
    page_flow(p, 0, INK_PLAIN, text.text);
    page_end_line(p);
}

/* ---- reserved --------------------------------------------------------------------------- */

static uint64_t mask_of(gisa_bits at) {
    return at.width ? ((UINT64_C(1) << at.width) - 1) << at.low : 0;
}

/* Is the operand reserved even where all fields of the others are 0? */
static bool is_culprit(const subject *s, unsigned i, const gisa_operand_info *info) {
    uint64_t keep = s->form.mask | mask_of(info->scalar) | mask_of(info->enable) | mask_of(info->plus);
    uint8_t code[16] = {0};
    gisa_insn insn;
    for (unsigned k = 0; k < info->field_count; k++)
        keep |= mask_of(info->field[k]);
    for (unsigned k = 0; k < 8; k++)
        code[k] = (uint8_t)((s->insn.bits & keep) >> 8 * k);
    (void)i;
    return gisa_decode(s->isa, code, sizeof code, &insn) == GISA_STATUS_RESERVED && insn.form == s->insn.form;
}

static void add_culprit(const subject *s, unsigned i, const gisa_operand_info *info, phrase *p) {
    const gisa_operand *o = &s->insn.operand[i];
    unsigned code =
        (unsigned)(s->insn.bits >> info->field[0].low & ((UINT64_C(1) << info->field[0].width) - 1));
    char name[8];
    gisa_code_info known = {.kind = GISA_KIND_NONE};
    bool is_code = strcmp(info->codec, "code") == 0 || info->scalar.width;
    code *= info->scale > 1 ? info->scale : 1u;
    if (is_code && gisa_code(s->isa, code, name, &known) == GISA_OK && known.kind == GISA_KIND_NONE)
        phrase_add(p, "%s is %u, a code that stands for nothing on %s", info->name, code, gisa_name(s->isa));
    else if (o->kind == GISA_KIND_VGPR || (!is_code && strcmp(info->codec, "vgpr") == 0))
        phrase_add(p, "%s begins at v%u and has %u registers, but there are only 256", info->name, o->reg,
                   o->count);
    else if (is_code && (known.kind == GISA_KIND_INLINE || known.kind == GISA_KIND_LITERAL) &&
             (o->access & GISA_ACCESS_WRITE))
        phrase_add(p, "%s is %s, which cannot be written", info->name, known.name);
    else if (is_code && known.kind == GISA_KIND_LITERAL)
        phrase_add(p, "%s is a literal, which this encoding has no room for", info->name);
    else if (is_code && o->count > 1)
        phrase_add(p, "%s begins at %s, where no group of %u registers begins", info->name, known.name,
                   o->count);
    else if (is_code)
        phrase_add(p, "%s is %s, which is not taken here", info->name, known.name);
    else
        phrase_add(p, "%s has a reserved value", info->name);
}

static void explain_reserved(page *p, const subject *s) {
    phrase text = {.size = 0};
    phrase_add(&text, "Reserved: ");
    size_t before = text.size;
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        gisa_operand_info info;
        if (gisa_form_operand(s->isa, s->insn.form, i, &info) != GISA_OK || !is_culprit(s, i, &info))
            continue;
        phrase_add(&text, "%s", text.size > before ? "; " : "");
        add_culprit(s, i, &info, &text);
    }
    phrase_add(&text, text.size > before ? ". What the instruction does then is not known."
                                         : "an operand has a value that is not defined.");
    page_flow(p, 0, INK_FAULT, text.text);
    page_end_line(p);
}

/* ---- odd -------------------------------------------------------------------------------- */

/* "bit 25", "bits 7:4": the pieces of this kind that are not as they should be. */
static void add_odd_bits(const subject *s, uint8_t kind, phrase *p) {
    picture q = picture_of_form(s->isa, s->insn.form);
    phrase list = {.size = 0};
    for (unsigned i = 0; i < q.count; i++) {
        const gisa_piece *piece = &q.piece[i];
        phrase one = {.size = 0};
        if (piece->kind != kind || !piece_is_odd(piece, s->insn.bits))
            continue;
        if (piece->at.width == 1)
            phrase_add(&one, "%u", piece->at.low);
        else
            phrase_add(&one, "%u:%u", piece->at.low + piece->at.width - 1u, piece->at.low);
        phrase_item(&list, ", ", one.text);
    }
    phrase_add(p, "%s", list.text);
}

/* The words that an assembler makes of the text. */
static void add_usual_words(const subject *s, phrase *p) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text, room = 16;
    gisa_insn insn;
    uint8_t code[16];
    if (gisa_print(s->isa, &s->insn, NULL, text, &size) != GISA_OK ||
        gisa_parse(s->isa, text, size, NULL, &insn, NULL) != GISA_OK ||
        gisa_encode(s->isa, &insn, code, &room) != GISA_OK) {
        phrase_add(p, " Assemblers refuse the text.");
        return;
    }
    if (room == s->insn.size && memcmp(code, s->code, room) == 0)
        return;
    phrase_add(p, " Assembled, the text gives");
    for (size_t i = 0; i < room; i += 4)
        phrase_add(p, " %02x%02x%02x%02x", code[i + 3], code[i + 2], code[i + 1], code[i]);
    phrase_add(p, ".");
}

static void explain_odd(page *p, const subject *s, uint32_t odd) {
    static const char *const texts[] = {
        NULL,
        NULL,
        "The literal is one that assemblers write as an inline constant, or that has more bits than its "
        "operand.",
        "Assemblers use another encoding for this text.",
        "A group of registers does not begin where it must, or reaches beyond the last register.",
        "It reads more than one scalar value; a vector instruction can read one.",
        "An operand is of a kind that assemblers do not take here."};
    phrase text = {.size = 0};
    if (odd & GISA_ODD_RESERVED) {
        phrase_add(&text, "Reserved bits are set: ");
        add_odd_bits(s, GISA_PIECE_ZERO, &text);
        phrase_add(&text, ".");
    }
    if (odd & GISA_ODD_UNUSED) {
        phrase bits = {.size = 0};
        add_odd_bits(s, GISA_PIECE_IGNORED, &bits);
        phrase_add(&text, "%sBits without an effect are not as assemblers write them%s%s.",
                   text.size ? " " : "", bits.size ? ": " : "", bits.text);
    }
    for (unsigned i = 2; i < sizeof texts / sizeof *texts; i++)
        if (odd >> i & 1)
            phrase_item(&text, " ", texts[i]);
    add_usual_words(s, &text);
    page_flow(p, 0, INK_FAULT, text.text);
    page_end_line(p);
}

void explain_faults(page *p, const subject *s) {
    if (s->status == GISA_STATUS_UNKNOWN)
        explain_unknown(p, s);
    else if (s->status == GISA_STATUS_TRUNCATED) {
        page_flow(p, 0, INK_FAULT,
                  "The instruction has a second word, which is missing; give both to see all of it.");
        page_end_line(p);
    } else if (s->status == GISA_STATUS_RESERVED)
        explain_reserved(p, s);
    uint32_t odd = subject_is_instruction(s) ? gisa_oddities(s->isa, &s->insn) : 0;
    if (odd)
        explain_odd(p, s, odd);
}

/* ---- other architectures ---------------------------------------------------------------- */

/* What the words are on another architecture. */
typedef struct view {
    phrase names; /* of the architectures */
    phrase doc;
    size_t summary; /* the size of its first sentence */
    char text[GISA_TEXT_MAX];
    const char *format;
} view;

static void look(const gisa_isa *isa, const subject *s, view *v) {
    subject other = subject_at(isa, s->code, s->size);
    size_t size = sizeof v->text;
    phrase_add(&v->names, "%s", gisa_name(isa));
    v->format = "";
    if (!subject_is_instruction(&other) || gisa_print(isa, &other.insn, NULL, v->text, &size) != GISA_OK) {
        strcpy(v->text,
               other.status == GISA_STATUS_TRUNCATED ? "an instruction of two words" : "no instruction");
        return;
    }
    if (other.status == GISA_STATUS_RESERVED)
        strcat(v->text, " (reserved)");
    put_doc(&other, 0, other.form.summary, false, &v->doc);
    v->summary = v->doc.size;
    put_doc(&other, other.form.summary, (unsigned)strlen(other.form.doc), false, &v->doc);
    v->format = other.form.format;
}

static bool same_view(const view *a, const view *b) {
    return strcmp(a->text, b->text) == 0 && strcmp(a->doc.text, b->doc.text) == 0;
}

void explain_elsewhere(page *p, const subject *s) {
    enum { MOST = 16 };
    static view views[MOST];
    view here = {.names = {.size = 0}};
    const gisa_isa *isa;
    unsigned count = 0;
    look(s->isa, s, &here);
    for (unsigned i = 0; (isa = gisa_at(i)) && count < MOST; i++) {
        if (isa == gisa_base(s->isa) || strcmp(gisa_family(isa), gisa_family(s->isa)) != 0)
            continue;
        view *v = &views[count];
        memset(v, 0, sizeof *v);
        look(isa, s, v);
        unsigned k = 0;
        while (k < count && !same_view(&views[k], v))
            k++;
        if (k < count)
            phrase_add(&views[k].names, ", %s", gisa_name(isa));
        else
            count++;
    }
    unsigned column = 0;
    for (unsigned i = 0; i < count; i++)
        column = views[i].names.size > column ? (unsigned)views[i].names.size : column;
    if (count)
        page_heading(p, "On other architectures");
    for (unsigned i = 0; i < count; i++) {
        page_to(p, 2);
        page_flow(p, 4, INK_PLAIN, views[i].names.text);
        unsigned indent = page_last_column(p, column + 4);
        if (same_view(&views[i], &here) && s->status != GISA_STATUS_TRUNCATED)
            page_flow(p, indent, INK_PLAIN, here.doc.size ? "the same" : "no instruction either");
        else {
            page_flow(p, indent, INK_PLAIN, views[i].text);
            if (views[i].doc.size) {
                views[i].doc.text[views[i].summary] = 0;
                page_end_line(p);
                page_to(p, indent);
                page_flow(p, indent, INK_FAINT, views[i].doc.text);
            }
        }
        page_end_line(p);
    }
}
