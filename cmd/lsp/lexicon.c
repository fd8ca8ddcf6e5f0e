/* SPDX-License-Identifier: MIT */
/* Collects the words of an architecture. */
#include "lexicon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "scan.h"

enum { MOST = 64 };

static lexicon *known[MOST];
static unsigned known_count;

/* ---- collecting ----------------------------------------------------------------------------- */

static void add(lexicon *l, const word *w) {
    if (*w->text && scan_room(&l->word, l->count, sizeof *l->word))
        l->word[l->count++] = *w;
}

/* Texts that no table keeps: names of numbered registers, parts of names. */
static const char *keep(lexicon *l, const char *text, size_t size) {
    char *own = scan_room(&l->kept, l->kept_count, sizeof *l->kept) ? malloc(size + 1) : NULL;
    if (!own)
        return "";
    memcpy(own, text, size);
    own[size] = 0;
    return l->kept[l->kept_count++] = own;
}

static void add_mnemonics(lexicon *l) {
    gisa_form_info f;
    for (uint32_t i = 0; gisa_form(l->isa, i, &f) == GISA_OK; i++) {
        word w = {.text = l->syntax == GISA_SYNTAX_CLRX ? f.clrx : f.name,
                  .kind = WORD_MNEMONIC,
                  .form = i,
                  .about = f.doc};
        add(l, &w);
        w.text = f.mnemonic;
        if (l->syntax == GISA_SYNTAX_LLVM && strcmp(f.mnemonic, f.name) != 0)
            add(l, &w);
    }
}

static void add_register(lexicon *l, const gisa_code_info *c) {
    const char *name = l->syntax == GISA_SYNTAX_CLRX ? c->clrx : c->name;
    const size_t stem = strcspn(name, "0123456789");
    word w = {.kind = WORD_REGISTER, .text = name, .about = gisa_meaning(l->isa, NULL, name)};
    if (c->kind == GISA_KIND_NAMED) {
        add(l, &w);
        w.text = c->pair;
        w.about = gisa_meaning(l->isa, NULL, c->pair);
        add(l, &w);
        return;
    }
    w.numbered = true;
    w.about = gisa_meaning(l->isa, NULL, gisa_kind_name(c->kind));
    w.text = keep(l, name, strlen(name));
    add(l, &w);
    if (strcmp(name + stem, "0") == 0)
        add(l, &(word){.kind = WORD_STEM, .text = keep(l, name, stem), .about = w.about});
}

static void add_registers(lexicon *l) {
    gisa_code_info c;
    char text[8];
    for (unsigned i = 0; gisa_code(l->isa, i, text, &c) == GISA_OK; i++)
        if (c.kind == GISA_KIND_NAMED || c.kind == GISA_KIND_SGPR || c.kind == GISA_KIND_VGPR ||
            c.kind == GISA_KIND_TTMP)
            add_register(l, &c);
    for (unsigned kind = GISA_KIND_TEMP; gisa_bank_table(l->isa, 0) && kind < GISA_KIND_COUNT; kind++)
        add(l, &(word){.kind = WORD_STEM,
                       .text = gisa_bank_letters(kind),
                       .about = gisa_meaning(l->isa, NULL, gisa_bank_letters(kind))});
}

/* A name without the part after its colon. */
static void add_keyword(lexicon *l, word_kind kind, const char *name, const char *table, const char *about) {
    const size_t size = strcspn(name, ":");
    add(l, &(word){.kind = (uint8_t)kind,
                   .text = name[size] ? keep(l, name, size) : name,
                   .table = table,
                   .about = about});
}

static void add_modifiers(lexicon *l) {
    gisa_operand_info o;
    const char *last = "";
    for (uint32_t f = 0; f < gisa_form_count(l->isa); f++)
        for (unsigned i = 0; gisa_form_operand(l->isa, f, i, &o) == GISA_OK; i++)
            if ((o.flags & GISA_INFO_IS_MODIFIER) && *o.key && o.key != last) {
                last = o.key;
                add(l, &(word){.kind = WORD_MODIFIER, .text = o.key, .about = o.doc});
            }
}

static void add_values(lexicon *l) {
    const char *table;
    gisa_value_name n;
    for (unsigned t = 0; (table = gisa_name_table(l->isa, t)); t++)
        for (unsigned i = 0; gisa_name_of_value(l->isa, table, i, &n) == GISA_OK; i++) {
            const char *name = l->syntax == GISA_SYNTAX_CLRX ? n.clrx : n.llvm;
            add_keyword(l, WORD_VALUE, name, table, gisa_meaning(l->isa, table, name));
        }
}

/* "vmcnt" of "vmcnt(0)" */
static void add_parts(lexicon *l) {
    gisa_pack_part part;
    for (unsigned i = 0; gisa_pack_part_at(l->isa, i, &part) == GISA_OK; i++)
        add_keyword(l, WORD_VALUE, part.name, part.pack, gisa_meaning(l->isa, part.pack, part.name));
}

static void add_descriptor(lexicon *l) {
    const char *name;
    char line[80];
    for (unsigned i = 0; (name = gisa_descriptor_line(l->isa, i)); i++) {
        const int size = snprintf(line, sizeof line, ".amdhsa_%s", name);
        add(l, &(word){.kind = WORD_DESCRIPTOR, .text = keep(l, line, (size_t)size)});
    }
}

static int by_name(const void *a, const void *b) {
    const word *x = a, *y = b;
    const int order = strcasecmp(x->text, y->text);
    return order                ? order
           : x->kind != y->kind ? (int)x->kind - (int)y->kind
           : x->form != y->form ? (x->form < y->form ? -1 : 1)
                                : 0;
}

/* Sorts, and drops what is there twice. Names of values count for their table. */
static void settle(lexicon *l) {
    size_t kept = 0;
    if (l->count)
        qsort(l->word, l->count, sizeof *l->word, by_name);
    for (size_t i = 0; i < l->count; i++) {
        const word *last = kept ? &l->word[kept - 1] : NULL, *w = &l->word[i];
        if (!last || last->kind != w->kind || strcasecmp(last->text, w->text) != 0 || last->table != w->table)
            l->word[kept++] = *w;
    }
    l->count = kept;
}

/* ---- finding -------------------------------------------------------------------------------- */

const lexicon *lexicon_of(const gisa_isa *isa, gisa_syntax syntax) {
    for (unsigned i = 0; i < known_count; i++)
        if (known[i]->isa == isa && known[i]->syntax == syntax)
            return known[i];
    lexicon *l = known_count < MOST ? calloc(1, sizeof *l) : NULL;
    if (!l)
        return known_count ? known[0] : NULL;
    l->isa = isa;
    l->syntax = syntax;
    if (isa) {
        add_mnemonics(l);
        add_registers(l);
        add_modifiers(l);
        add_values(l);
        add_parts(l);
        add_descriptor(l);
    }
    for (unsigned i = 0; gisa_directive_name(i); i++)
        add(l, &(word){.kind = WORD_DIRECTIVE, .text = gisa_directive_name(i)});
    settle(l);
    return known[known_count++] = l;
}

size_t lexicon_from(const lexicon *l, const char *name, size_t size) {
    size_t low = 0, high = l->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (strncasecmp(l->word[middle].text, name, size) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const word *lexicon_find(const lexicon *l, const char *name, size_t size, int kind) {
    for (size_t i = lexicon_from(l, name, size); i < l->count; i++) {
        const word *w = &l->word[i];
        if (strncasecmp(w->text, name, size) != 0 || w->text[size])
            return NULL;
        if (kind < 0 || w->kind == kind)
            return w;
    }
    return NULL;
}

bool lexicon_is_register(const lexicon *l, const char *name, size_t size) {
    size_t stem = 0;
    if (lexicon_find(l, name, size, WORD_REGISTER))
        return true;
    while (stem < size && (name[stem] < '0' || name[stem] > '9'))
        stem++;
    size_t digits = stem;
    while (digits < size && name[digits] >= '0' && name[digits] <= '9')
        digits++;
    return stem && (digits == size || (digits > stem && name[digits] == '.')) &&
           lexicon_find(l, name, stem, WORD_STEM) != NULL;
}

void lexicon_free_all(void) {
    while (known_count) {
        lexicon *l = known[--known_count];
        for (size_t i = 0; i < l->kept_count; i++)
            free(l->kept[i]);
        free(l->kept);
        free(l->word);
        free(l);
    }
}
