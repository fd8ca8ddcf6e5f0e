/* SPDX-License-Identifier: MIT */
/* Messages of JSON with a head that says their length, as editors send them: the Debug Adapter
 * Protocol and the Language Server Protocol share this form. */
#ifndef GISA_CMD_MESSAGE_H
#define GISA_CMD_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Bytes that have come and are not handled yet. */
typedef struct message_input {
    int file;
    char *at;
    size_t size, room;
} message_input;

/* More bytes from in->file; false: there are none, or too many. */
bool message_read(message_input *in);
/* The next whole message, which the caller owns; NULL: it is not JSON. 1, 0: there is none yet,
   -1: this is not the protocol. */
int message_next(message_input *in, json_t **message);
/* Writes a message, which stays the caller's; false: the reader has gone, or there is no memory. */
bool message_write(FILE *to, const json_t *message);

/* A string member of an object; NULL: no such string. */
const char *message_string(const json_t *object, const char *key);
/* Any text as a string: bytes that are not UTF-8 become question marks. */
json_t *message_text(const char *text);

#endif
