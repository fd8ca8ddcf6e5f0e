/* SPDX-License-Identifier: MIT */
/* The Debug Adapter Protocol inside a program: gisa dap has started it and passes the client's
 * messages on. The first launch answers the client's launch request. */
#include "dialogues.h"

#include "modes.h"

#ifndef WITH_JANSSON

const dialogue *adapter_open(int file) {
    (void)file;
    host->complain("GISA_DEBUG_SOCKET: this gisa was built without jansson");
    return NULL;
}

#else

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../cmd/debug/dap.h"

static dap d = {.first_line = 1};
static int kept[2] = {-1, -1}; /* the program's standard output and error */

static void notify(void *ctx) {
    const char byte = 1;
    (void)ctx;
    if (write(d.notices[1], &byte, 1) != 1)
        return; /* the pipe is full of such bytes */
}

/* What commands print goes to a file meanwhile, from which it becomes events. */
static void capture(void) {
    fflush(stdout);
    for (int i = 0; i < 2; i++)
        dup2(fileno(d.captured), STDOUT_FILENO + i);
}

static void give_back(void) {
    fflush(stdout);
    dap_tell_printed(&d);
    for (int i = 0; i < 2; i++)
        dup2(kept[i], STDOUT_FILENO + i);
}

/* A launch after the first one. */
static void go_on(void) {
    if (d.stop_on_entry) {
        dap_stopped(&d);
        return;
    }
    d.running = true;
    debug_restart(d.s.t.d);
}

static bool talk(shell *s, unsigned long long nth) {
    (void)nth;
    capture();
    s->page = page_open();
    if (d.loaded)
        go_on();
    const bool good = dap_talk(&d);
    if (d.running) /* the client has gone */
        debug_interrupt(s->t.d);
    debug_wait(s->t.d, -1);
    d.running = false;
    s->quits = !good || d.ends;
    give_back();
    return true;
}

const dialogue *adapter_open(int file) {
    static const dialogue this_one = {talk, true, &d.s};
    fcntl(file, F_SETFD, FD_CLOEXEC);
    unsetenv("GISA_DEBUG"); /* the channel is not for what the program starts */
    unsetenv("GISA_DEBUG_SOCKET");
    for (int i = 0; i < 2; i++)
        kept[i] = fcntl(STDOUT_FILENO + i, F_DUPFD_CLOEXEC, 3);
    d.in.file = file;
    d.out = fdopen(fcntl(file, F_DUPFD_CLOEXEC, 3), "w");
    d.captured = tmpfile();
    d.s.t.stopped = notify;
    if (d.out && d.captured && pipe(d.notices) == 0)
        return &this_one;
    host->complain("GISA_DEBUG_SOCKET: no file for what is printed");
    return NULL;
}

#endif
