/* SPDX-License-Identifier: MIT */
/* A text that grows. */
#include "draft.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool has_room(draft *d, size_t more) {
    if (d->size + more < d->room)
        return true;
    const size_t room = 2 * (d->size + more) + 256;
    char *at = realloc(d->at, room);
    if (!at)
        return false;
    d->at = at;
    d->room = room;
    return true;
}

void draft_add(draft *d, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size < 0 || d->no_memory || !has_room(d, (size_t)size)) {
        d->no_memory = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(d->at + d->size, d->room - d->size, format, arguments);
    va_end(arguments);
    d->size += (size_t)size;
}

void draft_free(draft *d) {
    free(d->at);
    *d = (draft){.at = NULL};
}
