/* SPDX-License-Identifier: MIT */
/* Runs one work-group: its waves take turns, in order, until all have ended or the group is set
   aside. */
#include <sched.h>
#include <string.h>
#include <time.h>

#include "insn/body.h"
#include "group.h"

/* A wave that does not wait for others runs for this number of instructions; then it is the next
 * one's turn, since it may be waiting for another in a loop. Turns are short where groups wait for
 * each other. */
enum { TURN_LENGTH = 20000, SHORT_TURN = 2000 };
/* After SLEEPLESS rounds in which all waves sleep the host sleeps, too, once in OFTEN rounds:
   programs wait by counting, as well. */
enum { SLEEPLESS = 64, OFTEN = 16 };
/* Where other groups could run, one that sleeps for NAPS rounds is set aside; one that runs is
 * looked at after LOOK_LATE instructions, then after twice as many each time, and set aside after
 * SLICE in any case. A thread that has set groups aside before is less patient. */
enum { NAPS = 64, FEW_NAPS = 4, LOOK_LATE = 100000, LOOK_SOON = SHORT_TURN, SLICE = 1000000 };
/* A wave that waits for memory in a loop is back where it was within LOOP_LENGTH instructions, with
   at most COUNTERS registers changed. */
enum { LOOP_LENGTH = 256, COUNTERS = 2 };
enum { TOLD_AFTER = 1 << 18 /* instructions, the translator is told */ };

bool launch_is_over(launch *l) {
    return atomic_load_explicit(&l->over, memory_order_relaxed) || launch_is_stopped(l->asked);
}

/* In a wave that does not wait, if there is one. */
void group_cut(launch *l, const resident *g, gisa_end_kind end) {
    unsigned at = g->wave_count;
    for (unsigned i = 0; i < g->wave_count; i++)
        if (g->waves[i] && (at == g->wave_count || (g->waves[at]->waiting && !g->waves[i]->waiting)))
            at = i;
    if (at < g->wave_count)
        launch_cut(l, end, g->waves[at], g->id, at);
}

bool group_begin(runner *r, resident *g, uint64_t number) {
    const launch *l = r->l;
    uint32_t size[3];
    g->id[0] = (uint32_t)(number % l->groups[0]);
    g->id[1] = (uint32_t)(number / l->groups[0] % l->groups[1]);
    g->id[2] = (uint32_t)(number / l->groups[0] / l->groups[1]);
    launch_group_size(l, g->id, size);
    g->at = number;
    g->wave_count = g->usual = (size[0] * size[1] * size[2] + GISA_LANES - 1) / GISA_LANES;
    g->group.waves = g->wave_count;
    g->group.arrived = g->group.round = 0;
    memset(g->group.lds, 0, g->group.lds_size);
    g->state = GROUP_READY;
    g->asleep = g->idle_count = 0;
    for (unsigned i = 0; i < g->wave_count; i++) {
        g->idle[g->idle_count++] = &g->set->waves[i];
        g->waves[i] = NULL;
        g->ended[i] = false;
    }
    if (r->observation)
        g->seen = observe_group(r->observation, &g->group, g->id, size, g->wave_count);
    return !r->observation || g->seen;
}

static void skip(resident *g, unsigned from, unsigned count) {
    for (unsigned i = from; i < from + count; i++)
        g->ended[i] = true;
    g->group.waves -= count;
    g->usual = from + count;
}

void group_skip(resident *g, unsigned count) {
    skip(g, 0, count);
}

/* ---- instructions ---------------------------------------------------------------------- */

void group_tell(runner *r) {
    translator *t = r->l->translator;
    if (t && r->untold)
        t->ran(t, r->l->program, r->l->entry, r->untold);
    r->untold = 0;
    if (t && r->straight)
        __atomic_fetch_add(&t->straight, r->straight, __ATOMIC_RELAXED);
    r->straight = 0;
}

uint64_t group_count(runner *r, const resident *g) {
    launch *l = r->l;
    uint64_t ran = r->instructions, all = atomic_fetch_add(&l->instructions, ran) + ran;
    r->instructions = 0;
    if ((r->untold += ran) > TOLD_AFTER)
        group_tell(r);
    if (l->asked->progress)
        __atomic_store_n(&l->asked->progress->instructions, all, __ATOMIC_RELAXED);
    if (l->asked->limit && all >= l->asked->limit) {
        group_cut(l, g, GISA_END_LIMIT);
        launch_cut(l, GISA_END_LIMIT, NULL, NULL, 0); /* all waves here have just ended */
    }
    return ran;
}

uint64_t group_room(const runner *r, uint64_t most) {
    const uint64_t limit = r->l->asked->limit,
                   done = atomic_load_explicit(&r->l->instructions, memory_order_relaxed) + r->instructions,
                   left = done < limit ? limit - done : 0;
    return limit && left < most ? left : most;
}

static uint64_t turn_length(const runner *r) {
    return r->count > 1 ? SHORT_TURN : TURN_LENGTH;
}

/* Sets how many instructions the turn may take. When the round has taken `most` of them, the first
   wave does not get another turn in it. */
static void set_limits(const runner *r, native_turns *t, uint64_t most) {
    const uint64_t length = turn_length(r), around = most > r->instructions ? most - r->instructions : 0;
    t->room = group_room(r, UINT64_MAX);
    t->turn = length < t->room ? length : t->room;
    t->around = length < around ? length : around;
}

static bool is_observed(const gisa_launch *a) {
    return a->executed || a->lanes || a->observer;
}

/* Counts one instruction that is about to run. */
static void note(const gisa_launch *a, const gcn_wave *w, const gisa_op *op) {
    if (op->units && a->executed)
        __atomic_fetch_add(&a->executed[op->form], 1, __ATOMIC_RELAXED);
    if (op->units && a->lanes)
        __atomic_fetch_add(&a->lanes[op->form],
                           op->vector ? (uint64_t)__builtin_popcountll(w->scalar.q[CODE_EXEC / 2]) : 1,
                           __ATOMIC_RELAXED);
}

/* Runs at most `most` instructions; returns how many it ran. */
static uint64_t run_observed(runner *r, const resident *g, unsigned number, const gisa_op **at,
                             const uint64_t most) {
    gcn_wave *w = g->waves[number];
    const gisa_launch *a = r->l->asked;
    uint64_t left = most;
    while (*at && left) {
        const gisa_op *op = *at;
        left -= op->units != 0;
        *at = r->observation ? observe_op(r->observation, g->seen, number, w, op) : op->run(w, op);
        if (!w->waiting && !w->fault.kind)
            note(a, w, op);
        else
            left += op->units != 0;
    }
    return most - left;
}

/* ---- waves ----------------------------------------------------------------------------- */

static bool is_halted(const gcn_wave *w) {
    return w->halt && !w->priv;
}

/* A wave begins when it is its turn, where another one has just ended: mostly the next one begins
   when the one before has ended. */
static gcn_wave *begin_wave(const runner *r, resident *g, unsigned i) {
    gcn_wave *w = g->waves[i] = g->idle[--g->idle_count];
    if (w == g->straight)
        g->straight = NULL;
    const wave_start start = {{g->id[0], g->id[1], g->id[2]}, i, g->slot + i, r->number};
    if (g->private_used[i])
        launch_clear_private(r->l, start.slot);
    g->private_used[i] = r->l->private_size;
    launch_begin_wave(r->l, w, &start, &g->set->first[i]);
    if (r->l->translator && !atomic_load_explicit(&r->l->told_translator, memory_order_relaxed) &&
        !atomic_exchange_explicit(&r->l->told_translator, 1, memory_order_relaxed))
        r->l->translator->begins(r->l->translator, w);
    if (r->observation)
        observe_wave(r->observation, g->seen, i, w);
    return w;
}

static void end_wave(const runner *r, resident *g, unsigned i) {
    if (r->observation)
        observe_wave_end(r->observation, g->seen, i);
    g->idle[g->idle_count++] = g->waves[i];
    g->waves[i] = NULL;
    g->ended[i] = true;
}

/* Runs at most `left` instructions; returns how many it ran, without the last one if the wave waits
   or faults there. */
static uint64_t run_plain(gcn_wave *w, const gisa_op **at, uint64_t left) {
    const gisa_op *op = *at;
    uint64_t n = left, counted = 0;
    while (op && n) {
        counted = op->units != 0;
        n -= counted;
        op = op->run(w, op);
    }
    *at = op;
    return left - (w->waiting || w->fault.kind ? n + counted : n);
}

/* Runs a turn of wave t->at. In translated code the waves after it may take their turns, too; then
   t->at is the last one of them. True if any wave made progress. */
static bool take_turns(runner *r, resident *g, native_turns *t) {
    gcn_wave *w = g->waves[t->at] ? g->waves[t->at] : begin_wave(r, g, t->at);
    const gisa_op *op;
    t->done = 0;
    if (is_halted(w))
        return false;
    w->again = w->waiting;
    w->waiting = false;
    w->events = 0;
    op = program_at(w->program, w->pc);
    if (is_observed(r->l->asked))
        t->done = run_observed(r, g, t->at, &op, t->turn);
    else if (r->l->translator)
        op = native_turn(t, op);
    else
        t->done = run_plain(w, &op, t->turn);
    w = g->waves[t->at];
    if (op)
        w->pc = op_pc(w, op);
    if (w->events & GISA_NEW_CODE) {
        machine_renew(r->l->machine);
        if (w->window) /* it is read anew */
            w->program = r->l->program;
    }
    r->instructions += t->done;
    if (w->fault.kind)
        launch_fault(r->l, w, g->id, t->at);
    return !w->waiting || t->done;
}

/* Runs one instruction of a wave; true if it made progress. */
static bool take_step(runner *r, resident *g, unsigned i) {
    native_turns t = {.waves = g->waves, .at = i, .turn = 1};
    return take_turns(r, g, &t);
}

/* ---- the group ------------------------------------------------------------------------- */

/* What waves did in a round of turns. */
typedef struct round_marks {
    bool got_on;        /* some were not waiting */
    bool sleeps, awake; /* some slept; some neither slept nor waited */
} round_marks;

/* Waves from this one on that need not begin; how many. */
static unsigned run_straight(runner *r, resident *g, unsigned i) {
    unsigned open = i, ran;
    if (i == g->usual || is_observed(r->l->asked))
        return 0;
    while (open < g->wave_count && !g->ended[open] && !g->waves[open])
        open++;
    ran = open > i ? (unsigned)group_run_straight(r, g, g->at, i, open - i) : 0;
    if (ran)
        skip(g, i, ran);
    return ran;
}

static round_marks run_round(runner *r, resident *g, uint64_t most) {
    round_marks m = {0};
    native_turns t = {.waves = g->waves, .count = g->wave_count};
    for (t.at = 0; t.at < g->wave_count && !launch_is_over(r->l); t.at++)
        if (!g->ended[t.at]) {
            const gcn_wave *w;
            if (run_straight(r, g, t.at)) {
                m.got_on = m.awake = true;
                continue;
            }
            set_limits(r, &t, most);
            m.got_on |= take_turns(r, g, &t);
            w = g->waves[t.at];
            m.sleeps |= w->events & GISA_SLEEPS;
            m.awake |= !(w->events & GISA_SLEEPS) && !w->waiting;
            if (w->events & GISA_ENDS)
                end_wave(r, g, t.at);
        }
    return m;
}

static bool has_ended(const resident *g) {
    unsigned i = 0;
    while (i < g->wave_count && g->ended[i])
        i++;
    return i == g->wave_count;
}

unsigned group_blamed(const resident *g) {
    unsigned blamed = g->wave_count;
    for (unsigned i = 0; i < g->wave_count; i++)
        if (g->waves[i] &&
            (blamed == g->wave_count || (is_halted(g->waves[i]) && !is_halted(g->waves[blamed]))))
            blamed = i;
    return blamed;
}

/* No wave gets on, and one is halted: no other wave can release it. */
static bool is_dead(launch *l, const resident *g) {
    unsigned blamed = group_blamed(g);
    gcn_wave *w = blamed < g->wave_count ? g->waves[blamed] : NULL;
    if (!w || !is_halted(w))
        return false;
    wave_raise(w, GISA_FAULT_HALTED, 0);
    launch_fault(l, w, g->id, blamed);
    return true;
}

void group_rest(unsigned rounds) {
    const struct timespec moment = {0, 20000};
    if (rounds < SLEEPLESS || rounds % OFTEN)
        sched_yield();
    else
        nanosleep(&moment, NULL);
}

/* Instructions until group_look examines the group, or it is set aside. */
static uint64_t most_of_round(uint64_t look, uint64_t spent) {
    const uint64_t next = look < SLICE ? look : SLICE;
    return spent < next ? next - spent : 0;
}

stint_end group_stint(runner *r, resident *g, uint64_t *spent) {
    uint64_t look = r->count > 1 ? LOOK_SOON : LOOK_LATE;
    unsigned idle = 0, naps = 0;
    group_look_at found = GROUP_GETS_ON;
    while (!launch_is_over(r->l)) {
        round_marks m = run_round(r, g, runner_has_others(r) ? most_of_round(look, *spent) : UINT64_MAX);
        *spent += group_count(r, g);
        if (has_ended(g))
            return STINT_ENDED;
        if (m.sleeps && !m.awake)
            group_rest(++g->asleep);
        else
            g->asleep = naps = 0;
        /* One that begins to wait may let another one go on, so that one such round says
           nothing. */
        idle = m.got_on ? 0 : idle + 1;
        if (idle > 1)
            return is_dead(r->l, g) ? STINT_OVER : STINT_WAITS;
        if (!runner_has_others(r))
            continue;
        if (g->asleep && ++naps >= (r->count > 1 ? FEW_NAPS : NAPS))
            return STINT_WAITS;
        for (; *spent >= look; look *= 2)
            found = group_look(r, g);
        if (found != GROUP_GETS_ON)
            return found == GROUP_IS_STUCK ? STINT_WAITS : STINT_MAY_WAIT;
        if (*spent >= SLICE)
            return STINT_LONG;
    }
    return STINT_OVER;
}

/* ---- waiting --------------------------------------------------------------------------- */

/* Back where it was and as it was, a wave that waits for memory will do the same again. Where few
 * registers have changed, these may count how often it has looked. */
static group_look_at loop_of(runner *r, resident *g, unsigned i) {
    const gcn_wave *w = g->waves[i];
    bool reads = false;
    snapshot_take(r->before, w);
    for (unsigned n = 0, changes; n < LOOP_LENGTH && group_room(r, 1); n++) {
        const gisa_op *op = program_at(w->program, w->pc);
        reads |= op->units && w->isa->forms[op->form].reads & GISA_STATE_MEMORY;
        take_step(r, g, i);
        if (w->events & GISA_ENDS)
            end_wave(r, g, i);
        if (w->waiting || w->fault.kind || g->ended[i])
            return GROUP_GETS_ON;
        changes = snapshot_changes(r->before, w, COUNTERS);
        if (reads && changes <= COUNTERS)
            return changes ? GROUP_MAY_WAIT : GROUP_IS_STUCK;
    }
    return GROUP_GETS_ON;
}

static group_look_at look_at_wave(runner *r, resident *g, unsigned i) {
    if (!g->waves[i])
        return GROUP_GETS_ON;
    if (is_halted(g->waves[i]))
        return GROUP_IS_STUCK;
    if (g->waves[i]->waiting)
        return group_room(r, 1) && !take_step(r, g, i) ? GROUP_IS_STUCK : GROUP_GETS_ON;
    g->loops = true;
    return loop_of(r, g, i);
}

group_look_at group_look(runner *r, resident *g) {
    group_look_at all = GROUP_IS_STUCK;
    if (!r->before && !(r->before = snapshot_new()))
        return GROUP_GETS_ON;
    g->loops = false;
    for (unsigned i = 0; all != GROUP_GETS_ON && i < g->wave_count; i++)
        if (!g->ended[i]) {
            group_look_at one = launch_is_over(r->l) ? GROUP_GETS_ON : look_at_wave(r, g, i);
            all = one < all ? one : all;
        }
    group_count(r, g);
    return all;
}
