/* SPDX-License-Identifier: MIT */
/* Reads .isa files: lines, docs and bodies; what the lines say is read in statements.c and read_row.c. */
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
    place doc_at;
    int first_header; /* of the row that is being read */
} reader;

/* The end of a row: its headers get their doc and body. */
static void end_row(reader *r, char *body, int body_line) {
    spec *s = r->s;
    bool of_function = body && r->first_header == s->headers.count && take_function_body(s, body, body_line);
    if (body && r->first_header == s->headers.count && !of_function)
        fail(s, (place){r->at.file, body_line}, "a body without an instruction in front of it");
    for (int i = r->first_header; i < s->headers.count; i++) {
        header *h = &s->headers.at[i];
        h->doc = r->doc;
        if (body)
            set_body(s, r->first_header, i, body, body_line);
        if (!r->doc || !*r->doc)
            fail(s, h->at, "%s has no doc line (///)", h->name);
    }
    if (r->doc && r->first_header == s->headers.count)
        fail(s, r->doc_at, "a doc line without an instruction or a word after it");
    r->first_header = s->headers.count;
    r->doc = NULL;
}

static void add_doc(reader *r, const char *text) {
    size_t size = r->doc ? strlen(r->doc) : 0;
    if (r->first_header != r->s->headers.count)
        end_row(r, NULL, 0);
    while (*text == ' ')
        text++;
    size = r->doc ? size : 0;
    char *doc = resize(NULL, size + strlen(text) + 2);
    if (r->doc) {
        memcpy(doc, r->doc, size);
        doc[size++] = ' ';
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
                    fail(r->s, r->at, "expected the end of the line behind a body");
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

static void strip_comment(char *text) {
    char *comment = strstr(text, "//");
    if (comment)
        *comment = 0;
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
        place at = r.at;
        size_t size;
        char *joined, word[MAX_NAME];
        if (strncmp(text, "///", 3) == 0) {
            add_doc(&r, text + 3);
            continue;
        }
        if (*text == '{') {
            char *body = read_body(&r, text);
            end_row(&r, body, at.line);
            continue;
        }
        strip_comment(text);
        if (strspn(text, " ") == strlen(text))
            continue;
        if (*text == ' ')
            fail(s, at, "a continuation line without a line in front of it");
        size = strlen(text);
        joined = copy_text(text, size);
        while (*r.p == ' ' && r.p[strspn(r.p, " ")] != '\n') {
            char *more = next_line(&r);
            strip_comment(more);
            size_t extra = strlen(more);
            joined = resize(joined, size + extra + 1);
            memcpy(joined + size, more, extra + 1);
            size += extra;
        }
        bool row_open = r.first_header != s->headers.count;
        line l = {joined, at, row_open ? NULL : r.doc};
        if (!next_word(&l, "", word, s))
            continue;
        if (read_statement(s, &l, word)) {
            if (!row_open)
                r.doc = l.doc;
            end_row(&r, NULL, 0);
        } else
            read_header(s, &l, word);
        free(joined);
    }
    end_row(&r, NULL, 0);
}
