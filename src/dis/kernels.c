/* SPDX-License-Identifier: MIT */
/* Kernel descriptors: the 64 bytes at NAME.kd, as an .amdhsa_kernel block. */
#include "elf_types.h"
#include "listing.h"

#include <stdlib.h>
#include <string.h>

enum { DESCRIPTOR_SIZE = 64, ENTRY_OFFSET = 16, ENTRY_SIZE = 8 };

/* ---- Which symbols belong together ---- */

bool kernels_find(listing *l) {
    by_name code;
    l->kernel_of = calloc(l->o->symbol_count + 1, sizeof *l->kernel_of);
    l->descriptor_of = calloc(l->o->symbol_count + 1, sizeof *l->descriptor_of);
    l->is_block = calloc(l->o->symbol_count + 1, 1);
    bool ok = by_name_open(&code, l->o) && l->kernel_of && l->descriptor_of && l->is_block;
    for (size_t i = 0; ok && i < l->o->symbol_count; i++)
        l->descriptor_of[i] = -1;
    for (size_t i = 0; ok && i < l->o->symbol_count; i++)
        if (l->o->symbols[i].section >= 0 && l->sections[l->o->symbols[i].section].code && l->names[i])
            by_name_add(&code, (int)i);
    for (size_t i = 0; ok && i < l->o->symbol_count; i++) {
        const char *name = l->o->symbols[i].name;
        size_t length = strlen(name);
        bool descriptor = length > 3 && !strcmp(name + length - 3, ".kd") && l->names[i];
        l->kernel_of[i] = descriptor ? by_name_find(&code, name, length - 3) : -1;
        if (l->kernel_of[i] >= 0)
            l->descriptor_of[l->kernel_of[i]] = (int)i;
    }
    by_name_close(&code);
    return ok;
}

/* ---- Where the entry is ---- */

/* The one relocation makes the distance from the descriptor to the kernel's code. */
static bool entry_is_relocated(const listing *l, const symbol *descriptor, int kernel) {
    const listed *x = &l->sections[descriptor->section];
    const uint8_t *raw = l->o->sections[descriptor->section].content.data + descriptor->value;
    size_t i = listing_relocation_at(x, descriptor->value);
    if (i == x->relocation_count ||
        (i + 1 < x->relocation_count && x->relocations[i + 1]->offset < descriptor->value + DESCRIPTOR_SIZE))
        return false;
    const relocation *r = x->relocations[i];
    if (r->offset != descriptor->value + ENTRY_OFFSET || r->type != R_AMDGPU_REL64 || r->symbol < 0)
        return false;
    /* A local kernel may be named by its section. */
    const symbol *to = &l->o->symbols[r->symbol], *code = &l->o->symbols[kernel];
    if (r->symbol != kernel && (to->section != code->section || to->type != STT_SECTION))
        return false;
    uint64_t meant = (r->symbol == kernel ? code->value : to->value) + (uint64_t)r->addend - ENTRY_OFFSET;
    for (unsigned k = 0; k < ENTRY_SIZE; k++)
        if (raw[ENTRY_OFFSET + k])
            return false;
    return meant == code->value;
}

/* In a loadable file the distance is in the bytes. */
static bool entry_is_kernel(const listing *l, const symbol *descriptor, int kernel) {
    const symbol *code = &l->o->symbols[kernel];
    const section *in = &l->o->sections[descriptor->section];
    const listed *x = &l->sections[descriptor->section];
    size_t i = listing_relocation_at(x, descriptor->value);
    if (i < x->relocation_count && x->relocations[i]->offset < descriptor->value + DESCRIPTOR_SIZE)
        return false;
    uint64_t distance = 0;
    for (unsigned k = ENTRY_SIZE; k-- > 0;)
        distance = distance << 8 | in->content.data[descriptor->value + ENTRY_OFFSET + k];
    return distance ==
           l->o->sections[code->section].address + code->value - (in->address + descriptor->value);
}

/* No other symbol begins among the descriptor's bytes. */
static bool stands_alone(const listing *l, int index) {
    const symbol *s = &l->o->symbols[index];
    const listed *x = &l->sections[s->section];
    size_t begin = listing_mark_at(x, s->value + 1);
    for (size_t i = begin; i < x->mark_count && x->marks[i].offset < s->value + DESCRIPTOR_SIZE; i++)
        if (!x->marks[i].ends || i - begin > 8)
            return false;
    return true;
}

/* The descriptor lies in printed data and says where the kernel's code is. */
static bool is_descriptor(const listing *l, int index) {
    const symbol *s = &l->o->symbols[index];
    int kernel = l->kernel_of[index];
    if (kernel < 0 || s->section < 0 || l->sections[s->section].code)
        return false;
    const section *in = &l->o->sections[s->section];
    if (in->type == SHT_NOBITS || s->value > in->content.size ||
        in->content.size - s->value < DESCRIPTOR_SIZE || !stands_alone(l, index))
        return false;
    return l->loadable ? entry_is_kernel(l, s, kernel) : entry_is_relocated(l, s, kernel);
}

/* Assemblers give the descriptor's symbol what the kernel's has at that time, and make the kernel
   protected then. */
static bool attributes_follow(const listing *l, int index) {
    const symbol *descriptor = &l->o->symbols[index], *kernel = &l->o->symbols[l->kernel_of[index]];
    return descriptor->binding == kernel->binding &&
           (descriptor->visibility == kernel->visibility ||
            (descriptor->visibility == STV_DEFAULT && kernel->visibility == STV_PROTECTED));
}

bool kernels_block_protects(listing *l, int kernel) {
    int index = l->descriptor_of[kernel];
    bytes text = {0};
    bool block =
        index >= 0 && l->o->symbols[index].visibility == STV_DEFAULT && kernels_block(l, index, &text);
    if (text.failed)
        l->d->out.status = GISA_STATUS_NO_MEMORY;
    bytes_free(&text);
    return block;
}

bool kernels_block(listing *l, int index, bytes *text) {
    if (l->kernel_of[index] < 0 || !is_descriptor(l, index) || !attributes_follow(l, index))
        return false;
    const symbol *s = &l->o->symbols[index];
    const uint8_t *raw = l->o->sections[s->section].content.data + s->value;
    l->is_block[index] = kernel_config_print(text, l->d->isa, l->names[l->kernel_of[index]], raw);
    return l->is_block[index];
}

bool kernels_put_data(listing *l, int index) {
    if (l->kernel_of[index] < 0 || !is_descriptor(l, index))
        return false;
    const symbol *s = &l->o->symbols[index];
    uint64_t entry = s->value + ENTRY_OFFSET;
    output *out = &l->d->out;
    data_put(l, s->section, s->value, entry);
    output_line(out);
    output_text(out, "\t.quad ");
    output_text(out, l->names[l->kernel_of[index]]);
    output_text(out, "+16-.\n");
    data_put(l, s->section, entry + ENTRY_SIZE, s->value + DESCRIPTOR_SIZE);
    return true;
}
