/* SPDX-License-Identifier: MIT */
/* A line of the spec: its words, numbers and generations. */
#include "line.h"

#include <errno.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"

void skip_blanks(line *l) {
    while (isspace((unsigned char)*l->p))
        l->p++;
}

/* The next word, ended by a blank, or by a character of `stop`. False at the end of the line. */
bool next_word(line *l, const char *stop, char word[MAX_NAME], spec *s) {
    int n = 0;
    skip_blanks(l);
    while (*l->p && !isspace((unsigned char)*l->p) && !strchr(stop, *l->p)) {
        if (n == MAX_NAME - 1) {
            fail(s, l->at, "word too long: %.40s...", word);
            return false;
        }
        word[n++] = *l->p++;
    }
    word[n] = 0;
    return n > 0;
}

bool take(line *l, char c) {
    skip_blanks(l);
    if (*l->p != c)
        return false;
    l->p++;
    return true;
}

bool number(const char *text, int base, int64_t *value) {
    char *end;
    errno = 0;
    *value = strtoll(text, &end, base);
    return *text && !*end && !errno;
}

int64_t need_number(spec *s, line *l, const char *text) {
    int64_t v = 0;
    if (!number(text, 0, &v))
        fail(s, l->at, "'%s' is not a number", text);
    return v;
}

int find_gen(const spec *s, const char *name, size_t size) {
    for (int g = 0; g < s->gen_count; g++)
        if (strlen(s->gen[g]) == size && memcmp(s->gen[g], name, size) == 0)
            return g;
    return -1;
}

/* "gfx6", "gfx6-gfx7" -> a set of generations; 0 when the text is not such a range. */
static unsigned one_range(const spec *s, const char *text, size_t size) {
    const char *dash = memchr(text, '-', size);
    size_t left = dash ? (size_t)(dash - text) : size;
    int first = find_gen(s, text, left), last = dash ? find_gen(s, dash + 1, size - left - 1) : first;
    unsigned set = 0;
    for (int g = first; first >= 0 && g <= last; g++)
        set |= 1u << g;
    return set;
}

/* "gfx6-gfx7", "gfx9,neo" -> a set of generations, with those that are like one of them; 0 when the
   word is not such a list. */
unsigned gen_range(const spec *s, const char *word) {
    unsigned set = 0;
    for (size_t size; *word; word += size + (word[size] == ',')) {
        size = strcspn(word, ",");
        unsigned range = one_range(s, word, size);
        if (!range)
            return 0;
        set |= range;
    }
    for (int g = s->columns; g < s->gen_count; g++)
        set |= (set >> s->parent[g] & 1) << g;
    return set;
}

unsigned said_twice(const spec *s, unsigned *earlier, unsigned later) {
    unsigned both = *earlier & later, columns = (1u << s->columns) - 1;
    if (both & columns)
        return both;
    *earlier &= ~later;
    return 0;
}

unsigned all_gens(const spec *s) {
    return (1u << s->gen_count) - 1;
}

/* A generation range if the next word is one, else all generations. */
unsigned optional_gens(spec *s, line *l) {
    line save = *l;
    char word[MAX_NAME];
    unsigned set = next_word(l, "", word, s) ? gen_range(s, word) : 0;
    if (set)
        return set;
    *l = save;
    return all_gens(s);
}

unsigned need_gens(spec *s, line *l) {
    char word[MAX_NAME] = "";
    unsigned set = next_word(l, "", word, s) ? gen_range(s, word) : 0;
    if (!set)
        fail(s, l->at, "expected a generation or a range of them (gfx6-gfx8), got '%s'", word);
    return set;
}

uint32_t state_mask(spec *s, place at, const char *words, size_t size) {
    uint32_t mask = 0;
    size_t i = 0;
    while (i < size) {
        size_t n = 0, k, count = STATE_WORDS;
        if (isspace((unsigned char)words[i]) || words[i] == ',') {
            i++;
            continue;
        }
        while (i + n < size && !isspace((unsigned char)words[i + n]) && words[i + n] != ',')
            n++;
        for (k = 0; k < count; k++)
            if (strlen(words_states[k]) == n && memcmp(words_states[k], words + i, n) == 0)
                break;
        if (k == count)
            fail(s, at, "unknown state '%.*s'", (int)n, words + i);
        else
            mask |= 1u << k;
        i += n;
    }
    return mask;
}

int class_named(spec *s, place at, const char *name) {
    for (int c = 0; c < GISA_CLASS_COUNT; c++)
        if (strcmp(words_classes[c], name) == 0)
            return c;
    fail(s, at, "unknown class '%s'", name);
    return 0;
}

/* After the last word that a statement knows. */
void need_end(spec *s, line *l) {
    skip_blanks(l);
    if (*l->p)
        fail(s, l->at, "cannot read '%s'", l->p);
}

/* A word with its argument: name(...)rest, so that blanks inside the parentheses do not end it. */
bool next_option(spec *s, line *l, char word[MAX_NAME]) {
    int n = 0;
    bool inside = false;
    skip_blanks(l);
    for (; *l->p && (inside || !isspace((unsigned char)*l->p)); l->p++) {
        if (*l->p == '(' || *l->p == ')')
            inside = *l->p == '(';
        if (n == MAX_NAME - 1) {
            fail(s, l->at, "word too long: %.30s...", word);
            return false;
        }
        word[n++] = *l->p;
    }
    word[n] = 0;
    return n > 0;
}

void squeeze(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (!isspace((unsigned char)*from) || (to > text && from[1] && !isspace((unsigned char)from[1])))
            *to++ = isspace((unsigned char)*from) ? ' ' : *from;
    *to = 0;
}

/* ---- lines of the file, and the docs beside them ------------------------------------------ */

static line_end *end_here(const line *l) {
    int i = 0;
    while (i + 1 < l->end_count && (size_t)(l->p - l->text) > l->ends[i].at)
        i++;
    return &l->ends[i];
}

const char *end_of_line(const line *l) {
    return l->text + end_here(l)->at;
}

int line_number(const line *l) {
    return end_here(l)->number;
}

char *doc_beside(line *l) {
    line_end *end = end_here(l);
    end->taken = true;
    return end->doc;
}

char *take_doc(line *l) {
    char *doc = l->doc ? l->doc : doc_beside(l);
    l->doc = NULL;
    return doc;
}

char *take_shared_doc(line *l) {
    char *doc = take_doc(l);
    return doc ? doc : l->shared;
}
