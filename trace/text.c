/* SPDX-License-Identifier: MIT */
/* Lines that grow, and instructions in them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

enum { FIRST_ROOM = 4096 };

static bool make_room(line *l, size_t more) {
    size_t room = l->room ? l->room : FIRST_ROOM;
    char *grown;
    if (l->size + more < l->room)
        return true;
    while (room <= l->size + more)
        room *= 2;
    grown = realloc(l->text, room);
    if (!grown)
        return false;
    l->text = grown;
    l->room = room;
    return true;
}

void line_add(line *l, const char *format, ...) {
    va_list arguments;
    int n;
    va_start(arguments, format);
    n = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (n <= 0 || !make_room(l, (size_t)n + 1))
        return;
    va_start(arguments, format);
    vsnprintf(l->text + l->size, l->room - l->size, format, arguments);
    va_end(arguments);
    l->size += (size_t)n;
}

void line_add_quoted(line *l, const char *text) {
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            line_add(l, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            line_add(l, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            line_add(l, "%c", *text);
}

void instruction_add(line *l, const gisa_isa *isa, const gisa_insn *insn) {
    char text[GISA_TEXT_MAX] = "not an instruction";
    size_t size = sizeof text;
    if (insn->size)
        gisa_print(isa, insn, NULL, text, &size);
    line_add(l, "%s", text);
}
