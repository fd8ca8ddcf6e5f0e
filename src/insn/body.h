/* SPDX-License-Identifier: MIT */
/* What the words of bodies (src/insn/vocab.h and others there) call. */
#ifndef GISA_EMU_BODY_H
#define GISA_EMU_BODY_H

#include "exports.h"
#include "op.h"

/* Calls a body for each active lane, in ascending order, until there is a fault. */
void lanes_each(gcn_wave *wave, void (*body)(gcn_wave *, gisa_lane *));

/* The active lane after `lane`, NULL after the last one; lane = NULL: the first one. */
gisa_lane *lanes_next(gcn_wave *wave, const gisa_lane *lane);

/* The lowest active lane, 0 when there is none. */
unsigned lanes_first(const gcn_wave *wave);

/* A scalar register by number. Beyond the last one reading gives s0 and writing does nothing. */
uint32_t *sgpr_at(gcn_wave *wave, uint32_t number);

/* Dword k of an operand that is the same for all lanes. */
uint32_t sgpr_operand_word(const gcn_wave *wave, const gisa_operand *operand, unsigned k);

/* A lane's vector register by number. Beyond the last one reading gives v0 and writing does
   nothing. */
uint32_t *vgpr_at(gcn_wave *wave, const gisa_lane *lane, uint32_t number);

/* The address that its registers give each lane of an instruction that may run near (near.h);
 * false: it is none, or it cannot now. After that: runs it; false: nothing has been done. */
bool memory_bases(gcn_wave *wave, const struct gisa_op *op, uint64_t *base);
bool memory_run_near(gcn_wave *wave, const struct gisa_op *op);
/* lanes.c: opens the buffer that the instruction names, as the wave's, and keeps what is found */
void memory_find_buffer(gcn_wave *wave, const struct gisa_op *op, struct gisa_buffer_found *found);

/* Where `size` bytes are, never NULL. Valid until the body ends, or four calls later. `atomic`: the
 * element lies at a multiple of its size. */
void *element_lds(gcn_wave *wave, uint64_t address, uint32_t size, bool atomic);
void *element_gds(gcn_wave *wave, uint64_t address, uint32_t size, bool atomic);
void *element_mem(gcn_wave *wave, const gisa_lane *lane, uint64_t address, uint32_t size, bool atomic);
void *element_flat(gcn_wave *wave, const gisa_lane *lane, uint64_t address, uint32_t size, bool atomic);
void *element_scratch(gcn_wave *wave, const gisa_lane *lane, uint64_t address, uint32_t size);

/* LDS as it is for most instructions: what they may reach has been worked out before. */
static inline void *element_lds_near(gcn_wave *w, uint64_t address, uint32_t size) {
    uint64_t at = address & w->lds_address_bits;
    if (w->lds_aligned)
        at &= ~(uint64_t)(size == 12 ? 15 : size - 1);
    return at < w->lds_near && w->lds_near - at >= size && !w->fault.kind
               ? w->group->lds + at
               : element_lds(w, address, size, false);
}

/* The same for an atomic operation, whose element lies at a multiple of its size. */
static inline void *element_lds_atomic(gcn_wave *w, uint64_t address, uint32_t size) {
    uint64_t at = address & w->lds_address_bits;
    return at < w->lds_near && w->lds_near - at >= size && !(at % size) && !w->fault.kind
               ? w->group->lds + at
               : element_lds(w, address, size, true);
}

static inline bool element_is_near(const gisa_span *near, uint64_t address, uint32_t size) {
    return address - near->start < near->size && near->size - (address - near->start) >= size;
}

/* Global memory is most often where it was the last time. */
static inline void *element_mem_near(gcn_wave *w, const gisa_lane *lane, uint64_t address, uint32_t size,
                                     bool atomic) {
    if (element_is_near(&w->near, address, size) && !(atomic && address % size) && !w->fault.kind)
        return (void *)(uintptr_t)address;
    return element_mem(w, lane, address, size, atomic);
}

static inline void *element_flat_near(gcn_wave *w, const gisa_lane *lane, uint64_t address, uint32_t size) {
    if (element_is_near(&w->near, address, size) && !w->fault.kind)
        return (void *)(uintptr_t)address;
    return element_flat(w, lane, address, size, false);
}

/* Sets what the wave knows of the format of its buffer. */
void element_open_format(gcn_wave *wave);

/* The next access looks for memory anew. */
static inline void wave_forget_near(gcn_wave *w) {
    w->near.size = w->near_before.size = w->near_scalar.size = 0;
}

/* The region that has this address becomes `near`; false: there is none. */
bool element_go_near(const gcn_wave *wave, uint64_t address, gisa_span *near);

/* What a lane's address is, where the instruction has one. */
static inline void element_address_lane(const gcn_wave *w, const gisa_op *op, gisa_lane *lane,
                                        unsigned number) {
    uint32_t low = w->address_row[0] ? w->address_row[0][number] : 0;
    uint32_t high = w->address_row[1] ? w->address_row[1][number] : 0;
    lane->number = number;
    lane->base = w->address_sum + (low | (uint64_t)high << 32);
    if (op->buffer_facts) {
        lane->vaddr[0] = low;
        lane->vaddr[1] = high;
    }
}

/* An element that reads as zero and is written nowhere. */
void *element_nowhere(gcn_wave *wave);
/* Notes, where that is wanted, an access that goes nowhere. After a fault there is none. */
void element_note_outside(const gcn_wave *wave, gisa_wave_space space, const gisa_lane *lane,
                          uint64_t address, uint32_t size);

/* An element of the instruction's buffer; its components in a format, of 32 and of 16 bits. */
void *element_buffer(gcn_wave *wave, const gisa_lane *lane, unsigned dword, uint32_t size, bool atomic);
gisa_b128 element_load_format(gcn_wave *wave, const gisa_lane *lane);
void element_store_format(gcn_wave *wave, const gisa_lane *lane, gisa_b128 value);
uint64_t element_load_format_d16(gcn_wave *wave, const gisa_lane *lane);
void element_store_format_d16(gcn_wave *wave, const gisa_lane *lane, uint64_t value);
/* At an offset of the buffer that SBASE describes. */
void *element_sbuffer(gcn_wave *wave, const gisa_lane *lane, uint64_t offset, uint32_t size, bool atomic);

/* `size` bits of a hardware register from bit `low` on. */
uint32_t hwreg_get(gcn_wave *wave, uint32_t number, uint32_t low, uint32_t size);

/* Writes them; those that the wave may not write keep their values. */
void hwreg_set(gcn_wave *wave, uint32_t number, uint32_t low, uint32_t size, uint32_t value);

/* All of a hardware register, and its bits of `mask`, whoever may access them in a program; false:
   there is no such register, or no such bit that can be set. */
bool hwreg_look(gcn_wave *wave, uint32_t number, uint32_t *value);
bool hwreg_poke(gcn_wave *wave, uint32_t number, uint32_t mask, uint32_t value);

/* What a part of a register is when a wave begins: GCN_PART_STATUS_valid. */
typedef struct hwreg_first {
    unsigned part;
    uint32_t value;
} hwreg_first;
/* Sets parts that are no variables of the wave, whoever may write them. */
void hwreg_init(gcn_wave *wave, const hwreg_first *parts, unsigned count);

/* Writes a part of MODE: GCN_PART_MODE_vskip. */
void hwreg_set_mode(gcn_wave *wave, unsigned part, uint32_t value);

/* A fault of the wave, whose first active lane is named: ends the instruction; nothing else is read
 * or written, and no register changes. The first fault counts. */
void wave_raise(gcn_wave *wave, gisa_fault_kind kind, uint64_t address);

/* Sends a message to the host; false, and a fault: it does not take it. */
bool wave_send(gcn_wave *wave, uint32_t message);

/* interpolate.c: a dword of the parameters of attributes, for an active lane. */
uint32_t interpolate_parameter(const gcn_wave *wave, unsigned lane, uint32_t address);

/* What a clock shows: 0, of the core; 1, the one with a constant rate. */
uint64_t wave_clock(gcn_wave *wave, unsigned which);

/* An s_trap without a handler: whether the wave goes on; otherwise there is a fault. */
bool wave_trap(gcn_wave *wave, uint32_t number);

/* Writes the copies back. */
void element_copies_back(gcn_wave *wave);

/* Lanes that the wide body has left: exactly. */
void wave_redo(gcn_wave *wave, const gisa_op *op, const gisa_rows *rows);

#endif
