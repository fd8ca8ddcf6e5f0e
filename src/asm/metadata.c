/* SPDX-License-Identifier: MIT */
/* Metadata: the directives of AMDHSA and PAL, and the notes that they become. */
#include <stdlib.h>
#include <string.h>

#include "../object/pal.h"
#include "asm.h"

/* ---- text ------------------------------------------------------------------------------- */

/* The lines up to the directive that ends them, as they stand. */
static bool metadata_lines(assembler *a, const char *close, const char **begin, const char **end) {
    frame *f = &a->frames[a->frame_count - 1];
    size_t length = strlen(close);
    *begin = f->p;
    while (f->p < f->end) {
        const char *line = f->p, *p = line, *stop = memchr(line, '\n', (size_t)(f->end - line));
        if (!stop)
            stop = f->end;
        f->p = stop < f->end ? stop + 1 : stop;
        f->line += stop < f->end;
        while (p < stop && char_is(*p, CHAR_BLANK))
            p++;
        if ((size_t)(stop - p) >= length && memcmp(p, close, length) == 0) {
            *end = line;
            return true;
        }
    }
    return false;
}

/* The fault is in line `line` of the text, which begins in line `first` of the file. */
static void report_line(assembler *a, location at, uint32_t first, const char *begin, size_t line,
                        const char *message) {
    frame *f = &a->frames[a->frame_count - 1];
    const char *p = begin;
    for (size_t i = 0; i < line && p < f->end; i++) {
        const char *next = memchr(p, '\n', (size_t)(f->end - p));
        p = next ? next + 1 : f->end;
    }
    const char *stop = memchr(p, '\n', (size_t)(f->end - p));
    at.offset = (uint32_t)(p - f->in->text);
    at.line = first + (uint32_t)line;
    at.length = (uint32_t)((stop ? stop : f->end) - p);
    diagnose_in(a, at, "%s", message);
}

/* Appends the MessagePack of the lines below the directive; false = reported. */
static bool read_metadata(assembler *a, const char *close, bytes *content) {
    location at = source_location(a, a->now.text, (size_t)(a->now.end - a->now.text));
    uint32_t first = a->frames[a->frame_count - 1].line;
    const char *begin, *end;
    char message[200] = "";
    size_t line = 0;
    if (!lex_expect_end(a))
        return false;
    if (!metadata_lines(a, close, &begin, &end)) {
        diagnose_in(a, at, "the metadata has no end; expected %s", close);
        return false;
    }
    gisa_status status = metadata_from_text(content, begin, (size_t)(end - begin), &line, message);
    if (status == GISA_STATUS_NO_MEMORY || content->failed)
        a->no_memory = a->stop = true;
    else if (status != GISA_OK)
        report_line(a, at, first, begin, line, message);
    return status == GISA_OK && !content->failed;
}

/* ---- notes ------------------------------------------------------------------------------ */

static void add_note(assembler *a, const char *owner, uint32_t type, const bytes *content) {
    uint64_t flags = a->os_abi == OBJECT_OS_ABI_HSA ? SHF_ALLOC : 0;
    int current = a->current, previous = a->previous, note = section_named(a, ".note", SHT_NOTE, flags);
    if (note < 0)
        return;
    section_switch(a, note);
    section_align(a, 4, 0, 1, 0);
    section_emit_number(a, strlen(owner) + 1, 4);
    section_emit_number(a, content->size, 4);
    section_emit_number(a, type, 4);
    section_emit_bytes(a, owner, strlen(owner) + 1);
    section_align(a, 4, 0, 1, 0);
    section_emit_bytes(a, content->data, content->size);
    section_align(a, 4, 0, 1, 0);
    section_switch(a, current);
    a->previous = previous;
}

/* .amdgpu_metadata: YAML that becomes the note of the code object. */
void dir_metadata(assembler *a, int kind) {
    bytes content = {0};
    (void)kind;
    if (read_metadata(a, ".end_amdgpu_metadata", &content))
        add_note(a, "AMDGPU", OBJECT_NOTE_METADATA, &content);
    bytes_free(&content);
}

/* ---- PAL -------------------------------------------------------------------------------- */

/* The note stands after all others; the two forms exclude each other. */
static bool begin_pal(assembler *a, uint32_t type) {
    if (a->pal_note && a->pal_note != type) {
        diagnose_at(a, a->now.text, (size_t)(a->now.p - a->now.text),
                    "the metadata of PAL was given before in the other form");
        return false;
    }
    a->pal_note = type;
    return true;
}

/* .amdgpu_pal_metadata: the last one counts. */
void dir_pal(assembler *a, int kind) {
    location at = source_location(a, a->now.text, (size_t)(a->now.end - a->now.text));
    bytes content = {0};
    char message[200];
    (void)kind;
    bool ok = begin_pal(a, OBJECT_NOTE_METADATA);
    if (read_metadata(a, ".end_amdgpu_pal_metadata", &content) && ok) {
        a->pal.size = 0;
        gisa_status status = pal_finish(&a->pal, content.data, content.size, message);
        if (status == GISA_STATUS_NO_MEMORY)
            a->no_memory = a->stop = true;
        else if (status)
            diagnose_in(a, at, "%s", message);
    }
    bytes_free(&content);
}

static bool read_word(assembler *a, uint32_t *word) {
    const char *at;
    int64_t value;
    lex_skip_blanks(&a->now);
    at = a->now.p;
    if (!expr_read_absolute(a, &value))
        return false;
    *word = (uint32_t)value;
    if (value >= INT32_MIN && value <= UINT32_MAX)
        return true;
    diagnose_at(a, at, (size_t)(a->now.p - at), "%lld does not fit 32 bits", (long long)value);
    return false;
}

/* .amd_amdgpu_pal_metadata REGISTER, VALUE[, ...] */
void dir_old_pal(assembler *a, int kind) {
    (void)kind;
    if (a->os_abi != OBJECT_OS_ABI_PAL) {
        diagnose_at(
            a, a->now.text, (size_t)(a->now.p - a->now.text),
            ".amd_amdgpu_pal_metadata is for PAL alone; expected .amdgcn_target \"amdgcn-amd-amdpal--...\" before "
            "this");
        return;
    }
    if (!begin_pal(a, OBJECT_NOTE_OLD_PAL))
        return;
    do {
        pal_register r;
        if (!read_word(a, &r.number) || !lex_expect_comma(a) || !read_word(a, &r.value))
            return;
        bytes_append(&a->pal, &r, sizeof r);
    } while (lex_take(a, ','));
    if (memory_is_whole(a, &a->pal))
        lex_expect_end(a);
}

/* Words as a file has them: the lowest byte first. */
static void order_bytes(bytes *words) {
    for (size_t at = 0; at < words->size; at += 4) {
        uint32_t word;
        memcpy(&word, words->data + at, sizeof word);
        for (unsigned i = 0; i < sizeof word; i++)
            words->data[at + i] = (uint8_t)(word >> 8 * i);
    }
}

void metadata_end_pal(assembler *a) {
    bool old = a->pal_note == OBJECT_NOTE_OLD_PAL;
    if (a->pal.failed || !a->pal.size)
        return;
    if (old) {
        a->pal.size =
            sizeof(pal_register) * pal_merge((void *)a->pal.data, a->pal.size / sizeof(pal_register));
        order_bytes(&a->pal);
    }
    add_note(a, old ? "AMD" : "AMDGPU", a->pal_note, &a->pal);
}
