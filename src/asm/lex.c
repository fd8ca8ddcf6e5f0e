/* SPDX-License-Identifier: MIT */
/* Statements and their words: comments, blanks, names, strings. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"

#define B CHAR_BLANK
#define N (CHAR_NAME | CHAR_NAME_START)
#define D (CHAR_NAME | CHAR_DIGIT)
#define E CHAR_END

/* CHAR_END marks what may end a statement or hides what looks like an end: newline ; / " ' and
   #. */
const uint8_t lex_char_class[256] = {
    ['\t'] = B, ['\v'] = B, ['\f'] = B, ['\r'] = B, [' '] = B, ['\n'] = E, [';'] = E, ['/'] = E, ['"'] = E,
    ['\''] = E, ['#'] = E,  ['$'] = N,  ['.'] = N,  ['_'] = N, ['0'] = D,  ['1'] = D, ['2'] = D, ['3'] = D,
    ['4'] = D,  ['5'] = D,  ['6'] = D,  ['7'] = D,  ['8'] = D, ['9'] = D,  ['A'] = N, ['B'] = N, ['C'] = N,
    ['D'] = N,  ['E'] = N,  ['F'] = N,  ['G'] = N,  ['H'] = N, ['I'] = N,  ['J'] = N, ['K'] = N, ['L'] = N,
    ['M'] = N,  ['N'] = N,  ['O'] = N,  ['P'] = N,  ['Q'] = N, ['R'] = N,  ['S'] = N, ['T'] = N, ['U'] = N,
    ['V'] = N,  ['W'] = N,  ['X'] = N,  ['Y'] = N,  ['Z'] = N, ['a'] = N,  ['b'] = N, ['c'] = N, ['d'] = N,
    ['e'] = N,  ['f'] = N,  ['g'] = N,  ['h'] = N,  ['i'] = N, ['j'] = N,  ['k'] = N, ['l'] = N, ['m'] = N,
    ['n'] = N,  ['o'] = N,  ['p'] = N,  ['q'] = N,  ['r'] = N, ['s'] = N,  ['t'] = N, ['u'] = N, ['v'] = N,
    ['w'] = N,  ['x'] = N,  ['y'] = N,  ['z'] = N,
};

#undef B
#undef N
#undef D
#undef E

/* After the closing quote of the string that begins at p; NULL = the line ends before. */
static const char *closed_string(const char *p, const char *end) {
    for (p++; p < end && *p != '\n'; p++) {
        if (*p == '"')
            return p + 1;
        if (*p == '\\' && p + 1 < end && p[1] != '\n')
            p++;
    }
    return NULL;
}

static const char *line_end(const char *p, const char *end) {
    const char *found = memchr(p, '\n', (size_t)(end - p));
    return found ? found : end;
}

static const char *string_end(const char *p, const char *end) {
    const char *close = closed_string(p, end);
    return close ? close : line_end(p, end);
}

/* 'c' and '\c'; a lone quote is one character. */
static const char *char_end(const char *p, const char *end) {
    const char *q = p + 1;
    if (q < end && *q == '\\')
        q++;
    if (q + 1 < end && *q != '\n' && q[1] == '\'')
        return q + 2;
    return p + 1;
}

/* A block comment; NULL = it has no end. */
static const char *comment_end(const char *p, const char *end) {
    for (p += 2; p + 1 < end; p++) {
        p = memchr(p, '*', (size_t)(end - p));
        if (!p || p + 1 == end)
            return NULL;
        if (p[1] == '/')
            return p + 2;
    }
    return NULL;
}

/* The statement [begin, *stop) with its comments made blanks, in memory of its own. */
static void copy_statement(assembler *a, const char *begin, const char *stop) {
    size_t size = (size_t)(stop - begin);
    if (size > a->copy_room) {
        char *more = realloc(a->copy, size * 2);
        if (!more) {
            a->no_memory = a->stop = true;
            a->now.end = a->now.text;
            return;
        }
        a->copy = more;
        a->copy_room = size * 2;
    }
    memcpy(a->copy, begin, size);
    for (char *p = a->copy, *end = a->copy + size; p < end;) {
        const char *q = p + 1;
        if (*p == '"')
            q = string_end(p, end);
        else if (*p == '\'')
            q = char_end(p, end);
        else if (*p == '/' && q < end && *q == '*') {
            q = comment_end(p, end);
            if (!q)
                q = end;
            memset(p, ' ', (size_t)(q - p));
        }
        p += q - p;
    }
    a->now.text = a->copy;
    a->now.end = a->copy + size;
}

/* Finds the end of the statement that begins at a->now.text and moves the frame after it. */
static void end_statement(assembler *a, frame *f) {
    const char *p = a->now.text, *end = f->end, *stop;
    bool clrx = a->clrx, comments = false;
    uint32_t lines = 0;
    for (;;) {
        while (p < end && !char_is(*p, CHAR_END))
            p++;
        if (p == end || *p == '\n')
            break;
        if (*p == '"')
            p = string_end(p, end);
        else if (*p == '\'')
            p = char_end(p, end);
        else if (*p == ';' || (*p == '#' && clrx) || (*p == '/' && p + 1 < end && p[1] == '/'))
            break;
        else if (*p == '/' && p + 1 < end && p[1] == '*') {
            const char *close = comment_end(p, end);
            a->now.end = end;
            if (!close) {
                diagnose_fatal(a, p, 2, "the comment has no end; expected */");
                p = end;
                break;
            }
            for (; p < close; p++)
                lines += *p == '\n';
            comments = true;
        } else
            p++;
    }
    stop = p;
    if (p < end && *p == ';' && clrx)
        p++;
    else if (p < end) {
        p = line_end(p, end);
        if (p < end) {
            p++;
            lines++;
        }
    }
    f->p = p;
    f->line += lines;
    while (stop > a->now.text && char_is(stop[-1], CHAR_BLANK))
        stop--;
    a->now.end = stop;
    if (comments)
        copy_statement(a, a->now.text, stop);
}

bool lex_next_statement(assembler *a, frame *f) {
    const char *p = f->p, *end = f->end;
    for (;;) {
        while (p < end && char_is(*p, CHAR_BLANK))
            p++;
        if (p == end)
            break;
        if (*p == '\n') {
            p++;
            f->line++;
        } else if (*p == '#' || *p == ';' || (*p == '/' && p + 1 < end && p[1] == '/')) {
            if (*p == ';' && a->clrx)
                p++;
            else
                p = line_end(p, end);
        } else if (*p == '/' && p + 1 < end && p[1] == '*') {
            const char *close = comment_end(p, end);
            if (!close) {
                statement_begin(&a->now, f, p, end);
                diagnose_fatal(a, p, 2, "the comment has no end; expected */");
                p = end;
                break;
            }
            for (; p < close; p++)
                f->line += *p == '\n';
        } else {
            statement_begin(&a->now, f, p, end);
            end_statement(a, f);
            a->now.p = a->now.text;
            return true;
        }
    }
    f->p = p;
    return false;
}

/* ---- words ------------------------------------------------------------------------------ */

void lex_skip_blanks(statement *s) {
    while (s->p < s->end && char_is(*s->p, CHAR_BLANK))
        s->p++;
}

bool lex_take(assembler *a, char c) {
    statement *s = &a->now;
    lex_skip_blanks(s);
    if (s->p == s->end || *s->p != c)
        return false;
    s->p++;
    return true;
}

bool lex_at_end(assembler *a) {
    lex_skip_blanks(&a->now);
    return a->now.p == a->now.end;
}

bool lex_expect_end(assembler *a) {
    if (lex_at_end(a))
        return true;
    diagnose_expected(a, "the end of the statement");
    return false;
}

bool lex_expect_comma(assembler *a) {
    if (lex_take(a, ','))
        return true;
    diagnose_expected(a, "','");
    return false;
}

static bool quoted(assembler *a, ident *n) {
    statement *s = &a->now;
    const char *close = closed_string(s->p, s->end);
    if (!close) {
        diagnose_at(a, s->p, (size_t)(s->end - s->p), "the string has no end; expected \"");
        return false;
    }
    *n = (ident){s->p + 1, (size_t)(close - s->p) - 2, s->p, (size_t)(close - s->p)};
    s->p = close;
    return true;
}

bool lex_resolve_name(assembler *a, ident *n) {
    bytes text = {0};
    if (!memchr(n->text, '\\', n->size))
        return true;
    for (const char *p = n->text, *end = p + n->size; p < end; p++) {
        bool escaped = *p == '\\' && p + 1 < end && strchr("\"\\n", p[1]);
        p += escaped;
        bytes_append(&text, escaped && *p == 'n' ? "\n" : p, 1);
    }
    n->text = text.failed ? NULL : arena_text(a, (const char *)text.data, text.size);
    n->size = text.size;
    bytes_free(&text);
    if (!n->text)
        a->no_memory = a->stop = true;
    return n->text;
}

bool lex_read_name(assembler *a, ident *n) {
    statement *s = &a->now;
    const char *p;
    lex_skip_blanks(s);
    p = s->p;
    if (p < s->end && *p == '"') {
        const char *close = closed_string(p, s->end);
        return close && close - p > 2 && quoted(a, n) && lex_resolve_name(a, n);
    }
    if (p == s->end || !char_is(*p, CHAR_NAME_START))
        return false;
    while (p < s->end && char_is(*p, CHAR_NAME))
        p++;
    *n = (ident){s->p, (size_t)(p - s->p), s->p, (size_t)(p - s->p)};
    s->p = p;
    return true;
}

bool lex_expect_name(assembler *a, ident *n, const char *what) {
    if (lex_read_name(a, n))
        return true;
    diagnose_expected(a, what);
    return false;
}

bool lex_name_is(const ident *n, const char *text) {
    return strlen(text) == n->size && memcmp(text, n->text, n->size) == 0;
}

/* ---- strings ---------------------------------------------------------------------------- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The escapes of GNU as: \b \f \n \r \t \\ \" \' \x41 \101. *p stands after the backslash. */
static int escape(const char **p, const char *end) {
    static const char letters[] = "b\bf\fn\nr\rt\t\\\\\"\"''";
    char c = *p < end ? *(*p)++ : 0;
    if (c == 'x' || c == 'X') {
        int value = -1, digit;
        while (*p < end && (digit = hex_digit(**p)) >= 0) {
            value = ((value < 0 ? 0 : value) << 4 | digit) & 0xff;
            ++*p;
        }
        return value;
    }
    if (c >= '0' && c <= '7') {
        int value = c - '0';
        for (int i = 0; i < 2 && *p < end && **p >= '0' && **p <= '7'; i++)
            value = value << 3 | (*(*p)++ - '0');
        return value & 0xff;
    }
    for (const char *l = letters; c && *l; l += 2)
        if (*l == c)
            return (unsigned char)l[1];
    return -1;
}

bool lex_read_string(assembler *a, bytes *out) {
    statement *s = &a->now;
    ident n;
    lex_skip_blanks(s);
    if (s->p == s->end || *s->p != '"') {
        diagnose_expected(a, "a string in double quotes");
        return false;
    }
    if (!quoted(a, &n))
        return false;
    for (const char *p = n.text, *end = p + n.size; p < end;) {
        const char *plain = memchr(p, '\\', (size_t)(end - p));
        const char *at = plain ? plain : end;
        int c;
        bytes_append(out, p, (size_t)(at - p));
        if (at == end)
            break;
        p = at + 1;
        if ((c = escape(&p, end)) < 0) {
            diagnose_at(a, at, (size_t)(p - at),
                        "unknown escape in a string; expected \\n \\t \\\\ \\\" \\x41 \\101 ...");
            return false;
        }
        bytes_append(out, &(uint8_t){(uint8_t)c}, 1);
    }
    return memory_is_whole(a, out);
}

bool lex_read_raw_string(assembler *a, ident *n, const char *what) {
    lex_skip_blanks(&a->now);
    if (a->now.p == a->now.end || *a->now.p != '"') {
        diagnose_expected(a, what);
        return false;
    }
    return quoted(a, n);
}
