/* SPDX-License-Identifier: MIT */
/*
 * Finds the registers that are still read, from the end of the code to its beginning. A vector
 * register is two things: its value in lanes that are active, which the next write ends, and that
 * in the other lanes, which matters once EXEC has changed. Where code goes on that is not part of
 * the unit, or an instruction is left to the interpreter that may read any of them, all are.
 */
#include "live.h"

#include <stdlib.h>
#include <string.h>

#include "insn/body.h"

static void set_bit(uint64_t *set, unsigned i) {
    set[i / 64] |= (uint64_t)1 << i % 64;
}

static void clear_bit(uint64_t *set, unsigned i) {
    set[i / 64] &= ~((uint64_t)1 << i % 64);
}

static void add_all(live_set *l) {
    memset(l, -1, sizeof *l);
}

static void add(live_set *to, const live_set *from) {
    uint64_t *a = (uint64_t *)to;
    const uint64_t *b = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *a; i++)
        a[i] |= b[i];
}

/* ---- one instruction ------------------------------------------------------------------------- */

static unsigned word_of(uint32_t place) {
    return (unsigned)((place - offsetof(gcn_wave, scalar)) / 4);
}

/* Registers that an operand names: all of its dwords. */
static void add_operand(live_set *l, const gisa_operand *o) {
    const bool vector = o->kind == GISA_KIND_VGPR;
    for (unsigned k = 0; k < o->count; k++)
        if (vector && o->reg + k < GISA_VGPRS)
            set_bit(l->here, o->reg + k);
        else if (!vector && o->reg + k < LIVE_WORDS)
            set_bit(l->scalar, o->reg + k);
}

static unsigned dwords_of(const native_body *b, unsigned role) {
    return b->bits[role] == 64 || b->bits[role] == NATIVE_MASK ? 2 : 1;
}

/* Scalar registers where operands have been found. */
static void add_words(live_set *l, uint32_t place, unsigned dwords) {
    const unsigned word = word_of(place);
    for (unsigned k = 0; k < dwords && word + k < LIVE_WORDS; k++)
        set_bit(l->scalar, word + k);
}

static void add_sources(live_set *l, const unit_insn *insn) {
    const gisa_op *op = insn->op;
    for (unsigned i = 0; i < op->source_count; i++)
        if (op->source[i].kind == GISA_KIND_VGPR)
            add_operand(l, &op->source[i]);
        else if (insn->kind == NATIVE_VECTOR && !op->constant[i])
            add_words(l, op->from[i], dwords_of(insn->body, i));
        else if (insn->kind == NATIVE_SCALAR && !(op->immediates >> i & 1))
            add_words(l, op->s[i], dwords_of(insn->body, i));
    if (insn->kind == NATIVE_SCALAR && op->has_d && op->result.access & GISA_ACCESS_READ)
        add_words(l, op->d, dwords_of(insn->body, NATIVE_D));
    for (unsigned i = 0; i < op->address_count && insn->kind != NATIVE_VECTOR; i++)
        add_operand(l, &op->address[i]);
    if (op->has_sbase)
        add_operand(l, &op->sbase);
    if (op->buffer_facts && insn->kind == NATIVE_MEMORY) {
        add_operand(l, &op->in_buffer.vaddr);
        add_operand(l, &op->in_buffer.resource);
        add_operand(l, &op->in_buffer.soffset);
    }
}

/* A vector register is over where all of it is written, a mask of lanes in any case. */
static void end_result(live_set *l, const unit_insn *insn, unsigned role) {
    const gisa_op *op = insn->op;
    const gisa_operand *o = role == NATIVE_D ? &op->result : &op->result1;
    const unsigned bits = insn->body->bits[role];
    const bool keeps = unit_keeps(op, insn->body, role);
    if (!(role == NATIVE_D ? op->has_d : op->has_d1) || !bits)
        return;
    if (bits == NATIVE_MASK) {
        const unsigned word = word_of(role == NATIVE_D ? op->to_d : op->to_d1);
        clear_bit(l->scalar, word);
        clear_bit(l->scalar, word + 1);
    } else if (keeps)
        add_operand(l, o);
    else
        for (unsigned k = 0; k < o->count && o->reg + k < GISA_VGPRS; k++)
            clear_bit(l->here, o->reg + k);
}

static void end_results(live_set *l, const unit_insn *insn) {
    if (insn->kind == NATIVE_VECTOR) {
        end_result(l, insn, NATIVE_D);
        end_result(l, insn, NATIVE_D1);
    } else if (insn->kind == NATIVE_MEMORY && insn->op->has_d)
        end_result(l, insn, NATIVE_D);
}

static void add_states(live_set *l, const unit_insn *insn) {
    if (insn->states & GISA_STATE_VCC) {
        set_bit(l->scalar, CODE_VCC);
        set_bit(l->scalar, CODE_VCC + 1);
    }
}

void live_add_reads(live_set *l, const unit_insn *insn) {
    add_sources(l, insn);
    add_states(l, insn);
}

/* Lanes that are active now may not be so then, and the other way round. */
static void change_lanes(live_set *l) {
    for (unsigned i = 0; i < GISA_VGPRS / 64; i++)
        l->here[i] = l->others[i] |= l->here[i];
}

static void look_back(live_set *l, const unit_insn *insn) {
    if (insn->reads_any) {
        add_all(l);
        return;
    }
    if (insn->kind == NATIVE_NONE)
        return;
    if (insn->sets_exec)
        change_lanes(l);
    end_results(l, insn);
    live_add_reads(l, insn);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void add_from(live_set *l, const unit *u, const live_set *from, size_t i) {
    if (i < u->count)
        add(l, &from[i]);
    else
        add_all(l);
}

live_set live_after(const unit *u, const live_set *from, size_t i) {
    const unit_insn *insn = &u->insn[i];
    live_set l = {{0}, {0}, {0}};
    if (insn->flow == GISA_FLOW_NEXT || insn->flow == GISA_FLOW_CONDITIONAL)
        add_from(&l, u, from, unit_at(u, insn->pc + 4u * insn->op->units));
    if (insn->flow == GISA_FLOW_JUMP || insn->flow == GISA_FLOW_CONDITIONAL)
        add_from(&l, u, from, insn->target ? unit_at(u, insn->target) : u->count);
    return l;
}

/* What is to be looked at, again where what follows it has changed: each instruction knows from
   where control comes. Instruction i has the edges 2i, to the one behind it, and 2i + 1, of a jump. */
typedef struct worklist {
    size_t *open, count;
    bool *is_open;
    size_t *first, *next; /* of the edges to an instruction; 1 + their number, 0: none */
} worklist;

static void worklist_push(worklist *w, size_t i) {
    if (!w->is_open[i])
        w->open[w->count++] = i;
    w->is_open[i] = true;
}

static void worklist_add(worklist *w, const unit *u, size_t edge, uint64_t pc) {
    const size_t to = unit_at(u, pc);
    if (to == u->count)
        return;
    w->next[edge] = w->first[to];
    w->first[to] = edge + 1;
}

static void worklist_end(worklist *w) {
    free(w->open);
    free(w->is_open);
    free(w->first);
    free(w->next);
}

/* All of them, the last one first. */
static bool worklist_begin(worklist *w, const unit *u) {
    *w = (worklist){.open = calloc(u->count, sizeof *w->open),
                    .is_open = calloc(u->count, sizeof *w->is_open),
                    .first = calloc(u->count, sizeof *w->first),
                    .next = calloc(2 * u->count, sizeof *w->next)};
    if (!w->open || !w->is_open || !w->first || !w->next) {
        worklist_end(w);
        return false;
    }
    for (size_t i = 0; i < u->count; i++) {
        const unit_insn *insn = &u->insn[i];
        worklist_add(w, u, 2 * i, insn->pc + 4u * insn->op->units);
        if (insn->target)
            worklist_add(w, u, 2 * i + 1, insn->target);
        worklist_push(w, i);
    }
    return true;
}

static void worklist_run(const unit *u, live_set *from, worklist *w) {
    while (w->count) {
        const size_t i = w->open[--w->count];
        live_set l = live_after(u, from, i);
        w->is_open[i] = false;
        look_back(&l, &u->insn[i]);
        if (memcmp(&l, &from[i], sizeof l) == 0)
            continue;
        from[i] = l;
        for (size_t edge = w->first[i]; edge; edge = w->next[edge - 1])
            worklist_push(w, (edge - 1) / 2);
    }
}

live_set *live_find(const unit *u) {
    live_set *from = calloc(u->count, sizeof *from);
    worklist w;
    if (!from || !worklist_begin(&w, u)) {
        free(from);
        return NULL;
    }
    worklist_run(u, from, &w);
    worklist_end(&w);
    return from;
}
