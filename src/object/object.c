/* SPDX-License-Identifier: MIT */
/* An object file in memory: making, finding and freeing its parts. */
#include "elf_types.h"
#include "object.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void object_init(object *o) {
    *o = (object){0};
    o->elf_type = ET_REL;
    o->os_abi = OBJECT_OS_ABI_HSA;
}

void object_free(object *o) {
    for (size_t i = 0; i < o->section_count; i++) {
        free(o->sections[i].name);
        bytes_free(&o->sections[i].content);
    }
    for (size_t i = 0; i < o->symbol_count; i++)
        free(o->symbols[i].name);
    free(o->sections);
    free(o->symbols);
    free(o->relocations);
    *o = (object){0};
}

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* Makes room for one more element of `size` bytes; false when out of memory. Indices are int. */
static bool room_for_one(void **data, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 16;
    if (more > INT32_MAX || more > SIZE_MAX / size)
        return false;
    void *grown = realloc(*data, more * size);
    if (!grown)
        return false;
    *data = grown;
    *room = more;
    return true;
}

int object_add_section(object *o, const char *name, uint32_t type, uint64_t flags) {
    void *data = o->sections;
    bool ok = room_for_one(&data, o->section_count, &o->section_room, sizeof *o->sections);
    o->sections = data;
    char *copy = ok ? copy_text(name) : NULL;
    if (!copy)
        return -1;
    o->sections[o->section_count] = (section){.name = copy, .type = type, .flags = flags, .align = 1};
    return (int)o->section_count++;
}

int object_add_symbol(object *o, const char *name) {
    void *data = o->symbols;
    bool ok = room_for_one(&data, o->symbol_count, &o->symbol_room, sizeof *o->symbols);
    o->symbols = data;
    char *copy = ok ? copy_text(name) : NULL;
    if (!copy)
        return -1;
    o->symbols[o->symbol_count] = (symbol){.name = copy, .section = OBJECT_UNDEFINED};
    return (int)o->symbol_count++;
}

int object_add_relocation(object *o, int in, uint64_t offset, uint32_t type, int to, int64_t addend) {
    void *data = o->relocations;
    bool ok = room_for_one(&data, o->relocation_count, &o->relocation_room, sizeof *o->relocations);
    o->relocations = data;
    if (!ok)
        return -1;
    o->relocations[o->relocation_count] = (relocation){in, offset, type, to, addend};
    return (int)o->relocation_count++;
}

int object_find_section(const object *o, const char *name) {
    for (size_t i = 0; i < o->section_count; i++)
        if (!strcmp(o->sections[i].name, name))
            return (int)i;
    return -1;
}

gisa_status object_fail(object_fault *fault, uint64_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fault->offset = offset;
    vsnprintf(fault->message, sizeof fault->message, format, arguments);
    va_end(arguments);
    return GISA_STATUS_BAD_FILE;
}
