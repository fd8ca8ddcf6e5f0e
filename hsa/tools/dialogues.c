/* SPDX-License-Identifier: MIT */
/* The debugger's commands from a script, or from a person at the terminal: the program keeps its
   standard input. */
#include "dialogues.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "modes.h"

static void show_launch(const shell *s, unsigned long long nth) {
    printf("Launch %llu: %s on %s\n", nth, s->t.ready.kernel.name, gisa_name(s->t.ready.isa));
}

/* ---- a script -------------------------------------------------------------------------------- */

static bool run_script(shell *s, unsigned long long nth) {
    fflush(stdout);
    s->page = page_open();
    show_launch(s, nth);
    const bool good = console_script(s, setting("GISA_DEBUG_SCRIPT"));
    fflush(stdout);
    return good;
}

/* ---- a person -------------------------------------------------------------------------------- */

static debug *_Atomic interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    if (interrupted)
        debug_interrupt(interrupted);
}

static FILE *terminal_in, *terminal_out;

static bool open_terminal(void) {
    terminal_in = fopen("/dev/tty", "re");
    terminal_out = fopen("/dev/tty", "we");
    console_use(terminal_in, terminal_out);
    return terminal_in && terminal_out;
}

/* What is printed goes to the terminal meanwhile. */
static void swap(int here, int *kept, int instead) {
    if (*kept < 0)
        *kept = fcntl(here, F_DUPFD_CLOEXEC, 3);
    dup2(instead, here);
}

static bool ask(shell *s, unsigned long long nth) {
    static int out = -1, err = -1;
    struct sigaction before, ours = {.sa_handler = interrupt};
    fflush(stdout);
    swap(STDOUT_FILENO, &out, fileno(terminal_out));
    swap(STDERR_FILENO, &err, fileno(terminal_out));
    s->page = page_open();
    interrupted = s->t.d;
    sigaction(SIGINT, &ours, &before);
    show_launch(s, nth);
    show_stop(s);
    console_talk(s);
    s->quits |= !s->leaves; /* Ctrl-D */
    fflush(stdout);
    sigaction(SIGINT, &before, NULL);
    interrupted = NULL;
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    return true;
}

/* ---------------------------------------------------------------------------------------------- */

const dialogue *dialogue_open(void) {
    static shell s;
    static const dialogue script = {run_script, false, &s}, person = {ask, true, &s};
    if (setting("GISA_DEBUG_SOCKET"))
        return adapter_open((int)strtol(setting("GISA_DEBUG_SOCKET"), NULL, 10));
    if (setting("GISA_DEBUG_SCRIPT"))
        return &script;
    if (open_terminal())
        return &person;
    host->complain("GISA_DEBUG: there is no terminal; GISA_DEBUG_SCRIPT names a file with commands");
    return NULL;
}
