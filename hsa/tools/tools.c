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

void ignore_asking(const gisa_machine *machine) {
    (void)machine;
}

const char *setting(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

const char *program_name(void) {
    return program_invocation_name ? program_invocation_name : "?";
}

static void leave_out(const char *what) {
    host->complain("--check, --profile and --debug are for one run each: %s left out", what);
}

__attribute__((visibility("default"))) const tools *gisa_tools_open(const tools_host *runtime) {
    host = runtime;
    const tools *const debugger = debugger_open(), *const checks = debugger ? NULL : checks_open(),
                       *const profile = debugger || checks ? NULL : profile_open();
    if (debugger && (setting("GISA_CHECK") || setting("GISA_PROFILE")))
        leave_out("checks and the profile are");
    else if (checks && setting("GISA_PROFILE"))
        leave_out("the profile is");
    return debugger ? debugger : checks ? checks : profile;
}
