/* SPDX-License-Identifier: MIT */
/* Finds the instructions that are reached from an entry, and how each one is run. */
#include "unit.h"

#include <stdlib.h>

#include "insn/level.h"
#include "insn/modify.h"

/* More is not translated. */
enum { MOST_INSTRUCTIONS = 20000 };

/* ---- how instructions are run ---------------------------------------------------------------- */

/* As wide as the body expects. */
static bool is_usual_source(const gisa_op *op, const native_body *b, unsigned i) {
    const gisa_operand *o = &op->source[i];
    const unsigned dwords = b->bits[i] == 64 ? 2 : 1;
    if (b->bits[i] == NATIVE_MASK)
        return op->spread >> i & 1 && o->count == 2;
    return op->constant[i] || !b->bits[i] || o->count == dwords;
}

/* A mask goes to scalar registers, but not to EXEC; all else to vector registers. */
static bool is_usual_result(const gisa_operand *o, unsigned bits) {
    return bits == NATIVE_MASK ? o->kind != GISA_KIND_VGPR && o->count == 2 &&
                                     !(o->kind == GISA_KIND_NAMED && o->reg == CODE_EXEC)
                               : o->kind == GISA_KIND_VGPR;
}

/* A dword of a vector register that goes to one. */
static bool moves_usually(const gisa_op *op, const native_body *b) {
    return op->source_count && op->source[0].kind == GISA_KIND_VGPR && op->has_d && !op->has_d1 &&
           (b->bits[0] == 16 || b->bits[0] == 32) && b->bits[NATIVE_D] > NATIVE_MASK;
}

static bool has_halves(const gisa_op *op, const native_body *b) {
    bool has = b->bits[NATIVE_D] == 16 && !op->has_d1;
    for (unsigned i = 0; i < op->source_count; i++)
        has &= !b->bits[i] || b->bits[i] == 16;
    return has;
}

static bool is_usual(const gisa_op *op, const native_body *b) {
    for (unsigned i = 0; i < op->source_count; i++)
        if (!is_usual_source(op, b, i))
            return false;
    return op->source_count <= GISA_SOURCES && !op->saturate && (!op->moves || moves_usually(op, b)) &&
           (!op->halves || has_halves(op, b)) &&
           (!op->has_d || is_usual_result(&op->result, b->bits[NATIVE_D])) &&
           (!op->has_d1 || is_usual_result(&op->result1, b->bits[NATIVE_D1]));
}

/* At most one vector register, and scalar registers that are no more than that. */
static bool has_usual_address(const gisa_op *op) {
    unsigned vectors = 0;
    if (op->buffer_facts)
        return op->run == step_buffer;
    for (unsigned i = 0; i < op->address_count; i++) {
        const gisa_operand *o = &op->address[i];
        vectors += o->kind == GISA_KIND_VGPR;
        if (o->kind != GISA_KIND_VGPR && o->kind != GISA_KIND_SGPR)
            return false;
    }
    return vectors < 2;
}

static native_kind kind_of(const gisa_op *op, const native_body *b) {
    const gisa_level *level = level_best();
    if (!op->body || !b->name)
        return NATIVE_NONE;
    if (b->kind == NATIVE_SCALAR || b->kind == NATIVE_WAIT)
        return op->run == op->body->scalar ? b->kind : NATIVE_NONE;
    if (b->kind == NATIVE_MEMORY || b->kind == NATIVE_LOAD)
        return op->near &&
                       (op->run == (b->kind == NATIVE_LOAD ? step_load : step_memory) ||
                        op->run == step_buffer) &&
                       has_usual_address(op)
                   ? b->kind
                   : NATIVE_NONE;
    if (b->kind == NATIVE_VECTOR)
        return (op->run == level->plain || op->run == level->wide || op->selects || op->moves ||
                op->finishes || op->halves) &&
                       is_usual(op, b)
                   ? NATIVE_VECTOR
                   : NATIVE_NONE;
    return NATIVE_NONE;
}

/* Instructions that name no register, as s_waitcnt and s_barrier, and do not change where others
   find theirs, read none. */
static bool may_read_any(const form *f, const gisa_insn *insn, const unit_insn *i) {
    const uint32_t others = GISA_STATE_MODE | GISA_STATE_M0 | GISA_STATE_TRAP | GISA_STATE_EXEC;
    if (i->kind != NATIVE_NONE || i->flow == GISA_FLOW_END)
        return false;
    for (unsigned k = 0; k < insn->operand_count; k++)
        if (insn->operand[k].count)
            return true;
    return i->flow != GISA_FLOW_NEXT || f->writes & others;
}

static bool writes_exec(const gisa_op *op) {
    const uint32_t exec = offsetof(gcn_wave, scalar.w[CODE_EXEC]);
    return op->has_d && op->d + 4 >= exec && op->d <= exec + 4;
}

static unsigned lds_address(const unit_insn *insn) {
    const gisa_op *op = insn->op;
    const bool is_one = insn->kind == NATIVE_MEMORY && insn->body->lds && op->address_count == 1 &&
                        op->address[0].kind == GISA_KIND_VGPR;
    return is_one && (insn->body->loads || insn->body->stores) ? op->address[0].reg : GISA_VGPRS;
}

unsigned unit_lds_address(const unit *u, const unit_insn *insn) {
    const unsigned reg = lds_address(insn);
    return reg < GISA_VGPRS && u->planned[reg] ? reg : GISA_VGPRS;
}

uint64_t unit_plans(const unit *u, unsigned from, unsigned count) {
    uint64_t plans = 0;
    for (unsigned r = from; r < from + count && r < GISA_VGPRS; r++)
        plans |= u->planned[r] ? (uint64_t)1 << (u->planned[r] - 1) : 0;
    return plans;
}

static void plan(unit *u, unsigned reg) {
    if (reg < GISA_VGPRS && !u->planned[reg] && u->plans < MOST_PLANS)
        u->planned[reg] = (uint8_t)++u->plans;
}

static unsigned buffer_of(unit *u, const gisa_op *op) {
    const unit_buffer b = {op->in_buffer.resource.reg, op->buffer_kind};
    unsigned i = 0;
    while (i < u->buffers && (u->buffer[i].reg != b.reg || u->buffer[i].kind != b.kind))
        i++;
    if (i == MOST_BUFFERS)
        return b.reg / 4 % MOST_BUFFERS;
    if (i == u->buffers)
        u->buffer[u->buffers++] = b;
    return i;
}

static void look_at(unit *u, const gisa_isa *isa, const gisa_insn *insn, unit_insn *i) {
    const form *f = &isa->forms[insn->form];
    i->op = program_at(u->program, i->pc);
    i->flow = f->flow;
    i->reads = f->reads;
    i->states = f->reads | f->writes;
    i->body = &gcn_native[form_body(isa, insn->form)];
    i->kind = (uint8_t)kind_of(i->op, i->body);
    if ((i->flow == GISA_FLOW_JUMP || i->flow == GISA_FLOW_CONDITIONAL) &&
        !gisa_target(insn, i->pc, &i->target))
        i->kind = NATIVE_NONE;
    if (i->flow > GISA_FLOW_CONDITIONAL)
        i->kind = NATIVE_NONE;
    i->leaves = i->kind == NATIVE_NONE && (i->flow != GISA_FLOW_NEXT || (i->op->body && i->op->body->scalar));
    i->sets_exec = f->writes & GISA_STATE_EXEC || (i->kind == NATIVE_SCALAR && writes_exec(i->op));
    i->reads_any = may_read_any(f, insn, i);
    plan(u, lds_address(i));
    if (i->kind == NATIVE_MEMORY && i->op->buffer_facts)
        i->buffer = (uint8_t)buffer_of(u, i->op);
    if ((i->kind == NATIVE_VECTOR || i->kind == NATIVE_MEMORY) && i->op->top > u->top)
        u->top = i->op->top;
}

/* ---- what is reached ------------------------------------------------------------------------- */

/* Addresses that are still to be looked at. */
typedef struct addresses {
    uint64_t *at;
    size_t count, room;
} addresses;

static bool add_address(addresses *a, uint64_t pc) {
    if (a->count == a->room) {
        size_t room = a->room ? 2 * a->room : 64;
        uint64_t *at = realloc(a->at, room * sizeof *at);
        if (!at)
            return false;
        a->at = at;
        a->room = room;
    }
    a->at[a->count++] = pc;
    return true;
}

static unit_insn *add_insn(unit *u, uint64_t pc) {
    if (u->count == u->room) {
        size_t room = u->room ? 2 * u->room : 256;
        unit_insn *insn = realloc(u->insn, room * sizeof *insn);
        if (!insn)
            return NULL;
        u->insn = insn;
        u->room = room;
    }
    u->insn[u->count] = (unit_insn){.pc = pc};
    return &u->insn[u->count++];
}

/* Whether the dword at `pc` has been looked at; it has then. `seen`: a byte for each dword. */
static bool was_seen(uint8_t *seen, uint64_t base, uint64_t pc) {
    uint8_t *at = &seen[(pc - base) / 4];
    return *at ? true : (*at = 1, false);
}

/* From `pc` on to where nothing follows, or where waves end with a fault as that is no instruction
   which is executed. Where control goes besides that, `open` gets. */
static bool follow(unit *u, const gisa_isa *isa, uint64_t pc, code_span code, uint8_t *seen,
                   addresses *open) {
    while (pc - code.address < code.size && !was_seen(seen, code.address, pc)) {
        gisa_insn insn;
        unit_insn *i;
        if (gisa_decode(isa, code.at + (pc - code.address), code.size - (pc - code.address), &insn) ||
            !program_at(u->program, pc)->units)
            return true;
        if (u->count == MOST_INSTRUCTIONS || !(i = add_insn(u, pc)))
            return false;
        look_at(u, isa, &insn, i);
        if (i->target && !add_address(open, i->target))
            return false;
        if (i->flow == GISA_FLOW_JUMP || i->flow >= GISA_FLOW_RETURN)
            return true;
        pc += insn.size;
    }
    return true;
}

static int by_pc(const void *a, const void *b) {
    const unit_insn *x = a, *y = b;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

size_t unit_at(const unit *u, uint64_t pc) {
    const unit_insn key = {.pc = pc};
    const unit_insn *found = bsearch(&key, u->insn, u->count, sizeof key, by_pc);
    return found ? (size_t)(found - u->insn) : u->count;
}

static void begin_at(unit *u, uint64_t pc) {
    size_t i = unit_at(u, pc);
    if (i < u->count)
        u->insn[i].begins = true;
}

/* Blocks begin at the entry, where jumps lead, where waves wait, behind what may not go on, and
   behind an instruction that another begins in the middle of. */
static void find_blocks(unit *u, uint64_t entry) {
    begin_at(u, entry);
    for (size_t i = 0; i < u->count; i++) {
        const unit_insn *insn = &u->insn[i];
        if (insn->target)
            begin_at(u, insn->target);
        if (insn->kind == NATIVE_WAIT)
            begin_at(u, insn->pc);
        const uint64_t next = insn->pc + 4u * insn->op->units;
        if (insn->leaves || insn->kind == NATIVE_WAIT || insn->flow != GISA_FLOW_NEXT ||
            (i + 1 < u->count && u->insn[i + 1].pc != next))
            begin_at(u, next);
    }
}

bool unit_find(unit *u, const gisa_isa *isa, gisa_program *program, uint64_t entry) {
    const code_span code = program_code(program);
    uint8_t *seen = calloc(code.size / 4 + 1, 1);
    addresses open = {0};
    bool fine = seen && add_address(&open, entry);
    *u = (unit){.program = program};
    while (fine && open.count) {
        uint64_t pc = open.at[--open.count];
        fine = pc % 4 || follow(u, isa, pc, code, seen, &open);
    }
    free(open.at);
    free(seen);
    if (!fine || !u->count) {
        unit_free(u);
        return false;
    }
    qsort(u->insn, u->count, sizeof *u->insn, by_pc);
    u->base = u->insn[0].pc;
    find_blocks(u, entry);
    return true;
}

void unit_free(unit *u) {
    free(u->insn);
    *u = (unit){0};
}
