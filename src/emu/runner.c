/* SPDX-License-Identifier: MIT */
/*
 * A thread of a launch runs work-groups. Those that wait for others are set aside, and the thread
 * begins the next one or goes on with one that it has set aside before, as a GPU does that holds
 * many work-groups at once:
 *
 * - a group that ends leaves its room to the next one;
 * - one that waits is looked at again when something has happened, or when all others wait, too;
 * - new ones begin while there is room for them.
 */
#include <sched.h>
#include <stdlib.h>

#include "insn/body.h"
#include "group.h"

/* Groups that are not seen to wait may do so all the same, for instance by counting how often they
 * looked: after so many instructions one more begins. */
enum { LONG = 16000000 };
/* A thread takes this part of the groups that are left, for each thread. */
enum { AHEAD = 8, MOST_AHEAD = 4096 };

/* Groups that have not begun. */
static bool has_more(const runner *r) {
    return r->next < r->end ||
           atomic_load_explicit(&r->l->next_group, memory_order_relaxed) < r->l->group_count;
}

bool runner_has_others(const runner *r) {
    return r->held > 1 || has_more(r);
}

/* ---- room for groups ------------------------------------------------------------------------- */

static void free_resident(launch *l, resident *g) {
    waves_give(l->machine, g->set);
    free(g->group.lds);
    free(g);
}

static resident *new_resident(launch *l, unsigned slot) {
    resident *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->slot = slot;
    g->set = waves_take(l->machine, &l->device, &g->group, l->group_waves);
    g->group.lds_size = l->lds_size;
    g->group.lds = aligned_alloc(64, ((size_t)l->lds_size + 64 + 63) & ~(size_t)63);
    if (g->set && g->group.lds)
        return g;
    free_resident(l, g);
    return NULL;
}

/* A number below launch.most_resident; false: all are taken. */
static bool take_place(launch *l, uint32_t *place) {
    bool free_one;
    pthread_mutex_lock(&l->lock);
    free_one = l->resident < l->most_resident;
    if (free_one)
        *place = l->resident++;
    pthread_mutex_unlock(&l->lock);
    return free_one;
}

/* Room for one more; NULL: there is none, or no memory. */
static resident *add_room(runner *r) {
    uint32_t place;
    resident **grown, *g;
    if (r->no_memory || !take_place(r->l, &place))
        return NULL;
    grown = realloc(r->all, (r->count + 1) * sizeof(resident *));
    if (grown)
        r->all = grown;
    g = grown ? new_resident(r->l, place * r->l->group_waves) : NULL;
    r->no_memory = !g;
    if (g)
        r->all[r->count++] = g;
    return g;
}

/* ---- which group runs ------------------------------------------------------------------------ */

static resident *next_ready(runner *r) {
    for (unsigned k = 1; k <= r->count && !launch_is_over(r->l); k++) {
        unsigned i = (r->at + k) % r->count;
        resident *g = r->all[i];
        if (g->state == GROUP_UNKNOWN)
            g->state = group_look(r, g) == GROUP_IS_STUCK ? GROUP_WAITS : GROUP_READY;
        if (g->state == GROUP_READY) {
            r->at = i;
            return g;
        }
    }
    return NULL;
}

/* Takes groups: many, where waves of many can be run in one go. */
static bool take_groups(runner *r) {
    launch *l = r->l;
    uint64_t count = 1, left;
    if (r->next < r->end)
        return true;
    left = l->group_count - atomic_load_explicit(&l->next_group, memory_order_relaxed);
    if (!l->asked->observer && left > AHEAD * l->threads && group_straight_entry(l))
        count = left / (AHEAD * l->threads) < MOST_AHEAD ? left / (AHEAD * l->threads) : MOST_AHEAD;
    r->next = atomic_fetch_add(&l->next_group, count);
    r->end = r->next + count < l->group_count ? r->next + count : l->group_count;
    return r->next < r->end;
}

/* Those that are left to others where one has to begin as usual, which may take long. */
static void give_groups_back(runner *r) {
    uint64_t taken = r->end;
    if (r->next < r->end && atomic_compare_exchange_strong(&r->l->next_group, &taken, r->next))
        r->end = r->next;
}

static void note_done(const runner *r, uint64_t groups) {
    if (r->l->asked->progress)
        __atomic_fetch_add(&r->l->asked->progress->groups_done, groups, __ATOMIC_RELAXED);
}

/* Runs waves of groups that have been taken; how many of the next group. */
static unsigned run_ahead(runner *r, resident *g) {
    launch *l = r->l;
    const uint64_t waves = group_run_straight(r, g, r->next, 0, (r->end - r->next) * l->group_waves);
    if (!waves)
        return 0;
    group_count(r, g);
    note_done(r, waves / l->group_waves);
    r->next += waves / l->group_waves;
    atomic_fetch_add_explicit(&l->events, 1, memory_order_relaxed);
    return (unsigned)(waves % l->group_waves);
}

/* Begins the next group, after those all of whose waves could be run in one go; false: there is
   none, or it cannot begin. */
static bool begin_group(runner *r, resident *g) {
    launch *l = r->l;
    const bool ahead = !l->asked->observer && !l->asked->executed && !l->asked->lanes;
    unsigned waves = 0;
    uint64_t before;
    do {
        if (launch_is_over(l) || !take_groups(r))
            return false;
        before = r->next;
        waves = ahead ? run_ahead(r, g) : 0;
    } while (r->next != before && !waves);
    if (launch_is_over(l))
        return false;
    if (!group_begin(r, g, r->next++)) {
        r->failed = true;
        atomic_store(&l->over, 1);
        return false;
    }
    if (waves)
        group_skip(g, waves);
    give_groups_back(r);
    return true;
}

/* A group that has not begun yet; NULL: there is none, or no room. */
static resident *begin_next(runner *r) {
    resident *g = NULL;
    unsigned i = 0;
    if (!has_more(r))
        return NULL;
    while (i < r->count && r->all[i]->state != GROUP_NONE)
        i++;
    g = i < r->count ? r->all[i] : add_room(r);
    if (!g || !begin_group(r, g))
        return NULL;
    r->held++;
    r->at = i;
    r->since = 0;
    return g;
}

static resident *choose(runner *r) {
    resident *g = r->since >= LONG ? begin_next(r) : NULL;
    g = g ? g : next_ready(r);
    return g || launch_is_over(r->l) ? g : begin_next(r);
}

/* ---- one stint ------------------------------------------------------------------------------- */

/* Something has happened: who waited may go on. */
static void look_again(runner *r) {
    for (unsigned i = 0; i < r->count; i++)
        if (r->all[i]->state == GROUP_WAITS)
            r->all[i]->state = GROUP_UNKNOWN;
}

static void end_group(runner *r, resident *g) {
    if (r->observation)
        observe_group_end(r->observation, g->seen);
    g->seen = NULL;
    g->state = GROUP_NONE;
    r->held--;
    look_again(r);
    note_done(r, 1);
}

static void run_group(runner *r, resident *g) {
    uint64_t spent = 0;
    stint_end end = group_stint(r, g, &spent);
    atomic_fetch_add_explicit(&r->l->events, 1, memory_order_relaxed);
    r->since += spent;
    r->rests = 0;
    if (end == STINT_ENDED)
        end_group(r, g);
    if (end == STINT_WAITS)
        g->state = GROUP_WAITS;
    if (end == STINT_MAY_WAIT)
        r->since = LONG;
    if (g->state == GROUP_WAITS || end == STINT_MAY_WAIT)
        atomic_fetch_add_explicit(&r->l->waits, runner_has_others(r), memory_order_relaxed);
}

/* ---- when all wait --------------------------------------------------------------------------- */

/* All groups of all threads wait, and nothing has happened since they were looked at. */
static bool all_vote(runner *r, bool loops) {
    launch *l = r->l;
    bool all;
    pthread_mutex_lock(&l->lock);
    if (l->voted != r->looked || !l->votes) {
        l->voted = r->looked;
        l->votes = 0;
        l->loops = false;
    }
    if (r->voted != r->looked) {
        r->voted = r->looked;
        l->votes++;
        l->loops |= loops;
    }
    all = l->votes == l->runners;
    pthread_mutex_unlock(&l->lock);
    return all;
}

static void rest(runner *r) {
    bool busy = false;
    for (unsigned i = 0; i < r->count; i++)
        busy |= r->all[i]->state == GROUP_WAITS && r->all[i]->loops && !r->all[i]->asleep;
    if (busy)
        sched_yield();
    else
        group_rest(++r->rests);
}

static void fail(launch *l, const resident *g, gisa_fault_kind kind) {
    unsigned blamed = group_blamed(g);
    if (blamed < g->wave_count) {
        wave_raise(g->waves[blamed], kind, 0);
        launch_fault(l, g->waves[blamed], g->id, blamed);
    }
}

/* Groups wait, some by a loop, which something outside of the launch may end; others have not begun
   and have no room. */
static bool is_fault(const runner *r) {
    launch *l = r->l;
    char message[160];
    bool told;
    if (!l->asked->stuck || !has_more(r))
        return false;
    pthread_mutex_lock(&l->lock);
    told = l->told;
    l->told = true;
    launch_say_crowded(l, message, sizeof message);
    pthread_mutex_unlock(&l->lock);
    return !told && l->asked->stuck(l->asked->ctx, message);
}

static void wait_for_others(runner *r) {
    launch *l = r->l;
    const uint64_t now = atomic_load_explicit(&l->events, memory_order_relaxed);
    const resident *first = NULL;
    bool loops = false;
    for (unsigned i = r->count; i--;)
        if (r->all[i]->state == GROUP_WAITS) {
            first = r->all[i];
            loops |= first->loops;
        }
    if (first && r->looked == now && all_vote(r, loops)) {
        if (!l->loops)
            fail(l, first, GISA_FAULT_STUCK);
        else if (is_fault(r))
            fail(l, first, GISA_FAULT_CROWDED);
    }
    r->looked = now;
    look_again(r);
    rest(r);
}

/* ---- the thread ------------------------------------------------------------------------------ */

static void join(launch *l, int change) {
    pthread_mutex_lock(&l->lock);
    l->runners += (unsigned)change;
    pthread_mutex_unlock(&l->lock);
    atomic_fetch_add(&l->events, 1);
}

/* The group that ran last, or another one. */
static void tell_stop(const runner *r) {
    for (unsigned k = 0; k < r->count; k++) {
        const resident *g = r->all[(r->at + k) % r->count];
        if (g->state != GROUP_NONE)
            group_cut(r->l, g, GISA_END_STOPPED);
    }
}

static bool begin(runner *r) {
    const gisa_launch *asked = r->l->asked;
    r->looked = r->voted = UINT64_MAX;
    r->observation = asked->observer ? observation_new(r->l) : NULL;
    add_room(r);
    return !r->no_memory && (!asked->observer || r->observation);
}

static void end(runner *r) {
    for (unsigned i = 0; i < r->count; i++) {
        if (r->observation)
            observe_group_end(r->observation, r->all[i]->seen);
        free_resident(r->l, r->all[i]);
    }
    observation_free(r->observation);
    free(r->all);
    free(r->before);
}

bool launch_work(launch *l, unsigned number) {
    runner r = {.l = l, .number = number};
    bool ready;
    join(l, 1); /* before it takes room */
    ready = begin(&r);
    while (ready && !launch_is_over(l)) {
        resident *g = choose(&r);
        if (g)
            run_group(&r, g);
        else if (r.held)
            wait_for_others(&r);
        else
            break;
    }
    group_tell(&r);
    if (launch_is_stopped(l->asked))
        tell_stop(&r);
    join(l, -1);
    end(&r);
    return ready && !r.failed;
}
