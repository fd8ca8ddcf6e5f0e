/* SPDX-License-Identifier: MIT */
/* Suppressions: a file that names findings which are known. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cmd.h"

/* `*` stands for any text. */
static bool fits(const char *pattern, const char *text) {
    for (; *pattern != '*'; pattern++, text++) {
        if (*pattern != *text)
            return false;
        if (!*pattern)
            return true;
    }
    for (;; text++) {
        if (fits(pattern + 1, text))
            return true;
        if (!*text)
            return false;
    }
}

/* SYMBOL, SYMBOL+0x14, 0x114, FILE:LINE: one of the ways to say where. */
static bool is_there(const char *where, const checked *f) {
    const code_place *p = &f->consumer;
    char place[1024];
    const char *symbol = p->symbol ? p->symbol : "";
    snprintf(place, sizeof place, "%s+0x%" PRIx64, symbol, p->offset);
    if (fits(where, place) || (*symbol && fits(where, symbol)))
        return true;
    snprintf(place, sizeof place, "0x%" PRIx64, p->address);
    if (fits(where, place))
        return true;
    snprintf(place, sizeof place, "%s:%u", p->file ? p->file : "", p->line);
    return p->file && fits(where, place);
}

static bool suppress_line(check_result *r, const char *kind, const char *rule, const char *where) {
    bool used = false;
    for (size_t i = 0; i < r->count; i++) {
        checked *f = &r->at[i];
        if (!fits(kind, gisa_finding_name(f->finding.kind)) || !fits(rule, check_rule(f)) ||
            !is_there(where, f))
            continue;
        r->suppressed += !f->suppressed;
        f->suppressed = used = true;
    }
    return used;
}

/* KIND RULE WHERE, or a comment. */
static bool read_line(check_result *r, const char *path, unsigned number, char *line) {
    char *save = NULL, *kind, *rule, *where;
    line[strcspn(line, "#\r")] = 0;
    kind = strtok_r(line, " \t", &save);
    if (!kind)
        return true;
    rule = strtok_r(NULL, " \t", &save);
    where = rule ? strtok_r(NULL, " \t", &save) : NULL;
    bool known = strcmp(kind, "wait") == 0 || strcmp(kind, "hazard") == 0 || strcmp(kind, "*") == 0;
    if (!known || !where || strtok_r(NULL, " \t", &save)) {
        fprintf(
            stderr,
            "%s:%u: error: expected wait, hazard or *, then a counter, a hazard or *, then where: SYMBOL, "
            "SYMBOL+0xOFFSET, 0xADDRESS, FILE:LINE or *\n",
            path, number);
        return false;
    }
    if (!suppress_line(r, kind, rule, where))
        fprintf(stderr, "%s:%u: note: there is no such finding any more\n", path, number);
    return true;
}

bool check_suppress(check_result *r, const char *path) {
    void *data;
    size_t size;
    bool good = true;
    if (!cmd_read_file(path, &data, &size))
        return false;
    char *text = realloc(data, size + 1);
    if (!text) {
        free(data);
        fprintf(stderr, "gisa check: %s: out of memory\n", path);
        return false;
    }
    text[size] = 0;
    unsigned number = 1;
    for (char *line = text, *end; line; line = end, number++) {
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        good &= read_line(r, path, number, line);
    }
    free(text);
    return good;
}
