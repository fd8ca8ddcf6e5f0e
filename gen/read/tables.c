/* SPDX-License-Identifier: MIT */
/* The statement `table`: lists of named values. All are read in the same way, into entries; each
   kind says what an entry is. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "tables.h"

static int entry_number(spec *s, const entry *e, int i) {
    int64_t value = 0;
    if (!number(e->word[i], 0, &value))
        fail(s, e->at, "'%s' is not a number", e->word[i]);
    return (int)value;
}

/* ---- names: NUMBER[-NUMBER] LLVM [CLRX] -------------------------------------------------- */

static void add_name(spec *s, const table *t, entry *e) {
    names_line *n = LIST_ADD(s->names);
    char *dash = strchr(e->word[0] + 1, '-');
    int64_t first = 0, last;
    *n = (names_line){.gens = t->gens, .at = e->at};
    if (dash)
        *dash++ = 0;
    if (!number(e->word[0], 0, &first) || !number(dash ? dash : e->word[0], 0, &last) || last < first)
        fail(s, e->at, "'%s' is not a number", e->word[0]);
    else
        n->span = (int)(last - first) + 1;
    n->value = (int)first;
    if (e->count < 2 || e->count > 3)
        fail(s, e->at, "expected a name after %d, and perhaps CLRX's", n->value);
    memcpy(n->name, t->name[0], sizeof n->name);
    memcpy(n->llvm, e->word[1], sizeof n->llvm);
    memcpy(n->clrx, e->word[e->count > 2 ? 2 : 1], sizeof n->clrx);
    note_meaning(s, e->at, n->name, n->llvm, e->doc);
}

/* ---- parts: NAME BITS -------------------------------------------------------------------- */

field bit_range(spec *s, place at, const char *text) {
    int high = 0, low = 0;
    bool one_bit = !text[strspn(text, "0123456789")] && sscanf(text, "%d", &low) == 1;
    if (one_bit)
        high = low;
    if ((one_bit || sscanf(text, "%d:%d", &high, &low) == 2) && high >= low && high < 256)
        return (field){(uint8_t)low, (uint8_t)(high - low + 1)};
    fail(s, at, "'%s' is not a bit range (7:4, 7)", text);
    return (field){0, 0};
}

/* Bits in two places are HIGH,LOW. */
static void add_part(spec *s, const table *t, entry *e) {
    pack_line *p = LIST_ADD(s->packs);
    char *bits = e->word[1], *comma = strchr(bits, ',');
    *p = (pack_line){.gens = t->gens, .at = e->at};
    memcpy(p->name, t->name[0], sizeof p->name);
    memcpy(p->part, e->word[0], sizeof p->part);
    if (e->count != 2) {
        fail(s, e->at, "expected a name and its bits");
        return;
    }
    if (comma) {
        *comma = 0;
        p->high = bit_range(s, e->at, bits);
        bits = comma + 1;
    }
    p->low = bit_range(s, e->at, bits);
    note_meaning(s, e->at, p->name, p->part, e->doc);
}

/* ---- constants: WORD WORD ---------------------------------------------------------------- */

/* Its number counts up. */
static void add_constant(spec *s, const table *t, entry *e) {
    constant_line *c = LIST_ADD(s->constants);
    int64_t values[3] = {0};
    (void)t;
    c->at = e->at;
    for (int i = 0; i < 3 && i < e->count; i++)
        if (!number(e->word[i], 0, &values[i]))
            fail(s, e->at, "'%s' is not a number", e->word[i]);
    if (e->count != 3 || values[0] != s->constants.count - 1)
        fail(s, e->at, "expected constant %d: its number and two words", s->constants.count - 1);
    c->word[0] = (uint32_t)values[1];
    c->word[1] = (uint32_t)values[2];
}

/* ---- banks ------------------------------------------------------------------------------- */

/* By the letters before its number where they are letters, else by its word. */
static uint8_t bank_named(spec *s, place at, const char *name) {
    for (int i = GISA_KIND_TEMP; i < GISA_KIND_COUNT; i++) {
        const kind_word *k = &words_kinds[i];
        bool by_word = !k->bank_size || i >= GISA_KIND_TABLE;
        if (strcmp(by_word ? k->word : k->bank, name) == 0)
            return (uint8_t)i;
    }
    fail(s, at, "unknown bank '%s'", name);
    return GISA_KIND_NONE;
}

static void add_banks(spec *s, const table *t, entry *e) {
    banks_line *b = LIST_ADD(s->banks);
    *b = (banks_line){.at = e->at};
    memcpy(b->name, t->name[0], sizeof b->name);
    if (e->count > BANK_CHOICES)
        fail(s, e->at, "more than %d banks", BANK_CHOICES);
    for (int i = 0; i < e->count && i < BANK_CHOICES; i++)
        b->kind[i] = bank_named(s, e->at, e->word[i]);
}

/* ---- channels ---------------------------------------------------------------------------- */

/* "but THREE op0=11111~~ bank0=00", from word `from` on */
static void read_but(spec *s, channels_line *c, const entry *e, int from) {
    int count = e->count - from;
    if (count < 3 || count > 2 + CHANNEL_CONDITIONS) {
        fail(s, c->at, "expected: but CHANNELS field=bits, of up to %d fields", CHANNEL_CONDITIONS);
        return;
    }
    memcpy(c->but, e->word[from + 1], MAX_NAME);
    for (int i = from + 2; i < e->count; i++) {
        const char *bits = strchr(e->word[i], '=');
        if (!bits || !bits[1] || strspn(bits + 1, "01~") != strlen(bits + 1))
            fail(s, c->at, "expected field=bits, 0 1 or ~ for each bit of the field, got '%s'", e->word[i]);
        else
            memcpy(c->when[c->when_count++], e->word[i], MAX_NAME);
    }
}

static void add_channels(spec *s, const table *t, entry *e) {
    channels_line *c = LIST_ADD(s->channels);
    int count = 0;
    *c = (channels_line){.at = e->at};
    memcpy(c->name, t->name[0], sizeof c->name);
    while (count < e->count && strcmp(e->word[count], "but") != 0)
        count++;
    if (count < e->count)
        read_but(s, c, e, count);
    if (count < 1 || count > CHANNELS)
        fail(s, e->at, "expected one to %d channels: fields, or 1", CHANNELS);
    for (; c->count < count && c->count < CHANNELS; c->count++)
        memcpy(c->channel[c->count], e->word[c->count], MAX_NAME);
}

/* ---- swizzles ---------------------------------------------------------------------------- */

/* Of three letters, the fourth is x. */
static uint16_t digits_of(spec *s, place at, const char *letters) {
    size_t size = strlen(letters);
    uint16_t digits = 0;
    for (size_t k = 0; k < CHANNELS; k++) {
        const char *found = strchr(words_channels, k < size ? letters[k] : 'x');
        if (!found || !*found || size > CHANNELS) {
            fail(s, at, "a swizzle has up to four of the letters %s, got '%s'", words_channels, letters);
            return 0;
        }
        digits |= (uint16_t)((found - words_channels) << 4 * k);
    }
    return digits;
}

static void add_swizzles(spec *s, const table *t, entry *e) {
    swizzles_line *w = LIST_ADD(s->swizzles);
    *w = (swizzles_line){.at = e->at};
    memcpy(w->name, t->name[0], sizeof w->name);
    for (; w->count < e->count; w->count++)
        w->digits[w->count] = digits_of(s, e->at, e->word[w->count]);
}

/* ---- operations of dual-issue words: NAME code page sources KIND [first] ROW [ROW-OF-HALVES] */

static void add_operation(spec *s, const table *t, entry *e) {
    operation_line *o = LIST_ADD(s->operations);
    int row = 5;
    (void)t;
    *o = (operation_line){.at = e->at, .first = e->count > row && strcmp(e->word[row], "first") == 0};
    row += o->first;
    if (e->count <= row || e->count > row + 2) {
        fail(s, e->at, "expected: NAME code page sources KIND [first] ROW [ROW-OF-HALVES]");
        return;
    }
    memcpy(o->name, e->word[0], sizeof o->name);
    memcpy(o->kind, e->word[4], sizeof o->kind);
    memcpy(o->like[0], e->word[row], sizeof *o->like);
    memcpy(o->like[1], e->word[e->count - 1], sizeof *o->like);
    o->code = entry_number(s, e, 1);
    o->page = entry_number(s, e, 2);
    o->sources = entry_number(s, e, 3);
}

/* ---- how their operands are called: KIND result source, where the result is internal, f32, f16;
   [dots] [twice] */

static void add_kind(spec *s, const table *t, entry *e) {
    kind_line *k = LIST_ADD(s->kinds);
    const int names = 1 + 2 * DUAL_RESULTS;
    bool good = e->count >= names;
    (void)t;
    *k = (kind_line){.at = e->at};
    for (int i = names; i < e->count; i++) {
        bool dots = strcmp(e->word[i], "dots") == 0, twice = strcmp(e->word[i], "twice") == 0;
        k->dots |= dots;
        k->twice |= twice;
        good = good && (dots || twice);
    }
    if (!good) {
        fail(s, e->at, "expected: KIND result source, three times, [dots] [twice]");
        return;
    }
    memcpy(k->name, e->word[0], sizeof k->name);
    for (int i = 0; i < DUAL_RESULTS; i++) {
        memcpy(k->result[i], e->word[1 + 2 * i], MAX_NAME);
        memcpy(k->source[i], e->word[2 + 2 * i], MAX_NAME);
    }
}

/* ---- where they take their sources from: FIRST SECOND LETTERS ..., by selection; a dot where
   there is no such word */

static void add_sources(spec *s, const table *t, entry *e) {
    sources_line *o = LIST_ADD(s->sources);
    (void)t;
    *o = (sources_line){.at = e->at};
    if (e->count != 2 + DUAL_SELECTIONS) {
        fail(s, e->at, "expected: NUMBER NUMBER and %d times LETTERS, or a dot", DUAL_SELECTIONS);
        return;
    }
    o->first = entry_number(s, e, 0);
    o->second = entry_number(s, e, 1);
    for (int i = 0; i < DUAL_SELECTIONS; i++)
        memcpy(o->letters[i], e->word[2 + i], MAX_NAME);
}

/* ---- formats of two operations: FORMAT FORMAT-OF-DOT ------------------------------------- */

static void add_dual(spec *s, const table *t, entry *e) {
    dual_line *d = LIST_ADD(s->duals);
    (void)t;
    *d = (dual_line){.at = e->at};
    if (e->count != 2) {
        fail(s, e->at, "expected: FORMAT FORMAT-OF-DOT");
        return;
    }
    memcpy(d->name, e->word[0], sizeof d->name);
    memcpy(d->dots, e->word[1], sizeof d->dots);
}

/* ---- words: WORD ... /// what they mean -------------------------------------------------- */

/* Of a table with names each is TABLE.WORD: a field of a format, a value of a field, a name in a
   table. */
static void add_words(spec *s, const table *t, entry *e) {
    if (!e->doc)
        fail(s, e->at, "expected words and what they mean: WORD ... /// text");
    for (int i = 0; i < e->count; i++)
        for (int k = 0; k < t->names || k == 0; k++)
            note_meaning(s, e->at, t->names ? t->name[k] : NULL, e->word[i], e->doc);
}

/* ---- reading ----------------------------------------------------------------------------- */

typedef struct table_kind {
    const char *name;
    void (*add)(spec *s, const table *t, entry *e);
    bool whole; /* all of the table is one entry */
} table_kind;

static const table_kind kinds[] = {
    {"names", add_name, false},         {"parts", add_part, false},           {"words", add_words, false},
    {"constants", add_constant, false}, {"operations", add_operation, false}, {"kinds", add_kind, false},
    {"sources", add_sources, false},    {"pairs", add_dual, false},           {"banks", add_banks, true},
    {"channels", add_channels, true},   {"swizzles", add_swizzles, true},     {"numbers", add_numbers, false},
    {"layouts", add_layout, false}};

static const table_kind *kind_named(const char *name) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

/* The end of the head of a table of layouts: of NAMES-OF-NUMBER-FORMATS */
static void read_uses_of(spec *s, line *l, table *t) {
    char word[MAX_NAME] = "";
    if (!next_word(l, "", word, s) || strcmp(word, "of") != 0 || !next_word(l, "", t->of, s))
        fail(s, l->at, "expected: layouts of NAMES, a table with the names of number formats");
}

/* NAME ... [GENS] : KIND */
static const table_kind *read_head(spec *s, line *l, table *t) {
    char word[MAX_NAME] = "";
    while (!take(l, ':') && next_word(l, "", word, s)) {
        unsigned set = gen_range(s, word);
        if (set)
            t->gens = set;
        else if (t->names < MAX_TABLES)
            memcpy(t->name[t->names++], word, MAX_NAME);
        else
            fail(s, l->at, "more than %d names of a table", MAX_TABLES);
    }
    const table_kind *kind = next_word(l, "", word, s) ? kind_named(word) : NULL;
    if (!kind)
        fail(
            s, l->at,
            "expected: table NAME : names, parts, words, numbers, layouts, constants, operations, pairs, banks, channels or swizzles");
    else if (t->names != 1 && kind->add != add_words)
        fail(s, l->at, "a table of %s has one name", kind->name);
    if (kind && kind->add == add_layout)
        read_uses_of(s, l, t);
    return kind;
}

/* A comma ends an entry where a blank follows, and so does the end of the line. */
static bool ends_entry(const char *p) {
    return *p == ',' && (!p[1] || isspace((unsigned char)p[1]));
}

static bool next_entry(spec *s, line *l, bool whole, entry *e) {
    const char *end;
    e->count = 0;
    skip_blanks(l);
    e->at = l->at;
    e->at.line = line_number(l);
    e->doc = doc_beside(l);
    end = whole ? l->p + strlen(l->p) : end_of_line(l);
    while (l->p < end && !(ends_entry(l->p) && !whole)) {
        int n = 0;
        if (e->count == MAX_WORDS) {
            fail(s, e->at, "more than %d words", MAX_WORDS);
            return false;
        }
        while (l->p < end && !isspace((unsigned char)*l->p) && !ends_entry(l->p) && n < MAX_NAME - 1)
            e->word[e->count][n++] = *l->p++;
        e->word[e->count++][n] = 0;
        if (n == MAX_NAME - 1)
            fail(s, e->at, "word too long: %.40s...", e->word[e->count - 1]);
        while (l->p < end && isspace((unsigned char)*l->p))
            l->p++;
    }
    if (*l->p == ',')
        l->p++;
    return e->count > 0;
}

void read_table(spec *s, line *l) {
    table t = {.names = 0, .gens = all_gens(s)};
    entry e;
    const table_kind *kind = read_head(s, l, &t);
    char *doc = take_doc(l);
    if (!kind)
        return;
    for (int i = 0; i < t.names; i++)
        note_meaning(s, l->at, NULL, t.name[i], doc);
    while (next_entry(s, l, kind->whole, &e))
        kind->add(s, &t, &e);
}
