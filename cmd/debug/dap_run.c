/* SPDX-License-Identifier: MIT */
/* gisa dap: lets the launch run, and tells where it stands. */
#ifdef WITH_JANSSON
#include "dap.h"

#include <string.h>

/* ---- running --------------------------------------------------------------------------------- */

static bool by_instruction(const dap *d, const json_t *arguments) {
    const char *granularity = message_string(arguments, "granularity");
    return !d->s.t.lines.count || (granularity && strcmp(granularity, "instruction") == 0);
}

static json_t *go(dap *d, const json_t *arguments, debug_step line, debug_step instruction, bool back,
                  const char **why) {
    debug_order o = {.step = by_instruction(d, arguments) ? instruction : line, .back = back};
    const debug_stop *stop = debug_stopped(d->s.t.d);
    dap_look_at(d, json_integer_value(json_object_get(arguments, "threadId")));
    o.wave = d->s.t.wave;
    if (!back && !stop->next && d->s.hosted) {
        d->s.leaves = true;
        return json_pack("{s:b}", "allThreadsContinued", 1);
    }
    if (!back && !stop->next) {
        *why = "it has ended";
        return NULL;
    }
    if (back && !debug_goes_back(d->s.t.d)) {
        *why = "the kernel has asked the host for something (printf, malloc): going back would ask again";
        return NULL;
    }
    d->running = true;
    debug_go(d->s.t.d, &o);
    return json_pack("{s:b}", "allThreadsContinued", 1);
}

json_t *dap_continue(dap *d, const json_t *arguments, const char **why) {
    return go(d, arguments, DEBUG_STEP_NONE, DEBUG_STEP_NONE, false, why);
}

json_t *dap_next(dap *d, const json_t *arguments, const char **why) {
    return go(d, arguments, DEBUG_STEP_LINE_OVER, DEBUG_STEP_OVER, false, why);
}

json_t *dap_in(dap *d, const json_t *arguments, const char **why) {
    return go(d, arguments, DEBUG_STEP_LINE, DEBUG_STEP_INSTRUCTION, false, why);
}

/* Out of no call is to the end. */
json_t *dap_out(dap *d, const json_t *arguments, const char **why) {
    dap_look_at(d, json_integer_value(json_object_get(arguments, "threadId")));
    const debug_wave *w = target_wave(&d->s.t);
    const debug_step out = w && w->calls ? DEBUG_STEP_OUT : DEBUG_STEP_NONE;
    return go(d, arguments, out, out, false, why);
}

json_t *dap_back(dap *d, const json_t *arguments, const char **why) {
    return go(d, arguments, DEBUG_STEP_LINE, DEBUG_STEP_INSTRUCTION, true, why);
}

json_t *dap_back_continue(dap *d, const json_t *arguments, const char **why) {
    return go(d, arguments, DEBUG_STEP_NONE, DEBUG_STEP_NONE, true, why);
}

json_t *dap_pause(dap *d, const json_t *arguments, const char **why) {
    (void)arguments, (void)why;
    if (d->running)
        debug_interrupt(d->s.t.d);
    return NULL;
}

json_t *dap_restart(dap *d, const json_t *arguments, const char **why) {
    (void)arguments, (void)why;
    d->running = true;
    debug_restart(d->s.t.d);
    return NULL;
}

json_t *dap_disconnect(dap *d, const json_t *arguments, const char **why) {
    (void)arguments, (void)why;
    d->ends = true;
    return NULL;
}

/* ---- stops ----------------------------------------------------------------------------------- */

static const char *reason_of(const debug_stop *stop) {
    switch (stop->why) {
    case DEBUG_WHY_BEGIN: return "entry";
    case DEBUG_WHY_POINT: return stop->size ? "data breakpoint" : "breakpoint";
    case DEBUG_WHY_FAULT: return "exception";
    case DEBUG_WHY_INTERRUPTED: return "pause";
    case DEBUG_WHY_FIRST: return "entry";
    default: return "step";
    }
}

/* The end: a stop of its own, if that was asked for, otherwise that of the session. */
static bool tell_end(dap *d, const debug_stop *stop) {
    const bool failed = stop->why == DEBUG_WHY_FAILED;
    if (stop->next && !failed)
        return false;
    show_stop(&d->s);
    dap_tell_printed(d);
    if (d->stop_at_end && !failed) {
        dap_event(d, "stopped",
                  json_pack("{s:s, s:s, s:i, s:b}", "reason", "pause", "description", "it has ended",
                            "threadId", 1, "allThreadsStopped", 1));
        return true;
    }
    d->s.leaves = d->s.hosted;
    if (d->s.hosted)
        return true;
    dap_event(d, "exited", json_pack("{s:i}", "exitCode", failed));
    dap_event(d, "terminated", NULL);
    return true;
}

void dap_stopped(dap *d) {
    const debug_stop *stop = debug_stopped(d->s.t.d);
    json_t *body;
    target_look(&d->s.t);
    if (tell_end(d, stop))
        return;
    body = json_pack("{s:s, s:i, s:b}", "reason", reason_of(stop), "threadId",
                     (int)dap_thread_number(d, &d->s.t.wave), "allThreadsStopped", 1);
    if (stop->why == DEBUG_WHY_POINT)
        json_object_set_new(body, "hitBreakpointIds", json_pack("[i]", (int)stop->point));
    if (stop->why == DEBUG_WHY_FAULT)
        json_object_set_new(body, "text", json_string(stop->result.message));
    dap_event(d, "stopped", body);
}
#else
typedef int dap_is_not_built;
#endif
