/* SPDX-License-Identifier: MIT */
/* Runs a batch to the end of its program. Where instances go different ways, those at the lowest
 * instruction go first, until they meet the others; those that are together have the same link and
 * the same increments. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "body.h"
#include "watch.h"

/* The batch does not go on: why, in which instruction, and which instance. */
static void end_early(gisa_shade_batch *W, gisa_shade_end end, uint64_t lanes, const char *what) {
    gisa_shade_result *r = W->result_of;
    char text[GISA_TEXT_MAX] = "";
    size_t size = sizeof text;
    gisa_insn insn;
    lanes = lanes ? lanes : W->active & W->real;
    r->end = end;
    r->instance = W->first + (lanes ? shade_lowest(lanes) : 0);
    r->pc = W->pc;
    r->secondary = W->secondary;
    const gisa_isa *isa = W->draw->machine->isa;
    if (!W->op || gisa_decode(isa, &W->op->bits, sizeof W->op->bits, &insn) != GISA_OK ||
        gisa_print(isa, &insn, NULL, text, &size) != GISA_OK)
        snprintf(text, sizeof text, "0x%016llx", W->op ? (unsigned long long)W->op->bits : 0);
    snprintf(r->message, sizeof r->message,
             "%s, in '%.120s', instruction %u of the %s program, instance %llu", what, text, W->pc,
             W->secondary ? "secondary" : "primary", (unsigned long long)r->instance);
}

void shade_fault(gisa_shade_batch *W, uint64_t lanes, const char *format, ...) {
    char what[200];
    va_list list;
    if (shade_failed(W))
        return;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    end_early(W, GISA_SHADE_END_FAULT, lanes, what);
}

/* ---- where instances are ---- */

static void spread(gisa_shade_batch *W, uint64_t mask, uint32_t pc) {
    for (; mask; mask &= mask - 1) {
        unsigned i = shade_lowest(mask);
        W->lane_pc[i] = pc;
        W->lane_link[i] = W->link;
        W->lane_steps[i] = W->steps_at;
    }
}

/* After the last instruction a program ends; further away there is nothing. */
void shade_go(gisa_shade_batch *W, uint32_t target) {
    if (target > W->draw->machine->program[W->secondary].count) {
        shade_fault(W, 0, "there is no instruction %d", (int)target);
        return;
    }
    spread(W, W->active, target);
    W->jumped = true;
}

/* The instances at the lowest instruction that are alike become the active ones. Their link and
   increments are theirs. */
static void choose(gisa_shade_batch *W) {
    unsigned first = shade_lowest(W->running);
    for (uint64_t left = W->running; left; left &= left - 1)
        if (W->lane_pc[shade_lowest(left)] < W->lane_pc[first])
            first = shade_lowest(left);
    W->active = 0;
    for (uint64_t left = W->running; left; left &= left - 1) {
        unsigned i = shade_lowest(left);
        W->active |=
            (uint64_t)(W->lane_pc[i] == W->lane_pc[first] && W->lane_link[i] == W->lane_link[first] &&
                       W->lane_steps[i] == W->lane_steps[first])
            << i;
    }
    W->pc = W->lane_pc[first];
    W->link = W->lane_link[first];
    if (W->steps_at != W->lane_steps[first]) {
        W->steps_at = W->lane_steps[first];
        shade_restore_steps(W);
    }
}

/* After an instruction: those that have not jumped go to the next one. */
static void go_on(gisa_shade_batch *W, uint64_t before, bool ends) {
    bool together = before == W->running && !W->jumped;
    if (ends) {
        W->running &= ~before;
        W->jumped = false;
        if (W->running)
            choose(W);
        return;
    }
    if (together) {
        W->pc++;
        return;
    }
    if (!W->jumped)
        spread(W, before, W->pc + 1);
    W->jumped = false;
    choose(W);
}

/* After the end of a phase the next one begins. */
static bool is_end(const shade_program *program, uint32_t pc) {
    return program->ops[pc].end && !(pc + 1 < program->count && program->ops[pc + 1].half[0].body &&
                                     program->ops[pc + 1].half[0].body->phase);
}

/* Those that a branch does not take go on after it, so this is said of all before. */
static void step(gisa_shade_batch *W, const shade_program *program) {
    const shade_op *op = &program->ops[W->pc];
    uint64_t before = W->active;
    if (op->half[0].body && op->half[0].body->once)
        spread(W, before, W->pc + 1);
    shade_step(W, op);
    W->instructions++;
    if (W->draw->asked->trace && !shade_failed(W))
        shade_trace(W, op);
    go_on(W, before, is_end(program, W->pc));
}

void shade_go_all(gisa_shade_batch *W, uint32_t pc) {
    W->running = W->active = W->lanes;
    W->pc = pc;
    W->link = 0;
    W->jumped = false;
    W->instructions = 0;
    shade_reset_steps(W);
}

void shade_end_those_done(gisa_shade_batch *W, const shade_program *program) {
    while (W->running && W->pc >= program->count)
        go_on(W, W->active, true);
}

void shade_run_one(gisa_shade_batch *W, const shade_program *program) {
    shade_end_those_done(W, program);
    if (W->running)
        step(W, program);
}

/* Nothing keeps it from going on; otherwise it has ended early. */
static bool goes_on(gisa_shade_batch *W, const shade_program *program) {
    const bool limit = W->limit && W->instructions >= W->limit,
               stop = !(W->instructions & 1023) && W->draw->asked->stop &&
                      __atomic_load_n(W->draw->asked->stop, __ATOMIC_RELAXED);
    if (!limit && !stop)
        return true;
    W->op = &program->ops[W->pc];
    end_early(W, limit ? GISA_SHADE_END_LIMIT : GISA_SHADE_END_STOPPED, 0,
              limit ? "the limit of instructions was reached" : "interrupted");
    return false;
}

static void step_watched(gisa_shade_batch *W, const shade_program *program) {
    W->op = &program->ops[W->pc];
    if (!shade_watch_step(W->draw->watch, program) && !shade_failed(W))
        end_early(W, GISA_SHADE_END_STOPPED, 0, "the observer has asked for an end");
}

void shade_run_batch(gisa_shade_batch *W, const shade_program *program) {
    shade_watch *const watch = W->draw->watch;
    shade_go_all(W, 0);
    if (watch)
        shade_watch_begin(watch, W);
    while (!shade_failed(W)) {
        shade_end_those_done(W, program);
        if (!W->running || !goes_on(W, program))
            break;
        if (watch)
            step_watched(W, program);
        else
            step(W, program);
    }
    if (watch)
        shade_watch_end(watch);
}
