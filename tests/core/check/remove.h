/* SPDX-License-Identifier: MIT */
/* check OBJECT...: the sensitivity of the checker on compiled code. */
#ifndef TEST_CHECK_REMOVE_H
#define TEST_CHECK_REMOVE_H

#include "gisa_check.h"

/* "N of N waits, N of N pauses": how many of those taken away the checker noticed. */
int remove_waits(int argc, char **argv);

#endif
