/* SPDX-License-Identifier: MIT */
/* gisa dap with "hsa": true: starts a program of the host under gisa-hsa, whose launches are
 * debugged in the program itself (hsa/tools/adapter.c), and passes messages on between it and the
 * client. */
#ifdef WITH_JANSSON
#include "dap.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct dap_program {
    pid_t process;
    message_input from; /* its messages */
    int out, err;       /* its standard output and error; -1: closed */
    json_t *launch;     /* the request, until it is answered */
    bool has_ended;     /* the client has been told */
} dap_program;

/* ---- starting -------------------------------------------------------------------------------- */

/* Beside gisa, or one that is installed. */
static const char *find_gisa_hsa(char path[4096]) {
    const ssize_t size = readlink("/proc/self/exe", path, 4000);
    char *slash;
    path[size > 0 ? size : 0] = 0;
    slash = strrchr(path, '/');
    if (slash)
        strcpy(slash + 1, "gisa-hsa");
    return slash && access(path, X_OK) == 0 ? path : "gisa-hsa";
}

/* In the child: the environment, the folder; then the program. */
static void become_program(const json_t *arguments, int channel) {
    const char *const cwd = message_string(arguments, "cwd"), *const kernel =
                                                                  message_string(arguments, "kernel");
    const json_t *const list = json_object_get(arguments, "args"), *each;
    const char *key, **words = calloc(json_array_size(list) + 4, sizeof *words);
    char path[4096], number[24];
    json_t *value;
    size_t i, count = 0;
    if (!words || (cwd && chdir(cwd)))
        _exit(126);
    json_object_foreach(json_object_get(arguments, "env"), key, value) {
        if (json_is_string(value))
            setenv(key, json_string_value(value), 1);
    }
    snprintf(number, sizeof number, "%d", channel);
    setenv("GISA_DEBUG_SOCKET", number, 1);
    setenv("GISA_DEBUG", kernel ? kernel : "all", 1);
    words[count++] = find_gisa_hsa(path);
    words[count++] = "--";
    words[count++] = message_string(arguments, "program");
    json_array_foreach(list, i, each) words[count++] = json_is_string(each) ? json_string_value(each) : "";
    execvp(words[0], (char **)(uintptr_t)words);
    _exit(127);
}

static pid_t start(const json_t *arguments, int channel[2], int out[2], int err[2]) {
    const pid_t process = fork();
    if (process)
        return process;
    const int nothing = freopen("/dev/null", "r", stdin) ? 0 : -1;
    close(channel[0]);
    if (nothing < 0 || dup2(out[1], STDOUT_FILENO) < 0 || dup2(err[1], STDERR_FILENO) < 0)
        _exit(126);
    for (unsigned i = 0; i < 2; i++) {
        close(out[i]);
        close(err[i]);
    }
    become_program(arguments, channel[1]);
    return -1;
}

static bool open_channels(int channel[2], int out[2], int err[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM, 0, channel) == 0 && pipe(out) == 0 && pipe(err) == 0;
}

static const char *start_program(dap *d, json_t *message) {
    json_t *const arguments = json_object_get(message, "arguments");
    int channel[2], out[2], err[2];
    dap_program *p = calloc(1, sizeof *p);
    if (!message_string(arguments, "program"))
        return free(p), "the launch request has no \"program\"";
    if (!p || !open_channels(channel, out, err))
        return free(p), "no file for the program's output";
    p->process = start(arguments, channel, out, err);
    close(channel[1]);
    close(out[1]);
    close(err[1]);
    p->from.file = channel[0];
    p->out = out[0];
    p->err = err[0];
    json_object_set_new(arguments, "linesStartAt1", json_boolean(d->first_line));
    p->launch = json_incref(message);
    d->program = p;
    return p->process < 0 ? "no process for the program" : NULL;
}

/* ---- from the client ------------------------------------------------------------------------- */

static void answer(dap *d, const json_t *request, const char *why) {
    dap_send(d, json_pack("{s:s, s:O, s:O, s:b, s:s*}", "type", "response", "request_seq",
                          json_object_get(request, "seq"), "command", json_object_get(request, "command"),
                          "success", !why, "message", why));
}

static void pass_on(dap_program *p, const json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT);
    char head[64];
    if (!text)
        return;
    const int size = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", strlen(text));
    if (send(p->from.file, head, (size_t)size, MSG_NOSIGNAL) < 0 ||
        send(p->from.file, text, strlen(text), MSG_NOSIGNAL) < 0)
        p->has_ended |= p->process <= 0; /* dap_program_look tells of its end */
    free(text);
}

static bool is_launch(const json_t *message) {
    const char *name = message_string(message, "command");
    const json_t *arguments = json_object_get(message, "arguments");
    return name && strcmp(name, "launch") == 0 && json_is_true(json_object_get(arguments, "hsa"));
}

bool dap_program_takes(dap *d, json_t *message) {
    const char *name = message_string(message, "command"), *why;
    if (d->s.hosted || (!d->program && !is_launch(message)))
        return false; /* hosted: this is in that program */
    if (!d->program) {
        why = start_program(d, message);
        if (why)
            answer(d, message, why);
        else
            pass_on(d->program, message);
        return true;
    }
    if (!name || d->program->has_ended || strcmp(name, "disconnect") == 0 || strcmp(name, "terminate") == 0)
        return false; /* dap_program_free ends the program */
    pass_on(d->program, message);
    return true;
}

/* ---- from the program ------------------------------------------------------------------------ */

unsigned dap_program_files(const dap *d, int files[DAP_PROGRAM_FILES]) {
    const dap_program *p = d->program;
    unsigned count = 0;
    if (!p || p->has_ended)
        return 0;
    files[count++] = p->from.file; /* always: its end is looked for */
    if (p->out >= 0)
        files[count++] = p->out;
    if (p->err >= 0)
        files[count++] = p->err;
    return count;
}

static bool is_launch_answer(const dap_program *p, const json_t *message) {
    return p->launch &&
           json_equal(json_object_get(message, "request_seq"), json_object_get(p->launch, "seq"));
}

static void take_messages(dap *d) {
    dap_program *p = d->program;
    json_t *message;
    while (recv(p->from.file, &(char){0}, 1, MSG_PEEK | MSG_DONTWAIT) > 0 && message_read(&p->from))
        while (message_next(&p->from, &message) > 0) {
            if (is_launch_answer(p, message)) {
                json_decref(p->launch);
                p->launch = NULL;
            }
            dap_send(d, message);
        }
}

/* false: there is no more. */
static bool take_output(dap *d, int *file, const char *category) {
    char text[4096];
    fd_set ready;
    struct timeval now = {0, 0};
    if (*file < 0)
        return false;
    FD_ZERO(&ready);
    FD_SET(*file, &ready);
    if (select(*file + 1, &ready, NULL, NULL, &now) <= 0)
        return false;
    const ssize_t size = read(*file, text, sizeof text - 1);
    if (size <= 0) {
        close(*file);
        *file = -1;
        return false;
    }
    text[size] = 0;
    dap_tell_output(d, category, text);
    return true;
}

static void take_all(dap *d) {
    take_messages(d);
    while (take_output(d, &d->program->out, "stdout"))
        ;
    while (take_output(d, &d->program->err, "stderr"))
        ;
}

static void tell_end(dap *d, int status) {
    dap_program *p = d->program;
    p->has_ended = true;
    if (p->launch)
        answer(d, p->launch, "the program has ended, and launched none of these kernels");
    dap_event(
        d, "exited",
        json_pack("{s:i}", "exitCode", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)));
    dap_event(d, "terminated", NULL);
}

void dap_program_look(dap *d) {
    dap_program *p = d->program;
    int status;
    take_all(d);
    if (waitpid(p->process, &status, WNOHANG) != p->process)
        return;
    p->process = 0;
    take_all(d);
    tell_end(d, status);
}

void dap_program_free(dap *d) {
    dap_program *p = d->program;
    if (!p)
        return;
    if (p->process > 0) {
        kill(p->process, SIGKILL);
        waitpid(p->process, NULL, 0);
    }
    close(p->from.file);
    free(p->from.at);
    json_decref(p->launch);
    free(p);
    d->program = NULL;
}
#else
typedef int dap_program_is_not_built;
#endif
