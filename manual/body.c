/* SPDX-License-Identifier: MIT */
/* The body of an instruction as code: comments and numbers are marked, words of the language lead
 * to what they mean. The text of the page is the body as it stands in the spec, without the blanks
 * that all its lines begin with. */
#include <ctype.h>
#include <string.h>

#include "manual.h"

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *at) {
    size_t n = 0;
    while (is_word(at[n]))
        n++;
    return n;
}

static bool is_declared(const gisa_isa *isa, const char *word, size_t size) {
    gisa_body_word w;
    for (unsigned i = 0; gisa_body_word_at(isa, i, &w) == GISA_OK; i++)
        if (strlen(w.name) == size && memcmp(w.name, word, size) == 0)
            return true;
    return false;
}

static void say_word(page *p, const char *word, size_t size, bool member, const gisa_isa *isa) {
    static const char *const keywords[] = {"if",     "else", "for",    "while", "do",
                                           "switch", "case", "return", "break"};
    bool declared = is_declared(isa, word, size);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i]) == size && memcmp(keywords[i], word, size) == 0) {
            say(&p->out, "<b>%.*s</b>", (int)size, word);
            return;
        }
    if (isdigit((unsigned char)*word))
        say(&p->out, "<i>%.*s</i>", (int)size, word);
    else if (declared && !member)
        say(&p->out, "<a href='words.html#%.*s'>%.*s</a>", (int)size, word, (int)size, word);
    else
        say(&p->out, "%.*s", (int)size, word);
}

static void say_line(page *p, const char *line, size_t size, const gisa_isa *isa) {
    const char *begin = line, *end = line + size;
    while (line < end) {
        size_t n = word_length(line);
        if (n) {
            say_word(p, line, n, line > begin && line[-1] == '.', isa);
            line += n;
        } else if (line[0] == '/' && line[1] == '/') {
            say(&p->out, "<em>%.*s</em>", (int)(end - line), line);
            line = end;
        } else
            say(&p->out, "%c", *line++);
    }
}

static size_t blanks(const char *line) {
    return strspn(line, " ");
}

/* The blanks before the line that has the fewest. */
static size_t common_blanks(const char *body) {
    size_t least = SIZE_MAX;
    for (const char *line = body; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (line[blanks(line)] && line[blanks(line)] != '\n' && blanks(line) < least)
            least = blanks(line);
    return least;
}

void say_listing(page *p, const char *class_, const char *body, const gisa_isa *isa) {
    size_t indent;
    body += *body == '\n';
    indent = common_blanks(body);
    say(&p->out, "<pre class='%s'><code>", class_);
    while (*body) {
        size_t size = strcspn(body, "\n"), skip = size < indent ? size : indent;
        say_line(p, body + skip, size - skip, isa);
        body += size;
        if (*body)
            body++;
        raw(&p->out, "\n");
    }
    raw(&p->out, "</code></pre>\n");
}
