/* SPDX-License-Identifier: MIT */
/* gisa dap: what a launch request asks for, and the session that comes of it. */
#ifdef WITH_JANSSON
#include "cmd.h"
#include "code.h"
#include "dap.h"
#include "shaders.h"
#include "stages.h"

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
    if (d->s.t.stages)
        return stage_take(&d->s.t.stages->run, id, text);
    if (d->s.t.shaders)
        return shader_take(&d->s.t.shaders->run, id, text);
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

/* ---- shaders --------------------------------------------------------------------------------- */

/* For the messages about "options". */
static command_info dap_shader_command = {.name = "dap", .usage = ""};

enum { MOST_WORDS = 256 };

/* The command line that "options" is a part of. */
typedef struct words {
    char *at[MOST_WORDS];
    int count;
} words;

static void add_word(words *w, const char *text) {
    w->at[w->count++] = (char *)(uintptr_t)text;
}

static bool list_options(const json_t *list, words *w) {
    size_t i;
    const json_t *each;
    add_word(w, "dap");
    json_array_foreach(list, i, each) {
        if (!json_is_string(each) || w->count == MOST_WORDS - 4) {
            fprintf(stderr, "gisa dap: expected texts like \"--size\", \"64x64\" in \"options\"\n");
            return false;
        }
        add_word(w, json_string_value(each));
    }
    return true;
}

/* The whole line says what the program is. */
static bool is_shader(words w, const json_t *arguments) {
    const char *const arch = message_string(arguments, "arch"), *const program =
                                                                    message_string(arguments, "program");
    if (arch) {
        add_word(&w, "-a");
        add_word(&w, arch);
    }
    add_word(&w, program);
    return run_is_shader(w.count, w.at);
}

static bool take_stage(dap *d, const json_t *arguments, words *w) {
    static stages s = {.run.instances = 1};
    d->s.t.stages = &s;
    stage_command = &dap_shader_command;
    dap_shader_command.options = stage_options;
    return take_member(d, arguments, "stage", 'Z') &&
           options_read(stage_command, w->count, w->at, stage_take, &s.run);
}

static bool take_shader(dap *d, words *w) {
    static shaders s;
    const command_info *other = shader_command_of(w->count, w->at);
    d->s.t.shaders = &s;
    s.run.pixel = other == &run_mesh_command ? &s.pixel : NULL;
    shader_command = &dap_shader_command;
    dap_shader_command.options = other->options;
    return options_read(shader_command, w->count, w->at, shader_take, &s.run);
}

static bool check(const dap *d) {
    return d->s.t.stages ? stage_check(&d->s.t.stages->run) : shader_check(&d->s.t.shaders->run);
}

/* ---------------------------------------------------------------------------------------------- */

static void take_stops(dap *d, const json_t *arguments) {
    d->stop_on_entry = json_is_true(json_object_get(arguments, "stopOnEntry"));
    d->stop_at_end = json_is_true(json_object_get(arguments, "stopAtEnd"));
}

/* Members with one value, or a list of them, whose letters are those of the options that have it;
   and which targets have it: kernels, stages, shaders. */
static const struct {
    const char *key;
    char id;
    const char *of;
} members[] = {{"arch", 'a', "kernel stage shader"},
               {"models", 'M', "kernel stage shader"},
               {"maxInstructions", 'm', "kernel stage shader"},
               {"syntax", 'y', "kernel stage"},
               {"grid", 'g', "kernel stage"},
               {"group", 'l', "kernel stage"},
               {"kernel", 'k', "kernel"},
               {"object", 'O', "kernel"},
               {"offset", 'o', "kernel"},
               {"set", 'S', "kernel"},
               {"mem", 'p', "kernel"},
               {"settings", 'L', "kernel"}};

static bool take_members(dap *d, const json_t *arguments) {
    const char *const kind = target_kind(&d->s.t);
    for (unsigned i = 0; i < sizeof members / sizeof *members; i++) {
        const char *const key = members[i].key;
        if (!strstr(members[i].of, kind) && json_object_get(arguments, key)) {
            fprintf(stderr, "gisa dap: \"%s\" is not for a %s, which has \"options\"\n", key, kind);
            return false;
        }
        if (strstr(members[i].of, kind) && !take_member(d, arguments, key, members[i].id))
            return false;
    }
    return true;
}

static bool take_kernel(dap *d, const json_t *arguments) {
    if (json_object_get(arguments, "options")) {
        fprintf(stderr, "gisa dap: \"options\" is for shaders and their stages\n");
        return false;
    }
    return take_members(d, arguments) && take_arguments(d, json_object_get(arguments, "arguments"));
}

static bool take_launch(dap *d, const json_t *arguments) {
    const char *const program = message_string(arguments, "program");
    words w = {.count = 0};
    take_stops(d, arguments);
    if (!program) {
        fprintf(stderr, "gisa dap: the launch request has no \"program\"\n");
        return false;
    }
    d->s.t.r.file = program;
    if (!list_options(json_object_get(arguments, "options"), &w))
        return false;
    const bool has_stage = json_object_get(arguments, "stage");
    if (!has_stage && !is_shader(w, arguments))
        return take_kernel(d, arguments);
    return (has_stage ? take_stage(d, arguments, &w) : take_shader(d, &w)) && take_members(d, arguments) &&
           take_text(d, 0, program) && check(d);
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
#else
typedef int dap_launch_is_not_built;
#endif
