/* SPDX-License-Identifier: MIT */
/* What the files of this test share. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include <stdbool.h>

#include "gisa.h"

/* Counts a check; says what failed, as printf does. */
__attribute__((format(printf, 2, 3))) void check(bool ok, const char *format, ...);

void check_version(void);
void check_arguments(void);
void check_text(void);
void check_exports(void);
void check_state(void);
void check_flow(void);
void check_semantics(void);

#endif
