/* SPDX-License-Identifier: MIT */
/* Code that is translated as one: all that is reached from an entry without a jump to a register.
   What is in it, and how each instruction is run. */
#ifndef GISA_NATIVE_UNIT_H
#define GISA_NATIVE_UNIT_H

#include "body.h"
#include "emu/program.h"

/* An instruction, in ascending order of addresses. */
typedef struct unit_insn {
    const gisa_op *op;
    const native_body *body; /* where kind is not NATIVE_NONE */
    uint64_t pc;
    uint64_t target;        /* of a jump */
    uint32_t reads, states; /* of the wave that it reads, or reads or writes, without naming them:
                               GISA_STATE_... */
    uint8_t kind;           /* native_kind: how it is run */
    uint8_t buffer;         /* of an instruction on a buffer: its place in unit.buffer, maybe shared */
    uint8_t flow;           /* gisa_flow */
    bool begins;            /* a block begins here: control may come from elsewhere */
    bool leaves;            /* the interpreter runs it, and decides where the wave goes on */
    bool sets_exec;
    bool reads_any; /* the interpreter runs it, or what follows it, and may read any register */
} unit_insn;

enum { MOST_PLANS = 64, MOST_BUFFERS = 32 };

/* What is found of a buffer is the same for instructions that name the same registers and are alike
   in gisa_op.buffer_kind. */
typedef struct unit_buffer {
    uint32_t reg, kind;
} unit_buffer;

typedef struct unit {
    gisa_program *program;
    uint64_t base; /* the lowest address */
    unit_insn *insn;
    size_t count, room;
    uint8_t planned[GISA_VGPRS]; /* registers with addresses in LDS: their numbers from 1 on; 0: others */
    unsigned plans;              /* how many there are, at most MOST_PLANS */
    unit_buffer buffer[MOST_BUFFERS];
    unsigned buffers; /* how many there are; more of them share places */
    unsigned top;     /* vector registers below it are named by what is not left to the interpreter */
} unit;

/* false: no memory, or there is nothing to be translated. */
bool unit_find(unit *u, const gisa_isa *isa, gisa_program *program, uint64_t entry);
void unit_free(unit *u);
/* The vector register with the addresses of an instruction that does no more than load or store in
   LDS; GISA_VGPRS: it is not of this kind. */
unsigned unit_lds_address(const unit *u, const unit_insn *insn);
/* The plans that are of `count` registers from `from` on, as bits. */
uint64_t unit_plans(const unit *u, unsigned from, unsigned count);
/* The index of the instruction at `pc`; u->count = there is none. */
size_t unit_at(const unit *u, uint64_t pc);

/* The body reads the result's old value. */
static inline bool unit_reads(const native_body *b, unsigned role) {
    return role == NATIVE_D ? b->reads_d : b->reads_d1;
}

/* SDWA puts the result into a part of the register. */
static inline bool unit_places(const gisa_op *op, const native_body *b, unsigned role) {
    return role == NATIVE_D && b->bits[role] > NATIVE_MASK && op->selects &&
           op->modifiers.dst_sel < GCN_SEL_DWORD;
}

/* The register's old value matters in lanes that are active. */
static inline bool unit_keeps(const gisa_op *op, const native_body *b, unsigned role) {
    return unit_reads(b, role) || op->moves ||
           (unit_places(op, b, role) ? op->modifiers.dst_unused == GCN_UNUSED_PRESERVE : b->bits[role] == 16);
}

#endif
