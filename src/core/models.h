/* SPDX-License-Identifier: MIT */
/* What has been chosen of the models of a spec: for each the number of an option, 0 until somebody
   chooses. */
#ifndef GISA_MODELS_H
#define GISA_MODELS_H

#include "tables.h"

/* The number of a model; -1 = there is none of this name. */
int models_named(const gisa_isa *isa, const char *name);

/* Whether this option of a model has been chosen. */
bool models_is_chosen(const gisa_isa *isa, const uint8_t choices[MAX_MODELS], const char *name,
                      const char *option);

/* false: there is no such model or option. */
bool models_choose(const gisa_isa *isa, uint8_t choices[MAX_MODELS], const char *name, const char *option);

#endif
