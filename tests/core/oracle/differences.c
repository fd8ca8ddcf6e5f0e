/* SPDX-License-Identifier: MIT */
/* Reads differences.txt: `rule NAME` opens an entry, the indented lines below it say the rest. */
#include "differences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *whole_file(const char *name) {
    FILE *f = fopen(name, "rb");
    char *text = NULL;
    size_t size = 0;
    if (!f)
        return NULL;
    for (;;) {
        size_t n;
        text = realloc(text, size + 65536 + 1);
        if (!text)
            abort();
        n = fread(text + size, 1, 65536, f);
        size += n;
        if (n < 65536)
            break;
    }
    fclose(f);
    text[size] = 0;
    return text;
}

static char *trimmed(char *line) {
    size_t n;
    line += strspn(line, " \t");
    n = strlen(line);
    while (n && (line[n - 1] == ' ' || line[n - 1] == '\r'))
        line[--n] = 0;
    return line;
}

static bool fault(const char *file, unsigned line, const char *what) {
    printf("%s:%u: %s\n", file, line, what);
    return false;
}

/* `key value` of an entry. An example is `example ARCH INPUT`, and its two answers follow it. */
static bool take(difference *d, char *key, char *value) {
    example *e = d->example_count ? &d->examples[d->example_count - 1] : NULL;
    if (strcmp(key, "test") == 0)
        d->test = value;
    else if (strcmp(key, "right") == 0)
        d->right = value;
    else if (strcmp(key, "why") == 0)
        d->why = value; /* the last word of an entry: what follows goes on with it */
    else if (strcmp(key, "example") == 0 && d->example_count < DIFFERENCE_EXAMPLES) {
        char *input = value + strcspn(value, " ");
        if (*input)
            *input++ = 0;
        d->examples[d->example_count++] = (example){.arch = value, .input = trimmed(input)};
    } else if (e && strcmp(key, "gisa") == 0)
        e->gisa = value;
    else if (e && strcmp(key, "llvm") == 0)
        e->llvm = value;
    else
        return false;
    return true;
}

static const char *incomplete(const difference *d) {
    if (!d->test || !d->right || !d->why)
        return "a rule needs test, right and why";
    if (!d->example_count)
        return "a rule needs an example";
    for (unsigned i = 0; i < d->example_count; i++)
        if (!d->examples[i].gisa || !d->examples[i].llvm)
            return "an example needs both answers";
    return NULL;
}

bool differences_read(differences *d, const char *file, const char *test) {
    unsigned number = 0;
    difference *now = NULL;
    memset(d, 0, sizeof *d);
    d->text = whole_file(file);
    if (!d->text)
        return fault(file, 0, "cannot be read");
    for (char *line = d->text, *next; line; line = next) {
        bool indented = *line == ' ';
        char *key, *value;
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        number++;
        key = trimmed(line);
        if (!*key || *key == '#')
            continue;
        value = key + strcspn(key, " ");
        if (*value)
            *value++ = 0;
        value = trimmed(value);
        if (!indented) {
            if (strcmp(key, "rule") != 0 || !*value || differences_find(d, value))
                return fault(file, number, "expected `rule NAME` with a new name");
            if (now && incomplete(now))
                return fault(file, number, incomplete(now));
            if (now && strcmp(now->test, test) != 0)
                d->count--;
            if (d->count == DIFFERENCE_MAX)
                return fault(file, number, "too many rules");
            now = &d->list[d->count++];
            memset(now, 0, sizeof *now);
            now->rule = value;
        } else if (!now || (!now->why && !take(now, key, value)))
            return fault(file, number, "unknown word");
    }
    if (now && incomplete(now))
        return fault(file, number, incomplete(now));
    if (now && strcmp(now->test, test) != 0)
        d->count--;
    return true;
}

difference *differences_find(differences *d, const char *rule) {
    for (unsigned i = 0; i < d->count; i++)
        if (strcmp(d->list[i].rule, rule) == 0)
            return &d->list[i];
    return NULL;
}
