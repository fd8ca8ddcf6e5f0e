/* SPDX-License-Identifier: MIT */
/* A section of notes: the notes of metadata as directives, others as data. */
#include "core/load.h"
#include "elf_types.h"
#include "listing.h"

#include <string.h>

#include "pal.h"

typedef struct note {
    uint64_t size; /* with its padding; 0 = no note */
    bool metadata, old_pal;
    const uint8_t *content;
    uint64_t content_size;
} note;

enum { NOTE_HEAD = 12 };

static uint64_t padded(uint64_t size) {
    return (size + 3) & ~(uint64_t)3;
}

static bool is_zero(const uint8_t *p, uint64_t size) {
    for (uint64_t i = 0; i < size; i++)
        if (p[i])
            return false;
    return true;
}

/* Name and content stand as the assembler writes them. */
static bool is_from(const note *n, const uint8_t *data, const char *owner) {
    uint64_t name_size = load32(data), size = strlen(owner) + 1;
    const uint8_t *name = data + NOTE_HEAD;
    return name_size == size && !memcmp(name, owner, size) && is_zero(name + size, padded(size) - size) &&
           is_zero(n->content + n->content_size, padded(n->content_size) - n->content_size);
}

static note read_note(const uint8_t *data, uint64_t left) {
    note n = {0};
    if (left < NOTE_HEAD)
        return n;
    uint64_t name_size = load32(data), content_size = load32(data + 4);
    uint64_t begin = NOTE_HEAD + padded(name_size), size = begin + padded(content_size);
    if (size > left)
        return n;
    n.size = size;
    n.content = data + begin;
    n.content_size = content_size;
    n.metadata = load32(data + 8) == OBJECT_NOTE_METADATA && is_from(&n, data, "AMDGPU");
    n.old_pal = load32(data + 8) == OBJECT_NOTE_OLD_PAL && is_from(&n, data, "AMD");
    return n;
}

static void put_directive(listing *l, const char *name, const bytes *text) {
    output *out = &l->d->out;
    output_text(out, "\n\t.");
    output_text(out, name);
    output_text(out, "\n");
    output_bytes(out, text->data, text->size);
    output_text(out, "\t.end_");
    output_text(out, name);
    output_text(out, "\n");
}

static bool put_metadata(listing *l, const note *n) {
    bool hsa = l->o->os_abi == OBJECT_OS_ABI_HSA;
    bytes text = {0};
    gisa_status status = hsa ? metadata_to_text(&text, n->content, (size_t)n->content_size, false)
                             : pal_to_text(&text, n->content, (size_t)n->content_size);
    if (status == GISA_STATUS_NO_MEMORY)
        l->d->out.status = status;
    if (status == GISA_OK)
        put_directive(l, hsa ? "amdgpu_metadata" : "amdgpu_pal_metadata", &text);
    bytes_free(&text);
    return status == GISA_OK;
}

/* The assembler sorts the registers and names each once. */
static bool is_merged(const note *n) {
    if (!n->content_size || n->content_size % sizeof(pal_register))
        return false;
    for (uint64_t at = sizeof(pal_register); at < n->content_size; at += sizeof(pal_register))
        if (load32(n->content + at - sizeof(pal_register)) >= load32(n->content + at))
            return false;
    return true;
}

static bool put_old_pal(listing *l, const note *n) {
    output *out = &l->d->out;
    if (l->o->os_abi != OBJECT_OS_ABI_PAL || !is_merged(n))
        return false;
    for (uint64_t at = 0; at < n->content_size; at += 4) {
        output_line(out);
        output_text(out, at % 8 ? ", 0x" : "\n\t.amd_amdgpu_pal_metadata 0x");
        output_hex(out, load32(n->content + at), 1);
    }
    output_char(out, '\n');
    return true;
}

/* PAL's note comes last, whatever stands before it. */
static bool put_note(listing *l, const note *n, bool last) {
    if (n->old_pal)
        return last && put_old_pal(l, n);
    return n->metadata && (last || l->o->os_abi == OBJECT_OS_ABI_HSA) && put_metadata(l, n);
}

/* The directive makes a section like this and nothing else. */
static bool is_usual(const listing *l, int index) {
    const section *s = &l->o->sections[index];
    const listed *x = &l->sections[index];
    uint64_t flags = l->o->os_abi == OBJECT_OS_ABI_HSA ? SHF_ALLOC : 0;
    return !strcmp(s->name, ".note") && s->flags == flags && s->align == 4 && !x->mark_count &&
           !x->relocation_count && !x->wants_base;
}

void notes_put(listing *l, int index) {
    const section *s = &l->o->sections[index];
    bool usual = is_usual(l, index), begun = false;
    for (uint64_t at = 0; at < s->content.size;) {
        note n = read_note(s->content.data + at, s->content.size - at);
        if (usual && n.size && put_note(l, &n, at + n.size == s->content.size)) {
            at += n.size;
            continue;
        }
        uint64_t size = usual && n.size ? n.size : s->content.size - at;
        if (!begun)
            section_put_head(l, index);
        begun = true;
        if (usual)
            data_put(l, index, at, at + size);
        else
            section_put_data(l, index);
        at += size;
    }
}
