/* SPDX-License-Identifier: MIT */
/* Makes a failing case smaller: tries it without some lines, many at first and fewer later. */
#include "minimize.h"

#include <stdlib.h>
#include <string.h>

#include "case_code.h"
#include "run/registers.h"

/* ---- the case with one instruction in a line ---- */

/* Words and files become lines of one instruction; text is in lines. */
static bool add_code(test_case *to, const char *path, const test_case *from, const gisa_isa *isa) {
    const case_line *code = case_last(from, CASE_CODE), *end = from->at + from->count;
    char why[CASE_TEXT];
    size_t size;
    bool good = true;
    if (strcmp(code->text, "text") == 0 || strcmp(code->text, "clrx") == 0) {
        good = case_add(to, CASE_CODE, code->text, code->line);
        for (const case_line *l = code + 1; good && l < end && l->word == CASE_LINE; l++)
            good = case_add(to, CASE_LINE, l->text, l->line);
        return good;
    }
    unsigned char *bytes = case_code(path, from, isa, &size, why);
    good = bytes && case_add_code(to, isa, bytes, size, code->line);
    free(bytes);
    return good;
}

static bool in_lines(test_case *to, const char *path, const test_case *from, const char *arch) {
    const case_line *origin = case_last(from, CASE_ORIGIN), *limit = case_last(from, CASE_LIMIT);
    bool good = true;
    *to = (test_case){.name = strdup(from->name), .line = from->line};
    good = to->name && case_add(to, CASE_ARCH, arch, from->line) &&
           case_add(to, CASE_ORIGIN, origin->text, origin->line) &&
           (!limit || case_add(to, CASE_LIMIT, limit->text, limit->line)) &&
           add_code(to, path, from, gisa_find(arch));
    for (unsigned i = 0; good && i < from->count; i++)
        if (from->at[i].word >= CASE_MODEL && from->at[i].word != CASE_LIMIT)
            good = case_add(to, from->at[i].word, from->at[i].text, from->at[i].line);
    return good;
}

/* ---- trying ---- */

typedef struct search {
    const char *path, *arch;
    const case_outcome *before;
    test_case *best;
    bool no_memory;
} search;

static bool is_same(const search *s, const test_case *c) {
    case_outcome outcome;
    case_run(s->path, c, s->arch, &outcome);
    return outcome.status == CASE_FAILED && outcome.line == s->before->line &&
           strcmp(outcome.end, s->before->end) == 0;
}

/* Takes the candidate where it fails like the case. */
static bool take(search *s, test_case *candidate) {
    const bool same = is_same(s, candidate);
    if (same) {
        case_free(s->best);
        *s->best = *candidate;
    } else
        case_free(candidate);
    return same;
}

static bool may_go(case_word word) {
    return word >= CASE_LINE && word < CASE_NAME;
}

/* The case without lines from..to - 1, as far as they may go. */
static bool without(search *s, unsigned from, unsigned to) {
    const test_case *c = s->best;
    test_case candidate = {.name = strdup(c->name), .line = c->line};
    bool good = candidate.name, fewer = false;
    for (unsigned i = 0; i < c->count && good; i++) {
        const bool goes = i >= from && i < to && may_go(c->at[i].word);
        fewer |= goes;
        good = goes || case_add(&candidate, c->at[i].word, c->at[i].text, c->at[i].line);
    }
    s->no_memory |= !good;
    if (good && fewer)
        return take(s, &candidate);
    case_free(&candidate);
    return false;
}

/* "v1 = 1.5", of "v1=1.5,2.5"; NULL: there is one value already, or no memory. */
static char *first_value(const char *line) {
    char *name = strdup(line), *values = name ? named_cut(name) : NULL;
    const size_t size = values ? strcspn(values, ", \t*") : 0;
    char *text = values && values[size] ? malloc(strlen(name) + size + 4) : NULL;
    if (text)
        sprintf(text, "%s = %.*s", name, (int)size, values);
    free(name);
    return text;
}

/* The setting of line i with its first value alone, which is that of all lanes. */
static bool with_one_value(search *s, unsigned i) {
    test_case candidate;
    char *text = s->best->at[i].word == CASE_SET ? first_value(s->best->at[i].text) : NULL;
    if (!text)
        return false;
    if (!case_copy(&candidate, s->best)) {
        s->no_memory = true;
        case_free(&candidate);
        free(text);
        return false;
    }
    free(candidate.at[i].text);
    candidate.at[i].text = text;
    return take(s, &candidate);
}

static bool pass(search *s, unsigned step) {
    bool changed = false;
    for (unsigned i = s->best->count; i > 0 && !s->no_memory; i = i > step ? i - step : 0) {
        const unsigned end = i < s->best->count ? i : s->best->count;
        changed |= without(s, end > step ? end - step : 0, end);
    }
    return changed;
}

bool minimize(const char *path, test_case *c, const char *arch, const case_outcome *before) {
    search s = {.path = path, .arch = arch, .before = before, .best = c};
    test_case lines;
    bool changed = true;
    if (before->status != CASE_FAILED)
        return true;
    if (!in_lines(&lines, path, c, arch))
        return false;
    if (!take(&s, &lines))
        return true;
    for (unsigned step = c->count; step > 1 && !s.no_memory; step /= 2)
        pass(&s, step);
    while (changed && !s.no_memory) {
        changed = pass(&s, 1);
        for (unsigned i = 0; i < c->count; i++)
            changed |= with_one_value(&s, i);
    }
    return !s.no_memory;
}
