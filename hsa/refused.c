/* SPDX-License-Identifier: MIT */
/* The functions that exist because programs link to them, and always fail. It is the caller who knows their arguments. */
#include "runtime.h"

static int refuse(const char *name) {
    MUST_BE_OPEN;
    if (log_on)
        log_line(name, "is not done by gisa");
    return HSA_STATUS_ERROR;
}

#define DONE(name)
#define REFUSED(name)                                                                                        \
    int gisa_refused_##name(void) __asm__(#name);                                                            \
    int gisa_refused_##name(void) {                                                                          \
        return refuse(#name);                                                                                \
    }
#include "functions.def"
