/* SPDX-License-Identifier: MIT */
/* Cuts a source into tokens and statements, as src/asm/lex.c does, but never gives up. */
#include "scan.h"

#include <stdlib.h>
#include <string.h>

/* Names of blocks that are looked for; a source has a few. */
enum { MOST_ENDS = 64 };

typedef struct block_end {
    const char *name; /* after ".end_" */
    size_t size;
    uint32_t last; /* where it stands last */
} block_end;

typedef struct reader {
    scan *s;
    const char *p, *end;
    bool clrx;
    block_end ends[MOST_ENDS];
    unsigned end_count;
    const block_end *block; /* that is open */
    statement now;
} reader;

bool scan_room(void *array, size_t count, size_t element) {
    void **data = array, *grown;
    if (count & (count - 1)) /* not a power of two: there is room */
        return true;
    grown = realloc(*data, (count ? 2 * count : 1) * element);
    if (grown)
        *data = grown;
    return grown != NULL;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_name(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           c == '$';
}

static uint32_t place(const reader *r, const char *p) {
    return (uint32_t)(p - r->s->text);
}

/* ---- blocks ------------------------------------------------------------------------------- */

static void note_end(reader *r, const char *name, size_t size) {
    unsigned i = 0;
    while (i < r->end_count && (r->ends[i].size != size || memcmp(r->ends[i].name, name, size) != 0))
        i++;
    if (i == MOST_ENDS)
        return;
    r->ends[i] = (block_end){name, size, place(r, name)};
    r->end_count += i == r->end_count;
}

static void find_ends(reader *r) {
    static const char key[] = ".end_";
    for (const char *p = r->p; (p = memchr(p, '.', (size_t)(r->end - p)));) {
        size_t size = 0;
        if ((size_t)(r->end - p) < sizeof key - 1 || memcmp(p, key, sizeof key - 1) != 0) {
            p++;
            continue;
        }
        p += sizeof key - 1;
        while (p + size < r->end && is_name(p[size]))
            size++;
        if (size)
            note_end(r, p, size);
    }
}

/* The end that a directive waits for; NULL: it begins no block. */
static const block_end *end_of(const reader *r, const char *word, size_t size) {
    for (unsigned i = 0; i < r->end_count; i++)
        if (r->ends[i].size == size - 1 && memcmp(r->ends[i].name, word + 1, size - 1) == 0 &&
            r->ends[i].last > place(r, word))
            return &r->ends[i];
    return NULL;
}

static bool is_end_of(const block_end *b, const char *word, size_t size) {
    return size == b->size + 5 && memcmp(word, ".end_", 5) == 0 && memcmp(word + 5, b->name, b->size) == 0;
}

/* ---- tokens ------------------------------------------------------------------------------- */

static void add(reader *r, token_kind kind, const char *from, const char *to, bool in_statement) {
    scan *s = r->s;
    if (!scan_room(&s->token, s->tokens, sizeof *s->token)) {
        s->no_memory = true;
        return;
    }
    s->token[s->tokens++] = (token){.at = place(r, from),
                                    .size = (uint32_t)(to - from),
                                    .kind = (uint8_t)kind,
                                    .statement = in_statement ? (uint32_t)s->statements : NO_STATEMENT};
}

static const char *line_end(const reader *r) {
    const char *found = memchr(r->p, '\n', (size_t)(r->end - r->p));
    return found ? found : r->end;
}

static const char *string_end(const reader *r) {
    const char *p = r->p + 1;
    for (; p < r->end && *p != '\n'; p++) {
        if (*p == '"')
            return p + 1;
        if (*p == '\\' && p + 1 < r->end && p[1] != '\n')
            p++;
    }
    return p;
}

static const char *char_end(const reader *r) {
    const char *q = r->p + 1;
    if (q < r->end && *q == '\\')
        q++;
    return q + 1 < r->end && *q != '\n' && q[1] == '\'' ? q + 2 : r->p + 1;
}

static const char *comment_end(const reader *r) {
    for (const char *p = r->p + 2; p < r->end && (p = memchr(p, '*', (size_t)(r->end - p))); p++)
        if (p + 1 < r->end && p[1] == '/')
            return p + 2;
    return r->end;
}

static bool begins(const reader *r, char first, char second) {
    return *r->p == first && r->p + 1 < r->end && r->p[1] == second;
}

/* A comment up to the end of the line begins here. */
static bool at_line_comment(const reader *r, bool between) {
    return begins(r, '/', '/') || (*r->p == ';' && !r->clrx) || (*r->p == '#' && (r->clrx || between));
}

static void take_to(reader *r, token_kind kind, const char *end, bool in_statement) {
    const char *from = r->p;
    r->p = end;
    while (kind == TOKEN_COMMENT && end > from && end[-1] == '\r')
        end--;
    add(r, kind, from, end, in_statement);
}

static const char *name_end(const reader *r, const char *p) {
    while (p < r->end && is_name(*p))
        p++;
    return p;
}

/* 0x10, 1.5e-3, 1b */
static const char *number_end(const reader *r) {
    const char *p = name_end(r, r->p);
    const bool power = p > r->p && (p[-1] == 'e' || p[-1] == 'E') && !(p - r->p > 1 && r->p[1] == 'x');
    if (power && p + 1 < r->end && (*p == '-' || *p == '+') && is_digit(p[1]))
        p = name_end(r, p + 1);
    return p;
}

static void take_operand(reader *r) {
    const char c = *r->p;
    if (c == '"')
        take_to(r, TOKEN_STRING, string_end(r), true);
    else if (c == '\'')
        take_to(r, TOKEN_STRING, char_end(r), true);
    else if (is_digit(c))
        take_to(r, TOKEN_NUMBER, number_end(r), true);
    else if ((c == '\\' || c == '@') && r->p + 1 < r->end && is_name(r->p[1]))
        take_to(r, TOKEN_VARIANT, name_end(r, r->p + 1), true);
    else if (is_name(c))
        take_to(r, TOKEN_WORD, name_end(r, r->p), true);
    else
        take_to(r, TOKEN_OTHER, r->p + 1, true);
}

/* ---- statements --------------------------------------------------------------------------- */

/* What the first word of a statement is, by what follows it. */
static token_kind kind_of_head(const reader *r, const char *word, const char *p) {
    while (p < r->end && is_blank(*p))
        p++;
    const bool colon = p < r->end && *p == ':',
               equals = p < r->end && *p == '=' && !(p + 1 < r->end && p[1] == '=');
    if (r->block)
        return *word == '.' && !colon ? TOKEN_DIRECTIVE : TOKEN_WORD;
    return colon ? TOKEN_LABEL : equals ? TOKEN_ASSIGNED : *word == '.' ? TOKEN_DIRECTIVE : TOKEN_MNEMONIC;
}

/* True: the word is the head, and operands follow. */
static bool take_first(reader *r) {
    const char *word = r->p, *end = name_end(r, word);
    token_kind kind = kind_of_head(r, word, end);
    const size_t size = (size_t)(end - word);
    if (kind == TOKEN_MNEMONIC && is_digit(*word)) {
        take_operand(r);
        return true;
    }
    if (r->block && is_end_of(r->block, word, size)) {
        r->block = NULL;
        r->now.in_block = false;
        kind = TOKEN_DIRECTIVE;
    }
    take_to(r, kind, end, true);
    if (kind == TOKEN_LABEL) {
        while (r->p < r->end && *r->p != ':')
            r->p++;
        take_to(r, TOKEN_OTHER, r->p < r->end ? r->p + 1 : r->p, true);
        return false;
    }
    if (kind != TOKEN_WORD)
        r->now.head = (uint32_t)r->s->tokens - 1;
    if (kind == TOKEN_DIRECTIVE && !r->block && !r->now.in_block)
        r->block = end_of(r, word, size);
    return true;
}

static void end_statement(reader *r) {
    scan *s = r->s;
    r->now.count = (uint32_t)s->tokens - r->now.first;
    if (!r->now.count || s->no_memory)
        return;
    const token *last = &s->token[s->tokens - 1];
    r->now.end = last->at + last->size;
    if (!scan_room(&s->statement, s->statements, sizeof *s->statement))
        s->no_memory = true;
    else
        s->statement[s->statements++] = r->now;
}

static void take_statement(reader *r) {
    bool after_head = false;
    r->now = (statement){.at = place(r, r->p),
                         .first = (uint32_t)r->s->tokens,
                         .head = NO_TOKEN,
                         .in_block = r->block != NULL};
    while (r->p < r->end && *r->p != '\n' && !at_line_comment(r, false) && !(*r->p == ';' && r->clrx)) {
        if (is_blank(*r->p))
            r->p++;
        else if (begins(r, '/', '*'))
            take_to(r, TOKEN_COMMENT, comment_end(r), true);
        else if (!after_head && is_name(*r->p))
            after_head = take_first(r);
        else
            take_operand(r);
    }
    end_statement(r);
}

void scan_text(scan *s, const char *text, size_t size, bool clrx) {
    reader r = {.s = s, .p = text, .end = text + size, .clrx = clrx};
    *s = (scan){.text = text};
    find_ends(&r);
    while (r.p < r.end && !s->no_memory) {
        if (is_blank(*r.p) || *r.p == '\n' || (*r.p == ';' && clrx))
            r.p++;
        else if (at_line_comment(&r, true))
            take_to(&r, TOKEN_COMMENT, line_end(&r), false);
        else if (begins(&r, '/', '*'))
            take_to(&r, TOKEN_COMMENT, comment_end(&r), false);
        else
            take_statement(&r);
    }
}

void scan_free(scan *s) {
    free(s->token);
    free(s->statement);
    *s = (scan){0};
}

/* ---- look up ------------------------------------------------------------------------------ */

uint32_t scan_token_at(const scan *s, uint32_t at) {
    size_t low = 0, high = s->tokens;
    while (low < high) { /* the first token that ends at `at` or later */
        const size_t middle = (low + high) / 2;
        if (s->token[middle].at + s->token[middle].size < at)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == s->tokens || s->token[low].at > at)
        return NO_TOKEN;
    const bool next = low + 1 < s->tokens && s->token[low + 1].at == at;
    return (uint32_t)(next && s->token[low + 1].kind != TOKEN_OTHER ? low + 1 : low);
}

uint32_t scan_statement_at(const scan *s, uint32_t at) {
    size_t low = 0, high = s->statements;
    while (low < high) { /* the first statement after `at` */
        const size_t middle = (low + high) / 2;
        if (s->statement[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return NO_STATEMENT;
    const statement *st = &s->statement[low - 1];
    for (uint32_t i = st->end; i < at; i++)
        if (s->text[i] == '\n')
            return NO_STATEMENT;
    return (uint32_t)low - 1;
}

bool scan_is(const scan *s, uint32_t i, const char *text) {
    const token *t = &s->token[i];
    return strlen(text) == t->size && memcmp(s->text + t->at, text, t->size) == 0;
}
