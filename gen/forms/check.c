/* SPDX-License-Identifier: MIT */
/* What must add up before the rows are expanded: names that a statement uses exist, options and
 * flags are known, no row is there twice. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "spec.h"

static void check_duplicates(spec *s) {
    for (int i = 0; i < s->headers.count; i++)
        for (int k = i + 1; k < s->headers.count; k++) {
            const header *a = &s->headers.at[i], *b = &s->headers.at[k];
            if (a->many || strcmp(a->name, b->name) != 0 || strcmp(a->format, b->format) != 0)
                continue;
            for (int g = 0; g < s->gen_count; g++)
                if (a->opcode[g] >= 0 && b->opcode[g] >= 0) {
                    fail(s, b->at, "%s has a row for %s already, in %s:%d", b->name, s->gen[g], a->at.file,
                         a->at.line);
                    break;
                }
        }
}

/* ---- formats ---------------------------------------------------------------------------- */

/* Is there such a format on each of these generations? */
static void need_format(spec *s, place at, const char *name, unsigned gens) {
    for (int g = 0; g < s->gen_count; g++)
        if ((gens >> g & 1) && !find_format(s, name, g)) {
            fail(s, at, "no format %s on %s", name, s->gen[g]);
            return;
        }
}

static void check_formats(spec *s) {
    for (int i = 0; i < s->promotions.count; i++) {
        need_format(s, s->promotions.at[i].at, s->promotions.at[i].from, s->promotions.at[i].gens);
        need_format(s, s->promotions.at[i].at, s->promotions.at[i].to, s->promotions.at[i].gens);
    }
    for (int i = 0; i < s->tails.count; i++)
        need_format(s, s->tails.at[i].at, s->tails.at[i].format, s->tails.at[i].gens);
    for (int i = 0; i < s->operands.count; i++) {
        const operand_line *o = &s->operands.at[i];
        bool found = !*o->format;
        for (int k = 0; k < s->formats.count && !found; k++)
            found = strcmp(s->formats.at[k].name, o->format) == 0;
        if (!found)
            fail(s, o->at, "no format %s", o->format);
    }
}

/* ---- options of operands ---------------------------------------------------------------- */

/* `word` is `name` and what `kind` asks for after it: '=' a value, '#' a number, '(' an argument,
   ' ' nothing. */
static bool is_option(const char *word, const char *name, char kind) {
    size_t size = strlen(name);
    char *end;
    if (strncmp(word, name, size) != 0)
        return false;
    word += size;
    switch (kind) {
    case '=': return *word == '=' && word[1];
    case '#': return *word == '=' && word[1] && (strtol(word + 1, &end, 10), !*end);
    case '(': return *word == '(' && strchr(word, ')');
    default: return !*word;
    }
}

static bool known_option(const operand_line *o, const char *word) {
    static const struct {
        const char *name;
        char kind;
    } options[] = {{"hex", ' '},          {"signed", ' '},      {"optional", ' '},    {"always", ' '},
                   {"any_count", ' '},    {"space", ' '},       {"literal", ' '},     {"vector", ' '},
                   {"write", ' '},        {"scalar_only", ' '}, {"no_constant", ' '}, {"lds_direct", ' '},
                   {"signs_always", ' '}, {"free_m0", ' '},     {"key", '='},         {"least", '#'},
                   {"default", '#'},      {"index", '#'},       {"back", '#'},        {"hex", '#'},
                   {"clrx_default", '#'}, {"neg", '('},         {"abs", '('},         {"sext", '('},
                   {"scalar", '('},       {"plus", '('},        {"enable", '('},      {"count", '('},
                   {"channels", '('},     {"prefix", ' '},      {"suffix", ' '},      {"double", ' '},
                   {"internal", '#'},     {"bank", '('},        {"swizzle", '('},     {"repeats", ' '},
                   {"unlisted", ' '},     {"dashed", ' '},      {"clrx_count", '('},  {"clrx_plus", '('},
                   {"clrx_minus", ' '},   {"instead", '('},     {"clrx_key", '='}};
    if (word[0] == '*')
        return word[1] && word[1 + strspn(word + 1, "0123456789")] == 0 && atoi(word + 1) > 0;
    if (isupper((unsigned char)word[0]))
        return o->codec == CODEC_CHOICE || o->codec == CODEC_DPP_CTRL; /* the table of names */
    if (is_option(word, "write", '('))
        return o->codec == CODEC_BANKED;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (is_option(word, options[i].name, options[i].kind))
            return true;
    return false;
}

static void check_options(spec *s) {
    for (int i = 0; i < s->operands.count; i++) {
        const operand_line *o = &s->operands.at[i];
        for (int k = 0; k < o->option_count; k++)
            if (!known_option(o, o->option[k]))
                fail(s, o->at, "unknown option '%s'", o->option[k]);
    }
}

/* ---- flags of rows ---------------------------------------------------------------------- */

/* Is `word` one of the words in `list`, which are separated by one of `between`? */
static bool listed(const char *list, const char *between, const char *word, size_t size) {
    for (const char *p = list; p && *p;) {
        size_t n = strcspn(p, between);
        if (n == size && memcmp(p, word, n) == 0)
            return true;
        p += n;
        p += strspn(p, between);
    }
    return false;
}

bool excludes(const flag *no, const promotion *p) {
    return listed(no->args, " ,", p->to, strlen(p->to)) ||
           (*p->suffix && listed(no->args, " ,", p->suffix + 1, strlen(p->suffix) - 1));
}

/* Does a tail ask for this flag? `name?flag|flag` */
static bool is_condition(const spec *s, const char *name) {
    for (int i = 0; i < s->tails.count; i++)
        for (int k = 0; k < s->tails.at[i].count; k++) {
            const char *mark = strchr(s->tails.at[i].item[k], '?');
            if (mark && listed(mark + 1, "|", name, strlen(name)))
                return true;
        }
    return false;
}

/* Each word of !no(...) must take away a form that the row would have. */
static void check_no(spec *s, const header *h, const flag *no) {
    for (const char *p = no->args ? no->args : ""; *p;) {
        size_t n = strcspn(p, " ,");
        bool found = n == 0;
        for (int i = 0; i < s->promotions.count && !found; i++) {
            const promotion *to = &s->promotions.at[i];
            found = strcmp(to->from, h->format) == 0 && (to->gens & no->gens) &&
                    ((strlen(to->to) == n && memcmp(to->to, p, n) == 0) ||
                     (strlen(to->suffix) == n + 1 && memcmp(to->suffix + 1, p, n) == 0));
        }
        if (!found)
            fail(s, h->at, "%s: !no(%.*s) names no form of it", h->name, (int)n, p);
        p += n;
        p += strspn(p, " ,");
    }
}

/* What !types promises: operands have types, all the same, and one that says more than a number of
   bits. */
static void check_types(spec *s, const header *h) {
    const char *type = "";
    for (int i = 0; i < h->operand_count; i++) {
        const char *other = h->operand[i].type;
        if (*type && *other && strcmp(type, other) != 0)
            fail(s, h->at, "%s: !types, but the values have several: %s and %s", h->name, type, other);
        type = *other ? other : type;
    }
    if (!*type || *type == 'b')
        fail(s, h->at, "%s: !types, but its values are bits without a type", h->name);
}

static void check_flags(spec *s) {
    static const char known[] =
        "reads writes ignores class flow no nosuffix alias clrx commutes unsure approximate keeps_half high_half notail wave like demands clrx_pair types";
    for (int i = 0; i < s->headers.count; i++) {
        const header *h = &s->headers.at[i];
        for (int k = 0; k < h->flag_count; k++) {
            const flag *f = &h->flags[k];
            if (!listed(known, " ", f->name, strlen(f->name)) && !is_condition(s, f->name))
                fail(s, h->at, "%s: unknown flag '!%s'", h->name, f->name);
            else if (strcmp(f->name, "no") == 0)
                check_no(s, h, f);
            else if (strcmp(f->name, "types") == 0)
                check_types(s, h);
        }
    }
}

/* Rows that a generation does not have although the one that it is like has them. */
static void take_without(spec *s) {
    for (int i = 0; i < s->without.count; i++) {
        const without_line *w = &s->without.at[i];
        bool found = false;
        for (int k = 0; k < s->headers.count; k++) {
            header *h = &s->headers.at[k];
            if (strcmp(h->name, w->name) != 0 || h->opcode[w->gen] < 0)
                continue;
            for (int g = w->gen; g < s->gen_count; g++)
                if (is_like(s, g, w->gen))
                    h->opcode[g] = -1;
            found = true;
        }
        if (!found)
            fail(s, w->at, "%s has no row %s in any case", s->gen[w->gen], w->name);
    }
}

void check(spec *s) {
    take_without(s);
    check_duplicates(s);
    check_formats(s);
    check_options(s);
    check_flags(s);
}
