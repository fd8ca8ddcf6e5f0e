/* SPDX-License-Identifier: MIT */
/* The file of findings of a program's processes. */
#ifndef GISA_HSA_TOOLS_RESULTS_H
#define GISA_HSA_TOOLS_RESULTS_H

#include "watched.h"

/* Adds findings to the file, which other processes may have begun; false: has said why not. */
bool results_add(const char *path, const watched_part *part, bool complete);

#endif
