/* SPDX-License-Identifier: MIT */
/* What libgisa-tools.so can do with launches, one of these in a process. */
#ifndef GISA_HSA_TOOLS_MODES_H
#define GISA_HSA_TOOLS_MODES_H

#include "tools.h"

extern const tools_host *host; /* the runtime */

/* Each reads the environment; NULL: it is not asked for. */
const tools *checks_open(void);   /* GISA_CHECK */
const tools *profile_open(void);  /* GISA_PROFILE */
const tools *debugger_open(void); /* GISA_DEBUG */

/* tools.c: for modes that do not need to know. */
void ignore_allocated(const void *start, size_t size, const char *name);
void ignore_freed(const void *start);
bool usual_clock(const gisa_machine *machine, uint64_t *time);
void ignore_asking(const gisa_machine *machine);

/* Of the environment; NULL: it is not there, or empty. */
const char *setting(const char *name);
/* The file of this process, for messages and findings. */
const char *program_name(void);

#endif
