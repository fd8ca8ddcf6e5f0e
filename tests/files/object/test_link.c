/* SPDX-License-Identifier: MIT */
/* Loadable code objects: layout, relocations, and the tables that a loader looks symbols up in. */
#include "test.h"

#include <elf.h>
#include <string.h>

static uint64_t number_at(const uint8_t *data, unsigned bytes_count) {
    uint64_t value = 0;
    for (unsigned i = bytes_count; i-- > 0;)
        value = value << 8 | data[i];
    return value;
}

static const section *find_section(const object *o, const char *name) {
    int index = object_find_section(o, name);
    static const section none = {.name = (char *)""};
    CHECK(index >= 0);
    return index < 0 ? &none : &o->sections[index];
}

static uint64_t address_of(const object *o, const char *name) {
    for (size_t i = 0; i < o->symbol_count; i++)
        if (!strcmp(o->symbols[i].name, name) && o->symbols[i].section >= 0)
            return o->sections[o->symbols[i].section].address + o->symbols[i].value;
    return 0;
}

/* ---- What lies where ---- */

static void check_segments(const uint8_t *file, size_t size) {
    Elf64_Ehdr h;
    memcpy(&h, file, sizeof h);
    CHECK(h.e_type == ET_DYN && h.e_machine == OBJECT_MACHINE && h.e_flags == 0x12c);
    unsigned loads = 0, others = 0;
    uint64_t end = 0;
    for (unsigned i = 0; i < h.e_phnum; i++) {
        Elf64_Phdr p;
        memcpy(&p, file + h.e_phoff + i * sizeof p, sizeof p);
        others +=
            p.p_type == PT_DYNAMIC || p.p_type == PT_NOTE || p.p_type == PT_PHDR || p.p_type == PT_GNU_STACK;
        if (p.p_type != PT_LOAD)
            continue;
        loads++;
        CHECK(p.p_offset % p.p_align == p.p_vaddr % p.p_align);
        CHECK(p.p_offset + p.p_filesz <= size && p.p_filesz <= p.p_memsz);
        CHECK(p.p_vaddr >= end); /* and no page in common */
        CHECK(!end || p.p_vaddr / 0x1000 > (end - 1) / 0x1000 || p.p_vaddr == end);
        end = p.p_vaddr + p.p_memsz;
    }
    CHECK(loads == 4 && others == 4);
}

static void check_values(const object *o) {
    const section *text = find_section(o, ".text"), *rodata = find_section(o, ".rodata");
    const section *got = find_section(o, ".got");
    const uint8_t *code = text->content.data;
    uint64_t table = address_of(o, "table"), kernel = address_of(o, "f");
    CHECK(text->address % 256 == 0 && rodata->address % 64 == 0);
    CHECK(kernel == text->address && table == rodata->address + 64);
    /* s_getpc_b64 gives the address after itself; the sum of both literals leads from there. */
    uint64_t distance = number_at(code + 8, 4) | number_at(code + 16, 4) << 32;
    CHECK(text->address + 4 + distance == table);
    distance = number_at(code + 28, 4) | number_at(code + 36, 4) << 32;
    CHECK(text->address + 24 + distance == got->address);
    CHECK(rodata->address + number_at(rodata->content.data + 16, 8) == kernel);
}

static void check_dynamic_relocations(const object *o) {
    unsigned relative = 0, named = 0;
    for (size_t i = 0; i < o->relocation_count; i++) {
        const relocation *r = &o->relocations[i];
        const char *in = o->sections[r->section].name;
        if (r->type == R_AMDGPU_RELATIVE64) {
            relative++;
            CHECK(!strcmp(in, ".data") && r->offset == 0 &&
                  (uint64_t)r->addend == address_of(o, "table") + 8);
        } else {
            named++;
            CHECK(r->type == R_AMDGPU_ABS64 && !strcmp(o->symbols[r->symbol].name, "shared"));
            CHECK(!strcmp(in, ".got") || (!strcmp(in, ".data") && r->offset == 8));
        }
    }
    CHECK(relative == 1 && named == 2);
}

/* ---- Look-up as a loader does it ---- */

static const char *dynamic_name(const object *o, uint64_t number) {
    const section *symbols = find_section(o, ".dynsym"), *strings = find_section(o, ".dynstr");
    return (const char *)strings->content.data +
           number_at(symbols->content.data + number * sizeof(Elf64_Sym), 4);
}

static uint64_t look_up(const object *o, const char *name) {
    const uint8_t *table = find_section(o, ".hash")->content.data;
    uint32_t h = 0;
    for (const char *s = name; *s; s++) {
        h = (h << 4) + (uint8_t)*s;
        h = (h ^ (h & 0xf0000000) >> 24) & 0x0fffffff;
    }
    uint64_t buckets = number_at(table, 4);
    uint64_t i = number_at(table + 8 + 4 * (h % buckets), 4);
    while (i && strcmp(dynamic_name(o, i), name) != 0)
        i = number_at(table + 8 + 4 * (buckets + i), 4);
    return i;
}

static uint64_t look_up_gnu(const object *o, const char *name) {
    const uint8_t *table = find_section(o, ".gnu.hash")->content.data;
    uint32_t h = 5381;
    for (const char *s = name; *s; s++)
        h = h * 33 + (uint8_t)*s;
    uint64_t buckets = number_at(table, 4), first = number_at(table + 4, 4), words = number_at(table + 8, 4);
    uint64_t word = number_at(table + 16 + 8 * (h / 64 % words), 8);
    if (!(word >> h % 64 & 1) || !(word >> (h >> number_at(table + 12, 4)) % 64 & 1))
        return 0;
    const uint8_t *heads = table + 16 + 8 * words, *values = heads + 4 * buckets;
    for (uint64_t i = number_at(heads + 4 * (h % buckets), 4); i; i++) {
        uint64_t value = number_at(values + 4 * (i - first), 4);
        if ((value | 1) == (h | 1) && !strcmp(dynamic_name(o, i), name))
            return i;
        if (value & 1)
            return 0;
    }
    return 0;
}

static void check_look_up(const object *o) {
    static const char *const exported[] = {"f", "f.kd", "shared"}, *const hidden[] = {"table", "helper",
                                                                                      "nothing"};
    for (unsigned i = 0; i < 3; i++) {
        uint64_t number = look_up(o, exported[i]);
        CHECK(number && number == look_up_gnu(o, exported[i]));
        const uint8_t *symbols = find_section(o, ".dynsym")->content.data;
        CHECK(number_at(symbols + number * sizeof(Elf64_Sym) + 8, 8) == address_of(o, exported[i]));
        CHECK(!look_up(o, hidden[i]) && !look_up_gnu(o, hidden[i]));
    }
}

/* ---- Faults ---- */

static void check_fault(object *o, const char *message) {
    bytes file = {0};
    object_fault fault;
    CHECK(object_write_loadable(o, &file, &fault) == GISA_STATUS_BAD_FILE);
    CHECK_TEXT(fault.message, message);
    CHECK(file.size == 0);
    bytes_free(&file);
    object_free(o);
}

static void test_faults(void) {
    object o;
    make_sample(&o);
    int missing = object_add_symbol(&o, "missing");
    o.symbols[missing].binding = STB_GLOBAL;
    o.relocations[0].symbol = missing;
    check_fault(&o, "undefined symbol: missing, used in .text+0x8");
    make_sample(&o);
    o.relocations[0].type = R_AMDGPU_ABS32_LO;
    check_fault(&o, "the address of table does not fit 32 bits in .text; use @rel32@lo and @rel32@hi");
    make_sample(&o);
    o.relocations[4].type = R_AMDGPU_ABS64;
    check_fault(&o, "the address of f is known when the object is loaded, but .rodata is read-only");
    make_sample(&o);
    o.relocations[0] = (relocation){0, 40, R_AMDGPU_REL16, 0, 1 << 20};
    check_fault(&o, "f is too far from .text+0x28 for 16 bits");
    make_sample(&o);
    o.relocations[0].type = 77;
    check_fault(&o, "relocation type 77 in .text is not for a linker");
    make_sample(&o);
    o.relocations[0].offset = 258;
    check_fault(&o, "a relocation patches bytes past the end of .text");
}

/* A weak symbol that is not defined here is asked for when the object is loaded. */
static void test_import(void) {
    object o, back;
    object_fault fault;
    bytes file = {0};
    make_sample(&o);
    int weak = object_add_symbol(&o, "elsewhere");
    o.symbols[weak].binding = STB_WEAK;
    o.relocations[2].symbol = o.relocations[3].symbol = weak;
    CHECK(object_write_loadable(&o, &file, &fault) == GISA_OK);
    object_free(&o);
    if (CHECK(object_read(&back, file.data, file.size, &fault) == GISA_OK)) {
        CHECK(!strcmp(dynamic_name(&back, 1), "elsewhere") && look_up(&back, "elsewhere") == 1);
        CHECK(look_up_gnu(&back, "f") && !look_up_gnu(&back, "elsewhere"));
        bool asked = false;
        for (size_t i = 0; i < back.relocation_count; i++) {
            const relocation *r = &back.relocations[i];
            asked = asked || (r->symbol >= 0 && !strcmp(back.symbols[r->symbol].name, "elsewhere") &&
                              !strcmp(back.sections[r->section].name, ".got"));
        }
        CHECK(asked);
        object_free(&back);
    }
    bytes_free(&file);
}

/* Many symbols: several buckets and filter words. */
static void test_many(void) {
    object o, back;
    object_fault fault;
    bytes file = {0}, name = {0};
    make_sample(&o);
    for (unsigned i = 0; i < 300; i++) {
        name.size = 0;
        bytes_format(&name, "symbol_%u", i * 7919);
        int index = object_add_symbol(&o, text_of(&name));
        o.symbols[index] =
            (symbol){o.symbols[index].name, 0, i % 64 * 4, 0, STB_GLOBAL, STT_NOTYPE, STV_PROTECTED};
    }
    CHECK(object_write_loadable(&o, &file, &fault) == GISA_OK);
    if (CHECK(object_read(&back, file.data, file.size, &fault) == GISA_OK)) {
        for (unsigned i = 0; i < 300; i++) {
            name.size = 0;
            bytes_format(&name, "symbol_%u", i * 7919);
            const char *text = text_of(&name);
            CHECK(look_up(&back, text) && look_up(&back, text) == look_up_gnu(&back, text));
        }
        object_free(&back);
    }
    object_free(&o);
    bytes_free(&file);
    bytes_free(&name);
}

void test_link(void) {
    object o, back;
    object_fault fault;
    bytes file = {0};
    make_sample(&o);
    CHECK(object_write_loadable(&o, &file, &fault) == GISA_OK);
    object_free(&o);
    check_segments(file.data, file.size);
    if (CHECK(object_read(&back, file.data, file.size, &fault) == GISA_OK)) {
        check_values(&back);
        check_dynamic_relocations(&back);
        check_look_up(&back);
        object_free(&back);
    }
    bytes_free(&file);
    test_faults();
    test_import();
    test_many();
}
