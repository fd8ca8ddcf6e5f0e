/* SPDX-License-Identifier: MIT */
/* Runs work-groups: the waves of one take turns, in order, until all have ended. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "body.h"
#include "launch.h"
#include "trace.h"
#include "waves.h"

/* A wave that does not wait for others goes on for so many instructions; then it is the next one's turn, since it may be
 * waiting for another in a loop. */
enum { TURN_LENGTH = 20000, PATIENCE = 1 << 20 };
/* After so many rounds in which all waves sleep the host sleeps, too, once in so many: programs wait by counting, as well. */
enum { SLEEPLESS = 64, OFTEN = 16 };

typedef struct runner {
    launch *l;
    unsigned number;
    wave_set *set;
    trace *trace;                  /* NULL: nobody asks for one */
    gisa_wave *waves[GROUP_WAVES]; /* by their number; NULL: it has not begun, or has ended */
    gisa_wave *idle[GROUP_WAVES];  /* of the set; the last one is what the host has in its cache */
    unsigned idle_count;
    bool ended[GROUP_WAVES];
    bool private_used[GROUP_WAVES]; /* a wave of this number has had its private memory */
    unsigned wave_count;
    gisa_group group;
    uint32_t id[3];
    uint64_t instructions; /* not yet counted in the launch */
} runner;

static bool is_over(launch *l) {
    return atomic_load_explicit(&l->over, memory_order_relaxed) || launch_is_stopped(l->asked);
}

/* Where was the launch when it was cut off? In a wave that does not wait, if there is one. */
static void cut(runner *r, gisa_end_kind end) {
    unsigned at = r->wave_count;
    for (unsigned i = 0; i < r->wave_count; i++)
        if (r->waves[i] && (at == r->wave_count || (r->waves[at]->waiting && !r->waves[i]->waiting)))
            at = i;
    if (at < r->wave_count)
        launch_cut(r->l, end, r->waves[at], r->id, at);
}

/* Counts what has run, and ends the launch at its limit. */
static void count(runner *r) {
    launch *l = r->l;
    uint64_t all = atomic_fetch_add(&l->instructions, r->instructions) + r->instructions;
    r->instructions = 0;
    if (l->asked->progress)
        __atomic_store_n(&l->asked->progress->instructions, all, __ATOMIC_RELAXED);
    if (l->asked->limit && all >= l->asked->limit) {
        cut(r, GISA_LIMIT);
        launch_cut(l, GISA_LIMIT, NULL, NULL, 0); /* all waves here have just ended */
    }
}

static uint64_t turn_length(const runner *r) {
    uint64_t limit = r->l->asked->limit,
             done = atomic_load_explicit(&r->l->instructions, memory_order_relaxed) + r->instructions,
             left = done < limit ? limit - done : 0;
    return limit && left < TURN_LENGTH ? left : TURN_LENGTH;
}

static bool is_observed(const gisa_launch *a) {
    return a->executed || a->lanes || a->trace;
}

/* Counts one instruction that is about to run. */
static void note(const gisa_launch *a, const gisa_wave *w, const gisa_op *op) {
    if (op->units && a->executed)
        __atomic_fetch_add(&a->executed[op->form], 1, __ATOMIC_RELAXED);
    if (op->units && a->lanes)
        __atomic_fetch_add(&a->lanes[op->form],
                           op->vector ? (uint64_t)__builtin_popcountll(w->scalar.q[CODE_EXEC / 2]) : 1,
                           __ATOMIC_RELAXED);
}

/* Runs at most `left` instructions; returns how many are left. */
static uint64_t run_observed(runner *r, unsigned number, const gisa_op **at, uint64_t left) {
    gisa_wave *w = r->waves[number];
    const gisa_launch *a = r->l->asked;
    for (; *at && left; left--) {
        const gisa_op *op = *at;
        if (a->trace)
            trace_before(r->trace, w);
        *at = op->run(w, op);
        if (!w->waiting && !w->fault.kind)
            note(a, w, op);
        if (a->trace && op->units)
            trace_after(r->trace, r->l, w, op, r->id, number);
    }
    return left;
}

static bool is_halted(const gisa_wave *w) {
    return w->halt && !w->priv;
}

/* A wave begins when it is its turn, where another one has just ended: mostly the next one begins when the one before has ended. */
static gisa_wave *begin_wave(runner *r, unsigned i) {
    gisa_wave *w = r->waves[i] = r->idle[--r->idle_count];
    unsigned slot = r->number * GROUP_WAVES + i;
    if (r->private_used[i])
        launch_clear_private(r->l, slot);
    r->private_used[i] = r->l->private_size;
    launch_begin_wave(r->l, w, r->id, i, slot, &r->set->first[i]);
    return w;
}

static void end_wave(runner *r, unsigned i) {
    r->idle[r->idle_count++] = r->waves[i];
    r->waves[i] = NULL;
}

/* True when the wave got on. */
static bool take_turn(runner *r, unsigned i) {
    gisa_wave *w = r->waves[i] ? r->waves[i] : begin_wave(r, i);
    const gisa_op *op;
    uint64_t left = turn_length(r), all = left;
    if (is_halted(w))
        return false;
    w->again = w->waiting;
    w->waiting = false;
    w->events = 0;
    op = gisa_program_at(w->program, w->pc);
    if (is_observed(r->l->asked))
        left = run_observed(r, i, &op, left);
    for (; op && left; left--)
        op = op->run(w, op);
    if (op)
        w->pc = gisa_op_pc(w, op);
    if (w->events & GISA_NEW_CODE) {
        gisa_machine_renew(r->l->machine);
        if (w->window) /* it is read anew */
            w->program = r->l->program;
    }
    r->instructions += all - left - (w->waiting || w->fault.kind);
    if (w->fault.kind)
        launch_fault(r->l, w, r->id, i);
    r->ended[i] = w->events & GISA_ENDS;
    return !w->waiting || all - left > 1;
}

/* No wave goes on: those that stand still are to blame, or else the first one that waits. */
static unsigned find_blamed(const runner *r) {
    unsigned blamed = r->wave_count;
    for (unsigned i = 0; i < r->wave_count; i++)
        if (r->waves[i] &&
            (blamed == r->wave_count || (is_halted(r->waves[i]) && !is_halted(r->waves[blamed]))))
            blamed = i;
    return blamed;
}

/* After so many rounds in which no wave got on. One that begins to wait may let another one go on, and other groups may have what
 * these waves wait for; but nobody has what one needs that stands still. */
static void give_up(runner *r, unsigned idle) {
    unsigned blamed = find_blamed(r);
    gisa_wave *w = blamed < r->wave_count ? r->waves[blamed] : NULL;
    if (!w || idle <= (r->l->threads > 1 && !is_halted(w) ? PATIENCE : 1))
        return;
    gisa_raise(w, is_halted(w) ? GISA_FAULT_HALTED : GISA_FAULT_STUCK, 0);
    launch_fault(r->l, w, r->id, blamed);
}

/* All waves sleep, or wait for those that do, round after round: what they wait for comes from elsewhere, which may need the host's processor. */
static void rest(unsigned rounds) {
    const struct timespec moment = {0, 20000};
    if (rounds < SLEEPLESS || rounds % OFTEN)
        sched_yield();
    else
        nanosleep(&moment, NULL);
}

static void run_waves(runner *r) {
    unsigned idle = 0, asleep = 0;
    for (bool any = true; any && !is_over(r->l);) {
        bool got_on = false, awake = false, sleeps = false;
        any = false;
        for (unsigned i = 0; i < r->wave_count && !is_over(r->l); i++)
            if (!r->ended[i]) {
                any = true;
                got_on |= take_turn(r, i);
                sleeps |= r->waves[i]->events & GISA_SLEEPS;
                awake |= !(r->waves[i]->events & GISA_SLEEPS) && !r->waves[i]->waiting;
                if (r->ended[i])
                    end_wave(r, i);
            }
        count(r);
        asleep = sleeps && !awake ? asleep + 1 : 0;
        if (asleep)
            rest(asleep);
        idle = got_on ? 0 : idle + 1;
        if (!got_on && any) {
            sched_yield();
            if (!is_over(r->l))
                give_up(r, idle);
        }
    }
    if (launch_is_stopped(r->l->asked))
        cut(r, GISA_STOPPED);
}

static void run_group(runner *r, uint64_t number) {
    launch *l = r->l;
    uint32_t size[3];
    r->id[0] = (uint32_t)(number % l->groups[0]);
    r->id[1] = (uint32_t)(number / l->groups[0] % l->groups[1]);
    r->id[2] = (uint32_t)(number / l->groups[0] / l->groups[1]);
    launch_group_size(l, r->id, size);
    r->wave_count = (size[0] * size[1] * size[2] + GISA_LANES - 1) / GISA_LANES;
    r->group.waves = r->wave_count;
    r->group.arrived = r->group.round = 0;
    memset(r->group.lds, 0, r->group.lds_size);
    r->idle_count = 0;
    for (unsigned i = 0; i < r->wave_count; i++) {
        r->idle[r->idle_count++] = &r->set->waves[i];
        r->waves[i] = NULL;
        r->ended[i] = false;
    }
    run_waves(r);
    if (l->asked->progress)
        __atomic_fetch_add(&l->asked->progress->groups_done, 1, __ATOMIC_RELAXED);
}

static bool begin(runner *r) {
    launch *l = r->l;
    unsigned waves = (l->group[0] * l->group[1] * l->group[2] + GISA_LANES - 1) / GISA_LANES;
    r->set = waves_take(l->machine, &l->device, &r->group, waves);
    r->group.lds_size = l->lds_size;
    r->group.lds = aligned_alloc(64, ((size_t)l->lds_size + 64 + 63) & ~(size_t)63);
    r->trace = l->asked->trace ? trace_new() : NULL;
    return r->set && r->group.lds && (!l->asked->trace || r->trace);
}

bool launch_work(launch *l, unsigned number) {
    runner r = {.l = l, .number = number};
    uint64_t all = l->group_count, next;
    bool ready = begin(&r);
    while (ready && !is_over(l) && (next = atomic_fetch_add(&l->next_group, 1)) < all)
        run_group(&r, next);
    free(r.group.lds);
    waves_give(l->machine, r.set);
    free(r.trace);
    return ready;
}
