/* SPDX-License-Identifier: MIT */
/* The text of a source that is open, and positions in it. */
#include "document.h"

#include <stdlib.h>
#include <string.h>

/* ---- text --------------------------------------------------------------------------------- */

static bool find_lines(document *d) {
    d->lines = 0;
    for (const char *p = d->text; p; p = (p = strchr(p, '\n')) ? p + 1 : NULL) {
        if (!scan_room(&d->line, d->lines, sizeof *d->line))
            return false;
        d->line[d->lines++] = (uint32_t)(p - d->text);
    }
    return true;
}

static void forget(document *d) {
    document_forget_analysis(d);
    scan_free(&d->scan);
    free(d->definition);
    d->definition = NULL;
    d->definitions = 0;
    d->scanned = d->analysed = false;
    d->dirty = true;
}

/* Takes the text. */
static bool own(document *d, char *text, size_t size) {
    forget(d);
    free(d->text);
    d->text = text;
    d->size = size;
    free(d->line);
    d->line = NULL;
    return find_lines(d);
}

bool document_replace(document *d, uint32_t from, uint32_t to, const char *text, size_t size) {
    const size_t left = d->size - (to - from);
    char *whole = size <= DOCUMENT_MOST - left ? malloc(left + size + 1) : NULL;
    if (!whole)
        return false;
    if (from)
        memcpy(whole, d->text, from);
    memcpy(whole + from, text, size);
    if (d->size > to)
        memcpy(whole + from + size, d->text + to, d->size - to);
    whole[left + size] = 0;
    return own(d, whole, left + size);
}

bool document_set(document *d, const char *text, size_t size) {
    return size <= DOCUMENT_MOST && document_replace(d, 0, (uint32_t)d->size, text, size);
}

void document_free(document *d) {
    forget(d);
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d->line);
    free(d);
}

/* ---- positions ---------------------------------------------------------------------------- */

uint32_t document_line_end(const document *d, uint32_t line) {
    const size_t next = line + 1 < d->lines ? d->line[line + 1] - 1 : d->size;
    return (uint32_t)(next > d->line[line] && d->text[next - 1] == '\r' ? next - 1 : next);
}

static unsigned bytes_of(const char *p) {
    const unsigned char c = (unsigned char)*p;
    return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

uint32_t document_offset(const document *d, uint64_t line, uint64_t character, bool utf8) {
    if (line >= d->lines)
        return (uint32_t)d->size;
    const uint32_t end = document_line_end(d, (uint32_t)line);
    uint32_t at = d->line[line];
    for (uint64_t units = 0; at < end;) {
        const unsigned bytes = bytes_of(d->text + at);
        units += utf8 ? bytes : bytes == 4 ? 2 : 1;
        if (units > character)
            break;
        at += bytes;
    }
    return at < end ? at : end;
}

uint32_t document_line_of(const document *d, uint32_t at) {
    size_t low = 0, high = d->lines;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (d->line[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

void document_position(const document *d, uint32_t at, bool utf8, uint32_t *line, uint32_t *character) {
    *line = document_line_of(d, at);
    *character = 0;
    for (uint32_t i = d->line[*line]; i < at;) {
        const unsigned bytes = bytes_of(d->text + i);
        *character += utf8 ? bytes : bytes == 4 ? 2 : 1;
        i += bytes;
    }
}
