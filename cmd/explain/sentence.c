/* SPDX-License-Identifier: MIT */
/* What an instruction does, in a sentence: the row's doc, with the registers of the instruction in place of D, S0 and the
 * names of operands. */
#include "explain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Does the row write it? A word may turn its result off. */
static bool is_result(const subject *s, unsigned i) {
    gisa_operand_info info;
    return gisa_form_operand(s->isa, s->insn.form, i, &info) == GISA_OK && info.role == GISA_ROLE_RESULT;
}

/* Is the word, which may be in capitals, the name? */
static bool is_called(const char *name, const char *word, size_t size) {
    size_t k = 0;
    while (k < size && name[k] && (word[k] == name[k] || word[k] == toupper((unsigned char)name[k])))
        k++;
    return k == size && !name[k];
}

/* The operand that a word of the doc stands for; -1 = none. S0 is what the spec calls it, SDATA its name in capitals. */
static int operand_of_word(const subject *s, const char *word, size_t size) {
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        const gisa_operand *o = &s->insn.operand[i];
        gisa_operand_info info;
        if (gisa_form_operand(s->isa, s->insn.form, i, &info) != GISA_OK)
            continue;
        bool named = is_called(info.word, word, size) || (size > 2 && is_called(info.name, word, size));
        if (named && (operand_is_value(o) || o->kind == GISA_KIND_IMM))
            return (int)i;
    }
    return -1;
}

/* "[4:0]" behind a word: the bits are named in front of it. The length of the brackets; 0 = there are none. */
static size_t bit_range(const char *text, long *high, long *low) {
    char *end;
    if (*text != '[' || !isdigit((unsigned char)text[1]))
        return 0;
    *high = *low = strtol(text + 1, &end, 10);
    if (*end == ':')
        *low = strtol(end + 1, &end, 10);
    return *end == ']' && *high > *low ? (size_t)(end - text) + 1 : 0;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The operand without its key: offset:16 is 16. */
static void add_value(const subject *s, unsigned i, phrase *p) {
    gisa_operand_info info;
    phrase text = {.size = 0};
    operand_text(s, i, &text);
    size_t key = gisa_form_operand(s->isa, s->insn.form, i, &info) == GISA_OK ? strlen(info.key) : 0;
    phrase_add(p, "%s", key && text.text[key] == ':' ? text.text + key + 1 : text.text);
}

/* Is this word of the doc the name of that state, in capitals? */
static bool is_state(const char *word, size_t size, unsigned bit) {
    const char *name = gisa_state_name(bit);
    size_t k = 0;
    while (k < size && name[k] && word[k] == toupper((unsigned char)name[k]))
        k++;
    return k == size && !name[k];
}

static void add_capitals(const char *text, phrase *p) {
    for (; *text; text++)
        phrase_add(p, "%c", toupper((unsigned char)*text));
}

/* Adds GDS for LDS where a modifier of the instruction has put one state in the place of the other. */
static bool add_other_state(const subject *s, const char *word, size_t size, phrase *p) {
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        gisa_operand_info info;
        if (!s->insn.operand[i].value || gisa_form_operand(s->isa, s->insn.form, i, &info) != GISA_OK)
            continue;
        for (unsigned bit = 0; info.instead && gisa_state_name(bit); bit++)
            if ((info.instead_of >> bit & 1) && is_state(word, size, bit)) {
                for (unsigned k = 0; gisa_state_name(k); k++)
                    if (info.instead >> k & 1)
                        add_capitals(gisa_state_name(k), p);
                return true;
            }
    }
    return false;
}

static size_t word_size(const char *text, size_t room) {
    size_t size = 0;
    while (size < room && in_word(text[size]))
        size++;
    return size;
}

void put_doc(const subject *s, const char *doc, size_t length, phrase *p) {
    for (size_t at = 0, size; at < length; at += size ? size : 1) {
        size = word_size(doc + at, length - at);
        if (!size || !add_other_state(s, doc + at, size, p))
            phrase_add(p, "%.*s", size ? (int)size : 1, doc + at);
    }
}

/* Copies the doc and puts the operands in. */
static void put_in(const subject *s, const char *doc, size_t length, phrase *p) {
    for (size_t at = 0; at < length;) {
        size_t size = word_size(doc + at, length - at);
        int i = size ? operand_of_word(s, doc + at, size) : -1;
        if (i >= 0) {
            long high = 0, low = 0;
            size_t range = bit_range(doc + at + size, &high, &low);
            if (range)
                phrase_add(p, "bits %ld:%ld of ", high, low);
            add_value(s, (unsigned)i, p);
            at += size + range;
            continue;
        }
        put_doc(s, doc + at, size ? size : 1, p);
        at += size ? size : 1;
    }
}

/* Does the doc name operand i? */
static bool is_named(const subject *s, int i, const char *doc, size_t length) {
    for (size_t at = 0, size; at < length; at += size ? size : 1) {
        size = word_size(doc + at, length - at);
        if (size && operand_of_word(s, doc + at, size) == i)
            return true;
    }
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

/* A word that begins a sentence, and no name: small behind a colon. */
static bool is_plain_word(const char *text) {
    return isupper((unsigned char)text[0]) && islower((unsigned char)text[1]);
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

/* What the immediates say of which the doc speaks in general: counters to wait for, targets, messages. */
static void add_immediates(const subject *s, const char *doc, size_t length, phrase *p) {
    for (unsigned i = 0; i < s->insn.operand_count; i++) {
        const gisa_operand *o = &s->insn.operand[i];
        phrase meaning = {.size = 0};
        if ((o->kind != GISA_KIND_IMM && o->kind != GISA_KIND_LABEL) || (o->flags & GISA_OPERAND_MODIFIER) ||
            is_named(s, (int)i, doc, length))
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

void sentence_of(const subject *s, phrase *p) {
    const char *doc = s->form.doc;
    size_t length = first_sentence(doc);
    const char *type = common_type(s);
    phrase what = {.size = 0}, reads = {.size = 0}, writes = {.size = 0};
    put_in(s, doc, length && doc[length - 1] == '.' ? length - 1 : length, &what);
    if (by_lanes(s)) {
        phrase_add(p, "In each active lane: ");
        if (is_plain_word(what.text))
            what.text[0] = (char)tolower((unsigned char)what.text[0]);
    }
    phrase_add(p, "%s", what.text);
    if (type && gisa_meaning(s->isa, NULL, type))
        phrase_add(p, " (each %s)", gisa_meaning(s->isa, NULL, type));
    phrase_add(p, ".");
    add_immediates(s, doc, length, p);
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
