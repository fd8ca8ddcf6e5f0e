/* SPDX-License-Identifier: MIT */
/* Growing texts, and templates whose values are escaped for HTML. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manual.h"

void *grow(void *block, size_t size) {
    void *larger = realloc(block, size);
    if (!larger) {
        fputs("manual: no memory\n", stderr);
        exit(1);
    }
    return larger;
}

void raw_bytes(text *t, const char *html, size_t size) {
    if (t->size + size + 1 > t->room) {
        t->room = 2 * (t->size + size + 1);
        t->at = grow(t->at, t->room);
    }
    memcpy(t->at + t->size, html, size);
    t->size += size;
    t->at[t->size] = 0;
}

void raw(text *t, const char *html) {
    raw_bytes(t, html, strlen(html));
}

void text_free(text *t) {
    free(t->at);
    *t = (text){0};
}

static void escape(text *t, const char *s, size_t size) {
    for (size_t i = 0; i < size; i++)
        switch (s[i]) {
        case '&': raw(t, "&amp;"); break;
        case '<': raw(t, "&lt;"); break;
        case '>': raw(t, "&gt;"); break;
        case '\'': raw(t, "&#39;"); break;
        default: raw_bytes(t, s + i, 1);
        }
}

/* One conversion of a template; `at` stands after its '%'. Returns what is after it. */
static const char *convert(text *t, const char *at, va_list *values) {
    char number[40], format[8] = "%";
    size_t n = 1;
    if (strncmp(at, ".*s", 3) == 0) {
        int size = va_arg(*values, int);
        escape(t, va_arg(*values, const char *), (size_t)size);
        return at + 3;
    }
    while (*at >= '0' && *at <= '9' && n < sizeof format - 2)
        format[n++] = *at++;
    format[n] = *at;
    format[n + 1] = 0;
    switch (*at) {
    case 's': {
        const char *s = va_arg(*values, const char *);
        escape(t, s, strlen(s));
        break;
    }
    case 'c': escape(t, (char[]){(char)va_arg(*values, int)}, 1); break;
    case 'd':
        snprintf(number, sizeof number, format, va_arg(*values, int));
        raw(t, number);
        break;
    case 'u':
    case 'x':
        snprintf(number, sizeof number, format, va_arg(*values, unsigned));
        raw(t, number);
        break;
    default: raw_bytes(t, at, 1);
    }
    return at + 1;
}

void say(text *t, const char *template, ...) {
    va_list values;
    va_start(values, template);
    for (const char *p = template; *p;) {
        size_t plain = strcspn(p, "%");
        raw_bytes(t, p, plain);
        p += plain;
        if (*p)
            p = convert(t, p + 1, &values);
    }
    va_end(values);
}

void say_binary(text *t, uint64_t value, unsigned width) {
    for (unsigned i = width; i-- > 0;) {
        raw(t, value >> i & 1 ? "1" : "0");
        if (i && i % 4 == 0)
            raw(t, " ");
    }
}
