/* SPDX-License-Identifier: MIT */
/* The parts of gisa list. */
#ifndef GISA_CMD_LIST_H
#define GISA_CMD_LIST_H

#include <stdbool.h>
#include <stdint.h>

/* Writes the whole spec as one JSON document (docs/spec-json.md) to the standard output: that of a set of architectures,
 * bit i = the i-th; 0 = all of them. Says why it failed. */
bool list_json(uint32_t architectures);

#endif
