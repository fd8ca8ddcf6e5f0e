/* SPDX-License-Identifier: MIT */
/* .file and .loc: which line of which source file the bytes come from. */
#include <stdlib.h>
#include <string.h>

#include "lines.h"

/* ---- .file ------------------------------------------------------------------------------ */

static struct line_table *table_of(assembler *a) {
    if (a->lines)
        return a->lines;
    a->lines = arena_alloc(a, sizeof *a->lines);
    a->lines->now.flags = LINE_IS_STATEMENT;
    return a->lines;
}

/* For a source that says its lines itself: what was noted before is forgotten. */
static struct line_table *own_table(assembler *a) {
    struct line_table *t = table_of(a);
    if (t->noted)
        t->row_count = t->file_count = 0;
    t->noted = false;
    t->own = true;
    return t;
}

/* A number in digits: what stands after it is the next operand, not an operator. */
static bool read_count(assembler *a, uint64_t most, const char *what, uint64_t *value) {
    statement *s = &a->now;
    lex_skip_blanks(s);
    const char *at = s->p;
    *value = 0;
    while (s->p < s->end && char_is(*s->p, CHAR_DIGIT) && *value <= most)
        *value = *value * 10 + (uint64_t)(*s->p++ - '0');
    if (s->p > at && *value <= most && (s->p == s->end || !char_is(*s->p, CHAR_NAME)))
        return true;
    diagnose_at(a, at, s->p > at ? (size_t)(s->p - at) : 1, "expected %s of up to %llu", what,
                (unsigned long long)most);
    return false;
}

static const char *read_text(assembler *a) {
    bytes text = {0};
    const char *copy = NULL, *at = a->now.p;
    if (lex_read_string(a, &text)) {
        if (text.size && memchr(text.data, 0, text.size))
            diagnose_at(a, at, (size_t)(a->now.p - at), "a name cannot hold a byte 0");
        else
            copy = arena_text(a, text.size ? (const char *)text.data : "", text.size);
    }
    bytes_free(&text);
    return copy;
}

/* 0x and 32 digits, as compilers write it. */
static bool read_checksum(assembler *a, line_file *f) {
    statement *s = &a->now;
    lex_skip_blanks(s);
    const char *at = s->p, *digits = at + 2;
    while (s->p < s->end && char_is(*s->p, CHAR_NAME))
        s->p++;
    bool ok = s->p - at == 2 + 2 * CHECKSUM_SIZE && at[0] == '0' && (at[1] | 0x20) == 'x';
    for (unsigned i = 0; i < 2 * CHECKSUM_SIZE && ok; i++) {
        int c = digits[i] | 0x20, value = c >= 'a' ? c - 'a' + 10 : c - '0';
        ok = value < 16;
        f->checksum[i / 2] = (uint8_t)(f->checksum[i / 2] << 4 | value);
    }
    f->summed = ok;
    if (!ok)
        diagnose_at(a, at, s->p > at ? (size_t)(s->p - at) : 1, "expected 0x and 32 hexadecimal digits");
    return ok;
}

/* ["directory"] "name" [md5 0x...] [source "text"] */
static bool read_file(assembler *a, line_file *f) {
    ident n;
    if (!(f->name = read_text(a)))
        return false;
    lex_skip_blanks(&a->now);
    if (a->now.p < a->now.end && *a->now.p == '"') {
        f->directory = f->name;
        if (!(f->name = read_text(a)))
            return false;
    }
    while (!lex_at_end(a)) {
        if (!lex_expect_name(a, &n, "md5 or source"))
            return false;
        if (lex_name_is(&n, "md5") && read_checksum(a, f))
            continue;
        if (lex_name_is(&n, "source") && (f->source = read_text(a)))
            continue;
        if (!lex_name_is(&n, "md5") && !lex_name_is(&n, "source"))
            diagnose_at(a, n.at, n.length, "expected md5 or source");
        return false;
    }
    return true;
}

/* The directory of the compilation needs no words; a name without a directory may begin with
   one. */
static void split_directory(assembler *a, const struct line_table *t, line_file *f) {
    const char *root = t->has_root ? t->files[0].directory : NULL, *slash;
    size_t length;
    if (f->directory && (!*f->directory || (root && strcmp(f->directory, root) == 0)))
        f->directory = NULL;
    slash = f->directory ? NULL : strrchr(f->name, '/');
    if (!slash || !slash[1])
        return;
    length = (size_t)(slash - f->name);
    while (length > 1 && f->name[length - 1] == '/')
        length--;
    f->directory = arena_text(a, f->name, length ? length : 1);
    f->name = slash + 1;
}

static void add_file(assembler *a, struct line_table *t, size_t number, const line_file *f) {
    void *data = t->files;
    while (t->file_count <= number) {
        if (!memory_grow(a, &data, t->file_count, &t->file_room, sizeof *t->files))
            return;
        t->files = data;
        t->files[t->file_count++] = (line_file){0};
    }
    t->files[number] = *f;
    if (number)
        split_directory(a, t, &t->files[number]);
}

/* .file "name" names the whole object and is not kept; .file NUMBER ["directory"] "name" ... */
void dir_file(assembler *a, int kind) {
    line_file f = {0};
    uint64_t number;
    const char *at;
    (void)kind;
    lex_skip_blanks(&a->now);
    at = a->now.p;
    if (!fixup_wants_object(a) || at == a->now.end || !char_is(*at, CHAR_DIGIT)) {
        dir_ignored(a, 0);
        return;
    }
    struct line_table *t = own_table(a);
    if (!read_count(a, LINE_FILES - 1, "a file number", &number) || !read_file(a, &f))
        return;
    if (number && number < t->file_count && t->files[number].name) {
        diagnose_at(a, at, 1, "file number %llu was given before", (unsigned long long)number);
        return;
    }
    t->has_root |= !number;
    t->last_file = source_location(a, a->now.text, (size_t)(a->now.end - a->now.text));
    source_keep(t->last_file.in);
    add_file(a, t, (size_t)number, &f);
}

/* ---- .loc ------------------------------------------------------------------------------- */

static bool read_option(assembler *a, const ident *n, line_position *p) {
    static const struct {
        const char *name;
        uint8_t flag;
    } flags[] = {{"basic_block", LINE_BASIC_BLOCK},
                 {"prologue_end", LINE_PROLOGUE_END},
                 {"epilogue_begin", LINE_EPILOGUE_BEGIN}};
    uint64_t value;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (lex_name_is(n, flags[i].name)) {
            p->flags |= flags[i].flag;
            return true;
        }
    if (lex_name_is(n, "is_stmt")) {
        if (!read_count(a, 1, "a number", &value))
            return false;
        p->flags = (uint8_t)((p->flags & ~LINE_IS_STATEMENT) | (value ? LINE_IS_STATEMENT : 0));
    } else if (lex_name_is(n, "isa")) {
        if (!read_count(a, UINT8_MAX, "a number", &value))
            return false;
        p->isa = (uint8_t)value;
    } else if (lex_name_is(n, "discriminator")) {
        if (!read_count(a, UINT32_MAX, "a number", &value))
            return false;
        p->discriminator = (uint32_t)value;
    } else {
        diagnose_at(a, n->at, n->length,
                    "expected basic_block, prologue_end, epilogue_begin, is_stmt, isa or discriminator");
        return false;
    }
    return true;
}

static bool at_digit(assembler *a) {
    return !lex_at_end(a) && char_is(*a->now.p, CHAR_DIGIT);
}

static bool read_position(assembler *a, struct line_table *t, line_position *p) {
    uint64_t file, line = 0, column = 0;
    ident n;
    lex_skip_blanks(&a->now);
    const char *at = a->now.p;
    if (!read_count(a, LINE_FILES - 1, "a file number", &file))
        return false;
    if (file >= t->file_count || !t->files[file].name) {
        diagnose_at(a, at, (size_t)(a->now.p - at), "there is no .file %llu before this",
                    (unsigned long long)file);
        return false;
    }
    if ((at_digit(a) && !read_count(a, INT32_MAX, "a line", &line)) ||
        (at_digit(a) && !read_count(a, UINT16_MAX, "a column", &column)))
        return false;
    *p = (line_position){.file = (uint32_t)file,
                         .line = (uint32_t)line,
                         .column = (uint16_t)column,
                         .flags = t->now.flags & LINE_IS_STATEMENT};
    while (!lex_at_end(a))
        if (!lex_expect_name(a, &n, "an option such as is_stmt 0") || !read_option(a, &n, p))
            return false;
    return true;
}

/* .loc FILE [LINE [COLUMN]] [options]: for what is put next into this section. */
void dir_loc(assembler *a, int kind) {
    line_position p;
    (void)kind;
    if (!fixup_wants_object(a)) {
        dir_ignored(a, 0);
        return;
    }
    struct line_table *t = own_table(a);
    if (!read_position(a, t, &p))
        return;
    lines_mark(a);
    t->now = p;
    a->row_waits = true;
}

void lines_mark(assembler *a) {
    struct line_table *t = a->lines;
    if (!a->row_waits)
        return;
    void *data = t->rows;
    a->row_waits = false;
    if (!memory_grow(a, &data, t->row_count, &t->row_room, sizeof *t->rows))
        return;
    t->rows = data;
    t->rows[t->row_count++] = (line_row){t->now, a->current, section_here(a)};
}

/* ---- lines of the source itself ---------------------------------------------------------- */

/* The number of a file; the last one first, since lines come in runs. */
static uint32_t number_of(assembler *a, struct line_table *t, const char *name) {
    const line_file f = {.name = arena_text(a, name, strlen(name))};
    for (size_t i = t->source_count; i-- > 0;)
        if (strcmp(t->sources[i], name) == 0)
            return (uint32_t)i + 1;
    if (t->source_count == MOST_SOURCES)
        return MOST_SOURCES;
    t->sources[t->source_count++] = f.name;
    add_file(a, t, t->source_count, &f);
    return (uint32_t)t->source_count;
}

void lines_note(assembler *a, const char *file, uint32_t line, uint64_t offset) {
    struct line_table *t = table_of(a);
    void *data = t->rows;
    if (t->own || a->stop)
        return;
    t->noted = true;
    const uint32_t number = number_of(a, t, file);
    if (!memory_grow(a, &data, t->row_count, &t->row_room, sizeof *t->rows))
        return;
    t->rows = data;
    t->rows[t->row_count++] =
        (line_row){{.file = number, .line = line, .flags = LINE_IS_STATEMENT}, a->current, offset};
}

/* ---- the end ---------------------------------------------------------------------------- */

void lines_finish(assembler *a) {
    struct line_table *t = a->lines;
    a->row_waits = false;
    if (!t || !t->file_count || a->stop)
        return;
    for (size_t i = 1; i < t->file_count; i++)
        if (!t->files[i].name) {
            diagnose_in(a, t->last_file, "there is no .file %zu, but there are higher numbers", i);
            return;
        }
    line_table_write(a, t);
    if (t->noted)
        debug_info_write(a, t);
}

void lines_end(assembler *a) {
    if (!a->lines)
        return;
    free(a->lines->files);
    free(a->lines->rows);
}
