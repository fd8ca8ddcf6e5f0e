/* SPDX-License-Identifier: MIT */
/* Names of C++ as the source has them, by libiberty where gisa was built with it. */
#include <stdio.h>
#include <stdlib.h>

#include "objdump.h"

#ifdef WITH_IBERTY

#include <libiberty/demangle.h>

bool objdump_can_demangle(void) {
    return true;
}

const char *objdump_name(const objdump *d, const char *name, char room[SCOPES_TEXT]) {
    char *plain = d->a->demangle ? cplus_demangle(name, DMGL_PARAMS | DMGL_ANSI) : NULL;
    if (!plain)
        return name;
    snprintf(room, SCOPES_TEXT, "%s", plain);
    free(plain);
    return room;
}

#else

bool objdump_can_demangle(void) {
    return false;
}

const char *objdump_name(const objdump *d, const char *name, char room[SCOPES_TEXT]) {
    (void)d, (void)room;
    return name;
}

#endif
