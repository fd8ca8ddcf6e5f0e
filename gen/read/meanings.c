/* SPDX-License-Identifier: MIT */
/* What words mean, for users: the docs above and beside what declares them, and those in tables of words. */
#include <stdlib.h>
#include <string.h>

#include "line.h"

/* "unknown: text" says that nobody knows what a field, or a value of it, does. */
static char *without_mark(char *doc, bool *unknown) {
    static const char mark[] = "unknown:";
    *unknown = strncmp(doc, mark, sizeof mark - 1) == 0;
    return *unknown ? doc + sizeof mark - 1 + strspn(doc + sizeof mark - 1, " ") : doc;
}

/* A word means one thing. Statements under one doc may say it of one word again, for other generations. */
void note_meaning(spec *s, place at, const char *in, const char *word, char *doc) {
    meaning_line m = {.at = at};
    if (!doc)
        return;
    m.text = without_mark(doc, &m.unknown);
    snprintf(m.word, sizeof m.word, "%s%s%s", in ? in : "", in ? "." : "", word);
    for (int i = 0; i < s->meanings.count; i++) {
        const meaning_line *other = &s->meanings.at[i];
        if (strcmp(other->word, m.word) != 0)
            continue;
        if (other->text != m.text)
            fail(s, at, "'%s' has a meaning already, in %s:%d", m.word, file_name(other->at.file),
                 other->at.line);
        return;
    }
    *LIST_ADD(s->meanings) = m;
}
