/* SPDX-License-Identifier: MIT */
/* Code as lines of a case: words in hexadecimal, one instruction in each line. */
#include "case_code.h"

#include <string.h>

/* The text of an instruction after its words. */
static void add_text(const gisa_isa *isa, const gisa_insn *insn, char *line, size_t room) {
    char text[GISA_TEXT_MAX];
    size_t size = sizeof text;
    if (gisa_print(isa, insn, NULL, text, &size) == GISA_OK)
        snprintf(line, room, " // %s", text);
}

/* A line for the instruction at `at`; returns the bytes that it has. */
static size_t put_line(const gisa_isa *isa, const unsigned char *at, size_t left, char *line, size_t room) {
    gisa_insn insn;
    const gisa_status status = gisa_decode(isa, at, left, &insn);
    const size_t size = status == GISA_OK && insn.size <= left ? insn.size : gisa_unit(isa);
    size_t used = 0;
    for (size_t i = 0; i < size && i < left && used < room; i += 4) {
        uint32_t word = 0;
        memcpy(&word, at + i, left - i < 4 ? left - i : 4);
        used += (size_t)snprintf(line + used, room - used, "%s%08x", i ? " " : "", word);
    }
    if (status == GISA_OK && used < room)
        add_text(isa, &insn, line + used, room - used);
    return size;
}

bool case_add_code(test_case *to, const gisa_isa *isa, const void *code, size_t size, unsigned line) {
    bool good = case_add(to, CASE_CODE, "hex", line);
    for (size_t at = 0; good && at < size;) {
        char text[GISA_TEXT_MAX + 64];
        at += put_line(isa, (const unsigned char *)code + at, size - at, text, sizeof text);
        good = case_add(to, CASE_LINE, text, line);
    }
    return good;
}
