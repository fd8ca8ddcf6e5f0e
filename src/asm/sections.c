/* SPDX-License-Identifier: MIT */
/* Sections: their names and flags, the current one, and the bytes that go there. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"

/* What a section is when the source does not say so. A name that ends in '*' stands for everything
 * that begins with it and goes on with a dot, or ends there. The list is LLVM's for ELF. */
static const struct {
    const char *name;
    uint32_t type;
    uint64_t flags;
} known[] = {
    {".text*", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR},
    {".init", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR},
    {".fini", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR},
    {".rodata*", SHT_PROGBITS, SHF_ALLOC},
    {".rodata1", SHT_PROGBITS, SHF_ALLOC},
    {".data*", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE},
    {".data1", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE},
    {".bss*", SHT_NOBITS, SHF_ALLOC | SHF_WRITE},
    {".init_array*", SHT_INIT_ARRAY, SHF_ALLOC | SHF_WRITE},
    {".fini_array*", SHT_FINI_ARRAY, SHF_ALLOC | SHF_WRITE},
    {".preinit_array*", SHT_PREINIT_ARRAY, SHF_ALLOC | SHF_WRITE},
    {".tdata*", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE | SHF_TLS},
    {".tbss*", SHT_NOBITS, SHF_ALLOC | SHF_WRITE | SHF_TLS},
    {".note*", SHT_NOTE, 0},
};

static bool matches(const char *pattern, const char *name) {
    size_t n = strlen(pattern);
    if (pattern[n - 1] != '*')
        return strcmp(pattern, name) == 0;
    return strncmp(pattern, name, n - 1) == 0 && (!name[n - 1] || name[n - 1] == '.');
}

static void usual(const char *name, uint32_t *type, uint64_t *flags) {
    *type = SHT_PROGBITS;
    *flags = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (matches(known[i].name, name)) {
            *type = known[i].type;
            *flags = known[i].flags;
            return;
        }
}

/* The slot of that name: empty, or with the section. */
static uint16_t *slot_of(const assembler *a, const char *name) {
    size_t mask = a->section_room - 1, k = memory_hash_text(name, strlen(name)) & mask;
    while (a->section_slots[k] && strcmp(a->object.sections[a->section_slots[k] - 1].name, name) != 0)
        k = (k + 1) & mask;
    return &a->section_slots[k];
}

static int find_section(const assembler *a, const char *name) {
    return a->section_room ? *slot_of(a, name) - 1 : -1;
}

/* The table of slots is at most half full. */
static bool enter_section(assembler *a, int index) {
    if ((size_t)index * 2 >= a->section_room) {
        size_t room = a->section_room ? a->section_room * 2 : 32;
        free(a->section_slots);
        a->section_slots = calloc(room, sizeof *a->section_slots);
        a->section_room = a->section_slots ? room : 0;
        if (!a->section_slots) {
            a->no_memory = a->stop = true;
            return false;
        }
        for (int i = 0; i < index; i++)
            *slot_of(a, a->object.sections[i].name) = (uint16_t)(i + 1);
    }
    *slot_of(a, a->object.sections[index].name) = (uint16_t)(index + 1);
    return true;
}

int section_named(assembler *a, const char *name, uint32_t type, uint64_t flags) {
    int index = find_section(a, name);
    if (index >= 0)
        return index;
    if (a->object.section_count >= MAX_SECTIONS) {
        diagnose_fatal(a, a->now.text, 1, "more than %d sections", MAX_SECTIONS);
        return -1;
    }
    index = object_add_section(&a->object, name, type, flags);
    if (index < 0)
        a->no_memory = a->stop = true;
    else if (!enter_section(a, index))
        return -1;
    else if (a->current >= 0)
        a->out = &a->object.sections[a->current]; /* the array may have moved */
    return index;
}

/* A name that nothing defines, and that a section has, is where that section begins: compilers
   refer to .debug_abbrev so. */
void sections_define(assembler *a) {
    for (asm_symbol *s = a->symbols.first; s; s = s->next) {
        int index = s->state == SYMBOL_UNDEFINED && !s->bound && !s->hidden ? find_section(a, s->name) : -1;
        if (index < 0)
            continue;
        s->state = SYMBOL_LABEL;
        s->section = index;
        s->value = 0;
        s->temporary = true; /* the section's own symbol stands for it */
    }
}

void section_switch(assembler *a, int index) {
    if (index < 0)
        return;
    a->row_waits = a->row_waits && index == a->current;
    a->previous = a->current;
    a->current = index;
    a->out = &a->object.sections[index];
}

bool sections_begin(assembler *a) {
    a->current = -1;
    int text = section_named(a, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR);
    if (text < 0)
        return false;
    section_switch(a, text);
    a->out->align = 4;
    a->previous = -1;
    return true;
}

uint64_t section_here(const assembler *a) {
    return a->out->type == SHT_NOBITS ? a->out->size : a->out->content.size;
}

/* ---- bytes ------------------------------------------------------------------------------ */

static bool room_for(assembler *a, uint64_t size) {
    if (size <= MAX_OUTPUT - a->total) {
        a->total += size;
        return true;
    }
    diagnose_fatal(a, a->now.text, (size_t)(a->now.end - a->now.text), "the output is larger than %u MiB",
                   (unsigned)(MAX_OUTPUT >> 20));
    return false;
}

static void begin_unit(assembler *a) {
    void *data = a->units;
    a->unit_begun = true;
    if (!memory_grow(a, &data, a->unit_count, &a->unit_room, sizeof *a->units))
        return;
    a->units = data;
    a->units[a->unit_count++] = (uint32_t)a->out->content.size;
}

uint8_t *section_emit(assembler *a, size_t size) {
    section *s = a->out;
    uint8_t *p;
    if (s->type == SHT_NOBITS) {
        diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text),
                    "section %s holds no bytes, only space", s->name);
        return NULL;
    }
    if (a->row_waits)
        lines_mark(a);
    if (!room_for(a, size))
        return NULL;
    if (a->options->output == GISA_OUTPUT_HEX && !a->unit_begun && a->current == 0)
        begin_unit(a);
    p = bytes_room(&s->content, size);
    if (!p) {
        a->no_memory = a->stop = true;
        return NULL;
    }
    s->content.size += size;
    return p;
}

bool section_tells(const assembler *a) {
    const gisa_asm_options *o = a->options;
    return o->placed || o->line_table || o->output == GISA_OUTPUT_HEX || a->row_waits;
}

uint8_t *section_try(assembler *a, size_t size) {
    bytes *content = &a->out->content;
    return a->out->type != SHT_NOBITS && size <= MAX_OUTPUT - a->total && bytes_room(content, size)
               ? section_emit(a, size)
               : NULL;
}

void section_return(assembler *a, size_t size) {
    a->out->content.size -= size;
    a->total -= size;
}

void section_emit_bytes(assembler *a, const void *data, size_t size) {
    uint8_t *p = size ? section_emit(a, size) : NULL;
    if (p)
        memcpy(p, data, size);
}

uint8_t *section_filling(assembler *a, size_t size) {
    bool waits = a->row_waits;
    a->row_waits = false;
    uint8_t *p = section_emit(a, size);
    a->row_waits = waits;
    return p;
}

void section_fill(assembler *a, uint8_t byte, uint64_t size) {
    uint8_t *p;
    if (a->out->type == SHT_NOBITS && byte == 0) {
        if (size > ((uint64_t)1 << 40) - a->out->size)
            diagnose_fatal(a, a->now.text, 1, "section %s is too large", a->out->name);
        else
            a->out->size += size;
        return;
    }
    if (size && size > MAX_OUTPUT)
        room_for(a, size);
    else if (size && (p = section_filling(a, (size_t)size)))
        memset(p, byte, (size_t)size);
}

static void put(uint8_t *p, uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; i++)
        p[i] = (uint8_t)(i < 8 ? value >> (8 * i) : 0);
}

void section_emit_number(assembler *a, uint64_t value, unsigned size) {
    uint8_t *p;
    if (a->out->type == SHT_NOBITS && value == 0)
        section_fill(a, 0, size);
    else if ((p = section_emit(a, size)))
        put(p, value, size);
}

/* What fills gaps in code; all architectures agree where the source has not named one yet. */
static uint32_t code_fill(const assembler *a) {
    return gxp_is_made(a) && !a->isa ? 0 : (uint32_t)gisa_fact(a->isa ? a->isa : gisa_at(0), "code_fill", 0);
}

/* Code is padded with the spec's code_fill, after zeros up to a whole word; other sections with the
   value. */
void section_align(assembler *a, uint64_t align, uint64_t value, unsigned value_size, uint64_t max) {
    uint64_t at = section_here(a), pad = (align - at % align) % align;
    bool code = (a->out->flags & SHF_EXECINSTR) && value == 0 && value_size == 1;
    if (a->out->align < align)
        a->out->align = align;
    if (!pad || (max && pad > max))
        return;
    if (code) {
        uint64_t odd = pad % 4;
        if (odd)
            section_fill(a, 0, odd);
        uint8_t *p = pad - odd && pad <= MAX_OUTPUT ? section_filling(a, (size_t)(pad - odd)) : NULL;
        uint32_t fill = code_fill(a);
        for (uint64_t i = 0; p && i < pad - odd; i += 4)
            put(p + i, fill, 4);
        if (pad > MAX_OUTPUT)
            room_for(a, pad);
        return;
    }
    if (value_size == 1 || value == 0) {
        section_fill(a, (uint8_t)value, pad);
        return;
    }
    if (pad % value_size) {
        diagnose_at(a, a->now.text, 1, "the gap of %llu bytes is not a multiple of %u",
                    (unsigned long long)pad, value_size);
        return;
    }
    if (pad > MAX_OUTPUT) {
        room_for(a, pad);
        return;
    }
    uint8_t *p = section_filling(a, (size_t)pad);
    for (uint64_t i = 0; p && i < pad; i += value_size)
        put(p + i, value, value_size);
}

/* ---- directives ------------------------------------------------------------------------- */

static const struct {
    char letter;
    uint64_t flag;
} flag_letters[] = {
    {'a', SHF_ALLOC}, {'w', SHF_WRITE}, {'x', SHF_EXECINSTR},  {'M', SHF_MERGE},   {'S', SHF_STRINGS},
    {'T', SHF_TLS},   {'G', SHF_GROUP}, {'o', SHF_LINK_ORDER}, {'e', SHF_EXCLUDE}, {'R', SHF_GNU_RETAIN},
};

static bool read_flags(assembler *a, uint64_t *flags) {
    ident n;
    *flags = 0;
    if (!lex_read_raw_string(a, &n, "the section's flags in double quotes"))
        return false;
    for (size_t i = 0; i < n.size; i++) {
        uint64_t flag = 0;
        for (size_t k = 0; k < sizeof flag_letters / sizeof *flag_letters; k++)
            if (flag_letters[k].letter == n.text[i])
                flag = flag_letters[k].flag;
        if (!flag) {
            diagnose_at(a, n.text + i, 1, "unknown flag; expected letters of \"awxMSTGoeR\"");
            return false;
        }
        *flags |= flag;
    }
    return true;
}

static const struct {
    const char *name;
    uint32_t type;
} types[] = {
    {"progbits", SHT_PROGBITS},     {"nobits", SHT_NOBITS},         {"note", SHT_NOTE},
    {"init_array", SHT_INIT_ARRAY}, {"fini_array", SHT_FINI_ARRAY}, {"preinit_array", SHT_PREINIT_ARRAY},
};

static bool read_type(assembler *a, uint32_t *type) {
    ident n;
    int64_t k;
    if (!lex_take(a, '@'))
        lex_take(a, '%');
    lex_skip_blanks(&a->now);
    if (a->now.p < a->now.end && char_is(*a->now.p, CHAR_DIGIT)) {
        if (!expr_read_absolute(a, &k))
            return false;
        *type = (uint32_t)k;
        return true;
    }
    if (!lex_expect_name(a, &n, "a section type: @progbits, @nobits, @note"))
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lex_name_is(&n, types[i].name)) {
            *type = types[i].type;
            return true;
        }
    diagnose_at(a, n.at, n.length,
                "unknown section type; expected @progbits, @nobits, @note, @init_array, @fini_array or "
                "@preinit_array");
    return false;
}

/* What stands after the flags: @type, the size of mergeable entries, a group, a linked section. */
static bool read_details(assembler *a, uint32_t *type, uint64_t *flags, int64_t *entry) {
    ident n;
    if (lex_take(a, ',')) {
        if (!read_type(a, type))
            return false;
    } else if (*flags & SHF_MERGE) {
        diagnose_expected(a, "',' and the section's type");
        return false;
    }
    if (*flags & SHF_MERGE) {
        if (!lex_expect_comma(a) || !expr_read_absolute(a, entry))
            return false;
        if (*entry <= 0) {
            diagnose_at(a, a->now.p - 1, 1, "the size of an entry must be positive");
            return false;
        }
    }
    if (*flags & SHF_GROUP) { /* this assembler makes no groups: the section stands alone */
        if (!lex_expect_comma(a) || !lex_expect_name(a, &n, "the name of a group"))
            return false;
        if (lex_take(a, ',') && !lex_expect_name(a, &n, "comdat"))
            return false;
        *flags &= ~(uint64_t)SHF_GROUP;
    }
    if (*flags & SHF_LINK_ORDER) {
        if (!lex_expect_comma(a) || !lex_expect_name(a, &n, "a symbol of the linked section"))
            return false;
        *flags &= ~(uint64_t)SHF_LINK_ORDER;
    }
    return true;
}

/* A section's name may hold more than a symbol's: .note.GNU-stack */
static bool read_section_name(assembler *a, char **text) {
    statement *s = &a->now;
    ident n;
    const char *p;
    lex_skip_blanks(s);
    if (s->p < s->end && *s->p == '"') {
        if (!lex_read_raw_string(a, &n, "a section") || !lex_resolve_name(a, &n))
            return false;
    } else {
        for (p = s->p; p < s->end && *p != ',' && !char_is(*p, CHAR_BLANK); p++)
            ;
        n = (ident){s->p, (size_t)(p - s->p), s->p, (size_t)(p - s->p)};
        s->p = p;
    }
    if (!n.size || memchr(n.text, 0, n.size)) {
        diagnose_expected(a, "the name of a section");
        return false;
    }
    *text = arena_text(a, n.text, n.size);
    return *text;
}

static void push(assembler *a) {
    void *data = a->section_stack;
    if (a->stack_count > 10000) {
        diagnose_fatal(a, a->now.text, 1, ".pushsection is nested too deeply");
        return;
    }
    if (!memory_grow(a, &data, a->stack_count, &a->stack_room, sizeof *a->section_stack))
        return;
    a->section_stack = data;
    a->section_stack[a->stack_count].current = a->current;
    a->section_stack[a->stack_count++].previous = a->previous;
}

/* .section and .pushsection NAME[, "flags"[, @type[, entry size]]] */
void dir_section(assembler *a, int is_push) {
    const char *at = a->now.p;
    char *text;
    uint32_t type;
    uint64_t flags;
    int64_t entry = 0, part = 0;
    bool given = false;
    int index;
    if (!read_section_name(a, &text))
        return;
    usual(text, &type, &flags);
    if (lex_take(a, ',')) {
        lex_skip_blanks(&a->now);
        if (is_push && a->now.p < a->now.end && *a->now.p != '"') {
            if (!expr_read_absolute(a, &part))
                return;
        } else {
            given = true;
            if (!read_flags(a, &flags) || !read_details(a, &type, &flags, &entry))
                return;
        }
    }
    if (!lex_expect_end(a))
        return;
    if (part) {
        diagnose_at(a, at, 1, "sections have no parts here; only subsection 0 is possible");
        return;
    }
    index = find_section(a, text);
    if (index >= 0 && given) {
        const section *s = &a->object.sections[index];
        if (s->flags != flags || s->type != type || s->entry_size != (uint64_t)entry) {
            diagnose_at(a, at, (size_t)(a->now.end - at),
                        "section %s was made with other flags or another type", text);
            return;
        }
    }
    if (index < 0) {
        index = section_named(a, text, type, flags);
        if (index < 0)
            return;
        a->object.sections[index].entry_size = (uint64_t)entry;
    }
    if (is_push)
        push(a);
    section_switch(a, index);
}

/* .text .data .rodata .bss .previous .popsection .subsection */
void dir_switch(assembler *a, int kind) {
    static const char *const names[] = {".text", ".data", ".rodata", ".bss"};
    uint32_t type;
    uint64_t flags;
    int64_t part = 0;
    if (kind < 4 || kind == 'n') {
        if (!lex_at_end(a) && !expr_read_absolute(a, &part))
            return;
        if (part) {
            diagnose_at(a, a->now.text, 1, "sections have no parts here; only subsection 0 is possible");
            return;
        }
    }
    if (!lex_expect_end(a))
        return;
    if (kind == 'p') {
        if (a->previous < 0)
            diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text), "there is no previous section");
        else
            section_switch(a, a->previous);
    } else if (kind == 'o') {
        if (!a->stack_count) {
            diagnose_at(a, a->now.text, (size_t)(a->now.end - a->now.text),
                        ".popsection without .pushsection");
            return;
        }
        section_switch(a, a->section_stack[--a->stack_count].current);
        a->previous = a->section_stack[a->stack_count].previous;
    } else if (kind < 4) {
        usual(names[kind], &type, &flags);
        section_switch(a, section_named(a, names[kind], type, flags));
    }
}
