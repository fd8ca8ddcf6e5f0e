/* SPDX-License-Identifier: MIT */
/* Relocations of a link: what they need (GOT entries, dynamic relocations), and then their
   values. */
#include "link.h"

#include <string.h>

/* ---- What they need ---- */

static bool through_got(uint32_t type) {
    return type == R_AMDGPU_GOTPCREL || type == R_AMDGPU_GOTPCREL32_LO || type == R_AMDGPU_GOTPCREL32_HI;
}

static bool absolute(uint32_t type) {
    return type == R_AMDGPU_ABS32 || type == R_AMDGPU_ABS32_LO || type == R_AMDGPU_ABS32_HI ||
           type == R_AMDGPU_ABS64;
}

/* The symbol's value does not depend on where the object is loaded. */
static bool is_constant(const link_state *l, int index) {
    return l->symbols[index].part < 0 && !link_is_imported(&l->o->symbols[index]);
}

static void add_dynamic(link_state *l, place at, int index, int64_t addend) {
    bool by_name = link_is_preemptible(l, &l->o->symbols[index]);
    l->dynamic[l->dynamic_count++] = (dynamic_relocation){
        at.part, at.offset, by_name ? R_AMDGPU_ABS64 : R_AMDGPU_RELATIVE64, index, addend};
}

static gisa_status scan_symbol(link_state *l, const relocation *r) {
    const symbol *s = &l->o->symbols[r->symbol];
    const char *where = l->o->sections[r->section].name;
    /* Debug information may speak of what is not there. */
    bool loaded = l->o->sections[r->section].flags & SHF_ALLOC;
    if (s->section == OBJECT_UNDEFINED && s->binding != STB_WEAK && loaded)
        return object_fail(l->fault, r->offset, "undefined symbol: %s, used in %s+0x%llx", s->name, where,
                           (unsigned long long)r->offset);
    if (s->section == OBJECT_LDS && loaded)
        return object_fail(l->fault, r->offset, "%s lies in LDS, which only a loader lays out", s->name);
    return GISA_OK;
}

static gisa_status scan(link_state *l, const relocation *r) {
    const section *in = &l->o->sections[r->section];
    const char *name = r->symbol < 0 ? "(no symbol)" : l->o->symbols[r->symbol].name;
    if (r->type == R_AMDGPU_NONE || l->sections[r->section].part < 0)
        return GISA_OK;
    if (!elf_relocation_width(r->type) || r->type == R_AMDGPU_RELATIVE64)
        return object_fail(l->fault, r->offset, "relocation type %u in %s is not for a linker", r->type,
                           in->name);
    if (r->symbol < 0)
        return object_fail(l->fault, r->offset, "a relocation without a symbol in %s", in->name);
    gisa_status status = scan_symbol(l, r);
    if (status != GISA_OK)
        return status;
    if (through_got(r->type) && l->got_entry[r->symbol] < 0) {
        l->got_entry[r->symbol] = (int32_t)l->got_count++;
        place entry = {l->made.got, 8 * (uint64_t)l->got_entry[r->symbol]};
        if (!is_constant(l, r->symbol))
            add_dynamic(l, entry, r->symbol, 0);
    }
    if (!(in->flags & SHF_ALLOC) || !absolute(r->type) || is_constant(l, r->symbol))
        return GISA_OK;
    if (r->type != R_AMDGPU_ABS64)
        return object_fail(l->fault, r->offset,
                           "the address of %s does not fit 32 bits in %s; use @rel32@lo and @rel32@hi", name,
                           in->name);
    if (!(in->flags & SHF_WRITE))
        return object_fail(l->fault, r->offset,
                           "the address of %s is known when the object is loaded, but %s is read-only", name,
                           in->name);
    place at = l->sections[r->section];
    at.offset += r->offset;
    add_dynamic(l, at, r->symbol, r->addend);
    return GISA_OK;
}

gisa_status link_scan_relocations(link_state *l) {
    bool any_got = false;
    for (size_t i = 0; i < l->o->relocation_count; i++)
        any_got = any_got || through_got(l->o->relocations[i].type);
    l->made.got = any_got ? link_add_part(l, ".got", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 8, 0) : -1;
    gisa_status status = GISA_OK;
    for (size_t i = 0; i < l->o->relocation_count && status == GISA_OK; i++)
        status = scan(l, &l->o->relocations[i]);
    if (any_got) {
        part *got = &l->parts[l->made.got];
        got->size = 8 * (uint64_t)l->got_count;
        bytes_fill(&got->content, 0, got->size);
    }
    return status;
}

/* ---- Their values ---- */

static bool fits_signed(int64_t value, unsigned bits) {
    return value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << (bits - 1);
}

static gisa_status too_far(const link_state *l, const relocation *r, unsigned bits) {
    return object_fail(l->fault, r->offset, "%s is too far from %s+0x%llx for %u bits",
                       l->o->symbols[r->symbol].name, l->o->sections[r->section].name,
                       (unsigned long long)r->offset, bits);
}

static gisa_status apply(link_state *l, const relocation *r) {
    place at = l->sections[r->section];
    if (r->type == R_AMDGPU_NONE || at.part < 0)
        return GISA_OK;
    at.offset += r->offset;
    uint8_t *patched = l->parts[at.part].content.data + at.offset;
    uint64_t from = link_address(l, at);
    uint64_t symbol_value = link_address(l, l->symbols[r->symbol]);
    if (through_got(r->type))
        symbol_value = l->parts[l->made.got].address + 8 * (uint64_t)l->got_entry[r->symbol];
    uint64_t sum = symbol_value + (uint64_t)r->addend;
    bool loaded = l->o->sections[r->section].flags & SHF_ALLOC;
    /* The loader writes the value; until then the place holds zero, or the addend that lld leaves
       there. */
    if (r->type == R_AMDGPU_ABS64 && loaded && !is_constant(l, r->symbol))
        sum = elf_addends_in_place(l->o) ? (uint64_t)r->addend : 0;
    uint64_t value = absolute(r->type) ? sum : sum - from;
    switch (r->type) {
    case R_AMDGPU_ABS32_HI:
    case R_AMDGPU_REL32_HI:
    case R_AMDGPU_GOTPCREL32_HI: value >>= 32; break;
    case R_AMDGPU_ABS32:
        if (value > UINT32_MAX && !fits_signed((int64_t)value, 32))
            return too_far(l, r, 32);
        break;
    case R_AMDGPU_REL32:
    case R_AMDGPU_GOTPCREL:
        if (!fits_signed((int64_t)value, 32))
            return too_far(l, r, 32);
        break;
    case R_AMDGPU_REL16: /* a branch counts words from the next instruction */
        value = (uint64_t)(((int64_t)value - 4) / 4);
        if (!fits_signed((int64_t)value, 16))
            return too_far(l, r, 16);
        break;
    default: break;
    }
    for (unsigned i = 0; i < elf_relocation_width(r->type); i++)
        patched[i] = (uint8_t)(value >> 8 * i);
    return GISA_OK;
}

gisa_status link_apply_relocations(link_state *l) {
    gisa_status status = GISA_OK;
    for (size_t i = 0; i < l->o->relocation_count && status == GISA_OK; i++)
        status = apply(l, &l->o->relocations[i]);
    /* GOT entries of constants need no loader. */
    for (size_t i = 0; i < l->o->symbol_count; i++)
        if (l->got_entry[i] >= 0 && is_constant(l, (int)i)) {
            uint64_t value = link_address(l, l->symbols[i]);
            for (unsigned k = 0; k < 8; k++)
                l->parts[l->made.got].content.data[8 * l->got_entry[i] + (int)k] = (uint8_t)(value >> 8 * k);
        }
    return status;
}
