/* SPDX-License-Identifier: MIT */
/* Suppressions: a file that names findings which are known. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "findings.h"

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
static bool is_there(const char *where, const finding *f) {
    const code_place *p = &f->at;
    char place[PLACE_TEXT];
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

static bool suppress_line(const findings_list *list, const char *kind, const char *rule, const char *where) {
    bool used = false;
    for (size_t i = 0; i < list->count; i++) {
        finding f;
        list->get(list->ctx, i, &f);
        if (!fits(kind, f.kind) || !fits(rule, f.rule) || !is_there(where, &f))
            continue;
        if (!f.suppressed)
            list->suppress(list->ctx, i);
        used = true;
    }
    return used;
}

/* Whether the kind is one of this command's: a file may serve several. */
static bool is_kind_of(const findings_list *list, const char *kind) {
    for (unsigned i = 0; list->kinds[i]; i++)
        if (fits(kind, list->kinds[i]))
            return true;
    return false;
}

static bool is_kind(const char *kind) {
    static const char *const all[] = {"wait",     "hazard", "undefined", "bounds", "races",
                                      "barriers", "waits",  "hazards",   "*"};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(kind, all[i]) == 0)
            return true;
    return false;
}

/* KIND RULE WHERE, or a comment. */
static bool read_line(const findings_list *list, const char *path, unsigned number, char *line) {
    char *save = NULL, *kind, *rule, *where;
    line[strcspn(line, "#\r")] = 0;
    kind = strtok_r(line, " \t", &save);
    if (!kind)
        return true;
    rule = strtok_r(NULL, " \t", &save);
    where = rule ? strtok_r(NULL, " \t", &save) : NULL;
    if (!is_kind(kind) || !where || strtok_r(NULL, " \t", &save)) {
        fprintf(stderr,
                "%s:%u: error: expected " FINDING_KINDS " or *, then a rule or *, then where: SYMBOL, "
                "SYMBOL+0xOFFSET, 0xADDRESS, FILE:LINE or *\n",
                path, number);
        return false;
    }
    if (is_kind_of(list, kind) && !suppress_line(list, kind, rule, where) && !list->partial)
        fprintf(stderr, "%s:%u: note: there is no such finding any more\n", path, number);
    return true;
}

bool findings_suppress(const findings_list *list, const char *command, const char *path) {
    void *data;
    size_t size;
    bool good = true;
    if (!cmd_read_file(path, &data, &size))
        return false;
    char *text = realloc(data, size + 1);
    if (!text) {
        free(data);
        fprintf(stderr, "gisa %s: %s: out of memory\n", command, path);
        return false;
    }
    text[size] = 0;
    unsigned number = 1;
    for (char *line = text, *end; line; line = end, number++) {
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        good &= read_line(list, path, number, line);
    }
    free(text);
    return good;
}
