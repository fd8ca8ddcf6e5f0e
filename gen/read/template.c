/* SPDX-License-Identifier: MIT */
/* Templates of bodies: what `NAME(type, value)` stands for in the bodies of some rows, and words of
   their docs and bodies. */
#include <ctype.h>
#include <stdlib.h>

#include "line.h"

/* ---- text -------------------------------------------------------------------------------- */

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the word, or `_WORD` at the end of one, begins in the text, outside comments; NULL =
   nowhere. */
static const char *find(const char *text, const char *word) {
    const size_t size = strlen(word);
    for (const char *p = text; *p;) {
        size_t whole = 0;
        while (in_word(p[whole]))
            whole++;
        const char *last = p + whole - size;
        if (whole >= size && memcmp(last, word, size) == 0 && (whole == size || last[-1] == '_'))
            return last;
        p += strncmp(p, "//", 2) == 0 ? strcspn(p, "\n") : whole ? whole : 1;
    }
    return NULL;
}

char *replaced(const char *text, const char *word, const char *by) {
    char *made = resize(NULL, strlen(text) * (1 + strlen(by)) + 1), *end = made;
    for (const char *at; (at = find(text, word)); text = at + strlen(word))
        end += sprintf(end, "%.*s%s", (int)(at - text), text, by);
    strcpy(end, text);
    return made;
}

/* ---- template NAME PATTERN : WORD=text ... ------------------------------------------------ */

static void read_setting(spec *s, line *l, template_line *t) {
    if (t->settings == TEMPLATE_SETTINGS) {
        fail(s, l->at, "more than %d words", TEMPLATE_SETTINGS);
        return;
    }
    if (!next_word(l, "=", t->word[t->settings], s) || !take(l, '=') ||
        !next_word(l, "", t->text[t->settings], s))
        fail(s, l->at, "expected: template NAME PATTERN : WORD=text ...");
    t->settings++;
}

void read_template(spec *s, line *l) {
    template_line *t = LIST_ADD(s->templates);
    *t = (template_line){.at = l->at, .doc = l->doc};
    l->doc = NULL;
    if (!next_word(l, "", t->name, s) || !next_word(l, "", t->pattern, s) || !take(l, ':'))
        fail(s, l->at, "expected: template NAME PATTERN : WORD=text ...");
    while (!s->errors && *l->p)
        read_setting(s, l, t);
}

bool take_template_body(spec *s, const char *body) {
    template_line *t = s->templates.count ? &s->templates.at[s->templates.count - 1] : NULL;
    if (!t || t->body)
        return false;
    t->body = copy_text(body, strlen(body));
    squeeze(t->body);
    return true;
}

void check_templates(spec *s) {
    for (int i = 0; i < s->templates.count; i++) {
        const template_line *t = &s->templates.at[i];
        if (!t->body)
            fail(s, t->at, "%s: expected a body in braces on the next line", t->name);
        else if (!t->used)
            fail(s, t->at, "no row whose name fits '%s' says %s", t->pattern, t->name);
    }
}

/* ---- rows -------------------------------------------------------------------------------- */

/* The template that the body speaks of, where its name stands; a row whose name fits none is an
   error. */
static template_line *template_of(spec *s, const header *h, const char **at) {
    const char *name = NULL, *found;
    for (int i = 0; i < s->templates.count; i++) {
        template_line *t = &s->templates.at[i];
        if (!(found = find(h->body, t->name)))
            continue;
        name = t->name;
        *at = found;
        if (t->body && fits_pattern(t->pattern, h->name))
            return t;
    }
    if (name)
        body_fault(s, h, *at, "no template %s fits the name %s", name, h->name);
    return NULL;
}

/* (type, value); in their place; returns what comes after it, or NULL. */
static const char *arguments(const char *p, char **type, char **value) {
    const char *comma = *p == '(' ? strchr(p, ',') : NULL, *end = comma;
    for (int depth = 1; end && *end && depth; end++)
        depth += (end[1] == '(') - (end[1] == ')');
    if (!end || strncmp(end, ");", 2) != 0)
        return NULL;
    *type = copy_text(p + 1, (size_t)(comma - p) - 1);
    *value = copy_text(comma + 1, (size_t)(end - comma) - 1);
    squeeze(*value);
    return end + 2;
}

/* Of a word's text a doc takes the operand, marked as it is there, without its view; a body takes
   all but the marks. */
static char *doc_of(const template_line *t, const char *doc) {
    char *text = copy_text(doc, strlen(doc)), *whole;
    for (int i = 0; i < t->settings; i++) {
        const char *operand = copy_text(t->text[i], strcspn(t->text[i], "."));
        text = replaced(text, t->word[i], operand);
    }
    if (!t->doc)
        return text;
    whole = resize(NULL, strlen(text) + strlen(t->doc) + 2);
    sprintf(whole, "%s\n%s", text, t->doc);
    return whole;
}

static char *unmarked(const char *text) {
    char *plain = copy_text(text, strlen(text)), *end = plain;
    for (; *text; text++)
        if (*text != '{' && *text != '}')
            *end++ = *text;
    *end = 0;
    return plain;
}

/* The first place where the body speaks of a template is done; false: there is none, or an
   error. */
static bool apply_once(spec *s, header *h, bool again) {
    const char *at, *rest;
    char *type, *value, *text, *whole;
    template_line *t = template_of(s, h, &at);
    if (!t)
        return false;
    rest = arguments(at + strlen(t->name), &type, &value);
    if (!rest) {
        body_fault(s, h, at, "expected: %s(type, value);", t->name);
        return false;
    }
    text = replaced(t->body, "VALUE", value);
    for (int i = 0; i < t->settings; i++)
        text = replaced(text, t->word[i], unmarked(t->text[i]));
    text = replaced(text, "T", type);
    whole = resize(NULL, strlen(h->body) + strlen(text) + 1);
    sprintf(whole, "%.*s%s%s", (int)(at - h->body), h->body, text, rest);
    if (h->doc_text && !again)
        h->doc_text = doc_of(t, h->doc_text);
    t->used = true;
    h->body = whole;
    return true;
}

/* A body may speak of a template several times, with several types; its doc is that of one. */
void apply_templates(spec *s, header *h) {
    for (bool again = false; apply_once(s, h, again);)
        again = true;
}
