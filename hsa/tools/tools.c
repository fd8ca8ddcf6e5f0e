/* SPDX-License-Identifier: MIT */
/* The entry of libgisa-tools.so: which mode the environment asks for. */
#include "modes.h"

#include <errno.h>
#include <stdlib.h>

const tools_host *host;

void ignore_allocated(const void *start, size_t size, const char *name) {
    (void)start, (void)size, (void)name;
}

void ignore_freed(const void *start) {
    (void)start;
}

bool usual_clock(const gisa_machine *machine, uint64_t *time) {
    (void)machine, (void)time;
    return false;
}

const char *setting(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

const char *program_name(void) {
    return program_invocation_name ? program_invocation_name : "?";
}

__attribute__((visibility("default"))) const tools *gisa_tools_open(const tools_host *runtime) {
    const tools *(*const modes[])(void) = {debugger_open, checks_open, profile_open};
    const tools *chosen = NULL;
    host = runtime;
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
        const tools *one = chosen && getenv("GISA_DEBUG") ? NULL : modes[i]();
        if (one && chosen)
            host->complain("--check, --profile and --debug are for one run each: the profile is left out");
        chosen = chosen ? chosen : one;
    }
    return chosen;
}
