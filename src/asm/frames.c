/* SPDX-License-Identifier: MIT */
/* The .cfi_ directives: how to unwind the stack, written to .debug_frame where .cfi_sections asks
   for that. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"

/* The numbers of the tables, as LLVM has them for AMDGPU. */
enum { CODE_UNIT = 4, DATA_UNIT = 4, RETURN_COLUMN = 16, FRAME_VERSION = 4, FRAME_ADDRESS = 8 };

enum { /* DW_CFA_* */
       CFA_ADVANCE = 0x40,
       CFA_OFFSET = 0x80,
       CFA_RESTORE = 0xc0,
       CFA_ADVANCE_1 = 2,
       CFA_ADVANCE_2 = 3,
       CFA_ADVANCE_4 = 4,
       CFA_OFFSET_EXTENDED = 5,
       CFA_RESTORE_EXTENDED = 6,
       CFA_UNDEFINED = 7,
       CFA_SAME_VALUE = 8,
       CFA_REGISTER = 9,
       CFA_REMEMBER_STATE = 10,
       CFA_RESTORE_STATE = 11,
       CFA_DEF = 12,
       CFA_DEF_REGISTER = 13,
       CFA_DEF_OFFSET = 14,
       CFA_OFFSET_EXTENDED_SF = 17,
       CFA_WINDOW_SAVE = 0x2d,
       CFA_DEF_ASPACE = 0x30
};
enum { SHORT_FIELD = 64 }; /* what fits the low bits of an opcode */

typedef struct unwind_frame {
    int section;
    uint64_t begin, end;
    size_t program, program_end; /* in frame_table.programs */
} unwind_frame;

struct frame_table {
    unwind_frame *all;
    size_t count, room;
    bytes programs;
    bool open, wanted;
    location opened_at;
    uint64_t at;        /* of the open frame: where its last instruction stands */
    int64_t cfa_offset; /* that the last instruction has set */
    uint64_t return_column;
};

static struct frame_table *table_of(assembler *a) {
    if (a->unwind)
        return a->unwind;
    a->unwind = arena_alloc(a, sizeof *a->unwind);
    a->unwind->return_column = RETURN_COLUMN;
    return a->unwind;
}

/* ---- instructions ----------------------------------------------------------------------- */

static void put(bytes *b, uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; i++)
        bytes_append(b, &(uint8_t){(uint8_t)(value >> 8 * i)}, 1);
}

static void put_uleb(bytes *b, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        put(b, (value & 0x7f) | 0x80, 1);
    put(b, value, 1);
}

static void put_sleb(bytes *b, int64_t value) {
    for (; value < -0x40 || value >= 0x40; value = value < 0 ? ~(~value >> 7) : value >> 7)
        put(b, ((uint64_t)value & 0x7f) | 0x80, 1);
    put(b, (uint64_t)value & 0x7f, 1);
}

static void put_advance(bytes *b, uint64_t units) {
    if (!units)
        return;
    if (units < SHORT_FIELD)
        put(b, CFA_ADVANCE | units, 1);
    else {
        unsigned size = units <= UINT8_MAX ? 1 : units <= UINT16_MAX ? 2 : 4;
        put(b, size == 1 ? CFA_ADVANCE_1 : size == 2 ? CFA_ADVANCE_2 : CFA_ADVANCE_4, 1);
        put(b, units, size);
    }
}

static void put_offset(bytes *b, uint64_t number, int64_t offset) {
    offset /= DATA_UNIT;
    if (offset < 0) {
        put(b, CFA_OFFSET_EXTENDED_SF, 1);
        put_uleb(b, number);
        put_sleb(b, offset);
        return;
    }
    if (number < SHORT_FIELD)
        put(b, CFA_OFFSET | number, 1);
    else {
        put(b, CFA_OFFSET_EXTENDED, 1);
        put_uleb(b, number);
    }
    put_uleb(b, (uint64_t)offset);
}

static void put_restore(bytes *b, uint64_t number) {
    if (number < SHORT_FIELD)
        put(b, CFA_RESTORE | number, 1);
    else {
        put(b, CFA_RESTORE_EXTENDED, 1);
        put_uleb(b, number);
    }
}

static void put_cfa(bytes *b, unsigned opcode, uint64_t number, int64_t offset) {
    put(b, opcode, 1);
    put_uleb(b, number);
    put_uleb(b, (uint64_t)offset);
}

/* ---- operands --------------------------------------------------------------------------- */

/* Registers have numbers of their own in DWARF ("User Guide for AMDGPU Backend", DWARF register
   identifier; waves of 64). */
static const struct {
    char file;
    uint16_t first, count, number;
} register_numbers[] = {{'s', 0, 64, 32}, {'s', 64, 42, 1088}, {'v', 0, 256, 2560}};

static bool named_register(const ident *n, uint64_t *number) {
    unsigned index = 0;
    for (size_t i = 1; i < n->size; i++) {
        if (!char_is(n->text[i], CHAR_DIGIT) || index > 1000)
            return false;
        index = index * 10 + (unsigned)(n->text[i] - '0');
    }
    for (size_t i = 0; n->size > 1 && i < sizeof register_numbers / sizeof *register_numbers; i++)
        if (register_numbers[i].file == n->text[0] && index >= register_numbers[i].first &&
            index < register_numbers[i].first + register_numbers[i].count) {
            *number = register_numbers[i].number + index - register_numbers[i].first;
            return true;
        }
    return false;
}

static bool read_register(assembler *a, uint64_t *number) {
    ident n;
    int64_t k;
    lex_skip_blanks(&a->now);
    const char *at = a->now.p;
    if (at < a->now.end && char_is(*at, CHAR_NAME_START) && lex_read_name(a, &n)) {
        if (named_register(&n, number))
            return true;
        diagnose_at(a, n.at, n.length, "expected a register, or its number in DWARF");
        return false;
    }
    if (!expr_read_absolute(a, &k))
        return false;
    *number = (uint64_t)k;
    if (k >= 0 && k <= UINT32_MAX)
        return true;
    diagnose_at(a, at, (size_t)(a->now.p - at), "%lld is not the number of a register", (long long)k);
    return false;
}

/* ---- directives ------------------------------------------------------------------------- */

/* .cfi_sections NAME[, NAME] */
void dir_cfi_sections(assembler *a, int kind) {
    struct frame_table *t = table_of(a);
    ident n;
    (void)kind;
    t->wanted = false;
    do {
        if (!lex_expect_name(a, &n, ".debug_frame or .eh_frame"))
            return;
        t->wanted |= lex_name_is(&n, ".debug_frame");
    } while (lex_take(a, ','));
    lex_expect_end(a);
}

static void blame_open(assembler *a, const struct frame_table *t) {
    diagnose_in(a, t->opened_at, "the frame has no end; expected .cfi_endproc");
}

/* .cfi_startproc [simple]: there are no instructions that all frames begin with. */
void dir_cfi_begin(assembler *a, int kind) {
    struct frame_table *t = table_of(a);
    void *data = t->all;
    ident n;
    (void)kind;
    if (!lex_at_end(a) && !(lex_read_name(a, &n) && lex_name_is(&n, "simple"))) {
        diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text),
                    "expected .cfi_startproc or .cfi_startproc simple");
        return;
    }
    if (!lex_expect_end(a))
        return;
    if (t->open)
        blame_open(a, t);
    if (!memory_grow(a, &data, t->count, &t->room, sizeof *t->all))
        return;
    t->all = data;
    t->all[t->count++] = (unwind_frame){a->current, section_here(a), section_here(a), t->programs.size, 0};
    t->open = true;
    t->at = section_here(a);
    t->cfa_offset = 0;
    t->opened_at = source_location(a, a->now.text, (size_t)(a->now.end - a->now.text));
    source_keep(t->opened_at.in);
}

static bool in_frame(assembler *a, struct frame_table *t) {
    const statement *s = &a->now;
    if (t->open && t->all[t->count - 1].section == a->current)
        return true;
    diagnose_at(a, s->text, (size_t)(s->p - s->text), "%s",
                t->open ? "the frame began in another section" : "there is no .cfi_startproc before this");
    return false;
}

void dir_cfi_end(assembler *a, int kind) {
    struct frame_table *t = table_of(a);
    (void)kind;
    if (!in_frame(a, t) || !lex_expect_end(a))
        return;
    unwind_frame *f = &t->all[t->count - 1];
    f->end = section_here(a);
    f->program_end = t->programs.size;
    t->open = false;
}

/* .cfi_escape BYTE[, ...] */
static bool read_escape(assembler *a, bytes *b) {
    do {
        int64_t k;
        if (!expr_read_absolute(a, &k))
            return false;
        put(b, (uint64_t)k, 1);
    } while (lex_take(a, ','));
    return true;
}

/* What an instruction's operands are: a register, a number, another register or number. */
static const struct {
    bool number, offset, second;
} operands_of[] = {
    [CFI_DEF] = {true, true, false},           [CFI_DEF_OFFSET] = {false, true, false},
    [CFI_DEF_REGISTER] = {true, false, false}, [CFI_ADJUST] = {false, true, false},
    [CFI_OFFSET] = {true, true, false},        [CFI_REL_OFFSET] = {true, true, false},
    [CFI_REGISTER] = {true, false, true},      [CFI_RESTORE] = {true, false, false},
    [CFI_UNDEFINED] = {true, false, false},    [CFI_SAME_VALUE] = {true, false, false},
    [CFI_REMEMBER] = {false, false, false},    [CFI_RESTORE_STATE] = {false, false, false},
    [CFI_WINDOW_SAVE] = {false, false, false}, [CFI_ASPACE] = {true, true, true},
    [CFI_RETURN] = {true, false, false},       [CFI_SIGNAL] = {false, false, false},
    [CFI_ESCAPE] = {false, false, false},
};

static bool read_operands(assembler *a, int kind, uint64_t *number, int64_t *offset, uint64_t *second) {
    return (!operands_of[kind].number || read_register(a, number)) &&
           (!operands_of[kind].offset ||
            ((!operands_of[kind].number || lex_expect_comma(a)) && expr_read_absolute(a, offset))) &&
           (!operands_of[kind].second || (lex_expect_comma(a) && read_register(a, second)));
}

static void put_instruction(struct frame_table *t, int kind, uint64_t number, int64_t offset,
                            uint64_t second) {
    bytes *b = &t->programs;
    if (kind == CFI_DEF || kind == CFI_DEF_OFFSET || kind == CFI_ASPACE)
        t->cfa_offset = offset;
    if (kind == CFI_ADJUST)
        t->cfa_offset = (int64_t)((uint64_t)t->cfa_offset + (uint64_t)offset);
    switch (kind) {
    case CFI_DEF: put_cfa(b, CFA_DEF, number, offset); break;
    case CFI_ASPACE:
        put_cfa(b, CFA_DEF_ASPACE, number, offset);
        put_uleb(b, second);
        break;
    case CFI_DEF_OFFSET:
    case CFI_ADJUST:
        put(b, CFA_DEF_OFFSET, 1);
        put_uleb(b, (uint64_t)t->cfa_offset);
        break;
    case CFI_OFFSET: put_offset(b, number, offset); break;
    case CFI_REL_OFFSET: put_offset(b, number, (int64_t)((uint64_t)offset - (uint64_t)t->cfa_offset)); break;
    case CFI_RESTORE: put_restore(b, number); break;
    case CFI_REGISTER: put_cfa(b, CFA_REGISTER, number, (int64_t)second); break;
    case CFI_DEF_REGISTER:
    case CFI_UNDEFINED:
    case CFI_SAME_VALUE:
        put(b,
            kind == CFI_DEF_REGISTER ? CFA_DEF_REGISTER
            : kind == CFI_UNDEFINED  ? CFA_UNDEFINED
                                     : CFA_SAME_VALUE,
            1);
        put_uleb(b, number);
        break;
    case CFI_REMEMBER: put(b, CFA_REMEMBER_STATE, 1); break;
    case CFI_RESTORE_STATE: put(b, CFA_RESTORE_STATE, 1); break;
    case CFI_WINDOW_SAVE: put(b, CFA_WINDOW_SAVE, 1); break;
    default: break;
    }
}

void dir_cfi(assembler *a, int kind) {
    struct frame_table *t = table_of(a);
    uint64_t number = 0, second = 0;
    int64_t offset = 0;
    bytes raw = {0};
    if (!in_frame(a, t) || !read_operands(a, kind, &number, &offset, &second) ||
        (kind == CFI_ESCAPE && !read_escape(a, &raw)) || !lex_expect_end(a)) {
        bytes_free(&raw);
        return;
    }
    if (kind == CFI_RETURN)
        t->return_column = t->count == 1 ? number : t->return_column; /* there is one head, for all frames */
    else if (kind != CFI_SIGNAL) {
        put_advance(&t->programs, (section_here(a) - t->at) / CODE_UNIT);
        t->at = section_here(a);
        put_instruction(t, kind, number, offset, second);
        bytes_append(&t->programs, raw.data, raw.size);
    }
    if (memory_is_whole(a, &raw))
        memory_is_whole(a, &t->programs);
    bytes_free(&raw);
}

/* ---- the section ------------------------------------------------------------------------ */

static void emit_place(assembler *a, int in, uint64_t offset, unsigned size) {
    term place = {.e = expr_place(a, in, offset)};
    fixup_emit_value(a, &place, size);
}

/* The size stands before what it counts, which is filled up to whole addresses. */
static void end_entry(assembler *a, uint64_t begin) {
    section_align(a, FRAME_ADDRESS, 0, 1, 0);
    uint64_t size = section_here(a) - begin - 4;
    for (unsigned i = 0; !a->stop && i < 4; i++)
        a->out->content.data[begin + i] = (uint8_t)(size >> 8 * i);
}

static void emit_head(assembler *a, const struct frame_table *t) {
    uint64_t begin = section_here(a);
    bytes b = {0};
    put(&b, 0, 4);          /* the size */
    put(&b, UINT32_MAX, 4); /* this is a head */
    put(&b, FRAME_VERSION, 1);
    put(&b, 0, 1); /* no augmentation */
    put(&b, FRAME_ADDRESS, 1);
    put(&b, 0, 1); /* no segments */
    put_uleb(&b, CODE_UNIT);
    put_sleb(&b, DATA_UNIT);
    put_uleb(&b, t->return_column);
    if (memory_is_whole(a, &b))
        section_emit_bytes(a, b.data, b.size);
    bytes_free(&b);
    end_entry(a, begin);
}

static void emit_frame(assembler *a, const struct frame_table *t, const unwind_frame *f, uint64_t head) {
    uint64_t begin = section_here(a);
    section_emit_number(a, 0, 4);
    emit_place(a, a->current, head, 4);
    emit_place(a, f->section, f->begin, FRAME_ADDRESS);
    section_emit_number(a, f->end - f->begin, FRAME_ADDRESS);
    section_emit_bytes(a, t->programs.data + f->program, f->program_end - f->program);
    end_entry(a, begin);
}

void frames_finish(assembler *a) {
    const struct frame_table *t = a->unwind;
    if (t && t->open)
        blame_open(a, t);
    if (!t || !t->wanted || !t->count || a->errors || !fixup_wants_object(a))
        return;
    int current = a->current, previous = a->previous,
        index = section_named(a, ".debug_frame", SHT_PROGBITS, 0);
    if (index < 0)
        return;
    section_switch(a, index);
    section_align(a, FRAME_ADDRESS, 0, 1, 0);
    uint64_t head = section_here(a);
    emit_head(a, t);
    for (size_t i = 0; i < t->count && !a->stop; i++)
        emit_frame(a, t, &t->all[i], head);
    section_switch(a, current);
    a->previous = previous;
}

void frames_end(assembler *a) {
    if (!a->unwind)
        return;
    free(a->unwind->all);
    bytes_free(&a->unwind->programs);
}
