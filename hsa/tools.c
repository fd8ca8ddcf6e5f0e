/* SPDX-License-Identifier: MIT */
/* Opens libgisa-tools.so where the environment asks for checks, a profile or the debugger, and
 * gives it all launches. It is beside the runtime, and loads libraries that other programs do
 * without. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime.h"
#include "tools/tools.h"

static const tools *in_use;

/* ---- opening --------------------------------------------------------------------------------- */

static bool is_asked_for(void) {
    static const char *const names[] = {"GISA_CHECK", "GISA_PROFILE", "GISA_DEBUG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return true;
    return false;
}

/* Beside the file that this code is in. */
static void *open_library(void) {
    char path[4096];
    Dl_info here;
    if (!dladdr(&in_use, &here) || !here.dli_fname)
        return NULL;
    const char *slash = strrchr(here.dli_fname, '/');
    snprintf(path, sizeof path, "%.*slibgisa-tools.so", slash ? (int)(slash + 1 - here.dli_fname) : 0,
             here.dli_fname);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* What other handlers have left to write is written. */
static void end_process(void) {
    const int status = is_forked() ? -1 : in_use->ends();
    if (status < 0)
        return;
    fflush(NULL);
    _exit(status);
}

void tools_start(void) {
    static const tools_host host = {complain, memory_each};
    static bool tried;
    void *library;
    const tools *(*open)(const tools_host *);
    if (tried || !is_asked_for())
        return;
    tried = true;
    library = open_library();
    *(void **)&open = library ? dlsym(library, TOOLS_OPEN) : NULL;
    if (!open) {
        complain("GISA_CHECK, GISA_PROFILE and GISA_DEBUG need libgisa-tools.so: %s", dlerror());
        return;
    }
    in_use = open(&host);
    if (in_use)
        atexit(end_process);
}

/* ---- what happens ---------------------------------------------------------------------------- */

void tools_loaded(const agent *a, const gisa_loaded *loaded, const void *file, size_t size) {
    if (in_use)
        in_use->loaded(a->machine, loaded, file, size);
}

void tools_unloads(const agent *a, const gisa_loaded *loaded) {
    if (in_use)
        in_use->unloads(a->machine, loaded);
}

void tools_allocated(const void *start, size_t size, const char *name) {
    if (in_use)
        in_use->allocated(start, size, name);
}

void tools_freed(const void *start) {
    if (in_use)
        in_use->freed(start);
}

bool tools_clock(const agent *a, uint64_t *time) {
    return in_use && in_use->clock(a->machine, time);
}

void tools_asks(const agent *a) {
    if (in_use)
        in_use->asks(a->machine);
}

gisa_status tools_run(const agent *a, const hsa_kernel_dispatch_packet_t *packet, const gisa_kernel *kernel,
                      const gisa_launch *launch, gisa_result *result) {
    tools_launch l = {a->machine, kernel, *launch, packet->group_segment_size, packet->private_segment_size};
    return in_use ? in_use->run(&l, result) : gisa_machine_run(a->machine, launch, result);
}
