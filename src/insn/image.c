/* SPDX-License-Identifier: MIT */
/* Runs image instructions: the resource and the sampler, registers of data, and the step. */
#include "image.h"

#include <string.h>

#include "image_lanes.h"
#include "level.h"
#include "modify.h"

/* ---- faults --------------------------------------------------------------------------------- */

void image_fault(gcn_wave *w, const gisa_lane *lane, const char *why) {
    if (w->fault.kind)
        return;
    wave_raise(w, GISA_FAULT_IMAGE, w->image.image.base);
    w->fault.lane = lane->number;
    w->fault.why = why;
}

const image *image_of(gcn_wave *w, const gisa_lane *lane) {
    if (w->image.status == IMAGE_OK)
        return &w->image.image;
    if (w->image.status != IMAGE_NULL)
        image_fault(w, lane, image_status_text(w->image.status));
    return NULL;
}

/* ---- the resource and the sampler ----------------------------------------------------------- */

static void fetch_words(const gcn_wave *w, const gisa_operand *o, uint32_t *words, unsigned count) {
    for (unsigned k = 0; k < count; k++)
        words[k] = sgpr_operand_word(w, o, k);
}

/* With r128 the upper half of the resource counts as zeros. */
static void open_image(gcn_wave *w, const gisa_op *op) {
    image_now *now = &w->image;
    uint32_t words[8] = {0}, filter[4];
    fetch_words(w, &op->in_image.resource, words, op->image.r128 ? 4 : 8);
    if (!now->known || now->da != op->image.da || memcmp(now->words, words, sizeof words) != 0) {
        now->status = image_read(&now->image, &op->image_facts->rules, words, op->image.da);
        memcpy(now->words, words, sizeof words);
        now->da = op->image.da;
        now->known = true;
    }
    if (op->in_image.sampler.kind) {
        fetch_words(w, &op->in_image.sampler, filter, 4);
        sampler_read(&now->sampler, &op->image_facts->rules, filter);
    }
}

/* ---- registers of data ---------------------------------------------------------------------- */

uint32_t image_mask(const gcn_wave *w) {
    return w->op->image.dmask ? w->op->image.dmask : 1;
}

static uint16_t half_of(const gisa_b128 *registers, bool packs, unsigned n) {
    return packs ? (uint16_t)(registers->w[n / 2] >> 16 * (n & 1)) : (uint16_t)registers->w[n];
}

static void put_half(gisa_b128 *registers, bool packs, unsigned n, uint32_t half) {
    if (packs)
        registers->w[n / 2] |= half << 16 * (n & 1);
    else
        registers->w[n] = half;
}

gisa_b128 image_packed(const gcn_wave *w, gisa_b128 components, uint32_t mask) {
    const texel_format *f = &w->image.image.format;
    gisa_b128 registers = {{0}};
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1) {
            if (w->op->image.d16)
                put_half(&registers, w->op->image_facts->packs_d16, n, texel_to_d16(f, components.w[i]));
            else
                registers.w[n] = components.w[i];
            n++;
        }
    return registers;
}

gisa_b128 image_unpacked(const gcn_wave *w, gisa_b128 registers) {
    const texel_format *f = &w->image.image.format;
    const uint32_t mask = image_mask(w);
    gisa_b128 components = {{0}};
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1) {
            components.w[i] = w->op->image.d16
                                  ? texel_from_d16(f, half_of(&registers, w->op->image_facts->packs_d16, n))
                                  : registers.w[n];
            n++;
        }
    return components;
}

static void fetch_data(gcn_wave *w, const gisa_operand *o, size_t at) {
    for (unsigned i = 0; i < GISA_LANES; i++) {
        gisa_reg *to = (gisa_reg *)(void *)((char *)&w->lane[i] + at);
        for (unsigned k = 0; k < 4; k++)
            to->w[k] = k < o->count ? *vgpr_at(w, &w->lane[i], o->reg + k) : 0;
    }
}

/* Of a register that is half filled with 16-bit components the other half stays; or where an
   architecture has one to a register, by the model. */
static uint32_t kept_bits(const gisa_op *op, const gcn_wave *w, unsigned k, unsigned data) {
    const bool loads = !(w->isa->forms[op->form].writes & GISA_STATE_MEMORY);
    const bool odd = (unsigned)__builtin_popcount(image_mask(w)) == 2 * k + 1 && data == k + 1;
    if (!op->image.d16 || !loads)
        return 0;
    return op->image_facts->packs_d16 ? (odd ? 0xffff0000 : 0) : w->device->d16_keeps ? 0xffff0000 : 0;
}

static void store_register(gcn_wave *w, unsigned reg, unsigned k, uint64_t active, uint32_t kept) {
    for (unsigned i = 0; i < GISA_LANES && reg < w->vgpr_count; i++)
        if (active >> i & 1)
            w->vgpr[reg][i] = (w->vgpr[reg][i] & kept) | (k < 4 ? w->lane[i].op_D.w[k] & ~kept : 0);
}

/* After the data a register takes a status, 0: nothing failed. */
static void store_data(gcn_wave *w, const gisa_op *op, uint64_t active) {
    const unsigned data = op->result.count - op->image.tfe;
    for (unsigned k = 0; k < data; k++)
        store_register(w, op->result.reg + k, k, active, kept_bits(op, w, k, data));
    if (op->image.status)
        store_register(w, op->result.reg + data, 4, active, 0);
}

/* ---- the step ------------------------------------------------------------------------------- */

const gisa_op *step_image(gcn_wave *w, const gisa_op *op) {
    const uint64_t active = *wave_exec(w);
    if (!active || w->mode & GCN_MODE_VSKIP)
        return op_next(op);
    w->op = op;
    open_image(w, op);
    if (op->source_count)
        fetch_data(w, &op->source[0], offsetof(gisa_lane, op_S0));
    if (op->has_d)
        fetch_data(w, &op->result, offsetof(gisa_lane, op_D));
    op->body->lanes(w);
    if (w->fault.kind) {
        w->pc = op->next_pc - 4u * op->units;
        return NULL;
    }
    if (op->has_d)
        store_data(w, op, active);
    return op_next(op);
}
