/* SPDX-License-Identifier: MIT */
/* Relocations as expressions: sym@rel32@lo+4 in an instruction, .quad sym+8 in data. */
#include "elf_types.h"
#include "listing.h"

#include "elf_file.h"

const char *relocate_variant(uint32_t type) {
    switch (type) {
    case R_AMDGPU_ABS32_LO: return "abs32@lo";
    case R_AMDGPU_ABS32_HI: return "abs32@hi";
    case R_AMDGPU_REL32_LO: return "rel32@lo";
    case R_AMDGPU_REL32_HI: return "rel32@hi";
    case R_AMDGPU_GOTPCREL: return "gotpcrel";
    case R_AMDGPU_GOTPCREL32_LO: return "gotpcrel32@lo";
    case R_AMDGPU_GOTPCREL32_HI: return "gotpcrel32@hi";
    default: return NULL;
    }
}

/* Code makes addresses with s_getpc_b64, s_add_u32, s_addc_u32: the literals stand 4 and 12 bytes
 * after what s_getpc_b64 gives, and that much is in the addend. */
static int64_t usual_distance(uint32_t type) {
    return type == R_AMDGPU_REL32_LO ? 4 : type == R_AMDGPU_REL32_HI ? 12 : 0;
}

bool relocate_place(const listing *l, const relocation *r, int *index, uint64_t *offset, int64_t *more) {
    *more = 0;
    if (r->type == R_AMDGPU_RELATIVE64) {
        *index = listing_section_at(l, (uint64_t)r->addend);
        if (*index < 0 || !l->sections[*index].printed)
            return false;
        *offset = (uint64_t)r->addend - l->o->sections[*index].address;
        return true;
    }
    if (r->symbol < 0 || l->names[r->symbol])
        return false;
    const symbol *s = &l->o->symbols[r->symbol];
    if (s->section < 0 || !l->sections[s->section].printed)
        return false;
    *index = s->section;
    *more = l->sections[r->section].code ? usual_distance(r->type) : 0;
    *offset = s->value + (uint64_t)r->addend - (uint64_t)*more;
    if (*offset > l->o->sections[s->section].size) { /* no place in the section: count from its beginning */
        *offset = 0;
        *more = (int64_t)(s->value + (uint64_t)r->addend);
    }
    return true;
}

refer_by relocate_by(const relocation *r) {
    return r->type == R_AMDGPU_RELATIVE64 ? BY_LINKER : BY_ASSEMBLER;
}

void relocate_put(listing *l, const relocation *r, const char *variant) {
    int index;
    uint64_t offset;
    int64_t more;
    if (relocate_place(l, r, &index, &offset, &more)) {
        reference to = refer_to(l, index, offset, relocate_by(r));
        refer_put(l, &to, variant, more);
    } else
        refer_put(l, &(reference){.symbol = r->symbol}, variant, r->addend);
}

/* Something that an expression can name. */
bool relocate_is_nameable(const listing *l, const relocation *r) {
    int index;
    uint64_t offset;
    int64_t more;
    return relocate_place(l, r, &index, &offset, &more) || (r->symbol >= 0 && l->names[r->symbol]);
}

/* A linker leaves addends that lay in the patched bytes there, where a loader overwrites them. */
static bool is_free(const listing *l, const relocation *r, unsigned width) {
    const section *s = &l->o->sections[r->section];
    if (s->content.size < width || r->offset > s->content.size - width)
        return false;
    if (l->loadable && elf_addends_in_place(l->o))
        return true;
    for (unsigned i = 0; i < width; i++)
        if (s->content.data[r->offset + i])
            return false;
    return true;
}

/* An assembler computes distances within a section: `sym-.` would make no relocation there. */
static bool is_computed(const listing *l, const relocation *r) {
    return r->symbol >= 0 && l->o->symbols[r->symbol].section == r->section;
}

unsigned relocate_put_data(listing *l, const relocation *r, uint64_t room) {
    output *out = &l->d->out;
    const char *variant = relocate_variant(r->type);
    bool relative = r->type == R_AMDGPU_REL32 || r->type == R_AMDGPU_REL64;
    bool eight = r->type == R_AMDGPU_ABS64 || r->type == R_AMDGPU_REL64 || r->type == R_AMDGPU_RELATIVE64;
    if (!variant && !relative && !eight && r->type != R_AMDGPU_ABS32)
        return 0;
    unsigned width = eight ? 8 : 4;
    if (relative && is_computed(l, r))
        return 0;
    if (width > room || !relocate_is_nameable(l, r) || !is_free(l, r, width))
        return 0;
    output_line(out);
    output_text(out, eight ? "\t.quad " : "\t.long ");
    relocate_put(l, r, variant ? variant : "");
    output_text(out, relative ? "-.\n" : "\n");
    return width;
}
