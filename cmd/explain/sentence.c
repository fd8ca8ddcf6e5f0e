/* SPDX-License-Identifier: MIT */
/* What an instruction does, in a sentence: the row's doc, with the operands of the instruction in
 * place of the words that the spec marks. */
#include "explain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Does the row write it? A word may turn its result off. */
static bool is_result(const subject *s, unsigned i) {
    gisa_operand_info info;
    return gisa_form_operand(s->isa, s->insn.form, i, &info) == GISA_OK && info.role == GISA_ROLE_RESULT;
}

/* The operand without its key: offset:16 is 16. */
static void add_value(const subject *s, unsigned i, phrase *p) {
    gisa_operand_info info;
    phrase text = {.size = 0};
    operand_text(s, i, &text);
    size_t key = gisa_form_operand(s->isa, s->insn.form, i, &info) == GISA_OK ? strlen(info.key) : 0;
    phrase_add(p, "%s", key && text.text[key] == ':' ? text.text + key + 1 : text.text);
}

static void add_capitals(const char *text, phrase *p) {
    for (; *text; text++)
        phrase_add(p, "%c", toupper((unsigned char)*text));
}

/* Adds GDS for LDS where a modifier of the instruction has put one state in the place of the
   other. */
static bool add_other_state(const subject *s, uint32_t state, phrase *p) {
    gisa_operand_info info;
    for (unsigned i = 0; gisa_form_operand(s->isa, s->insn.form, i, &info) == GISA_OK; i++) {
        if (!s->insn.operand[i].value || !(info.instead_of & state))
            continue;
        for (unsigned k = 0; gisa_state_name(k); k++)
            if (info.instead >> k & 1)
                add_capitals(gisa_state_name(k), p);
        return true;
    }
    return false;
}

/* Can the operand stand in the doc in place of its name? */
static bool can_stand(const subject *s, int i) {
    return i >= 0 && (operand_is_value(&s->insn.operand[i]) || s->insn.operand[i].kind == GISA_KIND_IMM);
}

static bool add_operand(const subject *s, const gisa_doc_mark *m, phrase *p) {
    unsigned low = m->bits.low, high = low + m->bits.width - 1;
    if (!can_stand(s, m->operand))
        return false;
    if (m->bits.width > 1)
        phrase_add(p, "bits %u:%u of ", high, low);
    else if (m->bits.width)
        phrase_add(p, "bit %u of ", low);
    add_value(s, (unsigned)m->operand, p);
    return true;
}

void put_doc(const subject *s, unsigned from, unsigned to, bool operands, phrase *p) {
    const char *doc = s->form.doc;
    gisa_doc_mark m;
    for (unsigned k = 0; gisa_form_doc_mark(s->isa, s->insn.form, k, &m) == GISA_OK && m.at < to; k++) {
        if (m.at < from)
            continue;
        phrase_add(p, "%.*s", (int)(m.at - from), doc + from);
        if (!(m.state && add_other_state(s, m.state, p)) && !(operands && add_operand(s, &m, p)))
            phrase_add(p, "%.*s", (int)m.size, doc + m.at);
        from = m.at + m.size;
    }
    phrase_add(p, "%.*s", (int)(to - from), doc + from);
}

/* Does the doc's first sentence name operand i? */
static bool is_named(const subject *s, int i) {
    gisa_doc_mark m;
    for (unsigned k = 0; gisa_form_doc_mark(s->isa, s->insn.form, k, &m) == GISA_OK; k++)
        if (m.operand == i && m.at < s->form.summary)
            return can_stand(s, i);
    return false;
}

/* The type that all values have, where the doc does not say what they are; NULL = there is none. */
static const char *common_type(const subject *s) {
    const char *type = NULL;
    for (unsigned i = 0; s->form.untyped && i < s->insn.operand_count; i++) {
        const gisa_operand *o = &s->insn.operand[i];
        const char *name = operand_is_value(o) ? gisa_type_name(o->type, o->count) : NULL;
        if (!operand_is_value(o))
            continue;
        if (!name || *name == 'b' || (type && strcmp(type, name) != 0))
            return NULL;
        type = name;
    }
    return type;
}

/* Is it done by each active lane, and not for the wave as a whole? */
static bool by_lanes(const subject *s) {
    return !s->form.once && (s->reads & GISA_STATE_EXEC);
}

static void add_registers(const subject *s, unsigned access, uint32_t states, phrase *p) {
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        const gisa_operand *o = &s->insn.operand[i];
        phrase text = {.size = 0};
        subject bare = *s; /* |v1| and -v1 read v1 */
        if (!(o->access & access) || !operand_is_register(o))
            continue;
        bare.insn.operand[i].mods = 0;
        operand_text(&bare, i, &text);
        if (!phrase_has(p, ", ", text.text))
            phrase_item(p, ", ", text.text);
    }
    for (unsigned bit = 0; gisa_state_name(bit); bit++)
        if ((states >> bit & 1) && !phrase_has(p, ", ", gisa_state_name(bit)))
            phrase_item(p, ", ", gisa_state_name(bit));
}

/* Results that the word turns off. */
static void add_unwritten(const subject *s, phrase *p) {
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        const gisa_operand *o = &s->insn.operand[i];
        gisa_operand_info info;
        if (!is_result(s, i) || (o->access & GISA_ACCESS_WRITE) ||
            gisa_form_operand(s->isa, s->insn.form, i, &info) != GISA_OK)
            continue;
        phrase_add(p, " Does not write ");
        operand_text(s, i, p);
        phrase_add(p, ": %s is 0.", info.written);
    }
}

/* What the immediates say of which the doc speaks in general: counters to wait for, targets,
   messages. */
static void add_immediates(const subject *s, phrase *p) {
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        const gisa_operand *o = &s->insn.operand[i];
        phrase meaning = {.size = 0};
        if ((o->kind != GISA_KIND_IMM && o->kind != GISA_KIND_LABEL) || (o->flags & GISA_OPERAND_MODIFIER) ||
            is_named(s, (int)i))
            continue;
        operand_meaning(s, i, &meaning);
        phrase_add(p, " Here: %s.", meaning.text);
    }
}

/* The modifiers of arithmetic change what is computed. */
static void add_modifiers(const subject *s, phrase *p) {
    if (s->form.class_ != GISA_CLASS_VALU && s->form.class_ != GISA_CLASS_INTERP)
        return;
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        const gisa_operand *o = &s->insn.operand[i];
        gisa_operand_info info;
        phrase meaning = {.size = 0};
        if (!(o->flags & GISA_OPERAND_MODIFIER) || (o->flags & GISA_OPERAND_DEFAULT) ||
            gisa_form_operand(s->isa, s->insn.form, i, &info) != GISA_OK || o->value == info.otherwise)
            continue;
        operand_meaning(s, i, &meaning);
        phrase_add(p, " With %s: %s.", info.name, meaning.text);
    }
}

/* The doc's first sentence without its full stop. */
static void add_summary(const subject *s, phrase *p) {
    unsigned size = s->form.summary;
    phrase what = {.size = 0};
    put_doc(s, 0, size && s->form.doc[size - 1] == '.' ? size - 1 : size, true, &what);
    if (by_lanes(s)) {
        phrase_add(p, "In each active lane: ");
        *what.text = (char)tolower((unsigned char)*what.text);
    }
    phrase_add(p, "%s", what.text);
}

void sentence_of(const subject *s, phrase *p) {
    const char *type = common_type(s);
    phrase reads = {.size = 0}, writes = {.size = 0};
    add_summary(s, p);
    if (type && gisa_meaning(s->isa, NULL, type))
        phrase_add(p, " (each %s)", gisa_meaning(s->isa, NULL, type));
    phrase_add(p, ".");
    add_immediates(s, p);
    add_modifiers(s, p);
    add_registers(s, GISA_ACCESS_READ,
                  s->reads & ~(uint32_t)(GISA_STATE_EXEC | GISA_STATE_MODE | GISA_STATE_PC), &reads);
    add_registers(s, GISA_ACCESS_WRITE, s->writes & ~(uint32_t)GISA_STATE_PC, &writes);
    if (reads.size)
        phrase_add(p, " Reads %s%s", reads.text, writes.size ? "; " : ".");
    if (writes.size)
        phrase_add(p, "%s %s.", reads.size ? "writes" : " Writes", writes.text);
    add_unwritten(s, p);
}
