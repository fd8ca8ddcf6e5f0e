/* SPDX-License-Identifier: MIT */
/* Makes a failing case smaller. */
#ifndef GISA_CMD_TEST_MINIMIZE_H
#define GISA_CMD_TEST_MINIMIZE_H

#include "case_run.h"

/* Removes instructions, settings, memory and expectations, and lanes of settings, as long as the
 * case fails in the same way. On CASE_PASSED, CASE_SKIPPED and CASE_BROKEN in `before` there is
 * nothing to do. False: out of memory. */
bool minimize(const char *path, test_case *c, const char *arch, const case_outcome *before);

#endif
