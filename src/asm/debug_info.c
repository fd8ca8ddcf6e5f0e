/* SPDX-License-Identifier: MIT */
/* Writes .debug_info and .debug_abbrev for a source that is assembled: one unit (DWARF 4) that
   names the line table and where the code is. The standard's names are in capitals. */
#include <string.h>

#include "lines.h"

enum { VERSION = 4, ADDRESS_SIZE = 8, ABBREVIATION = 1, LANGUAGE_ASSEMBLER = 0x8001 };
enum { /* DW_TAG_*, DW_AT_* and DW_FORM_* */
       TAG_COMPILE_UNIT = 0x11,
       AT_NAME = 0x03,
       AT_STMT_LIST = 0x10,
       AT_LOW_PC = 0x11,
       AT_HIGH_PC = 0x12,
       AT_LANGUAGE = 0x13,
       AT_PRODUCER = 0x25,
       FORM_ADDR = 0x01,
       FORM_DATA2 = 0x05,
       FORM_DATA8 = 0x07,
       FORM_STRING = 0x08,
       FORM_SEC_OFFSET = 0x17
};

/* The attributes of the unit, in the order of put_unit. */
static const uint8_t abbreviation[] = {ABBREVIATION,
                                       TAG_COMPILE_UNIT,
                                       0,
                                       AT_STMT_LIST,
                                       FORM_SEC_OFFSET,
                                       AT_LOW_PC,
                                       FORM_ADDR,
                                       AT_HIGH_PC,
                                       FORM_DATA8,
                                       AT_LANGUAGE,
                                       FORM_DATA2,
                                       AT_NAME,
                                       FORM_STRING,
                                       AT_PRODUCER,
                                       FORM_STRING,
                                       0,
                                       0,
                                       0};

static void put_place(assembler *a, int in, uint64_t offset, unsigned size) {
    term place = {.e = expr_place(a, in, offset)};
    fixup_emit_value(a, &place, size);
}

static void put_text(assembler *a, const char *text) {
    section_emit_bytes(a, text, strlen(text) + 1);
}

static const char *file_name(const struct line_table *t) {
    return t->source_count ? t->sources[0] : "";
}

static void put_unit(assembler *a, const struct line_table *t, int abbreviations, int lines) {
    const int code = t->rows[0].section;
    const char *name = file_name(t), *producer = "gisa asm";
    section_emit_number(a, 2 + 4 + 1 + 1 + 4 + ADDRESS_SIZE + 8 + 2 + strlen(name) + 1 + strlen(producer) + 1,
                        4);
    section_emit_number(a, VERSION, 2);
    put_place(a, abbreviations, 0, 4);
    section_emit_number(a, ADDRESS_SIZE, 1);
    section_emit_number(a, ABBREVIATION, 1);
    put_place(a, lines, 0, 4);
    put_place(a, code, 0, ADDRESS_SIZE);
    section_emit_number(a, a->object.sections[code].content.size, 8);
    section_emit_number(a, LANGUAGE_ASSEMBLER, 2);
    put_text(a, name);
    put_text(a, producer);
}

void debug_info_write(assembler *a, const struct line_table *t) {
    const int current = a->current, previous = a->previous;
    const int info = section_named(a, ".debug_info", SHT_PROGBITS, 0),
              abbreviations = section_named(a, ".debug_abbrev", SHT_PROGBITS, 0),
              lines = section_named(a, ".debug_line", SHT_PROGBITS, 0);
    if (info < 0 || abbreviations < 0 || lines < 0 || !t->row_count ||
        a->object.sections[info].content.size || a->object.sections[abbreviations].content.size)
        return; /* the source has its own */
    section_switch(a, abbreviations);
    section_emit_bytes(a, abbreviation, sizeof abbreviation);
    section_switch(a, info);
    put_unit(a, t, abbreviations, lines);
    section_switch(a, current);
    a->previous = previous;
}
