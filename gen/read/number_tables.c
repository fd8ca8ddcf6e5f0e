/* SPDX-License-Identifier: MIT */
/* Reads tables of numbers: rows of numbers, of bits of coordinates and of pieces of values, and the
   layouts of texels. */
#include <string.h>

#include "core/words.h"
#include "tables.h"

static numbers_line *add_row(spec *s, const table *t, const entry *e) {
    numbers_line *n = LIST_ADD(s->numbers);
    *n = (numbers_line){.gens = t->gens, .at = e->at};
    memcpy(n->name, t->name[0], sizeof n->name);
    if (!number(e->word[0], 0, &n->key))
        fail(s, e->at, "'%s' is not a number", e->word[0]);
    return n;
}

/* ---- numbers: KEY WORD ... -------------------------------------------------------------- */

enum { BITS_OF_COORDINATE = 16 };

/* "x3^y4": a mask in which each coordinate has 16 bits */
static bool coordinate_bits(const char *text, int64_t *mask) {
    static const char letters[] = "xyzs";
    uint64_t bits = 0;
    for (;;) {
        const char *letter = *text ? strchr(letters, *text) : NULL;
        int size = 0;
        unsigned bit;
        if (!letter || sscanf(text + 1, "%2u%n", &bit, &size) != 1 || bit >= BITS_OF_COORDINATE)
            return false;
        bits ^= UINT64_C(1) << (BITS_OF_COORDINATE * (unsigned)(letter - letters) + bit);
        text += 1 + size;
        if (*text != '^')
            break;
        text++;
    }
    *mask = (int64_t)bits;
    return *text == 0;
}

/* "g2[3:0]": bits of one of several values, as letter, number, and the bits of the first and the
   last one, 8 bits each; "g2[0:3]" has them in the opposite order, "g2[3]" is one bit. */
static bool piece(const char *text, int64_t *value) {
    unsigned index, high, low;
    int size = 0;
    if (sscanf(text + 1, "%1u[%2u]%n", &index, &high, &size) == 2 && size)
        low = high;
    else if (sscanf(text + 1, "%1u[%2u:%2u]%n", &index, &high, &low, &size) != 3 || !size)
        return false;
    *value = (int64_t)*text << 24 | (int64_t)index << 16 | high << 8 | low;
    return !text[1 + size];
}

void add_numbers(spec *s, const table *t, entry *e) {
    numbers_line *n = add_row(s, t, e);
    for (int i = 1; i < e->count; i++) {
        const char *text = e->word[i];
        int64_t *value = &n->value[n->count];
        if (n->count == NUMBER_COLUMNS) {
            fail(s, e->at, "more than %d numbers", NUMBER_COLUMNS);
            return;
        }
        if (strcmp(text, "-") != 0 && !number(text, 0, value) && !coordinate_bits(text, value) &&
            !piece(text, value))
            fail(s, e->at,
                 "expected a number, -, bits of coordinates (x3^y4) or of a value (r0[9:0]), got '%s'", text);
        n->count++;
    }
}

/* ---- layouts: CODE NAME [BITS] [WIDTHxHEIGHT] [CODING] [x=BITS ...] : NUMBER=USES ... ----- */

static bool read_coding(const char *text, int64_t *coding) {
    for (int i = 0; i < CODING_COUNT; i++)
        if (strcmp(words_codings[i], text) == 0) {
            *coding = i;
            return true;
        }
    return false;
}

static void read_field(spec *s, numbers_line *n, const char *text) {
    int64_t *value = &n->value[ELEMENT_FIELDS + (strchr(words_channels, *text) - words_channels)];
    field f = bit_range(s, n->at, text + 2);
    *value = f.shift | f.width << 8;
    if (n->value[ELEMENT_BITS] < f.shift + f.width)
        n->value[ELEMENT_BITS] = f.shift + f.width;
}

static void read_layout_word(spec *s, numbers_line *n, const char *text) {
    unsigned width, height;
    int64_t bits;
    int size = 0;
    if (text[0] && strchr("xyzw", text[0]) && text[1] == '=')
        read_field(s, n, text);
    else if (sscanf(text, "%2ux%2u%n", &width, &height, &size) == 2 && !text[size]) {
        n->value[ELEMENT_WIDTH] = width;
        n->value[ELEMENT_HEIGHT] = height;
    } else if (number(text, 0, &bits))
        n->value[ELEMENT_BITS] = bits;
    else if (!read_coding(text, &n->value[ELEMENT_CODING]))
        fail(s, n->at, "expected bits, WIDTHxHEIGHT, a coding or a component (x=7:0), got '%s'", text);
}

static void note_name(spec *s, const table *t, const entry *e, int64_t code) {
    names_line *m = LIST_ADD(s->names);
    *m = (names_line){.gens = t->gens, .value = (int)code, .span = 1, .at = e->at};
    memcpy(m->name, t->name[0], sizeof m->name);
    memcpy(m->llvm, e->word[1], sizeof m->llvm);
    memcpy(m->clrx, e->word[1], sizeof m->clrx);
    note_meaning(s, e->at, m->name, m->llvm, e->doc);
}

void add_layout(spec *s, const table *t, entry *e) {
    numbers_line *n = add_row(s, t, e);
    int i = 2;
    n->count = ELEMENT_COLUMNS;
    n->value[ELEMENT_WIDTH] = n->value[ELEMENT_HEIGHT] = 1;
    memcpy(n->uses_of, t->of, sizeof n->uses_of);
    if (e->count < 2) {
        fail(s, e->at, "expected a code and a name");
        return;
    }
    note_name(s, t, e, n->key);
    for (; i < e->count && strcmp(e->word[i], ":") != 0; i++)
        read_layout_word(s, n, e->word[i]);
    for (i++; i < e->count && n->use_count < NUMBER_FORMATS; i++)
        memcpy(n->use[n->use_count++], e->word[i], MAX_NAME);
}
