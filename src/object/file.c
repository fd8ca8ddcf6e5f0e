/* SPDX-License-Identifier: MIT */
/* Opens a file of any format for part 12 of the public interface; its sections and symbols. */
#include "elf_types.h"
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- open ---- */

static gisa_status refuse(gisa_error *error, gisa_status status, const char *why) {
    if (error) {
        *error = (gisa_error){.status = status, .length = 1};
        snprintf(error->message, sizeof error->message, "%s", why);
    }
    return status;
}

static bool begins_with(const gisa_file *f, const char *magic, size_t size) {
    return f->info.size >= size && memcmp(f->info.bytes, magic, size) == 0;
}

/* Of a file of several code objects the one that is meant takes its place. */
static gisa_status choose(gisa_file *f, const gisa_isa *isa, const char *wanted, gisa_error *error) {
    gisa_bundled chosen;
    unsigned count;
    if (gisa_bundled_at(f->info.bytes, f->info.size, 0, &chosen) == GISA_STATUS_BAD_FILE)
        return wanted ? refuse(error, GISA_STATUS_BAD_ARGUMENT, "the file does not hold several code objects")
                      : GISA_OK;
    switch (gisa_bundled_choose(f->info.bytes, f->info.size, isa, wanted, &chosen, &count)) {
    case GISA_OK: break;
    case GISA_STATUS_END:
        return refuse(error, GISA_STATUS_BAD_ARGUMENT, "none of the file's code objects fits");
    case GISA_STATUS_NO_MEMORY: return refuse(error, GISA_STATUS_NO_MEMORY, "out of memory");
    default: return refuse(error, GISA_STATUS_BAD_FILE, "the bundle is damaged");
    }
    if (count > 1)
        return refuse(error, GISA_STATUS_BAD_ARGUMENT, "several of the file's code objects fit; choose one");
    f->info.bytes = chosen.file;
    f->info.size = chosen.size;
    return GISA_OK;
}

static gisa_status open_elf(gisa_file *f, const gisa_isa *isa, gisa_error *error) {
    object_fault fault;
    gisa_status status = object_read(&f->o, f->info.bytes, f->info.size, &fault);
    if (status != GISA_OK) {
        refuse(error, status, fault.message);
        if (error)
            error->offset = (uint32_t)fault.offset;
        return status;
    }
    const gisa_isa *own = object_isa(&f->o);
    f->info.isa = own ? own : isa;
    f->info.loadable = f->o.elf_type != ET_REL;
    status = file_find_kernels(f);
    return status == GISA_OK ? status : refuse(error, status, "out of memory");
}

static gisa_file_section code_of(const char *name, const uint8_t *data, size_t size) {
    return (gisa_file_section){.name = name, .size = size, .bytes = data, .code = true};
}

static gisa_status open_shader(gisa_file *f, const gisa_isa *isa, gisa_error *error) {
    gisa_gxp_info info;
    gisa_status status = gisa_gxp_open(f->info.bytes, f->info.size, &f->shader, error);
    if (status != GISA_OK)
        return status;
    gisa_gxp_about(f->shader, &info);
    f->info.shader = f->shader;
    f->info.isa = isa && strcmp(gisa_family(isa), "usse") == 0 ? isa : gisa_find("sgx543");
    f->own[f->own_count++] = code_of("primary", info.primary, info.primary_size);
    f->own[f->own_count++] = code_of("secondary", info.secondary, info.secondary_size);
    return GISA_OK;
}

/* A shader binary of the PS4: its code, by the name of its stage. */
static gisa_status open_sb(gisa_file *f, const gisa_isa *isa, gisa_error *error) {
    gisa_sb_info info;
    gisa_status status = gisa_sb_read(f->info.bytes, f->info.size, &info, error);
    if (status != GISA_OK)
        return status;
    f->info.isa = isa ? isa : info.isa;
    if (!f->info.isa)
        return refuse(error, GISA_STATUS_BAD_ARGUMENT, "a shader of the PS4, which is not in this library");
    f->own[f->own_count++] = code_of(info.stage, info.code, info.code_size);
    return GISA_OK;
}

static gisa_status open_raw(gisa_file *f, const gisa_isa *isa, gisa_error *error) {
    if (!isa)
        return refuse(error, GISA_STATUS_BAD_ARGUMENT,
                      "raw code does not say for which architecture it is; name one");
    f->info.isa = isa;
    f->own[f->own_count++] = code_of("", f->info.bytes, f->info.size);
    return GISA_OK;
}

static gisa_input format_of(const gisa_file *f) {
    gisa_sb_info shader;
    return begins_with(f, ELFMAG, SELFMAG)                                               ? GISA_INPUT_ELF
           : begins_with(f, "GXP", 4)                                                    ? GISA_INPUT_GXP
           : gisa_sb_read(f->info.bytes, f->info.size, &shader, NULL) != GISA_STATUS_END ? GISA_INPUT_SB
                                                                                         : GISA_INPUT_RAW;
}

static gisa_status open_any(gisa_file *f, const gisa_isa *isa, const char *wanted, gisa_error *error) {
    gisa_status status = choose(f, isa, wanted, error);
    if (status != GISA_OK)
        return status;
    f->info.format = format_of(f);
    status = f->info.format == GISA_INPUT_ELF   ? open_elf(f, isa, error)
             : f->info.format == GISA_INPUT_GXP ? open_shader(f, isa, error)
             : f->info.format == GISA_INPUT_SB  ? open_sb(f, isa, error)
                                                : open_raw(f, isa, error);
    if (status == GISA_OK && file_find_codes(f) != GISA_OK)
        return refuse(error, GISA_STATUS_NO_MEMORY, "out of memory");
    return status;
}

gisa_status gisa_file_open(const void *data, size_t size, const gisa_isa *isa, const char *wanted,
                           gisa_file **file, gisa_error *error) {
    if (!file || (!data && size))
        return GISA_STATUS_BAD_ARGUMENT;
    *file = calloc(1, sizeof **file);
    if (!*file)
        return refuse(error, GISA_STATUS_NO_MEMORY, "out of memory");
    (*file)->info.bytes = size ? data : "";
    (*file)->info.size = size;
    gisa_status status = open_any(*file, isa, wanted, error);
    if (status != GISA_OK) {
        gisa_file_close(*file);
        *file = NULL;
    }
    return status;
}

void gisa_file_close(gisa_file *f) {
    if (!f)
        return;
    for (size_t i = 0; i < f->kernel_count; i++)
        free(f->kernels[i].name);
    free(f->kernels);
    free(f->codes);
    kernels_free(&f->metadata);
    object_free(&f->o);
    gisa_gxp_close(f->shader);
    free(f);
}

/* ---- what is in it ---- */

gisa_status gisa_file_about(const gisa_file *f, gisa_file_info *info) {
    if (!f || !info)
        return GISA_STATUS_BAD_ARGUMENT;
    *info = f->info;
    return GISA_OK;
}

gisa_status gisa_file_section_at(const gisa_file *f, size_t i, gisa_file_section *to) {
    if (!f || !to)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= (f->own_count ? f->own_count : f->o.section_count))
        return GISA_STATUS_END;
    if (f->own_count) {
        *to = f->own[i];
        return GISA_OK;
    }
    const section *s = &f->o.sections[i];
    *to = (gisa_file_section){.name = s->name,
                              .address = s->address,
                              .size = s->size,
                              .bytes = s->type == SHT_NOBITS ? NULL : s->content.data,
                              .code = s->type == SHT_PROGBITS && (s->flags & SHF_EXECINSTR),
                              .type = s->type,
                              .flags = s->flags};
    return GISA_OK;
}

gisa_status gisa_file_symbol_at(const gisa_file *f, size_t i, gisa_file_symbol *to) {
    if (!f || !to)
        return GISA_STATUS_BAD_ARGUMENT;
    if (i >= f->o.symbol_count)
        return GISA_STATUS_END;
    const symbol *s = &f->o.symbols[i];
    *to = (gisa_file_symbol){.name = s->name,
                             .address = s->value + (s->section < 0 ? 0 : f->o.sections[s->section].address),
                             .size = s->size,
                             .section = s->section < 0 ? -1 : s->section,
                             .defined = s->section != OBJECT_UNDEFINED,
                             .type = s->type,
                             .binding = s->binding,
                             .visibility = s->visibility};
    return GISA_OK;
}
