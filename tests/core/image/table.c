/* SPDX-License-Identifier: MIT */
/* Reads the tables beside the tests. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "image_test.h"

bool table_open(table *t, const char *folder, const char *name) {
    char path[TABLE_LINE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    t->stream = fopen(path, "r");
    if (!t->stream)
        check(false, "cannot open %s", path);
    return t->stream != NULL;
}

bool table_next(table *t) {
    do
        if (!fgets(t->line, sizeof t->line, t->stream)) {
            fclose(t->stream);
            return false;
        }
    while (*t->line == '#');
    t->count = 0;
    for (char *p = strtok(t->line, " \n"); p && t->count < TABLE_WORDS; p = strtok(NULL, " \n"))
        t->word[t->count++] = p;
    return true;
}

unsigned long long table_number(const table *t, unsigned i) {
    return strtoull(t->word[i], NULL, 10);
}
