/* SPDX-License-Identifier: MIT */
/* Orders as runs of the launch. Forwards, a run goes on until the order is done. Backwards takes
 * two: one from the beginning to where the session stands, which notes the last position that would
 * have done, and one that stops there. */
#include "passes.h"

#include <string.h>

/* ---- orders ---------------------------------------------------------------------------------- */

static void begin_again(debug *d, const pass *p) {
    d->pass = *p;
    d->again = true;
}

void pass_begin(debug *d) {
    d->pass = (pass){.kind = PASS_TO, .goal = 0, .stop = {.why = DEBUG_WHY_BEGIN, .lane = GISA_WAVE_ALL}};
}

/* Could anything stop it besides the step? */
static bool has_points(debug *d) {
    for (unsigned i = 1; i <= debug_point_most(d); i++)
        if (debug_point_at(d, i) && debug_point_at(d, i)->enabled)
            return true;
    return false;
}

void pass_order(debug *d, const debug_order *order) {
    const debug_wave *w = debug_wave_find(d, &order->wave);
    d->step = (stepping){.order = *order, .gone = !w, .absent = !w};
    if (w) {
        d->step.done = w->done;
        d->step.pc = w->pc;
        d->step.calls = w->calls;
    }
    if (order->back && order->step == DEBUG_STEP_INSTRUCTION && w && w->done && !has_points(d))
        begin_again(d, &(pass){.kind = PASS_TO,
                               .goal = w->last,
                               .stop = {.why = DEBUG_WHY_STEPPED, .lane = GISA_WAVE_ALL}});
    else if (order->back)
        begin_again(d, &(pass){.kind = PASS_SEARCH, .goal = d->number});
    else
        d->pass = (pass){.kind = PASS_FORWARD, .from = d->number};
}

void pass_to(debug *d, uint64_t number) {
    const pass p = {
        .kind = PASS_TO, .goal = number, .stop = {.why = DEBUG_WHY_STEPPED, .lane = GISA_WAVE_ALL}};
    d->step.order.wave = (debug_wave_id){{UINT32_MAX, 0, 0}, 0};
    if (number <= d->number || d->ended)
        begin_again(d, &p);
    else
        d->pass = p;
}

void pass_restart(debug *d) {
    d->step = (stepping){.order = {.step = DEBUG_STEP_NONE}};
    begin_again(d, &(pass){.kind = PASS_FORWARD, .first = true});
}

/* ---- steps ----------------------------------------------------------------------------------- */

static uint64_t line_of(const debug *d, uint64_t pc) {
    return d->o.line ? d->o.line(d->o.ctx, pc) : 0;
}

static bool begins_line(const debug *d, const debug_wave *w) {
    const uint64_t line = line_of(d, w->pc);
    return line && line != w->line;
}

void pass_line(debug *d, debug_wave *w) {
    const debug_step step = d->step.order.step;
    if (step != DEBUG_STEP_LINE && step != DEBUG_STEP_LINE_OVER && step != DEBUG_STEP_PAST)
        return;
    const uint64_t line = line_of(d, w->pc);
    w->line = line ? line : w->line;
}

/* Has the wave gone on since the order, or, backwards, is it not yet where it was? */
static bool is_elsewhere(const stepping *s, const debug_wave *w) {
    return s->order.back ? w->done < s->done : w->done > s->done;
}

static bool is_stepped(const debug *d, const debug_wave *w) {
    const stepping *s = &d->step;
    if (w->waits || !is_elsewhere(s, w))
        return false;
    switch (s->order.step) {
    case DEBUG_STEP_INSTRUCTION: return true;
    case DEBUG_STEP_OVER: return w->calls <= s->calls;
    case DEBUG_STEP_OUT: return w->calls < s->calls;
    case DEBUG_STEP_LINE: return begins_line(d, w);
    case DEBUG_STEP_LINE_OVER: return w->calls <= s->calls && begins_line(d, w);
    case DEBUG_STEP_PAST:
        return w->calls < s->calls || (w->calls == s->calls && w->pc > s->pc && begins_line(d, w));
    case DEBUG_STEP_ADDRESS: return w->pc == s->order.address;
    default: return false;
    }
}

/* Where the wave has ended, or had not begun, another one will do. */
static bool step_ends(const debug *d, const debug_wave *w) {
    const debug_step step = d->step.order.step;
    if (step == DEBUG_STEP_NONE)
        return false;
    if (d->step.gone && !d->step.order.back)
        return !w->waits && step != DEBUG_STEP_ADDRESS;
    return debug_same_wave(&w->id, &d->step.order.wave) && is_stepped(d, w);
}

/* ---- stops ----------------------------------------------------------------------------------- */

static debug_stop stop_of_hit(debug *d, const hit *h) {
    return (debug_stop){.why = DEBUG_WHY_POINT,
                        .wave = debug_wave_find(d, &h->id),
                        .lane = h->lane,
                        .point = h->point,
                        .pc = h->pc,
                        .was = h->was,
                        .is = h->is,
                        .size = h->size,
                        .access = h->access};
}

static bool stop_at(debug *d, debug_why why, debug_wave *w) {
    d->stop = (debug_stop){.why = why, .wave = w, .lane = GISA_WAVE_ALL};
    return true;
}

/* A point stops the launch: it is counted, and goes if it is temporary. */
static bool stop_at_hit(debug *d, const hit *h, debug_wave *w) {
    const debug_point *p = debug_point_at(d, h->point);
    if (!points_take(d, h->point))
        return false;
    d->stop = stop_of_hit(d, h);
    if (!d->stop.wave)
        d->stop.wave = w;
    if (p->temporary)
        debug_point_remove(d, h->point);
    return true;
}

static bool forward_stops(debug *d, debug_wave *w) {
    hit h;
    if (d->interrupted)
        return stop_at(d, DEBUG_WHY_INTERRUPTED, w);
    if (d->pending.point && stop_at_hit(d, &d->pending, w))
        return true;
    if (d->number == d->pass.from && !d->pass.first)
        return false;
    h = points_before(d, w);
    if (h.point && stop_at_hit(d, &h, w))
        return true;
    return step_ends(d, w) && stop_at(d, DEBUG_WHY_STEPPED, w);
}

/* ---- backwards ------------------------------------------------------------------------------- */

static void note(debug *d, uint64_t number, const debug_stop *stop) {
    d->pass.found = true;
    d->pass.stop = *stop;
    d->pass.stop.number = number;
    d->pass.stop.wave = NULL;
}

/* The search is done: the next run goes to what it found, or to the beginning. */
static void go_back(debug *d) {
    const pass s = d->pass;
    pass to = {.kind = PASS_TO, .stop = {.why = DEBUG_WHY_FIRST, .lane = GISA_WAVE_ALL}};
    if (s.found) {
        to.goal = s.stop.number;
        to.stop = s.stop;
    } else if (s.found_near && d->step.order.step != DEBUG_STEP_NONE) {
        to.goal = s.near;
        to.stop.why = DEBUG_WHY_STEPPED;
    }
    begin_again(d, &to);
}

/* What will do where nothing was found: the beginning of the wave, or, where it stands there, the
   instruction before, whose wave ever it is. */
static void note_near(debug *d, const debug_wave *w) {
    pass *p = &d->pass;
    if (p->at_first || w->waits)
        return;
    p->found_near = true;
    p->near = d->number;
    p->at_first = !w->done && !d->step.absent && debug_same_wave(&w->id, &d->step.order.wave);
}

static void search(debug *d, debug_wave *w) {
    hit h = points_before(d, w);
    debug_stop stop = {.why = DEBUG_WHY_STEPPED, .lane = GISA_WAVE_ALL};
    if (d->number == d->pass.goal || d->interrupted) {
        go_back(d);
        return;
    }
    if (h.point) {
        stop = stop_of_hit(d, &h);
        note(d, d->number, &stop);
    } else if (step_ends(d, w))
        note(d, d->number, &stop);
    note_near(d, w);
}

void pass_watched(debug *d, const debug_wave *w) {
    debug_stop stop;
    (void)w;
    if (d->pass.kind != PASS_SEARCH || !d->pending.point || d->number > d->pass.goal)
        return;
    stop = stop_of_hit(d, &d->pending);
    note(d, d->number - 1, &stop);
}

/* ---- what session.c asks --------------------------------------------------------------------- */

bool pass_stops(debug *d, debug_wave *w) {
    switch (d->pass.kind) {
    case PASS_FORWARD: return forward_stops(d, w);
    case PASS_SEARCH: search(d, w); return false;
    default:
        if (d->interrupted)
            return stop_at(d, DEBUG_WHY_INTERRUPTED, w);
        if (d->number != d->pass.goal)
            return false;
        d->stop = d->pass.stop;
        d->stop.wave = w;
        return true;
    }
}

/* A fault is shown at its instruction, as it was before. */
static void go_to_fault(debug *d, const gisa_result *result) {
    const pass to = {
        .kind = PASS_TO,
        .goal = d->number - 1,
        .stop = {.why = DEBUG_WHY_FAULT, .lane = GISA_WAVE_ALL, .result = *result, .pc = result->pc}};
    d->pass = to;
}

bool pass_ends(debug *d, gisa_status status, const gisa_result *result) {
    if (d->pass.kind == PASS_SEARCH && !status) {
        go_back(d);
        return false;
    }
    if (!status && result->end != GISA_END_ENDED && d->number && d->pass.stop.why != DEBUG_WHY_FAULT) {
        go_to_fault(d, result);
        return false;
    }
    stop_at(d, status || result->end != GISA_END_ENDED ? DEBUG_WHY_FAILED : DEBUG_WHY_ENDED, NULL);
    if (d->pending.point && points_take(d, d->pending.point))
        d->stop = stop_of_hit(d, &d->pending);
    d->stop.result = *result;
    d->stop.status = status;
    return true;
}

bool pass_nowhere(debug *d) {
    stop_at(d, DEBUG_WHY_ENDED, NULL);
    return true;
}
