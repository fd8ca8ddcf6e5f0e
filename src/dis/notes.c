/* SPDX-License-Identifier: MIT */
/* A section of notes: the metadata note as text, others as data. */
#include "listing.h"

#include <elf.h>
#include <string.h>

typedef struct note {
    uint64_t size; /* with its padding; 0 = no note */
    bool metadata;
    const uint8_t *content;
    uint64_t content_size;
} note;

enum { NOTE_HEAD = 12 };

static uint64_t padded(uint64_t size) {
    return (size + 3) & ~(uint64_t)3;
}

static uint32_t word_at(const uint8_t *p) {
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static bool is_zero(const uint8_t *p, uint64_t size) {
    for (uint64_t i = 0; i < size; i++)
        if (p[i])
            return false;
    return true;
}

static note read_note(const uint8_t *data, uint64_t left) {
    static const char owner[] = "AMDGPU";
    note n = {0};
    if (left < NOTE_HEAD)
        return n;
    uint64_t name_size = word_at(data), content_size = word_at(data + 4);
    uint64_t begin = NOTE_HEAD + padded(name_size), size = begin + padded(content_size);
    if (size > left)
        return n;
    n.size = size;
    n.content = data + begin;
    n.content_size = content_size;
    n.metadata = word_at(data + 8) == OBJECT_NOTE_METADATA && name_size == sizeof owner &&
                 !memcmp(data + NOTE_HEAD, owner, sizeof owner) &&
                 is_zero(data + NOTE_HEAD + name_size, begin - NOTE_HEAD - name_size) &&
                 is_zero(n.content + content_size, size - begin - content_size);
    return n;
}

static bool put_metadata(listing *l, const note *n) {
    bytes text = {0};
    gisa_status status =
        n->metadata ? metadata_to_text(&text, n->content, (size_t)n->content_size) : GISA_BAD_FILE;
    bool ok = status == GISA_OK;
    if (status == GISA_NO_MEMORY)
        l->d->out.status = status;
    if (ok) {
        output_text(&l->d->out, "\n\t.amdgpu_metadata\n");
        output_bytes(&l->d->out, text.data, text.size);
        output_text(&l->d->out, "\t.end_amdgpu_metadata\n");
    }
    bytes_free(&text);
    return ok;
}

/* The directive makes a section like this and nothing else. */
static bool is_usual(const listing *l, int index) {
    const section *s = &l->o->sections[index];
    const listed *x = &l->sections[index];
    return !strcmp(s->name, ".note") && s->flags == SHF_ALLOC && s->align == 4 && !x->mark_count &&
           !x->relocation_count && !x->wants_base;
}

void notes_put(listing *l, int index) {
    const section *s = &l->o->sections[index];
    bool usual = is_usual(l, index), begun = false;
    for (uint64_t at = 0; at < s->content.size;) {
        note n = read_note(s->content.data + at, s->content.size - at);
        if (usual && n.size && put_metadata(l, &n)) {
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
