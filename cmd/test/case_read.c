/* SPDX-License-Identifier: MIT */
/* Reads and writes the lines of case files. */
#include "case.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "draft.h"

const char *const case_words[CASE_WORDS] = {"arch",   "origin", "code", "",      "model",  "stage",
                                            "option", "memory", "set",  "limit", "expect", "case"};

/* ---- cases ---- */

bool case_add(test_case *c, case_word word, const char *text, unsigned line) {
    case_line *more = realloc(c->at, (c->count + 1) * sizeof *more);
    if (more)
        c->at = more;
    char *copy = more ? strdup(text) : NULL;
    if (copy)
        c->at[c->count++] = (case_line){word, copy, line};
    return copy;
}

bool case_copy(test_case *to, const test_case *from) {
    bool good = true;
    *to = (test_case){.name = from->name ? strdup(from->name) : NULL, .line = from->line};
    for (unsigned i = 0; i < from->count && good; i++)
        good = case_add(to, from->at[i].word, from->at[i].text, from->at[i].line);
    return good && (to->name || !from->name);
}

void case_free(test_case *c) {
    for (unsigned i = 0; i < c->count; i++)
        free(c->at[i].text);
    free(c->at);
    free(c->name);
    *c = (test_case){NULL, 0, NULL, 0};
}

const case_line *case_last(const test_case *c, case_word word) {
    for (unsigned i = c->count; i-- > 0;)
        if (c->at[i].word == word)
            return &c->at[i];
    return NULL;
}

void case_file_free(case_file *file) {
    for (unsigned i = 0; i < file->count; i++)
        case_free(&file->at[i]);
    free(file->at);
}

/* ---- reading ---- */

typedef struct reader {
    case_file *file;
    test_case common;
    unsigned line, code_line; /* code_line: where a block of code began; 0: not in one */
    bool has_version;
} reader;

static bool says(const reader *r, const char *what, const char *which) {
    fprintf(stderr, "gisa test: %s:%u: error: %s%s%s\n", r->file->path, r->line, what, which ? " " : "",
            which ? which : "");
    return false;
}

static char *trimmed(char *text) {
    size_t size;
    while (isspace((unsigned char)*text))
        text++;
    size = strlen(text);
    while (size && isspace((unsigned char)text[size - 1]))
        text[--size] = 0;
    return text;
}

/* A '#' at the beginning or after a blank begins a comment. */
static void cut_comment(char *text) {
    for (char *at = text; (at = strchr(at, '#')); at++)
        if (at == text || isspace((unsigned char)at[-1])) {
            *at = 0;
            return;
        }
}

static test_case *current(reader *r) {
    return r->file->count ? &r->file->at[r->file->count - 1] : &r->common;
}

static bool begin_case(reader *r, const char *name) {
    case_file *f = r->file;
    test_case *more;
    if (!*name)
        return says(r, "expected the name of the case after 'case'", NULL);
    more = realloc(f->at, (f->count + 1) * sizeof *more);
    if (!more)
        return says(r, "out of memory", NULL);
    f->at = more;
    bool good = case_copy(&f->at[f->count], &r->common);
    test_case *c = &f->at[f->count++];
    c->line = r->line;
    c->name = strdup(name);
    return (good && c->name) || says(r, "out of memory", NULL);
}

/* "hex", "text", "clrx" begin a block; "file NAME" does not. */
static bool begin_code(reader *r, const char *kind) {
    const bool block = strcmp(kind, "hex") == 0 || strcmp(kind, "text") == 0 || strcmp(kind, "clrx") == 0;
    if (!block && strncmp(kind, "file ", 5) != 0)
        return says(r, "expected 'code hex', 'code text', 'code clrx' or 'code file NAME', not: code", kind);
    r->code_line = block ? r->line : 0;
    return case_add(current(r), CASE_CODE, kind, r->line) || says(r, "out of memory", NULL);
}

/* "measured: a PlayStation 4 Pro" */
static bool is_origin(const char *text) {
    static const char *const kinds[] = {"measured", "documented", "derived", "emulated"};
    const size_t size = strcspn(text, ":");
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i]) == size && memcmp(kinds[i], text, size) == 0)
            return text[size] && text[size + 1 + strspn(text + size + 1, " \t")];
    return false;
}

static case_word word_of(const char *text, size_t size) {
    for (case_word w = 0; w < CASE_WORDS; w++)
        if (w != CASE_LINE && strlen(case_words[w]) == size && memcmp(case_words[w], text, size) == 0)
            return w;
    return CASE_WORDS;
}

static bool take_statement(reader *r, char *text) {
    const size_t size = strcspn(text, " \t");
    const case_word word = word_of(text, size);
    char *rest = trimmed(text + size);
    if (!r->has_version) {
        r->has_version = size == 9 && memcmp(text, "case-file", size) == 0 && strcmp(rest, "1") == 0;
        return r->has_version || says(r, "expected 'case-file 1' in the first line, not", text);
    }
    if (word == CASE_WORDS)
        return says(
            r, "expected case, arch, origin, code, model, stage, option, memory, set, limit or expect, not",
            text);
    if (word == CASE_NAME)
        return begin_case(r, rest);
    if (!*rest)
        return says(r, "nothing follows", text);
    if (word == CASE_ORIGIN && !is_origin(rest))
        return says(r, "expected measured, documented, derived or emulated, a colon, and where from, not",
                    rest);
    return word == CASE_CODE ? begin_code(r, rest)
                             : case_add(current(r), word, rest, r->line) || says(r, "out of memory", NULL);
}

static bool take_line(reader *r, char *text) {
    text[strcspn(text, "\r")] = 0;
    if (!r->code_line)
        cut_comment(text);
    text = trimmed(text);
    if (!*text)
        return true;
    if (!r->code_line)
        return take_statement(r, text);
    if (strcmp(text, "end") == 0) {
        r->code_line = 0;
        return true;
    }
    return case_add(current(r), CASE_LINE, text, r->line) || says(r, "out of memory", NULL);
}

/* What each case must have. */
static bool is_whole(reader *r, const test_case *c) {
    static const case_word needed[] = {CASE_ARCH, CASE_ORIGIN, CASE_CODE, CASE_EXPECT};
    for (unsigned i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!case_last(c, needed[i])) {
            r->line = c->line;
            return says(r, "the case has no line", case_words[needed[i]]);
        }
    return true;
}

static bool finish(reader *r) {
    bool good = true;
    if (r->code_line) {
        r->line = r->code_line;
        return says(r, "there is no 'end' after this code", NULL);
    }
    if (!r->file->count)
        return says(r, "there is no case in it", NULL);
    for (unsigned i = 0; i < r->file->count && good; i++)
        good = is_whole(r, &r->file->at[i]);
    return good;
}

static bool take_lines(reader *r, char *text, size_t size) {
    bool good = !memchr(text, 0, size) || says(r, "not text: it has bytes 0", NULL);
    for (char *line = text, *next; line && good; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        r->line++;
        good = take_line(r, line);
    }
    return good && finish(r);
}

bool case_file_read(const char *path, case_file *file) {
    reader r = {.file = file};
    void *data;
    size_t size;
    *file = (case_file){.path = path};
    if (!cmd_read_file(path, &data, &size))
        return false;
    char *text = realloc(data, size + 1);
    if (!text) {
        free(data);
        return says(&r, "out of memory", NULL);
    }
    text[size] = 0;
    const bool good = take_lines(&r, text, size);
    free(text);
    case_free(&r.common);
    return good;
}

/* ---- writing ---- */

static void put_case(draft *to, const test_case *c) {
    bool code = false;
    draft_add(to, "case-file 1\ncase %s\n", c->name);
    for (unsigned i = 0; i < c->count; i++) {
        const case_line *l = &c->at[i];
        if (code && l->word != CASE_LINE)
            draft_add(to, "end\n");
        code = l->word == CASE_LINE || (l->word == CASE_CODE && strncmp(l->text, "file ", 5) != 0);
        if (l->word == CASE_LINE)
            draft_add(to, "    %s\n", l->text);
        else
            draft_add(to, "%s %s\n", case_words[l->word], l->text);
    }
    if (code)
        draft_add(to, "end\n");
}

int case_write(const char *path, const test_case *c) {
    draft to = {.at = NULL};
    int status = 1;
    put_case(&to, c);
    if (to.no_memory)
        fprintf(stderr, "gisa: %s: out of memory\n", path);
    else
        status = cmd_write_file(path, to.at, to.size);
    draft_free(&to);
    return status;
}
