/* SPDX-License-Identifier: MIT */
/* Output text on its way to the caller's write function, through one large buffer. */
#ifndef GISA_OUTPUT_H
#define GISA_OUTPUT_H

#include "gisa.h"

typedef struct output {
    gisa_write write;
    void *ctx;
    char *buffer;
    size_t used;
    gisa_status status; /* GISA_STATUS_IO once a write has failed; further output is dropped then */
} output;

/* The size of the buffer, and what of it may be written in place after `used` after
   output_line(). */
enum { OUTPUT_BUFFER = 1 << 18, OUTPUT_ROOM = 4096 };

bool output_open(output *o, gisa_write write, void *ctx); /* false: out of memory */
void output_close(output *o);                             /* writes what is left */

void output_flush(output *o);

/* Makes room for a line of OUTPUT_ROOM bytes at once. */
static inline void output_line(output *o) {
    if (o->used > OUTPUT_BUFFER - OUTPUT_ROOM)
        output_flush(o);
}

void output_bytes(output *o, const void *data, size_t size);
void output_text(output *o, const char *text);
static inline void output_char(output *o, char c) {
    if (o->used == OUTPUT_BUFFER)
        output_flush(o);
    o->buffer[o->used++] = c;
}
void output_number(output *o, uint64_t value); /* decimal */
void output_hex(output *o, uint64_t value,
                unsigned digits); /* at least this number of digits, small letters */

#endif
