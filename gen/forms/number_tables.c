/* SPDX-License-Identifier: MIT */
/* Numbers the tables of numbers, and resolves the number formats that layouts name. */
#include <string.h>

#include "expand.h"

static bool is_same_table(const numbers_line *a, const numbers_line *b) {
    return strcmp(a->name, b->name) == 0;
}

/* The value of a name in a table of names, on some generation that the row is about. */
static int value_named(const spec *s, const numbers_line *n, const char *name, size_t size) {
    for (int i = 0; i < s->names.count; i++) {
        const names_line *m = &s->names.at[i];
        if (strcmp(m->name, n->uses_of) == 0 && (m->gens & n->gens) && strlen(m->llvm) == size &&
            memcmp(m->llvm, name, size) == 0)
            return m->value;
    }
    return -1;
}

/* "unorm=rlmwa": what drivers use the format for; "unorm" alone: it exists. */
static void resolve_use(spec *s, numbers_line *n, const char *use) {
    static const char letters[] = "rlmwa";
    size_t size = strcspn(use, "=");
    int code = value_named(s, n, use, size);
    int64_t uses = USE_EXISTS;
    if (code < 0 || code >= NUMBER_FORMATS) {
        fail(s, n->at, "'%.*s' is not a name in the table %s", (int)size, use, n->uses_of);
        return;
    }
    for (const char *p = use[size] ? use + size + 1 : ""; *p; p++) {
        const char *letter = strchr(letters, *p);
        if (!letter)
            fail(s, n->at, "a use is one of the letters %s, got '%s'", letters, use);
        else
            uses |= INT64_C(1) << (letter - letters);
    }
    n->value[ELEMENT_USES + code] = uses;
}

/* A key stands once on each generation. */
static void check_key(spec *s, int index) {
    const numbers_line *n = &s->numbers.at[index];
    for (int i = 0; i < index; i++) {
        const numbers_line *other = &s->numbers.at[i];
        if (is_same_table(other, n) && other->key == n->key && (other->gens & n->gens))
            fail(s, n->at, "%s has row %lld already", n->name, (long long)n->key);
    }
}

void number_tables(spec *s) {
    for (int i = 0; i < s->numbers.count; i++) {
        numbers_line *n = &s->numbers.at[i];
        n->id = s->number_table_count;
        for (int k = 0; k < i && n->id == s->number_table_count; k++)
            if (is_same_table(&s->numbers.at[k], n))
                n->id = s->numbers.at[k].id;
        s->number_table_count += n->id == s->number_table_count;
        for (int k = 0; k < n->use_count; k++)
            resolve_use(s, n, n->use[k]);
        check_key(s, i);
    }
}
