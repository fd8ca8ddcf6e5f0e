/* SPDX-License-Identifier: MIT */
/* An object file as assembler source: target, symbols without a section, then section after
   section. */
#include "graph.h"
#include "elf_types.h"
#include "listing.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Target ---- */

/* e_flags: two bits each for what a processor may have on or off; up to code object v3 one bit
   each. */
enum { NONE, ANY, OFF, ON };
typedef struct setting {
    const char *name; /* also of the fact that says whether the architecture has a choice */
    unsigned shift;   /* v4 */
    uint32_t v3_bit;
} setting;
static const setting settings[] = {{"sramecc", 10, 0x200}, {"xnack", 8, 0x100}};
/* e_ident[EI_ABIVERSION]; versions count from 2. */
enum { ABI_V3 = 1, ABI_LAST = 4 };

static const char *os_name(uint8_t os_abi) {
    switch (os_abi) {
    case OBJECT_OS_ABI_HSA: return "amd-amdhsa";
    case OBJECT_OS_ABI_PAL: return "amd-amdpal";
    case OBJECT_OS_ABI_MESA: return "amd-mesa3d";
    default: return "unknown-unknown";
    }
}

static uint32_t setting_of(const listing *l, const setting *x) {
    const object *o = l->o;
    if (o->os_abi != OBJECT_OS_ABI_HSA || o->abi_version > ABI_V3)
        return o->elf_flags >> x->shift & 3;
    if (o->elf_flags & x->v3_bit)
        return ON;
    return gisa_fact(l->d->isa, x->name, 0) ? OFF : NONE;
}

static void put_target(listing *l) {
    output *out = &l->d->out;
    const object *o = l->o;
    bool hsa = o->os_abi == OBJECT_OS_ABI_HSA;
    output_text(out, "\t.amdgcn_target \"amdgcn-");
    output_text(out, os_name(o->os_abi));
    output_text(out, "--");
    output_text(out, gisa_name(l->d->isa));
    for (unsigned i = 0; i < 2; i++) {
        uint32_t value = setting_of(l, &settings[i]);
        if (value != ON && value != OFF)
            continue;
        output_char(out, ':');
        output_text(out, settings[i].name);
        output_char(out, value == ON ? '+' : '-');
    }
    output_text(out, "\"\n");
    if (hsa && o->abi_version <= ABI_LAST) {
        output_text(out, "\t.amdhsa_code_object_version ");
        output_number(out, o->abi_version + 2u);
        output_char(out, '\n');
    }
}

/* ---- Symbols without a section ---- */

static void put_number_symbol(listing *l, const char *directive, int index, uint64_t a, int64_t b) {
    output *out = &l->d->out;
    output_line(out);
    output_text(out, directive);
    output_text(out, l->names[index]);
    output_text(out, ", ");
    output_number(out, a);
    if (b >= 0) {
        output_text(out, ", ");
        output_number(out, (uint64_t)b);
    }
    output_char(out, '\n');
}

static unsigned power_of(uint64_t align) {
    unsigned power = 0;
    while (power < 63 && (uint64_t)2 << power <= align)
        power++;
    return power;
}

static void put_loose_symbols(listing *l) {
    for (size_t i = 0; i < l->o->symbol_count; i++) {
        const symbol *s = &l->o->symbols[i];
        int index = (int)i;
        /* What a linker has left of undefined weak symbols is not needed. */
        bool remains = l->loadable && s->section == OBJECT_UNDEFINED && s->binding == STB_LOCAL;
        if (s->section >= 0 || !l->names[i] || remains)
            continue;
        if (s->section == OBJECT_ABSOLUTE)
            put_number_symbol(l, "\t.set ", index, s->value, -1);
        if (s->section == OBJECT_COMMON) /* the alignment as a power, as LLVM wants it for this machine */
            put_number_symbol(l, "\t.comm ", index, s->size, power_of(s->value));
        if (s->section == OBJECT_LDS)
            put_number_symbol(l, "\t.amdgpu_lds ", index, s->size, (int64_t)s->value);
        else if (s->section != OBJECT_COMMON || s->visibility != STV_DEFAULT)
            section_put_attributes(l, index);
    }
}

/* Code that asks whether a weak symbol exists, in an object where nothing defines it. */
static void put_nameless(listing *l) {
    output *out = &l->d->out;
    uint8_t *seen = NULL;
    for (size_t i = 0; i < l->pair_count; i++) {
        const address_pair *p = &l->pairs[i];
        if (p->got_symbol != NAMELESS)
            continue;
        if (!seen)
            seen = calloc((size_t)l->o->sections[p->target_section].size / 8 + 1, 1);
        if (!seen || seen[p->target / 8])
            continue;
        seen[p->target / 8] = 1;
        for (int hidden = 0; hidden < 2; hidden++) {
            output_line(out);
            output_text(out, hidden ? "\t.hidden " : "\t.weak ");
            refer_put_nameless(l, p->target);
            output_char(out, '\n');
        }
    }
    free(seen);
}

/* ---- The file ---- */

static void put_section(listing *l, int index) {
    const section *s = &l->o->sections[index];
    if (s->type == SHT_NOTE && !l->sections[index].code) {
        notes_put(l, index);
        return;
    }
    section_put_head(l, index);
    if (l->sections[index].code)
        code_put(l, index);
    else
        section_put_data(l, index);
}

/* Code first: .amdhsa_kernel takes over what is known about the kernel's symbol by then. */
static void put_sections(listing *l, bool code) {
    for (size_t i = 0; i < l->o->section_count; i++) {
        part p;
        if (!l->sections[i].printed || l->sections[i].code != code ||
            (l->partial && !parts_next(l, (int)i, &(size_t){0}, &p)))
            continue;
        if (!l->d->options->json)
            put_section(l, (int)i);
        else if (code)
            code_put_json(l, (int)i);
    }
}

enum { EF_MACHINE = 0xff }; /* the part of e_flags that names the processor */

static gisa_status choose_isa(dis *d, const object *o) {
    const gisa_isa *own = object_isa(o);
    if (!d->isa || gisa_fits(d->isa, own)) /* -a gfx700 does not make gfx701 another chip */
        d->isa = own;
    if (!d->isa) {
        char message[160];
        const char *later = gisa_later_name(o->elf_flags);
        snprintf(message, sizeof message,
                 "the file is for AMDGPU machine 0x%x, which is not known here; name an "
                 "architecture (-a) to read it as that",
                 o->elf_flags & EF_MACHINE);
        if (later)
            snprintf(message, sizeof message,
                     "the file is for %s, an architecture after these; name one (-a) to read it as that",
                     later);
        return dis_fail(d, GISA_STATUS_BAD_ARGUMENT, message);
    }
    dis_set_isa(d, d->isa);
    return GISA_OK;
}

static void draw_sections(listing *l) {
    graph_begin(l->d);
    for (size_t i = 0; i < l->o->section_count; i++)
        if (l->sections[i].printed && l->sections[i].code)
            code_draw(l, (int)i);
    graph_end(l->d);
}

static void put_head(listing *l) {
    put_target(l);
    if (l->partial)
        return;
    put_loose_symbols(l);
    put_nameless(l);
}

static void put_all(listing *l) {
    if (!l->d->options->json)
        put_head(l);
    for (int code = 1; code >= 0; code--)
        put_sections(l, code);
}

static gisa_status list(dis *d, const object *o) {
    listing l;
    gisa_status status = choose_isa(d, o);
    if (status == GISA_OK)
        status = parts_check(d);
    if (status != GISA_OK)
        return status;
    d->indent = d->options->json ? "" : "\t";
    status = listing_open(&l, d, o) ? parts_find(&l) : GISA_STATUS_NO_MEMORY;
    if (status == GISA_OK && d->options->graph)
        draw_sections(&l);
    else if (status == GISA_OK)
        put_all(&l);
    listing_close(&l);
    return status;
}

gisa_status dis_elf(dis *d, const void *file, size_t size) {
    object o;
    object_fault fault;
    gisa_status status = object_read(&o, file, size, &fault);
    if (status == GISA_STATUS_NO_MEMORY)
        return status;
    if (status != GISA_OK)
        return dis_fail(d, status, fault.message);
    status = list(d, &o);
    object_free(&o);
    return status;
}
