/* SPDX-License-Identifier: MIT */
/* Output text on its way to the caller's write function, through one large buffer. */
#include "output.h"

#include <stdlib.h>
#include <string.h>

bool output_open(output *o, gisa_write write, void *ctx) {
    *o = (output){.write = write, .ctx = ctx, .buffer = malloc(OUTPUT_BUFFER)};
    return o->buffer != NULL;
}

void output_flush(output *o) {
    if (o->used && o->status == GISA_OK && !o->write(o->ctx, o->buffer, o->used))
        o->status = GISA_STATUS_IO;
    o->used = 0;
}

void output_close(output *o) {
    output_flush(o);
    free(o->buffer);
    o->buffer = NULL;
}

void output_bytes(output *o, const void *data, size_t size) {
    if (size > OUTPUT_BUFFER - o->used)
        output_flush(o);
    if (size > OUTPUT_BUFFER) {
        if (o->status == GISA_OK && !o->write(o->ctx, data, size))
            o->status = GISA_STATUS_IO;
    } else {
        memcpy(o->buffer + o->used, data, size);
        o->used += size;
    }
}

void output_text(output *o, const char *text) {
    output_bytes(o, text, strlen(text));
}

void output_number(output *o, uint64_t value) {
    char digits[20];
    unsigned at = sizeof digits;
    do
        digits[--at] = (char)('0' + value % 10);
    while (value /= 10);
    output_bytes(o, digits + at, sizeof digits - at);
}

void output_hex(output *o, uint64_t value, unsigned digits) {
    char text[16];
    while (digits < 16 && value >> 4 * digits)
        digits++;
    for (unsigned i = digits; i-- > 0; value >>= 4)
        text[i] = "0123456789abcdef"[value & 15];
    output_bytes(o, text, digits);
}
