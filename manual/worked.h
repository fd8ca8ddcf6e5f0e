/* SPDX-License-Identifier: MIT */
/* Rows at work: what manual/worked.c leaves to the engine of shaders. */
#ifndef MANUAL_WORKED_H
#define MANUAL_WORKED_H

#include "manual.h"

/* A row of shaders executed for one instance; nothing where it cannot be shown. */
void say_shade_work(page *p, const variant *forms, size_t count);

#endif
