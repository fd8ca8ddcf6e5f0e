/* SPDX-License-Identifier: MIT */
/* The machine as its users see it: programs, uniforms, textures, memory. */
#include <stdlib.h>
#include <string.h>

#include "body.h"
#include "level.h"

gisa_shade *gisa_shade_new(const gisa_isa *isa) {
    if (!isa || strcmp(isa->family, "usse") != 0)
        return NULL;
    gisa_shade *m = calloc(1, sizeof *m);
    if (m) {
        m->isa = isa;
        m->level = shade_best_level();
    }
    return m;
}

void gisa_shade_free(gisa_shade *m) {
    if (!m)
        return;
    shade_forget(m);
    free(m->code[0]);
    free(m->code[1]);
    free(m->regions);
    free(m);
}

void shade_forget(gisa_shade *m) {
    for (unsigned i = 0; i < 2; i++) {
        free(m->program[i].ops);
        m->program[i].ops = NULL;
    }
}

/* ---- programs ---- */

static gisa_status take_code(gisa_shade *m, unsigned which, const void *code, size_t size) {
    if (!m || (!code && size) || size % 8 || size / 8 > UINT32_MAX / sizeof(shade_op))
        return GISA_STATUS_BAD_ARGUMENT;
    unsigned char *copy = malloc(size + 1);
    if (!copy)
        return GISA_STATUS_NO_MEMORY;
    if (size)
        memcpy(copy, code, size);
    shade_forget(m);
    free(m->code[which]);
    m->code[which] = copy;
    m->words[which] = (uint32_t)(size / 8);
    return GISA_OK;
}

gisa_status gisa_shade_primary(gisa_shade *m, const void *code, size_t size) {
    return take_code(m, 0, code, size);
}

gisa_status gisa_shade_secondary(gisa_shade *m, const void *code, size_t size) {
    return take_code(m, 1, code, size);
}

static void set_sa(gisa_shade *m, uint32_t reg, uint32_t value) {
    if (reg < SHADE_REGISTERS)
        m->sa[reg] = value;
}

gisa_status gisa_shade_load(gisa_shade *m, const gisa_gxp *shader) {
    gisa_gxp_info info;
    gisa_gxp_literal literal;
    gisa_gxp_sampler sampler;
    gisa_status status = m ? gisa_gxp_about(shader, &info) : GISA_STATUS_BAD_ARGUMENT;
    if (status == GISA_OK)
        status = gisa_shade_primary(m, info.primary, info.primary_size);
    if (status == GISA_OK)
        status = gisa_shade_secondary(m, info.secondary, info.secondary_size);
    if (status != GISA_OK)
        return status;
    m->vertex_index = info.vertex_index;
    m->instance_index = info.instance_index;
    for (unsigned i = 0; gisa_gxp_literal_at(shader, i, &literal) == GISA_OK; i++) {
        uint32_t bits;
        memcpy(&bits, &literal.value, sizeof bits);
        set_sa(m, literal.registers.first, bits);
    }
    for (unsigned i = 0; gisa_gxp_sampler_at(shader, i, &sampler) == GISA_OK; i++)
        set_sa(m, sampler.registers.first, sampler.word ? 0 : sampler.unit);
    return GISA_OK;
}

uint32_t *gisa_shade_uniforms(gisa_shade *m) {
    return m ? m->sa : NULL;
}

/* ---- memory ---- */

gisa_status shade_map(gisa_shade *m, uint32_t address, void *memory, uint32_t size, bool read_only) {
    if (!m || !memory || !size || (uint64_t)address + size > UINT64_C(1) << 32)
        return GISA_STATUS_BAD_ARGUMENT;
    for (unsigned i = 0; i < m->region_count; i++) {
        const shade_region *r = &m->regions[i];
        if (address < (uint64_t)r->address + r->size && r->address < (uint64_t)address + size)
            return GISA_STATUS_BAD_ARGUMENT;
    }
    shade_region *more = realloc(m->regions, (m->region_count + 1) * sizeof *more);
    if (!more)
        return GISA_STATUS_NO_MEMORY;
    m->regions = more;
    m->regions[m->region_count++] = (shade_region){address, size, memory, read_only};
    return GISA_OK;
}

gisa_status gisa_shade_map(gisa_shade *m, uint32_t address, void *memory, uint32_t size) {
    return shade_map(m, address, memory, size, false);
}

bool shade_is_read_only(const gisa_shade *m, uint64_t address, uint32_t size) {
    for (unsigned i = 0; i < m->region_count; i++) {
        const shade_region *r = &m->regions[i];
        if (r->read_only && address < (uint64_t)r->address + r->size && r->address < address + size)
            return true;
    }
    return false;
}

unsigned char *shade_memory(const gisa_shade *m, uint64_t address, uint32_t size) {
    for (unsigned i = 0; i < m->region_count; i++) {
        const shade_region *r = &m->regions[i];
        if (address >= r->address && address + size <= (uint64_t)r->address + r->size)
            return r->memory + (address - r->address);
    }
    return NULL;
}

size_t gisa_shade_read(const gisa_shade *m, uint32_t address, void *to, size_t size) {
    size_t done = 0;
    for (; m && to && done < size; done++) {
        const unsigned char *p = shade_memory(m, (uint64_t)address + done, 1);
        if (!p)
            break;
        ((unsigned char *)to)[done] = *p;
    }
    return done;
}

/* ---- textures ---- */

gisa_status gisa_shade_set_texture(gisa_shade *m, unsigned unit, const gisa_shade_texture *t) {
    enum { LARGEST = 1 << 15 };
    if (!m || unit >= SHADE_UNITS)
        return GISA_STATUS_BAD_ARGUMENT;
    if (!t) {
        m->textures[unit] = (gisa_shade_texture){0};
        return GISA_OK;
    }
    if (!t->texels || !t->width || !t->height || !t->levels || t->width > LARGEST || t->height > LARGEST ||
        t->levels > 16 || (t->cube && t->width != t->height) || t->wrap[0] > GISA_WRAP_MIRROR ||
        t->wrap[1] > GISA_WRAP_MIRROR)
        return GISA_STATUS_BAD_ARGUMENT;
    m->textures[unit] = *t;
    return GISA_OK;
}

/* ---- a batch as its users see it ---- */

uint32_t *gisa_shade_row(gisa_shade_batch *W, unsigned bank, unsigned reg) {
    if (!W)
        return NULL;
    const unsigned place = shade_bank_of_kind(bank);
    if (place < BANKS && reg < SHADE_REGISTERS)
        return W->reg[place][reg];
    if (bank == GISA_KIND_INTERNAL && reg < 4 * SHADE_CHANNELS)
        return W->internal[reg / SHADE_CHANNELS][reg % SHADE_CHANNELS];
    return bank == GISA_KIND_INDEX && (reg == 1 || reg == 2) ? W->index[reg - 1] : NULL;
}

uint64_t *gisa_shade_predicate(gisa_shade_batch *W, unsigned predicate) {
    return W && predicate < SHADE_PREDICATES ? &W->predicate[predicate] : NULL;
}

uint64_t gisa_shade_alive(const gisa_shade_batch *W) {
    return W ? W->live & W->real : 0;
}

const float *gisa_shade_depth_row(const gisa_shade_batch *W) {
    return W && W->has_depth ? (const float *)(const void *)W->depth : NULL;
}

void shade_depth(gisa_shade_batch *W, const gisa_shade_half *H) {
    const uint32_t *row = shade_fetch(W, &H->s[0], H->s[0].channel[0], 0, W->temp[0][0][0]);
    if (!row)
        return;
    W->draw->machine->level->insert(W->depth, row, 0, 32, W->active);
    W->has_depth = true;
}
