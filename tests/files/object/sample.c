/* SPDX-License-Identifier: MIT */
/* A small object with code, a descriptor, data and references, as an assembler would make it for
   gfx900. */
#include "test.h"

#include <elf.h>
#include <string.h>

static void append_words(section *s, const uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < 32; k += 8)
            bytes_append(&s->content, &(uint8_t){(uint8_t)(words[i] >> k)}, 1);
    s->size = s->content.size;
}

static int add_section(object *o, const char *name, uint32_t type, uint64_t flags, uint64_t align) {
    int index = object_add_section(o, name, type, flags);
    o->sections[index].align = align;
    return index;
}

static int add_symbol(object *o, const char *name, int in, uint64_t value, uint64_t size, uint8_t type,
                      uint8_t binding, uint8_t visibility) {
    int index = object_add_symbol(o, name);
    symbol *s = &o->symbols[index];
    s->section = in;
    s->value = value;
    s->size = size;
    s->type = type;
    s->binding = binding;
    s->visibility = visibility;
    return index;
}

/* s_getpc_b64 s[4:5]; s_add_u32 s4, s4, 0 (literal); s_addc_u32 s5, s5, 0 (literal); twice;
 * s_branch 0; s_endpgm; s_nop 0 up to 256; s_setpc_b64 s[30:31] */
static void make_code(section *text) {
    static const uint32_t code[] = {0xbe841c00, 0x8004ff04, 0,          0x8205ff05, 0,          0xbe841c00,
                                    0x8004ff04, 0,          0x8205ff05, 0,          0xbf820000, 0xbf810000};
    append_words(text, code, 12);
    while (text->size < 256)
        append_words(text, &(uint32_t){0xbf800000}, 1);
    append_words(text, &(uint32_t){0xbe801d1e}, 1);
}

static void make_constants(section *rodata) {
    uint32_t words[20] = {[12] = 0xac0000, [13] = 0x80, [16] = 1, [17] = 2, [18] = 3, [19] = 4};
    append_words(rodata, words, 20);
}

/* Metadata with one entry, {"amdhsa.version": [1, 2]}: 19 bytes and padding. */
static void make_note(section *note) {
    static const uint32_t head[] = {7, 19, 32};
    append_words(note, head, 3);
    bytes_append(&note->content,
                 "AMDGPU\0\0\x81\xae"
                 "amdhsa.version\x92\x01\x02",
                 8 + 20);
    note->size = note->content.size;
}

void make_sample(object *o) {
    object_init(o);
    o->elf_flags = 0x12c;
    o->abi_version = 3;
    int text = add_section(o, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 256);
    int rodata = add_section(o, ".rodata", SHT_PROGBITS, SHF_ALLOC, 64);
    int data = add_section(o, ".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 8);
    int bss = add_section(o, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 16);
    int note = add_section(o, ".note", SHT_NOTE, SHF_ALLOC, 4);
    int comment = add_section(o, ".comment", SHT_PROGBITS, SHF_MERGE | SHF_STRINGS, 1);
    make_code(&o->sections[text]);
    make_constants(&o->sections[rodata]);
    append_words(&o->sections[data], (uint32_t[]){0, 0, 0, 0}, 4);
    o->sections[bss].size = 32;
    make_note(&o->sections[note]);
    o->sections[comment].entry_size = 1;
    bytes_append(&o->sections[comment].content, "\0made by a test", 16);
    o->sections[comment].size = 16;
    int f = add_symbol(o, "f", text, 0, 48, STT_FUNC, STB_GLOBAL, STV_PROTECTED);
    add_symbol(o, "f.kd", rodata, 0, 64, STT_OBJECT, STB_GLOBAL, STV_PROTECTED);
    add_symbol(o, "helper", text, 256, 4, STT_FUNC, STB_LOCAL, STV_DEFAULT);
    int table = add_symbol(o, "table", rodata, 64, 16, STT_OBJECT, STB_GLOBAL, STV_HIDDEN);
    int shared = add_symbol(o, "shared", data, 0, 8, STT_OBJECT, STB_GLOBAL, STV_DEFAULT);
    add_symbol(o, "space", bss, 0, 32, STT_OBJECT, STB_LOCAL, STV_DEFAULT);
    object_add_relocation(o, text, 8, R_AMDGPU_REL32_LO, table, 4);
    object_add_relocation(o, text, 16, R_AMDGPU_REL32_HI, table, 12);
    object_add_relocation(o, text, 28, R_AMDGPU_GOTPCREL32_LO, shared, 4);
    object_add_relocation(o, text, 36, R_AMDGPU_GOTPCREL32_HI, shared, 12);
    object_add_relocation(o, rodata, 16, R_AMDGPU_REL64, f, 16);
    object_add_relocation(o, data, 0, R_AMDGPU_ABS64, table, 8);
    object_add_relocation(o, data, 8, R_AMDGPU_ABS64, shared, 0);
}
