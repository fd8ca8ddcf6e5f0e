/* SPDX-License-Identifier: MIT */
/* gisa dap: messages of the Debug Adapter Protocol, in and out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

static int cmd_dap(int argc, char **argv);
static void offer_nothing(void);

static const option options[] = {{"help", 'h', true, NULL, NULL, "show this text"},
                                 {NULL, 0, false, NULL, NULL, NULL}};

const command_info dap_command = {
    .name = "dap",
    .what = "the same for editors: the Debug Adapter Protocol",
    .usage = "usage: gisa dap\n",
    .text =
        "Talks the Debug Adapter Protocol on standard input and output: editors start it.\n"
        "A launch request has \"program\", and as they are needed \"kernel\", \"arch\", \"object\", \"grid\",\n"
        "\"group\", \"offset\", \"arguments\", \"syntax\", \"models\", \"maxInstructions\", \"stopOnEntry\" and\n"
        "\"stopAtEnd\" (the kernel's end is a stop, from which it goes back). With \"stage\": \"ps\" the program\n"
        "is the code of a shader stage, and \"options\" has further options of 'gisa run --stage', word by\n"
        "word, as it has those of 'gisa run' for shaders of the PS Vita. With \"hsa\": true the program is\n"
        "one of the host, such as a HIP program: it runs under gisa-hsa with \"args\", \"cwd\" and \"env\",\n"
        "and its launches are debugged, all or those of \"kernel\".\n",
    .options = options,
    .after = "editors/vscode in the source has the manifest for VS Code; docs/debugging.md has more.\n",
    .offer = offer_nothing,
    .run = cmd_dap};

static void offer_nothing(void) {}

static bool take(void *ctx, char id, const char *text) {
    bool *help = ctx;
    *help |= id == 'h';
    return id == 'h' || options_wrong(&dap_command, "unexpected argument", text);
}

#ifndef WITH_JANSSON

static int serve(char **argv) {
    (void)argv;
    fprintf(stderr, "gisa dap: this gisa was built without jansson, which reads JSON: install libjansson-dev "
                    "and make gisa again\n");
    return 1;
}

#else

#include <poll.h>
#include <unistd.h>

#include "dap.h"

/* ---- out ------------------------------------------------------------------------------------- */

void dap_send(dap *d, json_t *message) {
    json_object_set_new(message, "seq", json_integer((json_int_t)++d->number));
    if (!message_write(d->out, message))
        d->ends = true;
    json_decref(message);
}

void dap_event(dap *d, const char *name, json_t *body) {
    dap_send(
        d, json_pack("{s:s, s:s, s:o}", "type", "event", "event", name, "body", body ? body : json_object()));
}

const char *dap_printed(dap *d) {
    static char text[1 << 16];
    long end;
    size_t size;
    fflush(stdout);
    fflush(stderr);
    *text = 0;
    end = fseek(d->captured, 0, SEEK_END) ? d->told : ftell(d->captured);
    size = end > d->told ? (size_t)(end - d->told) : 0;
    size = size < sizeof text ? size : sizeof text - 1;
    if (size && fseek(d->captured, d->told, SEEK_SET) == 0)
        text[fread(text, 1, size, d->captured)] = 0;
    d->told += (long)size;
    fseek(d->captured, 0, SEEK_END);
    return text;
}

void dap_tell_output(dap *d, const char *category, const char *text) {
    dap_event(d, "output", json_pack("{s:s, s:o}", "category", category, "output", message_text(text)));
}

void dap_tell_printed(dap *d) {
    for (const char *text; *(text = dap_printed(d));)
        dap_tell_output(d, "stdout", text);
}

/* ---- requests -------------------------------------------------------------------------------- */

typedef struct request {
    const char *name;
    dap_action *act;
    bool while_running; /* otherwise it stands meanwhile */
    bool unloaded;      /* before anything was launched, too */
} request;

static const request requests[] = {{"initialize", dap_initialize, true, true},
                                   {"launch", dap_launch, true, true},
                                   {"configurationDone", dap_configured, true, false},
                                   {"disconnect", dap_disconnect, true, true},
                                   {"terminate", dap_disconnect, true, true},
                                   {"restart", dap_restart, false, false},
                                   {"setBreakpoints", dap_set_lines, false, false},
                                   {"setFunctionBreakpoints", dap_set_functions, false, false},
                                   {"setInstructionBreakpoints", dap_set_instructions, false, false},
                                   {"setDataBreakpoints", dap_set_data, false, false},
                                   {"dataBreakpointInfo", dap_data_info, false, false},
                                   {"threads", dap_threads, false, false},
                                   {"stackTrace", dap_stack, false, false},
                                   {"scopes", dap_scopes, false, false},
                                   {"variables", dap_variables, false, false},
                                   {"setVariable", dap_set_variable, false, false},
                                   {"evaluate", dap_evaluate, false, false},
                                   {"exceptionInfo", dap_exception, false, false},
                                   {"disassemble", dap_disassemble, false, false},
                                   {"readMemory", dap_read_memory, false, false},
                                   {"writeMemory", dap_write_memory, false, false},
                                   {"continue", dap_continue, false, false},
                                   {"next", dap_next, false, false},
                                   {"stepIn", dap_in, false, false},
                                   {"stepOut", dap_out, false, false},
                                   {"stepBack", dap_back, false, false},
                                   {"reverseContinue", dap_back_continue, false, false},
                                   {"pause", dap_pause, true, false}};

static const request *find_request(const char *name) {
    for (unsigned i = 0; name && i < sizeof requests / sizeof *requests; i++)
        if (strcmp(requests[i].name, name) == 0)
            return &requests[i];
    return NULL;
}

/* Stands, so that state can be read; true when it is to go on afterwards. */
static bool hold(dap *d) {
    debug_interrupt(d->s.t.d);
    debug_wait(d->s.t.d, -1);
    if (debug_stopped(d->s.t.d)->why == DEBUG_WHY_INTERRUPTED)
        return true;
    d->running = false;
    dap_stopped(d);
    return false;
}

static json_t *act(dap *d, const request *r, const json_t *arguments, const char **why) {
    bool held = false;
    json_t *body;
    if (!r)
        return *why = "gisa dap does not know this request", NULL;
    if (!r->unloaded && !d->loaded)
        return *why = "nothing has been launched", NULL;
    if (d->running && !r->while_running)
        held = hold(d);
    body = r->act(d, arguments, why);
    if (held && d->running)
        debug_go(d->s.t.d, &(debug_order){.step = DEBUG_STEP_NONE});
    return body;
}

static void handle(dap *d, const json_t *message) {
    const char *name = message_string(message, "command"), *why = NULL;
    d->tells = false;
    json_t *body = act(d, find_request(name), json_object_get(message, "arguments"), &why);
    json_t *answer = json_pack("{s:s, s:O?, s:s, s:b, s:o}", "type", "response", "request_seq",
                               json_object_get(message, "seq"), "command", name ? name : "", "success", !why,
                               "body", body ? body : json_object());
    if (!answer)
        return;
    if (why)
        json_object_set_new(answer, "message", message_text(why));
    dap_send(d, answer);
    if (!why && d->loaded && name && strcmp(name, "launch") == 0)
        dap_event(d, "initialized", NULL);
    if (d->tells && !d->running)
        dap_stopped(d);
    if (d->loaded && !d->running)
        dap_tell_printed(d);
}

/* ---- in -------------------------------------------------------------------------------------- */

/* Handles all messages that are there; false: what came is not the protocol. */
static bool take_messages(dap *d) {
    json_t *message;
    while (!d->ends && !d->s.leaves) {
        const int known = message_next(&d->in, &message);
        if (known <= 0)
            return known == 0;
        if (!json_is_object(message))
            dap_tell_output(d, "stderr", "not a message of JSON\n");
        else if (!dap_program_takes(d, message))
            handle(d, message);
        json_decref(message);
    }
    return true;
}

static void take_notice(dap *d) {
    char bytes[64];
    if (read(d->notices[0], bytes, sizeof bytes) <= 0 || !d->running || !debug_wait(d->s.t.d, 0))
        return;
    d->running = false;
    dap_stopped(d);
    dap_tell_printed(d);
}

static void notify(void *ctx) {
    const target *t = ctx;
    const char byte = 1;
    if (write(*(const int *)t->ctx, &byte, 1) != 1)
        return; /* the pipe is full of such bytes */
}

bool dap_talk(dap *d) {
    int files[DAP_PROGRAM_FILES];
    bool ok = take_messages(d);
    while (ok && !d->ends && !d->s.leaves) {
        struct pollfd from[2 + DAP_PROGRAM_FILES] = {{d->in.file, POLLIN, 0}, {d->notices[0], POLLIN, 0}};
        const unsigned more = dap_program_files(d, files);
        for (unsigned i = 0; i < more; i++)
            from[2 + i] = (struct pollfd){files[i], POLLIN, 0};
        if (poll(from, 2 + more, more ? 50 : -1) < 0)
            return false;
        if (from[1].revents)
            take_notice(d);
        if (more)
            dap_program_look(d);
        if (from[0].revents) {
            ok = message_read(&d->in);
            ok = take_messages(d) && ok;
        }
    }
    return ok;
}

/* The client has the standard output for itself: what commands print goes to a file first. */
static bool capture(dap *d) {
    const int out = dup(STDOUT_FILENO);
    d->captured = tmpfile();
    d->out = out < 0 ? NULL : fdopen(out, "w");
    return d->captured && d->out && pipe(d->notices) == 0 && dup2(fileno(d->captured), STDOUT_FILENO) >= 0 &&
           dup2(fileno(d->captured), STDERR_FILENO) >= 0;
}

static void release(dap *d) {
    for (unsigned i = 0; i < d->points; i++)
        free(d->point[i].source);
    free(d->point);
    free(d->thread);
    free(d->in.at);
    dap_program_free(d);
    shell_free(&d->s);
    json_decref(d->kept);
}

static int serve(char **argv) {
    static dap d = {.first_line = 1, .s.t.r.command = &dap_command, .in.file = STDIN_FILENO};
    int result;
    run_at_usual_addresses(argv);
    run_name = "dap";
    if (!capture(&d)) {
        fprintf(stderr, "gisa dap: no file for what is printed\n");
        return 1;
    }
    d.s.t.stopped = notify;
    d.s.t.ctx = &d.notices[1];
    result = dap_talk(&d) || d.ends ? 0 : 1;
    release(&d);
    return result;
}

#endif

static int cmd_dap(int argc, char **argv) {
    bool help = false;
    if (!options_read(&dap_command, argc, argv, take, &help))
        return 2;
    if (!help)
        return serve(argv - 1);
    help_print(&dap_command);
    return 0;
}
