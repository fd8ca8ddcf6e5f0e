/* SPDX-License-Identifier: MIT */
/* Writes the line table: of DWARF 4, or of DWARF 5 where the source has .file 0. The standard's
   names are in capitals. */
#include <stdlib.h>
#include <string.h>

#include "lines.h"

/* The parameters of the program's short form: those of LLVM. */
enum { LINE_BASE = -5, LINE_RANGE = 14, OPCODE_BASE = 13, INSTRUCTION_UNIT = 4, ADDRESS_SIZE = 8 };
enum { MOST_SHORT_ADVANCE = (255 - OPCODE_BASE) / LINE_RANGE };

enum { /* DW_LNS_*: standard opcodes */
       STEP_EXTENDED = 0,
       STEP_COPY = 1,
       STEP_ADVANCE_PC = 2,
       STEP_ADVANCE_LINE = 3,
       STEP_SET_FILE = 4,
       STEP_SET_COLUMN = 5,
       STEP_NEGATE_STATEMENT = 6,
       STEP_SET_BASIC_BLOCK = 7,
       STEP_CONST_ADD_PC = 8,
       STEP_SET_PROLOGUE_END = 10,
       STEP_SET_EPILOGUE_BEGIN = 11,
       STEP_SET_ISA = 12
};
enum { EXTENDED_END_SEQUENCE = 1, EXTENDED_SET_ADDRESS = 2, EXTENDED_SET_DISCRIMINATOR = 4 };
enum { /* DW_LNCT_* and DW_FORM_* */
       CONTENT_PATH = 1,
       CONTENT_DIRECTORY = 2,
       CONTENT_MD5 = 5,
       CONTENT_SOURCE = 0x2001,
       FORM_UDATA = 0x0f,
       FORM_DATA16 = 0x1e,
       FORM_LINE_STRP = 0x1f
};

static void put_byte(assembler *a, unsigned value) {
    section_emit_number(a, value, 1);
}

static void put_uleb(assembler *a, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        put_byte(a, (unsigned)(value & 0x7f) | 0x80);
    put_byte(a, (unsigned)value);
}

static void put_sleb(assembler *a, int64_t value) {
    while (value < -0x40 || value >= 0x40) {
        put_byte(a, (unsigned)(value & 0x7f) | 0x80);
        value = value < 0 ? ~(~value >> 7) : value >> 7;
    }
    put_byte(a, (unsigned)(value & 0x7f));
}

static void put_text(assembler *a, const char *text) {
    section_emit_bytes(a, text, strlen(text) + 1);
}

/* Four bytes for the size of what comes after them, which end_size fills in. */
static uint64_t begin_size(assembler *a) {
    section_emit_number(a, 0, 4);
    return section_here(a);
}

static void end_size(assembler *a, uint64_t begin) {
    uint64_t size = section_here(a) - begin;
    if (!a->stop && begin >= 4 && a->out->content.size >= begin)
        for (unsigned i = 0; i < 4; i++)
            a->out->content.data[begin - 4 + i] = (uint8_t)(size >> 8 * i);
}

/* The address of a place, as a relocation where it is not known. */
static void put_place(assembler *a, int in, uint64_t offset, unsigned size) {
    term place = {.e = expr_place(a, in, offset)};
    fixup_emit_value(a, &place, size);
}

/* ---- names that are found again ---- */

typedef struct name {
    const char *text;
    uint64_t value; /* what belongs to it */
} name;

typedef struct names {
    name *all;
    size_t count, room;
    uint32_t *slots; /* index + 1, by the text's hash; half of them are free */
    size_t slot_count;
} names;

static uint32_t *slot_of(const names *n, const char *text) {
    size_t k = memory_hash_text(text, strlen(text)) & (n->slot_count - 1);
    while (n->slots[k] && strcmp(n->all[n->slots[k] - 1].text, text) != 0)
        k = (k + 1) & (n->slot_count - 1);
    return &n->slots[k];
}

static bool enlarge(assembler *a, names *n) {
    size_t count = n->slot_count ? 2 * n->slot_count : 64;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots) {
        a->no_memory = a->stop = true;
        return false;
    }
    free(n->slots);
    n->slots = slots;
    n->slot_count = count;
    for (size_t i = 0; i < n->count; i++)
        *slot_of(n, n->all[i].text) = (uint32_t)i + 1;
    return true;
}

/* The value that belongs to the text; `value` where it is new. */
static uint64_t value_of(assembler *a, names *n, const char *text, uint64_t value) {
    void *data = n->all;
    if (n->count * 2 >= n->slot_count && !enlarge(a, n))
        return value;
    uint32_t *slot = slot_of(n, text);
    if (*slot)
        return n->all[*slot - 1].value;
    if (!memory_grow(a, &data, n->count, &n->room, sizeof *n->all))
        return value;
    n->all = data;
    n->all[n->count++] = (name){text, value};
    *slot = (uint32_t)n->count;
    return value;
}

static void free_names(names *n) {
    free(n->all);
    free(n->slots);
}

/* ---- the header ---- */

/* Directories are numbered from 1 in the order of the files; that of .file 0 is number 0. */
static void number_directories(assembler *a, struct line_table *t, names *directories) {
    for (size_t i = 1; i < t->file_count && !a->stop; i++) {
        line_file *f = &t->files[i];
        if (f->directory)
            f->directory_index = (uint32_t)value_of(a, directories, f->directory, directories->count + 1);
    }
}

static void put_old_names(assembler *a, const struct line_table *t, const names *directories) {
    for (size_t i = 0; i < directories->count; i++)
        put_text(a, directories->all[i].text);
    put_byte(a, 0);
    for (size_t i = 1; i < t->file_count; i++) {
        put_text(a, t->files[i].name);
        put_uleb(a, t->files[i].directory_index);
        put_byte(a, 0); /* neither a time nor a size */
        put_byte(a, 0);
    }
    put_byte(a, 0);
}

typedef struct texts {
    int section; /* .debug_line_str */
    names known; /* with their offsets there */
} texts;

static void put_reference(assembler *a, texts *s, const char *text) {
    int table = a->current;
    section_switch(a, s->section);
    uint64_t end = section_here(a), offset = value_of(a, &s->known, text, end);
    if (offset == end)
        put_text(a, text);
    section_switch(a, table);
    put_place(a, s->section, offset, 4);
}

static void put_format(assembler *a, unsigned content, unsigned form) {
    put_uleb(a, content);
    put_uleb(a, form);
}

static void put_file(assembler *a, texts *s, const line_file *f, bool summed, bool with_source) {
    put_reference(a, s, f->name);
    put_uleb(a, f->directory_index);
    if (summed)
        section_emit_bytes(a, f->checksum, sizeof f->checksum);
    if (with_source)
        put_reference(a, s, f->source ? f->source : "");
}

static void put_new_names(assembler *a, const struct line_table *t, const names *directories, texts *s) {
    bool summed = true, with_source = false;
    put_byte(a, 1);
    put_format(a, CONTENT_PATH, FORM_LINE_STRP);
    put_uleb(a, directories->count + 1);
    put_reference(a, s, t->files[0].directory ? t->files[0].directory : "");
    for (size_t i = 0; i < directories->count; i++)
        put_reference(a, s, directories->all[i].text);
    for (size_t i = 0; i < t->file_count; i++) {
        summed = summed && t->files[i].summed;
        with_source = with_source || t->files[i].source;
    }
    put_byte(a, 2u + summed + with_source);
    put_format(a, CONTENT_PATH, FORM_LINE_STRP);
    put_format(a, CONTENT_DIRECTORY, FORM_UDATA);
    if (summed)
        put_format(a, CONTENT_MD5, FORM_DATA16);
    if (with_source)
        put_format(a, CONTENT_SOURCE, FORM_LINE_STRP);
    put_uleb(a, t->file_count);
    for (size_t i = 0; i < t->file_count; i++)
        put_file(a, s, &t->files[i], summed, with_source);
}

static void put_header(assembler *a, struct line_table *t) {
    static const uint8_t operands[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    names directories = {0};
    section_emit_number(a, t->has_root ? 5 : 4, 2);
    if (t->has_root) {
        put_byte(a, ADDRESS_SIZE);
        put_byte(a, 0); /* no segments */
    }
    uint64_t begin = begin_size(a);
    put_byte(a, INSTRUCTION_UNIT);
    put_byte(a, 1); /* operations in an instruction */
    put_byte(a, 1); /* a row is a statement */
    put_byte(a, (uint8_t)LINE_BASE);
    put_byte(a, LINE_RANGE);
    put_byte(a, OPCODE_BASE);
    section_emit_bytes(a, operands, sizeof operands);
    number_directories(a, t, &directories);
    if (t->has_root) {
        texts s = {section_named(a, ".debug_line_str", SHT_PROGBITS, SHF_MERGE | SHF_STRINGS), {0}};
        if (s.section >= 0) {
            a->object.sections[s.section].entry_size = 1;
            put_new_names(a, t, &directories, &s);
        }
        free_names(&s.known);
    } else
        put_old_names(a, t, &directories);
    free_names(&directories);
    end_size(a, begin);
}

/* ---- the program ---- */

/* The machine that reads the table: what it says now. */
typedef struct state {
    line_position at;
    uint64_t address;
    bool begun; /* it has an address */
} state;

static void set_position(assembler *a, state *s, const line_position *to) {
    static const struct {
        uint8_t flag, step;
    } flags[] = {{LINE_BASIC_BLOCK, STEP_SET_BASIC_BLOCK},
                 {LINE_PROLOGUE_END, STEP_SET_PROLOGUE_END},
                 {LINE_EPILOGUE_BEGIN, STEP_SET_EPILOGUE_BEGIN}};
    if (s->at.file != to->file) {
        put_byte(a, STEP_SET_FILE);
        put_uleb(a, to->file);
    }
    if (s->at.column != to->column) {
        put_byte(a, STEP_SET_COLUMN);
        put_uleb(a, to->column);
    }
    if (to->discriminator) { /* each row sets it back to 0 */
        unsigned size = 2;
        for (uint32_t rest = to->discriminator >> 7; rest; rest >>= 7)
            size++;
        put_byte(a, STEP_EXTENDED);
        put_byte(a, size);
        put_byte(a, EXTENDED_SET_DISCRIMINATOR);
        put_uleb(a, to->discriminator);
    }
    if (s->at.isa != to->isa) {
        put_byte(a, STEP_SET_ISA);
        put_uleb(a, to->isa);
    }
    if ((s->at.flags ^ to->flags) & LINE_IS_STATEMENT)
        put_byte(a, STEP_NEGATE_STATEMENT);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (to->flags & flags[i].flag)
            put_byte(a, flags[i].step);
}

/* Goes on by `advance` units of address and `lines` lines, and makes a row, in as few bytes as
   there are for it. */
static void put_row(assembler *a, int64_t lines, uint64_t advance) {
    bool wide = lines < LINE_BASE || lines >= LINE_BASE + LINE_RANGE;
    if (wide) {
        put_byte(a, STEP_ADVANCE_LINE);
        put_sleb(a, lines);
        lines = 0;
    }
    uint64_t first = (uint64_t)(lines - LINE_BASE + OPCODE_BASE);
    if (!lines && !advance) {
        put_byte(a, STEP_COPY);
        return;
    }
    if (advance <= MOST_SHORT_ADVANCE && first + advance * LINE_RANGE <= 255) {
        put_byte(a, (unsigned)(first + advance * LINE_RANGE));
        return;
    }
    uint64_t left = advance - MOST_SHORT_ADVANCE;
    if (advance >= MOST_SHORT_ADVANCE && left <= MOST_SHORT_ADVANCE && first + left * LINE_RANGE <= 255) {
        put_byte(a, STEP_CONST_ADD_PC);
        put_byte(a, (unsigned)(first + left * LINE_RANGE));
        return;
    }
    put_byte(a, STEP_ADVANCE_PC);
    put_uleb(a, advance);
    put_byte(a, wide ? (unsigned)STEP_COPY : (unsigned)first);
}

static void put_end(assembler *a, uint64_t advance) {
    if (advance == MOST_SHORT_ADVANCE)
        put_byte(a, STEP_CONST_ADD_PC);
    else if (advance) {
        put_byte(a, STEP_ADVANCE_PC);
        put_uleb(a, advance);
    }
    put_byte(a, STEP_EXTENDED);
    put_byte(a, 1);
    put_byte(a, EXTENDED_END_SEQUENCE);
}

static void put_next(assembler *a, state *s, const line_row *r) {
    uint64_t advance = s->begun ? (r->offset - s->address) / INSTRUCTION_UNIT : 0;
    set_position(a, s, &r->position);
    if (!s->begun) {
        put_byte(a, STEP_EXTENDED);
        put_byte(a, 1 + ADDRESS_SIZE);
        put_byte(a, EXTENDED_SET_ADDRESS);
        put_place(a, r->section, r->offset, ADDRESS_SIZE);
    }
    put_row(a, (int64_t)r->position.line - (int64_t)s->at.line, advance);
    *s = (state){r->position, r->offset, true};
}

static uint64_t size_of(const section *s) {
    return s->type == SHT_NOBITS ? s->size : s->content.size;
}

/* One sequence: the rows of a section, in their order. */
static void put_sequence(assembler *a, const line_row *rows, const size_t *next, size_t first) {
    state s = {.at = {.file = 1, .line = 1, .flags = LINE_IS_STATEMENT}};
    for (size_t i = first; i != SIZE_MAX && !a->stop; i = next[i])
        put_next(a, &s, &rows[i]);
    put_end(a, (size_of(&a->object.sections[rows[first].section]) - s.address) / INSTRUCTION_UNIT);
}

/* Sections stand in the order in which they had their first rows. */
static void put_sequences(assembler *a, const struct line_table *t) {
    size_t count = a->object.section_count, *last = malloc((count + t->row_count + 1) * sizeof *last);
    size_t *next = last ? last + count : NULL;
    if (!last) {
        a->no_memory = a->stop = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        last[i] = SIZE_MAX;
    for (size_t i = 0; i < t->row_count; i++) {
        size_t *before = &last[t->rows[i].section];
        next[i] = SIZE_MAX;
        if (*before != SIZE_MAX)
            next[*before] = i;
        *before = i;
    }
    for (size_t i = 0; i < count; i++)
        last[i] = 0; /* from here on: written */
    for (size_t i = 0; i < t->row_count && !a->stop; i++)
        if (!last[t->rows[i].section]) {
            last[t->rows[i].section] = 1;
            put_sequence(a, t->rows, next, i);
        }
    free(last);
}

void line_table_write(assembler *a, struct line_table *t) {
    int current = a->current, previous = a->previous,
        lines = section_named(a, ".debug_line", SHT_PROGBITS, 0);
    if (lines < 0)
        return;
    section_switch(a, lines);
    uint64_t begin = begin_size(a);
    put_header(a, t);
    put_sequences(a, t);
    end_size(a, begin);
    section_switch(a, current);
    a->previous = previous;
}
