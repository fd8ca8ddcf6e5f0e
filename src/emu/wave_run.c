/* SPDX-License-Identifier: MIT */
/* Runs a GCN wave of one's own: one instruction, telling what it did, or many. */
#include <stdio.h>
#include <string.h>

#include "insn/body.h"
#include "wave_own.h"
#include "wave_watch.h"

static bool is_halted(const gcn_wave *w) {
    return w->halt && !w->priv;
}

/* The instruction at pc; NULL and a fault: none is there. Ops without units lead to it. */
static const gisa_op *find_op(gcn_wave *w) {
    const gisa_op *op = program_at(w->program, w->pc);
    while (op && !op->units)
        op = op->run(w, op);
    return op;
}

static void forget(gcn_wave *w) {
    w->fault.kind = GISA_FAULT_NONE;
    w->events = 0;
    wave_forget_near(w);
}

/* After instructions: the wave is the only one that could wait for the wave. */
static void settle(gcn_own *o) {
    gcn_wave *w = o->seen.w;
    if (w->events & GISA_ENDS)
        o->ended = true;
    if (w->events & GISA_NEW_CODE && !o->ended)
        wave_gcn_go(o, w->pc);
}

/* ---- faults --------------------------------------------------------------------------------- */

static void tell_fault(gcn_own *o, gisa_wave_fault *f) {
    char what[200], where[180];
    const gcn_wave *w = o->seen.w;
    f->cause = launch_cause(w->fault.kind);
    f->lane = w->fault.lane;
    f->address = w->fault.address;
    launch_say_fault(&o->l, w, what, sizeof what);
    launch_name_instruction(&o->l, w->pc, where, sizeof where);
    snprintf(f->message, sizeof f->message, "%s; %s; lane %u", what, where, (unsigned)f->lane);
}

/* ---- one instruction ------------------------------------------------------------------------ */

gisa_wave_kind wave_gcn_kind(const gcn_wave *w, const gisa_op *op, uint64_t next_pc) {
    if (w->waiting)
        return GISA_WAVE_KIND_WAITS;
    if (w->fault.kind)
        return GISA_WAVE_KIND_FAULT;
    if (w->events & GISA_ENDS)
        return GISA_WAVE_KIND_ENDED;
    if (is_halted(w))
        return GISA_WAVE_KIND_HALTED;
    if (w->events & GISA_SLEEPS)
        return GISA_WAVE_KIND_SLEEPS;
    return next_pc == op->next_pc ? GISA_WAVE_KIND_WENT_ON : GISA_WAVE_KIND_JUMPED;
}

static gisa_wave_kind run_one(gcn_own *o) {
    const gisa_op *op;
    gisa_wave_kind kind;
    forget(o->seen.w);
    if (o->ended)
        return GISA_WAVE_KIND_ENDED;
    if (is_halted(o->seen.w))
        return GISA_WAVE_KIND_HALTED;
    op = find_op(o->seen.w);
    if (op)
        op_run(o->seen.w, op);
    kind = op ? wave_gcn_kind(o->seen.w, op, o->seen.w->pc) : GISA_WAVE_KIND_FAULT;
    settle(o);
    return kind;
}

uint8_t wave_gcn_access(const gisa_isa *isa, const gisa_insn *insn) {
    const uint32_t memory = GISA_STATE_MEMORY | GISA_STATE_LDS | GISA_STATE_GDS;
    uint32_t reads = 0, writes = 0;
    gisa_states(isa, insn, &reads, &writes);
    return (uint8_t)((reads & memory ? GISA_ACCESS_READ : 0) | (writes & memory ? GISA_ACCESS_WRITE : 0));
}

static void tell_accesses(const gcn_own *o, gisa_wave_step_info *info) {
    const uint32_t told = o->traffic.count < o->traffic.room ? o->traffic.count : o->traffic.room;
    const uint8_t access = told ? wave_gcn_access(o->seen.head.isa, &info->insn) : 0;
    info->access_count = o->traffic.count;
    for (uint32_t i = 0; i < told; i++)
        info->access[i].access = access;
}

static void decode(const gcn_own *o, gisa_wave_step_info *info) {
    uint8_t code[8];
    size_t size = machine_read(o->l.machine, info->pc, code, sizeof code);
    if (gisa_decode(o->seen.head.isa, code, size, &info->insn) == GISA_STATUS_END)
        info->insn.size = 0;
}

/* A barrier and the like are done when they are tried again: nobody else takes part. */
static gisa_wave_kind try_again(gcn_own *o, gisa_wave_kind kind) {
    return kind == GISA_WAVE_KIND_WAITS ? run_one(o) : kind;
}

gisa_wave_kind wave_gcn_step(gisa_wave *wave, gisa_wave_step_info *info) {
    gcn_own *o = gcn_of(wave);
    if (!info)
        return try_again(o, run_one(o));
    info->pc = o->seen.w->pc;
    info->access_count = info->change_count = 0;
    info->fault.cause = GISA_CAUSE_NONE;
    info->fault.message[0] = 0;
    decode(o, info);
    changes_before(&o->before, o->seen.w);
    o->traffic = (wave_traffic){info->access, GISA_WAVE_MOST_ACCESSES, 0, NULL};
    o->seen.w->traffic = &o->traffic;
    info->kind = try_again(o, run_one(o));
    o->seen.w->traffic = NULL;
    info->next_pc = o->seen.w->pc;
    info->change_count = changes_list(&o->before, o->seen.w, info->change, GISA_WAVE_MOST_CHANGES);
    tell_accesses(o, info);
    if (info->kind == GISA_WAVE_KIND_FAULT)
        tell_fault(o, &info->fault);
    return info->kind;
}

/* ---- many ----------------------------------------------------------------------------------- */

static bool is_there(const gcn_own *o, const gisa_op *op, uint64_t stop_at) {
    const uint64_t pc = op_pc(o->seen.w, op);
    return pc == o->end || (stop_at && pc == stop_at);
}

/* The observer has asked for an end. */
static bool is_cut(const gcn_own *o) {
    return wave_watch_stopped(&o->leader->seen.head);
}

/* At most `left` instructions, one at least, up to an end, an event or an address; how many were
   done. */
static uint64_t run_many(gcn_own *o, uint64_t left, uint64_t stop_at) {
    gcn_wave *w = o->seen.w;
    const bool is_watched = o->leader->watch;
    uint64_t done = 0;
    const gisa_op *op;
    forget(w);
    w->again = w->waiting;
    w->waiting = false;
    op = find_op(w);
    while (op && done < left && !(done && is_there(o, op, stop_at))) {
        done += op->units != 0;
        op = is_watched ? wave_watch_op(o, op) : op->run(w, op);
    }
    if (op)
        w->pc = op_pc(w, op);
    done -= done && (w->waiting || w->fault.kind || is_cut(o)) && !op ? 1 : 0;
    settle(o);
    return done;
}

/* Whether the run is over, and how. */
static bool is_over(gcn_own *o, uint64_t stop_at, bool limit, gisa_wave_end *end) {
    const gcn_wave *w = o->seen.w;
    bool over = true;
    if (w->fault.kind)
        *end = GISA_WAVE_END_FAULT;
    else if (o->ended)
        *end = GISA_WAVE_END_ENDED;
    else if (is_halted(w) || is_cut(o))
        *end = GISA_WAVE_END_WAITS;
    else if (w->pc == o->end || (stop_at && w->pc == stop_at))
        *end = GISA_WAVE_END_ADDRESS;
    else if (limit)
        *end = GISA_WAVE_END_LIMIT;
    else
        over = false;
    return over;
}

void wave_gcn_run(gisa_wave *wave, uint64_t limit, uint64_t stop_at, gisa_wave_result *result) {
    gcn_own *o = gcn_of(wave);
    const uint64_t most = limit ? limit : UINT64_MAX;
    unsigned waits = 0;
    forget(o->seen.w);
    if (o->ended || is_halted(o->seen.w)) {
        result->end = o->ended ? GISA_WAVE_END_ENDED : GISA_WAVE_END_WAITS;
        return;
    }
    do {
        const uint64_t done = run_many(o, most - result->instructions, stop_at);
        result->instructions += done;
        waits = o->seen.w->waiting && done < 1 ? waits + 1 : 0;
        result->end = GISA_WAVE_END_WAITS;
    } while (waits < 2 && !is_over(o, stop_at, result->instructions >= most, &result->end));
    if (result->end == GISA_WAVE_END_FAULT)
        tell_fault(o, &result->fault);
}
