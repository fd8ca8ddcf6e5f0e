/* SPDX-License-Identifier: MIT */
/* What the two ELF writers share: file header, string tables, checked relocations, addends in
   place. */
#include "elf_file.h"

#include <string.h>

uint32_t elf_add_name(bytes *names, const char *name) {
    if (!names->size)
        bytes_fill(names, 0, 1);
    if (!*name)
        return 0;
    uint32_t offset = (uint32_t)names->size;
    bytes_append(names, name, strlen(name) + 1);
    return offset;
}

Elf64_Ehdr elf_header(const object *o, uint16_t type) {
    Elf64_Ehdr h = {0};
    memcpy(h.e_ident, ELFMAG, SELFMAG);
    h.e_ident[EI_CLASS] = ELFCLASS64;
    h.e_ident[EI_DATA] = ELFDATA2LSB;
    h.e_ident[EI_VERSION] = EV_CURRENT;
    h.e_ident[EI_OSABI] = o->os_abi;
    h.e_ident[EI_ABIVERSION] = o->abi_version;
    h.e_type = type;
    h.e_machine = OBJECT_MACHINE;
    h.e_version = EV_CURRENT;
    h.e_flags = o->elf_flags;
    h.e_ehsize = sizeof h;
    h.e_shentsize = sizeof(Elf64_Shdr);
    return h;
}

Elf64_Shdr elf_section_header(uint32_t type, uint64_t flags, uint64_t align, uint64_t entry_size) {
    Elf64_Shdr h = {0};
    h.sh_type = type;
    h.sh_flags = flags;
    h.sh_addralign = align ? align : 1;
    h.sh_entsize = entry_size;
    return h;
}

void elf_append(bytes *out, const void *structures, size_t size, const char *numbers) {
    uint8_t *at = bytes_room(out, size);
    if (!at)
        return;
    elf_copy(at, structures, size, numbers);
    out->size += size;
}

void elf_align(bytes *out, uint64_t align) {
    uint64_t over = align > 1 ? out->size % align : 0;
    if (over)
        bytes_fill(out, 0, (size_t)(align - over));
}

unsigned elf_relocation_width(uint32_t type) {
    switch (type) {
    case R_AMDGPU_ABS64:
    case R_AMDGPU_REL64:
    case R_AMDGPU_RELATIVE64: return 8;
    case R_AMDGPU_ABS32_LO:
    case R_AMDGPU_ABS32_HI:
    case R_AMDGPU_REL32:
    case R_AMDGPU_ABS32:
    case R_AMDGPU_GOTPCREL:
    case R_AMDGPU_GOTPCREL32_LO:
    case R_AMDGPU_GOTPCREL32_HI:
    case R_AMDGPU_REL32_LO:
    case R_AMDGPU_REL32_HI: return 4;
    case R_AMDGPU_REL16: return 2;
    default: return 0;
    }
}

bool elf_addends_in_place(const object *o) {
    return o->os_abi != OBJECT_OS_ABI_HSA;
}

/* A branch counts words from the next instruction: ((S + A - P) - 4) / 4. */
enum { BRANCH_UNIT = 4 };

int64_t elf_addend_at(const uint8_t *place, uint32_t type) {
    unsigned width = elf_relocation_width(type);
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)place[i] << 8 * i;
    if (width == 4)
        return (int32_t)value;
    return type == R_AMDGPU_REL16 ? ((int16_t)value + 1) * BRANCH_UNIT : (int64_t)value;
}

bool elf_put_addend(uint8_t *place, uint32_t type, int64_t addend) {
    unsigned width = elf_relocation_width(type);
    uint64_t value = (uint64_t)(type == R_AMDGPU_REL16 ? addend / BRANCH_UNIT - 1 : addend);
    for (unsigned i = 0; i < width; i++)
        place[i] = (uint8_t)(value >> 8 * i);
    return elf_addend_at(place, type) == addend;
}

gisa_status elf_check_relocations(const object *o, object_fault *fault) {
    for (size_t i = 0; i < o->relocation_count; i++) {
        const relocation *r = &o->relocations[i];
        if (r->section < 0 || (size_t)r->section >= o->section_count || r->symbol < -1 ||
            r->symbol >= (int)o->symbol_count)
            return object_fail(fault, 0, "a relocation names a section or symbol that does not exist");
        const section *s = &o->sections[r->section];
        if (r->offset > s->content.size || s->content.size - r->offset < elf_relocation_width(r->type))
            return object_fail(fault, r->offset, "a relocation patches bytes past the end of %s", s->name);
    }
    return GISA_OK;
}
