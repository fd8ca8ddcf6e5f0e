/* SPDX-License-Identifier: MIT */
/* Uniform buffers: memory whose address the program finds in a register, and registers that are
   loaded with what is in it. */
#include <string.h>

#include "body.h"

/* Each buffer has its place in the program's address space, far from the next one. */
enum { BUFFERS = 15, LARGEST = 1 << 24, FIRST_ADDRESS = 0x40000000 };

static void load_register(gisa_shade *m, const gisa_gxp_registers *r, uint32_t k, const void *memory) {
    if (r->bank == GISA_KIND_SECONDARY && r->first < SHADE_REGISTERS && k < SHADE_REGISTERS - r->first)
        memcpy(&m->sa[r->first + k], memory, sizeof m->sa[0]);
}

/* The parts of the buffer that its containers hold. */
static void load_containers(gisa_shade *m, const gisa_gxp *shader, unsigned buffer, const void *memory,
                            uint32_t size) {
    gisa_gxp_container c;
    for (unsigned i = 0; gisa_gxp_container_at(shader, i, &c) == GISA_OK; i++)
        for (uint32_t k = 0; c.index == buffer && k < c.registers.count && 4 * k + 4 <= size; k++)
            load_register(m, &c.registers, k, (const unsigned char *)memory + 4 * (size_t)k);
}

gisa_status gisa_shade_bind(gisa_shade *m, const gisa_gxp *shader, unsigned buffer, void *memory,
                            uint32_t size) {
    gisa_gxp_buffer b;
    if (!shader || buffer >= BUFFERS || size > LARGEST)
        return GISA_STATUS_BAD_ARGUMENT;
    uint32_t address = FIRST_ADDRESS + buffer * LARGEST;
    gisa_status status = gisa_shade_map(m, address, memory, size);
    if (status != GISA_OK)
        return status;
    load_containers(m, shader, buffer, memory, size);
    for (unsigned i = 0; gisa_gxp_buffer_at(shader, i, &b) == GISA_OK; i++) {
        uint32_t at = address + (uint32_t)b.offset;
        if (b.buffer == buffer)
            load_register(m, &b.registers, 0, &at);
    }
    return GISA_OK;
}
