/* SPDX-License-Identifier: MIT */
/* A growing run of bytes that latches the first failed allocation. */
#include "object.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` further bytes; false, for good, when there is none. */
static bool grow(bytes *b, size_t more) {
    if (b->size > b->room) /* a view */
        b->failed = true;
    if (b->failed)
        return false;
    if (more <= b->room - b->size)
        return true;
    size_t need = b->size + more;
    size_t room = b->room < 64 ? 64 : b->room;
    while (room < need && room <= SIZE_MAX / 2)
        room *= 2;
    void *data = need < more || room < need ? NULL : realloc(b->data, room);
    if (!data) {
        b->failed = true;
        return false;
    }
    large_ask(data, room);
    b->data = data;
    b->room = room;
    return true;
}

bytes bytes_view(const void *data, size_t size) {
    return (bytes){.data = (uint8_t *)(uintptr_t)data, .size = size};
}

void bytes_append(bytes *b, const void *data, size_t size) {
    if (size && grow(b, size)) {
        memcpy(b->data + b->size, data, size);
        b->size += size;
    }
}

void bytes_join(bytes *b, bytes *from) {
    if (!b->room && !b->size && !b->failed) {
        *b = *from;
        *from = (bytes){0};
        return;
    }
    bytes_append(b, from->data, from->size);
    bytes_free(from);
}

void bytes_fill(bytes *b, uint8_t value, size_t size) {
    if (size && grow(b, size)) {
        memset(b->data + b->size, value, size);
        b->size += size;
    }
}

void bytes_text(bytes *b, const char *text) {
    bytes_append(b, text, strlen(text));
}

void bytes_format(bytes *b, const char *format, ...) {
    va_list first, second;
    va_start(first, format);
    va_copy(second, first);
    int length = vsnprintf(NULL, 0, format, first);
    va_end(first);
    /* One byte more than the text: vsnprintf ends it with a 0, which is not counted. */
    if (length < 0)
        b->failed = true;
    else if (grow(b, (size_t)length + 1)) {
        vsnprintf((char *)b->data + b->size, (size_t)length + 1, format, second);
        b->size += (size_t)length;
    }
    va_end(second);
}

uint8_t *bytes_room(bytes *b, size_t size) {
    return grow(b, size) ? b->data + b->size : NULL;
}

void bytes_free(bytes *b) {
    if (b->room)
        free(b->data);
    *b = (bytes){0};
}
