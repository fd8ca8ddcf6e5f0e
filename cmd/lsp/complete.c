/* SPDX-License-Identifier: MIT */
/* What may stand at the cursor: instructions and directives at the beginning of a statement, then
 * operands by their role; and the operands of the instruction as a signature. */
#ifdef WITH_JANSSON

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "draft.h"
#include "explain/explain.h"
#include "lexicon.h"
#include "lsp.h"
#include "manual.h"

/* Items that are sent at once; more of them when more has been typed. */
enum { MOST_ITEMS = 1000 };

/* CompletionItemKind */
enum { ITEM_FUNCTION = 3, ITEM_VARIABLE = 6, ITEM_KEYWORD = 14, ITEM_ENUM_MEMBER = 20, ITEM_CONSTANT = 21 };

typedef struct offering {
    const lsp *l;
    document *d;
    const lexicon *words;
    json_t *items;
    uint32_t from, at; /* what has been typed of the word */
    bool more;         /* there are more items than were sent */
} offering;

static bool fits(const offering *o, const char *name) {
    const size_t size = o->at - o->from;
    return strncasecmp(name, o->d->text + o->from, size) == 0;
}

/* The first sentence of a doc. */
static json_t *detail_of(const char *about) {
    char text[200];
    const char *end = about ? strstr(about, ". ") : NULL;
    const size_t size = !about ? 0 : end ? (size_t)(end - about) + 1 : strlen(about);
    snprintf(text, sizeof text, "%.*s", (int)(size < sizeof text ? size : sizeof text - 1),
             about ? about : "");
    return about ? message_text(text) : NULL;
}

static void offer(offering *o, int kind, const char *name, const char *about) {
    if (!*name || !fits(o, name))
        return;
    if (json_array_size(o->items) >= MOST_ITEMS) {
        o->more = true;
        return;
    }
    json_array_append_new(o->items, json_pack("{s:o, s:i, s:o*, s:o}", "label", message_text(name), "kind",
                                              kind, "detail", detail_of(about), "textEdit",
                                              lsp_edit(o->l, o->d, o->from, o->at, name)));
}

/* Words of one kind that begin as what has been typed. */
static void offer_words(offering *o, word_kind kind, int as) {
    const size_t size = o->at - o->from;
    const char *typed = o->d->text + o->from;
    for (size_t i = lexicon_from(o->words, typed, size); i < o->words->count; i++) {
        const word *w = &o->words->word[i];
        if (strncasecmp(w->text, typed, size) != 0)
            break;
        if (w->kind == kind && (size || !w->numbered))
            offer(o, as, w->text, w->about);
    }
}

static void offer_names(offering *o, bool macros) {
    for (size_t i = 0; i < o->d->definitions; i++) {
        const definition *is = &o->d->definition[i];
        const token *t = &o->d->scan.token[is->token];
        char name[256];
        if ((is->kind == DEFINES_MACRO) != macros || t->size >= sizeof name || t->at == o->from)
            continue;
        memcpy(name, o->d->text + t->at, t->size);
        name[t->size] = 0;
        if (*name < '0' || *name > '9')
            offer(o, is->kind == DEFINES_SYMBOL ? ITEM_CONSTANT : ITEM_FUNCTION, name, NULL);
    }
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Commas outside of brackets between the mnemonic and the cursor. */
static unsigned operand_number(const offering *o, const statement *s, uint32_t mnemonic) {
    unsigned commas = 0, depth = 0;
    for (uint32_t i = mnemonic + 1; i < s->first + s->count && o->d->scan.token[i].at < o->from; i++) {
        const char c = o->d->text[o->d->scan.token[i].at];
        depth += c == '[' || c == '(' || c == '{';
        depth -= depth && (c == ']' || c == ')' || c == '}');
        commas += c == ',' && !depth;
    }
    return commas;
}

/* A form of this name: any of its row, or with its mnemonic. */
static bool same_name(const gisa_form_info *f, const gisa_form_info *g) {
    return f->row == g->row || strcmp(f->mnemonic, g->mnemonic) == 0;
}

typedef struct role_set {
    uint32_t flags;
    bool label, any;
    const char *tables[16];
    unsigned table_count;
} role_set;

static void note_table(role_set *r, const char *table) {
    for (unsigned i = 0; i < r->table_count; i++)
        if (strcmp(r->tables[i], table) == 0)
            return;
    if (*table && r->table_count < sizeof r->tables / sizeof *r->tables)
        r->tables[r->table_count++] = table;
}

static void note_operand(role_set *r, const gisa_operand_info *o) {
    const char *tables = gisa_codec_tables(o->codec);
    r->flags |= o->flags;
    r->label |= o->role == GISA_ROLE_TARGET;
    r->any = true;
    note_table(r, o->names);
    if (*tables && !strchr(tables, ' '))
        note_table(r, tables);
}

/* What operand number `n` may be in any form of the name; modifiers come after the others. */
static role_set roles_of(const offering *o, uint32_t form, unsigned n) {
    role_set r = {.flags = 0};
    gisa_form_info named, f;
    gisa_operand_info info;
    if (gisa_form(o->d->isa, form, &named) != GISA_OK)
        return r;
    for (uint32_t i = 0; gisa_form(o->d->isa, i, &f) == GISA_OK; i++) {
        unsigned plain = 0;
        if (!same_name(&f, &named))
            continue;
        for (unsigned k = 0; gisa_form_operand(o->d->isa, i, k, &info) == GISA_OK; k++)
            if (!(info.flags & (GISA_INFO_IS_MODIFIER | GISA_INFO_IS_PREFIX | GISA_INFO_IS_SUFFIX)) &&
                plain++ == n)
                note_operand(&r, &info);
    }
    return r;
}

static void offer_table(offering *o, const char *table) {
    for (size_t i = 0; i < o->words->count; i++) {
        const word *w = &o->words->word[i];
        if (w->kind == WORD_VALUE && strcmp(w->table, table) == 0)
            offer(o, ITEM_ENUM_MEMBER, w->text, w->about);
    }
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Registers of the source are likelier than others. */
static void offer_used_registers(offering *o) {
    const scan *s = &o->d->scan;
    char seen[64][16];
    unsigned count = 0;
    for (size_t i = 0; i < s->tokens && count < 64; i++) {
        const token *t = &s->token[i];
        char name[16];
        bool known = t->kind != TOKEN_WORD || t->size >= sizeof name || t->at == o->from ||
                     !is_digit(o->d->text[t->at + t->size - 1]);
        if (known || !lexicon_is_register(o->words, o->d->text + t->at, t->size))
            continue;
        memcpy(name, o->d->text + t->at, t->size);
        name[t->size] = 0;
        for (unsigned k = 0; k < count; k++)
            known |= strcmp(seen[k], name) == 0;
        if (known)
            continue;
        strcpy(seen[count++], name);
        offer(o, ITEM_VARIABLE, name, NULL);
    }
}

static void offer_registers(offering *o) {
    if (o->at == o->from || !lexicon_find(o->words, "s0", 2, WORD_REGISTER))
        offer_used_registers(o);
    offer_words(o, WORD_REGISTER, ITEM_VARIABLE);
}

/* Modifiers of the forms of the name, also without a word typed. */
static void offer_modifiers(offering *o, uint32_t form) {
    gisa_form_info named, f;
    gisa_operand_info info;
    role_set seen = {.flags = 0};
    if (gisa_form(o->d->isa, form, &named) != GISA_OK)
        return;
    for (uint32_t i = 0; gisa_form(o->d->isa, i, &f) == GISA_OK; i++) {
        for (unsigned k = 0; same_name(&f, &named) && gisa_form_operand(o->d->isa, i, k, &info) == GISA_OK;
             k++) {
            const unsigned before = seen.table_count;
            if (!(info.flags & GISA_INFO_IS_MODIFIER))
                continue;
            note_table(&seen, *info.key ? info.key : info.names);
            if (seen.table_count > before && *info.key)
                offer(o, ITEM_KEYWORD, info.key, info.doc);
            else if (seen.table_count > before)
                offer_table(o, info.names);
        }
    }
}

static bool is_name(char c) {
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c == '.' || c == '$';
}

/* The size of the word before ':' or ":[" at the cursor, and where it begins; 0: none. */
static size_t key_before(const offering *o, const char **key) {
    const char *text = o->d->text, *end = text + o->from;
    end -= end > text && end[-1] == '[';
    if (end == text || end[-1] != ':')
        return 0;
    for (*key = --end; *key > text && is_name((*key)[-1]);)
        --*key;
    return (size_t)(end - *key);
}

/* The values of names with a colon: 2 of mul:2. */
static void offer_rests(offering *o, const char *table, const char *key, size_t size) {
    gisa_value_name n;
    for (unsigned i = 0; gisa_name_of_value(o->d->isa, table, i, &n) == GISA_OK; i++) {
        const char *name = o->d->own.syntax == GISA_SYNTAX_CLRX ? n.clrx : n.llvm;
        if (strncasecmp(name, key, size) == 0 && name[size] == ':')
            offer(o, ITEM_ENUM_MEMBER, name + size + 1, gisa_meaning(o->d->isa, table, name));
    }
}

static void offer_values_of(offering *o, const gisa_operand_info *info, const char *key, size_t size) {
    const char *name = *info->key ? info->key : info->name;
    char table[32];
    if (!*info->key && *info->names)
        offer_rests(o, info->names, key, size);
    if (strncasecmp(name, key, size) != 0 || name[size])
        return;
    if (*info->names)
        offer_table(o, info->names);
    for (const char *p = gisa_codec_tables(info->codec); sscanf(p, "%31s", table) == 1;) {
        offer_table(o, table);
        p += strspn(p, " ") + strlen(table);
    }
}

/* After the key of a modifier: its values. */
static void offer_values(offering *o, uint32_t form, const char *key, size_t size) {
    gisa_form_info named, f;
    gisa_operand_info info;
    role_set seen = {.flags = 0};
    if (gisa_form(o->d->isa, form, &named) != GISA_OK)
        return;
    for (uint32_t i = 0; gisa_form(o->d->isa, i, &f) == GISA_OK; i++)
        for (unsigned k = 0; same_name(&f, &named) && gisa_form_operand(o->d->isa, i, k, &info) == GISA_OK;
             k++) {
            const unsigned before = seen.table_count;
            if (info.flags & GISA_INFO_IS_MODIFIER)
                note_table(&seen, info.name);
            if (seen.table_count > before)
                offer_values_of(o, &info, key, size);
        }
}

static void offer_operands(offering *o, const statement *s, uint32_t mnemonic, uint32_t form) {
    const char *key;
    const size_t key_size = key_before(o, &key);
    if (key_size) {
        offer_values(o, form, key, key_size);
        offer_names(o, false);
        return;
    }
    const role_set r = roles_of(o, form, operand_number(o, s, mnemonic));
    const uint32_t registers = GISA_INFO_TAKES_SGPR | GISA_INFO_TAKES_VGPR;
    if ((r.flags & registers) || (r.any && gisa_bank_table(o->d->isa, 0)))
        offer_registers(o);
    for (unsigned i = 0; i < r.table_count; i++)
        offer_table(o, r.tables[i]);
    if (r.label || (r.flags & (GISA_INFO_TAKES_LITERAL | GISA_INFO_TAKES_CONSTANT)))
        offer_names(o, false);
    offer_modifiers(o, form);
}

/* ---- kernel descriptors ---------------------------------------------------------------------- */

static bool is_descriptor_line(const document *d, const statement *st) {
    const token *t = st->head == NO_TOKEN ? NULL : &d->scan.token[st->head];
    return t && t->size >= 8 && strncasecmp(d->text + t->at, ".amdhsa_", 8) == 0;
}

/* The .amdhsa_kernel that the cursor is after, in its lines, also where no end of them is written
 * yet; NO_STATEMENT: it is elsewhere. */
static uint32_t descriptor_at(const offering *o) {
    const scan *s = &o->d->scan;
    uint32_t i = (uint32_t)s->statements;
    while (i && s->statement[i - 1].at >= o->from)
        i--;
    for (; i; i--) {
        const statement *st = &s->statement[i - 1];
        if (st->head != NO_TOKEN && scan_is(s, st->head, ".amdhsa_kernel"))
            return i - 1;
        if (!is_descriptor_line(o->d, st))
            break;
    }
    return NO_STATEMENT;
}

/* Whether the descriptor has the line already. */
static bool has_line(const offering *o, uint32_t descriptor, const char *line) {
    const scan *s = &o->d->scan;
    for (uint32_t i = descriptor + 1; i < s->statements && is_descriptor_line(o->d, &s->statement[i]); i++)
        if (s->statement[i].at != o->from && scan_is(s, s->statement[i].head, line))
            return true;
    return false;
}

static void offer_descriptor(offering *o, uint32_t descriptor) {
    for (size_t i = lexicon_from(o->words, ".amdhsa_", 8); i < o->words->count; i++) {
        const word *w = &o->words->word[i];
        if (w->kind == WORD_DESCRIPTOR && !has_line(o, descriptor, w->text))
            offer(o, ITEM_KEYWORD, w->text, w->about);
    }
    offer(o, ITEM_KEYWORD, ".end_amdhsa_kernel", NULL);
}

/* ---- the place ------------------------------------------------------------------------------- */

static bool in_text(const offering *o) {
    const uint32_t i = scan_token_at(&o->d->scan, o->at);
    const token *t = i == NO_TOKEN ? NULL : &o->d->scan.token[i];
    return t && (t->kind == TOKEN_COMMENT || t->kind == TOKEN_STRING) && t->at < o->at;
}

static void offer_all(offering *o) {
    const scan *s = &o->d->scan;
    const uint32_t i = scan_statement_at(s, o->from);
    const statement *st = i == NO_STATEMENT ? NULL : &s->statement[i];
    uint32_t mnemonic, form;
    const bool begins = !st || st->head == NO_TOKEN || s->token[st->head].at >= o->from;
    const uint32_t descriptor = begins ? descriptor_at(o) : NO_STATEMENT;
    if (descriptor != NO_STATEMENT)
        offer_descriptor(o, descriptor);
    else if (st && st->in_block && !begins)
        offer_names(o, false);
    else if (begins) {
        if (o->d->text[o->from] != '.')
            offer_words(o, WORD_MNEMONIC, ITEM_FUNCTION);
        offer_words(o, WORD_DIRECTIVE, ITEM_KEYWORD);
        offer_names(o, true);
    } else if (document_mnemonic(o->d, st, &mnemonic, &form) && s->token[mnemonic].at < o->from)
        offer_operands(o, st, mnemonic, form);
    else
        offer_names(o, false);
}

json_t *lsp_complete(lsp *l, const json_t *params, lsp_error *e) {
    offering o = {.l = l};
    o.d = lsp_place(l, params, &o.at, e);
    if (!o.d)
        return NULL;
    o.words = lexicon_of(o.d->isa, o.d->own.syntax);
    o.items = json_array();
    for (o.from = o.at; o.from && is_name(o.d->text[o.from - 1]);)
        o.from--;
    if (o.words && !in_text(&o))
        offer_all(&o);
    return json_pack("{s:b, s:o}", "isIncomplete", o.more || o.from == o.at, "items", o.items);
}

/* ---- signature ------------------------------------------------------------------------------- */

static json_t *parameters(const gisa_isa *isa, uint32_t form, draft *label) {
    json_t *list = json_array();
    gisa_operand_info info;
    for (unsigned i = 0; gisa_form_operand(isa, form, i, &info) == GISA_OK; i++) {
        phrase about = {.size = 0};
        if (info.flags & (GISA_INFO_IS_MODIFIER | GISA_INFO_IS_PREFIX | GISA_INFO_IS_SUFFIX))
            continue;
        operand_nature(&info, info.access, &about);
        if (info.doc)
            phrase_add(&about, "%s%s", about.size ? ": " : "", info.doc);
        draft_add(label, "%s", json_array_size(list) ? ", " : " ");
        const size_t from = label->size;
        draft_add(label, "%s", info.name);
        json_array_append_new(list,
                              json_pack("{s:[I,I], s:o}", "label", (json_int_t)from, (json_int_t)label->size,
                                        "documentation", message_text(about.text)));
    }
    return list;
}

json_t *lsp_signature(lsp *l, const json_t *params, lsp_error *e) {
    offering o = {.l = l};
    uint32_t mnemonic, form;
    gisa_form_info f;
    draft label = {0};
    o.d = lsp_place(l, params, &o.at, e);
    o.from = o.at;
    const uint32_t i = o.d ? scan_statement_at(&o.d->scan, o.at) : NO_STATEMENT;
    const statement *st = i == NO_STATEMENT ? NULL : &o.d->scan.statement[i];
    if (!st || !document_mnemonic(o.d, st, &mnemonic, &form) || o.d->scan.token[mnemonic].at >= o.at ||
        gisa_form(o.d->isa, form, &f) != GISA_OK)
        return NULL;
    draft_add(&label, "%s", f.mnemonic);
    json_t *list = parameters(o.d->isa, form, &label);
    json_t *result =
        json_pack("{s:[{s:o, s:o, s:o}], s:i, s:i}", "signatures", "label",
                  message_text(label.at ? label.at : ""), "documentation", message_text(f.doc), "parameters",
                  list, "activeSignature", 0, "activeParameter", (int)operand_number(&o, st, mnemonic));
    draft_free(&label);
    return result;
}

#else
typedef int complete_needs_jansson;
#endif
