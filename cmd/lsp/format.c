/* SPDX-License-Identifier: MIT */
/* Aligns a source: instructions one indent deep, their operands and the comments after them in
 * columns. Nothing but blanks at the beginning of lines, after mnemonics, and around comments at
 * the end of lines changes; blocks, comments of several lines and lines with several statements
 * stay as they are. */
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "draft.h"

/* Longer mnemonics, and code, do not move the others. */
enum { WIDEST_MNEMONIC = 24, WIDEST_CODE = 72 };

/* What a line is made of, as places in the text. */
typedef struct line {
    uint32_t from, end;
    bool as_it_is;
    uint32_t code, code_end;       /* from the first to the last token that is not a comment */
    uint32_t word_end, operands;   /* of an instruction; operands 0: none, or not aligned */
    uint32_t comment, comment_end; /* at the end of the line */
    bool has_code, has_comment, instruction, label;
} line;

typedef struct formatter {
    const document *d;
    draft *to;
    const char *indent;
    unsigned tab;
    line *line;
    size_t lines;
} formatter;

/* ---- lines ----------------------------------------------------------------------------------- */

static bool is_comment(const token *t) {
    return t->kind == TOKEN_COMMENT;
}

static void put_token(line *n, const scan *s, const token *t) {
    const uint32_t end = t->at + t->size;
    if (is_comment(t) && t->statement == NO_STATEMENT) {
        n->as_it_is |= n->has_comment;
        n->has_comment = true;
        n->comment = t->at;
        n->comment_end = end;
        return;
    }
    n->as_it_is |= n->has_comment; /* code after a comment */
    if (!n->has_code)
        n->code = t->at;
    n->has_code = true;
    n->code_end = end;
    n->as_it_is |= s->statement[t->statement].in_block;
}

static uint32_t first_line(const document *d, const token *t) {
    return document_line_of(d, t->at);
}

static void put_tokens(formatter *f) {
    const scan *s = &f->d->scan;
    uint32_t last = NO_STATEMENT, on = UINT32_MAX;
    for (size_t i = 0; i < s->tokens; i++) {
        const token *t = &s->token[i];
        const uint32_t from = first_line(f->d, t), to = document_line_of(f->d, t->at + t->size);
        for (uint32_t k = from; k <= to; k++)
            f->line[k].as_it_is |= from != to;
        put_token(&f->line[from], s, t);
        if (t->statement == NO_STATEMENT)
            continue;
        /* another statement on the same line, or one on several lines */
        f->line[from].as_it_is |=
            (on == from && t->statement != last) || (t->statement == last && on != from);
        if (t->statement == last && on != from)
            f->line[on].as_it_is = true;
        last = t->statement;
        on = from;
    }
}

/* Where the mnemonic ends and the operands begin. */
static void put_statement(formatter *f, const statement *st) {
    const scan *s = &f->d->scan;
    line *n = &f->line[document_line_of(f->d, st->at)];
    const token *first = &s->token[st->first];
    n->label = first->kind == TOKEN_LABEL;
    n->instruction = st->head != NO_TOKEN ? s->token[st->head].kind == TOKEN_MNEMONIC : !n->label;
    if (st->head != st->first || !n->instruction)
        return;
    n->word_end = first->at + first->size;
    if (st->count > 1)
        n->operands = s->token[st->first + 1].at;
    if (n->operands == n->word_end) /* v_nop+1: not as instructions are */
        n->operands = 0;
}

static bool read_lines(formatter *f) {
    const document *d = f->d;
    f->lines = d->lines;
    f->line = calloc(d->lines, sizeof *f->line);
    if (!f->line)
        return false;
    for (size_t i = 0; i < d->lines; i++) {
        f->line[i].from = d->line[i];
        f->line[i].end = document_line_end(d, (uint32_t)i);
    }
    put_tokens(f);
    for (size_t i = 0; i < d->scan.statements; i++)
        put_statement(f, &d->scan.statement[i]);
    return true;
}

/* ---- columns --------------------------------------------------------------------------------- */

static unsigned columns(const formatter *f, const char *text, size_t size, unsigned column) {
    for (size_t i = 0; i < size; i++)
        column = text[i] == '\t' ? column + f->tab - column % f->tab : column + ((text[i] & 0xc0) != 0x80);
    return column;
}

/* The blanks before code that keeps them. */
static uint32_t blanks(const formatter *f, const line *n) {
    return n->code - n->from < n->end - n->from ? (uint32_t)strspn(f->d->text + n->from, " \t") : 0;
}

/* Writes the code of a line; operands begin `width` columns after the mnemonic does. */
static void put_code(const formatter *f, const line *n, unsigned width, draft *to) {
    const char *text = f->d->text;
    if (n->instruction && !n->label)
        draft_add(to, "%s", f->indent);
    else if (!n->label)
        draft_add(to, "%.*s", (int)blanks(f, n), text + n->from);
    if (!n->operands) {
        draft_add(to, "%.*s", (int)(n->code_end - n->code), text + n->code);
        return;
    }
    const unsigned word = n->word_end - n->code;
    draft_add(to, "%.*s%*s%.*s", (int)word, text + n->code, (int)(word < width ? width - word + 1 : 1), "",
              (int)(n->code_end - n->operands), text + n->operands);
}

/* The column after it. */
static unsigned width_of_code(const formatter *f, const line *n, unsigned width) {
    const char *text = f->d->text;
    const unsigned word = n->word_end - n->code;
    unsigned at = 0;
    if (n->instruction && !n->label)
        at = columns(f, f->indent, strlen(f->indent), 0);
    else if (!n->label)
        at = columns(f, text + n->from, blanks(f, n), 0);
    if (!n->operands)
        return columns(f, text + n->code, n->code_end - n->code, at);
    at = columns(f, text + n->code, word, at) + (word < width ? width - word + 1 : 1);
    return columns(f, text + n->operands, n->code_end - n->operands, at);
}

/* Lines up to an empty one share columns. */
static size_t end_of_group(const formatter *f, size_t i) {
    while (i < f->lines && (f->line[i].has_code || f->line[i].has_comment))
        i++;
    return i;
}

static void measure(const formatter *f, size_t from, size_t to, unsigned *word, unsigned *code) {
    *word = *code = 0;
    for (size_t i = from; i < to; i++) {
        const line *n = &f->line[i];
        const unsigned size = n->operands && !n->as_it_is ? n->word_end - n->code : 0;
        *word = size > *word && size <= WIDEST_MNEMONIC ? size : *word;
    }
    for (size_t i = from; i < to; i++) {
        const line *n = &f->line[i];
        const unsigned size = n->has_code && n->has_comment && !n->as_it_is ? width_of_code(f, n, *word) : 0;
        *code = size > *code && size <= WIDEST_CODE ? size : *code;
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_line(const formatter *f, const line *n, unsigned word, unsigned code) {
    const char *text = f->d->text;
    if (n->as_it_is) {
        draft_add(f->to, "%.*s", (int)(n->end - n->from), text + n->from);
        return;
    }
    uint32_t comment_end = n->comment_end;
    while (n->has_comment && comment_end > n->comment && strchr(" \t", text[comment_end - 1]))
        comment_end--;
    if (n->has_code) {
        const unsigned used = width_of_code(f, n, word);
        put_code(f, n, word, f->to);
        if (n->has_comment)
            draft_add(f->to, "%*s", (int)(used < code ? code - used + 1 : 1), "");
    } else if (n->has_comment)
        draft_add(f->to, "%.*s", (int)(n->comment - n->from), text + n->from);
    if (n->has_comment)
        draft_add(f->to, "%.*s", (int)(comment_end - n->comment), text + n->comment);
}

static void put_lines(const formatter *f) {
    const document *d = f->d;
    size_t end = 0;
    unsigned word = 0, code = 0;
    for (size_t i = 0; i < f->lines; i++) {
        const line *n = &f->line[i];
        const size_t next = i + 1 < f->lines ? d->line[i + 1] : d->size;
        if (i >= end) {
            end = end_of_group(f, i);
            measure(f, i, end, &word, &code);
            end = end > i ? end : i + 1;
        }
        put_line(f, n, word, code);
        draft_add(f->to, "%.*s", (int)(next - n->end), d->text + n->end);
    }
}

/* The same tokens, apart from blanks at the ends of comments. */
static bool same_tokens(const document *d, const draft *to) {
    scan now;
    scan_text(&now, to->at, to->size, d->own.syntax == GISA_SYNTAX_CLRX);
    bool same = now.tokens == d->scan.tokens && now.statements == d->scan.statements && !now.no_memory;
    for (size_t i = 0; same && i < now.tokens; i++) {
        const token *a = &d->scan.token[i], *b = &now.token[i];
        same = a->kind == b->kind && a->statement == b->statement && a->size >= b->size &&
               memcmp(d->text + a->at, to->at + b->at, b->size) == 0 && (a->size == b->size || is_comment(a));
    }
    scan_free(&now);
    return same;
}

char *document_format(const document *d, const char *indent, unsigned tab, size_t *size) {
    draft to = {0};
    formatter f = {.d = d, .to = &to, .indent = indent, .tab = tab ? tab : 1};
    if (read_lines(&f))
        put_lines(&f);
    free(f.line);
    if (!to.at || to.no_memory || !same_tokens(d, &to)) {
        draft_free(&to);
        return NULL;
    }
    *size = to.size;
    return to.at;
}
