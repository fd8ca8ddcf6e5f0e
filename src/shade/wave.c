/* SPDX-License-Identifier: MIT */
/* A wave of one's own (gisa_wave.h) for USSE: a batch of 64 instances that is stepped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch_view.h"

typedef struct usse_own {
    batch_view view; /* first */
    gisa_shade *machine;
    gisa_shade_draw asked; /* nothing */
    shade_draw draw;
    gisa_shade_result result;
    gisa_shade_batch *before; /* of the instruction that runs */
    wave_traffic traffic;
} usse_own;

static usse_own *own_of(const gisa_wave *wave) {
    return (usse_own *)(uintptr_t)wave;
}

static gisa_status set(gisa_wave *wave, const gisa_wave_register *reg, unsigned lane, unsigned word,
                       uint32_t value) {
    usse_own *o = own_of(wave);
    if (reg->bank != GISA_WAVE_BANK_PC)
        return batch_set(wave, reg, lane, word, value);
    if (value % BATCH_WORD || (word && value))
        return GISA_STATUS_BAD_ARGUMENT;
    if (!word)
        shade_go_all(o->view.W, value / BATCH_WORD);
    return GISA_OK;
}

/* ---- memory and code ------------------------------------------------------------------------ */

static gisa_status map(gisa_wave *wave, uint64_t address, void *memory, size_t size, bool writable) {
    if (address > UINT32_MAX || size > UINT32_MAX)
        return GISA_STATUS_BAD_ARGUMENT;
    return shade_map(own_of(wave)->machine, (uint32_t)address, memory, (uint32_t)size, !writable);
}

static gisa_status load(gisa_wave *wave, uint64_t address, const void *code, size_t size) {
    usse_own *o = own_of(wave);
    gisa_status status = address ? GISA_STATUS_BAD_ARGUMENT : gisa_shade_primary(o->machine, code, size);
    o->view.W->op = NULL;
    if (status == GISA_OK && !shade_ready(o->machine, 0)) {
        o->machine->words[0] = 0;
        status = GISA_STATUS_NO_MEMORY;
    }
    if (status == GISA_OK)
        shade_go_all(o->view.W, 0);
    return status;
}

static gisa_status choose(gisa_wave *wave, const char *name, const char *option) {
    usse_own *o = own_of(wave);
    const uint32_t pc = o->view.W->pc;
    gisa_status status = gisa_shade_choose(o->machine, name, option);
    if (!shade_ready(o->machine, 0)) /* what was sorted out may depend on it */
        return GISA_STATUS_NO_MEMORY;
    o->view.W->op = NULL;
    o->view.W->pc = pc;
    return status;
}

/* ---- what a step did ------------------------------------------------------------------------ */

static void tell_fault(const usse_own *o, gisa_wave_fault *f) {
    f->cause = batch_cause(o->before, o->view.W->op);
    f->address = o->before->fault_address;
    f->lane = (uint32_t)o->result.instance;
    snprintf(f->message, sizeof f->message, "%s", o->result.message);
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* After a fault the batch is what it was; `before` takes what is said of the fault. */
static void take_back(usse_own *o) {
    gisa_shade_batch *faulty = o->view.W;
    const shade_op *op = faulty->op;
    o->view.W = o->before;
    o->before = faulty;
    o->view.W->op = op;
    o->view.W->traffic = NULL;
}

static gisa_wave_kind run_one(usse_own *o) {
    const uint32_t pc = o->view.W->pc;
    const bool ran = o->view.W->running;
    o->result = (gisa_shade_result){.end = GISA_SHADE_END_ENDED};
    o->view.W->fault_in_memory = false;
    o->view.W->fault_address = 0;
    memcpy(o->before, o->view.W, sizeof *o->view.W);
    if (ran)
        shade_run_one(o->view.W, &o->machine->program[0]);
    if (shade_failed(o->view.W)) {
        take_back(o);
        return GISA_WAVE_KIND_FAULT;
    }
    if (!o->view.W->running)
        return GISA_WAVE_KIND_ENDED;
    return o->view.W->pc == pc + 1 ? GISA_WAVE_KIND_WENT_ON : GISA_WAVE_KIND_JUMPED;
}

static gisa_wave_kind step(gisa_wave *wave, gisa_wave_step_info *info) {
    usse_own *o = own_of(wave);
    const uint64_t at = batch_pc(&o->view);
    if (!info)
        return run_one(o);
    memset(&info->insn, 0, sizeof info->insn);
    info->pc = at;
    info->change_count = 0;
    info->fault = (gisa_wave_fault){.cause = GISA_CAUSE_NONE};
    if (o->view.W->running && o->view.W->pc < o->machine->words[0])
        gisa_decode(wave->isa, o->machine->code[0] + at, BATCH_WORD, &info->insn);
    o->traffic = (wave_traffic){info->access, GISA_WAVE_MOST_ACCESSES, 0, NULL};
    o->view.W->traffic = &o->traffic;
    info->kind = run_one(o);
    o->view.W->traffic = NULL;
    info->next_pc = batch_pc(&o->view);
    if (info->kind == GISA_WAVE_KIND_FAULT)
        tell_fault(o, &info->fault);
    else
        info->change_count = batch_changes(o->before, o->view.W, info->change, GISA_WAVE_MOST_CHANGES);
    info->access_count = o->traffic.count;
    return info->kind;
}

static void run(gisa_wave *wave, uint64_t limit, uint64_t stop_at, gisa_wave_result *result) {
    usse_own *o = own_of(wave);
    gisa_wave_kind kind;
    do {
        const bool there = o->view.W->running && o->view.W->pc < o->machine->program[0].count;
        kind = run_one(o);
        result->instructions += there && kind != GISA_WAVE_KIND_FAULT;
    } while (kind <= GISA_WAVE_KIND_JUMPED && (!limit || result->instructions < limit) &&
             !(stop_at && batch_pc(&o->view) == stop_at));
    result->end = kind == GISA_WAVE_KIND_FAULT               ? GISA_WAVE_END_FAULT
                  : kind == GISA_WAVE_KIND_ENDED             ? GISA_WAVE_END_ENDED
                  : stop_at && batch_pc(&o->view) == stop_at ? GISA_WAVE_END_ADDRESS
                                                             : GISA_WAVE_END_LIMIT;
    if (kind == GISA_WAVE_KIND_FAULT)
        tell_fault(o, &result->fault);
}

/* ---- the wave ------------------------------------------------------------------------------- */

static void free_wave(gisa_wave *wave) {
    usse_own *o = own_of(wave);
    free(o->view.W);
    free(o->before);
    gisa_shade_free(o->machine);
    free(o);
}

static const wave_calls calls = {free_wave, choose, batch_find, batch_name, batch_get, set,
                                 batch_row, map,    load,       step,       run};

gisa_wave *wave_usse_new(const gisa_isa *isa) {
    static const uint32_t zeros[SHADE_REGISTERS];
    usse_own *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->view.head = (gisa_wave){isa, &calls};
    o->machine = gisa_shade_new(isa);
    o->draw = (shade_draw){
        .machine = o->machine, .asked = &o->asked, .model = o->machine ? o->machine->model : NULL};
    o->view.W = o->machine ? shade_new_batch(&o->draw) : NULL;
    o->before = o->machine ? shade_new_batch(&o->draw) : NULL;
    if (!o->view.W || !o->before || !shade_ready(o->machine, 0)) {
        free_wave(&o->view.head);
        return NULL;
    }
    o->view.W->lanes = o->view.W->live = o->view.W->real = ~UINT64_C(0);
    o->view.W->result_of = &o->result;
    shade_clear(o->view.W, zeros);
    shade_go_all(o->view.W, 0);
    return &o->view.head;
}
