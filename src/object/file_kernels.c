/* SPDX-License-Identifier: MIT */
/* The kernels of a file: what their descriptors and metadata say. */
#include "elf_types.h"
#include "file.h"
#include "kernel_fields.h"
#include "kernel_head.h"

#include <stdlib.h>
#include <string.h>

/* ---- which there are ---- */

/* The bytes at the symbol of a kernel; NULL: it is none, or they are not there. */
static const uint8_t *head_of(const object *o, const symbol *s) {
    unsigned size = kernel_head_size(kernel_head_is_v2(o));
    if (s->section < 0 || !kernel_head_has(o, s))
        return NULL;
    const bytes *b = &o->sections[s->section].content;
    return s->value <= b->size && b->size - s->value >= size ? b->data + s->value : NULL;
}

static char *name_of(const object *o, const symbol *s) {
    size_t size = strlen(s->name) - (kernel_head_is_v2(o) ? 0 : strlen(".kd"));
    char *name = calloc(size + 1, 1);
    if (name)
        memcpy(name, s->name, size);
    return name;
}

/* In a relocatable file a relocation says where the code of a descriptor is. */
static bool is_relocated(const gisa_file *f) {
    return !f->info.loadable && !kernel_head_is_v2(&f->o);
}

static bool add(gisa_file *f, size_t number) {
    const symbol *s = &f->o.symbols[number];
    kernel_head h;
    kernel_head_read(&h, head_of(&f->o, s), kernel_head_is_v2(&f->o));
    file_kernel *k = &f->kernels[f->kernel_count];
    *k = (file_kernel){.symbol = (int)number,
                       .name = name_of(&f->o, s),
                       .known = kernels_named(&f->metadata, s->name),
                       .entry = f->o.sections[s->section].address + s->value + (uint64_t)h.entry,
                       .has_entry = !is_relocated(f)};
    f->kernel_count += k->name != NULL;
    return k->name != NULL;
}

/* ---- entries by relocation ---- */

typedef struct place {
    int section;
    uint64_t offset;
    size_t kernel;
} place;

static int by_place(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void take_entry(gisa_file *f, const relocation *r, const place *places) {
    const place key = {.section = r->section, .offset = r->offset};
    const place *p = bsearch(&key, places, f->kernel_count, sizeof key, by_place);
    const symbol *to = r->symbol < 0 ? NULL : &f->o.symbols[r->symbol];
    if (!p || !to || to->section < 0)
        return;
    f->kernels[p->kernel].entry = to->value + (uint64_t)r->addend - ENTRY;
    f->kernels[p->kernel].has_entry = true;
}

static bool relocate_entries(gisa_file *f) {
    place *places = calloc(f->kernel_count + 1, sizeof *places);
    if (!places)
        return false;
    for (size_t i = 0; i < f->kernel_count; i++) {
        const symbol *s = &f->o.symbols[f->kernels[i].symbol];
        places[i] = (place){s->section, s->value + ENTRY, i};
    }
    qsort(places, f->kernel_count, sizeof *places, by_place);
    for (size_t i = 0; i < f->o.relocation_count; i++)
        take_entry(f, &f->o.relocations[i], places);
    free(places);
    return true;
}

/* Metadata that are damaged say nothing. */
gisa_status file_find_kernels(gisa_file *f) {
    size_t count = 0;
    if (kernels_read(&f->o, &f->metadata) == GISA_STATUS_NO_MEMORY)
        return GISA_STATUS_NO_MEMORY;
    for (size_t i = 0; i < f->o.symbol_count; i++)
        count += head_of(&f->o, &f->o.symbols[i]) != NULL;
    f->kernels = calloc(count + 1, sizeof *f->kernels);
    if (!f->kernels)
        return GISA_STATUS_NO_MEMORY;
    for (size_t i = 0; i < f->o.symbol_count; i++)
        if (head_of(&f->o, &f->o.symbols[i]) && !add(f, i))
            return GISA_STATUS_NO_MEMORY;
    return is_relocated(f) && !relocate_entries(f) ? GISA_STATUS_NO_MEMORY : GISA_OK;
}

/* ---- what is said of them ---- */

static void put_metadata(gisa_file_kernel *k, const kernel_metadata *m) {
    k->name = m->name;
    k->argument_count = (uint32_t)m->argument_count;
    k->kernarg_size = m->kernarg_size > k->kernarg_size ? m->kernarg_size : k->kernarg_size;
    memcpy(k->required_group, m->required_group, sizeof k->required_group);
    k->most_items = m->most_items;
}

/* Registers of `granules` + 1 granules. */
static uint32_t registers(const gisa_file *f, uint32_t granules, const char *granule, int64_t otherwise) {
    return (granules + 1) * (uint32_t)(f->info.isa ? gisa_fact(f->info.isa, granule, otherwise) : otherwise);
}

gisa_status gisa_file_kernel_at(const gisa_file *f, size_t i, gisa_file_kernel *to) {
    kernel_head h;
    if (!f || !to)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= f->kernel_count)
        return GISA_STATUS_END;
    const file_kernel *k = &f->kernels[i];
    const symbol *s = &f->o.symbols[k->symbol];
    kernel_head_read(&h, head_of(&f->o, s), kernel_head_is_v2(&f->o));
    *to = (gisa_file_kernel){
        .name = k->name,
        .descriptor = f->o.sections[s->section].address + s->value,
        .dynamic_stack = h.dynamic_stack,
        .vgprs = registers(f, KERNEL_FIELD(h.rsrc1, KERNEL_VGPR_GRANULES), "vgpr_granule", 4),
        .sgprs = registers(f, KERNEL_FIELD(h.rsrc1, KERNEL_SGPR_GRANULES), "sgpr_granule", 8),
        .user_sgprs = KERNEL_FIELD(h.rsrc2, KERNEL_USER_SGPRS),
        .group_size = h.group_size,
        .private_size = h.private_size,
        .kernarg_size = h.kernarg_size,
        .kernarg_align = h.kernarg_align,
        .entry = k->entry,
        .has_entry = k->has_entry};
    if (k->known)
        put_metadata(to, k->known);
    return GISA_OK;
}

gisa_status gisa_file_argument_at(const gisa_file *f, size_t kernel, unsigned i, gisa_argument *to) {
    if (!f || !to || kernel >= f->kernel_count)
        return GISA_STATUS_BAD_ARGUMENT;
    const kernel_metadata *m = f->kernels[kernel].known;
    if (!m || i >= m->argument_count)
        return GISA_STATUS_END;
    const kernel_argument *a = &m->arguments[i];
    *to = (gisa_argument){a->name, a->kind, a->type, a->offset, a->size};
    return GISA_OK;
}
