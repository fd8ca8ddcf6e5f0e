/* SPDX-License-Identifier: MIT */
/* Reads .isa files: lines, docs and bodies; what the lines say is read in statements.c and
   read_row.c. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"

typedef struct reader {
    spec *s;
    char *text; /* the whole file; lines are cut out of it */
    char *p;
    place at;
    char *doc;
    char *shared; /* a doc that a statement has taken, and those under it may take as well */
    place doc_at;
    int first_header; /* of the row that is being read */
} reader;

/* The end of a row: its headers get their doc and body. */
static void end_row(reader *r, char *body, int body_line) {
    spec *s = r->s;
    bool of_row = r->first_header != s->headers.count;
    if (body && !of_row && !take_function_body(s, body, body_line) && !take_template_body(s, body))
        fail(s, (place){r->at.file, body_line}, "a body without an instruction before it");
    for (int i = r->first_header; i < s->headers.count; i++) {
        header *h = &s->headers.at[i];
        h->doc_text = r->doc;
        h->doc_at = r->doc_at;
        if (body)
            set_body(s, r->first_header, i, body, body_line);
        if (!r->doc || !*r->doc)
            fail(s, h->at, "%s has no doc line (///)", h->name);
    }
    if (r->doc && !of_row)
        fail(s, r->doc_at, "expected what this doc line explains below it");
    r->first_header = s->headers.count;
    r->doc = NULL;
}

/* The lines of a doc stay lines: the first sentence of a row's doc ends with one. */
static void add_doc(reader *r, const char *text) {
    size_t size = r->doc ? strlen(r->doc) : 0;
    if (r->first_header != r->s->headers.count)
        end_row(r, NULL, 0);
    r->shared = NULL;
    while (*text == ' ')
        text++;
    size = r->doc ? size : 0;
    char *doc = resize(NULL, size + strlen(text) + 2);
    if (r->doc) {
        memcpy(doc, r->doc, size);
        doc[size++] = '\n';
    } else
        r->doc_at = r->at;
    strcpy(doc + size, text);
    r->doc = doc;
}

/* Cuts the next physical line out of the text; NULL at the end. */
static char *next_line(reader *r) {
    char *begin = r->p, *end;
    if (!*begin)
        return NULL;
    end = strchr(begin, '\n');
    if (end) {
        *end = 0;
        r->p = end + 1;
    } else
        r->p = begin + strlen(begin);
    r->at.line++;
    if (strchr(begin, '\t'))
        fail(r->s, r->at, "a tab; the spec uses blanks");
    return begin;
}

/* A body of one line, { like this; }, as it would be on a line of its own. */
static char *indented(const char *body) {
    size_t size = strlen(body), blanks = strspn(body, " ");
    while (size > blanks && body[size - 1] == ' ')
        size--;
    char *text = resize(NULL, size + sizeof "    ");
    sprintf(text, "    %.*s", (int)(size - blanks), body + blanks);
    return text;
}

/* A body: from a line that begins with { to the } that closes it. Returns the text between them. */
static char *read_body(reader *r, const char *first) {
    size_t size = 0, room = 4096;
    char *body = resize(NULL, room);
    int depth = 0;
    for (const char *text = first; text; text = next_line(r)) {
        bool comment = false;
        for (; *text; text++) {
            comment |= strncmp(text, "//", 2) == 0;
            depth += *text == '{' && !comment;
            depth -= *text == '}' && !comment;
            if (!depth) {
                body[size] = 0;
                text += 1 + strspn(text + 1, " ");
                if (*text && strncmp(text, "//", 2) != 0)
                    fail(r->s, r->at, "expected the end of the line after a body");
                return strchr(body, '\n') ? body : indented(body);
            }
            if (depth == 1 && *text == '{' && size == 0 && text == first)
                continue;
            if (size + 3 > room)
                body = resize(body, room *= 2);
            body[size++] = *text;
        }
        body[size++] = '\n';
    }
    fail(r->s, r->at, "a body without its closing brace");
    return NULL;
}

/* Cuts off a comment; a doc (///) is returned without its blanks. */
static char *strip_comment(char *text) {
    char *comment = strstr(text, "//");
    if (!comment)
        return NULL;
    *comment = 0;
    if (comment[2] != '/')
        return NULL;
    squeeze(comment + 3);
    return comment + 3;
}

/* One more line of the file; a doc alone goes on with that of the line before. */
static void add_line(line *l, int number, char *more) {
    char *doc = strip_comment(more);
    size_t size = l->text ? strlen(l->text) : 0, extra = strlen(more);
    bool only_doc = doc && l->end_count && strspn(more, " ") == extra;
    line_end *before = l->end_count ? &l->ends[l->end_count - 1] : NULL;
    if (only_doc && before->doc) {
        before->doc = resize(before->doc, strlen(before->doc) + strlen(doc) + 2);
        strcat(strcat(before->doc, " "), doc);
        return;
    }
    l->text = resize(l->text, size + extra + 1);
    memcpy(l->text + size, more, extra + 1);
    l->ends = resize(l->ends, ((size_t)l->end_count + 1) * sizeof *l->ends);
    l->ends[l->end_count++] =
        (line_end){.at = size + extra, .number = number, .doc = doc ? copy_text(doc, strlen(doc)) : NULL};
}

static bool is_blank(const char *text) {
    return text[strspn(text, " ")] == 0;
}

/* What a statement takes is one line. */
static char *joined(const char *doc) {
    if (!doc)
        return NULL;
    char *text = copy_text(doc, strlen(doc));
    for (char *p = text; *p; p++)
        if (*p == '\n')
            *p = ' ';
    return text;
}

/* A statement or the header of a row, with the lines that go on with it. */
static void read_line(reader *r, char *text) {
    bool row_open = r->first_header != r->s->headers.count;
    char *doc = row_open ? NULL : joined(r->doc);
    line l = {.at = r->at, .doc = doc, .shared = r->shared};
    char word[MAX_NAME];
    add_line(&l, r->at.line, text);
    while (*r->p == ' ' && r->p[strspn(r->p, " ")] != '\n') {
        char *more = next_line(r);
        add_line(&l, r->at.line, more);
    }
    l.p = l.text;
    if (!next_word(&l, "", word, r->s))
        return;
    if (read_statement(r->s, &l, word)) {
        r->shared = !l.doc && doc ? doc : l.shared;
        if (!row_open)
            r->doc = l.doc;
        end_row(r, NULL, 0);
    } else {
        read_header(r->s, &l, word);
        r->shared = NULL;
    }
    for (int i = 0; i < l.end_count; i++)
        if (l.ends[i].doc && !l.ends[i].taken)
            fail(r->s, (place){r->at.file, l.ends[i].number}, "nothing on this line takes a doc (///)");
    free(l.text);
    free(l.ends);
}

static char *load(const char *path) {
    FILE *f = fopen(path, "rb");
    size_t size = 0, room = 1 << 16;
    char *text = resize(NULL, room);
    if (!f) {
        fprintf(stderr, "isagen: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    for (size_t n; (n = fread(text + size, 1, room - size - 1, f)) > 0;) {
        size += n;
        if (room - size < 4096)
            text = resize(text, room *= 2);
    }
    fclose(f);
    text[size] = 0;
    return text;
}

void read_file(spec *s, const char *path) {
    reader r = {.s = s, .at = {copy_text(path, strlen(path)), 0}, .first_header = s->headers.count};
    char *text;
    r.text = r.p = load(path);
    while ((text = next_line(&r))) {
        int number = r.at.line;
        if (is_blank(text))
            r.shared = NULL;
        else if (strncmp(text, "///", 3) == 0)
            add_doc(&r, text + 3);
        else if (*text == '{')
            end_row(&r, read_body(&r, text), number);
        else if (strncmp(text + strspn(text, " "), "//", 2) == 0)
            continue;
        else if (*text == ' ')
            fail(s, r.at, "a continuation line without a line before it");
        else
            read_line(&r, text);
    }
    end_row(&r, NULL, 0);
}
