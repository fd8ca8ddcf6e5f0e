/* SPDX-License-Identifier: MIT */
/* Loads code objects: sections to memory, relocations, kernels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../object/elf_types.h"
#include "../object/kernel_head.h"
#include "machine.h"
#include "scratch.h"

/* Larger ones are refused: a section without bytes in the file may claim any size. */
#define LARGEST_IMAGE ((uint64_t)4 << 30)
enum { PAGE = 4096 };

static gisa_status refuse(gisa_error *error, const char *what) {
    if (error) {
        error->status = GISA_STATUS_BAD_FILE;
        error->offset = 0;
        error->length = 1;
        snprintf(error->message, sizeof error->message, "%s", what);
    }
    return GISA_STATUS_BAD_FILE;
}

static bool is_loaded(const section *s) {
    return s->flags & SHF_ALLOC && s->size;
}

/* ---- the image ------------------------------------------------------------------------------ */

static gisa_status find_span(gisa_loaded *l, gisa_error *error) {
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; i < l->o.section_count; i++) {
        const section *s = &l->o.sections[i];
        if (!is_loaded(s))
            continue;
        if (s->address + s->size < s->size)
            return refuse(error, "a section ends after the last address");
        low = s->address < low ? s->address : low;
        high = s->address + s->size > high ? s->address + s->size : high;
    }
    if (low >= high)
        return refuse(error, "nothing in it is to be loaded; expected a linked code object");
    l->base = low & ~(uint64_t)(PAGE - 1);
    if (high - l->base > LARGEST_IMAGE)
        return refuse(error, "its sections span more than 4 GiB");
    l->size = (size_t)((high - l->base + PAGE - 1) & ~(uint64_t)(PAGE - 1));
    return GISA_OK;
}

static gisa_status place_sections(gisa_loaded *l) {
    l->memory = machine_pages(l->machine, l->size, "the code object", NULL);
    if (!l->memory)
        return GISA_STATUS_NO_MEMORY;
    for (size_t i = 0; i < l->o.section_count; i++) {
        const section *s = &l->o.sections[i];
        if (is_loaded(s) && s->content.size)
            memcpy(l->memory + (s->address - l->base), s->content.data, s->content.size);
    }
    return GISA_OK;
}

/* ---- symbols and relocations ---------------------------------------------------------------- */

/* Where a symbol is in memory; NULL: not in what was loaded. */
static uint8_t *symbol_place(const gisa_loaded *l, const symbol *s) {
    const section *in = s->section >= 0 ? &l->o.sections[s->section] : NULL;
    if (!in || !is_loaded(in) || s->value > in->size)
        return NULL;
    return l->memory + (in->address - l->base) + s->value;
}

/* Where a symbol is that a relocation names: in what was loaded, or elsewhere. */
static uint8_t *target_of(const gisa_loaded *l, const symbol *s, const gisa_externals *externals) {
    uint8_t *place = s ? symbol_place(l, s) : NULL;
    return s && !place && externals && externals->find ? externals->find(externals->ctx, s->name) : place;
}

static gisa_status relocate(gisa_loaded *l, const relocation *r, const gisa_externals *externals,
                            gisa_error *error) {
    const section *in = &l->o.sections[r->section];
    const symbol *s = r->symbol >= 0 ? &l->o.symbols[r->symbol] : NULL;
    uint8_t *place, *target = target_of(l, s, externals);
    uint64_t value = (uint64_t)(uintptr_t)target + (uint64_t)r->addend;
    size_t width =
        r->type == R_AMDGPU_ABS64 || r->type == R_AMDGPU_RELATIVE64 || r->type == R_AMDGPU_REL64 ? 8 : 4;
    char message[200];
    if (!is_loaded(in) || r->offset > in->size || in->size - r->offset < width)
        return refuse(error, "a relocation lies outside its section");
    place = l->memory + (in->address - l->base) + r->offset;
    if (s && !target) {
        snprintf(message, sizeof message, "undefined symbol '%s'", s->name);
        return refuse(error, message);
    }
    switch (r->type) {
    case R_AMDGPU_NONE: return GISA_OK;
    case R_AMDGPU_RELATIVE64: value = (uint64_t)(uintptr_t)l->memory - l->base + (uint64_t)r->addend; break;
    case R_AMDGPU_ABS64:
    case R_AMDGPU_ABS32:
    case R_AMDGPU_ABS32_LO: break;
    case R_AMDGPU_ABS32_HI: value >>= 32; break;
    case R_AMDGPU_REL64:
    case R_AMDGPU_REL32:
    case R_AMDGPU_REL32_LO: value -= (uint64_t)(uintptr_t)place; break;
    case R_AMDGPU_REL32_HI: value = (value - (uint64_t)(uintptr_t)place) >> 32; break;
    default:
        snprintf(message, sizeof message, "relocation type %u, which loaders do not know", r->type);
        return refuse(error, message);
    }
    memcpy(place, &value, width);
    return GISA_OK;
}

void *gisa_loaded_symbol(const gisa_loaded *l, const char *name, size_t *size) {
    for (size_t i = 0; l && name && i < l->o.symbol_count; i++)
        if (strcmp(l->o.symbols[i].name, name) == 0) {
            uint8_t *place = symbol_place(l, &l->o.symbols[i]);
            if (place && size)
                *size = (size_t)l->o.symbols[i].size;
            if (place)
                return place;
        }
    return NULL;
}

static bool is_kernel(const gisa_loaded *l, const symbol *s) {
    uint8_t *place = symbol_place(l, s);
    return kernel_head_has(&l->o, s) && s->binding != STB_LOCAL && place &&
           (size_t)(l->memory + l->size - place) >= kernel_head_size(kernel_head_is_v2(&l->o));
}

gisa_status gisa_symbol_at(const gisa_loaded *l, unsigned i, gisa_symbol *found) {
    if (!l || !found)
        return GISA_STATUS_BAD_ARGUMENT;
    for (size_t k = 0; k < l->o.symbol_count; k++) {
        const symbol *s = &l->o.symbols[k];
        uint8_t *place = symbol_place(l, s);
        if (place && i-- == 0) {
            *found = (gisa_symbol){.name = s->name,
                                   .address = place,
                                   .size = s->size,
                                   .type = s->type,
                                   .binding = s->binding,
                                   .is_kernel = is_kernel(l, s),
                                   .is_constant = !(l->o.sections[s->section].flags & SHF_WRITE)};
            return GISA_OK;
        }
    }
    return GISA_STATUS_END;
}

void *gisa_loaded_memory(const gisa_loaded *l, size_t *size) {
    if (size)
        *size = l ? l->size : 0;
    return l ? l->memory : NULL;
}

/* ---- loading -------------------------------------------------------------------------------- */

static gisa_status check_kind(const gisa_machine *m, const object *o, gisa_error *error) {
    const gisa_isa *isa = object_isa(o);
    char message[200];
    if (o->elf_type != ET_DYN)
        return refuse(error,
                      "not linked; expected a loadable code object (gisa asm -f co, or clang without -c)");
    if (!gisa_fits(m->isa, isa)) {
        snprintf(message, sizeof message, "it is for %s, and this machine is %s",
                 isa ? gisa_name(isa) : "an unknown architecture", gisa_name(m->isa));
        return refuse(error, message);
    }
    if (o->os_abi != OBJECT_OS_ABI_HSA)
        return refuse(error, "not an AMDHSA code object");
    return GISA_OK;
}

/* Every executable section is code; the span from the first to the last. */
static gisa_status find_code(const gisa_machine *m, gisa_loaded *l, gisa_error *error) {
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; i < l->o.section_count; i++) {
        const section *s = &l->o.sections[i];
        if (is_loaded(s) && s->flags & SHF_EXECINSTR) {
            low = s->address < low ? s->address : low;
            high = s->address + s->size > high ? s->address + s->size : high;
        }
    }
    if (low >= high)
        return refuse(error, "it has no code");
    l->program = program_new(m->isa, l->memory + (low - l->base), (size_t)(high - low));
    return l->program ? GISA_OK : GISA_STATUS_NO_MEMORY;
}

static int by_descriptor(const void *a, const void *b) {
    uintptr_t x = ((const known_kernel *)a)->descriptor, y = ((const known_kernel *)b)->descriptor;
    return x < y ? -1 : x > y;
}

/* Launches look for what the metadata say by the address of the descriptor. */
static gisa_status index_kernels(gisa_loaded *l) {
    const kernel_metadata *found;
    l->known = calloc(l->o.symbol_count + 1, sizeof *l->known);
    for (size_t i = 0; l->known && i < l->o.symbol_count; i++) {
        const symbol *s = &l->o.symbols[i];
        if (is_kernel(l, s) && (found = kernels_named(&l->kernels, s->name)))
            l->known[l->known_count++] = (known_kernel){(uintptr_t)symbol_place(l, s), found};
    }
    if (l->known_count)
        qsort(l->known, l->known_count, sizeof *l->known, by_descriptor);
    return l->known ? GISA_OK : GISA_STATUS_NO_MEMORY;
}

static void free_loaded(gisa_loaded *l) {
    if (l->program && l->machine->translator)
        l->machine->translator->forgets(l->machine->translator, l->program);
    program_free(l->program);
    kernels_free(&l->kernels);
    free(l->known);
    object_free(&l->o);
    if (l->memory)
        gisa_machine_unmap(l->machine, l->memory);
    scratch_free(l->memory, l->size);
    free(l);
}

static gisa_status load(gisa_machine *m, gisa_loaded *l, const gisa_externals *externals, gisa_error *error) {
    gisa_status status = check_kind(m, &l->o, error);
    status = status ? status : find_span(l, error);
    status = status ? status : place_sections(l);
    for (size_t i = 0; i < l->o.relocation_count && !status; i++)
        status = relocate(l, &l->o.relocations[i], externals, error);
    status = status ? status : find_code(m, l, error);
    if (!status && (status = kernels_read(&l->o, &l->kernels)) == GISA_STATUS_BAD_FILE)
        return refuse(error, "its metadata are damaged");
    return status ? status : index_kernels(l);
}

gisa_status gisa_machine_load_with(gisa_machine *m, const void *file, size_t size,
                                   const gisa_externals *externals, gisa_error *error, gisa_loaded **loaded) {
    gisa_loaded *l;
    object_fault fault;
    gisa_status status;
    gisa_bundled chosen;
    if (!m || !file || !loaded)
        return GISA_STATUS_BAD_ARGUMENT;
    *loaded = NULL;
    if (gisa_bundled_at(file, size, 0, &chosen) == GISA_OK) {
        gisa_status found = gisa_bundled_for(file, size, m->isa, &chosen);
        if (found == GISA_STATUS_NO_MEMORY)
            return found;
        if (found)
            return refuse(error, "a bundle in which no code object is for this machine");
        file = chosen.file;
        size = chosen.size;
    }
    l = calloc(1, sizeof *l);
    if (!l)
        return GISA_STATUS_NO_MEMORY;
    l->machine = m;
    status = object_read(&l->o, file, size, &fault);
    if (status == GISA_STATUS_BAD_FILE) {
        refuse(error, fault.message);
        if (error)
            error->offset = (uint32_t)fault.offset;
    }
    status = status ? status : load(m, l, externals, error);
    if (status) {
        free_loaded(l);
        return status;
    }
    pthread_mutex_lock(&m->lock);
    l->next = m->loaded;
    m->loaded = l;
    pthread_mutex_unlock(&m->lock);
    *loaded = l;
    return GISA_OK;
}

gisa_status gisa_machine_load(gisa_machine *m, const void *file, size_t size, gisa_error *error,
                              gisa_loaded **loaded) {
    return gisa_machine_load_with(m, file, size, NULL, error, loaded);
}

void gisa_machine_unload(gisa_machine *m, gisa_loaded *l) {
    if (!m || !l)
        return;
    pthread_mutex_lock(&m->lock);
    for (gisa_loaded **at = &m->loaded; *at; at = &(*at)->next)
        if (*at == l) {
            *at = l->next;
            break;
        }
    pthread_mutex_unlock(&m->lock);
    free_loaded(l);
}

gisa_program *machine_program(gisa_machine *m, uint64_t pc) {
    gisa_program *found = NULL;
    pthread_mutex_lock(&m->lock);
    for (gisa_loaded *l = m->loaded; l && !found; l = l->next)
        if (pc - (uint64_t)(uintptr_t)l->memory < l->size)
            found = l->program;
    pthread_mutex_unlock(&m->lock);
    return found;
}

void machine_renew(gisa_machine *m) {
    pthread_mutex_lock(&m->lock);
    for (gisa_loaded *l = m->loaded; l; l = l->next)
        program_renew(l->program);
    pthread_mutex_unlock(&m->lock);
}

const char *machine_symbol(gisa_machine *m, uint64_t pc, uint64_t *distance) {
    const char *name = NULL;
    *distance = UINT64_MAX;
    pthread_mutex_lock(&m->lock);
    for (gisa_loaded *l = m->loaded; l; l = l->next)
        for (size_t i = 0; pc - (uint64_t)(uintptr_t)l->memory < l->size && i < l->o.symbol_count; i++) {
            const symbol *s = &l->o.symbols[i];
            uint64_t place = (uint64_t)(uintptr_t)symbol_place(l, s);
            if (s->type == STT_FUNC && place && place <= pc && pc - place < *distance) {
                *distance = pc - place;
                name = s->name;
            }
        }
    pthread_mutex_unlock(&m->lock);
    return name;
}

const char *gisa_machine_function_at(gisa_machine *m, uint64_t pc, uint64_t *distance) {
    uint64_t from;
    return m ? machine_symbol(m, pc, distance ? distance : &from) : NULL;
}

/* ---- kernels -------------------------------------------------------------------------------- */

static const symbol *kernel_symbol(const gisa_loaded *l, unsigned i) {
    for (size_t k = 0; k < l->o.symbol_count; k++)
        if (is_kernel(l, &l->o.symbols[k]) && i-- == 0)
            return &l->o.symbols[k];
    return NULL;
}

static const kernel_metadata *metadata_at(const gisa_loaded *l, const void *descriptor) {
    known_kernel key = {.descriptor = (uintptr_t)descriptor}, *found = NULL;
    if (l->known_count)
        found = bsearch(&key, l->known, l->known_count, sizeof key, by_descriptor);
    return found ? found->metadata : NULL;
}

static gisa_kernel kernel_of(const gisa_loaded *l, const void *place) {
    const kernel_metadata *known = metadata_at(l, place);
    kernel_head h;
    kernel_head_read(&h, place, kernel_head_is_v2(&l->o));
    gisa_kernel k = {.descriptor = place,
                     .kernarg_size = h.kernarg_size,
                     .kernarg_align = h.kernarg_align,
                     .group_size = h.group_size,
                     .private_size = h.private_size,
                     .dynamic_stack = h.dynamic_stack,
                     .most_items = known ? known->most_items : 0};
    if (known)
        memcpy(k.required_group, known->required_group, sizeof k.required_group);
    return k;
}

gisa_status gisa_kernel_at(const gisa_loaded *l, unsigned i, gisa_kernel *kernel) {
    const symbol *s;
    const kernel_metadata *known;
    if (!l || !kernel)
        return GISA_STATUS_BAD_ARGUMENT;
    s = kernel_symbol(l, i);
    if (!s)
        return GISA_STATUS_END;
    *kernel = kernel_of(l, symbol_place(l, s));
    kernel->name = s->name;
    known = kernels_named(&l->kernels, s->name);
    if (known) {
        kernel->name = known->name;
        kernel->argument_count = (uint32_t)known->argument_count;
        if (known->kernarg_size > kernel->kernarg_size)
            kernel->kernarg_size = known->kernarg_size;
    }
    return GISA_OK;
}

gisa_status gisa_kernel_read(gisa_machine *m, const void *descriptor, gisa_kernel *kernel) {
    gisa_status status = GISA_STATUS_END;
    if (!m || !kernel)
        return GISA_STATUS_BAD_ARGUMENT;
    pthread_mutex_lock(&m->lock);
    for (const gisa_loaded *l = m->loaded; l && status; l = l->next) {
        uintptr_t at = (uintptr_t)descriptor - (uintptr_t)l->memory;
        if (at < l->size && l->size - at >= kernel_head_size(kernel_head_is_v2(&l->o))) {
            *kernel = kernel_of(l, descriptor);
            status = GISA_OK;
        }
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}

bool machine_has_v2(gisa_machine *m, const void *descriptor) {
    bool v2 = false;
    pthread_mutex_lock(&m->lock);
    for (const gisa_loaded *l = m->loaded; l; l = l->next)
        if ((uintptr_t)descriptor - (uintptr_t)l->memory < l->size)
            v2 = kernel_head_is_v2(&l->o);
    pthread_mutex_unlock(&m->lock);
    return v2;
}

gisa_status gisa_printf_at(const gisa_loaded *l, unsigned i, const char **format) {
    if (!l || !format)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= l->kernels.format_count)
        return GISA_STATUS_END;
    *format = l->kernels.formats[i];
    return GISA_OK;
}

gisa_status gisa_argument_at(const gisa_loaded *l, unsigned kernel, unsigned i, gisa_argument *argument) {
    const symbol *s;
    const kernel_metadata *known;
    if (!l || !argument)
        return GISA_STATUS_BAD_ARGUMENT;
    s = kernel_symbol(l, kernel);
    known = s ? kernels_named(&l->kernels, s->name) : NULL;
    if (!known || i >= known->argument_count)
        return GISA_STATUS_END;
    *argument = (gisa_argument){.name = known->arguments[i].name,
                                .kind = known->arguments[i].kind,
                                .type = known->arguments[i].type,
                                .offset = known->arguments[i].offset,
                                .size = known->arguments[i].size};
    return GISA_OK;
}
