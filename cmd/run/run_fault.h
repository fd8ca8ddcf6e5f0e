/* SPDX-License-Identifier: MIT */
/* What is said of a launch that failed. */
#ifndef GISA_CMD_RUN_FAULT_H
#define GISA_CMD_RUN_FAULT_H

#include "places.h"
#include "run_launch.h"

/* A launch up to this length is repeated to tell more; of one that came to its limit
   this beginning. */
enum { RUN_AGAIN_MOST = 10000000 };

/* Reports the end of a launch on standard error; `placed`: lines of a source that was assembled, or
   NULL. Returns 1, the exit status. */
int run_fault(const run_request *r, const run_ready *ready, const line_map *placed,
              const gisa_result *result);

#endif
