/* SPDX-License-Identifier: MIT */
/* What words mean, for users: the docs above and beside what declares them, and those in tables of
   words. */
#include <stdlib.h>
#include <string.h>

#include "line.h"

/* "unknown: text" marks a field, or a value of it, whose effect is unknown. */
static char *without_mark(char *doc, bool *unknown) {
    static const char mark[] = "unknown:";
    *unknown = strncmp(doc, mark, sizeof mark - 1) == 0;
    return *unknown ? doc + sizeof mark - 1 + strspn(doc + sizeof mark - 1, " ") : doc;
}

/* A word means one thing. Statements under one doc may say it of one word again, for other
   generations. */
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

/* ---- finding ----------------------------------------------------------------------------- */

bool is_dotted(const char *word, const char *in, const char *name) {
    size_t size = strlen(in);
    return strncmp(word, in, size) == 0 && word[size] == '.' && strcmp(word + size + 1, name) == 0;
}

meaning_line *find_meaning(const spec *s, const char *in, const char *name) {
    for (int i = 0; i < s->meanings.count; i++) {
        meaning_line *m = &s->meanings.at[i];
        if (*m->word != *(in && *in ? in : name)) /* most of them, at once */
            continue;
        if (in ? is_dotted(m->word, in, name) : strcmp(m->word, name) == 0)
            return m;
    }
    return NULL;
}

meaning_line *find_near_meaning(const spec *s, const char *format_name, const char *name) {
    meaning_line *m = find_meaning(s, format_name, name);
    return m ? m : find_meaning(s, NULL, name);
}

const char *operand_meaning(const spec *s, const char *format_name, const char *name) {
    const meaning_line *m = find_near_meaning(s, format_name, name);
    return m ? m->text : "";
}
