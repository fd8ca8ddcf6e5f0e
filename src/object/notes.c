/* SPDX-License-Identifier: MIT */
/* The notes of an object: finding one, and the architecture that version 2 names in one. */
#include "core/load.h"
#include "elf_types.h"
#include "object.h"

#include <stdio.h>
#include <string.h>

/* A note: size of its owner's name, of its content, its type, then both, each padded to four
   bytes. */
enum { HEAD = 12 };

static bool find_in(const section *s, const char *owner, uint32_t type, bytes *content) {
    const uint8_t *at = s->content.data;
    size_t left = s->content.size, owner_size = strlen(owner) + 1;
    while (left >= HEAD) {
        uint64_t name, size;
        const uint32_t head[3] = {load32(at), load32(at + 4), load32(at + 8)};
        name = ((uint64_t)head[0] + 3) & ~(uint64_t)3;
        size = ((uint64_t)head[1] + 3) & ~(uint64_t)3;
        if (name + head[1] > left - HEAD)
            return false;
        if (head[2] == type && head[0] == owner_size && memcmp(at + HEAD, owner, owner_size) == 0) {
            *content = bytes_view(at + HEAD + name, head[1]);
            return true;
        }
        if (name + size > left - HEAD)
            return false;
        at += HEAD + name + size;
        left -= (size_t)(HEAD + name + size);
    }
    return false;
}

bool object_find_note(const object *o, const char *owner, uint32_t type, bytes *content) {
    for (size_t i = 0; i < o->section_count; i++)
        if (o->sections[i].type == SHT_NOTE && find_in(&o->sections[i], owner, type, content))
            return true;
    return false;
}

/* 9, 0, 1 is gfx901, which is gfx900 with XNACK (LLVM 14, AMDGPU usage guide, "Code Object V2"). */
static const gisa_isa *isa_of_version(const uint32_t version[3]) {
    char name[40];
    snprintf(name, sizeof name, "gfx%u%u%x", (unsigned)version[0], (unsigned)version[1],
             (unsigned)version[2]);
    return gisa_find(name);
}

const gisa_isa *object_isa(const object *o) {
    const gisa_isa *isa = gisa_find_elf(o->elf_flags);
    bytes note;
    if (isa || !object_find_note(o, "AMD", OBJECT_NOTE_V2_ISA, &note) || note.size < 4 + 3 * 4)
        return isa;
    const uint32_t version[3] = {load32(note.data + 4), load32(note.data + 8), load32(note.data + 12)};
    return isa_of_version(version);
}

gisa_status object_find_isa(const void *file, size_t size, const gisa_isa **isa) {
    object o;
    object_fault fault;
    gisa_status status = file ? object_read(&o, file, size, &fault) : GISA_STATUS_BAD_ARGUMENT;
    *isa = NULL;
    if (status == GISA_OK) {
        *isa = object_isa(&o);
        object_free(&o);
    }
    return status;
}

const gisa_isa *gisa_find_object(const void *file, size_t size) {
    const gisa_isa *isa;
    object_find_isa(file, size, &isa);
    return isa;
}
