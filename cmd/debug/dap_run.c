/* SPDX-License-Identifier: MIT */
/* gisa dap: starts the launch, lets it run, and tells where it stands. */
#ifdef WITH_JANSSON
#include "cmd.h"
#include "code.h"
#include "dap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- initialize ------------------------------------------------------------------------------ */

json_t *dap_initialize(dap *d, const json_t *arguments, const char **why) {
    static const char *const able[] = {"supportsConfigurationDoneRequest",
                                       "supportsFunctionBreakpoints",
                                       "supportsConditionalBreakpoints",
                                       "supportsHitConditionalBreakpoints",
                                       "supportsEvaluateForHovers",
                                       "supportsStepBack",
                                       "supportsSetVariable",
                                       "supportsRestartRequest",
                                       "supportsExceptionInfoRequest",
                                       "supportsDataBreakpoints",
                                       "supportsReadMemoryRequest",
                                       "supportsWriteMemoryRequest",
                                       "supportsDisassembleRequest",
                                       "supportsSteppingGranularity",
                                       "supportsInstructionBreakpoints",
                                       "supportsTerminateRequest"};
    json_t *body = json_object();
    (void)why;
    d->first_line = json_is_false(json_object_get(arguments, "linesStartAt1")) ? 0 : 1;
    for (unsigned i = 0; i < sizeof able / sizeof *able; i++)
        json_object_set_new(body, able[i], json_true());
    return body;
}

/* ---- launch ---------------------------------------------------------------------------------- */

/* A text as it is; numbers, and lists of them, with commas between them. NULL: it is none of
   these, or too long. The text lives as long as d->kept. */
static const char *text_of(dap *d, const json_t *j) {
    char text[200] = "";
    size_t i, size = 0;
    const json_t *each;
    json_t *kept;
    if (json_is_string(j))
        return json_string_value(j);
    if (json_is_integer(j))
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(j));
    json_array_foreach(j, i, each) {
        if (!json_is_integer(each) || size > sizeof text - 30)
            return NULL;
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%lld", i ? "," : "",
                                 (long long)json_integer_value(each));
    }
    if (!*text)
        return NULL;
    kept = json_string(text);
    json_array_append_new(json_object_get(d->kept, "texts"), kept);
    return json_string_value(kept);
}

static bool take_text(dap *d, char id, const char *text) {
    return strchr("SpL", id) ? code_take(&d->s.t.setup, &dap_command, id, text)
                             : run_request_take(&d->s.t.r, id, text);
}

static bool take_member(dap *d, const json_t *arguments, const char *key, char id) {
    const json_t *j = json_object_get(arguments, key);
    const char *text = j ? text_of(d, j) : NULL;
    size_t i;
    const json_t *each;
    if (!j)
        return true;
    if (strchr("MSp", id) && json_is_array(j)) {
        json_array_foreach(j, i, each) if (!json_is_string(each) ||
                                           !take_text(d, id, json_string_value(each))) return false;
        return true;
    }
    if (!text)
        fprintf(stderr, "gisa dap: expected a text or numbers for \"%s\"\n", key);
    return text && take_text(d, id, text);
}

static bool take_arguments(dap *d, const json_t *list) {
    size_t i;
    const json_t *each;
    json_array_foreach(list, i, each) if (!json_is_string(each) ||
                                          !run_request_take(&d->s.t.r, 0, json_string_value(each))) {
        fprintf(stderr, "gisa dap: expected texts like i32:5 in \"arguments\"\n");
        return false;
    }
    return true;
}

static void take_stops(dap *d, const json_t *arguments) {
    d->stop_on_entry = json_is_true(json_object_get(arguments, "stopOnEntry"));
    d->stop_at_end = json_is_true(json_object_get(arguments, "stopAtEnd"));
}

static bool take_launch(dap *d, const json_t *arguments) {
    static const struct {
        const char *key;
        char id;
    } members[] = {{"kernel", 'k'},          {"arch", 'a'},   {"object", 'O'}, {"grid", 'g'},
                   {"group", 'l'},           {"offset", 'o'}, {"syntax", 'y'}, {"models", 'M'},
                   {"maxInstructions", 'm'}, {"set", 'S'},    {"mem", 'p'},    {"settings", 'L'}};
    d->s.t.r.file = message_string(arguments, "program");
    take_stops(d, arguments);
    if (!d->s.t.r.file) {
        fprintf(stderr, "gisa dap: the launch request has no \"program\"\n");
        return false;
    }
    for (unsigned i = 0; i < sizeof members / sizeof *members; i++)
        if (!take_member(d, arguments, members[i].key, members[i].id))
            return false;
    return take_arguments(d, json_object_get(arguments, "arguments"));
}

/* In a program of the host, at its first launch: gisa dap has started it. */
static json_t *launch_hosted(dap *d, const json_t *arguments) {
    take_stops(d, arguments);
    d->first_line = json_is_false(json_object_get(arguments, "linesStartAt1")) ? 0 : 1;
    d->loaded = true;
    return NULL;
}

json_t *dap_launch(dap *d, const json_t *arguments, const char **why) {
    const char *cwd = message_string(arguments, "cwd");
    if (d->s.hosted)
        return launch_hosted(d, arguments);
    if (d->kept) {
        *why = "something has been launched already";
        return NULL;
    }
    d->kept = json_pack("{s:O?, s:[]}", "arguments", arguments, "texts");
    d->s.page = page_open();
    if (cwd && chdir(cwd) != 0)
        fprintf(stderr, "gisa dap: cannot change to the folder %s\n", cwd);
    if (take_launch(d, arguments) && target_open(&d->s.t)) {
        d->loaded = true;
        return NULL;
    }
    *why = dap_printed(d);
    if (!**why)
        *why = "it could not be launched";
    return NULL;
}

json_t *dap_configured(dap *d, const json_t *arguments, const char **why) {
    (void)arguments, (void)why;
    if (d->stop_on_entry) {
        d->tells = true;
        return NULL;
    }
    d->running = true;
    debug_restart(d->s.t.d);
    return NULL;
}

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
        *why = "the kernel has ended";
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
                  json_pack("{s:s, s:s, s:i, s:b}", "reason", "pause", "description", "the kernel has ended",
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
