/* SPDX-License-Identifier: MIT */
/* Reads and writes messages of JSON with a head that says their length. */
#ifdef WITH_JANSSON

#include "message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The room for what has come, and four times the longest message. */
#ifndef MESSAGE_LARGEST
#define MESSAGE_LARGEST (1 << 26)
#endif

bool message_read(message_input *in) {
    ssize_t got;
    if (in->room - in->size < 4096) {
        const size_t room = 2 * in->room + 8192;
        char *grown = room < MESSAGE_LARGEST ? realloc(in->at, room) : NULL;
        if (!grown)
            return false;
        in->at = grown;
        in->room = room;
    }
    got = read(in->file, in->at + in->size, in->room - in->size - 1);
    if (got > 0)
        in->size += (size_t)got;
    return got > 0;
}

/* The length of the head, with its empty line, and of what follows; 0: not all of it is there. -1:
   this is not the protocol. */
static int read_head(const message_input *in, size_t *head, size_t *length) {
    static const char key[] = "Content-Length:";
    const char *end, *at;
    char *stop;
    if (!in->size)
        return 0;
    in->at[in->size] = 0;
    end = strstr(in->at, "\r\n\r\n");
    if (!end)
        return in->size > 4096 ? -1 : 0;
    at = strstr(in->at, key);
    if (!at || at > end)
        return -1;
    const unsigned long long n = strtoull(at + sizeof key - 1, &stop, 10);
    *head = (size_t)(end + 4 - in->at);
    *length = (size_t)n;
    return stop > at + sizeof key - 1 && n < MESSAGE_LARGEST / 4 ? 1 : -1;
}

int message_next(message_input *in, json_t **message) {
    size_t head, length;
    const int known = read_head(in, &head, &length);
    if (known <= 0 || in->size < head + length)
        return known < 0 ? -1 : 0;
    *message = json_loadb(in->at + head, length, 0, NULL);
    in->size -= head + length;
    memmove(in->at, in->at + head + length, in->size);
    return 1;
}

bool message_write(FILE *to, const json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT);
    const bool good =
        text && fprintf(to, "Content-Length: %zu\r\n\r\n%s", strlen(text), text) >= 0 && fflush(to) == 0;
    free(text);
    return good;
}

const char *message_string(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

json_t *message_text(const char *text) {
    json_t *j = json_string(text);
    char *copy = j ? NULL : malloc(strlen(text) + 1);
    if (!copy)
        return j;
    for (char *c = strcpy(copy, text); *c; c++)
        *c = (unsigned char)*c < 128 ? *c : '?';
    j = json_string(copy);
    free(copy);
    return j;
}

#else
typedef int message_needs_jansson;
#endif
