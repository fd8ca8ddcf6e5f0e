/* SPDX-License-Identifier: MIT */
/* What the value of a field means in an instruction, from the operands that look at its bits. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

static bool overlaps(gisa_bits a, gisa_bits b) {
    return a.width && b.width && a.low < b.low + b.width && b.low < a.low + a.width;
}

/* The entry of a table that names the value; false = it has none. A name that counts up is that of
   its first value. */
static bool find_name(const gisa_isa *isa, const char *table, int64_t value, gisa_value_name *name) {
    for (unsigned i = 0; gisa_name_of_value(isa, table, i, name) == GISA_OK; i++)
        if (value >= name->value && value <= name->last)
            return true;
    return false;
}

/* "NAME: what it stands for" */
static void add_named(const gisa_isa *isa, const char *table, int64_t value, const char *text, phrase *p) {
    gisa_value_name name;
    const char *meaning = NULL;
    if (find_name(isa, table, value, &name)) {
        meaning = gisa_meaning(isa, table, name.llvm);
        phrase_add(p, "%s", text ? text : name.llvm);
    } else
        phrase_add(p, "%lld, which has no name", (long long)value);
    if (meaning)
        phrase_add(p, ": %s", meaning);
}

/* ---- packed immediates ------------------------------------------------------------------ */

static int64_t part_of(gisa_pack_part part, int64_t value) {
    uint64_t bits = (uint64_t)value;
    uint64_t low = bits >> part.low.low & ((UINT64_C(1) << part.low.width) - 1);
    uint64_t high = bits >> part.high.low & ((UINT64_C(1) << part.high.width) - 1);
    return (int64_t)(high << part.low.width | low);
}

/* "waits until at most 3 accesses are under way", where the spec says where the number stands; else
   the meaning as it is. */
static void add_part_meaning(const gisa_isa *isa, const gisa_pack_part *part, int64_t value,
                             const char *otherwise, phrase *p) {
    static const char mark[] = "{n}";
    char word[64];
    snprintf(word, sizeof word, "%s(n)", part->name);
    const char *text = gisa_meaning(isa, part->pack, word), *at = text ? strstr(text, mark) : NULL;
    const char *plain = gisa_meaning(isa, part->pack, part->name);
    if (at)
        phrase_add(p, "%.*s%lld%s", (int)(at - text), text, (long long)value, at + strlen(mark));
    else
        phrase_add(p, "%s", plain ? plain : otherwise);
}

/* Each part with its value; the table of the same name has names for the first one. */
static void add_parts(const gisa_isa *isa, const char *pack, int64_t value, phrase *p) {
    gisa_pack_part part;
    gisa_value_name name;
    const char *operations = NULL; /* the table that names the operations of the message */
    for (unsigned i = 0; gisa_pack_part_at(isa, i, &part) == GISA_OK; i++) {
        if (strcmp(part.pack, pack) != 0) /* one of a resource has bits that are not in any immediate */
            continue;
        int64_t x = part_of(part, value);
        phrase_add(p, "%s%s = %lld: ", p->size ? "; " : "", part.name, (long long)x);
        if (part.low.low == 0) {
            add_named(isa, pack, x, NULL, p);
            operations = find_name(isa, "MSG_OPS", x, &name) && strcmp(pack, "MSG") == 0 ? name.llvm : NULL;
        } else if (operations && strcmp(part.name, "op") == 0)
            add_named(isa, operations, x, NULL, p);
        else
            add_part_meaning(isa, &part, x, "", p);
    }
}

/* The counters that are waited for; those at their maximum are not. */
static void add_counters(const gisa_isa *isa, int64_t value, phrase *p) {
    gisa_pack_part part;
    for (unsigned i = 0; gisa_pack_part_at(isa, i, &part) == GISA_OK; i++) {
        if (strcmp(part.pack, "WAITCNT") != 0)
            continue;
        int64_t x = part_of(part, value);
        phrase_add(p, "%s%s = %lld ", p->size ? "; " : "", part.name, (long long)x);
        if (x == part_of(part, -1))
            phrase_add(p, "does not wait");
        else
            add_part_meaning(isa, &part, x, "waits", p);
    }
}

/* ---- operands --------------------------------------------------------------------------- */

static void add_doc(const gisa_operand_info *info, const phrase *text, phrase *p) {
    phrase_add(p, "%s%s%s", text->text, text->size && info->doc ? ": " : "", info->doc ? info->doc : "");
}

static void add_constant(const gisa_operand *o, const gisa_operand_info *info, const phrase *text,
                         phrase *p) {
    if (o->kind == GISA_KIND_LITERAL)
        phrase_add(p, "the literal after it, %s: %s", text->text, info->doc ? info->doc : "");
    else
        phrase_add(p, "the constant %s: %s", text->text, info->doc ? info->doc : "");
}

static void add_register(const subject *s, unsigned i, const gisa_operand_info *info, const phrase *text,
                         phrase *p) {
    const gisa_operand *o = &s->insn.operand[i];
    char name[8];
    gisa_code_info code;
    if (o->kind == GISA_KIND_NAMED && gisa_code(s->isa, o->reg, name, &code) == GISA_OK &&
        code.kind == GISA_KIND_NONE)
        phrase_add(p, "code %u, which is reserved: %s", o->reg, info->doc ? info->doc : "");
    else if (o->kind == GISA_KIND_INLINE || o->kind == GISA_KIND_LITERAL)
        add_constant(o, info, text, p);
    else
        add_doc(info, text, p);
}

static void add_flag(const gisa_operand_info *info, int64_t value, phrase *p) {
    const char *doc = info->doc ? info->doc : info->name;
    if (value)
        phrase_add(p, "%s", doc);
    else
        phrase_add(p, "off (1 = %s)", doc);
}

/* Names of the switches that are on. */
static void add_switches(const subject *s, const gisa_operand_info *info, int64_t value, phrase *p) {
    phrase names = {.size = 0};
    for (unsigned bit = 0; bit < 16; bit++) {
        gisa_value_name name;
        if ((value >> bit & 1) && find_name(s->isa, "GPR_IDX", bit, &name))
            phrase_item(&names, " and ",
                        gisa_meaning(s->isa, "GPR_IDX", name.llvm)
                            ? gisa_meaning(s->isa, "GPR_IDX", name.llvm)
                            : name.llvm);
    }
    phrase_add(p, "%s: %s", names.size ? names.text : "nothing", info->doc ? info->doc : "");
}

/* Which values an export has is held in one field for all. */
static void add_enabled(const subject *s, phrase *p) {
    phrase names = {.size = 0};
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        gisa_operand_info info;
        if (gisa_form_operand(s->isa, s->insn.form, i, &info) == GISA_OK &&
            strcmp(info.codec, "exp_source") == 0 && s->insn.operand[i].kind != GISA_KIND_NONE)
            phrase_item(&names, ", ", info.name);
    }
    phrase_add(p, "the values that are there: %s", names.size ? names.text : "none");
}

/* A value of an export. Its fields: the register, which values are there, whether two share a
 * register, and then that register. */
static bool add_export(const subject *s, unsigned i, const gisa_operand_info *info, unsigned which,
                       const phrase *text, phrase *p) {
    bool shared = s->insn.bits >> info->field[2].low & 1;
    unsigned holder = shared ? 3 : 0;
    if (which == 1)
        add_enabled(s, p);
    else if (which == holder || (info->field[which].low == info->field[holder].low && which != 2))
        add_doc(info, text, p);
    return s->insn.operand[i].kind == GISA_KIND_NONE && which != 1;
}

/* The field that holds the value of the operand. */
static bool add_value(const subject *s, unsigned i, const gisa_operand_info *info, unsigned which,
                      phrase *p) {
    const gisa_operand *o = &s->insn.operand[i];
    const char *codec = info->codec;
    phrase text = {.size = 0};
    operand_text(s, i, &text);
    if (strcmp(codec, "code") == 0 || strcmp(codec, "vgpr") == 0)
        add_register(s, i, info, &text, p);
    else if (strcmp(codec, "exp_source") == 0)
        return add_export(s, i, info, which, &text, p);
    else if (strcmp(codec, "flag") == 0)
        add_flag(info, o->value, p);
    else if (strcmp(codec, "label") == 0)
        phrase_add(p, "%+lld bytes: %s", (long long)o->value, info->doc ? info->doc : "");
    else if (strcmp(codec, "waitcnt") == 0)
        add_counters(s->isa, o->value, p);
    else if (strcmp(codec, "hwreg") == 0)
        add_parts(s->isa, "HWREG", o->value, p);
    else if (strcmp(codec, "sendmsg") == 0)
        add_parts(s->isa, "MSG", o->value, p);
    else if (strcmp(codec, "gpr_idx") == 0)
        add_switches(s, info, o->value, p);
    else if (strcmp(codec, "mtbuf_format") == 0)
        add_named(s->isa, which ? "NFMT" : "DFMT", which ? o->value >> 8 : o->value & 0xff, NULL, p);
    else if (*info->names && find_name(s->isa, info->names, o->value, &(gisa_value_name){0}))
        add_named(s->isa, info->names, o->value, text.text + (*info->key ? strlen(info->key) + 1 : 0), p);
    else if (strcmp(codec, "choice") == 0 && !o->value && (info->flags & GISA_INFO_IS_MODIFIER))
        phrase_add(p, "none: %s", info->doc ? info->doc : "");
    else if (strcmp(codec, "number") == 0)
        phrase_add(p, "%s", info->doc ? info->doc : "");
    else
        add_doc(info, &text, p);
    return o->flags & GISA_OPERAND_DEFAULT;
}

/* Which of the operand's fields the piece is; -1 = none. */
static int field_index(const gisa_operand_info *info, const gisa_piece *piece) {
    for (unsigned k = 0; k < info->field_count; k++)
        if (overlaps(info->field[k], piece->at))
            return (int)k;
    return -1;
}

/* The bits that change how a source is taken. One text for all of them: those of one piece have the
   same effect. */
static bool add_switch(const gisa_operand_info *info, const gisa_piece *piece, uint64_t value, phrase *p) {
    const struct {
        gisa_bits at;
        const char *on, *off;
    } switches[] = {
        {info->neg, "%s is negated", "%s is not negated"},
        {info->abs, "the absolute value of %s is taken", "%s is taken with its sign"},
        {info->sext, "%s is extended with its sign", "%s is extended with zeros"},
        {info->scalar, "%s is a scalar register or a constant", "%s is a vector register"},
        {info->enable, "%s is chosen by its field", "%s is the usual register"},
        {info->plus, "one register more after %s", NULL},
    };
    for (size_t k = 0; k < sizeof switches / sizeof *switches; k++)
        if (overlaps(switches[k].at, piece->at)) {
            bool on = value >> (switches[k].at.low - piece->at.low) & 1;
            const char *form = on ? switches[k].on : switches[k].off,
                       *mark = form ? strstr(form, "%s") : NULL;
            if (!mark)
                return true;
            phrase_add(p, "%s%.*s%s%s", p->size ? "; " : "", (int)(mark - form), form, info->name, mark + 2);
            return !on;
        }
    return true;
}

/* What is known of a field by its name, and of its value. */
static bool add_named_field(const subject *s, const gisa_piece *piece, uint64_t value, phrase *p) {
    char place[96], number[24];
    const char *doc = gisa_meaning(s->isa, s->form.format, piece->name), *meaning;
    doc = doc ? doc : gisa_meaning(s->isa, NULL, piece->name);
    snprintf(place, sizeof place, "%s.%s", s->form.format, piece->name);
    snprintf(number, sizeof number, "%llu", (unsigned long long)value);
    meaning = gisa_meaning(s->isa, place, number);
    meaning = meaning ? meaning : gisa_meaning(s->isa, piece->name, number);
    if (meaning)
        phrase_add(p, "%s%s%s", meaning, doc ? ": " : "", doc ? doc : "");
    else if (doc && piece->at.width == 1 && !value)
        phrase_add(p, "off (1 = %s)", doc);
    else
        phrase_add(p, "%s", doc ? doc : "");
    return value == 0;
}

static bool is_banked(const gisa_operand_info *info) {
    return strcmp(info->codec, "banked") == 0;
}

/* Is the piece a part of the number that picks the bank or the channels? */
static bool selects(const gisa_bank_info *b, const gisa_piece *piece) {
    bool any = overlaps(b->choice, piece->at) || overlaps(b->extension, piece->at);
    for (unsigned i = 0; i < b->piece_count; i++)
        any |= overlaps(b->piece[i], piece->at);
    return any;
}

/* What else is a part of a register of a bank: alone its bits say little, so the register stands in
   front. */
static bool add_bank_part(const subject *s, unsigned i, const gisa_piece *piece, phrase *p) {
    uint64_t value = piece_value(piece, s->insn.bits);
    const char *doc = gisa_meaning(s->isa, NULL, piece->name);
    gisa_bank_info bank;
    if (!doc || gisa_form_bank(s->isa, s->insn.form, i, &bank) != GISA_OK || !selects(&bank, piece))
        return add_named_field(s, piece, value, p);
    operand_text(s, i, p);
    phrase_add(p, ": %s", doc);
    return value == 0;
}

static bool field_piece(const subject *s, const gisa_piece *piece, phrase *p) {
    bool usual = true;
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        gisa_operand_info info;
        if (!(piece->operands >> i & 1) || gisa_form_operand(s->isa, s->insn.form, i, &info) != GISA_OK)
            continue;
        int which = field_index(&info, piece);
        phrase part = {.size = 0};
        if (which >= 0)
            usual &= add_value(s, i, &info, (unsigned)which, &part) && !is_banked(&info);
        else if (is_banked(&info) && !overlaps(info.neg, piece->at) && !overlaps(info.abs, piece->at))
            usual &= add_bank_part(s, i, piece, &part);
        else if (strcmp(info.codec, "literal") == 0)
            usual &= add_value(s, i, &info, 0, &part);
        else
            usual &= add_switch(&info, piece, piece_value(piece, s->insn.bits), &part);
        if (part.size && !phrase_has(p, "; ", part.text))
            phrase_item(p, "; ", part.text);
    }
    return usual;
}

bool field_meaning(const subject *s, const gisa_piece *piece, phrase *p) {
    bool odd = piece_is_odd(piece, s->insn.bits);
    switch (piece->kind) {
    case GISA_PIECE_FIXED: phrase_add(p, "%s", s->form.format); return false;
    case GISA_PIECE_OPCODE: phrase_add(p, "%s", s->form.name); return false;
    case GISA_PIECE_ZERO: phrase_add(p, odd ? "reserved: it must be 0" : "reserved"); return true;
    case GISA_PIECE_IGNORED:
        phrase_add(p, odd && piece->value ? "without an effect, but usually written as 1s"
                      : odd               ? "set, but without an effect"
                                          : "without an effect");
        return true;
    case GISA_PIECE_WRITTEN: return add_named_field(s, piece, piece_value(piece, s->insn.bits), p);
    default: break;
    }
    bool usual = field_piece(s, piece, p);
    if (!p->size)
        phrase_add(p, "not used");
    return usual;
}

void operand_meaning(const subject *s, unsigned i, phrase *p) {
    gisa_operand_info info;
    if (gisa_form_operand(s->isa, s->insn.form, i, &info) == GISA_OK)
        add_value(s, i, &info, 0, p);
}
