/* SPDX-License-Identifier: MIT */
/* What was not known when it was read: resolved at the end, or handed on as relocations. */
#include <string.h>

#include "asm.h"

bool fixup_wants_object(const assembler *a) {
    return a->options->output == GISA_OUTPUT_ELF || a->options->output == GISA_OUTPUT_CO;
}

void fixup_add(assembler *a, const fixup *f) {
    void *data = a->fixups;
    if (!memory_grow(a, &data, a->fixup_count, &a->fixup_room, sizeof *a->fixups))
        return;
    a->fixups = data;
    a->fixups[a->fixup_count++] = *f;
    source_keep(f->at.in);
}

static bool in_range(int64_t k, unsigned width) {
    return width >= 64 || (k >= -((int64_t)1 << (width - 1)) && k < (int64_t)1 << width);
}

void fixup_emit_value(assembler *a, const term *v, unsigned size) {
    target t;
    const char *why;
    fixup f = {.kind = FIXUP_DATA, .width = (uint8_t)(8 * size), .size = (uint8_t)size};
    if (!v->e) {
        section_emit_number(a, (uint64_t)v->k, size);
        return;
    }
    f.e = v->e;
    f.at = source_location(a, v->at, v->length);
    f.section = a->current;
    f.offset = section_here(a);
    if (eval_expr(a, v->e, &t, &why) && !t.plus.there && !t.minus.there && !t.kind && !t.varies) {
        if (!in_range(t.k, 8 * size))
            diagnose_in(a, f.at, "%lld does not fit %u bits", (long long)t.k, 8 * size);
        section_emit_number(a, (uint64_t)t.k, size);
        return;
    }
    uint8_t *p = section_emit(a, size);
    if (!p)
        return;
    memset(p, 0, size);
    fixup_add(a, &f);
}

/* ---- patching --------------------------------------------------------------------------- */

static void patch(assembler *a, const fixup *f, uint64_t value) {
    section *s = &a->object.sections[f->section];
    uint8_t *p;
    uint64_t bits = 0, mask = f->width < 64 ? ((uint64_t)1 << f->width) - 1 : UINT64_MAX;
    unsigned size = f->size > 8 ? 8 : f->size;
    if (f->offset + size > s->content.size || f->bit + f->width > 8 * size)
        return;
    p = s->content.data + f->offset;
    for (unsigned i = 0; i < size; i++)
        bits |= (uint64_t)p[i] << (8 * i);
    bits = (bits & ~(mask << f->bit)) | (value & mask) << f->bit;
    for (unsigned i = 0; i < size; i++)
        p[i] = (uint8_t)(bits >> (8 * i));
}

/* The patched bytes themselves: fields of relocations are whole bytes. */
static uint64_t place_of(const fixup *f) {
    return f->offset + f->bit / 8;
}

static void put_number(assembler *a, const fixup *f, int64_t k) {
    if (in_range(k, f->width))
        patch(a, f, (uint64_t)k);
    else
        diagnose_in(a, f->at, "%lld does not fit %u bits", (long long)k, f->width);
}

/* ---- relocations ------------------------------------------------------------------------ */

static bool is_weak(const reference *r) {
    return r->symbol && r->symbol->binding == STB_WEAK;
}

/* LLVM's rule: what another file could replace, and what is not here, is named; the rest is an
 * offset in its section. The linker may move the pieces of a mergeable section, so that an offset
 * there means nothing. */
static bool by_symbol(const assembler *a, const reference *to, uint32_t type, int64_t addend) {
    const asm_symbol *s = to->symbol;
    if (!s)
        return false;
    if (to->section < 0 || (s->bound && s->binding != STB_LOCAL))
        return true;
    if (type >= R_AMDGPU_GOTPCREL && type <= R_AMDGPU_GOTPCREL32_HI)
        return true;
    return (a->object.sections[to->section].flags & SHF_MERGE) && addend;
}

/* Says once per symbol that it is not defined; always false. */
static bool undefined(assembler *a, const fixup *f, asm_symbol *s, const char *what) {
    char near[120];
    if (!s->blamed)
        diagnose_in(a, f->at, "%s'%s' is not defined%s", what, s->name,
                    symbol_near(a, s->name, s->size, near));
    s->blamed = true;
    return false;
}

static bool check_defined(assembler *a, const fixup *f, const reference *to) {
    asm_symbol *s = to->symbol;
    if (!s || s->state != SYMBOL_UNDEFINED)
        return true;
    if (fixup_wants_object(a) && !s->temporary && (a->options->output == GISA_OUTPUT_ELF || is_weak(to)))
        return true;
    return undefined(a, f, s, "");
}

void fixup_add_relocation(assembler *a, const fixup *f, uint32_t type, const reference *to, int64_t addend) {
    void *data = a->links;
    relocation_link l = {NULL, to->section};
    if (!check_defined(a, f, to))
        return;
    if (by_symbol(a, to, type, addend)) {
        l.symbol = to->symbol;
        l.symbol->needed = true;
    } else
        addend += to->offset;
    if (!memory_grow(a, &data, a->object.relocation_count, &a->link_room, sizeof *a->links))
        return;
    a->links = data;
    a->links[a->object.relocation_count] = l;
    if (object_add_relocation(&a->object, f->section, place_of(f), type, -1, addend) < 0)
        a->no_memory = a->stop = true;
}

static const struct {
    variant kind;
    uint32_t type;
    uint8_t width;
    bool relative;
    uint8_t shift;
    const char *name;
} variant_types[] = {
    {VARIANT_GOTPCREL, R_AMDGPU_GOTPCREL, 32, true, 0, "@gotpcrel"},
    {VARIANT_GOTPCREL32_LO, R_AMDGPU_GOTPCREL32_LO, 32, true, 0, "@gotpcrel32@lo"},
    {VARIANT_GOTPCREL32_HI, R_AMDGPU_GOTPCREL32_HI, 32, true, 32, "@gotpcrel32@hi"},
    {VARIANT_REL32_LO, R_AMDGPU_REL32_LO, 32, true, 0, "@rel32@lo"},
    {VARIANT_REL32_HI, R_AMDGPU_REL32_HI, 32, true, 32, "@rel32@hi"},
    {VARIANT_REL64, R_AMDGPU_REL64, 64, true, 0, "@rel64"},
    {VARIANT_ABS32_LO, R_AMDGPU_ABS32_LO, 32, false, 0, "@abs32@lo"},
    {VARIANT_ABS32_HI, R_AMDGPU_ABS32_HI, 32, false, 32, "@abs32@hi"},
};

static const char *name_of(const reference *r) {
    return r->symbol ? r->symbol->name : ".";
}

/* Without a symbol table, a distance within the section is all that can be known. */
static void put_distance(assembler *a, const fixup *f, const reference *to, int64_t addend, unsigned shift) {
    if (!check_defined(a, f, to))
        return;
    if (to->section != f->section) {
        diagnose_in(a, f->at, "'%s' is not in this section; this output format has no relocations",
                    name_of(to));
        return;
    }
    uint64_t distance = (uint64_t)to->offset + (uint64_t)addend - place_of(f);
    if (f->width == 64 || shift)
        patch(a, f, (uint64_t)((int64_t)distance >> shift));
    else
        put_number(a, f, (int64_t)distance);
}

static void resolve_variant(assembler *a, const fixup *f, const target *t) {
    size_t i = 0;
    while (variant_types[i].kind != t->kind)
        i++;
    if (!t->plus.there || t->minus.there || f->width != variant_types[i].width) {
        diagnose_in(a, f->at, "%s needs one symbol and a field of %u bits", variant_types[i].name,
                    variant_types[i].width);
        return;
    }
    if (fixup_wants_object(a))
        fixup_add_relocation(a, f, variant_types[i].type, &t->plus, t->k);
    else if (variant_types[i].relative && i > VARIANT_GOTPCREL32_HI - 1)
        put_distance(a, f, &t->plus, t->k, variant_types[i].shift);
    else
        diagnose_in(a, f->at, "%s of '%s': this output format has no relocations", variant_types[i].name,
                    name_of(&t->plus));
}

static void resolve_address(assembler *a, const fixup *f, const reference *to, int64_t addend,
                            bool distance) {
    bool wide = f->width == 64;
    if (f->width < 32 || f->kind == FIXUP_FIELD || f->kind == FIXUP_BRANCH) {
        if (to->symbol && to->symbol->state == SYMBOL_UNDEFINED)
            undefined(a, f, to->symbol, "");
        else
            diagnose_in(a, f->at, "'%s' is an address; %u bits cannot hold it", name_of(to), f->width);
        return;
    }
    if (fixup_wants_object(a))
        fixup_add_relocation(a, f,
                             distance ? wide ? R_AMDGPU_REL64 : R_AMDGPU_REL32
                             : wide   ? R_AMDGPU_ABS64
                                      : R_AMDGPU_ABS32,
                             to, addend);
    else if (distance)
        put_distance(a, f, to, addend, 0);
    else if (check_defined(a, f, to))
        diagnose_in(a, f->at, "the address of '%s' is not known; this output format has no relocations",
                    name_of(to));
}

/* plus - minus: the distance from a place in this section. */
static void resolve_difference(assembler *a, const fixup *f, const target *t) {
    char near[120] = "";
    const asm_symbol *s = t->minus.symbol;
    if (!t->plus.there)
        diagnose_in(a, f->at, "the negative of an address is not a value that a relocation can give");
    else if (t->minus.section == f->section)
        resolve_address(a, f, &t->plus, t->k + (int64_t)place_of(f) - t->minus.offset, true);
    else if (s && s->state == SYMBOL_UNDEFINED)
        diagnose_in(a, f->at, "'%s' is subtracted and must be defined in this file%s", s->name,
                    symbol_near(a, s->name, s->size, near));
    else
        diagnose_in(a, f->at, "the distance from '%s', which is in section %s, is not known",
                    name_of(&t->minus),
                    t->minus.section >= 0 ? a->object.sections[t->minus.section].name : "?");
}

/* ---- instructions ----------------------------------------------------------------------- */

/* Another file may replace a global symbol; the distance to any other place in the section is
   final. */
static bool is_final(const assembler *a, const fixup *f, const reference *to) {
    const asm_symbol *s = to->symbol;
    if (to->section != f->section)
        return false;
    return !fixup_wants_object(a) || !s || !s->bound || s->binding == STB_LOCAL;
}

static void resolve_literal(assembler *a, const fixup *f, const target *t) {
    bool distance = eval_is_distance(f->e);
    if (distance && is_final(a, f, &t->plus))
        put_number(a, f, (int64_t)((uint64_t)t->plus.offset + (uint64_t)t->k - place_of(f)));
    else
        resolve_address(a, f, &t->plus, t->k, distance);
}

static void resolve_branch(assembler *a, const fixup *f, const target *t) {
    asm_symbol *s = t->plus.symbol;
    int64_t distance = (int64_t)((uint64_t)t->plus.offset + (uint64_t)t->k - f->offset - f->size);
    int64_t reach = (int64_t)1 << (f->width - 1);
    if (s && s->state == SYMBOL_UNDEFINED) {
        undefined(a, f, s, "label ");
        return;
    }
    if (!is_final(a, f, &t->plus) && fixup_wants_object(a) && f->bit == 0 && f->width == 16) {
        patch(a, f, UINT64_MAX); /* -4 bytes, as LLVM leaves it */
        fixup_add_relocation(a, f, R_AMDGPU_REL16, &t->plus, t->k);
        return;
    }
    if (t->plus.section != f->section)
        diagnose_in(a, f->at, "'%s' is not in this section", name_of(&t->plus));
    else if (distance % f->unit)
        diagnose_in(a, f->at, "the distance to '%s' is %lld bytes; it must be a multiple of %u",
                    name_of(&t->plus), (long long)distance, f->unit);
    else if (distance / f->unit < -reach - f->zero || distance / f->unit >= reach - f->zero)
        diagnose_in(a, f->at, "'%s' is %lld bytes away; a branch reaches from %lld to %lld",
                    name_of(&t->plus), (long long)distance, (long long)(-reach - f->zero) * f->unit,
                    (long long)(reach - 1 - f->zero) * f->unit);
    else
        patch(a, f, (uint64_t)(distance / f->unit + f->zero));
}

static void resolve(assembler *a, const fixup *f) {
    target t;
    const char *why;
    if (!eval_expr(a, f->e, &t, &why))
        diagnose_in(a, f->at, "%s", why);
    else if (f->kind == FIXUP_RELOCATION) {
        const section *s = &a->object.sections[f->section];
        if (f->offset > s->content.size || f->width / 8u > s->content.size - f->offset)
            diagnose_in(a, f->at, "the relocation patches bytes past the end of %s", s->name);
        else if (t.minus.there || t.kind)
            diagnose_in(a, f->at, "expected a symbol, or a symbol and a number");
        else
            fixup_add_relocation(a, f, f->type, &t.plus, t.k);
    } else if (t.kind)
        resolve_variant(a, f, &t);
    else if (!t.plus.there && !t.minus.there)
        put_number(a, f, t.k);
    else if (t.minus.there)
        resolve_difference(a, f, &t);
    else if (f->kind == FIXUP_LITERAL)
        resolve_literal(a, f, &t);
    else if (f->kind == FIXUP_BRANCH)
        resolve_branch(a, f, &t);
    else
        resolve_address(a, f, &t.plus, t.k, false);
}

void fixup_resolve(assembler *a) {
    for (size_t i = 0; i < a->fixup_count && !a->stop; i++)
        if (fixup_wants_object(a) || gxp_is_made(a) ||
            a->fixups[i].section == 0) /* raw code is .text alone */
            resolve(a, &a->fixups[i]);
}
