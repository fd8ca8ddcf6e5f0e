/* SPDX-License-Identifier: MIT */
/* Writing and reading relocatable files, and reading files that are broken. */
#include "test.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

static bool same_section(const section *a, const section *b) {
    return !strcmp(a->name, b->name) && a->type == b->type && a->flags == b->flags && a->align == b->align &&
           a->entry_size == b->entry_size && a->size == b->size && a->content.size == b->content.size &&
           !memcmp(a->content.data ? a->content.data : (const uint8_t *)"",
                   b->content.data ? b->content.data : (const uint8_t *)"", a->content.size);
}

static const symbol *find(const object *o, const char *name) {
    for (size_t i = 0; i < o->symbol_count; i++)
        if (!strcmp(o->symbols[i].name, name))
            return &o->symbols[i];
    return NULL;
}

/* On AMDHSA relocations have addends, elsewhere the patched bytes hold them. */
static void test_round_trip(uint8_t os_abi) {
    object o, back;
    object_fault fault;
    bytes file = {0};
    make_sample(&o);
    o.os_abi = os_abi;
    CHECK(object_write_relocatable(&o, &file, &fault) == GISA_OK);
    if (!CHECK(object_read(&back, file.data, file.size, &fault) == GISA_OK))
        return;
    CHECK(back.elf_type == ET_REL && back.elf_flags == o.elf_flags && back.os_abi == o.os_abi &&
          back.abi_version == o.abi_version);
    for (size_t i = 0; i < o.section_count; i++)
        CHECK(same_section(&o.sections[i], &back.sections[i]));
    CHECK(back.symbol_count == o.symbol_count);
    for (size_t i = 0; i < o.symbol_count; i++) {
        const symbol *a = &o.symbols[i], *b = find(&back, a->name);
        CHECK(b && a->section == b->section && a->value == b->value && a->size == b->size &&
              a->binding == b->binding && a->type == b->type && a->visibility == b->visibility);
    }
    CHECK(back.relocation_count == o.relocation_count);
    for (size_t i = 0; i < o.relocation_count && i < back.relocation_count; i++) {
        const relocation *a = &o.relocations[i], *b = &back.relocations[i];
        CHECK(a->section == b->section && a->offset == b->offset && a->type == b->type &&
              a->addend == b->addend && !strcmp(o.symbols[a->symbol].name, back.symbols[b->symbol].name));
    }
    object_free(&o);
    object_free(&back);
    bytes_free(&file);
}

/* A relocation of a number alone has no symbol. */
static void test_no_symbol(void) {
    object o, back;
    object_fault fault;
    bytes file = {0};
    unsigned without = 0;
    make_sample(&o);
    object_add_relocation(&o, object_find_section(&o, ".text"), 8, R_AMDGPU_ABS32, -1, 0x1234);
    CHECK(object_write_relocatable(&o, &file, &fault) == GISA_OK);
    if (CHECK(object_read(&back, file.data, file.size, &fault) == GISA_OK)) {
        for (size_t i = 0; i < back.relocation_count; i++)
            without += back.relocations[i].symbol < 0 && back.relocations[i].addend == 0x1234;
        CHECK(without == 1);
        object_free(&back);
    }
    object_free(&o);
    bytes_free(&file);
}

/* Addends that their places cannot hold, and places that share bytes. */
static void test_addends(void) {
    static const struct {
        uint32_t type;
        int64_t addend;
        gisa_status status;
    } cases[] = {
        {R_AMDGPU_ABS32_LO, INT32_MIN, GISA_OK},
        {R_AMDGPU_ABS32_LO, (int64_t)INT32_MAX + 1, GISA_STATUS_BAD_FILE},
        {R_AMDGPU_REL32_HI, -4, GISA_OK},
        {R_AMDGPU_ABS64, INT64_MIN, GISA_OK},
        {R_AMDGPU_REL16, 4 * 0x8000, GISA_OK},
        {R_AMDGPU_REL16, 4 * 0x8001, GISA_STATUS_BAD_FILE},
        {R_AMDGPU_REL16, 2, GISA_STATUS_BAD_FILE},
        {99, 0, GISA_OK},
        {99, 1, GISA_STATUS_BAD_FILE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        object o;
        object_fault fault;
        bytes file = {0};
        make_sample(&o);
        o.os_abi = OBJECT_OS_ABI_PAL;
        int text = object_find_section(&o, ".text");
        object_add_relocation(&o, text, 48, cases[i].type, 0, cases[i].addend);
        CHECK(object_write_relocatable(&o, &file, &fault) == cases[i].status);
        object_add_relocation(&o, text, 49, R_AMDGPU_ABS32, 0, 0x12345);
        CHECK(object_write_relocatable(&o, &file, &fault) ==
              (cases[i].type < 99 ? GISA_STATUS_BAD_FILE : cases[i].status));
        object_free(&o);
        bytes_free(&file);
    }
}

/* ---- Broken files ---- */

static bool ignore_output(void *ctx, const void *data, size_t size) {
    (void)data;
    *(size_t *)ctx += size;
    return true;
}

/* Reads and lists a file; the library must come back, and with no more output than the file
   justifies. */
static gisa_status survive(const uint8_t *data, size_t size, bool json) {
    size_t output = 0;
    uint8_t *copy = malloc(size ? size : 1); /* of exactly this size, for tools that watch memory */
    if (!copy)
        return GISA_STATUS_NO_MEMORY;
    if (size)
        memcpy(copy, data, size);
    gisa_dis_options options = {.isa = gisa_find("gfx900"),
                                .input = GISA_INPUT_ELF,
                                .json = json,
                                .write = ignore_output,
                                .ctx = &output};
    gisa_status status = gisa_disassemble(copy, size, &options);
    CHECK(output <= 1000 * (size + 1));
    free(copy);
    return status;
}

static void test_broken(const bytes *file) {
    for (size_t size = 0; size < file->size; size++)
        CHECK(survive(file->data, size, false) != GISA_OK);
    CHECK(survive(file->data, file->size, false) == GISA_OK);
    uint64_t random = 7;
    uint8_t *damaged = malloc(file->size);
    unsigned good = 0;
    for (unsigned i = 0; i < 4000 && damaged; i++) {
        memcpy(damaged, file->data, file->size);
        for (unsigned k = next_random(&random) % 4 + 1; k > 0; k--)
            damaged[next_random(&random) % file->size] = (uint8_t)next_random(&random);
        good += survive(damaged, file->size, i % 2) == GISA_OK;
    }
    CHECK(good > 0);
    free(damaged);
}

/* Faults have a sentence that says what is wrong. */
static void test_messages(const bytes *file) {
    static const struct {
        size_t at;
        uint8_t value;
        const char *message;
    } faults[] = {
        {1, 'X', "not an ELF file"},
        {4, 1, "not a 64-bit little-endian ELF file"},
        {5, 2, "not a 64-bit little-endian ELF file"},
        {18, 62, "an ELF file for machine 62; expected AMDGPU (224)"},
        {16, 4, "ELF type 4 is neither relocatable nor loadable"},
        {58, 40, "section headers of 40 bytes; expected 64"},
        {47, 1, "the section headers lie outside the file"},
        {62, 0, "no section names"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        bytes copy = {0};
        object o;
        object_fault fault;
        bytes_append(&copy, file->data, file->size);
        copy.data[faults[i].at] = faults[i].value;
        CHECK(object_read(&o, copy.data, copy.size, &fault) == GISA_STATUS_BAD_FILE);
        CHECK_TEXT(fault.message, faults[i].message);
        bytes_free(&copy);
    }
}

static void test_overlap(const bytes *file) {
    bytes copy = {0};
    object o;
    object_fault fault;
    Elf64_Ehdr header;
    Elf64_Shdr first, second;
    bytes_append(&copy, file->data, file->size);
    memcpy(&header, copy.data, sizeof header);
    memcpy(&first, copy.data + header.e_shoff + 1 * sizeof first, sizeof first);
    memcpy(&second, copy.data + header.e_shoff + 2 * sizeof second, sizeof second);
    second.sh_offset = first.sh_offset + first.sh_size - 1;
    memcpy(copy.data + header.e_shoff + 2 * sizeof second, &second, sizeof second);
    CHECK(object_read(&o, copy.data, copy.size, &fault) == GISA_STATUS_BAD_FILE);
    CHECK_TEXT(fault.message, "sections .text and .rodata share bytes of the file");
    bytes_free(&copy);
}

/* A relocation without an addend whose place reaches beyond the section. */
static void test_place_outside(const bytes *file) {
    Elf64_Ehdr header;
    Elf64_Shdr table = {0};
    object o;
    object_fault fault;
    bytes copy = {0};
    bytes_append(&copy, file->data, file->size);
    memcpy(&header, copy.data, sizeof header);
    for (size_t i = 0; table.sh_type != SHT_REL && i < header.e_shnum; i++)
        memcpy(&table, copy.data + header.e_shoff + i * sizeof table, sizeof table);
    Elf64_Rel *entry = (void *)(copy.data + table.sh_offset);
    if (!CHECK(table.sh_type == SHT_REL && table.sh_info == 1))
        return;
    entry->r_offset = 258; /* of .text's 260 bytes */
    CHECK(object_read(&o, copy.data, copy.size, &fault) == GISA_STATUS_BAD_FILE);
    CHECK_TEXT(fault.message, ".rel.text patches bytes past the end of .text");
    bytes_free(&copy);
}

void test_elf(void) {
    object o;
    object_fault fault;
    bytes relocatable = {0}, in_place = {0}, loadable = {0};
    test_round_trip(OBJECT_OS_ABI_HSA);
    test_round_trip(OBJECT_OS_ABI_MESA);
    test_addends();
    test_no_symbol();
    make_sample(&o);
    CHECK(object_write_relocatable(&o, &relocatable, &fault) == GISA_OK);
    CHECK(object_write_loadable(&o, &loadable, &fault) == GISA_OK);
    o.os_abi = OBJECT_OS_ABI_MESA;
    CHECK(object_write_relocatable(&o, &in_place, &fault) == GISA_OK);
    object_free(&o);
    test_broken(&relocatable);
    test_broken(&in_place);
    test_place_outside(&in_place);
    test_broken(&loadable);
    test_messages(&relocatable);
    test_overlap(&relocatable);
    bytes_free(&relocatable);
    bytes_free(&in_place);
    bytes_free(&loadable);
}
