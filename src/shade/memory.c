/* SPDX-License-Identifier: MIT */
/* Loads and stores: where an instance's elements are, one after the other. */
#include <string.h>

#include "body.h"

/* What the spec has found in compiled programs, where that is the model; otherwise 0. */
static uint32_t as_compiled(const gisa_shade_batch *W, const char *name) {
    const gisa_isa *isa = W->draw->machine->isa;
    uint32_t bit;
    return shade_model(isa, W->draw->model, "load_offset", "compiled", &bit)
               ? (uint32_t)gisa_fact(isa, name, 0)
               : 0;
}

/* The offset that the second operand gives: numbers count elements. */
static uint32_t offset_of(const gisa_shade_batch *W, const shade_operand *o, uint32_t value, unsigned size) {
    if (o->kind == GISA_KIND_NUMBER)
        return value * size;
    return value - as_compiled(W, "offset_bias");
}

static uint32_t missing(const gisa_shade_batch *W, bool fetch) {
    return fetch ? 0 : as_compiled(W, "offset_without_fetch");
}

typedef struct access {
    uint32_t address[SHADE_LANES];
    unsigned elements;
} access;

static bool find(gisa_shade_batch *W, const gisa_shade_half *H, unsigned size, bool stores, access *a) {
    const uint32_t *rows[3];
    const gisa_isa *isa = W->draw->machine->isa;
    bool fetch = form_part(isa, W->op->form, W->op->bits, PART_FETCH);
    for (unsigned k = 0; k < 3; k++)
        if (!(rows[k] = shade_fetch(W, &H->s[k], H->s[k].channel[0], 0, W->temp[0][k][0])))
            return false;
    for (unsigned i = 0; i < SHADE_LANES; i++)
        a->address[i] = rows[0][i] + offset_of(W, &H->s[1], rows[1][i], size) + (stores ? 0 : rows[2][i]) +
                        missing(W, fetch);
    a->elements = form_part(isa, W->op->form, W->op->bits, PART_COUNT) + 1;
    return true;
}

static unsigned char *at(gisa_shade_batch *W, uint32_t address, unsigned lane, unsigned size, bool writes) {
    unsigned char *p = shade_memory(W->draw->machine, address, size);
    const bool refused = p && writes && shade_is_read_only(W->draw->machine, address, size);
    if (p && !refused) {
        traffic_note(W->traffic, (gisa_wave_access){.address = address,
                                                    .size = size,
                                                    .lane = lane,
                                                    .access = writes ? GISA_ACCESS_WRITE : GISA_ACCESS_READ});
        return p;
    }
    W->fault_in_memory = true;
    W->fault_address = address;
    shade_fault(W, UINT64_C(1) << lane,
                p ? "memory at address 0x%x may only be read" : "nothing is mapped at address 0x%x", address);
    return NULL;
}

void shade_load_elements(gisa_shade_batch *W, const gisa_shade_half *H, unsigned size) {
    access a;
    if (!find(W, H, size, false, &a))
        return;
    for (unsigned n = 0; n < a.elements; n++) {
        shade_row row = {0};
        const uint32_t *rows[SHADE_CHANNELS] = {row};
        for (uint64_t left = W->active & W->real; left; left &= left - 1) {
            unsigned i = shade_lowest(left);
            const unsigned char *p = at(W, a.address[i] + n * size, i, size, false);
            if (!p)
                return;
            memcpy(&row[i], p, size);
        }
        shade_store(W, &H->d, 1, (int)n, W->active, rows);
    }
}

void shade_store_elements(gisa_shade_batch *W, const gisa_shade_half *H, unsigned size) {
    access a;
    if (!find(W, H, size, true, &a))
        return;
    for (unsigned n = 0; n < a.elements; n++) {
        const shade_operand *o = &H->s[2];
        const uint32_t *data =
            shade_fetch(W, o, o->channel[0], W->steps.at[o->source][n % SHADE_STEPS], W->temp[0][3][0]);
        for (uint64_t left = data ? W->active & W->real : 0; left; left &= left - 1) {
            unsigned i = shade_lowest(left);
            unsigned char *p = at(W, a.address[i] + n * size, i, size, true);
            if (!p)
                return;
            memcpy(p, &data[i], size);
        }
    }
}
